"""Errors that the command line distinguishes."""

from __future__ import annotations


class FilesError(ValueError):
    """Files or folders are not as the call needs them."""
