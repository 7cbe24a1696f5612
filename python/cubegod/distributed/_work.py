"""What a worker does: one unit, from rows of the source to one file of the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from .. import __version__
from ..arrow import Options, _with_new_columns, solve_batch
from ._plan import Piece, Unit
from ._source import Source, SourceFile, in_one_line
from ._target import Target


@dataclass(frozen=True)
class Job:
    """What all units have in common."""

    version: str
    source: Source
    target: Target
    options: Options
    threads: int


@dataclass(frozen=True)
class Outcome:
    """What came of a unit: counts, never rows."""

    rows: int = 0
    errors: int = 0
    was_there: bool = False
    failure: str | None = None
    side: Literal["source", "target", "worker"] = "source"
    """Whose fault a failure is."""


class _SourceFailure(Exception):
    pass


def solve_unit(unit: Unit, job: Job) -> Outcome:
    """Solves a unit and writes its file, unless it is there."""
    if job.version != __version__:
        return Outcome(failure=f"a worker has cubegod {__version__} instead of {job.version}", side="worker")
    errors = job.target.errors_of_finished(unit.name, unit.rows)
    if errors is not None:
        return Outcome(unit.rows, errors, was_there=True)
    try:
        solved = [_solve(job, piece) for piece in unit.pieces]
    except _SourceFailure as failure:
        return Outcome(failure=str(failure))
    table = pa.concat_tables(solved) if solved else _with_new_columns(pa, job.source.schema).empty_table()
    errors = table.num_rows - table["error"].null_count
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, row_group_size=max(unit.rows, 1))
    try:
        job.target.put(unit.name, sink.getvalue())
    except OSError as error:
        # Another worker may have been given the same unit, and have ended before this one.
        if job.target.errors_of_finished(unit.name, unit.rows) is None:
            path = job.target.path(unit.name)
            return Outcome(failure=f"`{path}` can't be written: {in_one_line(error)}", side="target")
    return Outcome(unit.rows, errors)


def _solve(job: Job, piece: Piece) -> Any:
    file = job.source.files[piece.file]
    place = f"`{file.path}`, row group {piece.row_group}"
    try:
        table = _read(job.source.fs, file, piece, place)
    except (OSError, pa.ArrowException) as error:
        if isinstance(error, OSError) and error.errno is not None:
            # Of the system, or of a network: Dask tries it again.
            raise OSError(error.errno, f"{place}: {in_one_line(error)}") from error
        raise _SourceFailure(f"{place}: can't be read: {in_one_line(error)}") from error
    try:
        return solve_batch(table, threads=job.threads, **job.options)  # type: ignore[arg-type]
    except ValueError as error:
        row = _broken_row(table, job.options["column"])
        where = place if row is None else f"{place}, row {piece.start + row}"
        raise _SourceFailure(f"{where}: {in_one_line(error)}") from error


def _read(fs: Any, file: SourceFile, piece: Piece, place: str) -> Any:
    with fs.open(file.path, "rb") as opened:
        parquet = pq.ParquetFile(opened, pre_buffer=True, page_checksum_verification=True)
        metadata = parquet.metadata
        rows = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
        if tuple(rows) != file.row_groups:
            raise _SourceFailure(f"{place}: the file was changed while it was solved")
        table = parquet.read_row_group(piece.row_group, use_threads=False)
    return table.slice(piece.start, piece.rows)


def _broken_row(table: Any, column: str) -> int | None:
    """The first row whose text is none."""
    for number, value in enumerate(table[column]):
        try:
            value.as_py()
        except UnicodeDecodeError:
            return number
    return None
