"""Cached tables: those of the command line, and built on request."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cubegod import tables


def python(script: str, cache: Path, choice: str) -> str:
    environment = {**os.environ, "CUBEGOD_CACHE": str(cache), "CUBEGOD_TABLES": choice}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return run.stdout + run.stderr


def test_cached_tables_are_those_of_the_command_line(tmp_path: Path, command_line: str) -> None:
    built = python("import cubegod\nprint(cubegod.build_tables('pocket-half-turns')[0].state)", tmp_path, "small")
    assert built == "ready\n"
    environment = {**os.environ, "CUBEGOD_CACHE": str(tmp_path)}
    run = subprocess.run([command_line, "tables", "list", "--json"], env=environment, capture_output=True, text=True)
    found = {table["name"]: (table["state"], table["bytes"]) for table in map(json.loads, run.stdout.splitlines())}
    assert found["pocket-half-turns"][0] == "ready" and found["two-phase-large"][0] == "not-built"
    listed = python("from cubegod import tables\nprint({table.name: table.bytes for table in tables.states()})", tmp_path, "small")
    assert ast.literal_eval(listed) == {name: size for name, (_, size) in found.items()}


def test_solving_writes_nothing(tmp_path: Path) -> None:
    python("import cubegod\ncubegod.solve_many(['R U', cubegod.Cube.random('2x2')])", tmp_path, "auto")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_table_causes_one_warning_and_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "two-phase-large.table").write_bytes(b"cubegod\n" + bytes(100))
    output = python("import cubegod\nprint(cubegod.solve('R U F2 D'), cubegod.solve('R'))", tmp_path, "auto")
    assert output.startswith("D' F2 U' R' R'\n") and output.count("RuntimeWarning: the table two-phase-large is ") == 1


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown table `nonsense`; expected pocket-half-turns, "):
        tables.build("nonsense")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CUBEGOD_CACHE", str(tmp_path / "file"))
    with pytest.raises(OSError, match="cannot create the folder .*set CUBEGOD_CACHE to a writable folder"):
        tables.build("pocket-half-turns")
