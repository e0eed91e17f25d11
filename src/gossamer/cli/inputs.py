"""Input of commands: files, or standard input for "-"."""

import sys
from pathlib import Path
from typing import Final

from gossamer.core.errors import CallerError

STANDARD_INPUT: Final = "-"


def read_bytes(source: str) -> bytes:
    """Return the content of the file *source*, or of standard input for "-". Raises CallerError."""
    if source == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise CallerError(f"{source} cannot be read: {error.strerror}.") from error


def read_lines(source: str) -> list[str]:
    """Return the lines of *source* without the spaces around them. Raises CallerError."""
    try:
        return [line.strip() for line in read_bytes(source).decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError as error:
        raise CallerError(f"{name_of(source)} is not text in UTF-8.") from error


def name_of(source: str) -> str:
    """Return the name of *source* for people."""
    return "Standard input" if source == STANDARD_INPUT else source
