"""The units of a run on the workers of a cluster, until all are done or somebody has to look."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import distributed as _distributed

from ._words import in_one_line
from ._work import SHARED, Job, Outcome, Task, solve_unit

# Dask's types tell less than they ask for.
distributed: Any = _distributed

# How often a unit is tried again that failed for reasons of the system or of a network.
_RETRIES = 3

# How often a unit is given to the cluster anew whose workers all died, or did not see the source: others may have died of something
# else, or see it.
_RESCUES = 3

# How many threads a cluster has whose workers are still to come.
_USUAL_SLOTS = 64

# The most seconds that a bar is waited for once everything is done.
_GOODBYE = 2.0

# Seconds between two looks at what is done.
_GLANCE = 0.05

# After so many seconds in which nothing is done, it is time to look whether anybody is there to do it.
_SILENCE = 5.0


@dataclass
class Result:
    """What came of all units."""

    rows: int = 0
    errors: int = 0
    files: int = 0
    files_before: int = 0
    failures: list[str] = field(default_factory=list)
    has_bad_source: bool = False


def slots(client: Any) -> int:
    """How many tasks the cluster does at once, at the moment; where it has no worker yet, what it may have soon."""
    return sum(client.nthreads().values()) or _USUAL_SLOTS


def run(client: Any, job: Job, units: Sequence[Task], *, progress: bool) -> Result:
    """Has every unit done, whatever becomes of workers; ends early where nothing more can be written."""
    result = Result()
    futures = client.map(solve_unit, units, job=job, key="cubegod-solve", pure=False, retries=_RETRIES)
    unit_of: dict[Any, Task] = {future.key: unit for future, unit in zip(futures, units, strict=True)}
    rescues: dict[str, int] = {}
    blind: set[str] = set()
    everything = list(futures)
    bar = _show(client, futures) if progress and futures else None
    try:
        # With its own loop, as a client need not be Dask's default.
        waiting = distributed.as_completed(futures, loop=client.loop)

        def give_again(unit: Task, **where: Any) -> bool:
            rescues[unit.name] = rescues.get(unit.name, 0) + 1
            if rescues[unit.name] > _RESCUES:
                return False
            again = client.submit(solve_unit, unit, job=job, pure=False, retries=_RETRIES, **where)
            unit_of[again.key] = unit
            everything.append(again)
            waiting.add(again)
            return True

        for future in _as_they_end(client, waiting):
            unit = unit_of[future.key]
            try:
                outcome: Outcome = future.result()
            except distributed.KilledWorker as error:
                if give_again(unit):
                    continue
                told = "every worker that was given it died; is there too little memory?"
                outcome = Outcome(failure=f"`{unit.name}`: {told} ({in_one_line(error)})", side="worker")
            except (CancelledError, distributed.comm.CommClosedError) as error:
                outcome = Outcome(failure=_cut_off(client, error), side="target")
            except Exception as error:
                outcome = Outcome(failure=f"`{unit.name}`: {type(error).__name__}: {in_one_line(error)}", side="worker")
            if outcome.unseen is not None and _is_here(job, outcome.unseen):
                blind.add(outcome.worker)
                others = [address for address in _workers(client) if address not in blind]
                # A wish, and no rule: the others may die meanwhile.
                if others and give_again(unit, workers=others, allow_other_workers=True):
                    continue
                told = f"`{outcome.unseen}` is here, but the worker at `{outcome.worker}` does not see it; mount it there by the same name"
                outcome = Outcome(failure=f"`{unit.name}`: {told} ({SHARED})", side="worker")
            if outcome.failure is not None:
                result.failures.append(outcome.failure)
                result.has_bad_source |= outcome.side == "source"
                if outcome.side == "target":
                    break
                continue
            result.rows += outcome.rows
            result.errors += outcome.errors
            result.files += 1
            result.files_before += outcome.was_there
        if bar is not None and not result.failures:
            # It looks now and then, and has not seen the end yet.
            bar.join(_GOODBYE)
    finally:
        # Those that are done are not touched by it.
        with suppress(Exception):
            client.cancel(everything)
    return result


def _is_here(job: Job, path: str) -> bool:
    with suppress(Exception):
        job.source.invalidate_cache()
        return bool(job.source.exists(path))
    return False


def _cut_off(client: Any, error: BaseException) -> str:
    is_cancelled = isinstance(error, CancelledError)
    if is_cancelled and getattr(error, "reason", None) != "scheduler-connection-lost":
        return f"somebody cancelled the run on the cluster ({in_one_line(error)})"
    return f"the scheduler at `{client.scheduler.address}` is gone; see what became of it, and start it again"


def _as_they_end(client: Any, waiting: Any) -> Iterator[Any]:
    """Futures as they are done; says so where nobody is there to do them."""
    looked = time.monotonic()
    has_warned = False
    while not waiting.is_empty():
        if waiting.has_ready():
            yield next(waiting)
            looked = time.monotonic()
            has_warned = False
            continue
        time.sleep(_GLANCE)
        if has_warned or time.monotonic() - looked < _SILENCE:
            continue
        has_warned = _has_no_worker(client)
        looked = time.monotonic()
        if has_warned:
            address = client.scheduler.address
            # Whoever called `solve_parquet` is four calls away.
            warnings.warn(f"no worker is there, so nothing is solved; start one with `dask worker {address}`", RuntimeWarning, stacklevel=4)


def _has_no_worker(client: Any) -> bool:
    # A scheduler that does not answer is another matter, and its futures tell it.
    with suppress(Exception):
        return not client.nthreads()
    return False


def _workers(client: Any) -> list[str]:
    """The addresses of all; none where the scheduler is gone."""
    with suppress(Exception):
        return list(client.nthreads())
    return []


def _show(client: Any, futures: Sequence[Any]) -> threading.Thread:
    """Dask's bar: a widget in a notebook, else a line on the terminal; the thread that draws it."""

    def show() -> None:
        # What goes wrong is told by whoever waits for the same futures.
        with suppress(Exception):
            distributed.progress(list(futures), scheduler=client.scheduler.address)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    return thread
