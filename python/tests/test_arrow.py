"""Cubes in Arrow columns: every type of column, other columns, and the same answers as the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

import pyarrow.parquet as pq  # noqa: E402

import cubegod  # noqa: E402
from cubegod.arrow import NEW_COLUMNS, solve_batch, solved_schema  # noqa: E402

TWO = "DBFRDULUUFFBLDDBLRBU????"
THREE = "DLBFUFFBRDLULRULUUUUFUFBFRBLFDRDFDDBLDRRLRBDURDFLBBLBR"


def texts(size: str, count: int, seed: int = 1) -> list[str]:
    rows = cubegod.random_cubes(count, size, seed=seed)
    return ["".join("URFDLB"[color] for color in row) for row in rows]


def test_a_solved_batch_has_three_more_columns() -> None:
    batch = pa.record_batch({"number": [1, 2, 3], "cube": ["R U", None, "Q"]})
    solved = solve_batch(batch)
    assert isinstance(solved, pa.RecordBatch) and solved.schema == solved_schema(batch.schema)
    assert solved.column("number").equals(batch.column("number"))
    assert solved.column("solution").to_pylist() == ["U' R'", None, None]
    assert solved.column("length").to_pylist() == [2, None, None]
    errors = solved.column("error").to_pylist()
    assert errors[:2] == [None, "no cube"] and "1 sticker found" in errors[2]


@pytest.mark.parametrize(
    "data_type",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.binary(),
        pa.large_binary(),
        pa.binary_view(),
        pa.binary(54),
        pa.dictionary(pa.int8(), pa.string()),
    ],
    ids=str,
)
def test_every_type_of_column_is_read(data_type: pa.DataType) -> None:
    cubes = [*texts("3x3", 3), None]
    column = pa.array(cubes, pa.string())
    column = column.dictionary_encode() if pa.types.is_dictionary(data_type) else column.cast(pa.binary()).cast(data_type)
    solved = solve_batch(pa.record_batch({"cube": column}))
    assert solved.column("solution").to_pylist() == solve_batch(pa.record_batch({"cube": cubes}))["solution"].to_pylist()
    # A slice of a column has an offset.
    assert solve_batch(pa.record_batch({"cube": column}).slice(1, 2)).equals(solved.slice(1, 2))


def test_numbers_of_colours_are_read_like_letters() -> None:
    rows = cubegod.random_cubes(20, "2x2", seed=2)
    numbers = pa.array([bytes(row) for row in rows], pa.binary(24))
    solved = solve_batch(pa.record_batch({"cube": numbers}))
    assert solved["solution"].to_pylist() == solve_batch(pa.table({"cube": texts("2x2", 20, 2)}))["solution"].to_pylist()


def test_tables_keep_their_chunks() -> None:
    cubes = pa.chunked_array([["R"], ["U", TWO], []], pa.string())
    table = pa.table({"cube": cubes, "list": pa.chunked_array([[[1]], [[2, 3], None]])}, metadata={"mine": "kept"})
    solved = solve_batch(table)
    assert isinstance(solved, pa.Table) and solved.schema.metadata == {b"mine": b"kept"}
    assert solved.select(["cube", "list"]).equals(table.combine_chunks())
    assert solved["length"].to_pylist() == [1, 1, 9]
    assert solve_batch(table.slice(0, 0)).schema.equals(solved.schema, check_metadata=True)


def test_answers_do_not_depend_on_threads() -> None:
    table = pa.table({"cube": texts("3x3", 60) + texts("2x2", 60)})
    assert solve_batch(table, threads=1).equals(solve_batch(table, threads=3))


def test_the_command_line_has_the_same_solutions(tmp_path: Path, command_line: str) -> None:
    bad = [None, "", "Q", "UUUURRRRFFFFDDDDLLLLBBBU", "?" * 24, "U" * 54]
    table = pa.table({"number": range(56), "cube": texts("3x3", 25) + bad + texts("2x2", 25)})
    pq.write_table(table, tmp_path / "in.parquet")
    for options, words in [({}, []), ({"method": "layers"}, ["--method", "layers"]), ({"metric": "qtm"}, ["--metric", "qtm"])]:
        out = tmp_path / f"out{len(words)}{words[-1:]}.parquet"
        files = [str(tmp_path / "in.parquet"), str(out)]
        run = subprocess.run([command_line, "batch", *files, *words], capture_output=True, text=True)
        assert run.returncode == 1, run.stderr
        # Each edge has its own spelling of options.
        rows = str(solve_batch(table, **options).to_pylist()).replace('method="layers"', "--method layers").replace("any=True", "--any")  # type: ignore[arg-type]
        assert rows == str(pq.read_table(out).to_pylist())


@pytest.mark.parametrize(
    ("cube", "options"),
    [
        ("R2 U F", {"target": "U R"}),
        ("R U F", {"faces": "URF"}),
        (THREE, {"nodes": 1_000_000}),
        ("UUUU????FFFF????????????", {"any": True}),
    ],
)
def test_a_row_has_the_options_of_a_cube(cube: str, options: dict[str, Any]) -> None:
    def solution(**given: Any) -> Any:
        return solve_batch(pa.table({"cube": [cube]}), **given)["solution"].to_pylist()[0]

    assert solution(**options) == str(cubegod.solve(cube, threads=1, **options)) != solution()


def test_batches_without_a_column_of_cubes_are_refused(refused: Callable[..., str]) -> None:
    assert refused(solve_batch, pa.table({"a": [1]})) == "there is no column `cube`; the columns are `a`"
    assert "the column `cube` is of the type Int64; expected text" in refused(solve_batch, pa.table({"cube": [1]}))
    assert "of the type Int64" in refused(solve_batch, pa.table({"cube": pa.array([], pa.int64())}))
    assert "FixedSizeBinary(7)" in refused(solve_batch, pa.table({"cube": pa.array([], pa.binary(7))}))
    assert "there is a column `error` already" in refused(solve_batch, pa.table({"cube": ["R"], "error": [1]}))
    two = pa.RecordBatch.from_arrays([pa.array(["R"]), pa.array(["R"])], names=["cube", "cube"])
    assert refused(solve_batch, two) == "2 columns are called `cube`; expected one"
    assert "there is no column `x`" in refused(solved_schema, pa.schema({"cube": pa.string()}), column="x")


def test_invalid_options_are_refused(refused: Callable[..., str]) -> None:
    batch = pa.record_batch({"cube": ["R"]})
    assert refused(solve_batch, batch, method="x") == "unknown method `x`; expected one of fast, optimal, layers, cfop, three-step"
    assert "unknown metric `x`" in refused(solve_batch, batch, metric="x")
    assert "unknown tables `x`" in refused(solve_batch, batch, tables="x")
    assert "a budget of -1 seconds" in refused(solve_batch, batch, budget=-1.0)
    assert "threads= is 0; expected" in refused(solve_batch, batch, threads=0)
    conflict = 'max_length= cannot be combined with method="layers"; leave one of them out'
    assert refused(solve_batch, batch, method="layers", max_length=3) == conflict
    assert refused(solve_batch, batch, max_length=-1) == "max_length=-1; expected a whole number from 1 on, or None"
    assert refused(solve_batch, batch, threads=-1) == "threads=-1; expected a whole number from 1 on, or None"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("column", 5, "the name of a column"),
        ("method", None, 'the name of a method, such as "fast"'),
        ("max_length", "a", "a whole number from 1 on, or None"),
        ("max_length", 1.5, "a whole number from 1 on, or None"),
        ("budget", "x", "a number of seconds from 0 on, or None"),
        ("metric", 5, '"htm", "qtm", "stm" or "etm"'),
        ("exact", "yes", "True or False"),
        ("nodes", 0.5, "a whole number from 1 on, or None"),
        ("faces", 5, 'letters of faces such as "URF", or None'),
        ("any", "yes", "True or False"),
        ("format", 5, "the name of a layout, or None"),
        ("puzzle", 3, '"2x2", "3x3" or None'),
        ("tables", None, '"auto", "small" or "large"'),
        ("threads", "x", "a whole number from 1 on, or None"),
    ],
)
def test_errors_name_options_of_a_wrong_type(name: str, value: object, expected: str) -> None:
    for batch in (pa.record_batch({"cube": ["R"]}), pa.table({"cube": pa.array([], pa.string())})):
        if name == "threads" and not batch.num_rows:
            continue
        with pytest.raises(TypeError) as caught:
            solve_batch(batch, **{name: value})  # type: ignore[arg-type]
        assert str(caught.value) == f"{name}={value!r}; expected {expected}"


@pytest.mark.parametrize("given", [5, None, "R", [1, 2], ["R"], [{"cube": "R"}], pa.array(["R"]), pa.chunked_array([["R"]])], ids=repr)
def test_invalid_batches_are_refused(given: object) -> None:
    expected = "expected a pyarrow.RecordBatch, a pyarrow.Table or a frame that Arrow can import, not"
    with pytest.raises(TypeError) as caught:
        solve_batch(given)
    assert str(caught.value).startswith(f"{expected} {type(given).__name__}; pyarrow.table({{'cube': [...]}}) converts")


def test_invalid_schemas_are_refused() -> None:
    with pytest.raises(TypeError, match="^expected a pyarrow.Schema, not Table$"):
        solved_schema(pa.table({"cube": ["R"]}))


def test_the_error_about_a_frame_that_arrow_cannot_import_says_why() -> None:
    class Frame:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            raise pa.ArrowInvalid("column `number`: a number\nand then a text")

    message = "^Arrow cannot import this Frame: column `number`: a number and then a text; repair the column, or leave it out$"
    with pytest.raises(ValueError, match=message):
        solve_batch(Frame())


def test_invalid_text_is_refused(refused: Callable[..., str]) -> None:
    broken = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\2\0\0\0"), pa.py_buffer(b"\xff\xfe")])
    assert "UTF" in refused(solve_batch, pa.record_batch({"cube": broken}))


def test_a_polars_frame_is_solved() -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"number": [1, 2], "cube": ["R U", TWO]})
    solved = pl.from_arrow(solve_batch(frame))
    assert solved.columns == ["number", "cube", *NEW_COLUMNS]
    assert solved["solution"].to_list() == ["U' R'", "L' U B U2 L2 B2 U B' L'"]


def test_the_example_for_polars_in_the_documentation_is_true(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    text = (Path(__file__).parents[2] / "docs" / "scale.md").read_text(encoding="utf-8")
    example = text.split("<!-- tested: polars -->\n```python\n")[1].split("```")[0]
    pl.DataFrame({"cube": ["R U", TWO]}).write_parquet(tmp_path / "cubes.parquet")
    folder = os.getcwd()
    os.chdir(tmp_path)
    try:
        exec(example, {})
    finally:
        os.chdir(folder)
    assert pl.read_parquet(tmp_path / "solved.parquet")["length"].to_list() == [2, 9]


def test_without_pyarrow_the_error_says_what_to_install() -> None:
    script = "import sys; sys.modules['pyarrow'] = None\nfrom cubegod.arrow import solve_batch\nsolve_batch(1)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "ImportError: cubegod.arrow needs pyarrow; install it with `pip install 'cubegod[distributed]'`" in run.stderr
