"""The stubs match the compiled module, and the package passes the type checker."""

import importlib.metadata
import importlib.resources
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import cubegod
from cubegod.typing import ManyOptions, PictureOptions, SolveOptions

pytest.importorskip("mypy")


def mypy(*arguments: str, folder: Path) -> None:
    run = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=folder)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_package_is_typed(tmp_path: Path) -> None:
    package = importlib.resources.files("cubegod")
    assert (package / "py.typed").is_file() and (package / "_cubegod.pyi").is_file()
    mypy("mypy", "--strict", "--cache-dir", str(tmp_path), "-p", "cubegod", folder=tmp_path)


def test_users_get_the_right_types(tmp_path: Path) -> None:
    script = tmp_path / "user.py"
    script.write_text(
        """from typing import assert_type

import numpy as np
import numpy.typing as npt

import cubegod
from cubegod.typing import SolveOptions

cube = cubegod.Cube("R U F")
assert_type(cubegod.solve(cube).alg, cubegod.Alg)
assert_type(cubegod.solve_many(["R"]), list[cubegod.Solution])
assert_type(cubegod.solve_many(["R"], strict=False), list[cubegod.Solution | Exception])
assert_type(cubegod.solve(cube, each=True), list[cubegod.Solution])
options: SolveOptions = {"max_length": 20, "solutions": 2}
assert_type(cubegod.solve(cube, **options), cubegod.Solution)
moves, lengths = cubegod.solve_many(cubegod.random_cubes(3))
assert_type(moves, npt.NDArray[np.uint8])
assert_type(cubegod.render(cube), str)
assert_type(cubegod.render(cube, format="png"), bytes)
assert_type(cubegod.scramble(), cubegod.Alg)
assert_type(cubegod.scramble("2x2", 3), list[cubegod.Alg])
cube.apply(5)  # type: ignore[arg-type]
cubegod.solve(cube, max_lengths=20)  # type: ignore[call-overload]
cubegod.solve(cube, max_length="20")  # type: ignore[call-overload]
cubegod.solve_many(["R"], solutions=2)  # type: ignore[call-overload]
"""
    )
    mypy("mypy", "--strict", "--python-version", "3.11", "--cache-dir", str(tmp_path / "c"), str(script), folder=tmp_path)


def test_help_lists_every_option() -> None:
    for function, options in [(cubegod.solve, SolveOptions), (cubegod.solve_many, ManyOptions), (cubegod.render, PictureOptions)]:
        parameters = inspect.signature(function).parameters
        assert options.__annotations__.keys() <= parameters.keys()
        assert all(parameters[name].default is not inspect.Parameter.empty for name in options.__annotations__)


def test_the_stubs_match_the_compiled_module(tmp_path: Path) -> None:
    # PyO3 adds the reflected operator.
    allowed = tmp_path / "allowed.txt"
    allowed.write_text("cubegod._cubegod.Cube.__rmatmul__\n")
    mypy("mypy.stubtest", "cubegod._cubegod", "--allowlist", str(allowed), folder=tmp_path)


def test_the_version_is_that_of_the_workspace() -> None:
    manifest = Path(__file__).parents[2] / "Cargo.toml"
    assert f'version = "{importlib.metadata.version("cubegod")}"' in manifest.read_text()
