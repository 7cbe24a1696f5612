"""Solves folders of Parquet files on a Dask cluster.

>>> from cubegod.distributed import solve_parquet
>>> summary = solve_parquet("cubes/", "solved/")                        # doctest: +SKIP
>>> summary = solve_parquet("s3://a/cubes/", "s3://a/solved/", client)  # doctest: +SKIP

The same from a shell: ``python -m cubegod.distributed cubes/ solved/ --scheduler tcp://10.0.0.1:8786``.

Every row group becomes a file of the target; small ones are merged and huge ones are split. Files are written atomically: a
worker that dies loses no row and writes none twice, and the same call completes what an earlier one left undone.
"""

from __future__ import annotations

import json
import os
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import _requirements  # noqa: F401  (first, for its message)
from .. import __version__, _cubegod
from ..arrow import Options, _check, _options
from . import _arguments, _client, _cluster, _source
from ._errors import FilesError
from ._manifest import Manifest
from ._plan import bounds, units
from ._source import Source, real
from ._target import MANIFEST, Target
from ._messages import counted, in_one_line
from ._work import SHARED, Job, Task

if TYPE_CHECKING:
    from distributed import Client

    from ..typing import CubeLike, Method, Tables

__all__ = ["Summary", "UnfinishedError", "solve_parquet"]


@dataclass(frozen=True)
class Summary:
    """The result of a run."""

    rows: int
    """The rows of the target."""
    solved: int
    """The rows with a solution."""
    errors: int
    """The rows with an error instead."""
    files: int
    """The files of the target."""
    files_before: int
    """The files that an earlier run wrote."""
    seconds: float
    """The duration of the run."""


class UnfinishedError(RuntimeError):
    """Some rows could not be solved or written. Finished files are kept; the message says how to continue."""

    failures: tuple[str, ...]
    """All failures, each with its file and row group."""

    def __init__(self, message: str, failures: tuple[str, ...] = ()) -> None:
        super().__init__(message, failures)
        self.failures = failures

    def __str__(self) -> str:
        return str(self.args[0])


def solve_parquet(
    src: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    dst: str | os.PathLike[str],
    client: Client | str | None = None,
    *,
    column: str = "cube",
    method: Method = "fast",
    max_length: int | None = None,
    budget: float | None = None,
    nodes: int | None = None,
    format: str | None = None,
    puzzle: str | None = None,
    target: CubeLike | None = None,
    faces: str | None = None,
    metric: str = "htm",
    exact: bool = False,
    tables: Tables = "auto",
    any: bool = False,
    threads: int = 1,
    rows_per_file: int | None = None,
    progress: bool = False,
    storage_options: dict[str, Any] | None = None,
) -> Summary:
    """Solves a column of Parquet files into a folder of Parquet files, on the workers of a Dask cluster.

    The files of the target have the columns of the source, and ``solution``, ``length`` and ``error`` after them; by their
    names, rows are in the order of the source. The answers are those of ``cubegod batch``.

    :param src: a Parquet file, a folder of them, a pattern such as ``cubes/*.parquet``, or several of these, on any file system
        that fsspec supports; all with the same columns.
    :param dst: a folder: a new one, or one of an unfinished run with the same source and options, which is completed.
    :param client: the client of a cluster, or the address of its scheduler; by default Dask's current client, else a
        process with a thread for each core of this machine (a script then needs ``if __name__ == "__main__":``).
    :param threads: the number of threads of a task; Dask runs one task on every thread of a worker.
    :param rows_per_file: the most rows of a file; by default it depends on the time that a row takes and on the number of threads.
        A warning is issued if an earlier run used another number.
    :param progress: show Dask's progress bar.
    :param storage_options: options for fsspec, such as credentials.

    All other options are those of :func:`cubegod.arrow.solve_batch`.
    """
    # The tables are chosen here, so that the environments of the workers do not matter.
    options: Options = {**_options(locals()), "tables": _cubegod.fixed_tables(tables)}
    start = time.monotonic()
    storage_options = _arguments.storage_options(storage_options)
    sources, folder = _arguments.places("src", src), _arguments.place("dst", dst)
    threads = _arguments.count("threads", threads)
    if rows_per_file is not None:
        rows_per_file = _arguments.count("rows_per_file", rows_per_file)
    _arguments.check_client(client)
    rows_at_once = _cubegod.rows_at_once(dict(options))
    options = _arguments.for_json(options)
    source = _source.find(sources, storage_options)
    try:
        _check(source.schema, options)
    except ValueError as error:
        raise FilesError(f"`{source.files[0].path}`: {error}") from error
    output = Target.at(folder, storage_options)
    earlier = _earlier(output, source, options)
    with ExitStack() as stack:
        if client is None:
            client = stack.enter_context(_client.default_client())
        elif isinstance(client, str):
            client = stack.enter_context(_client.client_at(address=client))
        if earlier is None:
            rows = sum(sum(file.row_groups) for file in source.files)
            slots = _cluster.slots(client)
            least, most = bounds(rows, rows_at_once, slots) if rows_per_file is None else (rows_per_file, rows_per_file)
            manifest = Manifest(__version__, source.files, options, tuple(units(source.files, least, most)))
            manifest = _begin(output, source, manifest)
        else:
            manifest = earlier
        if rows_per_file is not None and manifest.units != tuple(units(source.files, rows_per_file, rows_per_file)):
            message = f"rows_per_file={rows_per_file} is ignored: an earlier run chose the files of the target `{output.folder}`"
            warnings.warn(f"{message}; name another folder to change them", RuntimeWarning, stacklevel=2)
        job = Job(__version__, source.fs, source.schema, output, options, threads, manifest.proof_table)
        tasks = [Task.of(unit, source.files) for unit in manifest.units]

        def record(proof_table: str) -> None:
            nonlocal manifest
            manifest = manifest.with_proof_table(proof_table)
            _write(output, manifest)

        result = _cluster.run(client, job, tasks, record, progress=progress)
    names = set(output.names())
    missing = [unit.name for unit in manifest.units if unit.name not in names]
    if not result.failures and missing:
        result.failures.append(f"`{output.path(missing[0])}` was written by a worker, but does not exist here; {SHARED}")
    if result.failures:
        count = len(manifest.units)
        message = _summary_of(result.failures, count - len(missing), count, is_of_source=result.has_bad_source)
        raise UnfinishedError(message, tuple(result.failures))
    changed = _source.first_changed(source)
    if changed is not None:
        raise FilesError(f"the source `{changed}` was changed while it was solved, so that rows may be old or new; name another folder")
    _refuse_other_plans(output, manifest)
    output.remove_temporary_files()
    _write(output, manifest.done())
    seconds = time.monotonic() - start
    solved = result.rows - result.errors
    return Summary(result.rows, solved, result.errors, result.files, result.files_before, seconds)


def _earlier(target: Target, source: Source, options: Options) -> Manifest | None:
    """Returns the manifest of an earlier run in this folder; refuses folders with other contents."""
    folder = target.folder
    if type(source.fs) is type(target.fs) and source.fs == target.fs:
        outer = real(target.fs, folder)
        for file in source.files:
            path = real(source.fs, file.path)
            if path == outer or path.startswith(outer + "/"):
                raise ValueError(f"the source `{file.path}` is in the target `{folder}`; name another folder")
    # The next run must not read what this one writes.
    place = source.place_of(target.fs, target.path("part-000000-cubes-0.parquet"))
    if place is not None:
        raise ValueError(f"the target `{folder}` is in the source `{place}`; name a folder outside of it")
    try:
        if target.fs.isfile(folder):
            raise FilesError(f"the target `{folder}` is a file; expected a folder, or a name for a new one")
        names = target.names()
        text = target.get(MANIFEST)
    except OSError as error:
        raise OSError(f"the target `{folder}` cannot be read: {in_one_line(error)}") from error
    if text is None:
        foreign = next((name for name in names if not name.startswith(".")), None)
        if foreign is not None:
            raise FilesError(f"the target `{folder}` holds `{foreign}` already; name a new or an empty folder")
        return None
    path = target.path(MANIFEST)
    try:
        earlier = Manifest.from_fields(json.loads(text))
    except (ValueError, KeyError, TypeError) as error:
        raise FilesError(f"`{path}` cannot be read: {in_one_line(error)}; name another folder") from error
    difference = earlier.difference(Manifest(__version__, source.files, options, earlier.units))
    if difference is not None:
        raise FilesError(f"the target `{folder}` belongs to another run: {difference}; name another folder")
    _refuse_foreign_files(target, names, earlier)
    return earlier


def _begin(target: Target, source: Source, manifest: Manifest) -> Manifest:
    """Writes the manifest of a new target; returns that of another run if it was first."""
    text = _text(manifest)
    with _writing(target):
        target.make()
        is_first = target.create_exclusive(MANIFEST, text)
    other = None if is_first else _earlier(target, source, manifest.options)
    return other or manifest


def _refuse_other_plans(target: Target, manifest: Manifest) -> None:
    """Refuses a target of two runs that began at once, where a file system has no exclusive creation: rows would be there twice."""
    text = target.get(MANIFEST)
    if text not in [_text(replace(manifest, is_done=is_done)) for is_done in (False, True)]:
        became = "was removed" if text is None else "belongs to another run"
        raise FilesError(
            f"`{target.path(MANIFEST)}` {became}, so that files of two runs may be mixed; name another folder, and run one at a time"
        )
    _refuse_foreign_files(target, target.names(), manifest)


def _refuse_foreign_files(target: Target, names: list[str], manifest: Manifest) -> None:
    known = {unit.name for unit in manifest.units} | {MANIFEST}
    foreign = next((name for name in names if not name.startswith(".") and name not in known), None)
    if foreign is not None:
        raise FilesError(f"the target `{target.folder}` holds `{foreign}`, which does not belong to this run; remove it")


def _write(target: Target, manifest: Manifest) -> None:
    with _writing(target):
        target.put(MANIFEST, _text(manifest))


def _text(manifest: Manifest) -> bytes:
    return json.dumps(manifest.fields(), indent=1).encode()


@contextmanager
def _writing(target: Target) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OSError(f"the target `{target.folder}` cannot be written: {in_one_line(error)}") from error


def _summary_of(failures: list[str], done: int, count: int, *, is_of_source: bool) -> str:
    most = 10
    more = f"\nand {len(failures) - most} more" if len(failures) > most else ""
    kept = f"{done} of {counted(count, 'file')} {'is' if 1 in (done, count) else 'are'} complete"
    if is_of_source:
        # A repaired file is a changed file, which the manifest of this target does not accept.
        advice = (
            ". Restore the source (same size, same time of its last change), and the same call completes the run; "
            "or repair or remove it, and name another folder"
        )
    else:
        advice = ", the same call continues the run"
    return "\n".join(failures[:most]) + more + f"\n{kept}{advice}"
