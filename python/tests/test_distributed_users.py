"""What people do with `cubegod.distributed` that they did not mean: each is told what it was, and what to do."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")

import dask  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from on_dask import PATIENCE, cluster, command, cubes, manifest, names, wait_until  # noqa: E402

from cubegod.distributed import _cluster  # noqa: E402
from cubegod.distributed.__main__ import main  # noqa: E402

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and links are otherwise there")


def on_terminal(*arguments: object) -> subprocess.Popen[str]:
    """The command as a shell starts it: with a group of processes of its own, all of which hear of Ctrl-C."""
    words = [sys.executable, "-m", "cubegod.distributed", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def begun(folder: Path) -> bool:
    return any(folder.glob("*.parquet"))


@pytest.mark.parametrize(("given", "seconds"), [("10ms", 0.01), ("1.5s", 1.5), ("2m", 120.0), ("0.25", 0.25)])
def test_a_budget_is_what_the_command_line_takes(given: str, seconds: float, tmp_path: Path, client: Any) -> None:
    pq.write_table(pa.table({"cube": ["R"]}), tmp_path / "in.parquet")
    words = [str(tmp_path / "in.parquet"), str(tmp_path / "out"), "--scheduler", client.scheduler.address, "--budget", given]
    assert main(words) == 0 and manifest(tmp_path / "out")["options"]["budget"] == seconds


def test_a_budget_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["in.parquet", "out", "--budget", "soon"])
    assert "argument --budget: expected a time such as `2s` or `100ms`" in capsys.readouterr().err


# What is said about how many.


@pytest.mark.parametrize(
    ("rows", "first", "second"),
    [(["R"], "1 row in `", ", 1 file there already"), ([None, "Q", "R"], " s; 2 rows have an error", "3 rows in `")],
)
def test_one_is_one(
    rows: list[str], first: str, second: str, tmp_path: Path, client: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    pq.write_table(pa.table({"cube": rows}), tmp_path / "in.parquet")
    words = [str(tmp_path / "in.parquet"), str(tmp_path / "out"), "--scheduler", client.scheduler.address]
    main(words)
    assert first in capsys.readouterr().out
    main(words)
    assert second in capsys.readouterr().out


# Who is there.


def test_a_cluster_without_workers_is_told_and_waited_for(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_cluster, "_SILENCE", 0.5)
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address="127.0.0.1:0") as empty:
        address = empty.scheduler_address

        def come_late() -> None:
            time.sleep(3)
            empty.scale(1)

        late = threading.Thread(target=come_late)
        late.start()
        assert main([str(source), str(tmp_path / "out"), "--scheduler", address, "--quiet"]) == 0
        late.join()
    told = f"warning: no worker is there, so nothing is solved; start one with `dask worker {address}`\n"
    assert capsys.readouterr().err == told
    assert names(tmp_path / "out")[1:] == ["part-000000-a-0.parquet"]


def test_units_are_many_where_workers_are_still_to_come() -> None:
    class Empty:
        def nthreads(self) -> dict[str, int]:
            return {}

    assert _cluster.slots(Empty()) > 8


def test_a_scheduler_that_does_not_answer_is_told_with_advice(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        silent = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with dask.config.set({"distributed.comm.timeouts.connect": "500ms"}):
            # Whoever takes the call and says nothing, as a dashboard does.
            assert main([str(source), str(tmp_path / "out"), "--scheduler", silent]) == 1
            told = capsys.readouterr().err
            assert told.startswith(f"error: what answers at `{silent}` is no scheduler of Dask's: is that its own port (usually 8786)")
    with dask.config.set({"distributed.comm.timeouts.connect": "500ms"}):
        assert main([str(source), str(tmp_path / "out"), "--scheduler", silent]) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"error: no scheduler answers at `{silent}`: is it running (`dask scheduler`), is the address right, and")
        file = tmp_path / "none.json"
        for _ in range(2):
            assert main([str(source), str(tmp_path / "out"), "--scheduler-file", str(file)]) == 1
            told = capsys.readouterr().err
            assert f"error: `{file}` tells no address of a scheduler" in told and f"`dask scheduler --scheduler-file {file}`" in told
            file.write_text("{")
        assert main([str(source), str(tmp_path / "out"), "--scheduler", ""]) == 2
        assert capsys.readouterr().err == "error: the address of the scheduler is empty; expected one such as tcp://10.0.0.1:8786\n"


@posix
def test_a_scheduler_that_dies_is_told_without_a_traceback(tmp_path: Path) -> None:
    pq.write_table(cubes(4000, "3x3"), tmp_path / "in.parquet", row_group_size=50)
    out = tmp_path / "out"
    with cluster(tmp_path, 1) as (address, scheduler, _):
        run = on_terminal(tmp_path / "in.parquet", out, "--scheduler", address, "--rows-per-file", 50, "--max-length", 20, "--quiet")
        try:
            wait_until(lambda: begun(out) or run.poll() is not None)
            scheduler.kill()
            output, errors = run.communicate(timeout=PATIENCE)
        finally:
            run.kill()
    assert run.returncode == 1 and output == ""
    assert len(errors.splitlines()) == 2, errors
    first, second = errors.splitlines()
    assert first == f"error: the scheduler at `{address}` is gone; see what became of it, and start it again"
    assert " of 80 files " in second and second.endswith(" done and kept, the same call goes on from there")


# What happens meanwhile.


def processes_of(session: int) -> list[str]:
    """All that are still alive of what a terminal has started."""
    run = subprocess.run(["ps", "-A", "-o", "sess=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in run.stdout.splitlines()]
    return [row[2] for row in rows if row[0] == str(session) and not row[1].startswith("Z")]


@posix
@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps")
@pytest.mark.parametrize("where", ["this machine", "a cluster"])
def test_ctrl_c_ends_it_and_leaves_nothing_behind(where: str, tmp_path: Path) -> None:
    pq.write_table(cubes(4000, "3x3"), tmp_path / "in.parquet", row_group_size=50)
    out = tmp_path / "out"
    words = [tmp_path / "in.parquet", out, "--rows-per-file", 50, "--max-length", 20, "--quiet"]

    def stop(*more: object) -> None:
        run = on_terminal(*words, *more)
        try:
            wait_until(lambda: begun(out) or run.poll() is not None)
            os.killpg(run.pid, signal.SIGINT)
            output, errors = run.communicate(timeout=PATIENCE)
            assert (run.returncode, output, errors) == (130, "", "error: stopped; the same command goes on from there\n")
            wait_until(lambda: not processes_of(run.pid))
        finally:
            run.kill()

    if where == "this machine":
        stop("--workers", 2)
    else:
        with cluster(tmp_path, 1) as (address, _, _):
            stop("--scheduler", address)
            with distributed.Client(address, set_as_default=False) as client:
                wait_until(lambda: not any(client.processing().values()))
                assert len(names(out)) < 40
    assert not manifest(out)["done"] and not list(out.glob(".*"))
