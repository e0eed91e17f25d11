"""Which bodies are documents: by their content first, by their label and name where the content has no mark."""

from typing import Final, Literal

from gossamer.content.documents.formats import format_by_media_type, format_by_name
from gossamer.content.documents.text_tables import SHEETS
from gossamer.content.media_type import document_kind, is_told_type, kind_of
from gossamer.content.web_archives import is_email, is_web_archive

# Labels that servers give to whatever they have, or whatever a script sends.
_TABLES_TOO: Final = frozenset({"text/plain", "text/html"})
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

    Text under a label of sheets is a table; under any other label of documents it is text. A body that is neither text,
    a page nor a document, but has the media type of one, counts as a damaged document; its reader reports that.
    """
    kind = document_kind(body, media_type) or ("office" if is_email(body) else None)
    if kind is not None:
        return kind
    if image_format(body) is not None:
        return "image"
    labelled, named = format_by_media_type(media_type), format_by_name(name)
    is_named_table = named is not None and named.name == "csv" and media_type in _TABLES_TOO
    if (labelled is None and not is_told_type(media_type)) or is_named_table:
        labelled = named
    if labelled is None or labelled.reader not in {"pdf", "office"} or is_web_archive(body):
        return None
    content = kind_of(body, "" if is_named_table else media_type)
    if content == "text" and labelled.name not in SHEETS:
        return None
    if content not in {"text", "binary"}:
        return None
    return "pdf" if labelled.reader == "pdf" else "office"
