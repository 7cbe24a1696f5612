"""What the tests of `cubegod.distributed` have in common: cubes in files, clusters, and the command."""

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

# The longest that anything is waited for; on a busy machine, little says how long it takes.
TIMEOUT = 240.0

# Hardly any 3x3 has so short a solution, so that each row takes its time: nothing is over before it can be disturbed.
SLOWLY = ["--max-length", 15, "--budget", "50ms"]


def texts(size: str, count: int, seed: int = 1) -> list[str]:
    rows = cubegod.random_cubes(count, size, seed=seed)
    return ["".join("URFDLB"[color] for color in row) for row in rows]


def cubes(count: int, size: str = "2x2", seed: int = 1) -> pa.Table:
    return pa.table({"number": pa.array(range(count), pa.int64()), "cube": texts(size, count, seed)})


def read(folder: Path) -> pa.Table:
    """All rows, by the names of the files."""
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
        # It is there before all of it is written.
        wait_until(lambda: file.exists() and file.read_text().rstrip().endswith("}"))
        options = ["--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--local-directory", str(folder)]
        command = [*dask, "worker", "--scheduler-file", str(file), *host, *options]
        started += [subprocess.Popen(command, **quiet) for _ in range(workers)]
        yield str(json.loads(file.read_text())["address"]), scheduler, started[1:]
    finally:
        for process in started:
            # One that was stopped could not die otherwise.
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
        # Files may not grow beyond so many kilobytes, which is as if the disk were full.
        words = ["bash", "-c", 'ulimit -f "$0" && exec "$@"', str(limit), *words]
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT)


def on_terminal(*arguments: object) -> subprocess.Popen[str]:
    """The command as a shell starts it: with a group of processes of its own, all of which hear of Ctrl-C."""
    words = [sys.executable, "-m", "cubegod.distributed", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def begun(folder: Path) -> bool:
    return any(folder.glob("*.parquet"))
