"""Shortens sequences of quarter turns by three plain rules."""

from __future__ import annotations

from collections.abc import Iterable

from .._cubegod import without_rotations, without_triples, without_undone


def optimize_moves(moves: Iterable[str]) -> list[str]:
    """The same in fewer moves; what is given stays as it is.

    >>> optimize_moves("Z U L D Zi R R R".split())
    ['L', 'D']
    """
    return without_undone(without_triples(without_rotations(list(moves))))


def apply_no_full_cube_rotation_optimization(moves: list[str]) -> None:
    """Drops turns of the whole cube that are taken back later, in place.

    >>> moves = "Z U L D Zi".split()
    >>> apply_no_full_cube_rotation_optimization(moves)
    >>> moves
    ['L', 'D', 'R']
    """
    moves[:] = without_rotations(moves)


def apply_repeat_three_optimization(moves: list[str]) -> None:
    """Writes three equal moves as one the other way round, in place.

    >>> moves = "R R R U".split()
    >>> apply_repeat_three_optimization(moves)
    >>> moves
    ['Ri', 'U']
    """
    moves[:] = without_triples(moves)


def apply_do_undo_optimization(moves: list[str]) -> None:
    """Drops moves that undo each other, in place.

    >>> moves = "R R Ri Ri U".split()
    >>> apply_do_undo_optimization(moves)
    >>> moves
    ['U']
    """
    moves[:] = without_undone(moves)
