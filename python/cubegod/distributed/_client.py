"""Clients of a running scheduler, of the configured cluster, or of a local one."""

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

from ._messages import in_one_line

# Dask's type annotations are incomplete.
distributed: Any = _distributed

# Seconds between two checks for the address of a scheduler.
_POLL = 0.05

_EXPECTED = "expected one such as tcp://10.0.0.1:8786"


@contextmanager
def client_at(address: str | None = None, scheduler_file: str | None = None) -> Iterator[Client]:
    """Connects to a running scheduler, by its address or by the file that contains it."""
    if scheduler_file is not None:
        address = _address_in(scheduler_file)
    if not address:
        raise ValueError(f"the address of the scheduler is empty; {_EXPECTED}")
    client = _connected(address)
    # If the scheduler dies, the message that Dask was sending would be logged with a traceback; the run reports the error itself.
    with ExitStack() as closing, _without_log("distributed.batched"), client:
        is_running = False
        try:
            yield client
            is_running = client.status == "running"
        finally:
            if not is_running:
                # If the scheduler has stopped, Dask would log a traceback when the client closes.
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
    # Dask waits without a timeout for the first message of a server that accepts the connection, such as the dashboard, so it
    # connects on another thread.
    result: queue.Queue[Any] = queue.Queue()
    # Acquired once: by the thread that has a result, or by the caller after the timeout.
    is_decided = threading.Lock()

    def connect() -> None:
        try:
            # As a default, Dask would return the client to other callers, even before it is connected.
            found: Any = distributed.Client(address, set_as_default=False)
        except BaseException as error:
            found = _no_client(address, error)
        if isinstance(found, Exception):
            # A failed client closes itself when it is collected, which deadlocks inside of another call of Dask; so it is
            # collected here.
            gc.collect()
        if is_decided.acquire(blocking=False):
            result.put(found)
        elif not isinstance(found, Exception):
            with suppress(Exception):
                found.close()

    threading.Thread(target=connect, daemon=True).start()
    timeout = 2 * _connect_timeout()
    try:
        found = result.get(timeout=timeout)
    except queue.Empty:
        is_too_late = is_decided.acquire(blocking=False)
        found = _no_client(address, RuntimeError(f"no message for {timeout:g} s")) if is_too_late else result.get()
    if isinstance(found, Exception):
        raise found
    return found


def _no_client(address: str, error: BaseException) -> Exception:
    """Returns the exception of a failed connection; without the error itself, whose traceback refers to the failed client."""
    reason = in_one_line(error)
    if isinstance(error, OSError):
        advice = "is it running (`dask scheduler`), is the address right, and does a firewall block it?"
        return OSError(f"no scheduler responds at `{address}`: {advice} ({reason})")
    if isinstance(error, (ValueError, TypeError)):
        return ValueError(f"`{address}` is not an address of a scheduler: {reason}; {_EXPECTED}")
    # Errors of Dask's message parser, about messages of another protocol.
    advice = "is this its port (usually 8786), or that of its dashboard?"
    return OSError(f"the server at `{address}` is not a Dask scheduler: {advice} ({reason})")


def _connect_timeout() -> float:
    """Returns the configured timeout in seconds."""
    return float(dask.utils.parse_timedelta(dask.config.get("distributed.comm.timeouts.connect")))


def _address_in(scheduler_file: str) -> str:
    """Waits for the file as long as for a connection; Dask itself would wait without a timeout."""
    end = time.monotonic() + _connect_timeout()
    while True:
        try:
            with open(scheduler_file, encoding="utf-8") as file:
                return str(json.load(file)["address"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            if time.monotonic() > end:
                advice = f"start it with `dask scheduler --scheduler-file {scheduler_file}`, or name the file that it has written"
                raise OSError(f"`{scheduler_file}` contains no address of a scheduler ({in_one_line(error)}); {advice}") from error
        time.sleep(_POLL)


def default_client() -> AbstractContextManager[Client]:
    """Returns Dask's current client, or one of the configured cluster or of this machine."""
    client = _current_client()
    if client is None:
        address = dask.config.get("scheduler-address", None)
        return client_at(address=address) if address else local_client()
    # It is closed by its creator.
    return nullcontext(client)


def _current_client() -> Client | None:
    """Returns Dask's default client if it is connected: calls of one that is not have no timeout."""
    try:
        client: Any = distributed.default_client()
    except ValueError:
        return None
    if client.asynchronous:
        raise ValueError("Dask's current client is asynchronous; give `client=` one made without asynchronous=True")
    return cast(Client, client) if client.status == "running" else None


@contextmanager
def local_client(workers: int | None = None) -> Iterator[Client]:
    """Starts a cluster on the cores of this machine, reachable from this machine only."""
    settings: dict[str, Any] = {
        # Every process reads tables of up to gigabytes into its own memory, where its threads share them.
        "n_workers": workers or 1,
        # Tables count as memory of a worker: a limit would pause it although its rows need little. The solver takes a table that fits.
        "memory_limit": 0,
        "dashboard_address": "127.0.0.1:0",
        # A worker that is shut down warns about its unfinished unit.
        "silence_logs": logging.ERROR,
    }
    with ExitStack() as stack:
        # A unit must not fail because other workers die.
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": 10}))
        with _without_interrupts():
            cluster = stack.enter_context(distributed.LocalCluster(**settings))
        yield stack.enter_context(distributed.Client(cluster))


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Blocks Ctrl-C in threads and processes that are started here, as a terminal sends it to all of them; this process ends them.

    Otherwise each of them would print a traceback. A signal that arrives meanwhile is delivered afterwards.
    """
    is_possible = hasattr(signal, "pthread_sigmask") and threading.current_thread() is threading.main_thread()
    if not is_possible:
        yield
        return
    # It starts with the first process, and would then unblock the signal.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
