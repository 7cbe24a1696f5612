"""The command line, the HTTP server, this package and the engine give the same answers to the same requests, errors included.

Every search has a node budget and small tables, so that its answer does not depend on the machine. The comparison with the library is
in `crates/cubegod-service/tests/library.rs`.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from edges import UNKNOWN_MESSAGE, Answer, CommandLine, Engine, Http, Options, Python, error, server

import cubegod

SEED = 1
CUBES = 6
# The number of lists of options for each verb.
ROUNDS = {"solve": 70, "check": 10, "complete": 12, "convert": 14, "apply": 10, "teach": 8, "scramble": 20}
LAYOUTS = ["facelets", "net-string", "digits", "reid", "kpattern"]


def _moves(rng: random.Random, most: int) -> str:
    return " ".join(rng.choice("URFDLB") + rng.choice(["", "2", "'"]) for _ in range(rng.randint(0, most)))


def _cube(rng: random.Random, puzzle: str, *, unknown: int, is_near: bool = False) -> str:
    """Facelets: legal, with unknown stickers, impossible, or not a cube."""
    if is_near or rng.random() < 0.3:
        facelets = (cubegod.Cube.solved(puzzle) @ _moves(rng, 5)).facelets
    else:
        facelets = cubegod.Cube.random(puzzle, seed=rng.getrandbits(32)).facelets
    stickers = list(facelets)
    kind = rng.random()
    if kind < 0.2:
        for place in rng.sample(range(len(stickers)), rng.randint(1, unknown)):
            stickers[place] = "?"
    elif kind < 0.3:
        first, second = rng.sample(range(len(stickers)), 2)
        stickers[first], stickers[second] = stickers[second], stickers[first]
    elif kind < 0.35:
        stickers[rng.randrange(len(stickers))] = "X"
    elif kind < 0.4:
        stickers.pop()
    return "".join(stickers)


def _written(rng: random.Random, facelets: str, layout: str | None) -> str:
    """Writes legal cubes in a layout, or in any."""
    try:
        cube = cubegod.Cube(facelets, format="facelets")
        return cube.to(layout or rng.choice(LAYOUTS))  # type: ignore[arg-type]
    except cubegod.CubeError:
        return facelets


def _cubes(rng: random.Random, options: Options, *, is_near: bool = False) -> list[str]:
    """Cubes in the layout of the options; without one, in any layout, or as moves."""
    puzzles = [options.get("puzzle") or rng.choice(["2x2", "3x3"]) for _ in range(CUBES)]
    # Each of several cubes is solved, so there should not be many.
    unknown = 5 if options.get("each") else 14
    drawn = [_cube(rng, puzzle, unknown=unknown, is_near=is_near) for puzzle in puzzles]
    cubes = [_written(rng, cube, options.get("from")) for cube in drawn]
    if "from" not in options and rng.random() < 0.5:
        cubes[0] = rng.choice(["superflip", "R U F", "R U Q", "hello", "[R, U]2 x", "U" * 96])
    return cubes


def _read_options(rng: random.Random) -> Options:
    options: Options = {}
    if rng.random() < 0.5:
        options["from"] = rng.choice(LAYOUTS)
    if rng.random() < 0.2:
        options["puzzle"] = rng.choice(["2x2", "3x3"])
    return options


# Values of the options of a search or a method, which make sense for some methods.
_VALUES: dict[str, list[Any]] = {
    "metric": ["htm", "qtm", "stm", "etm"],
    "faces": ["URF", "URFDL", "RU"],
    "max_length": [5, 20, 22],
    "solutions": [1, 3],
    "exact": [True],
    "stages": [True],
    "at_most": [3, 12, 20],
    "all": [True],
    "count": [True],
    "distance": [True],
    "essential": [True],
    "fewest_quarter_turns": [True],
    "data": [string.ascii_letters[:24], string.ascii_letters + "01"],
}
_FOR_METHOD = {
    "fast": ["metric", "faces", "max_length", "solutions", "exact", "all", "data"],
    "optimal": ["metric", "at_most", "all", "count", "distance", "fewest_quarter_turns"],
    "layers": ["metric", "stages", "data"],
    "cfop": ["metric", "stages", "data"],
    "three-step": ["metric", "stages", "data"],
}


def _solve_options(rng: random.Random) -> Options:
    """Most fit the method, although maybe not the size of a cube; some contradict each other."""
    options = _read_options(rng)
    # Each process builds the table of proofs, which takes seconds.
    method = rng.choices(list(_FOR_METHOD), [7, 1, 2, 2, 2])[0]
    if method != "fast" or rng.random() < 0.3:
        options["method"] = method
    fitting = _FOR_METHOD[method] if rng.random() < 0.8 else list(_VALUES)
    for name in rng.sample(fitting, rng.randint(0, 2)):
        options[name] = rng.choice(_VALUES[name])
    if rng.random() < 0.1:
        options["max_length"] = 0
    if rng.random() < 0.5:
        options["any" if method == "optimal" else rng.choice(["any", "each", "each"])] = True
    if rng.random() < 0.15:
        cube = cubegod.Cube.solved(options.get("puzzle") or rng.choice(["2x2", "3x3"])) @ _moves(rng, 3)
        # Digits are for the 2x2.
        with suppress(cubegod.CubeError):
            options["target"] = cube.to(options.get("from", "facelets"))
    if method in ("fast", "optimal"):
        # Only a few moves are proven within a budget that a test can afford.
        options["nodes"] = rng.choice([1000, 20_000])
    elif rng.random() < 0.1:
        options["nodes"] = 1000
    return options


def _options(rng: random.Random, verb: str) -> Options:
    if verb == "solve":
        return _solve_options(rng)
    if verb == "scramble":
        options: Options = {"puzzle": rng.choice(["2x2", "3x3", "3x3", "4x4"]), "seed": rng.getrandbits(rng.choice([8, 64]))}
        if rng.random() < 0.3:
            options["faces"] = rng.choice(["URF", "URFD", "UD", "DLB"])
        return options
    options = _read_options(rng)
    if verb == "complete":
        options |= rng.choice([{}, {"count": True}, {"list": rng.randint(0, 5)}])
    elif verb == "convert":
        options["to"] = rng.choice([*LAYOUTS, "net", "blocks", "engine", "moves", "pattern"])
        options |= rng.choice([{}, {}, {"letters": rng.choice(["faces", "colors", "own"])}])
    elif verb == "apply":
        options["alg"] = rng.choice([_moves(rng, 8), "[R, U]3 x", "M2 Rw'", "(R U F)20", "R U Q", "", "3Rw"])
    elif verb == "teach":
        options |= rng.choice([{}, {"method": "layers"}, {"method": "cfop"}, {"method": "three-step"}])
        options |= rng.choice([{}, {"lang": "en"}, {"lang": "zh"}])
        options |= rng.choice([{}, {"metric": "qtm"}])
    return options


# Options that this package does not have; a solution always has its stages here.
_NOT_IN_PYTHON = {"all", "count", "distance", "all_orientations", "fewest_quarter_turns", "essential", "at_most", "data"}


def _in_python(verb: str, cubes: list[str], options: Options) -> list[Answer | None]:
    """None where the package has nothing like the request."""
    if verb == "teach" or verb == "solve" and not options.keys().isdisjoint(_NOT_IN_PYTHON):
        return [None] * len(cubes)
    if options.get("stages") and options.get("method") not in ("layers", "cfop", "three-step"):
        return [None] * len(cubes)
    answers = Python().answers(verb, cubes, {name: value for name, value in options.items() if name != "stages"})
    if verb in ("convert", "apply"):
        # A cube has all stickers here and is a legal 2x2 or 3x3, but any stickers can be written and turned.
        kinds = ("ambiguous", "illegal-cube", "wrong-size")
        return [
            None if "?" in cube or "error" in answer and answer["error"]["kind"] in kinds else answer
            for cube, answer in zip(cubes, answers, strict=True)
        ]
    return list(answers)


def _as_python_has_it(answer: Answer, in_python: Answer) -> Answer:
    """Leaves out the fields of an answer that this package does not have."""
    if isinstance(answer, list):
        # The first cube without a solution raises an exception.
        failed = next((one for one in answer if "error" in one), None)
        return answer if failed is None else _as_python_has_it(failed, in_python)
    if "error" in answer:
        fields = {name: value for name, value in answer["error"].items() if name != "question"}
        if fields["message"] is not None and isinstance(in_python, dict) and "error" in in_python:
            # The advice names only options that an edge has.
            fields["message"] = re.sub(r"--all lists the shortest solutions of a", "leave it out for a", fields["message"])
        return {"error": fields}
    return {name: value for name, value in answer.items() if name in in_python}


# What the engine has of `solve`; a solution that is too long is an error there.
_IN_ENGINE = {"from", "puzzle", "method", "faces", "nodes", "exact"}


def _in_engine(engine: Engine, cubes: list[str], options: Options) -> list[Answer | None]:
    if not options.keys() <= _IN_ENGINE or any("\n" in cube for cube in cubes):
        return [None] * len(cubes)
    return list(engine.answers(cubes, options))


# The engine has other kinds of errors.
_ENGINE_KINDS = {"unsolvable": ("unsolved",), "wrong-size": ("unreadable", "unsupported"), "bad-moves": ("unreadable",)}


def _as_engine_has_it(answer: Answer, in_engine: Answer) -> Answer:
    if "error" not in answer:
        return {"solution": answer["solution"]}
    kind, message = answer["error"]["kind"], answer["error"]["message"]
    # Its errors have no advice, and its own words where several cubes fit.
    message = re.sub(r"\. (If these are moves|Did you mean|Expected stickers).*", "", message)
    if "error" in in_engine:
        kind = next((other for other in _ENGINE_KINDS.get(kind, ()) if other == in_engine["error"]["kind"]), kind)
        message = in_engine["error"]["message"] if kind == "ambiguous" else message
    return error(kind, message)


@pytest.fixture(scope="module")
def port(command_line: str) -> Iterator[int]:
    with server(command_line) as port:
        yield port


@pytest.mark.parametrize("verb", ROUNDS)
def test_all_edges_give_the_same_answers(verb: str, command_line: str, port: int) -> None:
    rng = random.Random(f"{SEED} {verb}")
    kinds: dict[str, int] = {}
    compared = {"python": 0, "engine": 0}
    for _ in range(ROUNDS[verb]):
        options = _options(rng, verb)
        cubes = [] if verb == "scramble" else _cubes(rng, options, is_near=options.get("method") == "optimal")
        on_command_line: list[Any] = CommandLine(command_line).answers(verb, cubes, options)
        over_http = Http(port).answers(verb, cubes, options)
        in_python = _in_python(verb, cubes or [""], options)
        in_engine = _in_engine(Engine(command_line), cubes, options) if verb == "solve" else [None] * len(in_python)
        request = (verb, options)
        for cube, answer, *others in zip(cubes or [""], on_command_line, over_http, in_python, in_engine, strict=True):
            if "error" in answer and answer["error"]["message"] is UNKNOWN_MESSAGE:
                others = [other and {"error": {**other["error"], "message": UNKNOWN_MESSAGE}} for other in others]
            assert others[0] == answer, (*request, cube)
            if others[1] is not None:
                compared["python"] += 1
                assert others[1] == _as_python_has_it(answer, others[1]), (*request, cube)
            # Exactness is for the 2x2 alone, and the default there.
            if others[2] is not None and not (options.get("exact") and "error" in answer and answer["error"]["kind"] == "unsupported"):
                compared["engine"] += 1
                assert others[2] == _as_engine_has_it(answer, others[2]), (*request, cube)
            kind = "each" if isinstance(answer, list) else answer["error"]["kind"] if "error" in answer else "answered"
            kinds[kind] = kinds.get(kind, 0) + 1
    print(f"{verb}: {sum(kinds.values())} requests, {kinds}, {compared}")
    assert kinds["answered"] + kinds.get("each", 0) >= sum(kinds.values()) // 4, kinds
    if verb == "solve":
        assert {"usage", "illegal-cube", "ambiguous", "unreadable", "unsupported", "unsolvable", "each"} <= kinds.keys(), kinds
        assert compared["python"] > 150 and compared["engine"] > 30, compared


def test_there_are_500_requests_at_least() -> None:
    assert sum(count * (1 if verb == "scramble" else CUBES) for verb, count in ROUNDS.items()) >= 500
