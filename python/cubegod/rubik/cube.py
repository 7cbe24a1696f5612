"""A 3x3 whose stickers carry any characters and any data.

x points to the right, y up, z to the front; each small cube, a :class:`Piece`, is at a :class:`~cubegod.rubik.maths.Point` of
-1, 0 and 1.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import _cubegod
from .._cubegod import RubikState
from .maths import Matrix, Point

RIGHT = X_AXIS = Point(1, 0, 0)
LEFT = Point(-1, 0, 0)
UP = Y_AXIS = Point(0, 1, 0)
DOWN = Point(0, -1, 0)
FRONT = Z_AXIS = Point(0, 0, 1)
BACK = Point(0, 0, -1)

FACE = "face"
EDGE = "edge"
CORNER = "corner"


def _quarter(*images: Point) -> Matrix:
    """Returns the matrix that maps the three axes to these images."""
    return Matrix(number for row in zip(*images) for number in row)


# Quarter turns, seen from the positive end of their axis.
ROT_XY_CW = _quarter(DOWN, RIGHT, FRONT)
ROT_XY_CC = _quarter(UP, LEFT, FRONT)
ROT_XZ_CW = _quarter(FRONT, UP, LEFT)
ROT_XZ_CC = _quarter(BACK, UP, RIGHT)
ROT_YZ_CW = _quarter(RIGHT, BACK, UP)
ROT_YZ_CC = _quarter(RIGHT, FRONT, DOWN)

_SIDES = {"R": RIGHT, "L": LEFT, "U": UP, "D": DOWN, "F": FRONT, "B": BACK}


def get_rot_from_face(face: Point) -> tuple[str, str] | None:
    """Returns the names of the two quarter turns of a face, clockwise first; None for any other point.

    >>> get_rot_from_face(LEFT)
    ('L', 'Li')
    """
    for letter, normal in _SIDES.items():
        if normal == face:
            return letter, letter + "i"
    return None


def _net_places() -> dict[tuple[int, int, int], dict[int, int]]:
    """Returns for each piece and each axis the index of its sticker in a net string."""
    # The start of a face in the net string and the distance of its rows; then its normal, right and down directions.
    faces = [
        (0, 3, UP, RIGHT, FRONT),
        (9, 12, LEFT, FRONT, DOWN),
        (12, 12, FRONT, RIGHT, DOWN),
        (15, 12, RIGHT, BACK, DOWN),
        (18, 12, BACK, LEFT, DOWN),
        (45, 3, DOWN, RIGHT, BACK),
    ]
    places: dict[tuple[int, int, int], dict[int, int]] = {}
    for start, stride, normal, rightward, downward in faces:
        axis = next(axis for axis in range(3) if normal[axis] != 0)
        for row in range(3):
            for column in range(3):
                at = normal + rightward * (column - 1) + downward * (row - 1)
                places.setdefault((at.x, at.y, at.z), {})[axis] = start + row * stride + column
    return places


_PLACES = _net_places()



def _home(at: Point) -> tuple[int, ...]:
    """Returns the identity of a piece: the indices of its stickers in the initial net string."""
    return tuple(sorted(_PLACES[at.x, at.y, at.z].values()))


# The order in which pieces are listed: right before left, up before down, front before back.
_FACES = [_home(side) for side in (RIGHT, LEFT, UP, DOWN, FRONT, BACK)]
_EDGES = [_home(a + b) for a in (RIGHT, LEFT) for b in (UP, DOWN, FRONT, BACK)]
_EDGES += [_home(a + b) for a in (UP, DOWN) for b in (FRONT, BACK)]
_CORNERS = [_home(a + b + c) for a in (RIGHT, LEFT) for b in (UP, DOWN) for c in (FRONT, BACK)]

_NO_BLANKS = str.maketrans("", "", string.whitespace)

_TYPES = {2: FACE, 1: EDGE, 0: CORNER}


class _Shown(list[Any]):
    """The current colours or data of a cube's piece, read-only: writing would not change the cube."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise ValueError("a piece of a cube is read-only; turn the cube, or create a Cube of other stickers")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = pop = remove = clear = sort = reverse = _refuse


class Piece:
    """A piece: its position, and its colours and data along each axis.

    A piece of a :class:`Cube` follows the turns of the cube:

    >>> cube = Cube("OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR")
    >>> piece = cube.find_piece("W", "O")
    >>> piece.pos, piece.colors
    (Point(0, 1, 1), [None, 'O', 'W'])
    >>> cube.U()
    >>> piece.pos, piece.colors
    (Point(-1, 1, 0), ['W', 'O', None])
    """

    def __init__(self, pos: Iterable[int], colors: Sequence[Any], datas: Sequence[Any] | None = None) -> None:
        at = list(pos)
        if len(at) != 3 or not all(type(number) is int and number in (-1, 0, 1) for number in at):
            raise ValueError(f"a piece is at three numbers of -1, 0 and 1, not at {tuple(at)}")
        datas = ["X", "X", "X"] if datas is None else list(datas)
        for what, values in (("colours", colors), ("data", datas)):
            if len(values) != 3:
                raise ValueError(f"a piece has {what} for three axes (None where there is no sticker), not {len(values)}")
        missing = list(colors).count(None)
        if missing not in _TYPES:
            raise ValueError(f"a piece has one, two or three stickers; given colours {list(colors)}")
        self.type: str = _TYPES[missing]
        self._pos = Point(at)
        self._colors = list(colors)
        self._datas = datas
        self._cube: Cube | None = None
        self._home: tuple[int, ...] = ()

    @classmethod
    def _of(cls, cube: Cube, home: tuple[int, ...], kind: str) -> Piece:
        """Creates the piece of a cube with this identity."""
        piece = cls.__new__(cls)
        piece._cube = cube
        piece._home = home
        piece.type = kind
        return piece

    @property
    def pos(self) -> Point:
        """The position."""
        if self._cube is None:
            return self._pos
        return Point(self._cube._piece_at(self._home)[0])

    @pos.setter
    def pos(self, pos: Iterable[int]) -> None:
        if self._cube is not None:
            raise ValueError("the position of a piece of a cube is read-only; turn the cube, or create a separate Piece")
        self._pos = Point(pos)

    @property
    def colors(self) -> list[Any]:
        """The colours along x, y and z; None where there is no sticker."""
        return self._colors if self._cube is None else self._shown(self._cube._colors)

    @property
    def datas(self) -> list[Any]:
        """The data along x, y and z; None where there is no sticker."""
        return self._datas if self._cube is None else self._shown(self._cube._datas)

    data = datas

    def _shown(self, values: Sequence[Any]) -> list[Any]:
        assert self._cube is not None
        places = self._cube._piece_at(self._home)[1]
        return _Shown(None if place is None else values[place] for place in places)

    def rotate(self, matrix: Matrix) -> None:
        """Rotates a piece that belongs to no cube."""
        if self._cube is not None:
            raise ValueError("a piece of a cube does not turn alone; turn a layer of the cube, or create a separate Piece")
        self._pos = matrix * self._pos
        # A sticker moves to the axis to which the matrix maps its own.
        came_from = [next(axis for axis in range(3) if row[axis] != 0) for row in matrix.rows()]
        self._colors[:] = [self._colors[axis] for axis in came_from]
        self._datas[:] = [self._datas[axis] for axis in came_from]

    def __str__(self) -> str:
        shown = "".join(str(color) for color in self.colors if color is not None)
        return f"({self.type}, {shown}, {self.pos}) - {self.datas}"


class Cube:
    """A cube from a net string of any characters, or from another cube, with optional data for its 54 stickers.

    >>> cube = Cube("OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR")
    >>> cube.sequence("R U Ri Ui")
    >>> print(cube)
        OOY
        OOW
        OOW
    BYY WWR GGO BGG
    YYY WWO BGG BBB
    YYY WWW OGG BBB
        RRG
        RRR
        RRR
    >>> cube.sequence("R2")
    Traceback (most recent call last):
    ...
    ValueError: unknown move `R2`, number 1 in the sequence; expected one of L Li R Ri U Ui D Di F Fi B Bi M Mi E Ei S Si X Xi
    Y Yi Z Zi
    """

    _state: RubikState
    _colors: str
    _datas: Sequence[Any]
    data_list: Sequence[Any]

    # Not hashable, like the original: cubes are mutable.
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, cube_str: Cube | Iterable[str], data_list: Sequence[Any] | None = None) -> None:
        self._make: Callable[[Iterable[Piece]], Any] = tuple
        if isinstance(cube_str, Cube):
            self._state = cube_str._state.copy()
            self._colors = cube_str._colors
            self._datas = cube_str._datas
            self._make = list
        else:
            self._colors = "".join(cube_str).translate(_NO_BLANKS)
            self._state = RubikState(self._colors)
            if data_list is not None and len(data_list) != 54:
                raise ValueError(f"{len(data_list)} pieces of data; expected one for each of the 54 stickers")
            self.data_list = [None] * 54 if data_list is None else data_list
            self._datas = list(self.data_list)
        self._pieces: tuple[list[Piece], list[Piece], list[Piece]] | None = None
        self._positions: dict[tuple[int, ...], tuple[tuple[int, int, int], list[int | None]]] | None = None

    # Pieces are created on first use: turning and solving need none.

    def _all_pieces(self) -> tuple[list[Piece], list[Piece], list[Piece]]:
        if self._pieces is None:
            kinds = ((FACE, _FACES), (EDGE, _EDGES), (CORNER, _CORNERS))
            faces, edges, corners = ([Piece._of(self, home, kind) for home in homes] for kind, homes in kinds)
            self._pieces = (faces, edges, corners)
        return self._pieces

    def _piece_at(self, home: tuple[int, ...]) -> tuple[tuple[int, int, int], list[int | None]]:
        """Returns the position of a piece and, for each axis, the initial index of its sticker."""
        if self._positions is None:
            order = self._state.order()
            self._positions = {}
            for at, places in _PLACES.items():
                along = [order[places[axis]] if axis in places else None for axis in range(3)]
                self._positions[tuple(sorted(place for place in along if place is not None))] = (at, along)
        return self._positions[home]

    @property
    def faces(self) -> Any:
        """The six centres."""
        return self._make(self._all_pieces()[0])

    @property
    def edges(self) -> Any:
        """The twelve edges."""
        return self._make(self._all_pieces()[1])

    @property
    def corners(self) -> Any:
        """The eight corners."""
        return self._make(self._all_pieces()[2])

    @property
    def pieces(self) -> Any:
        """All 26 pieces: centres, edges, corners."""
        faces, edges, corners = self._all_pieces()
        return self._make(faces + edges + corners)

    def sequence(self, move_str: str) -> None:
        """Applies moves such as ``"L Ri U M Ui B"``, or none of them if one is unknown."""
        self._state.sequence(move_str)
        self._positions = None

    def inverse_sequence(self, move_str: str) -> None:
        """Undoes moves that were applied in this order."""
        self._state.sequence(move_str, True)
        self._positions = None

    def inverse_move_str(self, move_str: str) -> str:
        """Returns the name of the inverse move."""
        return move_str[:-1] if move_str.endswith("i") else move_str + "i"

    def _solve(self) -> list[str]:
        moves = self._state.solve()
        self._positions = None
        return moves

    # fmt: off
    def L(self) -> None: self.sequence("L")
    def Li(self) -> None: self.sequence("Li")
    def R(self) -> None: self.sequence("R")
    def Ri(self) -> None: self.sequence("Ri")
    def U(self) -> None: self.sequence("U")
    def Ui(self) -> None: self.sequence("Ui")
    def D(self) -> None: self.sequence("D")
    def Di(self) -> None: self.sequence("Di")
    def F(self) -> None: self.sequence("F")
    def Fi(self) -> None: self.sequence("Fi")
    def B(self) -> None: self.sequence("B")
    def Bi(self) -> None: self.sequence("Bi")
    def M(self) -> None: self.sequence("M")
    def Mi(self) -> None: self.sequence("Mi")
    def E(self) -> None: self.sequence("E")
    def Ei(self) -> None: self.sequence("Ei")
    def S(self) -> None: self.sequence("S")
    def Si(self) -> None: self.sequence("Si")
    def X(self) -> None: self.sequence("X")
    def Xi(self) -> None: self.sequence("Xi")
    def Y(self) -> None: self.sequence("Y")
    def Yi(self) -> None: self.sequence("Yi")
    def Z(self) -> None: self.sequence("Z")
    def Zi(self) -> None: self.sequence("Zi")
    # fmt: on

    def is_solved(self) -> bool:
        """Returns whether every face has one colour."""
        return self._state.is_solved()

    def find_piece(self, *colors: Any) -> Piece | None:
        """Returns the piece with exactly these colours in any order, or None."""
        if None in colors:
            return None
        for piece in self.pieces:
            shown = [color for color in piece.colors if color is not None]
            if len(shown) == len(colors) and all(color in shown for color in colors):
                return piece  # type: ignore[no-any-return]
        return None

    def get_piece(self, x: int, y: int, z: int) -> Piece | None:
        """Returns the piece at a point; also as ``cube[x, y, z]``."""
        place = Point(x, y, z)
        return next((piece for piece in self.pieces if piece.pos == place), None)

    def __getitem__(self, point: Iterable[int]) -> Piece | None:
        return self.get_piece(*point)

    def colors(self) -> set[str]:
        """Returns the set of colours."""
        return set(self._colors)

    def _centre(self, side: Point) -> str:
        places = _PLACES[side.x, side.y, side.z]
        return self._state.colors()[next(iter(places.values()))]

    def left_color(self) -> str:
        """Returns the colour of the left centre."""
        return self._centre(LEFT)

    def right_color(self) -> str:
        """Returns the colour of the right centre."""
        return self._centre(RIGHT)

    def up_color(self) -> str:
        """Returns the colour of the top centre."""
        return self._centre(UP)

    def down_color(self) -> str:
        """Returns the colour of the bottom centre."""
        return self._centre(DOWN)

    def front_color(self) -> str:
        """Returns the colour of the front centre."""
        return self._centre(FRONT)

    def back_color(self) -> str:
        """Returns the colour of the back centre."""
        return self._centre(BACK)

    def _color_list(self) -> list[str]:
        return list(self._state.colors())

    def _data_list(self) -> list[Any]:
        return [self._datas[place] for place in self._state.order()]

    def flat_str(self) -> str:
        """Returns the net string."""
        return self._state.colors()

    def str_data(self) -> str:
        """Returns the data as a net."""
        return _net(self._data_list())

    def _repr_svg_(self) -> str | None:
        try:
            return _cubegod.render_svg(_cubegod.Cube(self.flat_str(), format="net-string"))
        except ValueError:
            # Stickers that are not a legal cube are shown as text.
            return None

    def __str__(self) -> str:
        return _net(self._color_list())

    __repr__ = __str__

    def __copy__(self) -> Cube:
        # Without this, the copy would turn whenever this cube turns.
        copied = type(self).__new__(type(self))
        copied.__dict__.update(self.__dict__, _state=self._state.copy(), _pieces=None, _positions=None)
        return copied

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cube) and self.flat_str() == other.flat_str()


def _net(values: Sequence[Any]) -> str:
    """Formats 54 values as a net without trailing blanks."""
    shown = [str(value) for value in values]
    rows = ["    " + "".join(shown[start : start + 3]) for start in (0, 3, 6)]
    for start in (9, 21, 33):
        rows.append(" ".join("".join(shown[start + 3 * face : start + 3 * face + 3]) for face in range(4)))
    rows += ["    " + "".join(shown[start : start + 3]) for start in (45, 48, 51)]
    return "    " + "\n".join(rows).strip()


def random_cube(seed: int | None = None) -> Cube:
    """Returns a random cube; every state is equally likely.

    >>> random_cube(1) == random_cube(1)
    True
    """
    return Cube(_cubegod.Cube.random(seed=seed).to("net-string"))
