"""The task of a worker: one unit, from rows of the source to one file of the target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from socket import gethostname
from typing import Any, Literal

import distributed as _distributed
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from .. import __version__
from ..arrow import Options, _solve_table, _with_new_columns
from ._plan import Unit
from ._source import SourceFile
from ._target import Target
from ._messages import in_one_line

# Dask's type annotations are incomplete.
distributed: Any = _distributed


@dataclass(frozen=True)
class Job:
    """The properties that all units share."""

    version: str
    source: Any
    """The file system of the source."""
    schema: Any
    target: Target
    options: Options
    threads: int
    proof_table: str | None
    """The table of proofs that earlier units depend on."""


@dataclass(frozen=True)
class Rows:
    """Rows of a row group."""

    path: str
    row_group: int
    row_group_rows: int
    start: int
    rows: int


@dataclass(frozen=True)
class Task:
    """A unit with all that a worker needs; small, as there may be many of them."""

    name: str
    rows: int
    pieces: tuple[Rows, ...]

    @classmethod
    def of(cls, unit: Unit, files: Sequence[SourceFile]) -> Task:
        pieces = []
        for piece in unit.pieces:
            file = files[piece.file]
            pieces.append(Rows(file.path, piece.row_group, file.row_groups[piece.row_group], piece.start, piece.rows))
        return cls(unit.name, unit.rows, tuple(pieces))


@dataclass(frozen=True)
class UnitResult:
    """The result of a unit: counts, never rows."""

    rows: int = 0
    errors: int = 0
    was_there: bool = False
    proof_table: str | None = None
    """The table of proofs that the solutions depend on."""
    failure: str | None = None
    side: Literal["source", "target", "worker"] = "source"
    """Where the cause of a failure is."""
    missing: str | None = None
    """The file of the source that was not found."""
    worker: str = ""
    """The address of the worker that did not find it."""


# Added to errors that are typical for folders that are not shared.
SHARED = "every worker needs access to source and target under the given paths"


class _SourceFailure(Exception):
    def __init__(self, message: str, missing: str | None = None) -> None:
        super().__init__(message)
        self.missing = missing


def solve_unit(unit: Task, job: Job) -> UnitResult:
    """Solves a unit and writes its file, unless it is there."""
    if job.version != __version__:
        return UnitResult(failure=f"a worker has cubegod {__version__} instead of {job.version}", side="worker")
    errors = job.target.errors_of_finished(unit.name, unit.rows)
    if errors is not None:
        return UnitResult(unit.rows, errors, was_there=True)
    try:
        parts = [_solve(job, piece) for piece in unit.pieces]
    except _SourceFailure as failure:
        return UnitResult(failure=str(failure), missing=failure.missing, worker=_address())
    solved = [table for table, _ in parts]
    proof_table = next((name for _, name in parts if name is not None), None)
    difference = proof_table_difference(job.proof_table, proof_table)
    if difference is not None:
        return UnitResult(failure=f"`{unit.name}`: {difference}", side="worker")
    table = pa.concat_tables(solved) if solved else _with_new_columns(pa, job.schema).empty_table()
    errors = table.num_rows - table["error"].null_count
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, row_group_size=max(unit.rows, 1))
    try:
        job.target.put(unit.name, sink.getvalue())
    except OSError as error:
        # Another worker may have finished the same unit before.
        if job.target.errors_of_finished(unit.name, unit.rows) is None:
            message = f"`{job.target.path(unit.name)}` cannot be written: {in_one_line(error)}"
            if isinstance(error, FileNotFoundError):
                message += f"; {SHARED}"
            return UnitResult(failure=message, side="target")
    return UnitResult(unit.rows, errors, proof_table=proof_table)


def proof_table_difference(before: str | None, now: str | None) -> str | None:
    """Returns the difference of two tables of proofs."""
    if before is None or now is None or before == now:
        return None
    return f"the table of proofs was {before} and is now {now}; use the same table on every worker, or name another folder"


def _address() -> str:
    return str(distributed.get_worker().address)


def _solve(job: Job, piece: Rows) -> tuple[Any, str | None]:
    place = f"`{piece.path}`, row group {piece.row_group}"
    try:
        table = _read(job.source, piece, place)
    except FileNotFoundError as error:
        message = f"{place}: the file does not exist any more, or not on `{gethostname()}`; {SHARED}"
        raise _SourceFailure(message, missing=piece.path) from error
    except (OSError, pa.ArrowException) as error:
        if isinstance(error, OSError) and error.errno is not None:
            # An error of the system or of a network: Dask retries.
            raise OSError(error.errno, f"{place}: {in_one_line(error)}") from error
        raise _SourceFailure(f"{place}: cannot be read: {in_one_line(error)}") from error
    try:
        return _solve_table(table, job.options, job.threads)
    except ValueError as error:
        row = _broken_row(table, job.options["column"])
        where = place if row is None else f"{place}, row {piece.start + row}"
        raise _SourceFailure(f"{where}: {in_one_line(error)}") from error


def _read(fs: Any, piece: Rows, place: str) -> Any:
    with fs.open(piece.path, "rb") as opened:
        parquet = pq.ParquetFile(opened, pre_buffer=True, page_checksum_verification=True)
        metadata = parquet.metadata
        is_there = piece.row_group < metadata.num_row_groups
        if not is_there or metadata.row_group(piece.row_group).num_rows != piece.row_group_rows:
            raise _SourceFailure(f"{place}: the file was changed since the run began")
        table = parquet.read_row_group(piece.row_group, use_threads=False)
    return table.slice(piece.start, piece.rows)


def _broken_row(table: Any, column: str) -> int | None:
    """Returns the first row that is not valid text."""
    for number, value in enumerate(table[column]):
        try:
            value.as_py()
        except UnicodeDecodeError:
            return number
    return None
