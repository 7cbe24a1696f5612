"""Points and matrices in three dimensions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, overload

__all__ = ["Matrix", "Point"]


class Point:
    """A point or vector, from three numbers or an iterable of three.

    >>> Point(1, 0, 0) + Point((0, 1, 0))
    Point(1, 1, 0)
    >>> Point(1, 2, 3) == (1, 2, 3), Point(1, 0, 0).cross(Point(0, 1, 0))
    (True, Point(0, 0, 1))
    """

    # Not hashable: points are mutable.
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, x: Any, y: Any = None, z: Any = None) -> None:
        numbers = [x, y, z]
        if isinstance(x, Iterable):
            numbers = list(x)[:3]
        if len(numbers) < 3 or any(number is None for number in numbers):
            raise ValueError(f"a Point has three numbers, not {tuple(numbers)}")
        self.x: Any = numbers[0]
        self.y: Any = numbers[1]
        self.z: Any = numbers[2]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.x, self.y, self.z))

    def __getitem__(self, index: int) -> Any:
        if index not in (0, 1, 2):
            raise IndexError(f"a Point has the indices 0, 1 and 2, not {index}")
        return (self.x, self.y, self.z)[index]

    def __str__(self) -> str:
        return f"({self.x}, {self.y}, {self.z})"

    def __repr__(self) -> str:
        return f"Point{self}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Point, tuple, list)):
            return list(self) == list(other)[:3]
        return False

    def __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor: Any) -> Point:
        return Point(self.x * factor, self.y * factor, self.z * factor)

    def __iadd__(self, other: Point) -> Point:
        self.x, self.y, self.z = self + other
        return self

    def __isub__(self, other: Point) -> Point:
        self.x, self.y, self.z = self - other
        return self

    def dot(self, other: Point) -> Any:
        """Returns the scalar product."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other: Point) -> Point:
        """Returns the vector product."""
        (ax, ay, az), (bx, by, bz) = self, other
        return Point(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)

    def count(self, value: Any) -> int:
        """Returns the number of coordinates that equal this one."""
        return list(self).count(value)


class Matrix:
    """A 3x3 matrix, from nine numbers, three rows, or an iterable of either.

    >>> Matrix(0, 1, 0, -1, 0, 0, 0, 0, 1) * Point(1, 0, 0)
    Point(0, -1, 0)
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, *numbers: Any) -> None:
        given = numbers
        while len(given) == 1 and isinstance(given[0], Iterable):
            given = tuple(given[0])
        if len(given) == 3 and all(isinstance(row, Iterable) for row in given):
            given = tuple(number for row in given for number in row)
        if len(given) != 9:
            raise ValueError(f"a Matrix has nine numbers, not {len(given)}: {numbers}")
        self.vals: list[Any] = list(given)

    def rows(self) -> Iterator[list[Any]]:
        """Returns the three rows."""
        return (self.vals[start : start + 3] for start in (0, 3, 6))

    def cols(self) -> Iterator[list[Any]]:
        """Returns the three columns."""
        return (self.vals[start::3] for start in (0, 1, 2))

    def __str__(self) -> str:
        return "[" + self._text(" ") + "]"

    def __repr__(self) -> str:
        return "Matrix(" + self._text(" " * len("Matrix(")) + ")"

    def _text(self, indent: str) -> str:
        return f",\n{indent}".join(", ".join(map(str, row)) for row in self.rows())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matrix) and self.vals == other.vals

    def __add__(self, other: Matrix) -> Matrix:
        return Matrix(a + b for a, b in zip(self.vals, other.vals))

    def __sub__(self, other: Matrix) -> Matrix:
        return Matrix(a - b for a, b in zip(self.vals, other.vals))

    def __iadd__(self, other: Matrix) -> Matrix:
        self.vals = (self + other).vals
        return self

    def __isub__(self, other: Matrix) -> Matrix:
        self.vals = (self - other).vals
        return self

    @overload
    def __mul__(self, other: Point) -> Point: ...
    @overload
    def __mul__(self, other: Matrix) -> Matrix: ...
    def __mul__(self, other: Point | Matrix) -> Point | Matrix:
        if isinstance(other, Point):
            return Point(sum(a * b for a, b in zip(row, other)) for row in self.rows())
        if isinstance(other, Matrix):
            columns = list(other.cols())
            return Matrix(sum(a * b for a, b in zip(row, column)) for row in self.rows() for column in columns)
        return NotImplemented
