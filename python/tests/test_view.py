"""Partly known cubes."""

import numpy as np
import pytest

import cubegod
from cubegod import AmbiguousCubeError, Cube, IllegalCubeError, View


def test_completions_are_counted_and_listed() -> None:
    view = View("UUUU????FFFF????????????")
    cubes = list(view)
    assert view.count == len(cubes) == len(set(cubes)) == 24 and view[3] == cubes[3]
    assert all(all(seen in ("?", real) for seen, real in zip(view.facelets, cube.facelets)) for cube in cubes)
    assert view[-1] == cubes[-1] and view[-24] == cubes[0]


def test_an_index_out_of_range_is_an_index_error() -> None:
    view = View("UUUU????FFFF????????????")
    for number in (24, -25, 10**40, -(10**40)):
        expected = f"^index {number} is out of range: there are 24 cubes that fit, numbered 0 to 23, or -1 to -24 from the end$"
        with pytest.raises(IndexError, match=expected):
            view[number]
    with pytest.raises(IndexError, match="^index 0 is out of range: there are no cubes that fit$"):
        View("UUUURRRRFFFFDDDDLLLLBBUB")[0]
    with pytest.raises(TypeError, match=r"^an index is a whole number, not a slice; itertools.islice\(view, start, stop\)"):
        view[0:3]  # type: ignore[index]
    with pytest.raises(TypeError, match="^an index is a whole number, not float$"):
        view[1.5]  # type: ignore[index]
    assert view[np.uint8(3)] == view[3]  # type: ignore[index]


def test_a_question_leaves_as_many_cubes_as_it_says() -> None:
    view = View("UUUU????FFFF????????????")
    question = view.next_sticker
    assert question is not None and sum(question.answers.values()) == view.count
    face, number = "URFDLB".index(question.sticker[0]), int(question.sticker[1]) - 1
    place = face * 4 + number
    for letter, count in question.answers.items():
        answered = view.facelets[:place] + letter + view.facelets[place + 1 :]
        assert View(answered).count == count


def test_five_faces_of_a_pocket_cube_are_one_cube() -> None:
    cube = Cube.random("2x2", seed=4)
    view = View(cube.facelets[:20] + "????")
    assert (view.count, view.only(), view.certain, view.unknown) == (1, cube, cube.facelets, 4)
    assert view.next_sticker is None and Cube(view) == cube
    assert cubegod.solve(view).alg == cubegod.solve(cube).alg


def test_numbers_beyond_any_machine_word_are_exact() -> None:
    assert View("?" * 54).count == 43_252_003_274_489_856_000 * 24


def test_a_view_has_all_flaws_and_the_smallest_repair() -> None:
    view = View("UUUURRRRFFFFDDDDLLLLBBUB")
    assert not view.is_legal and view.count == 0
    assert [flaw.kind for flaw in view.flaws] == ["color-count", "color-count", "impossible-corner", "missing-corner"]
    assert view.repair is not None and view.repair.stickers == (("B3", "U", "B"),)
    assert Cube(view.repair.cube).is_solved
    with pytest.raises(IllegalCubeError) as caught:
        view.only()
    assert caught.value.flaws == view.flaws and caught.value.repair == view.repair
    assert View("R").flaws == () and View("R").repair is None


def test_the_repair_of_one_twisted_corner_names_it() -> None:
    twisted = list(Cube.solved("2x2").facelets)
    twisted[3], twisted[4], twisted[9] = twisted[9], twisted[3], twisted[4]
    with pytest.raises(IllegalCubeError) as caught:
        Cube("".join(twisted))
    assert caught.value.flaws[0].kind == "twist" and caught.value.flaws[0].kociemba == 5
    assert caught.value.repair is not None and "twist the corner at" in caught.value.repair.pieces[0]


def test_several_cubes_are_not_one_cube() -> None:
    with pytest.raises(AmbiguousCubeError) as caught:
        Cube("UUUU????FFFF????????????")
    assert caught.value.count == 24 and len(caught.value.completions) == 8
    assert "look at sticker R4" in str(caught.value)


def test_views_are_equal_if_their_stickers_are() -> None:
    view = View("UUUU????FFFF????????????")
    assert view == View(view.facelets) == eval(repr(view))
    assert len({view, View(view.facelets)}) == 1 and View(Cube("R")).only() == Cube("R")
    assert "?" in str(view) and view._repr_svg_().startswith("<svg ")
