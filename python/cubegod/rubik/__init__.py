"""Stands in for the packages `rubik-cube` and `ctf-rubik-cube`: change the import, and the script goes on working.

>>> from cubegod.rubik.cube import Cube
>>> from cubegod.rubik.solve import Solver
>>> cube = Cube("OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR")
>>> cube.sequence("L Ri U M Ui B Z")
>>> solver = Solver(cube)
>>> solver.solve()
>>> cube.is_solved(), len(solver.moves) < 100
(True, True)

What is the same: the names, the coordinates, the order of the pieces, the way sequences are shortened, and how the cube is held
when it is solved. What is better: solutions have less than half as many moves and come hundreds of times as fast, and what used to
fail with a bare ``AssertionError`` raises a ``ValueError`` that says why. Words that are no moves are refused, where any
method's name used to do.
"""

from __future__ import annotations

from . import cube, maths, optimize, solve
from .cube import random_cube

__all__ = ["cube", "maths", "optimize", "random_cube", "solve"]
