"""The tests of the package `rubik-cube` itself, with `cubegod.rubik` in its place."""

from __future__ import annotations

import importlib.util
import os
import sys
import unittest
from pathlib import Path

import pytest

import cubegod.rubik
import cubegod.rubik.cube
import cubegod.rubik.maths
import cubegod.rubik.optimize
import cubegod.rubik.solve

# Downloaded by `scripts/python-test`.
PATH = Path(os.environ.get("CUBEGOD_PEERS", "")) / "rubik-cube-tests" / "test.py"

if not PATH.is_file():
    pytest.skip("the tests of rubik-cube are not in the folder CUBEGOD_PEERS", allow_module_level=True)


def _classes() -> dict[str, type[unittest.TestCase]]:
    """Imports the tests while the name `rubik` is that of this package."""
    names = ["", ".cube", ".maths", ".optimize", ".solve"]
    before = {f"rubik{name}": sys.modules.get(f"rubik{name}") for name in names}
    sys.modules.update({f"rubik{name}": sys.modules[f"cubegod.rubik{name}"] for name in names})
    try:
        spec = importlib.util.spec_from_file_location("rubik_cube_tests", PATH)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name, module_before in before.items():
            del sys.modules[name]
            if module_before is not None:
                sys.modules[name] = module_before
    values = vars(module).items()
    return {name: value for name, value in values if isinstance(value, type) and issubclass(value, unittest.TestCase)}


# pytest finds the classes here.
globals().update(_classes())


def test_all_84_tests_are_found() -> None:
    loader = unittest.TestLoader()
    assert sum(len(loader.getTestCaseNames(one)) for one in _classes().values()) == 84
