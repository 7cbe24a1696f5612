"""The same request through every edge, and the answers in one form.

An answer is the JSON object of a response; a list of them with the option `each`; or ``{"error": ...}``. The time of the search is
masked, and options in messages are written as the command line writes them.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

import cubegod

Answer = Any
Options = dict[str, Any]

# Rejected by the parser of the command line, which has its own message.
UNKNOWN_MESSAGE = None

_OPTION_NAMES = {"format": "from"}

# The place of a text among others differs: an argument, a line of standard input, a field.
_PLACE = ("line", "file", "seconds")


def error(kind: str, message: str | None, **fields: Any) -> Answer:
    known = {name: value for name, value in fields.items() if value is not None}
    return {"error": {"kind": kind, "message": None if message is None else _in_one_spelling(message), **known}}


def _in_one_spelling(message: str) -> str:
    def of_json(found: re.Match[str]) -> str:
        return _option(found[1], found[2])

    def of_python(found: re.Match[str]) -> str:
        name = _OPTION_NAMES.get(found[1], found[1])
        return _option(name, None if found[2] == "True" else found[3])

    # `max_length`, `method` "optimal"; names of layouts and unknown moves are in the same marks.
    names = "|".join(_JSON_OPTIONS)
    message = re.sub(rf'`({names})`(?: "([^"]*)")?', of_json, message)
    # max_length=, method="optimal", exact=True
    return re.sub(rf'\b({"|".join([*_JSON_OPTIONS, "format"])})=(True|"([^"]*)")?', of_python, message)


def _option(name: str, value: str | None) -> str:
    flag = "--" + name.replace("_", "-")
    return flag if value is None else f"{flag} {value}"


_JSON_OPTIONS = (
    "method metric budget nodes max_length at_most solutions all essential fewest_quarter_turns count distance each any exact faces "
    "target stages data data_from up front all_orientations grep from puzzle to letters list alg lang seed"
).split()


def _of_object(value: Any) -> Answer:
    if isinstance(value, list):
        return [_of_object(item) for item in value]
    if isinstance(value, dict):
        if "error" in value:
            fields = {name: item for name, item in value["error"].items() if name not in _PLACE}
            cube, _, rest = fields["message"].partition(": ")
            # With `each`, the command line has the cube in the message.
            is_of_cube = re.fullmatch("[URFDLB]+", cube) is not None
            known = {"cube": cube} if is_of_cube else {"cube": value["cube"]} if "cube" in value else {}
            message = fields.pop("message")
            return {**known, **error(fields.pop("kind"), rest if is_of_cube else message, **fields)}
        return {name: _of_object(item) for name, item in value.items() if name not in _PLACE}
    return value


def _usage_error(output: str) -> Answer:
    message = output.split("\n\nFor more information")[0].removeprefix("cubegod: ").removeprefix("error: ")
    is_of_parser = message.startswith(("invalid value", "the argument", "unexpected argument", "the following required"))
    return error("usage", UNKNOWN_MESSAGE if is_of_parser else message)


class CommandLine:
    def __init__(self, binary: str) -> None:
        self.binary = binary

    def answers(self, verb: str, cubes: list[str], options: Options) -> list[Answer]:
        """Answers several cubes with one process, or with one each if an answer may have several lines."""
        options = dict(options)
        words = [options.pop("alg")] if verb == "apply" else []
        if verb == "apply" or options.get("each"):
            return [self._run(verb, [cube, *words], options, 1)[0] for cube in cubes]
        return self._run(verb, cubes, options, max(len(cubes), 1))

    def _run(self, verb: str, words: list[str], options: Options, count: int) -> list[Answer]:
        flags = ["--format", "json"] if verb == "teach" else ["--json"]
        flags += ["--tables", "small", "--threads", "1"] if verb == "solve" else []
        for name, value in options.items():
            flags += [_option(name, None)] if value is True else [_option(name, None), str(value)]
        command = [self.binary, verb, *flags, *words]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode == 2 and not run.stdout:
            return [_usage_error(run.stderr)] * count
        objects = [_of_object(json.loads(line)) for line in run.stdout.splitlines()]
        if options.get("each") and any("cube" in answer for answer in objects):
            return [objects]
        assert len(objects) == count, (command, run.stdout, run.stderr)
        return objects


class Http:
    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def answers(self, verb: str, cubes: list[str], options: Options) -> list[Answer]:
        texts: list[Options] = [{}] if verb == "scramble" else [{"cube": cube} for cube in cubes]
        return [self._answer(verb, {**text, **options}) for text in texts]

    def _answer(self, verb: str, fields: Options) -> Answer:
        # `--lang` is the language of messages too.
        headers = {"Content-Type": "application/json", "Accept-Language": fields.get("lang", "en")}
        self.connection.request("POST", f"/api/v1/{verb}", json.dumps(fields), headers)
        response = self.connection.getresponse()
        answer = json.loads(response.read())
        if response.status == 200:
            answer = _of_object(answer)
            return answer["each"] if "each" in answer else answer
        answer = {name: value for name, value in answer.items() if name not in ("type", "title", "status", *_PLACE)}
        return error(answer.pop("kind"), answer.pop("detail"), **answer)


@contextmanager
def server(binary: str) -> Iterator[int]:
    """Starts the HTTP server and yields its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [binary, "serve", "--quiet", "--listen", f"127.0.0.1:{port}", "--tables", "small"]
    process = subprocess.Popen(command)
    try:
        for _ in range(600):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()


class Engine:
    """Lines of text, without JSON: a solution or an error."""

    def __init__(self, binary: str) -> None:
        self.binary = binary

    def answers(self, cubes: list[str], options: Options) -> list[Answer]:
        flags = [] if options.get("exact") else ["--any-orientation"]
        for name, value in options.items():
            flags += [] if name == "exact" else [_option(name, None), str(value)]
        command = [self.binary, "engine", "--quiet", "--tables", "small", *flags]
        run = subprocess.run(command, input="".join(f"{cube}\n" for cube in cubes), capture_output=True, text=True, check=False)
        if run.returncode == 2:
            return [_usage_error(run.stderr)] * len(cubes)
        lines = run.stdout.splitlines()
        assert len(lines) == len(cubes), (command, run.stdout, run.stderr)
        return [self._answer(line) for line in lines]

    def _answer(self, line: str) -> Answer:
        if not line.startswith("ERROR "):
            return {"solution": line}
        kind, _, message = line.removeprefix("ERROR ").partition(": ")
        return error(kind, message)


class Python:
    """The package has the fields of responses as attributes; `answers` returns those that it has."""

    def answers(self, verb: str, cubes: list[str], options: Options) -> list[Answer]:
        options = {("format" if name == "from" else name): value for name, value in options.items()}
        answer = getattr(self, f"_{verb}")
        if verb == "scramble":
            return [self._caught(lambda: answer(options))]
        return [self._caught(lambda: answer(cube, dict(options))) for cube in cubes]  # noqa: B023

    def _caught(self, call: Any) -> Answer:
        try:
            return _of_object(call())
        except cubegod.CubeError as exception:
            fields: dict[str, Any] = {"column": exception.column}
            message = str(exception)
            if exception.index is not None:
                message = message.removeprefix(f"cube {exception.index}: ")
            if isinstance(exception, cubegod.IllegalCubeError):
                assert exception.repair is not None
                fields["flaws"] = [flaw._asdict() | {"stickers": list(flaw.stickers)} for flaw in exception.flaws]
                changes = [{"sticker": sticker, "from": before, "to": now} for sticker, before, now in exception.repair.stickers]
                fields["repair"] = exception.repair._asdict() | {"stickers": changes, "pieces": list(exception.repair.pieces)}
            if isinstance(exception, cubegod.AmbiguousCubeError):
                fields |= {"count": exception.count, "completions": exception.completions}
            return error(exception.kind, message, **fields)
        except ValueError as exception:
            return error("usage", str(exception))

    def _solve(self, cube: str, options: Options) -> Answer:
        if "target" in options:
            # Other edges read it as they read the cube.
            reading = {name: options[name] for name in ("format", "puzzle") if name in options}
            with suppress(cubegod.CubeError):
                options["target"] = cubegod.Cube(options["target"], **reading)
        solved = cubegod.solve(cube, tables="small", threads=1, **options)
        return [solution.as_dict() for solution in solved] if isinstance(solved, list) else solved.as_dict()

    def _check(self, cube: str, options: Options) -> Answer:
        view = cubegod.View(cube, **options)
        if not view.is_legal:
            view.only()
        fields = {"puzzle": view.puzzle, "cube": view.facelets, "legal": True, "unknown": view.unknown, "completions": view.count}
        return fields if view.note is None else {**fields, "note": view.note}

    def _complete(self, cube: str, options: Options) -> Answer:
        count, most = options.pop("count", False), options.pop("list", None)
        view = cubegod.View(cube, **options)
        if not view.is_legal:
            view.only()
        if count:
            return {"count": view.count}
        listed = {} if most is None else {"completions": [one.facelets for one in islice(view, most)]}
        sticker = view.next_sticker
        question = {} if sticker is None else {"question": {"sticker": sticker.sticker, "answers": dict(sticker.answers)}}
        known = {"puzzle": view.puzzle, "cube": view.facelets, "count": view.count, "certain": view.certain}
        return {**known, **question, **listed}

    def _convert(self, cube: str, options: Options) -> Answer:
        to, letters = options.pop("to"), options.pop("letters", None)
        # Other edges check the options before they read the cube.
        with suppress(cubegod.CubeError):
            cubegod.Cube.solved().to(to, letters=letters)
        read = cubegod.Cube(cube, **options)
        return {"puzzle": read.puzzle, "cube": read.facelets, "text": read.to(to, letters=letters)}

    def _apply(self, cube: str, options: Options) -> Answer:
        alg = cubegod.Alg(options.pop("alg"))
        end = cubegod.Cube(cube, **options) @ alg
        return {"puzzle": end.puzzle, "cube": end.facelets, "alg": str(alg), "solved": end.is_solved}

    def _scramble(self, options: Options) -> Answer:
        puzzle, seed = options.get("puzzle", "3x3"), options["seed"]
        scramble = cubegod.scramble(puzzle, seed=seed, faces=options.get("faces"))
        assert isinstance(scramble, cubegod.Alg)
        cube = cubegod.Cube(str(scramble), puzzle=puzzle)
        return {"puzzle": cube.puzzle, "cube": cube.facelets, "scramble": str(scramble), "seed": seed}
