"""A page of Parquet that was damaged on a disk is detected when it is read, if its writer stored a checksum."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("distributed")

import pyarrow.parquet as pq  # noqa: E402

from dask_helpers import cubes  # noqa: E402

from cubegod.distributed import UnfinishedError, solve_parquet  # noqa: E402


def damaged(folder: Path) -> Path:
    """Still a Parquet file, with a sticker of the eighth cube changed."""
    path = folder / "cubes.parquet"
    table = cubes(20)
    pq.write_table(table, path, compression="none", use_dictionary=False, write_page_checksum=True)
    cube = table["cube"][7].as_py().encode()
    content = path.read_bytes()
    assert content.count(cube) == 1
    path.write_bytes(content.replace(cube, (b"R" if cube[:1] == b"U" else b"U") + cube[1:]))
    return path


def test_the_command_line_notices_a_damaged_page(tmp_path: Path, command_line: str) -> None:
    source, target = damaged(tmp_path), tmp_path / "solved.parquet"
    run = subprocess.run([command_line, "batch", source, target], capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert "cubes.parquet" in run.stderr and "row group 0" in run.stderr and "checksum" in run.stderr.lower()
    assert not target.exists()


def test_workers_notice_a_damaged_page(tmp_path: Path) -> None:
    with pytest.raises(UnfinishedError, match=r"cubes\.parquet.*row group 0"):
        solve_parquet(str(damaged(tmp_path)), str(tmp_path / "solved"))
