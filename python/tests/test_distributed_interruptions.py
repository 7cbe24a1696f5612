"""Interruptions of `cubegod.distributed`: Ctrl-C, sources that are removed, and other runs that write to the same folder."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")
fsspec = pytest.importorskip("fsspec")

import pyarrow.parquet as pq  # noqa: E402
from dask_helpers import SLOW_OPTIONS, TIMEOUT, cluster, cubes, has_output, manifest, names, on_terminal, read, wait_until  # noqa: E402

from cubegod.arrow import solve_batch  # noqa: E402
from cubegod.distributed import UnfinishedError, _cluster, _work, solve_parquet  # noqa: E402
from cubegod.distributed._target import Target  # noqa: E402

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and links work in another way there")


def processes_of(session: int) -> list[str]:
    """Returns the running processes of a session."""
    run = subprocess.run(["ps", "-A", "-o", "sess=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in run.stdout.splitlines()]
    return [row[2] for row in rows if row[0] == str(session) and not row[1].startswith("Z")]


@posix
@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps")
@pytest.mark.parametrize("where", ["this machine", "a cluster"])
def test_ctrl_c_ends_a_run_without_leftovers(where: str, tmp_path: Path) -> None:
    pq.write_table(cubes(2000, "3x3"), tmp_path / "in.parquet", row_group_size=10)
    out = tmp_path / "out"
    words = [tmp_path / "in.parquet", out, "--rows-per-file", 10, *SLOW_OPTIONS, "--quiet"]

    def stop(*more: object) -> None:
        run = on_terminal(*words, *more)
        try:
            wait_until(lambda: has_output(out) or run.poll() is not None)
            os.killpg(run.pid, signal.SIGINT)
            output, errors = run.communicate(timeout=TIMEOUT)
            assert (run.returncode, output, errors) == (130, "", "error: stopped; the same command continues the run\n")
            wait_until(lambda: not processes_of(run.pid))
        finally:
            run.kill()

    if where == "this machine":
        stop("--workers", 2)
    else:
        with cluster(tmp_path, 1) as (address, _, _):
            stop("--scheduler", address)
            with distributed.Client(address, set_as_default=False) as client:
                # A worker finishes its current unit, although the scheduler has cancelled it.
                works = lambda dask_worker: len(dask_worker.state.all_running_tasks)  # noqa: E731
                wait_until(lambda: not any(client.processing().values()) and not any(client.run(works).values()))
                assert len(names(out)) < 200
    assert not manifest(out)["done"] and not list(out.glob(".*"))


def test_a_source_that_is_removed_is_an_error(source: Path, tmp_path: Path, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run = _cluster.run

    def after_a_while(*arguments: Any, **options: Any) -> Any:
        (source / "b.parquet").unlink()
        return run(*arguments, **options)

    monkeypatch.setattr(_cluster, "run", after_a_while)
    with pytest.raises(UnfinishedError) as caught:
        solve_parquet(source, tmp_path / "out", client, rows_per_file=200)
    assert len(caught.value.failures) == 5
    message = f"`{source}/b.parquet`, row group 0: the file does not exist any more, or not on `{socket.gethostname()}`; every worker needs"
    assert any(failure.startswith(message) for failure in caught.value.failures)
    assert "\n5 of 10 files are complete. Restore the source" in str(caught.value)


@pytest.mark.parametrize("excluded", [1, 2])
def test_a_worker_that_does_not_see_the_source_is_another_error_than_a_missing_source(
    excluded: int, source: Path, tmp_path: Path, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = list(client.nthreads())[:excluded]
    read_rows = _work._read

    def unless_excluded(*arguments: Any) -> Any:
        if distributed.get_worker().address in addresses:
            raise FileNotFoundError
        return read_rows(*arguments)

    monkeypatch.setattr(_work, "_read", unless_excluded)
    if excluded == 1:
        # The other worker solves all units.
        assert solve_parquet(source, tmp_path / "out", client, rows_per_file=200).rows == 2000
        return
    with pytest.raises(UnfinishedError) as caught:
        solve_parquet(source, tmp_path / "out", client, rows_per_file=2000)
    (failure,) = caught.value.failures
    assert failure.startswith(f"`part-000000-a-0.parquet`: `{source}/a.parquet` is here, but the worker at `")
    assert any(f"the worker at `{address}` cannot read it; mount it there under the same path" in failure for address in addresses)
    assert str(caught.value).endswith("\n0 of 1 file is complete, the same call continues the run")


def test_a_source_that_is_changed_meanwhile_is_an_error(
    source: Path, tmp_path: Path, client: Any, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = _cluster.run

    def and_then(*arguments: Any, **options: Any) -> Any:
        result = run(*arguments, **options)
        pq.write_table(cubes(1000, seed=9), source / "b.parquet", row_group_size=200)
        return result

    monkeypatch.setattr(_cluster, "run", and_then)
    message = refused(solve_parquet, source, tmp_path / "out", client)
    assert message.startswith(f"the source `{source}/b.parquet` was changed while it was solved") and not manifest(tmp_path / "out")["done"]


@posix
def test_files_that_only_workers_see_are_an_error(source: Path, tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as (address, _, _):
        with pytest.raises(UnfinishedError) as caught:
            # Each process has its own memory.
            solve_parquet(source, "memory://only-workers", address)
        assert "was written by a worker, but does not exist here; every worker needs access to source and target" in str(caught.value)
        assert "\n0 of 1 file is complete, " in str(caught.value)
    fsspec.filesystem("memory").rm("/only-workers", recursive=True)


def test_files_that_another_run_is_writing_are_not_removed(source: Path, tmp_path: Path, client: Any) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "._cubegod.json.0123.tmp").write_bytes(b"{")
    (out / ".part-000000-a-0.parquet.0123.tmp").write_bytes(b"the file of a worker that died")
    solve_parquet(source, out, client)
    assert names(out)[0] == "._cubegod.json.0123.tmp" and len(list(out.glob(".*"))) == 1


def test_two_runs_that_begin_at_once_have_one_plan(source: Path, tmp_path: Path, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    outcomes: list[Any] = []
    # Both runs begin before either writes.
    both = threading.Barrier(2, timeout=TIMEOUT)
    create_exclusive = Target.create_exclusive

    def together(target: Target, name: str, contents: bytes) -> bool:
        both.wait()
        return create_exclusive(target, name, contents)

    monkeypatch.setattr(Target, "create_exclusive", together)

    def work(rows_per_file: int) -> None:
        try:
            outcomes.append(solve_parquet(source, out, client, rows_per_file=rows_per_file))
        except BaseException as error:
            outcomes.append(error)

    runs = [threading.Thread(target=work, args=(rows,)) for rows in (100, 70)]
    with pytest.warns(RuntimeWarning, match="is ignored: an earlier run chose the files"):
        for run in runs:
            run.start()
        for run in runs:
            run.join(TIMEOUT)
    assert [getattr(outcome, "rows", outcome) for outcome in outcomes] == [2000, 2000]
    expected = solve_batch(pa.concat_tables([pq.read_table(source / "a.parquet"), pq.read_table(source / "b.parquet")]))
    assert read(out).equals(expected) and manifest(out)["done"]
    assert names(out) == sorted(["_cubegod.json", *(unit["name"] for unit in manifest(out)["units"])])


def in_memory(folder: str) -> tuple[Any, list[str]]:
    """All rows, by the names of the files, and the names."""
    fs = fsspec.filesystem("memory")
    files = sorted(fs.glob(f"{folder}/*.parquet"))
    return pa.concat_tables(pq.read_table(file, filesystem=fs) for file in files), files


def test_two_runs_in_succession_have_one_plan_on_any_file_system(
    source: Path, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fs = fsspec.filesystem("memory")
    both, one = threading.Barrier(2, timeout=TIMEOUT), threading.Lock()
    create_exclusive = Target.create_exclusive

    def in_turn(target: Target, name: str, contents: bytes) -> bool:
        both.wait()
        with one:
            return create_exclusive(target, name, contents)

    monkeypatch.setattr(Target, "create_exclusive", in_turn)
    rows: list[int] = []
    runs = [
        threading.Thread(target=lambda size=size: rows.append(solve_parquet(source, "memory://both", client, rows_per_file=size).rows))
        for size in (100, 70)
    ]
    try:
        with pytest.warns(RuntimeWarning, match="is ignored: an earlier run chose the files"):
            for run in runs:
                run.start()
            for run in runs:
                run.join(TIMEOUT)
        table, _ = in_memory("/both")
        assert rows == [2000, 2000] and table.num_rows == 2000
    finally:
        fs.rm("/both", recursive=True)


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        ("_cubegod.json", "`/mixed/_cubegod.json` belongs to another run, so that files of two runs may be mixed; name another folder"),
        ("part-000028-b-4.parquet", "the target `/mixed` holds `part-000028-b-4.parquet`, which does not belong to this run; remove it"),
    ],
)
def test_two_plans_in_one_folder_are_an_error(
    theirs: str, message: str, source: Path, client: Any, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fs = fsspec.filesystem("memory")
    run = _cluster.run

    def beside_another(*arguments: Any, **options: Any) -> Any:
        # As on a file system without exclusive creation.
        fs.copy(f"/other/{theirs}", f"/mixed/{theirs}")
        return run(*arguments, **options)

    try:
        solve_parquet(source, "memory://other", client, rows_per_file=70)
        monkeypatch.setattr(_cluster, "run", beside_another)
        assert refused(solve_parquet, source, "memory://mixed", client, rows_per_file=100).startswith(message)
    finally:
        fs.rm("/other", recursive=True)
        fs.rm("/mixed", recursive=True)


def test_exclusive_creation_works_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("there are no links here")

    monkeypatch.setattr(os, "link", refuse)
    # Both check for the file before either writes it.
    monkeypatch.setattr(Target, "get", lambda *_: None)
    target = Target.at(str(tmp_path), {})
    target.create_exclusive("name", b"first")
    assert not target.create_exclusive("name", b"second")
    assert (tmp_path / "name").read_bytes() == b"first" and names(tmp_path) == ["name"]


@pytest.mark.parametrize(
    ("error", "is_there", "is_first"),
    [
        (OSError(errno.EINVAL, "a precondition failed"), True, False),
        (RuntimeError("a precondition failed"), True, False),
        (OSError(errno.ENOSYS, "not implemented"), False, True),
        (NotImplementedError(), False, True),
        (PermissionError("denied"), False, None),
    ],
    ids=repr,
)
def test_exclusive_creation_works_with_any_error_of_a_file_system(
    error: Exception, is_there: bool, is_first: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    fs = fsspec.filesystem("memory")
    pipe_file = fs.pipe_file

    def refuse(path: str, value: bytes, mode: str = "overwrite") -> None:
        if mode != "create":
            pipe_file(path, value)
            return
        if is_there:
            pipe_file(path, b"of another")
        raise error

    monkeypatch.setattr(fs, "pipe_file", refuse)
    target = Target(fs, "/first")
    try:
        if is_first is None:
            with pytest.raises(type(error)):
                target.create_exclusive("name", b"mine")
        else:
            assert target.create_exclusive("name", b"mine") == is_first
            assert target.get("name") == (b"mine" if is_first else b"of another")
    finally:
        if fs.exists("/first"):
            fs.rm("/first", recursive=True)
