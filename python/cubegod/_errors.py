"""What goes wrong, and the small records that answers are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._cubegod import Alg


class Flaw(NamedTuple):
    """One thing that keeps stickers from being a real cube."""

    kind: str
    """A short name, such as ``"twist"``."""
    message: str
    """A sentence."""
    stickers: tuple[str, ...]
    """The stickers it concerns, such as ``("U9", "R1", "F3")``; none if it concerns the whole cube."""
    kociemba: int | None
    """The number that Kociemba's programs give it."""


class Repair(NamedTuple):
    """The fewest stickers to change so that a real cube fits."""

    stickers: tuple[tuple[str, str, str], ...]
    """Each sticker, the face letter it has and the one it should have."""
    pieces: tuple[str, ...]
    """What that means for a cube in the hand, where it can be told: ``("twist the corner at URF clockwise",)``."""
    alternatives: int
    """How many repairs are as small as this one, itself included."""
    cube: str
    """The facelets of a real cube after the repair."""


class Question(NamedTuple):
    """An unknown sticker to look at, and what each answer would leave."""

    sticker: str
    """The sticker, such as ``"R4"``."""
    answers: dict[str, int]
    """For each face letter it may have, the number of cubes that then remain."""


class Stage(NamedTuple):
    """One stage of a solution as people make it."""

    name: str
    """Such as ``"cross"``."""
    alg: Alg
    """Its moves, with turns of the whole cube."""
    length: int
    """How many of them count."""


class TableState(NamedTuple):
    """A table that can be kept."""

    name: str
    purpose: str
    state: str
    """``"ready"``, ``"not built"``, ``"of another version"``, ``"damaged"`` or ``"unreadable"``."""
    bytes: int
    """How large it is, or about as large."""
    path: str


class CubeError(ValueError):
    """A cube that can't be read, checked, written or solved; the text says what, where and what instead.

    >>> import cubegod
    >>> try:
    ...     cubegod.Cube("UUUURRRRFFFFDDDDLLLL")
    ... except cubegod.CubeError as error:
    ...     print(error.kind, error, sep=": ")
    unreadable: 20 stickers found; the smallest cube, a 2x2, has 24
    """

    kind: str
    """``"unreadable"``, ``"unwritable"``, ``"illegal-cube"``, ``"wrong-size"``, ``"bad-moves"``, ``"ambiguous"``,
    ``"unsolvable"`` or ``"unsupported"``, as the command line calls it."""
    line: int | None
    """The line of the text it is in, from 1."""
    column: int | None
    """The character in that line, from 1."""
    index: int | None
    """Which of many cubes it was, from 0."""

    def __init__(
        self,
        message: str,
        *,
        kind: str = "unreadable",
        line: int | None = None,
        column: int | None = None,
        index: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.line = line
        self.column = column
        self.index = index

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


class IllegalCubeError(CubeError):
    """Stickers that no real cube shows, with every flaw at once and the smallest repair."""

    flaws: tuple[Flaw, ...]
    repair: Repair | None

    def __init__(self, message: str, *, flaws: tuple[Flaw, ...] = (), repair: Repair | None = None, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.flaws = flaws
        self.repair = repair


class AmbiguousCubeError(CubeError):
    """Stickers that several real cubes show; a :class:`cubegod.View` lists them."""

    count: int
    completions: list[str]
    """The facelets of the first few."""

    def __init__(self, message: str, *, count: int = 0, completions: list[str] | None = None, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.count = count
        self.completions = completions or []


class MovesError(CubeError):
    """Moves that are not understood, or that a cube of this size does not have."""


# They are known by the names that users import.
for _class in (Flaw, Repair, Question, Stage, TableState, CubeError, IllegalCubeError, AmbiguousCubeError, MovesError):
    _class.__module__ = "cubegod"


def _again(kind: type[CubeError], args: tuple[Any, ...], fields: dict[str, Any]) -> CubeError:
    error = kind(*args)
    error.__dict__.update(fields)
    return error
