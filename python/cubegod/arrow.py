"""Cubes in Arrow columns: a batch in, the same batch with ``solution``, ``length`` and ``error`` out.

These are plain functions on `pyarrow` (``pip install 'cubegod[distributed]'``, or just ``pip install pyarrow``), for whatever
speaks Arrow: Spark's ``mapInArrow``, Ray Data, Polars. Files and folders of Parquet are :mod:`cubegod.distributed`'s.

>>> import pyarrow as pa
>>> from cubegod.arrow import solve_batch
>>> batch = pa.record_batch({"number": [1, 2], "cube": ["DBFRDULUUFFBLDDBLRBU????", None]})
>>> solve_batch(batch).to_pylist()[0]["solution"], solve_batch(batch).to_pylist()[1]["error"]
("L' U B U2 L2 B2 U B' L'", 'no cube')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from . import _cubegod

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

__all__ = ["NEW_COLUMNS", "Options", "solve_batch", "solved_schema"]

NEW_COLUMNS: tuple[str, str, str] = ("solution", "length", "error")
"""The columns that are added, in this order."""


class Options(TypedDict):
    """What is asked about every cube."""

    column: str
    method: str
    max_length: int | None
    budget: float | None
    metric: str
    exact: bool
    format: str | None
    puzzle: str | None
    tables: str


class _Capsules:
    """Two capsules of Arrow's C data interface, for whoever imports them."""

    def __init__(self, capsules: tuple[Any, Any]) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[Any, Any]:
        return self._capsules


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("cubegod.arrow needs pyarrow; `pip install 'cubegod[distributed]'` brings it") from error
    return pyarrow


def solve_batch(
    batch: Any,
    *,
    column: str = "cube",
    method: Literal["fast", "optimal", "layers", "cfop", "three-step"] = "fast",
    max_length: int | None = None,
    budget: float | None = None,
    metric: str = "htm",
    exact: bool = False,
    format: str | None = None,
    puzzle: str | None = None,
    tables: Literal["auto", "small", "large"] = "auto",
    threads: int | None = None,
) -> Any:
    """Solves every cube of a batch: its columns, and ``solution``, ``length`` and ``error`` behind them.

    The column holds text in any layout, or binary data of 24 or 54 bytes: letters, or 0 to 5 for the colours of U R F D L B
    and 255 for unknown. A row that can't be solved has an ``error`` and nothing else; nothing is raised for it. The answers
    are those of ``cubegod solve --batch``, on any number of threads, unless a budget makes them a matter of time.

    >>> import pyarrow as pa
    >>> table = pa.table({"cube": ["R U", "F2 D", "Q"]})
    >>> cubegod.arrow.solve_batch(table)["solution"].to_pylist()
    ["U' R'", "D' F2", None]

    :param batch: a ``pyarrow.RecordBatch``, which gives one; a ``pyarrow.Table``, a Polars frame or whatever else Arrow takes
        as a table, which gives a ``pyarrow.Table``.
    :param column: which one has the cubes.
    :param max_length: a 3x3 solution this short will do; 21 unless a budget is given. A row with a longer one has an error.
    :param budget: seconds to look for shorter solutions of each 3x3.
    :param format: the layout of all cubes, where it is known.
    :param puzzle: the size of all cubes, where it is known.
    :param tables: those of the 3x3; ``"auto"`` means large ones here, built and kept if they are not there, unless
        ``CUBEGOD_TABLES`` says ``small``.
    :param threads: on how many threads; one for each core unless told otherwise.
    """
    pa = _pyarrow()
    options: Options = {
        "column": column,
        "method": method,
        "max_length": max_length,
        "budget": budget,
        "metric": metric,
        "exact": exact,
        "format": format,
        "puzzle": puzzle,
        "tables": tables,
    }
    if isinstance(batch, pa.RecordBatch):
        return _solve(pa, batch, options, threads)
    table = batch if isinstance(batch, pa.Table) else _table(pa, batch)
    schema = solved_schema(table.schema, column=column)
    solved = [_solve(pa, part, options, threads) for part in table.to_batches()]
    if not solved:
        _check(table.schema, options)
    return pa.Table.from_batches(solved, schema)


# By which frames of others, such as those of Polars and pandas, say that they are some.
_WAYS_OF_FRAMES = ("__arrow_c_stream__", "__arrow_c_array__", "__dataframe__")


def _table(pa: Any, given: object) -> Any:
    try:
        return pa.table(given)
    except (TypeError, ValueError) as error:
        if isinstance(given, dict):
            # Columns by their names, one of which is none.
            raise
        found = type(given).__name__
        # A single column speaks Arrow too, and is none for another reason.
        is_column = isinstance(given, (pa.Array, pa.ChunkedArray)) or "non-struct type" in str(error)
        if not is_column and any(hasattr(given, way) for way in _WAYS_OF_FRAMES):
            cause = " ".join(str(error).split())
            raise ValueError(f"Arrow can't take over this {found}: {cause}; mend the column, or leave it out") from error
        expected = "a pyarrow.RecordBatch, a pyarrow.Table or a frame that Arrow can take over"
        message = f"expected {expected}, not {found}; pyarrow.table({{'cube': [...]}}) makes one of a list"
        raise TypeError(message) from error


def _check(schema: Any, options: Options) -> None:
    """Refuses columns and options that nothing comes of, without solving anything."""
    pa = _pyarrow()
    if not isinstance(schema, pa.Schema):
        raise TypeError(f"expected a pyarrow.Schema, not {type(schema).__name__}")
    places = _places(schema, options["column"])
    empty = pa.nulls(0, schema.field(places[0]).type) if len(places) == 1 else None
    _cubegod.solve_column(schema.names, empty, 1, dict(options))


def _places(schema: Any, column: object) -> list[int]:
    """Where columns of a name stand; none where it is no name at all, which is told by what is compiled."""
    return list(schema.get_all_field_indices(column)) if isinstance(column, str) else []


def _solve(pa: Any, batch: Any, options: Options, threads: int | None) -> Any:
    places = _places(batch.schema, options["column"])
    # Where there is none, or several, what is compiled says so.
    cubes = batch.column(places[0]) if len(places) == 1 else None
    capsules = _cubegod.solve_column(batch.schema.names, cubes, threads, dict(options))
    assert capsules is not None, "there is no answer without a column"
    new = pa.record_batch(_Capsules(capsules))
    return pa.RecordBatch.from_arrays([*batch.columns, *new.columns], schema=_with_new_columns(pa, batch.schema))


def _with_new_columns(pa: Any, schema: Any) -> Any:
    types = (pa.string(), pa.int32(), pa.string())
    for name, data_type in zip(NEW_COLUMNS, types, strict=True):
        schema = schema.append(pa.field(name, data_type))
    return schema


def solved_schema(schema: pa.Schema, *, column: str = "cube") -> pa.Schema:
    """The schema of solved batches, for those who have to tell it beforehand; refuses what :func:`solve_batch` would refuse.

    >>> import pyarrow as pa
    >>> cubegod.arrow.solved_schema(pa.schema({"cube": pa.string()})).names
    ['cube', 'solution', 'length', 'error']
    >>> cubegod.arrow.solved_schema(pa.schema({"number": pa.int64()}))
    Traceback (most recent call last):
    ...
    ValueError: there is no column `cube`; the columns are `number`
    """
    options: Options = {
        "column": column,
        "method": "fast",
        "max_length": None,
        "budget": None,
        "metric": "htm",
        "exact": False,
        "format": None,
        "puzzle": None,
        "tables": "auto",
    }
    _check(schema, options)
    return _with_new_columns(_pyarrow(), schema)
