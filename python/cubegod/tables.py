"""Cached tables of the solvers, shared with the command line.

Small tables are built in each process when they are first needed. The large ones of the 3x3 (118 MB, built in some ten seconds)
make solving ten times as fast; :func:`build` caches them for all processes. The method ``"optimal"`` uses the largest of its
tables that is cached and fits into memory; without any, the first proof builds and caches the smallest one (235 MB).
"""

from __future__ import annotations

from . import _cubegod
from ._errors import TableState

__all__ = ["TableState", "build", "states"]


def build(*names: str) -> list[TableState]:
    """Builds and caches the tables of these names unless they are there; without names, the usual ones.

    They are stored in the folder ``CUBEGOD_CACHE``, else in the user's cache folder.
    """
    _cubegod.build_tables(list(names))
    return [state for state in states() if not names or state.name in names]


def states() -> list[TableState]:
    """Returns all tables that can be cached, and their states.

    >>> from cubegod import tables
    >>> [table.name for table in tables.states()][:3]
    ['pocket-half-turns', 'pocket-quarter-turns', 'two-phase-large']
    """
    return [TableState(*fields) for fields in _cubegod.table_states()]
