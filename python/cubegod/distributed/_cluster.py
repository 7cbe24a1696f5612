"""The units of a run on the workers of a cluster, until all are done or somebody has to look."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import Any

import dask
import distributed as _distributed
from distributed import Client

from ._source import in_one_line
from ._work import Job, Outcome, Task, solve_unit

# Dask's types tell less than they ask for.
distributed: Any = _distributed

# How often a unit is tried again that failed for reasons of the system or of a network.
_RETRIES = 3

# How often a unit is given to the cluster anew whose workers all died: others may have died of something else.
_RESCUES = 3


@dataclass
class Result:
    """What came of all units."""

    rows: int = 0
    errors: int = 0
    files: int = 0
    files_before: int = 0
    failures: list[str] = field(default_factory=list)


def client_at(**place: str) -> AbstractContextManager[Client]:
    """Of a running scheduler, by its address or by the file where it has written it."""
    client: AbstractContextManager[Client] = distributed.Client(**place)
    return client


def usual_client() -> AbstractContextManager[Client]:
    """What Dask users take for granted: the client that there is, the cluster that is configured, or this machine."""
    try:
        client: Client = distributed.default_client()
    except ValueError:
        address = dask.config.get("scheduler-address", None)
        return client_at(address=address) if address else local_client()
    # Whoever made it closes it.
    return nullcontext(client)


@contextmanager
def local_client(workers: int | None = None) -> Iterator[Client]:
    """A cluster of this machine's cores, reachable from this machine alone."""
    # Mapped tables count as a worker's memory, but all workers share them: a limit would stop workers that take next to nothing.
    settings: dict[str, Any] = {"n_workers": workers, "memory_limit": 0, "dashboard_address": "127.0.0.1:0"}
    # A unit is not given up because workers die beside it.
    with dask.config.set({"distributed.scheduler.allowed-failures": 10}), distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        yield client


def slots(client: Any) -> int:
    """How many tasks the cluster does at once, at the moment."""
    return sum(client.nthreads().values())


def run(client: Any, job: Job, units: Sequence[Task], *, progress: bool) -> Result:
    """Has every unit done, whatever becomes of workers; ends early where nothing more can be written."""
    result = Result()
    futures = client.map(solve_unit, units, job=job, key="cubegod-solve", pure=False, retries=_RETRIES)
    unit_of: dict[Any, Task] = {future.key: unit for future, unit in zip(futures, units, strict=True)}
    rescues: dict[str, int] = {}
    everything = list(futures)
    if progress and futures:
        _show(futures)
    try:
        waiting = distributed.as_completed(futures)
        for future in waiting:
            unit = unit_of[future.key]
            try:
                outcome: Outcome = future.result()
            except distributed.KilledWorker as error:
                rescues[unit.name] = rescues.get(unit.name, 0) + 1
                if rescues[unit.name] <= _RESCUES:
                    again = client.submit(solve_unit, unit, job=job, pure=False, retries=_RETRIES)
                    unit_of[again.key] = unit
                    everything.append(again)
                    waiting.add(again)
                    continue
                told = "every worker that was given it died; is there too little memory?"
                outcome = Outcome(failure=f"`{unit.name}`: {told} ({in_one_line(error)})", side="worker")
            except CancelledError as error:
                outcome = Outcome(failure=f"the cluster went away ({in_one_line(error)})", side="target")
            except Exception as error:
                outcome = Outcome(failure=f"`{unit.name}`: {type(error).__name__}: {in_one_line(error)}", side="worker")
            if outcome.failure is not None:
                result.failures.append(outcome.failure)
                if outcome.side == "target":
                    break
                continue
            result.rows += outcome.rows
            result.errors += outcome.errors
            result.files += 1
            result.files_before += outcome.was_there
    finally:
        # Those that are done are not touched by it.
        with suppress(Exception):
            client.cancel(everything)
    return result


def _show(futures: Sequence[Any]) -> None:
    """Dask's bar: a widget in a notebook, else a line on the terminal."""
    bar = threading.Thread(target=distributed.progress, args=(list(futures),), daemon=True)
    bar.start()

