"""Measures rows per second from Parquet to Parquet: the command line on one and two threads, and one and two Dask workers of one
thread.

Every round measures all of them in turn, so that a busy moment of the machine affects all equally; the medians of the rounds are
printed. The cluster starts, and the tables are built and loaded, before the clock runs: a start costs the same for any number of
rows.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from distributed import Client, LocalCluster

import cubegod
from cubegod.distributed import solve_parquet

# The most overhead of Dask at a million 3x3 rows.
MAX_OVERHEAD = 0.15


def write_source(path: Path, size: str, rows: int) -> None:
    stickers = cubegod.random_cubes(rows, size, seed=1)
    letters = stickers.choose([*b"URFDLB"]).astype("uint8")
    texts = pa.array([row.tobytes() for row in letters], pa.binary()).cast(pa.string())
    pq.write_table(pa.table({"number": pa.array(range(rows)), "cube": texts}), path, row_group_size=65_536)


def run_command(binary: str, source: Path, folder: Path, threads: int) -> None:
    files = [str(source), str(folder / "out.parquet")]
    subprocess.run([binary, "batch", "--quiet", "--threads", str(threads), *files], check=True)


def run_on_cluster(client: Any, source: Path, folder: Path) -> None:
    summary = solve_parquet(source, folder / "out", client)
    assert summary.errors == 0 and summary.files_before == 0, summary


def seconds(work: Callable[[Path], None]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        work(Path(folder))
        return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, help="a release build of the command line")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    cubegod.build_tables()
    local = {"threads_per_worker": 1, "memory_limit": 0, "dashboard_address": "127.0.0.1:0"}
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalCluster(n_workers=1, **local) as one,
        LocalCluster(n_workers=2, **local) as two,
        Client(one) as first,
        Client(two) as second,
    ):
        print("| what | one thread | one worker | overhead | two threads | two workers | overhead |\n|---|---|---|---|---|---|---|")
        for size in ("2x2", "3x3"):
            few, source = Path(folder) / f"few{size}.parquet", Path(folder) / f"{size}.parquet"
            write_source(few, size, 1000)
            write_source(source, size, arguments.rows)
            # This loads the tables, and the file into the page cache.
            for client in (first, second):
                seconds(lambda out, client=client: run_on_cluster(client, few, out))  # type: ignore[misc]
            contestants: list[Callable[[Path], None]] = [
                lambda out: run_command(arguments.binary, source, out, 1),
                lambda out: run_on_cluster(first, source, out),
                lambda out: run_command(arguments.binary, source, out, 2),
                lambda out: run_on_cluster(second, source, out),
            ]
            rounds = [[seconds(contestant) for contestant in contestants] for _ in range(arguments.rounds)]
            times = [statistics.median(column) for column in zip(*rounds, strict=True)]
            rates = [f"{arguments.rows / took:,.0f}" for took in times]
            overheads = [f"{times[dask] / times[alone] - 1:+.0%}" for alone, dask in ((0, 1), (2, 3))]
            print(f"| {size} | {rates[0]} | {rates[1]} | {overheads[0]} | {rates[2]} | {rates[3]} | {overheads[1]} |")
    print(f"accepted: {MAX_OVERHEAD:.0%} at a million rows of the 3x3")


if __name__ == "__main__":
    main()
