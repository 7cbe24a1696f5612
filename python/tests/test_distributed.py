"""Parquet to Parquet on Dask: the answers of one machine and every row once, even if workers, files or disks fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
fsspec = pytest.importorskip("fsspec")

import pyarrow.parquet as pq  # noqa: E402

from dask_helpers import TIMEOUT, cluster, command, cubes, manifest, names, read, texts, wait_until  # noqa: E402

from cubegod.arrow import Options, solve_batch  # noqa: E402
from cubegod.distributed import Summary, UnfinishedError, solve_parquet  # noqa: E402
from cubegod import _cubegod  # noqa: E402
from cubegod.distributed import _client, _work  # noqa: E402
from cubegod.distributed.__main__ import main  # noqa: E402
from cubegod.distributed._plan import Unit, bounds, units  # noqa: E402
from cubegod.distributed._source import SourceFile  # noqa: E402

def test_the_answers_are_those_of_one_machine(source: Path, tmp_path: Path, client: Any) -> None:
    summary = solve_parquet(source, tmp_path / "out", client, rows_per_file=300)
    assert summary == Summary(2000, 2000, 0, 10, 0, summary.seconds)
    expected = solve_batch(pa.concat_tables([pq.read_table(source / "a.parquet"), pq.read_table(source / "b.parquet")]))
    assert read(tmp_path / "out").equals(expected)
    assert pq.read_table(tmp_path / "out").num_rows == 2000
    assert manifest(tmp_path / "out")["done"] and names(tmp_path / "out")[:2] == ["_cubegod.json", "part-000000-a-0.parquet"]


def test_the_command_line_has_the_same_solutions(tmp_path: Path, client: Any, command_line: str) -> None:
    bad = [None, "", "Q", "UUUURRRRFFFFDDDDLLLLBBBU", "?" * 24]
    mixed = pa.table({"cube": texts("3x3", 40) + bad + texts("2x2", 40)})
    pq.write_table(mixed, tmp_path / "in.parquet", row_group_size=20)
    files = [str(tmp_path / "in.parquet"), str(tmp_path / "one.parquet")]
    assert subprocess.run([command_line, "batch", *files], capture_output=True).returncode == 1
    summary = solve_parquet(tmp_path / "in.parquet", tmp_path / "out", client, rows_per_file=10)
    assert (summary.rows, summary.solved, summary.errors) == (85, 80, 5)
    # Each edge has its own spelling of options.
    rows = str(read(tmp_path / "out").to_pylist()).replace("any=True", "--any")
    assert rows == str(pq.read_table(tmp_path / "one.parquet").to_pylist())


def test_a_rerun_completes_missing_files(source: Path, tmp_path: Path, client: Any) -> None:
    out = tmp_path / "out"
    solve_parquet(str(source / "*.parquet"), out, client, rows_per_file=200)
    before = read(out)
    parts = sorted(out.glob("*.parquet"))
    parts[0].unlink()
    # Not whole, and of other rows.
    parts[1].write_bytes(parts[1].read_bytes()[:-9])
    parts[2].write_bytes(parts[3].read_bytes()[:0])
    times = {part: part.stat().st_mtime_ns for part in parts[3:]}
    (out / f".{parts[0].name}.0123.tmp").write_bytes(b"the file of a worker that died")
    # The first run chose the number of rows of a file.
    with pytest.warns(RuntimeWarning, match=f"^rows_per_file=7 is ignored: an earlier run chose the files of the target `{out}`"):
        summary = solve_parquet(str(source / "*.parquet"), out, client, rows_per_file=7)
    assert (summary.rows, summary.files, summary.files_before) == (2000, 10, 7)
    assert read(out).equals(before) and times == {part: part.stat().st_mtime_ns for part in parts[3:]}
    assert not list(out.glob(".*"))


def test_errors_of_rows_are_counted_again_in_a_rerun(tmp_path: Path, client: Any) -> None:
    pq.write_table(pa.table({"cube": ["R", None, "Q", texts("2x2", 1)[0]]}), tmp_path / "in.parquet")
    first = solve_parquet(tmp_path / "in.parquet", tmp_path / "out", client)
    second = solve_parquet(tmp_path / "in.parquet", tmp_path / "out", client)
    assert (first.rows, first.solved, first.errors) == (second.rows, second.solved, second.errors) == (4, 2, 2)
    assert second.files_before == 1


# Another value for every option, and how the error describes it.
OTHER_OPTIONS: dict[str, tuple[object, str]] = {
    "column": ("other", "column='cube', and now it is 'other'"),
    "method": ("layers", "method='fast', and now it is 'layers'"),
    "max_length": (20, "max_length=None, and now it is 20"),
    "budget": (0.5, "budget=None, and now it is 0.5"),
    "metric": ("qtm", "metric='htm', and now it is 'qtm'"),
    "exact": (True, "exact=False, and now it is True"),
    "nodes": (1000, "nodes=None, and now it is 1000"),
    "target": ("R", "target=None, and now it is 'UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB'"),
    "faces": ("URF", "faces=None, and now it is 'URF'"),
    "any": (True, "any=False, and now it is True"),
    "format": ("facelets", "format=None, and now it is 'facelets'"),
    "puzzle": ("2x2", "puzzle=None, and now it is '2x2'"),
    "tables": ("large", "tables='small', and now it is 'large'"),
}


@pytest.mark.parametrize("name", Options.__annotations__)
def test_a_rerun_with_another_option_is_refused(name: str, tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    assert OTHER_OPTIONS.keys() == Options.__annotations__.keys()
    pq.write_table(pa.table({"cube": ["R"], "other": ["U"]}), tmp_path / "in.parquet")
    solve_parquet(tmp_path / "in.parquet", tmp_path / "out", client)
    before = {file: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    value, difference = OTHER_OPTIONS[name]
    message = refused(solve_parquet, tmp_path / "in.parquet", tmp_path / "out", client, **{name: value})
    assert message == f"the target `{tmp_path / 'out'}` belongs to another run: with {difference}; name another folder"
    assert {file: file.read_bytes() for file in (tmp_path / "out").iterdir()} == before


def test_the_table_of_proofs_is_recorded_once_a_row_needs_it(tmp_path: Path, client: Any) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out"
    pq.write_table(pa.table({"cube": ["R", None, texts("2x2", 1)[0], "Q"]}), source)
    solve_parquet(source, tmp_path / "fast", client)
    assert manifest(tmp_path / "fast")["proof_table"] is None
    assert solve_parquet(source, out, client, method="optimal", rows_per_file=1).solved == 2
    fields = manifest(out)
    assert fields["done"] and fields["proof_table"]
    (out / "_cubegod.json").write_text(json.dumps({**fields, "proof_table": "another"}))
    parts = sorted(out.glob("*.parquet"))
    for part in (parts[0], parts[2]):
        part.unlink()
    with pytest.raises(UnfinishedError) as caught:
        solve_parquet(source, out, client, method="optimal")
    assert caught.value.failures == (
        f"`{parts[0].name}`: the table of proofs was another and is now {fields['proof_table']}; "
        "use the same table on every worker, or name another folder",
    )
    # A pocket cube needs no proof.
    assert sorted(out.glob("*.parquet")) == parts[1:]


def test_units_of_two_tables_of_proofs_are_not_mixed(tmp_path: Path, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out"
    pq.write_table(pa.table({"cube": ["R", "U"]}), source)
    solve_table = _work._solve_table

    def with_a_table_of_its_own(table: Any, *arguments: Any) -> Any:
        return solve_table(table, *arguments)[0], f"the table of {table['cube'][0]}"

    monkeypatch.setattr(_work, "_solve_table", with_a_table_of_its_own)
    with pytest.raises(UnfinishedError) as caught:
        solve_parquet(source, out, client, rows_per_file=1)
    (failure,) = caught.value.failures
    assert "the table of proofs was the table of " in failure
    (part,) = out.glob("*.parquet")
    assert manifest(out)["proof_table"] == f"the table of {pq.read_table(part)['cube'][0]}"


def test_a_target_of_something_else_is_refused(source: Path, tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    out = tmp_path / "out"
    solve_parquet(source, out, client)
    assert "with 2 source files, and now it is 1" in refused(solve_parquet, source / "a.parquet", out, client)
    before = names(out)
    pq.write_table(cubes(1000, seed=5), source / "b.parquet", row_group_size=200)
    assert f"the source `{source / 'b.parquet'}` was changed since" in refused(solve_parquet, source, out, client)
    (out / "_cubegod.json").write_text("{")
    assert f"`{out / '_cubegod.json'}` cannot be read" in refused(solve_parquet, source, out, client)
    (out / "_cubegod.json").unlink()
    assert f"`{out}` holds `part-000000-a-0.parquet` already; name a new" in refused(solve_parquet, source, out, client)
    assert names(out) == before[1:]


def test_a_target_that_would_overwrite_files_is_refused(
    source: Path, tmp_path: Path, client: Any, refused: Callable[..., str]
) -> None:
    a = source / "a.parquet"
    for src, dst in [(source, source), (a, source), (a, a), (f"{source}/*.parquet", source)]:
        assert f"the source `{a}` is in the target `{dst}`; name another folder" in refused(solve_parquet, src, dst, client)
    (tmp_path / "file").write_text("mine")
    assert f"`{tmp_path / 'file'}` is a file; expected a folder" in refused(solve_parquet, a, tmp_path / "file", client)
    solve_parquet(a, tmp_path / "out", client)
    (tmp_path / "out" / "mine.parquet").write_bytes(a.read_bytes())
    assert "holds `mine.parquet`, which does not belong to this run" in refused(solve_parquet, a, tmp_path / "out", client)
    assert (tmp_path / "file").read_text() == "mine" and names(source) == ["a.parquet", "b.parquet"]


def test_sources_that_hold_no_cubes_are_refused_by_name(tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    first, second = folder / "1.parquet", folder / "2.parquet"

    def message(source: object = folder, **options: object) -> str:
        return refused(solve_parquet, source, out, client, **options)

    assert message() == f"there is no file `*.parquet` in the folder `{folder}`"
    assert message(folder / "x") == f"there is no file or folder `{folder / 'x'}`"
    assert message(f"{folder}/*.parquet") == f"no file fits the pattern `{folder}/*.parquet`"
    assert message([]).startswith("src: no source; expected")
    pq.write_table(pa.table({"a": [1]}), first)
    assert message() == f"`{first}`: there is no column `cube`; the columns are `a`"
    pq.write_table(pa.table({"cube": [1]}), first)
    assert message().startswith(f"`{first}`: the column `cube` is of the type Int64; expected text")
    pq.write_table(pa.table({"cube": ["R"], "length": [1]}), first)
    assert message().startswith(f"`{first}`: there is a column `length` already")
    pq.write_table(pa.table({"cube": ["R"]}), first)
    pq.write_table(pa.table({"cube": [b"R"]}), second)
    assert message().startswith(f"`{second}` has other columns than `{first}`: `cube` (binary) instead of `cube` (string)")
    second.write_bytes(b"")
    assert message().startswith(f"`{second}` cannot be read as Parquet: ")
    second.write_bytes(first.read_bytes()[:-3])
    assert message().startswith(f"`{second}` cannot be read as Parquet: ")
    second.unlink()
    assert message([first, folder]) == f"the source `{first}` is given twice"
    assert "unknown method `x`" in message(method="x") and "unknown tables `x`" in message(tables="x")
    assert message(rows_per_file=0) == "rows_per_file=0; expected a whole number from 1 on" and "threads=0; expected" in message(threads=0)
    assert "max_length= cannot be combined with method=\"layers\"" in message(method="layers", max_length=3)
    assert not out.exists()


def test_empty_files_are_files_without_rows(tmp_path: Path, client: Any) -> None:
    schema = pa.schema({"cube": pa.string()}, metadata={"mine": "kept"})
    pq.write_table(schema.empty_table(), tmp_path / "1.parquet")
    summary = solve_parquet(tmp_path / "1.parquet", tmp_path / "none", client)
    assert (summary.rows, summary.files) == (0, 1) and read(tmp_path / "none").schema.names == ["cube", "solution", "length", "error"]
    pq.write_table(pa.table({"cube": ["R"]}, schema=schema), tmp_path / "2.parquet")
    files = [tmp_path / "1.parquet", tmp_path / "2.parquet"]
    assert solve_parquet(files, tmp_path / "one", client).rows == 1


def test_a_corrupt_row_group_is_an_error_and_affects_no_other(source: Path, tmp_path: Path, client: Any) -> None:
    file, out = source / "b.parquet", tmp_path / "out"
    sound, times = file.read_bytes(), file.stat()
    column = pq.ParquetFile(file).metadata.row_group(3).column(1)
    offset = column.dictionary_page_offset or column.data_page_offset
    file.write_bytes(sound[:offset] + b"\xff" * 40 + sound[offset + 40 :])
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(UnfinishedError) as caught:
        solve_parquet(source, out, client, rows_per_file=200)
    assert len(caught.value.failures) == 1 and caught.value.failures[0].startswith(f"`{file}`, row group 3: cannot be read: ")
    advice = "\n9 of 10 files are complete. Restore the source (same size, same time of its last change), and"
    assert advice in str(caught.value) and str(caught.value).endswith("repair or remove it, and name another folder")
    assert read(out).num_rows == 1800 and not manifest(out)["done"]
    file.write_bytes(sound)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    summary = solve_parquet(source, out, client, rows_per_file=200)
    assert (summary.rows, summary.files_before) == (2000, 9) and manifest(out)["done"]


def test_the_error_about_invalid_text_has_its_row(tmp_path: Path, client: Any) -> None:
    good = [text.encode() for text in texts("2x2", 7)]
    values = pa.array([*good[:5], b"\xff\xfe", *good[5:]], pa.binary())
    broken = pa.Array.from_buffers(pa.string(), len(values), values.buffers())
    pq.write_table(pa.table({"cube": broken}), tmp_path / "in.parquet", row_group_size=4)
    with pytest.raises(UnfinishedError, match=r"in.parquet`, row group 1, row 1: .*UTF"):
        solve_parquet(tmp_path / "in.parquet", tmp_path / "out", client, rows_per_file=4)
    assert read(tmp_path / "out").num_rows == 4


def test_other_file_systems_are_supported(client: Any) -> None:
    fs = fsspec.filesystem("memory")
    with fs.open("/scale/in.parquet", "wb") as file:
        pq.write_table(cubes(100), file, row_group_size=30)
    try:
        summary = solve_parquet("memory://scale/in.parquet", "memory://scale/out", client, rows_per_file=30)
        assert (summary.rows, summary.files) == (100, 4)
        found = sorted(fs.find("/scale/out"))
        assert len(found) == 5
        tables = [pq.read_table(fs.open(name, "rb")) for name in found if name.endswith(".parquet")]
        assert pa.concat_tables(tables).equals(solve_batch(cubes(100)))
        assert solve_parquet("memory://scale/in.parquet", "memory://scale/out", client).files_before == 4
    finally:
        fs.rm("/scale", recursive=True)


def test_the_error_about_an_unwritable_target_names_it(source: Path, tmp_path: Path, client: Any) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=f"the target `{tmp_path / 'file' / 'out'}` cannot be (read|written): "):
        solve_parquet(source, tmp_path / "file" / "out", client)


def rows_of(unit: Unit) -> list[tuple[int, int, int]]:
    return [(piece.file, piece.row_group, piece.start + row) for piece in unit.pieces for row in range(piece.rows)]


@pytest.mark.parametrize("groups", [(), (0,), (1,), (10, 0, 3), (1,) * 50, (1000,), (7, 1000, 7, 20, 20)])
@pytest.mark.parametrize(("least", "most"), [(1, 1), (5, 20), (20, 20), (64, 1024)])
def test_units_hold_every_row_once_and_in_order(groups: tuple[int, ...], least: int, most: int) -> None:
    files = (SourceFile("/a/x y.parquet", 1, "", groups), SourceFile("/a/z.parquet", 1, "", groups))
    found = units(files, least, most)
    expected = [(file, group, row) for file in range(2) for group, rows in enumerate(groups) for row in range(rows)]
    assert [row for unit in found for row in rows_of(unit)] == expected
    assert all(unit.rows == len(rows_of(unit)) <= most for unit in found)
    assert [unit.name for unit in found] == sorted({unit.name for unit in found})


def test_units_are_small_enough_for_all_threads_and_for_a_lost_worker() -> None:
    assert bounds(10**9, 1 << 16, 100) == (1 << 16, 1 << 20)
    assert bounds(10**6, 1 << 16, 2) == (1 << 16, 125_000)
    assert bounds(100, 1 << 16, 2) == (4096, 4096)
    assert bounds(10**6, 64, 2) == (64, 1024)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped otherwise there")
def test_workers_that_die_or_pause_lose_no_row_and_write_none_twice(tmp_path: Path) -> None:
    # Such short solutions take seconds, so that the run can be disturbed.
    table = cubes(120, "3x3")
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=3)
    out = tmp_path / "out"
    outcome: list[Summary | BaseException] = []
    count = lambda: len(list(out.glob("*.parquet")))  # noqa: E731

    with cluster(tmp_path, 3) as (address, _, workers), distributed.Client(address) as client:
        client.wait_for_workers(3, timeout=TIMEOUT)

        def work() -> None:
            try:
                outcome.append(solve_parquet(tmp_path / "in.parquet", out, client, max_length=19, rows_per_file=3))
            except BaseException as error:
                outcome.append(error)

        run = threading.Thread(target=work)
        run.start()
        wait_until(lambda: count() >= 2 or bool(outcome))
        workers[0].send_signal(signal.SIGKILL)
        workers[1].send_signal(signal.SIGSTOP)
        at_the_fault = count()
        wait_until(lambda: count() >= at_the_fault + 5 or bool(outcome))
        workers[1].send_signal(signal.SIGCONT)
        run.join(TIMEOUT)
    assert at_the_fault < 35, "it was over before anything happened"
    assert isinstance(outcome[0], Summary), outcome
    assert (outcome[0].rows, outcome[0].files) == (120, 40)
    assert read(out).equals(solve_batch(table, max_length=19)) and len(names(out)) == 41


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit there")
def test_a_full_disk_is_an_error_and_leaves_no_partial_file(tmp_path: Path) -> None:
    pq.write_table(cubes(20_000), tmp_path / "in.parquet")
    out = tmp_path / "out"
    full = command(tmp_path / "in.parquet", out, "--workers", 1, "--rows-per-file", 10_000, limit=100)
    assert full.returncode == 1 and full.stdout == ""
    assert f"error: `{out}/part-00000" in full.stderr and "cannot be written: [Errno 27] File too large" in full.stderr
    assert "0 of 2 files are complete, the same call continues the run" in full.stderr
    assert names(out) == ["_cubegod.json"]
    again = command(tmp_path / "in.parquet", out, "--workers", 1)
    assert again.returncode == 0 and again.stdout.startswith(f"20000 rows in `{out}`, "), again.stderr
    assert "dashboard: http://127.0.0.1:" in again.stderr


def test_a_local_cluster_is_one_process_whose_threads_share_its_tables() -> None:
    with _client.local_client() as client:
        (threads,) = client.nthreads().values()
        assert threads == dask.system.CPU_COUNT


@pytest.mark.parametrize(("choice", "expected"), [("small", "small"), ("auto", "large")])
def test_the_environment_chooses_the_tables_of_all_workers(choice: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUBEGOD_TABLES", choice)
    assert _cubegod.fixed_tables("auto") == expected
    assert _cubegod.fixed_tables("small") == "small"


def test_the_command_prints_a_summary(tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    pq.write_table(pa.table({"cube": ["R", None]}), tmp_path / "in.parquet")

    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([*map(str, arguments), "--scheduler", client.scheduler.address])
        output, errors = capsys.readouterr()
        return code, output, errors

    code, output, _ = run(tmp_path / "in.parquet", tmp_path / "out")
    assert code == 1 and output.startswith("2 rows in `") and output.endswith(" s; 1 row has an error\n")
    code, output, _ = run(tmp_path / "in.parquet", tmp_path / "out", "--json")
    assert {"rows": 2, "solved": 1, "errors": 1, "files": 1, "files_before": 1}.items() <= json.loads(output).items()
    missing = f"error: there is no file or folder `{tmp_path}/none.parquet`\n"
    assert run(tmp_path / "none.parquet", tmp_path / "out", "--quiet") == (1, "", missing)
    code, _, errors = run(tmp_path / "in.parquet", tmp_path / "out", "--workers", 2)
    assert code == 2 and "--workers is for a cluster on this machine" in errors
    with pytest.raises(SystemExit) as stopped:
        run(tmp_path / "in.parquet")
    assert stopped.value.code == 2 and "the following arguments are required: DST" in capsys.readouterr().err


def test_without_dask_the_error_says_what_to_install() -> None:
    script = "import sys; sys.modules['distributed'] = None\nimport cubegod.distributed"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "ImportError: cubegod.distributed needs more " in run.stderr and "pip install 'cubegod[distributed]'" in run.stderr
