"""Input of commands: files, or standard input for "-"."""

import json
import sys
from pathlib import Path
from typing import Any, Final

from gossamer.core.errors import CallerError, InvalidTarget
from gossamer.wire.shapes import typed_url

STANDARD_INPUT: Final = "-"


def read_urls(source: str) -> tuple[str, ...]:
    """Return the URLs of the file *source*, or of standard input for "-".

    A line is a URL, or a JSON object that has one as the commands print it: as `url`, or in `metadata`. Empty lines,
    and lines that begin with #, are left out. Raises CallerError that names the line, or that none is left.
    """
    lines = [(number, line) for number, line in enumerate(read_lines(source), 1) if line and not line.startswith("#")]
    if not lines:
        raise CallerError(f"{name_of(source)} has no URL.")
    return tuple(_check_url(_url_in(line), number, source) for number, line in lines)


def _url_in(line: str) -> str:
    if not line.startswith("{"):
        return line
    try:
        fields: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError:
        return line
    metadata = fields.get("metadata")
    return str(fields.get("url") or (metadata if isinstance(metadata, dict) else {}).get("sourceURL") or "")


def _check_url(url: str, number: int, source: str) -> str:
    try:
        return str(typed_url(url))
    except InvalidTarget as error:
        raise CallerError(f"{name_of(source)}, line {number}: {error.message}") from error


def read_schema(given: str | None) -> dict[str, Any] | None:
    """Return the schema that *given* is, or that its file has. Raises CallerError and ValueError."""
    if given is None:
        return None
    text = given if given.lstrip().startswith("{") else read_bytes(given)
    try:
        schema = json.loads(text)
    except ValueError as error:
        raise ValueError(f"--schema is not JSON: {error}.") from error
    if isinstance(schema, dict):
        return schema
    raise ValueError("--schema must be a JSON object.")


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
