"""Checks the required packages."""

from __future__ import annotations

try:
    import distributed  # noqa: F401
    import fsspec  # type: ignore[import-untyped]  # noqa: F401
    import pyarrow.parquet  # type: ignore[import-untyped]  # noqa: F401
except ImportError as error:
    raise ImportError(f"cubegod.distributed needs more ({error}); `pip install 'cubegod[distributed]'` brings it") from error
