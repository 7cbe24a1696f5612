"""Fixtures: an isolated environment, the command line, and the packages that `cubegod.rubik` replaces."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

# Tests do not touch the user's cache, and large tables take seconds to build.
os.environ["CUBEGOD_TABLES"] = "small"


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("cache")
    os.environ["CUBEGOD_CACHE"] = str(folder)
    yield folder


@pytest.fixture(scope="session")
def command_line() -> str:
    """The path of the binary, as set by `scripts/test`."""
    binary = os.environ.get("CUBEGOD_BINARY")
    if not binary:
        pytest.skip("CUBEGOD_BINARY is not set")
    return binary


def _rubik_modules() -> list[str]:
    return [name for name in sys.modules if name == "rubik" or name.startswith("rubik.")]


def _import_original(folder: Path) -> SimpleNamespace:
    """Imports one of two packages with the name `rubik` from its folder, and removes it from `sys.modules`."""
    for name in _rubik_modules():
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        parts: dict[str, ModuleType] = {
            name: importlib.import_module(f"rubik.{name}") for name in ("cube", "solve", "optimize", "maths")
        }
    finally:
        sys.path.remove(str(folder))
        for name in _rubik_modules():
            del sys.modules[name]
    return SimpleNamespace(**parts, has_data=hasattr(parts["cube"].Cube, "str_data"))


@pytest.fixture(scope="session", params=["rubik-cube", "ctf-rubik-cube"])
def original(request: pytest.FixtureRequest) -> SimpleNamespace:
    """One of the packages, as installed by `scripts/test`."""
    folder = Path(os.environ.get("CUBEGOD_PEERS", "")) / request.param
    if not (folder / "rubik").is_dir():
        pytest.skip(f"{request.param} is not in the folder CUBEGOD_PEERS")
    return _import_original(folder)


@pytest.fixture
def refused() -> Callable[..., str]:
    """Returns the message of the `ValueError` that a call raises."""

    def text(action: Callable[..., object], *arguments: object, **options: object) -> str:
        with pytest.raises(ValueError) as caught:
            action(*arguments, **options)
        return str(caught.value)

    return text


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Two files of 1000 pocket cubes in five row groups each."""
    pq = pytest.importorskip("pyarrow.parquet")
    from dask_helpers import cubes

    folder = tmp_path / "source"
    folder.mkdir()
    for number, name in enumerate(["a", "b"]):
        pq.write_table(cubes(1000, seed=number), folder / f"{name}.parquet", row_group_size=200)
    return folder


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Two workers in this process: quick to start."""
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0", memory_limit=0
    )
    with cluster, distributed.Client(cluster) as client:
        yield client
