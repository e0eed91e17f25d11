"""Which bodies are documents: by their content first, by their label and name where the content has no mark."""

from typing import Final, Literal

from gossamer.content.documents.formats import format_by_media_type, format_by_name
from gossamer.content.media_type import document_kind, kind_of

_UNLABELLED: Final = frozenset({"", "application/octet-stream", "binary/octet-stream", "application/x-download"})


_SIGNATURES: Final = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff", "tiff": b"II*\x00"}


def image_format(body: bytes) -> str | None:
    """Return the name of the image format that *body* begins as, None for those whose text is not recognised."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "webp"
    if body.startswith(b"MM\x00*"):
        return "tiff"
    return next((name for name, signature in _SIGNATURES.items() if body.startswith(signature)), None)


def is_document(body: bytes, media_type: str, name: str) -> Literal["pdf", "office", "image"] | None:
    """Return which family of documents *body* is of, or None: cheaply, whatever its size.

    A body that is neither a page nor a document, but has the media type of one, counts as a damaged document; its
    reader reports that.
    """
    kind = document_kind(body, media_type)
    if kind is not None:
        return kind
    if image_format(body) is not None:
        return "image"
    labelled = format_by_media_type(media_type)
    is_table = media_type == "text/plain" and name.lower().endswith((".csv", ".tsv"))
    if labelled is None and (is_table or media_type in _UNLABELLED):
        labelled = format_by_name(name)
    if labelled is None or labelled.reader not in {"pdf", "office"}:
        return None
    if kind_of(body, media_type) not in {"text", "binary"}:
        return None
    return "pdf" if labelled.reader == "pdf" else "office"
