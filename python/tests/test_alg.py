"""Sequences of moves."""

import numpy as np
import pytest

from cubegod import Alg, MovesError


def test_notation_is_read_and_written() -> None:
    assert str(Alg("[R, U]2 front right r3 // done")) == "R U R' U' R U R' U' F Rw'"
    assert Alg(["R", Alg("U2"), "F'"]) == Alg("R U2 F'") and Alg() == Alg("") and not Alg()


def test_algebra() -> None:
    alg = Alg("R U2 F'")
    assert ~alg == Alg("F U2 R'") == alg.inverse()
    assert alg + "x" == Alg("R U2 F' x") and "y" + alg == Alg("y R U2 F'")
    assert alg * 2 == 2 * alg == alg + alg and alg * -1 == ~alg and alg * 0 == Alg()
    assert (alg + ~alg).simplify() == Alg()


def test_lengths_orders_and_mirrors() -> None:
    alg = Alg("R U2 M x")
    assert [alg.length(metric) for metric in ("htm", "qtm", "stm", "etm")] == [4, 5, 3, 4] and len(alg) == 4
    assert Alg("R U R' U'").order() == 6 == Alg("R U R' U'").order("2x2")
    assert str(Alg("R U F").mirror()) == "L' U' F'" and Alg("R").mirror("F") == Alg("R'") == Alg("R").mirror("z")


def test_an_alg_is_a_sequence() -> None:
    alg = Alg("R U2 F' D")
    assert list(alg) == ["R", "U2", "F'", "D"] and alg[0] == "R" and alg[-1] == "D" and alg[1:3] == Alg("U2 F'")
    assert alg[::-2] == Alg("D U2") and "U2" in alg
    assert alg[np.int64(1)] == "U2" and alg[True] == "U2"  # type: ignore[index, call-overload]


def test_an_index_out_of_range_is_an_index_error() -> None:
    for index in (4, -5, 10**40, -(10**40)):
        expected = f"^index {index} is out of range: there are 4 moves, numbered 0 to 3, or -1 to -4 from the end$"
        with pytest.raises(IndexError, match=expected):
            Alg("R U2 F' D")[index]
    with pytest.raises(IndexError, match="^index 0 is out of range: there are no moves$"):
        Alg()[0]
    with pytest.raises(TypeError, match="^an index is a whole number, not str$"):
        Alg("R")["a"]  # type: ignore[call-overload]


def test_equal_sequences_are_equal_keys() -> None:
    alg = Alg("R U")
    assert {alg: 1}[Alg("RU")] == 1 and alg != "R U" and eval(repr(alg)) == alg


def test_the_error_about_bad_moves_has_a_position() -> None:
    with pytest.raises(MovesError) as caught:
        Alg("R U\nF Q")
    assert (caught.value.kind, caught.value.line, caught.value.column) == ("bad-moves", 2, 3)
    assert str(caught.value).startswith("unknown move `Q` at line 2, column 3; expected a face")


def test_invalid_arguments_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    assert refused(Alg("R").length, "miles").startswith("unknown metric `miles`; expected htm")
    assert refused(Alg("R").mirror, "w").startswith("unknown axis `w`")
    assert "expected 1000000 at most" in refused(lambda: Alg("R U") * 2**30)
    with pytest.raises(TypeError):
        Alg(5)  # type: ignore[arg-type]


def test_moves_in_moves_and_more_than_can_be_read_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(TypeError, match="each of the moves to be an Alg or a string, not list"):
        Alg(endless)  # type: ignore[arg-type]
    assert "expected 1000000 at most" in refused(lambda: Alg("R U") * 400_000 + Alg("R U") * 400_000)
