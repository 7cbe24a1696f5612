"""Solves a cube layer by layer, and leaves it solved."""

from __future__ import annotations

from functools import cached_property

from .cube import Cube, Piece

DEBUG = False


class Solver:
    """Solves the cube it is given.

    >>> from cubegod.rubik.cube import Cube
    >>> cube = Cube("OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR")
    >>> cube.sequence("R U Ri")
    >>> before = Cube(cube)
    >>> solver = Solver(cube)
    >>> solver.solve()
    >>> before.sequence(" ".join(solver.moves))
    >>> cube.is_solved(), before == cube
    (True, True)
    """

    def __init__(self, c: Cube) -> None:
        self.cube = c
        self.colors = c.colors()
        self.moves: list[str] = []
        self._start = c.flat_str()

    # The centres that were there in the beginning, wherever they are now; looked for when somebody wants to know.

    @cached_property
    def left_piece(self) -> Piece | None:
        """The centre that was at the left."""
        return self.cube.find_piece(Cube(self._start).left_color())

    @cached_property
    def right_piece(self) -> Piece | None:
        """The centre that was at the right."""
        return self.cube.find_piece(Cube(self._start).right_color())

    @cached_property
    def up_piece(self) -> Piece | None:
        """The centre that was above."""
        return self.cube.find_piece(Cube(self._start).up_color())

    @cached_property
    def down_piece(self) -> Piece | None:
        """The centre that was below."""
        return self.cube.find_piece(Cube(self._start).down_color())

    def solve(self) -> None:
        """Solves the cube; the moves are in :attr:`moves` then.

        A cube that can't be solved raises a :class:`cubegod.CubeError`, which is a ``ValueError``, with everything that is wrong.
        """
        self.moves += self.cube._solve()

    def move(self, move_str: str) -> None:
        """Makes moves on the cube and writes them down."""
        self.cube.sequence(move_str)
        self.moves += move_str.split()

    def imove(self, move_str: str) -> None:
        """Makes moves on the cube and writes them down before all others."""
        self.cube.sequence(move_str)
        self.moves.insert(0, move_str)

    def reverse(self) -> None:
        """Makes the moves of :attr:`moves` from the last to the first, each as it is.

        To take them back, use :meth:`Cube.inverse_sequence`.
        """
        self.cube.sequence(" ".join(reversed(self.moves)))
