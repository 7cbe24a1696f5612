"""Errors that the command line tells from others."""

from __future__ import annotations


class FilesError(ValueError):
    """The question was understood, but files or folders are not as it needs them."""
