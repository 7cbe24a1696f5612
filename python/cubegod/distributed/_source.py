"""Where the cubes come from: Parquet files, and what their ends tell about them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import fsspec  # type: ignore[import-untyped]
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

# So many ends of files are read at once: over a network, waiting is what takes time.
_READERS = 16

# By what file systems call the moment, or the contents, of the last change.
_STAMPS = ("ETag", "etag", "md5Hash", "content_md5", "mtime", "modified", "LastModified", "last_modified", "updated")


@dataclass(frozen=True)
class SourceFile:
    """A Parquet file and its row groups."""

    path: str
    bytes: int
    stamp: str
    """Changes when the file is changed."""
    row_groups: tuple[int, ...]
    """How many rows each has."""


@dataclass(frozen=True)
class Source:
    """Files with the same columns, in order."""

    fs: Any
    files: tuple[SourceFile, ...]
    schema: Any


def find(source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], storage_options: dict[str, Any]) -> Source:
    """A file, a folder, a pattern, or several of them."""
    given = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    if not given:
        raise ValueError("no source; expected a Parquet file, a folder or a pattern")
    fs: Any = None
    paths: list[str] = []
    for one in given:
        other, path = fsspec.core.url_to_fs(os.fspath(one), **storage_options)
        if fs is not None and other != fs:
            raise ValueError("the sources are on several file systems; run them one after the other")
        fs = other
        paths += _paths(fs, path, os.fspath(one))
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            raise ValueError(f"the source `{path}` is given twice")
        seen.add(path)
    with ThreadPoolExecutor(min(_READERS, len(paths))) as readers:
        ends = list(readers.map(lambda path: _end(fs, path), paths))
    first_file, schema = ends[0]
    for file, other in ends[1:]:
        if not other.equals(schema, check_metadata=False):
            raise ValueError(
                f"`{file.path}` has other columns than `{first_file.path}`: {_told(other)} instead of {_told(schema)}; "
                "run them one after the other, each to a folder of its own"
            )
    return Source(fs, tuple(file for file, _ in ends), schema)


def _paths(fs: Any, path: str, told: str) -> list[str]:
    if fs.isdir(path):
        inside = path.rstrip("/") + "/"
        found = [file for file in fs.find(path) if file.endswith((".parquet", ".parq"))]
        # What others keep for themselves.
        found = [file for file in found if not any(part[:1] in "._" for part in file[len(inside) :].split("/"))]
        if not found:
            raise ValueError(f"there is no file `*.parquet` in the folder `{told}`")
        return sorted(found)
    if not fs.exists(path) and any(sign in path for sign in "*?["):
        found = [file for file in fs.glob(path) if fs.isfile(file)]
        if not found:
            raise ValueError(f"no file fits the pattern `{told}`")
        return sorted(found)
    if not fs.exists(path):
        raise ValueError(f"there is no file or folder `{told}`")
    return [path]


def _end(fs: Any, path: str) -> tuple[SourceFile, Any]:
    try:
        info = fs.info(path)
        with fs.open(path, "rb") as file:
            parquet = pq.ParquetFile(file)
            metadata = parquet.metadata
            rows = tuple(metadata.row_group(number).num_rows for number in range(metadata.num_row_groups))
            schema = parquet.schema_arrow
    except (OSError, pa.ArrowException) as error:
        raise ValueError(f"`{path}` can't be read as Parquet: {in_one_line(error)}") from error
    return SourceFile(path, int(info["size"]), stamp(info), rows), schema


def stamp(info: dict[str, Any]) -> str:
    """What changes when a file is changed, as far as its file system tells."""
    return next((str(info[name]) for name in _STAMPS if info.get(name) is not None), "")


def _told(schema: Any) -> str:
    return ", ".join(f"`{field.name}` ({field.type})" for field in list(schema)[:20])


def in_one_line(error: BaseException) -> str:
    """What an error says, for a message of its own."""
    return " ".join(str(error).split()) or type(error).__name__
