"""Properties of office files and e-books: title, author, dates and language. Runs in the confined child only.

They are Dublin Core in a small XML part of the archive (OOXML `docProps/core.xml`, OpenDocument `meta.xml`, the package
of an e-book), or words in the head of an RTF file.
"""

import io
import re
import zipfile
from contextlib import suppress
from html import unescape
from typing import Final

from gossamer.content.documents.number_formats.cells import BROKEN
from gossamer.content.documents.number_formats.workbook import part

_PARTS: Final = re.compile(r"docProps/core\.xml|meta\.xml|(?:[^/]+/){0,3}[^/]+\.opf")
_MAX_PART: Final = 1_000_000
_MAX_VALUE: Final = 500
_PROPERTY: Final = re.compile(r"<(?:\w+:)?(\w+)(?:\s[^<>]*)?>([^<>]{1,2000})</")
_NAMES: Final = {
    "title": "title",
    "creator": "author",
    "initial-creator": "author",
    "description": "description",
    "subject": "description",
    "keywords": "keywords",
    "keyword": "keywords",
    "language": "language",
    "created": "publishedTime",
    "creation-date": "publishedTime",
    "date": "publishedTime",
    "modified": "modifiedTime",
    "publisher": "publisher",
}
_RTF: Final = re.compile(rb"\{\\(title|author|subject|keywords) ([^{}\\]{1,500})\}")
_RTF_NAMES: Final = {b"title": "title", b"author": "author", b"subject": "description", b"keywords": "keywords"}


def of(body: bytes, name: str) -> dict[str, str]:
    """Return the metadata in *body*, under the names of the wire; empty when it has none."""
    if name == "rtf":
        named_values = (
            (_RTF_NAMES[word], value.decode("cp1252", "replace")) for word, value in _RTF.findall(body[:65_536])
        )
    else:
        named_values = (
            (_NAMES[word], unescape(value)) for word, value in _PROPERTY.findall(_part(body)) if word in _NAMES
        )
    properties: dict[str, str] = {}
    for key, value in named_values:
        if value.strip():
            properties.setdefault(key, value.strip()[:_MAX_VALUE])
    return properties


def _part(body: bytes) -> str:
    with suppress(*BROKEN, RuntimeError), zipfile.ZipFile(io.BytesIO(body)) as archive:
        name = next(filter(_PARTS.fullmatch, archive.namelist()), "")
        return part(archive, name)[:_MAX_PART].decode("utf-8", "replace")
    return ""
