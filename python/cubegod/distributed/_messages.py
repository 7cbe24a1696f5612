"""Parts of messages."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def in_one_line(error: BaseException) -> str:
    """Returns the message of an error in one line."""
    return " ".join(str(error).split()) or type(error).__name__
