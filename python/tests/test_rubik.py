"""Tests of `cubegod.rubik`, the replacement for `rubik-cube` and `ctf-rubik-cube`."""

import copy
import pickle

import pytest

from cubegod import CubeError, IllegalCubeError
from cubegod.rubik import cube, maths, optimize, random_cube
from cubegod.rubik.cube import Cube, Piece
from cubegod.rubik.solve import Solver

SOLVED = "OOOOOOOOOYYYWWWGGGBBBYYYWWWGGGBBBYYYWWWGGGBBBRRRRRRRRR"
MOVES = "L Li R Ri U Ui D Di F Fi B Bi M Mi E Ei S Si X Xi Y Yi Z Zi".split()


def test_every_move_is_undone_by_its_inverse() -> None:
    data = list(range(54))
    for move in MOVES:
        c = Cube(SOLVED, data)
        getattr(c, move)()
        assert c._data_list() != data
        c.inverse_sequence(move)
        assert c._data_list() == data
        c.sequence(" ".join([move] * 4))
        assert c._data_list() == data


def test_pieces_keep_their_identity_after_turns() -> None:
    c = Cube(SOLVED)
    piece = c.find_piece("O", "W", "G")
    assert piece is c.get_piece(1, 1, 1) is c[1, 1, 1] is c[cube.RIGHT + cube.UP + cube.FRONT]
    c.sequence("R U M Z Xi")
    assert piece is c.find_piece("G", "O", "W") and piece is c[piece.pos]
    assert sorted(piece.colors) == ["G", "O", "W"]
    assert c.get_piece(0, 0, 0) is None and c.find_piece("O", None) is None and c.find_piece("O", "R") is None


def test_a_copy_is_independent() -> None:
    data = [str(number % 10) for number in range(54)]
    c = Cube(SOLVED, data)
    c.sequence("R U")
    other = Cube(c)
    assert other == c and other.str_data() == c.str_data() and other.pieces[7].pos == c.pieces[7].pos
    other.F()
    assert other != c and c == Cube(c.flat_str())
    before = Cube(c)
    for again in (copy.copy(c), copy.deepcopy(c), pickle.loads(pickle.dumps(c))):
        assert again == c and again.str_data() == c.str_data() and again.pieces[7].pos == c.pieces[7].pos
        again.D()
        assert again != c and c == before


def test_unknown_moves_are_refused_before_anything_moves(refused) -> None:  # type: ignore[no-untyped-def]
    c = Cube(SOLVED)
    for move in ("R2", "R'", "r", "is_solved", "flat_str", "__class__"):
        for action in (c.sequence, c.inverse_sequence, Solver(c).move):
            message = refused(action, f"L {move}")
            assert message.startswith(f"unknown move `{move}`, number 2 in the sequence; expected one of L Li R Ri")
    assert c.flat_str() == SOLVED


def test_invalid_cubes_are_refused_with_a_reason(refused) -> None:  # type: ignore[no-untyped-def]
    assert refused(Cube, SOLVED[1:]).startswith("53 stickers; expected 54")
    assert refused(Cube, SOLVED, "abc").startswith("3 pieces of data; expected one for each of the 54")
    assert refused(Piece, (0, 0, 2), ("a", "b", "c")).startswith("a piece is at three numbers of -1, 0 and 1")
    assert refused(Piece, (1, 1, 1), ("a", "b")).startswith("a piece has colours for three axes")
    assert refused(Piece, (0, 0, 0), (None, None, None)).startswith("a piece has one, two or three stickers")
    assert refused(maths.Point, 1, 2).startswith("a Point has three numbers")
    assert refused(maths.Matrix, 1, 2).startswith("a Matrix has nine numbers")
    assert refused(Cube(SOLVED)[1, 1, 1].rotate, cube.ROT_XY_CW).startswith("a piece of a cube does not turn alone")


def test_an_unsolvable_cube_is_reported_and_not_changed(refused) -> None:  # type: ignore[no-untyped-def]
    twisted = list(SOLVED)
    twisted[8], twisted[14], twisted[15] = twisted[14], twisted[15], twisted[8]
    c = Cube("".join(twisted))
    with pytest.raises(IllegalCubeError, match="a corner is twisted") as caught:
        Solver(c).solve()
    assert caught.value.repair is not None and c.flat_str() == "".join(twisted)
    assert "the centres of U R F D L B are all orange" in refused(Solver(Cube("O" * 54)).solve)


@pytest.mark.parametrize("letters", ["OYWGBR", "123456", "äöüßé!", "UfRbLd", "?.*-+#"])
def test_any_characters_in_any_orientation_are_solved(letters: str) -> None:
    translation = str.maketrans("OYWGBR", letters)
    for seed in range(20):
        c = Cube(random_cube(seed).flat_str().translate(translation))
        c.sequence("X Yi M E S")
        before = Cube(c)
        solver = Solver(c)
        solver.solve()
        assert c.is_solved() and not before.is_solved() and set(solver.moves) <= set(MOVES)
        before.sequence(" ".join(solver.moves))
        assert before == c
        before.inverse_sequence(" ".join(solver.moves))
        before.sequence(" ".join(optimize.optimize_moves(solver.moves)))
        assert before.is_solved()


def test_a_notebook_shows_legal_cubes_as_pictures() -> None:
    assert random_cube(1)._repr_svg_().startswith("<svg ")
    assert Cube("O" * 54)._repr_svg_() is None


def test_words_that_are_not_moves_pass_through_optimize_moves() -> None:
    assert optimize.optimize_moves(["R2"]) == ["R2"]
    assert optimize.optimize_moves(["_", "R", "R", "R", "_", "_", "_", "L", "Li"]) == ["_", "Ri", "_", "_", "_"]
    assert optimize.optimize_moves(["X", "U", "note", "Xi"]) == ["F", "note"]
    moves = ["1", "F", "F", "Fi", "Fi", "2"]
    optimize.apply_do_undo_optimization(moves)
    assert moves == ["1", "2"]


@pytest.mark.parametrize("text", ["O" * 54, SOLVED[:8] + "W" + SOLVED[9:14] + "O" + SOLVED[15:]])
def test_an_unsolvable_cube_has_the_message_of_rubik_cube(text: str) -> None:
    with pytest.raises(ValueError, match="Stuck in loop - unsolvable cube: .+") as caught:
        Solver(Cube(text)).solve()
    assert isinstance(caught.value, CubeError)
