"""Solves 2x2 and 3x3 Rubik's cubes: any description in, a short solution out.

>>> import cubegod
>>> cubegod.solve("DBFRDULUUFFBLDDBLRBU????").alg
Alg("L' U B U2 L2 B2 U B' L'")

A :class:`Cube` is reachable and known in every sticker, a :class:`View` may have unknown stickers, an :class:`Alg` is a
sequence of moves. Functions that take a cube also take text in any layout. :func:`solve_many` solves lists and arrays of cubes
on all cores.

`cubegod.arrow` solves Arrow batches and `cubegod.distributed` folders of Parquet on a Dask cluster (``cubegod[distributed]``).
`cubegod.rubik` replaces the packages `rubik-cube` and `ctf-rubik-cube`.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _cubegod, tables
from ._cubegod import Alg, Cube, Solution, View, get_language, random_cubes, scramble, set_language
from ._errors import (
    AmbiguousCubeError,
    CubeError,
    Flaw,
    IllegalCubeError,
    MovesError,
    Question,
    Repair,
    Stage,
    TableState,
)
from .tables import build as build_tables

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from .typing import CubeLike, Layout, ManyOptions, Method, PictureOptions, SolveOptions, Tables

__all__ = [
    "Alg",
    "AmbiguousCubeError",
    "Cube",
    "CubeError",
    "Flaw",
    "IllegalCubeError",
    "MovesError",
    "Question",
    "Repair",
    "Solution",
    "Stage",
    "TURNS",
    "TableState",
    "View",
    "__version__",
    "build_tables",
    "get_language",
    "moves_to_algs",
    "optimal",
    "random_cubes",
    "render",
    "scramble",
    "set_language",
    "solve",
    "solve_many",
    "tables",
]

__version__: str = version("cubegod")

TURNS: tuple[str, ...] = tuple(face + turn for face in "URFDLB" for turn in ("", "2", "'"))
"""The 18 face turns, by the numbers that they have in arrays."""


@overload
def solve(cube: CubeLike, *, each: Literal[False] = ..., **options: Unpack[SolveOptions]) -> Solution: ...
@overload
def solve(cube: CubeLike, *, each: Literal[True], **options: Unpack[SolveOptions]) -> list[Solution]: ...
def solve(
    cube: CubeLike,
    *,
    method: Method = "fast",
    max_length: int | None = None,
    budget: float | None = None,
    nodes: int | None = None,
    format: Layout | None = None,
    puzzle: str | None = None,
    target: CubeLike | None = None,
    faces: str | None = None,
    threads: int | None = None,
    metric: str = "htm",
    exact: bool = False,
    solutions: int | None = None,
    tables: Tables = "auto",
    any: bool = False,
    each: bool = False,
) -> Solution | list[Solution]:
    """Solves a cube: a 2x2 in the fewest moves, a 3x3 in few.

    >>> print(cubegod.solve("R U F2 D' L B'"))
    B L' D F2 U' R'
    >>> solution = cubegod.solve(cubegod.Cube("R U2 F' D L B2"), method="layers")
    >>> solution.length, [stage.name for stage in solution.stages][:3]
    (74, ['cross', 'corners', 'middle-edges'])

    >>> print(cubegod.solve("R U F2 D' L B' U2", method="optimal").optimal)
    True

    :param cube: a cube, a view that one legal cube fits, or text in any layout.
    :param method: ``"fast"`` searches for a short solution of a 3x3 and looks up a shortest one of a 2x2; ``"optimal"`` proves
        that no solution is shorter (see :func:`optimal`); ``"layers"`` (3x3, some 75 moves),
        ``"cfop"`` (3x3, some 41) and ``"three-step"`` (2x2) are human methods.
    :param max_length: stop at the first solution this short (3x3); 19 without a budget.
    :param budget: search for shorter solutions, or for a proof, for this many seconds (3x3); 0.1 for ``"fast"``, no limit for
        ``"optimal"``.
    :param nodes: search this many nodes instead of for some time (3x3); on one thread, the solution is then the same on every machine.
    :param format: the layout of the text; detected by default.
    :param puzzle: the size of the text's cube, such as ``"2x2"``; detected by default, and 3x3 for moves.
    :param target: end as this cube instead of a solved one.
    :param faces: turn only these faces, such as ``"URF"``.
    :param threads: search on this many threads (3x3); all cores for ``"optimal"``, else one.
    :param metric: what counts as a move: ``"htm"``, ``"qtm"``, ``"stm"`` or ``"etm"``.
    :param exact: end white up and green in front, not just with every face of one colour (2x2).
    :param solutions: find this many different solutions (3x3); see :attr:`Solution.others`.
    :param tables: ``"auto"`` uses the large tables of the 3x3 if they are cached, ``"large"`` builds and caches them.
    :param any: if several cubes fit the known stickers, solve any of them.
    :param each: solve each cube that fits the known stickers, 1000 at most, and return a list; on all cores by default.

    >>> [solution.length for solution in cubegod.solve("UUUU????FFFF????????????", each=True)][:5]
    [0, 10, 10, 10, 9]
    """
    options = _options(method, max_length, budget, nodes, format, puzzle, target, faces, metric, exact, solutions, tables)
    if not each:
        return _cubegod.solve(cube, threads, any, options)
    return _cubegod.solve_each(cube, threads, any, options)


def optimal(
    cube: CubeLike,
    *,
    target: CubeLike | None = None,
    metric: str = "htm",
    exact: bool = False,
    faces: str | None = None,
    threads: int | None = None,
) -> Solution:
    """Finds a shortest solution and proves that it is one: ``solve(cube, method="optimal")``.

    >>> cubegod.optimal("DBFRDULUUFFBLDDBLRBU????").length
    9
    >>> str(cubegod.optimal("R U F2 D"))
    "D' F2 U' R'"

    For a 2x2 it is looked up. For a 3x3 the search uses the largest cached table that fits into memory; the first call builds and
    caches the smallest one (235 MB). With ``cubegod.build_tables("optimal-4g")``, once, most cubes take seconds. Ctrl-C stops the
    search.
    """
    return solve(cube, method="optimal", target=target, metric=metric, exact=exact, faces=faces, threads=threads)


@overload
def solve_many(
    cubes: npt.NDArray[np.uint8], *, strict: bool = ..., **options: Unpack[ManyOptions]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int16]]: ...
@overload
def solve_many(
    cubes: Iterable[CubeLike], *, strict: Literal[True] = ..., **options: Unpack[ManyOptions]
) -> list[Solution]: ...
@overload
def solve_many(
    cubes: Iterable[CubeLike], *, strict: bool, **options: Unpack[ManyOptions]
) -> list[Solution | Exception]: ...
def solve_many(
    cubes: Any,
    *,
    method: Method = "fast",
    max_length: int | None = None,
    budget: float | None = None,
    nodes: int | None = None,
    format: Layout | None = None,
    puzzle: str | None = None,
    target: CubeLike | None = None,
    faces: str | None = None,
    threads: int | None = None,
    metric: str = "htm",
    exact: bool = False,
    tables: Tables = "auto",
    any: bool = False,
    strict: bool = True,
) -> Any:
    """Solves many cubes on all cores.

    A list of cubes or of text gives a list of solutions, in order:

    >>> [str(solution) for solution in cubegod.solve_many(["R U", "F2 D"])]
    ["U' R'", "D' F2"]

    An array of ``uint8`` with a row for each cube, N×54 or N×24, gives two arrays: the moves as numbers into
    :data:`TURNS`, padded with 255, and how many there are. In the rows, which are in the order U R F D L B, 0 to 5 are the
    faces whose colour a sticker has and 255 is unknown; rows of letters are accepted too, in facelets unless ``format`` names another layout.

    >>> cubes = cubegod.random_cubes(3, "2x2", seed=1)
    >>> moves, lengths = cubegod.solve_many(cubes)
    >>> moves.shape[0], moves.dtype, cubegod.moves_to_algs(moves)[0] == cubegod.solve(cubegod.Cube.from_array(cubes[0])).alg
    (3, dtype('uint8'), True)

    The first cube that cannot be solved raises an exception; its ``index`` is the number of the cube. With ``strict=False`` all
    others are solved: the list contains the exceptions, the array of lengths -1.

    :param threads: the number of threads; one for each core by default. For everything else see :func:`solve`.
    """
    options = _options(method, max_length, budget, nodes, format, puzzle, target, faces, metric, exact, None, tables)
    return _cubegod.solve_many(cubes, threads, strict, any, options)


def _options(
    method: str,
    max_length: int | None,
    budget: float | None,
    nodes: int | None,
    format: Layout | None,
    puzzle: str | None,
    target: CubeLike | None,
    faces: str | None,
    metric: str,
    exact: bool,
    solutions: int | None,
    tables: str,
) -> tuple[Any, ...]:
    # A tuple, as building a dictionary takes as long as solving a 2x2.
    return (method, max_length, budget, nodes, format, puzzle, target, faces, metric, exact, solutions, tables)


def moves_to_algs(moves: npt.NDArray[np.uint8]) -> list[Alg]:
    """Converts rows of moves, as :func:`solve_many` returns them, to sequences.

    >>> import numpy as np
    >>> cubegod.moves_to_algs(np.array([[0, 5, 255]], dtype=np.uint8))
    [Alg("U R'")]
    """
    return [Alg(TURNS[move] for move in row if move != 255) for row in moves]


@overload
def render(
    cube: CubeLike, view: Literal["net", "iso"] = ..., *, format: Literal["svg"] = ..., **options: Unpack[PictureOptions]
) -> str: ...
@overload
def render(cube: CubeLike, view: Literal["net", "iso"] = ..., *, format: Literal["png"], **options: Unpack[PictureOptions]) -> bytes: ...
def render(
    cube: CubeLike,
    view: Literal["net", "iso"] = "net",
    *,
    format: Literal["svg", "png"] = "svg",
    back: bool = False,
    letters: bool = False,
    palette: Literal["standard", "colorblind"] = "standard",
    width: int = 480,
) -> str | bytes:
    """Draws a cube, unfolded or in perspective: SVG as text, or PNG as bytes.

    >>> cubegod.render("R U F", "iso", width=200)[:58]
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height'
    >>> cubegod.render(cubegod.View("UUUURRRRFFFFDDDD????????"), format="png")[:4]
    b'\\x89PNG'

    :param back: also draw the other three faces, as a second cube (``"iso"``).
    :param letters: write the letter of its colour on every sticker.
    :param width: the width in pixels.
    """
    if format not in ("svg", "png"):
        raise ValueError(f"unknown format `{format}`; expected svg or png")
    draw = _cubegod.render_svg if format == "svg" else _cubegod.render_png
    return draw(cube, view, back=back, letters=letters, palette=palette, width=width)
