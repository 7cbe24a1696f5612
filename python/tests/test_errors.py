"""Exceptions have the messages of the command line."""

import json
import pickle
import subprocess

import pytest

import cubegod
from cubegod import Cube, CubeError, solve

BAD = [
    "",
    "hello",
    "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB",
    "UUUURRRRFFFFDDDDLLLLBBUB",
    "UUUURRRRFFFFDDDDLLLLBBBU",
    "WWWWRRRRGGGGYYYYOOOOBBWB",
    "abcdefghijklmnopqrstuvwx",
    "R U Q F2",
    "R U2 [F, D",
    '{"CORNERS":1}',
    "BEGIN\nU U U U U\nX\nEND",
    "Face U:\n+-----+\n| a b |\n",
]


@pytest.mark.parametrize("text", BAD)
def test_a_bad_cube_has_the_message_of_the_command_line(text: str, command_line: str) -> None:
    with pytest.raises(CubeError) as caught:
        Cube(text)
    run = subprocess.run([command_line, "solve", "--json", text], capture_output=True, text=True)
    fields = json.loads(run.stdout)["error"]
    assert fields["message"] == str(caught.value).replace('format="moves"', "--from moves") and fields["kind"] == caught.value.kind
    assert fields.get("column") == caught.value.column
    if isinstance(caught.value, cubegod.IllegalCubeError):
        flaws = [flaw._asdict() | {"stickers": list(flaw.stickers)} for flaw in caught.value.flaws]
        assert flaws == fields["flaws"] and caught.value.repair is not None
        assert fields["repair"]["cube"] == caught.value.repair.cube


@pytest.mark.parametrize(
    ("cube", "options", "flags"),
    [
        ("FUUURRRRFFFFDDDDLLLLBBBB"[1:] + "F", {}, []),
        ("UUFFRRRRFFDDDDBBLLLLUUBB", {"faces": "U"}, ["--faces", "U"]),
        ("R U F", {"target": "UUUURRRRFFFFDDDDLLLLBBBB"}, ["--target", "UUUURRRRFFFFDDDDLLLLBBBB"]),
    ],
)
def test_a_cube_that_cannot_be_solved_has_the_message_of_the_command_line(
    cube: str, options: dict[str, str], flags: list[str], command_line: str
) -> None:
    with pytest.raises(CubeError) as caught:
        solve(cube, **options)  # type: ignore[arg-type]
    run = subprocess.run([command_line, "solve", "--json", *flags, cube], capture_output=True, text=True)
    fields = json.loads(run.stdout)["error"]
    assert (fields["message"], fields["kind"]) == (str(caught.value), caught.value.kind)


@pytest.mark.parametrize("cube", ["DBFRDULUUFFBLDDBLRBU????", "R U F2 D' L B'"])
@pytest.mark.parametrize("flags", [[], ["--metric", "qtm"], ["--method", "layers"], ["--method", "cfop"]])
def test_an_answer_has_the_same_fields(cube: str, flags: list[str], command_line: str) -> None:
    if "--method" in flags and "?" in cube:
        pytest.skip("these methods are for the 3x3")
    options = {flags[0][2:]: flags[1]} if flags else {}
    run = subprocess.run([command_line, "solve", "--json", *flags, cube], capture_output=True, text=True)
    fields = json.loads(run.stdout)
    answer = solve(cube, **options).as_dict()  # type: ignore[arg-type]
    assert list(answer) == list(fields)
    assert {**answer, "seconds": 0} == {**fields, "seconds": 0}


def test_the_repair_of_a_cube_is_computed_when_it_is_first_used() -> None:
    (error,) = cubegod.solve_many(["UUUURRRRFFFFDDDDLLLLBBBU"], strict=False)
    assert isinstance(error, cubegod.IllegalCubeError)
    assert callable(vars(error)["_repair"]) and error.flaws
    assert error.repair == cubegod.View("UUUURRRRFFFFDDDDLLLLBBBU").repair
    assert vars(error)["_repair"] is error.repair
    assert error.repair is not None and error.repair.stickers == (("B4", "U", "B"),)


def test_messages_are_written_in_the_chosen_language() -> None:
    def message() -> str:
        with pytest.raises(CubeError) as caught:
            cubegod.solve_many(["R", "UUUURRRRFFFFDDDDLLLLBBBU"])
        return str(caught.value)

    english = message()
    assert cubegod.get_language() == "en" and english.startswith("cube 1: not a legal cube: ")
    cubegod.set_language("zh")
    try:
        assert cubegod.get_language() == "zh" and message().startswith("魔方 1：") and message() != english
        with pytest.raises(ValueError, match="^未知的语言“xx”；应为 en zh$"):
            cubegod.set_language("xx")
        with pytest.raises(ValueError, match="^未知的布局“x”；应为 facelets "):
            cubegod.solve("R", format="x")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="^未知的表“x”；应为 pocket-half-turns, "):
            cubegod.build_tables("x")
        with pytest.raises(TypeError, match="^max_length='x'；应为不小于 1 的整数或 None$"):
            cubegod.solve("R", max_length="x")  # type: ignore[arg-type]
    finally:
        cubegod.set_language("en")
    assert message() == english


def test_exceptions_are_value_errors_and_come_back_from_other_processes() -> None:
    for text in BAD:
        with pytest.raises(ValueError) as caught:
            Cube(text)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value) and str(again) == str(caught.value)
        assert vars(again) == vars(caught.value)
