"""Three rules that shorten sequences of quarter turns. Words that are not moves stay where they are."""

from __future__ import annotations

from collections.abc import Iterable

from .._cubegod import without_rotations, without_triples, without_undone


def optimize_moves(moves: Iterable[str]) -> list[str]:
    """Returns a shorter sequence with the same effect; the argument is not changed.

    >>> optimize_moves("Z U L D Zi R R R".split())
    ['L', 'D']
    """
    return without_undone(without_triples(without_rotations(list(moves))))


def apply_no_full_cube_rotation_optimization(moves: list[str]) -> None:
    """Drops rotations of the whole cube that are undone later, in place.

    >>> moves = "Z U L D Zi".split()
    >>> apply_no_full_cube_rotation_optimization(moves)
    >>> moves
    ['L', 'D', 'R']
    """
    moves[:] = without_rotations(moves)


def apply_repeat_three_optimization(moves: list[str]) -> None:
    """Replaces three equal moves in a row by the inverse move, in place.

    >>> moves = "R R R U".split()
    >>> apply_repeat_three_optimization(moves)
    >>> moves
    ['Ri', 'U']
    """
    moves[:] = without_triples(moves)


def apply_do_undo_optimization(moves: list[str]) -> None:
    """Drops adjacent moves that undo each other, in place.

    >>> moves = "R R Ri Ri U".split()
    >>> apply_do_undo_optimization(moves)
    >>> moves
    ['U']
    """
    moves[:] = without_undone(moves)
