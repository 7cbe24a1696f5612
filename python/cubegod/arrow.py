"""Cubes in Arrow columns: a batch in, the same batch with ``solution``, ``length`` and ``error`` out.

These are plain functions on `pyarrow` (``pip install 'cubegod[distributed]'``, or just ``pip install pyarrow``), for everything
that uses Arrow: Spark's ``mapInArrow``, Ray Data, Polars. For files and folders of Parquet see :mod:`cubegod.distributed`.

>>> import pyarrow as pa
>>> from cubegod.arrow import solve_batch
>>> batch = pa.record_batch({"number": [1, 2], "cube": ["DBFRDULUUFFBLDDBLRBU????", None]})
>>> solve_batch(batch).to_pylist()[0]["solution"], solve_batch(batch).to_pylist()[1]["error"]
("L' U B U2 L2 B2 U B' L'", 'no cube')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict, cast

from . import _cubegod

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

    from .typing import CubeLike, Method, Tables

__all__ = ["NEW_COLUMNS", "Options", "solve_batch", "solved_schema"]

NEW_COLUMNS: tuple[str, str, str] = ("solution", "length", "error")
"""The columns that are added, in this order."""


class Options(TypedDict):
    """The options of a batch."""

    column: str
    method: Method
    max_length: int | None
    budget: float | None
    nodes: int | None
    format: str | None
    puzzle: str | None
    target: CubeLike | None
    faces: str | None
    metric: str
    exact: bool
    tables: Tables
    any: bool


def _options(arguments: Mapping[str, Any]) -> Options:
    """Returns the options among the arguments of a function."""
    return cast(Options, {name: arguments[name] for name in Options.__annotations__})


class _Capsules:
    """Exports two capsules of Arrow's C data interface."""

    def __init__(self, capsules: tuple[Any, Any]) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[Any, Any]:
        return self._capsules


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("cubegod.arrow needs pyarrow; install it with `pip install 'cubegod[distributed]'`") from error
    return pyarrow


def solve_batch(
    batch: Any,
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
    threads: int | None = None,
) -> Any:
    """Solves every cube of a batch; returns its columns, followed by ``solution``, ``length`` and ``error``.

    The column holds text in any layout, or binary data of 24 or 54 bytes: letters, or 0 to 5 for the colours of U R F D L B
    and 255 for unknown. A row that cannot be solved has an ``error`` and no solution; it raises no exception. The solutions are
    those of ``cubegod batch`` and do not depend on the number of threads, unless a time budget is given.

    >>> import pyarrow as pa
    >>> table = pa.table({"cube": ["R U", "F2 D", "Q"]})
    >>> cubegod.arrow.solve_batch(table)["solution"].to_pylist()
    ["U' R'", "D' F2", None]

    :param batch: a ``pyarrow.RecordBatch``, for which one is returned; or a ``pyarrow.Table``, a Polars frame or anything else that
        Arrow imports as a table, for which a ``pyarrow.Table`` is returned.
    :param column: the column with the cubes.
    :param max_length: stop at the first 3x3 solution this short; 21 without a budget. A row with a longer one has an error.
    :param budget: search for shorter solutions of each 3x3 for this many seconds.
    :param nodes: search this many nodes for each 3x3 instead of for some time.
    :param format: the layout of all cubes; detected by default.
    :param puzzle: the size of all cubes; detected by default.
    :param target: end as this cube instead of a solved one.
    :param faces: turn only these faces, such as ``"URF"``.
    :param tables: tables of the 3x3; ``"auto"`` means large ones here, built and cached if they are not there, unless
        ``CUBEGOD_TABLES`` is ``small``.
    :param any: if several cubes fit the known stickers of a row, solve any of them.
    :param threads: the number of threads; one for each core by default.
    """
    options = _options(locals())
    pa = _pyarrow()
    if isinstance(batch, pa.RecordBatch):
        return _solve(pa, batch, options, threads)[0]
    table = batch if isinstance(batch, pa.Table) else _table(pa, batch)
    return _solve_table(table, options, threads)[0]


def _solve_table(table: Any, options: Options, threads: int | None) -> tuple[Any, str | None]:
    """Solves a table; also returns the name of the table of proofs, if a row needed one."""
    pa = _pyarrow()
    schema = solved_schema(table.schema, column=options["column"])
    solved = [_solve(pa, part, options, threads) for part in table.to_batches()]
    if not solved:
        _check(table.schema, options)
    proof_table = next((name for _, name in solved if name is not None), None)
    return pa.Table.from_batches([part for part, _ in solved], schema), proof_table


# The protocols of data frames, such as those of Polars and pandas.
_FRAME_PROTOCOLS = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")


def _table(pa: Any, given: object) -> Any:
    try:
        return pa.table(given)
    except (TypeError, ValueError) as error:
        if isinstance(given, dict):
            # A column of the dictionary is invalid.
            raise
        found = type(given).__name__
        # A single column has the same protocols.
        is_column = isinstance(given, (pa.Array, pa.ChunkedArray)) or "non-struct type" in str(error)
        if not is_column and any(hasattr(given, protocol) for protocol in _FRAME_PROTOCOLS):
            cause = " ".join(str(error).split())
            raise ValueError(f"Arrow cannot import this {found}: {cause}; repair the column, or leave it out") from error
        expected = "a pyarrow.RecordBatch, a pyarrow.Table or a frame that Arrow can import"
        message = f"expected {expected}, not {found}; pyarrow.table({{'cube': [...]}}) converts a list"
        raise TypeError(message) from error


def _check(schema: Any, options: Options) -> None:
    """Checks columns and options without solving anything."""
    pa = _pyarrow()
    if not isinstance(schema, pa.Schema):
        raise TypeError(f"expected a pyarrow.Schema, not {type(schema).__name__}")
    places = _places(schema, options["column"])
    empty = pa.nulls(0, schema.field(places[0]).type) if len(places) == 1 else None
    _cubegod.solve_column(schema.names, empty, 1, dict(options))


def _places(schema: Any, column: object) -> list[int]:
    """Returns the positions of the columns of a name; none if it is not a name, which the compiled part refuses."""
    return list(schema.get_all_field_indices(column)) if isinstance(column, str) else []


def _solve(pa: Any, batch: Any, options: Options, threads: int | None) -> tuple[Any, str | None]:
    places = _places(batch.schema, options["column"])
    # The compiled part refuses none, or several.
    cubes = batch.column(places[0]) if len(places) == 1 else None
    solved = _cubegod.solve_column(batch.schema.names, cubes, threads, dict(options))
    assert solved is not None, "there is no answer without a column"
    capsules, proof_table = solved
    columns = [*batch.columns, *pa.record_batch(_Capsules(capsules)).columns]
    return pa.RecordBatch.from_arrays(columns, schema=_with_new_columns(pa, batch.schema)), proof_table


def _with_new_columns(pa: Any, schema: Any) -> Any:
    types = (pa.string(), pa.int32(), pa.string())
    for name, data_type in zip(NEW_COLUMNS, types, strict=True):
        schema = schema.append(pa.field(name, data_type))
    return schema


def solved_schema(schema: pa.Schema, *, column: str = "cube") -> pa.Schema:
    """Returns the schema of solved batches; refuses what :func:`solve_batch` refuses.

    >>> import pyarrow as pa
    >>> cubegod.arrow.solved_schema(pa.schema({"cube": pa.string()})).names
    ['cube', 'solution', 'length', 'error']
    >>> cubegod.arrow.solved_schema(pa.schema({"number": pa.int64()}))
    Traceback (most recent call last):
    ...
    ValueError: there is no column `cube`; the columns are `number`
    """
    options = _options({**(solve_batch.__kwdefaults__ or {}), "column": column})
    _check(schema, options)
    return _with_new_columns(_pyarrow(), schema)
