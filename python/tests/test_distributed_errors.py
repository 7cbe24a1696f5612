"""Common mistakes with `cubegod.distributed`: the errors say what is wrong and what to do."""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
import socket
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")
fsspec = pytest.importorskip("fsspec")

import dask  # noqa: E402
import numpy as np  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from dask_helpers import SLOW_OPTIONS, TIMEOUT, cluster, cubes, has_output, manifest, names, on_terminal, wait_until  # noqa: E402

from cubegod.distributed import _client, _cluster, solve_parquet  # noqa: E402
from cubegod.distributed.__main__ import main  # noqa: E402

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and links work in another way there")


# Where a target may be.


@posix
def test_a_target_in_the_source_is_refused(source: Path, tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    (tmp_path / "link").symlink_to(source)
    for src, dst in [
        (source, source / "out"),
        (source, source / "deep" / "out"),
        (f"file://{source}", source / "out"),
        (source, f"file://{source}/out"),
        (tmp_path / "link", source / "out"),
        (source, tmp_path / "link" / "out"),
        (f"{source}/**/*.parquet", source / "out"),
        ([f"{source}/b.parquet", f"{source}/**/[ap]*.parquet"], source / "out"),
    ]:
        message = refused(solve_parquet, src, dst, client)
        assert message.startswith("the target `") and "is in the source `" in message and message.endswith("; name a folder outside of it")
    assert names(source) == ["a.parquet", "b.parquet"]
    # No file of it would ever be found by this one.
    solve_parquet(f"{source}/*.parquet", source / "out", client)
    assert solve_parquet(f"{source}/*.parquet", source / "out", client).files_before == 1


def test_a_target_in_the_source_is_refused_on_any_file_system(client: Any, refused: Callable[..., str]) -> None:
    fs = fsspec.filesystem("memory")
    with fs.open("/inside/in/a.parquet", "wb") as file:
        pq.write_table(cubes(10), file)
    try:
        assert "is in the source `memory://inside/in`" in refused(solve_parquet, "memory://inside/in", "memory://inside/in/out", client)
        assert "is in the target" in refused(solve_parquet, "memory://inside/in", "memory://inside", client)
        # The beginning of its name does not make it a part of the other.
        assert solve_parquet("memory://inside/in", "memory://inside/in2", client).rows == 10
    finally:
        fs.rm("/inside", recursive=True)


@posix
def test_a_source_in_the_target_is_found_through_links(source: Path, tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    (tmp_path / "link").symlink_to(source)
    assert "is in the target" in refused(solve_parquet, source / "a.parquet", tmp_path / "link", client)


@posix
def test_a_linked_folder_is_an_error(source: Path, tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.parquet").symlink_to(source / "a.parquet")
    assert solve_parquet(folder, tmp_path / "out", client).rows == 1000
    (folder / "more").symlink_to(source)
    message = refused(solve_parquet, folder, tmp_path / "other", client)
    assert message == f"`{folder}/more` is a link to a folder, and links are not followed; name the folder itself as a source too"


# What is given.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"src": 5}, "src=5; expected a path or an address of fsspec's"),
        ({"src": ["a", 5]}, "src=5; expected a path"),
        ({"src": b"a"}, "src=b'a'; expected a path"),
        ({"dst": None}, "dst=None; expected a path"),
        ({"client": 5}, "client=5; expected a distributed.Client, the address of a scheduler such as tcp://10.0.0.1:8786, or None"),
        ({"rows_per_file": "a"}, "rows_per_file='a'; expected a whole number from 1 on"),
        ({"threads": 1.5}, "threads=1.5; expected a whole number from 1 on"),
        ({"storage_options": "a"}, "storage_options='a'; expected a dictionary for fsspec, or None"),
        ({"max_length": "a"}, "max_length='a'; expected a whole number from 1 on, or None"),
        ({"column": 5}, "column=5; expected the name of a column"),
    ],
)
def test_errors_name_arguments_of_a_wrong_type(options: dict[str, Any], message: str, source: Path, tmp_path: Path, client: Any) -> None:
    with pytest.raises(TypeError) as caught:
        solve_parquet(**{"src": source, "dst": tmp_path / "out", "client": client, **options})
    assert str(caught.value).startswith(message) and not (tmp_path / "out").exists()


def test_an_empty_path_is_not_the_current_folder(source: Path, tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    assert refused(solve_parquet, source, "", client).startswith("dst=''; expected a path")
    assert refused(solve_parquet, ["a", " "], tmp_path / "out", client).startswith("src=' '; expected a path")


def test_numbers_of_numpy_are_accepted(source: Path, tmp_path: Path, client: Any) -> None:
    options: dict[str, Any] = {"rows_per_file": np.int64(500), "max_length": np.int64(22), "exact": np.bool_(True)}
    assert solve_parquet(source, tmp_path / "out", client, **options).files == 5
    with pytest.warns(RuntimeWarning, match="rows_per_file=7 is ignored"):
        again = solve_parquet(source, tmp_path / "out", client, max_length=22, exact=True, rows_per_file=7)
    assert again.files_before == 5


def test_a_client_may_be_an_address(source: Path, tmp_path: Path, client: Any, refused: Callable[..., str]) -> None:
    address = client.scheduler.address
    assert solve_parquet(source, tmp_path / "out", address).rows == 2000
    assert "`nonsense` is not an address of a scheduler: " in refused(solve_parquet, source, tmp_path / "other", "nonsense")
    with distributed.Client(address, set_as_default=False) as other:
        pass
    assert refused(solve_parquet, source, tmp_path / "other", other).startswith("client: it is closed; expected one that is connected")


def test_a_client_need_not_be_the_default_of_dask(source: Path, tmp_path: Path) -> None:
    # In a process of its own, where there is no other.
    code = f"""
import distributed
from cubegod.distributed import solve_parquet
options = dict(n_workers=1, processes=False, dashboard_address="127.0.0.1:0", memory_limit=0)
with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster, set_as_default=False) as client:
    print(solve_parquet({str(source)!r}, {str(tmp_path / "out")!r}, client, progress=True).rows)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=TIMEOUT)
    # The bar may have had no time to draw.
    assert run.returncode == 0 and run.stdout.endswith("2000\n"), run.stderr


def test_an_asynchronous_client_is_refused_as_the_default_too(source: Path, tmp_path: Path, client: Any) -> None:
    async def solve() -> str:
        async with distributed.Client(client.scheduler.address, asynchronous=True) as other:
            with pytest.raises(ValueError, match="it is asynchronous; expected one made without"):
                solve_parquet(source, tmp_path / "out", other)
            with other.as_current(), pytest.raises(ValueError, match="Dask's current client is asynchronous; give `client="):
                solve_parquet(source, tmp_path / "out")
        return "refused"

    assert asyncio.run(solve()) == "refused" and not (tmp_path / "out").exists()


@pytest.mark.parametrize(("given", "seconds"), [("10ms", 0.01), ("1.5s", 1.5), ("2m", 120.0), ("0.25", 0.25)])
def test_a_budget_is_parsed_as_by_the_command_line(given: str, seconds: float, tmp_path: Path, client: Any) -> None:
    pq.write_table(pa.table({"cube": ["R"]}), tmp_path / "in.parquet")
    words = [str(tmp_path / "in.parquet"), str(tmp_path / "out"), "--scheduler", client.scheduler.address, "--budget", given]
    assert main(words) == 0 and manifest(tmp_path / "out")["options"]["budget"] == seconds


def test_an_invalid_budget_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["in.parquet", "out", "--budget", "soon"])
    assert "argument --budget: expected a time such as `2s` or `100ms`" in capsys.readouterr().err


@posix
def test_relative_paths_do_not_depend_on_the_folder_of_a_worker(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "zwei Würfel 部"
    source.rename(folder)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with monkeypatch.context() as context:
        context.chdir(elsewhere)
        started = cluster(tmp_path, 1)
        address, _, _ = started.__enter__()
    try:
        with monkeypatch.context() as context:
            context.chdir(tmp_path)
            assert solve_parquet("zwei Würfel 部", "gelöst/部 分", address).rows == 2000
        # By another name they are the same.
        again = solve_parquet(f"file://{folder}", f"file://{tmp_path}/gelöst/部 分", address)
        assert again.files_before == again.files and not list(elsewhere.iterdir())
    finally:
        started.__exit__(None, None, None)


@pytest.mark.parametrize("name", ["c.pq", "c.PARQUET", "c.parq", "C.Pq"])
def test_all_endings_of_parquet_files_are_found(name: str, source: Path, tmp_path: Path, client: Any) -> None:
    pq.write_table(cubes(10), source / name)
    (source / "read.me").write_text("no Parquet")
    assert solve_parquet(source, tmp_path / "out", client).rows == 2010


def test_columns_that_only_names_of_folders_have_cause_a_warning(source: Path, tmp_path: Path, client: Any) -> None:
    for year in (2025, 2026):
        (source / f"year={year}" / "number=1").mkdir(parents=True)
        shutil.copy(source / "a.parquet", source / f"year={year}" / "number=1")
    # `number` is in the files too.
    message = "^names of folders contain `year`, such as `year=2025`, and the files do not: the target will not have it$"
    with pytest.warns(RuntimeWarning, match=message) as warned:
        solve_parquet(source, tmp_path / "out", client)
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solve_parquet(source / "year=2025", tmp_path / "one", client)


# Singular and plural in messages.


@pytest.mark.parametrize(
    ("rows", "first", "second"),
    [(["R"], "1 row in `", ", 1 file there already"), ([None, "Q", "R"], " s; 2 rows have an error", "3 rows in `")],
)
def test_counts_of_one_are_singular(
    rows: list[str], first: str, second: str, tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    pq.write_table(pa.table({"cube": rows}), tmp_path / "in.parquet")
    words = [str(tmp_path / "in.parquet"), str(tmp_path / "out"), "--scheduler", client.scheduler.address]
    main(words)
    assert first in capsys.readouterr().out
    main(words)
    assert second in capsys.readouterr().out


def test_the_command_line_warns_about_other_rows_per_file(
    source: Path, tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(source), str(tmp_path / "out"), "--scheduler", client.scheduler.address, "--rows-per-file"]
    assert main([*words, "200"]) == main([*words, "200", "--quiet"]) == 0
    assert "warning" not in capsys.readouterr().err
    assert main([*words, "100", "--quiet"]) == 0
    message = f"warning: rows_per_file=100 is ignored: an earlier run chose the files of the target `{tmp_path}/out`; "
    assert capsys.readouterr().err == message + "name another folder to change them\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nothing.parquet", "out"], 1),
        (["broken.parquet", "out"], 1),
        (["a.parquet", "b.parquet"], 1),
        (["a.parquet", "out", "--column", "none"], 1),
        (["a.parquet", "out", "--metric", "none"], 2),
        (["a.parquet", "out", "--from", "none"], 2),
        (["a.parquet", "out", "--puzzle", "9x"], 2),
        (["a.parquet", "out", "--rows-per-file", "0"], 2),
        (["a.parquet", "a.parquet", "out"], 2),
    ],
)
def test_only_usage_errors_exit_with_2(
    words: list[str], code: int, source: Path, client: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(source)
    (source / "broken.parquet").write_bytes(b"PAR1")
    assert main([*words, "--scheduler", client.scheduler.address, "--quiet"]) == code
    assert capsys.readouterr().err.startswith("error: ") and not (source / "out").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--rows-per-file", "0"], "--rows-per-file 0; expected a whole number from 1 on"),
        (["--method", "layers", "--max-length", "3"], "--max-length cannot be combined with --method layers; leave one of them out"),
        (["--puzzle", "3x3", "--exact"], "--exact works for 2x2x2 cubes only; leave it out for a 3x3x3"),
        (["--from", "x"], "`x` is not a layout"),
    ],
)
def test_errors_name_options_as_the_command_writes_them(
    words: list[str], message: str, source: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(source / "a.parquet"), str(source / "out"), *words, "--scheduler", client.scheduler.address, "--quiet"])
    assert message in capsys.readouterr().err


def test_json_is_alone_on_standard_output(
    source: Path, tmp_path: Path, client: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert main([str(source), str(tmp_path / "out"), "--scheduler", client.scheduler.address, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == 2000


# Workers and clients.


def test_a_cluster_without_workers_causes_a_warning_until_one_starts(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_cluster, "_IDLE", 0.5)
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address="127.0.0.1:0") as empty:
        address = empty.scheduler_address


        def warn_and_start_one(*arguments: Any, **options: Any) -> None:
            warnings.warn(*arguments, **options)
            empty.scale(1)

        # Exactly one warning, not one per interval.
        monkeypatch.setattr(_cluster, "warnings", SimpleNamespace(warn=warn_and_start_one))
        assert main([str(source), str(tmp_path / "out"), "--scheduler", address, "--quiet"]) == 0
    message = f"warning: the cluster has no workers; start one with `dask worker {address}`\n"
    assert capsys.readouterr().err == message
    assert names(tmp_path / "out")[1:] == ["part-000000-a-0.parquet"]


def test_a_cluster_without_workers_gets_many_units() -> None:
    class Empty:
        def nthreads(self) -> dict[str, int]:
            return {}

    assert _cluster.slots(Empty()) > 8


def test_a_client_that_fails_is_collected_at_once(source: Path, tmp_path: Path, refused: Callable[..., str]) -> None:
    def count_unconnected_clients() -> int:
        return sum(isinstance(one, distributed.Client) and one.status != "running" for one in gc.get_objects())

    gc.collect()
    before = count_unconnected_clients()
    gc.disable()
    try:
        # If it were collected later, it could stop another call of Dask.
        refused(solve_parquet, source, tmp_path / "out", "nonsense")
        assert count_unconnected_clients() == before
    finally:
        gc.enable()


def test_a_default_client_that_is_not_connected_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unconnected:
        asynchronous, status = False, "connecting"

    monkeypatch.setattr(distributed, "default_client", Unconnected)
    assert _client._current_client() is None
    Unconnected.status = "running"
    assert isinstance(_client._current_client(), Unconnected)


def test_a_client_that_never_connects_does_not_become_the_default(source: Path, tmp_path: Path) -> None:
    # In a process of its own, where there is no other.
    code = f"""
import dask, distributed, socket
from cubegod.distributed import solve_parquet
with socket.create_server(("127.0.0.1", 0)) as server:
    with dask.config.set({{"distributed.comm.timeouts.connect": "500ms"}}):
        try:
            solve_parquet({str(source)!r}, {str(tmp_path / "out")!r}, f"tcp://127.0.0.1:{{server.getsockname()[1]}}")
        except OSError as error:
            print("is not a Dask scheduler" in str(error))
    try:
        distributed.default_client()
    except ValueError:
        print("no default")
    print(solve_parquet({str(source)!r}, {str(tmp_path / "out")!r}).rows)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=TIMEOUT)
    assert run.stdout.split("\n") == ["True", "no default", "2000", ""], run.stderr


def test_the_error_about_a_scheduler_that_does_not_answer_has_advice(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        silent = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with dask.config.set({"distributed.comm.timeouts.connect": "500ms"}):
            # A server that accepts the connection and sends nothing, as a dashboard does.
            assert main([str(source), str(tmp_path / "out"), "--scheduler", silent]) == 1
            message = capsys.readouterr().err
            assert message.startswith(f"error: the server at `{silent}` is not a Dask scheduler: is this its port (usually 8786)")
    # Dask tries for this long; on a busy machine, it reports the refused connection later than in half a second.
    with dask.config.set({"distributed.comm.timeouts.connect": "4s"}):
        assert main([str(source), str(tmp_path / "out"), "--scheduler", silent]) == 1
        message = capsys.readouterr().err
        assert message.startswith(f"error: no scheduler responds at `{silent}`: is it running (`dask scheduler`), is the address right, and")
    with dask.config.set({"distributed.comm.timeouts.connect": "500ms"}):
        file = tmp_path / "none.json"
        for _ in range(2):
            assert main([str(source), str(tmp_path / "out"), "--scheduler-file", str(file)]) == 1
            message = capsys.readouterr().err
            assert f"error: `{file}` contains no address of a scheduler" in message and f"`dask scheduler --scheduler-file {file}`" in message
            file.write_text("{")
        assert main([str(source), str(tmp_path / "out"), "--scheduler", ""]) == 2
        assert capsys.readouterr().err == "error: the address of the scheduler is empty; expected one such as tcp://10.0.0.1:8786\n"


@posix
def test_a_scheduler_that_dies_is_an_error_without_a_traceback(tmp_path: Path) -> None:
    pq.write_table(cubes(2000, "3x3"), tmp_path / "in.parquet", row_group_size=10)
    out = tmp_path / "out"
    with cluster(tmp_path, 1) as (address, scheduler, _):
        run = on_terminal(tmp_path / "in.parquet", out, "--scheduler", address, "--rows-per-file", 10, *SLOW_OPTIONS, "--quiet")
        try:
            wait_until(lambda: has_output(out) or run.poll() is not None)
            scheduler.kill()
            output, errors = run.communicate(timeout=TIMEOUT)
        finally:
            run.kill()
    assert run.returncode == 1 and output == ""
    assert len(errors.splitlines()) == 2, errors
    first, second = errors.splitlines()
    assert first == f"error: the scheduler at `{address}` does not respond any more; check its log, and start it again"
    assert " of 200 files " in second and second.endswith(" complete, the same call continues the run")
