"""The target: a folder whose files are written atomically."""

from __future__ import annotations

import errno
import inspect
import os
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import fsspec  # type: ignore[import-untyped]
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from fsspec.implementations.local import LocalFileSystem  # type: ignore[import-untyped]

MANIFEST = "_cubegod.json"

_TEMPORARY = ".tmp"


@dataclass(frozen=True)
class Target:
    """A folder on any file system that fsspec supports."""

    fs: Any
    folder: str

    @classmethod
    def at(cls, place: str, storage_options: dict[str, Any]) -> Target:
        fs, folder = fsspec.core.url_to_fs(place, **storage_options)
        return cls(fs, folder.rstrip("/"))

    def path(self, name: str) -> str:
        return f"{self.folder}/{name}"

    def names(self) -> list[str]:
        """Returns the names of everything in the folder; none if there is no folder."""
        try:
            self.fs.invalidate_cache()
            return sorted(entry["name"].rstrip("/").rsplit("/", 1)[-1] for entry in self.fs.ls(self.folder, detail=True))
        except FileNotFoundError:
            return []

    def make(self) -> None:
        self.fs.makedirs(self.folder, exist_ok=True)

    def put(self, name: str, contents: Any) -> None:
        """Writes a file atomically: under another name, then renamed."""
        self._put(name, contents, os.replace)

    def create_exclusive(self, name: str, contents: bytes) -> bool:
        """Writes a file unless it exists; returns whether the file has these contents."""
        if self.get(name) is not None:
            return False
        try:
            if isinstance(self.fs, LocalFileSystem):
                self._put(name, contents, _link)
            else:
                self._create(name, contents)
        except FileExistsError:
            return False
        except Exception:
            # File systems raise various errors if the file exists, such as a failed precondition.
            if self.get(name) is None:
                raise
        # Without exclusive creation, the last writer wins, which all writers read afterwards.
        return self.get(name) == contents

    def _create(self, name: str, contents: bytes) -> None:
        # Object stores create files exclusively and atomically.
        if "mode" in inspect.signature(self.fs.pipe_file).parameters:
            try:
                self.fs.pipe_file(self.path(name), contents, mode="create")
                return
            except (OSError, NotImplementedError) as error:
                # Some S3-compatible servers cannot do it.
                if isinstance(error, OSError) and error.errno != errno.ENOSYS:
                    raise
        self.put(name, contents)

    def _put(self, name: str, contents: Any, rename: Callable[[str, str], None]) -> None:
        final = self.path(name)
        temporary = self.path(f".{name}.{uuid.uuid4().hex}{_TEMPORARY}")
        try:
            if isinstance(self.fs, LocalFileSystem):
                with open(temporary, "xb") as file:
                    file.write(contents)
                    file.flush()
                    os.fsync(file.fileno())
                rename(temporary, final)
            else:
                self.fs.pipe_file(temporary, bytes(contents))
                self.fs.mv(temporary, final)
        except BaseException:
            with suppress(Exception):
                self.fs.rm_file(temporary)
            raise

    def get(self, name: str) -> bytes | None:
        try:
            contents: bytes = self.fs.cat_file(self.path(name))
        except FileNotFoundError:
            return None
        return contents

    def remove(self, name: str) -> None:
        self.fs.rm_file(self.path(name))

    def errors_of_finished(self, name: str, rows: int) -> int | None:
        """Returns the number of rows with an error; None if the file is missing, damaged, or has another number of rows."""
        try:
            with self.fs.open(self.path(name), "rb") as file:
                metadata = pq.ParquetFile(file).metadata
        except (OSError, pa.ArrowException):
            return None
        if metadata.num_rows != rows:
            return None
        errors = 0
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            column = group.column(group.num_columns - 1)
            statistics = column.statistics
            if column.path_in_schema != "error" or statistics is None or not statistics.has_null_count:
                return None
            errors += group.num_rows - statistics.null_count
        return errors

    def remove_temporary_files(self) -> None:
        """Removes temporary files of workers that died; not the manifest that another run may be writing."""
        for name in self.names():
            if name.startswith(".") and name.endswith(_TEMPORARY) and not name.startswith(f".{MANIFEST}"):
                with suppress(Exception):
                    self.fs.rm_file(self.path(name))


def _link(temporary: str, final: str) -> None:
    """Renames a file unless the name is taken."""
    try:
        os.link(temporary, final)
    except FileExistsError:
        raise
    except OSError:
        # Without hard links: the creator of the file may replace it.
        os.close(os.open(final, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(temporary, final)
    else:
        os.unlink(temporary)
