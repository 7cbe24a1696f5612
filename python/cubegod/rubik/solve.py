"""A solver that works layer by layer and leaves the cube solved."""

from __future__ import annotations

from functools import cached_property

from .._errors import CubeError
from .cube import Cube, Piece

DEBUG = False


class Solver:
    """Solves a cube in place.

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

    # The centres by their position at the start, wherever they are now; found on first use.

    @cached_property
    def left_piece(self) -> Piece | None:
        """The centre that started at the left."""
        return self.cube.find_piece(Cube(self._start).left_color())

    @cached_property
    def right_piece(self) -> Piece | None:
        """The centre that started at the right."""
        return self.cube.find_piece(Cube(self._start).right_color())

    @cached_property
    def up_piece(self) -> Piece | None:
        """The centre that started on top."""
        return self.cube.find_piece(Cube(self._start).up_color())

    @cached_property
    def down_piece(self) -> Piece | None:
        """The centre that started at the bottom."""
        return self.cube.find_piece(Cube(self._start).down_color())

    def solve(self) -> None:
        """Solves the cube and appends the moves to :attr:`moves`.

        A cube that cannot be solved raises a :class:`cubegod.CubeError`, which is a ``ValueError``. Its message begins as that of
        ``rubik-cube`` and then lists everything that is wrong.
        """
        try:
            self.moves += self.cube._solve()
        except CubeError as error:
            error.args = (f"Stuck in loop - unsolvable cube: {error}", *error.args[1:])
            raise

    def move(self, move_str: str) -> None:
        """Applies moves to the cube and appends them to :attr:`moves`."""
        self.cube.sequence(move_str)
        self.moves += move_str.split()

    def imove(self, move_str: str) -> None:
        """Applies moves to the cube and inserts them at the front of :attr:`moves`."""
        self.cube.sequence(move_str)
        self.moves.insert(0, move_str)

    def reverse(self) -> None:
        """Applies the moves of :attr:`moves` from the last to the first, without inverting them.

        To undo them, use :meth:`Cube.inverse_sequence`.
        """
        self.cube.sequence(" ".join(reversed(self.moves)))
