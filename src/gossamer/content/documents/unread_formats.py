"""Formats that are not read, and told from damaged files (`unread_formats.toml`). In the confined child only."""

import io
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final

import olefile

from gossamer.content.documents.unreadable import Unreadable

_UNREAD: Final = (
    "The file is of {name}, whose format is not read: open it in a program that does, and save it as {save_as}."
)


@cache
def unread_formats() -> tuple[dict[str, Any], ...]:
    """Return the formats as their file lists them."""
    return tuple(
        tomllib.loads(resources.files(__package__).joinpath("unread_formats.toml").read_text("utf-8"))["formats"]
    )


def refusal(body: bytes, otherwise: str) -> Unreadable:
    """Return why *body* is not read: its format, or the sentence *otherwise* where that is not one of those."""
    heads = _heads(body)
    for about in unread_formats():
        head = heads.get(about.get("stream"))
        if head is not None and head.hex().startswith(tuple(about["starts"])):
            return Unreadable(_UNREAD.format(**about))
    return Unreadable(otherwise)


def _heads(body: bytes) -> dict[str | None, bytes]:
    """Return the first bytes of *body* under None, and those of the streams of a compound file under their names."""
    heads: dict[str | None, bytes] = {None: body[:8]}
    streams = {about["stream"] for about in unread_formats() if "stream" in about}
    try:
        with olefile.OleFileIO(io.BytesIO(body)) as file:
            heads |= {name: file.openstream(name).read(8) for name in streams if file.exists(name)}
    except (OSError, ValueError, IndexError):
        pass
    return heads
