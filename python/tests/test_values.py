"""Cubes, views, sequences of moves and solutions are values: they are equal, hashed, copied and pickled by what they hold."""

import copy
import pickle
from unittest import mock

import pytest

import cubegod
from cubegod import Alg, Cube, Solution, View, solve

VALUES = {
    "a sequence": Alg("R U2 Rw' M x"),
    "a 3x3": Cube.random(seed=1),
    "a 2x2": Cube.random("2x2", seed=1),
    "a cube in its own letters": Cube("".join(c * 9 for c in "abcdef")) @ "R U x",
    "a cube in colour letters": Cube("WWWWRRRRGGGGYYYYOOOOBBBB"),
    "a cube with hidden stickers": Cube("DBFRDULUUFFBLDDBLRBU????"),
    "a view": View("UUUU????FFFF????????????"),
    "a view of an impossible cube": View("UUUURRRRFFFFDDDDLLLLBBBU"),
    "a solution of a 2x2": solve("R U F", puzzle="2x2"),
    "a solution of a 3x3": solve("R U F2 D' L B'"),
    "several solutions": solve(Cube.random(seed=4), solutions=3, nodes=20_000),
    "a solution in stages": solve(Cube.random(seed=6), method="layers", metric="qtm"),
    "a proof": solve("R U F2", method="optimal"),
    "a solution of one of several cubes": solve("UUUU????FFFF????????????", any=True),
}

Value = Alg | Cube | View | Solution


@pytest.fixture(params=VALUES, ids=lambda name: name.replace(" ", "-"))
def value(request: pytest.FixtureRequest) -> Value:
    found: Value = VALUES[request.param]
    return found


def copies(value: Value) -> list[Value]:
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    return [*pickled, copy.copy(value), copy.deepcopy(value), copy.deepcopy([value])[0]]


def test_copies_are_equal_and_the_same_key(value: Value) -> None:
    for other in copies(value):
        assert type(other) is type(value) and other == value and not other != value
        assert hash(other) == hash(value) and len({other, value}) == 1
        assert (str(other), repr(other)) == (str(value), repr(value))


def test_copies_have_the_same_attributes(value: Value) -> None:
    names = [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name)) and name != "note"]
    for other in copies(value):
        for name in names:
            assert getattr(other, name) == getattr(value, name), name


def test_a_copied_cube_is_written_in_the_same_letters() -> None:
    cube = VALUES["a cube in its own letters"]
    assert isinstance(cube, Cube)
    for other in copies(cube):
        assert isinstance(other, Cube)
        assert other.to("facelets", letters="own") == cube.to("facelets", letters="own") and other.format == cube.format


def test_a_copied_solution_has_the_same_fields() -> None:
    for value in VALUES.values():
        if isinstance(value, Solution):
            assert all(isinstance(other, Solution) and other.as_dict() == value.as_dict() for other in copies(value))


def test_different_values_are_different() -> None:
    values = list(VALUES.values())
    assert len(set(values)) == len(values)
    assert all((one == other) == (one is other) for one in values for other in values)
    assert solve("R U") != solve("R U", metric="qtm") and solve("R U") != solve("R U", method="layers")


def test_two_searches_with_the_same_result_are_equal() -> None:
    assert solve("R U F") == solve("R U F") and hash(solve("R U F")) == hash(solve("R U F"))


def test_other_types_decide_whether_they_are_equal(value: Value) -> None:
    assert value == mock.ANY and value != 5 and value is not None and value != str(value)


def test_damaged_pickles_are_refused(refused) -> None:  # type: ignore[no-untyped-def]
    from cubegod import _cubegod

    assert refused(_cubegod.restore_cube, "UUUU", "URFDLB", "facelets") == "this is not a pickled cube"
    assert refused(_cubegod.restore_cube, "UUUURRRRFFFFDDDDLLLLBBBB", "UR", "facelets") == "this is not a pickled cube"
    assert refused(_cubegod.restore_view, "", "URFDLB", "facelets") == "this is not a pickled cube"
    assert refused(_cubegod.restore_solution, Cube("R"), "{}").startswith("this is not a pickled solution: missing field")
    with pytest.raises(cubegod.IllegalCubeError):
        _cubegod.restore_cube("UUUURRRRFFFFDDDDLLLLBBBU", "URFDLB", "facelets")
