"""The plan of a run: rows in pieces, and pieces in units, each of which becomes one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from ._source import SourceFile

# The most rows of a unit, as a multiple of the rows that are solved together. A worker that dies loses its unit.
_MOST_TIMES = 16

# Units per thread of the cluster, so that all threads end at about the same time.
_UNITS_EACH = 4

# The fewest rows of a file, where rows are solved fast.
_FEW_ROWS = 4096


@dataclass(frozen=True)
class Piece:
    """Rows of a row group."""

    file: int
    row_group: int
    start: int
    rows: int


@dataclass(frozen=True)
class Unit:
    """The rows of one file, solved and written by one task."""

    name: str
    rows: int
    pieces: tuple[Piece, ...]


def bounds(rows: int, rows_at_once: int, slots: int) -> tuple[int, int]:
    """Returns the fewest and the most rows of a unit."""
    fair = -(-rows // (_UNITS_EACH * max(slots, 1)))
    least = min(rows_at_once, max(fair, _FEW_ROWS))
    return least, min(_MOST_TIMES * rows_at_once, max(fair, least))


def units(files: tuple[SourceFile, ...], least: int, most: int) -> list[Unit]:
    """Plans all rows of all files, each once and in order: small row groups together, huge ones in pieces.

    >>> file = SourceFile("cubes.parquet", 0, "", (10, 10, 250))
    >>> [(unit.name, unit.rows) for unit in units((file,), 20, 100)][:2]
    [('part-000000-cubes-0.parquet', 20), ('part-000001-cubes-2.parquet', 83)]
    """
    groups = list(_groups(files, least, most))
    width = max(6, len(str(len(groups))))
    if not groups:
        return [Unit(f"part-{0:0{width}}-empty.parquet", 0, ())]
    return [
        Unit(_name(files, number, width, pieces), sum(piece.rows for piece in pieces), tuple(pieces))
        for number, pieces in enumerate(groups)
    ]


def _groups(files: tuple[SourceFile, ...], least: int, most: int) -> Iterator[list[Piece]]:
    pieces: list[Piece] = []
    rows = 0
    for piece in _pieces(files, most):
        if pieces and rows + piece.rows > most:
            yield pieces
            pieces, rows = [], 0
        pieces.append(piece)
        rows += piece.rows
        if rows >= least:
            yield pieces
            pieces, rows = [], 0
    if pieces:
        yield pieces


def _pieces(files: tuple[SourceFile, ...], most: int) -> Iterator[Piece]:
    for number, file in enumerate(files):
        for row_group, rows in enumerate(file.row_groups):
            count = -(-rows // most)
            for part in range(count):
                start, end = part * rows // count, (part + 1) * rows // count
                yield Piece(number, row_group, start, end - start)


def _name(files: tuple[SourceFile, ...], number: int, width: int, pieces: list[Piece]) -> str:
    first = pieces[0]
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", PurePosixPath(files[first.file].path).stem)[:60]
    return f"part-{number:0{width}}-{stem}-{first.row_group}.parquet"
