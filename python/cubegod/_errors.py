"""Exceptions, and the small records that exceptions and solutions are made of."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._cubegod import Alg


class Flaw(NamedTuple):
    """One reason why stickers are not a legal cube."""

    kind: str
    """A short name, such as ``"twist"``."""
    message: str
    """A sentence."""
    stickers: tuple[str, ...]
    """The stickers it concerns, such as ``("U9", "R1", "F3")``; none if it concerns the whole cube."""
    kociemba: int | None
    """Its number in Kociemba's programs."""


class Repair(NamedTuple):
    """The fewest stickers to change so that a legal cube fits."""

    stickers: tuple[tuple[str, str, str], ...]
    """Each sticker, the face letter it has and the one it should have."""
    pieces: tuple[str, ...]
    """The same as operations on pieces, where there are such: ``("twist the corner at URF clockwise",)``."""
    alternatives: int
    """The number of repairs that are as small as this one, including it."""
    cube: str
    """The facelets of a legal cube after the repair."""


class Question(NamedTuple):
    """An unknown sticker to look at, and the number of cubes that each answer leaves."""

    sticker: str
    """The sticker, such as ``"R4"``."""
    answers: dict[str, int]
    """For each face letter it may have, the number of cubes that then remain."""


class Stage(NamedTuple):
    """One stage of a human method."""

    name: str
    """Such as ``"cross"``."""
    alg: Alg
    """Its moves, with turns of the whole cube."""
    length: int
    """The number of moves in the metric of the solution."""


class TableState(NamedTuple):
    """A table that can be cached."""

    name: str
    purpose: str
    state: str
    """``"ready"``, ``"not built"``, ``"of another version"``, ``"damaged"`` or ``"unreadable"``."""
    bytes: int
    """The size of its file, at least approximately."""
    path: str


class CubeError(ValueError):
    """A cube that cannot be read, checked, written or solved. The message says what is wrong, where, and what to do.

    >>> import cubegod
    >>> try:
    ...     cubegod.Cube("UUUURRRRFFFFDDDDLLLL")
    ... except cubegod.CubeError as error:
    ...     print(error.kind, error, sep=": ")
    unreadable: 20 stickers found; the smallest cube, a 2x2, has 24. If these are moves, add format="moves"
    """

    kind: str
    """``"unreadable"``, ``"unwritable"``, ``"illegal-cube"``, ``"wrong-size"``, ``"bad-moves"``, ``"ambiguous"``,
    ``"unsolvable"`` or ``"unsupported"``, as the command line calls it."""
    line: int | None
    """The line of the text, from 1."""
    column: int | None
    """The column of that line, from 1."""
    index: int | None
    """The number of the cube, from 0, where many were given."""

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
    """Stickers that no legal cube shows, with every flaw at once and the smallest repair."""

    flaws: tuple[Flaw, ...]

    def __init__(
        self, message: str, *, flaws: tuple[Flaw, ...] = (), repair: Repair | Callable[[], Repair] | None = None, **fields: Any
    ) -> None:
        super().__init__(message, **fields)
        self.flaws = flaws
        self._repair = repair

    @property
    def repair(self) -> Repair | None:
        """The smallest repair, computed when it is first used."""
        if callable(self._repair):
            self._repair = self._repair()
        return self._repair

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, {**self.__dict__, "_repair": self.repair})


class AmbiguousCubeError(CubeError):
    """Stickers that several legal cubes show; a :class:`cubegod.View` lists them."""

    count: int
    completions: list[str]
    """The facelets of the first few."""

    def __init__(self, message: str, *, count: int = 0, completions: list[str] | None = None, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.count = count
        self.completions = completions or []


class MovesError(CubeError):
    """Moves that are not understood, or that a cube of this size does not have."""


# Users import them from `cubegod`.
for _class in (Flaw, Repair, Question, Stage, TableState, CubeError, IllegalCubeError, AmbiguousCubeError, MovesError):
    _class.__module__ = "cubegod"


def _again(kind: type[CubeError], args: tuple[Any, ...], fields: dict[str, Any]) -> CubeError:
    error = kind(*args)
    error.__dict__.update(fields)
    return error


def _exception(
    text: str, line: int | None, index: int | None, prefix: str, repair: Callable[[], str] | None
) -> CubeError:
    """Makes an exception from the JSON fields of an error, and a function that returns those of the repair of a cube."""
    fields = json.loads(text)
    message = prefix + fields["message"]
    common = {"kind": fields["kind"], "line": line, "column": fields["column"], "index": index}
    if repair is not None:
        return IllegalCubeError(message, flaws=_read_flaws(fields["flaws"]), repair=lambda: _repair(repair()), **common)
    if "completions" in fields:
        return AmbiguousCubeError(message, count=fields["count"], completions=fields["completions"], **common)
    return (MovesError if fields["kind"] == "bad-moves" else CubeError)(message, **common)


def _flaws(text: str) -> tuple[Flaw, ...]:
    """Makes the flaws of a cube from their JSON fields."""
    return _read_flaws(json.loads(text))


def _read_flaws(flaws: list[dict[str, Any]]) -> tuple[Flaw, ...]:
    return tuple(Flaw(flaw["kind"], flaw["message"], tuple(flaw["stickers"]), flaw["kociemba"]) for flaw in flaws)


def _repair(text: str) -> Repair:
    """Makes the repair of a cube from its JSON fields."""
    repair = json.loads(text)
    changes = tuple((change["sticker"], change["from"], change["to"]) for change in repair["stickers"])
    return Repair(changes, tuple(repair["pieces"]), repair["alternatives"], repair["cube"])
