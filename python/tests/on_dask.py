"""Helpers of the tests of `cubegod.distributed`: cubes in files, clusters, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import cubegod

# The time limit of every wait: a guard against hangs, generous for busy machines.
TIMEOUT = 240.0

# Few 3x3 have so short a solution, so each row takes long, and the run does not end before the test disturbs it.
SLOWLY = ["--max-length", 15, "--budget", "50ms"]


def texts(size: str, count: int, seed: int = 1) -> list[str]:
    rows = cubegod.random_cubes(count, size, seed=seed)
    return ["".join("URFDLB"[color] for color in row) for row in rows]


def cubes(count: int, size: str = "2x2", seed: int = 1) -> pa.Table:
    return pa.table({"number": pa.array(range(count), pa.int64()), "cube": texts(size, count, seed)})


def read(folder: Path) -> pa.Table:
    """Returns all rows, sorted by the names of the files."""
    return pa.concat_tables(pq.read_table(file) for file in sorted(folder.glob("*.parquet")))


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def manifest(folder: Path) -> Any:
    return json.loads((folder / "_cubegod.json").read_text())


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, subprocess.Popen[bytes], list[subprocess.Popen[bytes]]]]:
    """A scheduler and workers in processes of their own, on this machine alone: its address, itself, and the workers."""
    dask = [sys.executable, "-m", "dask"]
    file = folder / "scheduler.json"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    host = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]
    scheduler = subprocess.Popen([*dask, "scheduler", *host, "--port", "0", "--scheduler-file", str(file)], **quiet)
    started = [scheduler]
    try:
        # The file exists before it is complete.
        wait_until(lambda: file.exists() and file.read_text().rstrip().endswith("}"))
        options = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--local-directory", str(folder)]
        command = [*dask, "worker", "--scheduler-file", str(file), *host, *options]
        started += [subprocess.Popen(command, **quiet) for _ in range(workers)]
        yield str(json.loads(file.read_text())["address"]), scheduler, started[1:]
    finally:
        for process in started:
            # A stopped process does not end otherwise.
            process.kill()
            process.wait()


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not is_so():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def command(*arguments: object, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "cubegod.distributed", *map(str, arguments)]
    if limit is not None:
        # A limit on the size of files, in kilobytes, acts like a full disk.
        words = ["bash", "-c", 'ulimit -f "$0" && exec "$@"', str(limit), *words]
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT)


def on_terminal(*arguments: object) -> subprocess.Popen[str]:
    """Starts the command as a shell does: in a process group of its own, all of which receives Ctrl-C."""
    words = [sys.executable, "-m", "cubegod.distributed", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def begun(folder: Path) -> bool:
    return any(folder.glob("*.parquet"))
