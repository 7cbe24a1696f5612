"""Clients of clusters: of a scheduler that runs, of what is configured, or of this machine's cores."""

from __future__ import annotations

import gc
import json
import logging
import queue
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from multiprocessing import resource_tracker
from typing import Any, cast

import dask
import distributed as _distributed
from distributed import Client

from ._words import in_one_line

# Dask's types tell less than they ask for.
distributed: Any = _distributed

# Seconds between two looks at whether a scheduler has written its address.
_GLANCE = 0.05

_EXPECTED = "expected one such as tcp://10.0.0.1:8786"


@contextmanager
def client_at(address: str | None = None, scheduler_file: str | None = None) -> Iterator[Client]:
    """Of a running scheduler, by its address or by the file where it has written it."""
    if scheduler_file is not None:
        address = _address_in(scheduler_file)
    if not address:
        raise ValueError(f"the address of the scheduler is empty; {_EXPECTED}")
    client = _connected(address)
    with ExitStack() as closing, client:
        is_well = False
        try:
            yield client
            is_well = client.status == "running"
        finally:
            if not is_well:
                # Where the scheduler is gone, Dask would tell with a traceback that it can't say good-bye.
                closing.enter_context(_without_log("distributed.client"))


@contextmanager
def _without_log(name: str) -> Iterator[None]:
    log = logging.getLogger(name)
    before = log.disabled
    log.disabled = True
    try:
        yield
    finally:
        log.disabled = before


def _connected(address: str) -> Any:
    # Dask waits for ever for the first word of whoever takes the call, such as the dashboard, so it waits on a thread of its own.
    outcome: queue.Queue[Any] = queue.Queue()
    # Whoever takes it first has the last word: the thread with its outcome, or the caller who has lost patience.
    is_decided = threading.Lock()

    def connect() -> None:
        try:
            # As the default it would be what all others get from Dask, even while nobody has answered it.
            found: Any = distributed.Client(address, set_as_default=False)
        except BaseException as error:
            found = _no_client(address, error)
        if isinstance(found, Exception):
            # What is left of the client closes itself when it is collected, and stops for ever where that happens inside of
            # another call of Dask's, so it is collected here.
            gc.collect()
        if is_decided.acquire(blocking=False):
            outcome.put(found)
        elif not isinstance(found, Exception):
            with suppress(Exception):
                found.close()

    threading.Thread(target=connect, daemon=True).start()
    patience = 2 * _patience()
    try:
        found = outcome.get(timeout=patience)
    except queue.Empty:
        is_too_late = is_decided.acquire(blocking=False)
        found = _no_client(address, RuntimeError(f"it said nothing for {patience:g} s")) if is_too_late else outcome.get()
    if isinstance(found, Exception):
        raise found
    return found


def _no_client(address: str, error: BaseException) -> Exception:
    """Why there is none; without the error itself, whose traceback holds on to what is left of it."""
    told = in_one_line(error)
    if isinstance(error, OSError):
        advice = "is it running (`dask scheduler`), is the address right, and does a firewall let it through?"
        return OSError(f"no scheduler answers at `{address}`: {advice} ({told})")
    if isinstance(error, (ValueError, TypeError)):
        return ValueError(f"`{address}` is no address of a scheduler: {told}; {_EXPECTED}")
    # Whatever a reader of Dask's messages makes of those of others.
    advice = "is that its own port (usually 8786), or the one of its dashboard?"
    return OSError(f"what answers at `{address}` is no scheduler of Dask's: {advice} ({told})")


def _patience() -> float:
    """Seconds in which a scheduler should have answered."""
    return float(dask.utils.parse_timedelta(dask.config.get("distributed.comm.timeouts.connect")))


def _address_in(scheduler_file: str) -> str:
    """Waits for the file as long as for a scheduler to answer; Dask itself would wait for ever, and in silence."""
    end = time.monotonic() + _patience()
    while True:
        try:
            with open(scheduler_file, encoding="utf-8") as file:
                return str(json.load(file)["address"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            if time.monotonic() > end:
                advice = f"start it with `dask scheduler --scheduler-file {scheduler_file}`, or name the file that it has written"
                raise OSError(f"`{scheduler_file}` tells no address of a scheduler ({in_one_line(error)}); {advice}") from error
        time.sleep(_GLANCE)


def usual_client() -> AbstractContextManager[Client]:
    """What Dask users take for granted: the client that there is, the cluster that is configured, or this machine."""
    client = _current_client()
    if client is None:
        address = dask.config.get("scheduler-address", None)
        return client_at(address=address) if address else local_client()
    # Whoever made it closes it.
    return nullcontext(client)


def _current_client() -> Client | None:
    """Dask's default, where it is connected: one that is not may never be, and whoever asks it waits for ever."""
    try:
        client: Any = distributed.default_client()
    except ValueError:
        return None
    if client.asynchronous:
        raise ValueError("Dask's current client is asynchronous; give `client=` one made without asynchronous=True")
    return cast(Client, client) if client.status == "running" else None


@contextmanager
def local_client(workers: int | None = None) -> Iterator[Client]:
    """A cluster of this machine's cores, reachable from this machine alone."""
    settings: dict[str, Any] = {
        "n_workers": workers,
        # Mapped tables count as a worker's memory, but all workers share them: a limit would stop workers that take next to nothing.
        "memory_limit": 0,
        "dashboard_address": "127.0.0.1:0",
        # A worker that is sent home warns of the unit that it has in hand.
        "silence_logs": logging.ERROR,
    }
    with ExitStack() as stack:
        # A unit is not given up because workers die beside it.
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 10}))
        with _without_interrupts():
            cluster = stack.enter_context(distributed.LocalCluster(**settings))
        yield stack.enter_context(distributed.Client(cluster))


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Threads and processes that are started here never hear of Ctrl-C, which a terminal tells to all: this one sends them home.

    Otherwise each of them ends with a traceback of its own. What is pressed meanwhile is heard afterwards.
    """
    is_possible = hasattr(signal, "pthread_sigmask") and threading.current_thread() is threading.main_thread()
    if not is_possible:
        yield
        return
    # It is started with the first process, and then lets the signal through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
