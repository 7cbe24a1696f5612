"""Types of arguments, for annotations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, TypedDict

from ._cubegod import Alg, Cube, View

__all__ = ["CubeLike", "Layout", "ManyOptions", "Method", "MovesLike", "PictureOptions", "SolveOptions", "Tables"]

CubeLike: TypeAlias = Cube | View | str
"""A cube, a view that one legal cube fits, or text in any layout."""

MovesLike: TypeAlias = Alg | str | Iterable[Alg | str]
"""A sequence, its text, or parts of one in order."""

Layout: TypeAlias = Literal[
    "facelets", "net-string", "net", "blocks", "engine", "digits", "reid", "kpattern", "moves", "pattern"
]
"""A text layout."""

Method: TypeAlias = Literal["fast", "optimal", "layers", "cfop", "three-step"]
"""A solving method."""

Tables: TypeAlias = Literal["auto", "small", "large"]
"""Which tables the 3x3 is solved with."""


class ManyOptions(TypedDict, total=False):
    """The options of :func:`cubegod.solve_many`, which are all optional."""

    method: Method
    max_length: int | None
    budget: float | None
    nodes: int | None
    format: Layout | None
    puzzle: str | None
    target: CubeLike | None
    faces: str | None
    threads: int | None
    metric: str
    exact: bool
    tables: Tables
    any: bool


class SolveOptions(ManyOptions, total=False):
    """The options of :func:`cubegod.solve`."""

    solutions: int | None


class PictureOptions(TypedDict, total=False):
    """The options of :func:`cubegod.render`."""

    back: bool
    letters: bool
    palette: Literal["standard", "colorblind"]
    width: int
