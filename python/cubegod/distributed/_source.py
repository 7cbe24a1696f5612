"""The source: Parquet files and their metadata."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import fsspec  # type: ignore[import-untyped]
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from fsspec.implementations.local import LocalFileSystem  # type: ignore[import-untyped]
from fsspec.utils import glob_translate  # type: ignore[import-untyped]

from ._errors import FilesError
from ._messages import in_one_line

# The number of files whose metadata is read at once: over a network, latency dominates.
_READERS = 16

# The endings of Parquet files in a folder, in letters of any case.
_ENDINGS = (".parquet", ".parq", ".pq")

# Keys under which file systems give the time, or a checksum, of the last change.
_FINGERPRINT_KEYS = ("ETag", "etag", "md5Hash", "content_md5", "mtime", "modified", "LastModified", "last_modified", "updated")


@dataclass(frozen=True)
class SourceFile:
    """A Parquet file and its row groups."""

    path: str
    bytes: int
    fingerprint: str
    """Changes when the file is changed."""
    row_groups: tuple[int, ...]
    """The number of rows of each row group."""


@dataclass(frozen=True)
class Source:
    """Files with the same columns, in order."""

    fs: Any
    files: tuple[SourceFile, ...]
    schema: Any
    places: tuple[Place, ...] = ()

    def place_of(self, fs: Any, path: str) -> str | None:
        """Returns the place of the source that such a file would be found in."""
        if type(self.fs) is not type(fs) or self.fs != fs:
            return None
        spellings = {path, real(fs, path)}
        return next((place.name for place in self.places if any(map(place.matches, spellings))), None)


@dataclass(frozen=True)
class Place:
    """A folder or a pattern, which may have more files later."""

    name: str
    expression: str

    def matches(self, path: str) -> bool:
        return re.match(self.expression, path) is not None


def real(fs: Any, path: str) -> str:
    """Resolves links, so that two names of one folder are equal."""
    return os.path.realpath(path) if isinstance(fs, LocalFileSystem) else path


def find(given: Sequence[str], storage_options: dict[str, Any]) -> Source:
    """Lists the files of paths, folders and patterns."""
    fs: Any = None
    paths: list[str] = []
    places: list[Place] = []
    for one in given:
        other, path = fsspec.core.url_to_fs(one, **storage_options)
        if fs is not None and other != fs:
            raise ValueError("the sources are on several file systems; run them one after the other")
        fs = other
        found, expression = _paths(fs, path, one)
        paths += found
        if expression is not None:
            places.append(Place(one, expression))
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            raise ValueError(f"the source `{path}` is given twice")
        seen.add(path)
    with ThreadPoolExecutor(min(_READERS, len(paths))) as readers:
        read = list(readers.map(lambda path: _metadata(fs, path), paths))
    first_file, schema = read[0]
    for file, other in read[1:]:
        if not other.equals(schema, check_metadata=False):
            raise FilesError(
                f"`{file.path}` has other columns than `{first_file.path}`: {_columns(other)} instead of {_columns(schema)}; "
                "run them one after the other, each to a folder of its own"
            )
    _warn_of_partitions(paths, places, schema)
    return Source(fs, tuple(file for file, _ in read), schema, tuple(places))


def _warn_of_partitions(paths: Sequence[str], places: Sequence[Place], schema: Any) -> None:
    """Warns about folders such as `year=2026`, which are a column that is missing in their files."""
    given = {part for place in places for part in place.name.split("/")}
    parts = {part for path in paths for part in path.split("/")[:-1] if "=" in part} if places else set()
    lost = sorted(part for part in parts - given if part.split("=")[0] not in schema.names)
    if lost:
        columns = ", ".join(f"`{column}`" for column in sorted({part.split("=")[0] for part in lost}))
        message = f"names of folders contain {columns}, such as `{lost[0]}`, and the files do not: the target will not have it"
        # The warning names the line that calls `solve_parquet`.
        warnings.warn(message, RuntimeWarning, stacklevel=4)


def _paths(fs: Any, path: str, name: str) -> tuple[list[str], str | None]:
    """Returns the files of a place, and a regular expression for all files that would be found there."""
    if fs.isdir(path):
        inside = path.rstrip("/") + "/"
        everything = fs.find(path)
        # By convention, such files are not data.
        everything = [file for file in everything if not any(part[:1] in "._" for part in file[len(inside) :].split("/"))]
        _refuse_linked_folders(fs, everything)
        found = [file for file in everything if file.lower().endswith(_ENDINGS)]
        if not found:
            raise FilesError(f"there is no file `*.parquet` in the folder `{name}`")
        return sorted(found), re.escape(real(fs, path).rstrip("/") + "/")
    if not fs.exists(path) and any(sign in path for sign in "*?["):
        found = [file for file in fs.glob(path) if fs.isfile(file)]
        if not found:
            raise FilesError(f"no file fits the pattern `{name}`")
        return sorted(found), glob_translate(path)
    if not fs.exists(path):
        raise FilesError(f"there is no file or folder `{name}`")
    return [path], None


def _refuse_linked_folders(fs: Any, paths: list[str]) -> None:
    """Refuses links to folders: they may be cyclic, and skipping them silently would lose rows."""
    if isinstance(fs, LocalFileSystem):
        folder = next((path for path in paths if os.path.isdir(path)), None)
        if folder is not None:
            raise FilesError(f"`{folder}` is a link to a folder, and links are not followed; name the folder itself as a source too")


def _metadata(fs: Any, path: str) -> tuple[SourceFile, Any]:
    try:
        info = fs.info(path)
        with fs.open(path, "rb") as file:
            parquet = pq.ParquetFile(file)
            metadata = parquet.metadata
            rows = tuple(metadata.row_group(number).num_rows for number in range(metadata.num_row_groups))
            schema = parquet.schema_arrow
    except (OSError, pa.ArrowException) as error:
        raise FilesError(f"`{path}` cannot be read as Parquet: {in_one_line(error)}; repair or remove it") from error
    return SourceFile(path, int(info["size"]), fingerprint(info), rows), schema


def first_changed(source: Source) -> str | None:
    """Returns a file that was changed; missing files were read before."""

    def is_changed(file: SourceFile) -> bool:
        try:
            info = source.fs.info(file.path)
        except OSError:
            return False
        return (int(info["size"]), fingerprint(info)) != (file.bytes, file.fingerprint)

    source.fs.invalidate_cache()
    with ThreadPoolExecutor(min(_READERS, len(source.files))) as readers:
        changed = list(readers.map(is_changed, source.files))
    return next((file.path for file, is_so in zip(source.files, changed, strict=True) if is_so), None)


def fingerprint(info: dict[str, Any]) -> str:
    """Returns what the file system has that changes with a file."""
    return next((str(info[name]) for name in _FINGERPRINT_KEYS if info.get(name) is not None), "")


def _columns(schema: Any) -> str:
    return ", ".join(f"`{field.name}` ({field.type})" for field in list(schema)[:20])
