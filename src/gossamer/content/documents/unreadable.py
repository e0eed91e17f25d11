"""Documents that cannot be read: damaged ones, and those of formats that are not read (`unread_formats.toml`)."""

import io
import tomllib
from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Any, Final, Literal

PROTECTED: Final = "The file is protected by a password."
_UNREAD: Final = (
    "The file is of {name}, whose format is not read: open it in a program that does, and save it as {save_as}."
)


class Unreadable(Exception):
    """The file cannot be read; the message says why, in a sentence for the caller, *kind* which error that is."""

    def __init__(self, reason: str, kind: Literal["unsupported", "ocr", "time"] = "unsupported") -> None:
        super().__init__(reason)
        self.kind = kind


@cache
def load_unread_formats() -> tuple[dict[str, Any], ...]:
    """Return the formats as their file lists them."""
    return tuple(
        tomllib.loads(resources.files(__package__).joinpath("unread_formats.toml").read_text("utf-8"))["formats"]
    )


def explain_refusal(body: bytes, otherwise: str) -> Unreadable:
    """Return the reason for not reading *body*: its format, or the sentence *otherwise* for other formats."""
    import olefile  # noqa: PLC0415 - an extra, which is there where a document is read

    heads = {"": body[:8]}
    with suppress(OSError, ValueError, IndexError, RecursionError), olefile.OleFileIO(io.BytesIO(body)) as file:
        heads |= {"/".join(path): file.openstream(path).read(8) for path in file.listdir()}
    for about in load_unread_formats():
        head = heads.get(about.get("stream", ""))
        if head is not None and head.hex().startswith(tuple(about["starts"])):
            return Unreadable(_UNREAD.format(**about))
    return Unreadable(otherwise)
