"""Runs units on the workers of a cluster until all are done or a failure needs attention."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import distributed as _distributed

from ._messages import in_one_line
from ._work import SHARED, Job, Task, UnitResult, proof_table_difference, solve_unit

# Dask's type annotations are incomplete.
distributed: Any = _distributed

# The number of retries of a unit after an error of the system or of a network.
_RETRIES = 3

# The number of times that a unit is submitted again after all its workers died or could not read the source: other workers may succeed.
_RESUBMISSIONS = 3

# The assumed number of threads of a cluster without workers yet.
_USUAL_SLOTS = 64

# The most seconds to wait for the progress bar at the end.
_BAR_TIMEOUT = 2.0

# Seconds between two checks for finished units.
_POLL = 0.05

# Seconds without a finished unit after which the number of workers is checked.
_IDLE = 5.0


@dataclass
class Result:
    """The result of all units."""

    rows: int = 0
    errors: int = 0
    files: int = 0
    files_before: int = 0
    failures: list[str] = field(default_factory=list)
    has_bad_source: bool = False


def slots(client: Any) -> int:
    """Returns the number of tasks that the cluster runs at once; an assumed number if it has no workers yet."""
    return sum(client.nthreads().values()) or _USUAL_SLOTS


def run(client: Any, job: Job, units: Sequence[Task], record: Callable[[str], None], *, progress: bool) -> Result:
    """Runs every unit, also if workers die; ends early if the target cannot be written. `record` is called with the name of the
    table of proofs that the first units depend on."""
    result = Result()
    proof_table = job.proof_table
    futures = client.map(solve_unit, units, job=job, key="cubegod-solve", pure=False, retries=_RETRIES)
    unit_of: dict[Any, Task] = {future.key: unit for future, unit in zip(futures, units, strict=True)}
    resubmissions: dict[str, int] = {}
    without_source: set[str] = set()
    everything = list(futures)
    bar = _show(client, futures) if progress and futures else None
    try:
        # With its own loop, as a client need not be Dask's default.
        waiting = distributed.as_completed(futures, loop=client.loop)

        def submit_again(unit: Task, **where: Any) -> bool:
            resubmissions[unit.name] = resubmissions.get(unit.name, 0) + 1
            if resubmissions[unit.name] > _RESUBMISSIONS:
                return False
            again = client.submit(solve_unit, unit, job=job, pure=False, retries=_RETRIES, **where)
            unit_of[again.key] = unit
            everything.append(again)
            waiting.add(again)
            return True

        for future in _as_completed(client, waiting):
            unit = unit_of[future.key]
            try:
                unit_result: UnitResult = future.result()
            except distributed.KilledWorker as error:
                if submit_again(unit):
                    continue
                cause = "every worker that ran it died; is there too little memory?"
                unit_result = UnitResult(failure=f"`{unit.name}`: {cause} ({in_one_line(error)})", side="worker")
            except (CancelledError, distributed.comm.CommClosedError) as error:
                unit_result = UnitResult(failure=_disconnected(client, error), side="target")
            except Exception as error:
                unit_result = UnitResult(failure=f"`{unit.name}`: {type(error).__name__}: {in_one_line(error)}", side="worker")
            if unit_result.missing is not None and _exists_here(job, unit_result.missing):
                without_source.add(unit_result.worker)
                others = [address for address in _workers(client) if address not in without_source]
                # A preference only, as the other workers may die meanwhile.
                if others and submit_again(unit, workers=others, allow_other_workers=True):
                    continue
                cause = f"`{unit_result.missing}` is here, but the worker at `{unit_result.worker}` cannot read it; mount it there under the same path"
                unit_result = UnitResult(failure=f"`{unit.name}`: {cause} ({SHARED})", side="worker")
            if (found := unit_result.proof_table) is not None:
                difference = proof_table_difference(proof_table, found)
                if difference is not None:
                    # Its worker began before the name was recorded.
                    job.target.remove(unit.name)
                    unit_result = UnitResult(failure=f"`{unit.name}`: {difference}", side="worker")
                elif proof_table is None:
                    proof_table = found
                    record(found)
            if unit_result.failure is not None:
                result.failures.append(unit_result.failure)
                result.has_bad_source |= unit_result.side == "source"
                if unit_result.side == "target":
                    break
                continue
            result.rows += unit_result.rows
            result.errors += unit_result.errors
            result.files += 1
            result.files_before += unit_result.was_there
        if bar is not None and not result.failures:
            # It polls, and may not have drawn the end yet.
            bar.join(_BAR_TIMEOUT)
    finally:
        # This does not affect finished ones.
        with suppress(Exception):
            client.cancel(everything)
    return result


def _exists_here(job: Job, path: str) -> bool:
    with suppress(Exception):
        job.source.invalidate_cache()
        return bool(job.source.exists(path))
    return False


def _disconnected(client: Any, error: BaseException) -> str:
    is_cancelled = isinstance(error, CancelledError)
    if is_cancelled and getattr(error, "reason", None) != "scheduler-connection-lost":
        return f"the run was cancelled on the cluster ({in_one_line(error)})"
    return f"the scheduler at `{client.scheduler.address}` does not respond any more; check its log, and start it again"


def _as_completed(client: Any, waiting: Any) -> Iterator[Any]:
    """Yields futures as they finish; warns if there is no worker."""
    checked = time.monotonic()
    has_warned = False
    while not waiting.is_empty():
        if waiting.has_ready():
            yield next(waiting)
            checked = time.monotonic()
            has_warned = False
            continue
        time.sleep(_POLL)
        if has_warned or time.monotonic() - checked < _IDLE:
            continue
        has_warned = _has_no_worker(client)
        checked = time.monotonic()
        if has_warned:
            address = client.scheduler.address
            # The warning names the line that calls `solve_parquet`.
            warnings.warn(f"the cluster has no workers; start one with `dask worker {address}`", RuntimeWarning, stacklevel=4)


def _has_no_worker(client: Any) -> bool:
    # If the scheduler does not answer, its futures fail.
    with suppress(Exception):
        return not client.nthreads()
    return False


def _workers(client: Any) -> list[str]:
    """Returns the addresses of all workers; none if the scheduler does not respond."""
    with suppress(Exception):
        return list(client.nthreads())
    return []


def _show(client: Any, futures: Sequence[Any]) -> threading.Thread:
    """Draws Dask's progress bar, a widget in a notebook or a line on the terminal; returns the thread that does it."""

    def show() -> None:
        # Errors are reported by `run`, which waits for the same futures.
        with suppress(Exception):
            distributed.progress(list(futures), scheduler=client.scheduler.address)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    return thread
