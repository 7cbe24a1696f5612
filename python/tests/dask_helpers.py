"""Helpers for the tests of `cubegod.distributed`: cubes in files, clusters, and the command."""

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

# The timeout of every wait, generous because the machine may be busy.
TIMEOUT = 240.0

# Few cubes have so short a solution, so each row uses its budget, and a run takes long enough to interrupt it.
SLOW_OPTIONS = ["--max-length", 15, "--budget", "50ms"]


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
    """Starts a scheduler and workers in separate processes on this machine; yields the address, the scheduler and the workers."""
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
            # A process that is stopped ignores other signals.
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
        # Limits the size of files in kilobytes, which has the effect of a full disk.
        words = ["bash", "-c", 'ulimit -f "$0" && exec "$@"', str(limit), *words]
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT)


def on_terminal(*arguments: object) -> subprocess.Popen[str]:
    """Starts the command as a shell does: in its own process group, which receives Ctrl-C as a whole."""
    words = [sys.executable, "-m", "cubegod.distributed", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def has_output(folder: Path) -> bool:
    return any(folder.glob("*.parquet"))
