"""A drop-in replacement for the packages `rubik-cube` and `ctf-rubik-cube`: change the import, and the script keeps working.

>>> from cubegod.rubik.cube import Cube
>>> from cubegod.rubik.solve import Solver
>>> cube = Cube("OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR")
>>> cube.sequence("L Ri U M Ui B Z")
>>> solver = Solver(cube)
>>> solver.solve()
>>> cube.is_solved(), len(solver.moves) < 100
(True, True)

The names, the coordinates, the order of the pieces, the rules that shorten sequences, and the orientation of the solved cube are
the same. Solutions have less than half as many moves and are computed hundreds of times as fast. Where the originals raise a bare
``AssertionError``, this package raises a ``ValueError`` with a reason. ``Cube.sequence`` rejects words that are not moves; the
originals call any method of that name.
"""

from __future__ import annotations

from . import cube, maths, optimize, solve
from .cube import random_cube

__all__ = ["cube", "maths", "optimize", "random_cube", "solve"]
