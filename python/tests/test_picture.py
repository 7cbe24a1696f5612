"""Pictures and scrambles."""

import xml.etree.ElementTree as ElementTree

import pytest

import cubegod
from cubegod import Cube, View, render, scramble


@pytest.mark.parametrize("view", ["net", "iso"])
@pytest.mark.parametrize("cube", [Cube("R U F"), View("UUUURRRRFFFF????????????"), "R2 F'"])
def test_any_cube_is_drawn(cube: cubegod.Cube | View | str, view: str) -> None:
    drawing = ElementTree.fromstring(render(cube, view, width=200, palette="colorblind", letters=True))  # type: ignore[call-overload]
    assert drawing.tag.endswith("svg") and drawing.get("width") == "200"
    assert render(cube, view, format="png", width=64).startswith(b"\x89PNG")  # type: ignore[call-overload]


def test_invalid_pictures_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    assert refused(render, "R", "side").startswith("unknown view `side`; expected net or iso")
    assert refused(render, "R", palette="grey").startswith("unknown palette `grey`")
    assert refused(render, "R", format="gif").startswith("unknown format `gif`")
    assert refused(render, "R", width=0).startswith("a picture 0 pixels wide")
    assert refused(render, "R", back=True).startswith("a net shows all faces")


@pytest.mark.parametrize("puzzle", ["2x2", "3x3"])
def test_scrambles_are_moves_of_random_cubes(puzzle: str) -> None:
    first, second = scramble(puzzle, 2, seed=7)
    assert [first, second] == scramble(puzzle, n=2, seed=7) and first == scramble(puzzle, seed=7) != second
    assert 4 <= len(first) <= 21 and not Cube(str(first), puzzle=puzzle).is_solved
    for alg in scramble(puzzle, 5, seed=1, not_first="F", not_last="R"):
        assert alg[0][0] not in "FB" and alg[-1][0] not in "RL"
