"""`python -m cubegod.distributed SRC… DST`: the command line of :func:`cubegod.distributed.solve_parquet`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import TYPE_CHECKING

from . import Summary, UnfinishedError, _cluster, solve_parquet

if TYPE_CHECKING:
    from distributed import Client

_ANSWERED, _SOME_BAD, _USAGE, _INTERRUPTED = 0, 1, 2, 130


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m cubegod.distributed",
        description="Solves a column of Parquet files into a folder of Parquet files, on a Dask cluster.",
        epilog="The same command completes what an earlier one left. Exit status: 0 all rows are solved, 1 some have an "
        "error or the run is not finished, 2 the command was not understood.",
    )
    parser.add_argument("src", metavar="SRC", nargs="+", help="a Parquet file, a folder or a pattern, wherever fsspec can read")
    parser.add_argument("dst", metavar="DST", help="the folder to be written: new, or left by an earlier run")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a running cluster, such as tcp://10.0.0.1:8786; else this machine's cores")
    parser.add_argument("--scheduler-file", metavar="FILE", help="where a running scheduler has written its address")
    parser.add_argument("--workers", metavar="N", type=int, help="how many processes, on this machine")
    parser.add_argument("--column", default="cube", help="which column has the cubes (default: cube)")
    parser.add_argument("--method", default="fast", choices=["fast", "optimal", "layers", "cfop", "three-step"])
    parser.add_argument("--max-length", metavar="N", type=int, help="a 3x3 solution this short will do (default: 21)")
    parser.add_argument("--budget", metavar="SECONDS", type=float, help="look for shorter 3x3 solutions so long")
    parser.add_argument("--metric", default="htm", help="what counts as a move: htm, qtm, stm or etm")
    parser.add_argument("--exact", action="store_true", help="end white up and green in front (2x2)")
    parser.add_argument("--from", dest="format", metavar="LAYOUT", help="the layout of all cubes")
    parser.add_argument("--puzzle", metavar="SIZE", help="the size of all cubes: 2x2 or 3x3")
    parser.add_argument("--tables", default="auto", choices=["auto", "small", "large"], help="those of the 3x3 (auto: large)")
    parser.add_argument("--rows-per-file", metavar="N", type=int, help="so many rows at most in each file")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    parser.add_argument("--quiet", "-q", action="store_true", help="nothing on standard error but errors")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """What a shell runs."""
    arguments = _arguments(given)
    try:
        with _client(arguments) as client:
            if not arguments.quiet and client.dashboard_link:
                print(f"dashboard: {client.dashboard_link}", file=sys.stderr)
            summary = solve_parquet(
                arguments.src,
                arguments.dst,
                client,
                column=arguments.column,
                method=arguments.method,
                max_length=arguments.max_length,
                budget=arguments.budget,
                metric=arguments.metric,
                exact=arguments.exact,
                format=arguments.format,
                puzzle=arguments.puzzle,
                tables=arguments.tables,
                rows_per_file=arguments.rows_per_file,
                progress=sys.stdout.isatty() and not arguments.quiet,
            )
    except (ValueError, ImportError) as error:
        return _complain(str(error), _USAGE)
    except (UnfinishedError, OSError) as error:
        return _complain(str(error), _SOME_BAD)
    except KeyboardInterrupt:
        return _complain("stopped; the same command goes on from there", _INTERRUPTED)
    if arguments.json:
        print(json.dumps(asdict(summary)))
    else:
        print(_told(summary, arguments.dst))
    return _SOME_BAD if summary.errors else _ANSWERED


def _client(arguments: argparse.Namespace) -> AbstractContextManager[Client]:
    if arguments.scheduler and arguments.scheduler_file:
        raise ValueError("--scheduler and --scheduler-file are two ways to say the same; leave one of them out")
    is_remote = arguments.scheduler or arguments.scheduler_file
    if is_remote and arguments.workers is not None:
        raise ValueError("--workers is for this machine; leave it out with a scheduler")
    if arguments.workers is not None and arguments.workers < 1:
        raise ValueError(f"{arguments.workers} workers; expected 1 or more")
    if arguments.scheduler_file:
        return _cluster.client_at(scheduler_file=arguments.scheduler_file)
    if arguments.scheduler:
        return _cluster.client_at(address=arguments.scheduler)
    return _cluster.local_client(arguments.workers) if arguments.workers else _cluster.usual_client()


def _complain(message: str, code: int) -> int:
    print(f"error: {message}", file=sys.stderr)
    return code


def _told(summary: Summary, folder: str) -> str:
    before = f", {summary.files_before} files there already" if summary.files_before else ""
    bad = {0: "", 1: "; 1 row has an error"}.get(summary.errors, f"; {summary.errors} rows have an error")
    rows = f"{summary.rows} row{'' if summary.rows == 1 else 's'}"
    return f"{rows} in `{folder}`{before}, {summary.seconds:.1f} s{bad}"


if __name__ == "__main__":
    sys.exit(main())
