"""Cubes: read from anything, never changed, written in any layout."""

import numpy as np
import pytest

import cubegod
from cubegod import Cube

SOLVED2 = "UUUURRRRFFFFDDDDLLLLBBBB"
SOLVED3 = "".join(face * 9 for face in "URFDLB")
LAYOUTS = ["facelets", "net-string", "net", "blocks", "engine", "reid", "kpattern", "moves"]


@pytest.mark.parametrize("puzzle", ["2x2", "3x3"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_written_and_read_again(puzzle: str, layout: str) -> None:
    for seed in range(5):
        cube = Cube.random(puzzle, seed=seed)
        text = cube.to(layout)
        assert Cube(text, format=layout, puzzle=puzzle) == cube
        assert Cube.read(text, format=layout, puzzle=puzzle).format == layout


def test_moves_make_a_cube_and_moves_change_it() -> None:
    cube = Cube("R U F")
    assert cube == Cube.solved() @ "R U F" == Cube.solved().apply(["R", "U", cubegod.Alg("F")])
    assert (cube @ "F' U' R'").is_solved and not cube.is_solved
    assert cube.facelets == Cube(cube.facelets).facelets
    assert Cube("R U", puzzle="2x2").size == 2 and Cube("R U").puzzle == "3x3x3"


def test_a_pattern_is_a_cube_by_its_name() -> None:
    flipped = Cube("superflip")
    assert not flipped.is_solved and flipped.to("pattern") == "superflip"


def test_a_cube_held_otherwise_is_another_cube_and_still_solved() -> None:
    turned = Cube.solved() @ "x y'"
    assert turned.is_solved and turned != Cube.solved()


@pytest.mark.parametrize("puzzle", ["2x2", "3x3"])
def test_solutions_of_the_inverse_make_the_cube(puzzle: str) -> None:
    cube = Cube.random(puzzle, seed=5)
    scramble = cubegod.Alg(cube.to("moves"))
    assert Cube.solved(puzzle) @ scramble == cube
    assert Cube.solved(puzzle) @ ~scramble == cube.inverse()
    assert cube.inverse().inverse() == cube
    turned = Cube("R U F z x")
    assert turned.inverse().inverse() == turned


def test_cubes_are_equal_if_their_stickers_are() -> None:
    for cube in (Cube.random(seed=1), Cube.random("2x2", seed=1)):
        assert all(other == cube and hash(other) == hash(cube) for other in (Cube(cube), eval(repr(cube))))
    assert len({Cube("R"), Cube("R'"), Cube("R R R"), Cube("R", puzzle="2x2")}) == 3
    assert Cube("R") != "R"


def test_a_cube_shows_itself() -> None:
    assert str(Cube.solved("2x2")).splitlines() == [
        "     W W",
        "     W W",
        "O O  G G  R R  B B",
        "O O  G G  R R  B B",
        "     Y Y",
        "     Y Y",
    ]
    assert repr(Cube.solved("2x2")) == f'Cube("{SOLVED2}")'
    assert Cube("R")._repr_svg_().startswith("<svg ")


def test_a_cube_can_be_written_in_its_own_letters() -> None:
    cube = Cube("".join(c * 9 for c in "abcdef"))
    assert cube.is_solved and cube.to("facelets", letters="own") == "".join(c * 9 for c in "abcdef")
    assert (cube.to("facelets"), cube.to("facelets", letters="colors")[:1]) == (SOLVED3, "W")


def test_a_cube_with_hidden_stickers_is_written_with_all_of_them() -> None:
    cube = Cube("DBFRDULUUFFBLDDBLRBU????")
    assert "?" not in cube.facelets and cube.to("facelets") == cube.facelets and cube.apply("") == cube
    assert cubegod.View(cube).unknown == 0


def test_rows_of_arrays_are_cubes() -> None:
    cube = Cube.random(seed=2)
    row = cube.to_array()
    assert row.dtype == np.uint8 and row.shape == (54,) and Cube.from_array(row) == cube
    letters = np.frombuffer(cube.facelets.encode(), dtype=np.uint8)
    assert Cube.from_array(letters) == cube
    hidden = Cube.random("2x2", seed=3).to_array()
    hidden[20:] = 255
    assert Cube.from_array(hidden) == Cube.random("2x2", seed=3)


def test_arrays_that_are_not_one_row_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    expected = "expected uint8 and one row of 54 or 24 stickers"
    assert f"the type uint8 and the shape (2, 54); {expected}" in refused(Cube.from_array, np.zeros((2, 54), np.uint8))
    assert f"the type float64 and the shape (54,); {expected}" in refused(Cube.from_array, np.zeros(54))
    assert refused(Cube.from_array, np.zeros(30, np.uint8)) == "an array of 30 stickers; expected 54 or 24"
    with pytest.raises(TypeError, match="expected a NumPy array of one row of uint8, not list"):
        Cube.from_array([0] * 54)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_cube() -> None:
    assert Cube.random(seed=9) == Cube.random(seed=9) != Cube.random(seed=10)
    assert Cube.random() != Cube.random()


def test_invalid_arguments_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    assert refused(Cube, "R", format="nonsense").startswith("`nonsense` is not a layout; expected one of facelets")
    assert refused(Cube, "R", puzzle="big").startswith("`big` is not a cube size")
    assert refused(Cube, SOLVED2, puzzle="3x3") == "this is a 2x2x2 cube; expected 3x3x3"
    assert "only 2x2 and 3x3 cubes are checked" in refused(Cube, "R", puzzle="4x4")
    assert 'use puzzle="2x2" or puzzle="3x3"' in refused(Cube.random, "5x5")
    for seed in (-1, 2**64):
        assert refused(Cube.random, seed=seed).startswith(f"seed={seed}; expected a whole number from 0 to 1844674407370955161")
    assert refused(Cube("R").to, "facelets", letters="mine").startswith("unknown letters `mine`")
    assert refused(Cube("R").to, "reid", letters="colors").startswith("the layout `reid` has its own way to write colours")
    assert refused(Cube("R", puzzle="2x2").apply, "M").startswith("a 2x2x2 cube has no layer for")
    with pytest.raises(TypeError, match="expected a cube or a string, not int"):
        Cube(7)  # type: ignore[arg-type]
