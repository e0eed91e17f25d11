"""Formats of documents that can be read, from `formats.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Literal, TypeAlias

Reader: TypeAlias = Literal["pdf", "office", "html", "image"]


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """A format by its *name* on the wire; *extensions* are lower-case with their dot."""

    name: str
    reader: Reader
    extensions: tuple[str, ...]
    media_types: tuple[str, ...]


@cache
def formats() -> tuple[DocumentFormat, ...]:
    """Return all formats."""
    table = tomllib.loads(files(__package__).joinpath("formats.toml").read_text("utf-8"))
    return tuple(
        DocumentFormat(name, entry["reader"], tuple(entry["extensions"]), tuple(entry["media_types"]))
        for name, entry in table.items()
    )


def format_by_name(name: str) -> DocumentFormat | None:
    """Return the format that the extension of a file's *name* stands for, or None."""
    extension = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    return next((document_format for document_format in formats() if extension in document_format.extensions), None)


def format_by_media_type(media_type: str) -> DocumentFormat | None:
    """Return the format of a media type without parameters, or None."""
    return next(
        (document_format for document_format in formats() if media_type.lower() in document_format.media_types), None
    )
