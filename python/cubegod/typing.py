"""Types of arguments, for annotations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from ._cubegod import Alg, Cube, View

__all__ = ["CubeLike", "Layout", "Method", "MovesLike", "Tables"]

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
