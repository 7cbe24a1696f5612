"""Checks the required packages."""

from __future__ import annotations

try:
    import distributed  # noqa: F401
    import fsspec  # type: ignore[import-untyped]  # noqa: F401
    import pyarrow.parquet  # type: ignore[import-untyped]  # noqa: F401
except ImportError as error:
    raise ImportError(f"cubegod.distributed needs more packages ({error}); install them with `pip install 'cubegod[distributed]'`") from error
