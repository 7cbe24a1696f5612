"""The tables of the solvers, kept in the same files as those of the command line.

Small tables are made in each process when they are first needed. The large ones of the 3x3 (118 MB, some ten seconds of
work) make solving ten times as fast; they are built only when asked for, and found by every process from then on.
"""

from __future__ import annotations

from . import _cubegod
from ._errors import TableState

__all__ = ["TableState", "build", "states"]


def build(*names: str) -> list[TableState]:
    """Builds and keeps the tables of these names, all without any, unless they are there.

    They are kept in the folder ``CUBEGOD_CACHE``, else in the user's cache folder.
    """
    _cubegod.build_tables(list(names))
    return [state for state in states() if not names or state.name in names]


def states() -> list[TableState]:
    """All tables that can be kept, and whether they are there.

    >>> from cubegod import tables
    >>> [table.name for table in tables.states()][:3]
    ['pocket-half-turns', 'pocket-quarter-turns', 'two-phase-large']
    """
    return [TableState(*fields) for fields in _cubegod.table_states()]
