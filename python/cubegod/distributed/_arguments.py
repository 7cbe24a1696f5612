"""Checks arguments of :func:`cubegod.distributed.solve_parquet`; errors name the argument."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import Any, cast

from distributed import Client

from .._cubegod import Cube
from ..arrow import Options

_PLACE = "a path or an address of fsspec's, such as s3://bucket/folder"


def places(name: str, given: object) -> list[str]:
    """One place, or several."""
    if isinstance(given, (str, os.PathLike)):
        return [place(name, given)]
    if not isinstance(given, Iterable) or isinstance(given, (bytes, bytearray)):
        raise TypeError(f"{name}={given!r}; expected {_PLACE}, or several of them")
    found = [place(name, one) for one in given]
    if not found:
        raise ValueError(f"{name}: no source; expected a Parquet file, a folder or a pattern")
    return found


def place(name: str, given: object) -> str:
    path = os.fspath(given) if isinstance(given, (str, os.PathLike)) else None
    if not isinstance(path, str):
        raise TypeError(f"{name}={given!r}; expected {_PLACE}")
    if not path.strip():
        # It would mean the current folder.
        raise ValueError(f"{name}={path!r}; expected {_PLACE}")
    return path


def count(name: str, given: object) -> int:
    """A number from 1 on."""
    message = f"{name}={given!r}; expected a whole number from 1 on"
    try:
        # Accepts NumPy's numbers too.
        number = operator.index(cast(Any, given))
    except TypeError:
        raise TypeError(message) from None
    if number < 1:
        raise ValueError(message)
    return number


def for_json(options: Options) -> Options:
    """Converts checked options to values that JSON can hold: numbers such as NumPy's, and cubes."""
    max_length, budget, nodes, target = options["max_length"], options["budget"], options["nodes"], options["target"]
    return {
        **options,
        "max_length": None if max_length is None else operator.index(max_length),
        "budget": None if budget is None else float(budget),
        "nodes": None if nodes is None else operator.index(nodes),
        "target": None if target is None else Cube(target).facelets,
        "exact": bool(options["exact"]),
        "any": bool(options["any"]),
    }


def storage_options(given: object) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise TypeError(f"storage_options={given!r}; expected a dictionary for fsspec, or None")
    return given


def check_client(given: object) -> None:
    if given is None or isinstance(given, str):
        return
    if not isinstance(given, Client):
        expected = "a distributed.Client, the address of a scheduler such as tcp://10.0.0.1:8786, or None"
        raise TypeError(f"client={given!r}; expected {expected}")
    client = cast(Any, given)
    if client.asynchronous:
        raise ValueError("client: it is asynchronous; expected one made without asynchronous=True")
    if client.status == "closed":
        raise ValueError("client: it is closed; expected one that is connected to its scheduler")
