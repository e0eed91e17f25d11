"""An uploaded file in place of a page that is fetched."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from gossamer.content.documents import format_by_media_type, format_by_name, formats, is_document
from gossamer.content.media_type import kind_of
from gossamer.core.errors import UnsupportedFile
from gossamer.core.pages import FetchedPage
from gossamer.core.uploads import UPLOAD_URL, ReadableFormat, UploadedFile
from gossamer.core.urls import WebUrl
from gossamer.features.scrape.multi_page import Gather, GatheredPages
from gossamer.ports.clock import Clock

_UNREAD: Final = "Unsupported upload type: files of this type are not read. GET /v2/parse/formats lists those that are."
_IMAGES: Final = "Images are not read here: text recognition is not available on this server."
_OTHER: Final = "The content of the file is no document or page that can be read, whatever its name says."
_READ_AS_PAGE: Final = frozenset({"html", "markdown", "xml", "text"})


def readable_formats(*, images: bool) -> tuple[ReadableFormat, ...]:
    """Return the formats of uploads; *images* says whether those are available."""
    return tuple(
        ReadableFormat(
            document_format.name,
            "image" if document_format.reader == "image" else "document",
            document_format.extensions,
            document_format.media_types,
            images or document_format.reader != "image",
        )
        for document_format in formats()
    )


def upload_url(name: str) -> WebUrl:
    """Return the address that stands for the uploaded file *name*."""
    return WebUrl(UPLOAD_URL + quote(file_name(name), safe="")[:500])


def file_name(name: str) -> str:
    """Return *name* without folders and without characters that cannot be printed."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(character for character in last if character.isprintable())[:255] or "file"


def check_type(file: UploadedFile, *, images: bool) -> None:
    """Raise UnsupportedFile unless the name or the media type of *file* is of a format that is read.

    *images* says whether those are.
    """
    document_format = format_by_name(file.name) or format_by_media_type(_plain(file.media_type))
    if document_format is None:
        raise UnsupportedFile(_UNREAD)
    if document_format.reader == "image" and not images:
        raise UnsupportedFile(_IMAGES)


def gathering(file: UploadedFile, clock: Clock, *, images: bool) -> Gather:
    """Return a function that makes a page of *file*; it raises UnsupportedFile for content that is not read.

    *images* says whether those are.
    """
    name = file_name(file.name)
    document_format = format_by_name(file.name) or format_by_media_type(_plain(file.media_type))
    media_type = document_format.media_types[0] if document_format else _plain(file.media_type)
    # Of the caller's label only the encoding is left.
    parameters = file.media_type.partition(";")[1:]
    options: Mapping[str, Any] = {"sourceFile": name, "sourceURL": name, "url": name}

    async def gather() -> GatheredPages:
        body = await file.read()
        family = is_document(body, media_type, name)
        if family == "image" and not images:
            raise UnsupportedFile(_IMAGES)
        if not body:
            raise UnsupportedFile("The file is empty.")
        if family is None and kind_of(body, media_type) not in _READ_AS_PAGE:
            raise UnsupportedFile(_OTHER)
        page = FetchedPage(
            url=upload_url(name),
            status=200,
            headers={"content-type": "".join((media_type, *parameters))},
            body=body,
            fetched_at=clock.now(),
            fetcher="upload",
        )
        return GatheredPages((page,), credits=None, extra_metadata=options)

    return gather


def _plain(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()
