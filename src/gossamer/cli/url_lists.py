"""Lists of URLs from a file or standard input."""

import json
from typing import Any

from gossamer.cli.inputs import name_of, read_lines
from gossamer.core.errors import CallerError, InvalidTarget
from gossamer.wire.shapes import typed_url


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
