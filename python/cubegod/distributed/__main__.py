"""`python -m cubegod.distributed SRC… DST`: the command line of :func:`cubegod.distributed.solve_parquet`."""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .. import _cubegod
from ..arrow import Options, _options
from . import Summary, UnfinishedError, _client, solve_parquet
from ._errors import FilesError
from ._messages import counted

if TYPE_CHECKING:
    from distributed import Client

_ANSWERED, _SOME_BAD, _USAGE, _INTERRUPTED = 0, 1, 2, 130


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m cubegod.distributed",
        description="Solves a column of Parquet files into a folder of Parquet files, on a Dask cluster.",
        epilog="The same command completes an unfinished run. Exit status: 0 all rows are solved, 1 some have an "
        "error or the run is not finished (files cannot be read, or were changed), 2 usage error.",
    )
    parser.add_argument("src", metavar="SRC", nargs="+", help="a Parquet file, a folder or a pattern, on any file system that fsspec supports")
    parser.add_argument("dst", metavar="DST", help="the folder to write: a new one, or one of an unfinished run")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a running cluster, such as tcp://10.0.0.1:8786 (default: this machine)")
    parser.add_argument("--scheduler-file", metavar="FILE", help="the file with the address of a running scheduler")
    parser.add_argument("--workers", metavar="N", type=int, help="the number of processes on this machine, each with its own tables (default: 1)")
    parser.add_argument("--column", default="cube", help="the column with the cubes (default: cube)")
    parser.add_argument("--method", default="fast", choices=["fast", "optimal", "layers", "cfop", "three-step"])
    parser.add_argument("--max-length", metavar="N", type=int, help="stop at the first 3x3 solution this short (default: 21)")
    parser.add_argument("--budget", metavar="TIME", type=_seconds, help="search for shorter 3x3 solutions for this long: 10ms, 1.5s, 2m or seconds")
    parser.add_argument("--nodes", metavar="N", type=int, help="search this many nodes for each 3x3 instead of for some time")
    parser.add_argument("--metric", default="htm", help="what counts as a move: htm, qtm, stm or etm")
    parser.add_argument("--exact", action="store_true", help="end white up and green in front (2x2)")
    parser.add_argument("--target", metavar="CUBE", help="end as this cube instead of a solved one")
    parser.add_argument("--faces", metavar="FACES", help="turn only these faces, such as URF")
    parser.add_argument("--any", action="store_true", help="if several cubes fit the known stickers of a row, solve any of them")
    parser.add_argument("--from", dest="format", metavar="LAYOUT", help="the layout of all cubes")
    parser.add_argument("--puzzle", metavar="SIZE", help="the size of all cubes: 2x2 or 3x3")
    parser.add_argument("--tables", default="auto", choices=["auto", "small", "large"], help="tables of the 3x3 (auto: large)")
    parser.add_argument("--rows-per-file", metavar="N", type=int, help="the most rows of each file")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.add_argument("--quiet", "-q", action="store_true", help="print only warnings and errors to standard error")
    return parser.parse_args(given)


def _seconds(text: str) -> float:
    """Parses a time as the command line of cubegod does."""
    try:
        return _cubegod.read_seconds(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def main(given: Sequence[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    arguments = _arguments(given)
    with warnings.catch_warnings():
        # Warnings without a line of code.
        warnings.showwarning = _warn
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    try:
        with _connected(arguments) as client:
            if not arguments.quiet and client.dashboard_link:
                print(f"dashboard: {client.dashboard_link}", file=sys.stderr)
            summary = solve_parquet(
                arguments.src,
                arguments.dst,
                client,
                **_options(vars(arguments)),
                rows_per_file=arguments.rows_per_file,
                # Dask's bar goes to standard output, which is for JSON alone.
                progress=sys.stdout.isatty() and not arguments.quiet and not arguments.json,
            )
    except (UnfinishedError, FilesError, OSError, ImportError) as error:
        return _print_error(_with_options(str(error)), _SOME_BAD)
    except ValueError as error:
        return _print_error(_with_options(str(error)), _USAGE)
    except KeyboardInterrupt:
        return _print_error("stopped; the same command continues the run", _INTERRUPTED)
    if arguments.json:
        print(json.dumps(asdict(summary)))
    else:
        print(_described(summary, arguments.dst))
    return _SOME_BAD if summary.errors else _ANSWERED


def _connected(arguments: argparse.Namespace) -> AbstractContextManager[Client]:
    if arguments.scheduler is not None and arguments.scheduler_file is not None:
        raise ValueError("--scheduler and --scheduler-file exclude each other; leave one of them out")
    is_remote = arguments.scheduler is not None or arguments.scheduler_file is not None
    if is_remote and arguments.workers is not None:
        raise ValueError("--workers is for a cluster on this machine; leave it out with a scheduler")
    if arguments.workers is not None and arguments.workers < 1:
        raise ValueError(f"{arguments.workers} workers; expected 1 or more")
    if arguments.scheduler_file is not None:
        return _client.client_at(scheduler_file=arguments.scheduler_file)
    if arguments.scheduler is not None:
        return _client.client_at(address=arguments.scheduler)
    return _client.local_client(arguments.workers) if arguments.workers else _client.default_client()


_NAMES = "|".join([*Options.__annotations__, "rows_per_file"])


def _with_options(message: str) -> str:
    """Writes keyword arguments in a message as options of this command: ``max_length=20`` as ``--max-length 20``."""

    def option(found: re.Match[str]) -> str:
        name = "from" if found[1] == "format" else found[1].replace("_", "-")
        value = "" if found[2] == "True" else found[2].strip("\"'")
        return f"--{name} {value}".rstrip()

    return re.sub(rf"\b({_NAMES})=(\"[^\"]*\"|'[^']*'|[^\s;,]*)", option, message)


def _print_error(message: str, code: int) -> int:
    print(f"error: {message}", file=sys.stderr)
    return code


def _warn(message: Warning | str, *_: Any, **__: Any) -> None:
    print(f"warning: {message}", file=sys.stderr)


def _described(summary: Summary, folder: str) -> str:
    before = f", {counted(summary.files_before, 'file')} there already" if summary.files_before else ""
    have = "has" if summary.errors == 1 else "have"
    bad = f"; {counted(summary.errors, 'row')} {have} an error" if summary.errors else ""
    return f"{counted(summary.rows, 'row')} in `{folder}`{before}, {summary.seconds:.1f} s{bad}"


if __name__ == "__main__":
    sys.exit(main())
