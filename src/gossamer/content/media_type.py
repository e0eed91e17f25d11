"""The media type of a body, whatever its label says.

A magic number beats the label, the label beats a look at the text, because servers label by
file name and scripts. `text/plain` is honoured even when it holds markup, as browsers do.
"""

import json
import re
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

Kind: TypeAlias = Literal[
    "html", "markdown", "xml", "json", "text", "pdf", "office", "image", "drawing", "media", "binary"
]

_HEAD: Final = 2048
_IMAGES: Final = (
    b"\x89PNG\r\n\x1a\n",
    b"GIF87a",
    b"GIF89a",
    b"\xff\xd8\xff",
    b"\x00\x00\x01\x00",
    b"II*\x00",
    b"MM\x00*",
)
_MEDIA: Final = (b"OggS", b"ID3", b"\x1aE\xdf\xa3", b"fLaC", b"#!AMR", b"\xff\xfb", b"\xff\xf1", b"FLV\x01")
_BINARY: Final = (
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\x28\xb5\x2f\xfd",
    b"\x7fELF",
    b"MZ\x90",
    b"\x00asm",
    b"wOFF",
    b"wOF2",
    b"OTTO",
    b"\x00\x01\x00\x00\x00",
    b"SQLite format 3",
    b"\xca\xfe\xba\xbe",
)
# Plain text under such a name is a broken file, unless its label says that it is text.
_BINARY_NAMES: Final = (
    ".doc", ".docx", ".docm", ".xls", ".xlsx", ".xlsm", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".rtf", ".epub",
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".heic", ".tif", ".tiff", ".bmp",
)  # fmt: skip
_OFFICE_PARTS: Final = (b"[Content_Types].xml", b"word/", b"xl/", b"ppt/", b"opendocument", b"application/epub")
_CODE_TYPES: Final = ("javascript", "ecmascript", "yaml", "toml", "x-sh", "sql", "graphql", "typescript", "ndjson")
_PRELUDE: Final = re.compile(
    rb"(?:\s|\xef\xbb\xbf|<!--.*?-->|<\?xml[^>]*\?>|<!doctype\s+html[^>]*>)*", re.DOTALL | re.IGNORECASE
)
_HTML: Final = re.compile(
    rb"<(?:html|head|body|script|style|title|meta|link|div|p|h[1-6]|table|a|span|iframe|section|article|main|header|nav"
    rb"|ul|ol|form|br|b|font|center|noscript|frameset)\b",
    re.IGNORECASE,
)
_ROOT: Final = re.compile(rb"<html\b", re.IGNORECASE)
_FEED: Final = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]")
_DOCTYPE: Final = re.compile(rb"<!doctype\s+html", re.IGNORECASE)
_ANY_TAG: Final = re.compile(rb"<[a-z][a-z0-9]*[\s>/]", re.IGNORECASE)
_CONTROL: Final = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27})


def kind_of(body: bytes, media_type: str, url: str = "") -> Kind:
    """Return the kind of *body*; *media_type* is the label without parameters, lower-case, or empty."""
    head = body[:_HEAD]
    return _by_magic(body, head, media_type) or _by_text(body, head, media_type, url)


def is_markdown(media_type: str) -> bool:
    """Return whether *media_type* is that of Markdown."""
    return media_type in {"text/markdown", "text/x-markdown"}


def is_told_type(media_type: str) -> bool:
    """Return whether *media_type* says what a text is; any other one of none of our formats says nothing."""
    return _by_label(media_type) is not None


def document_kind(body: bytes, media_type: str) -> Literal["pdf", "office"] | None:
    """Return which family of documents *body* is of, None for none: cheaply, whatever its size."""
    match _by_magic(body, body[:_HEAD], media_type):
        case "pdf":
            return "pdf"
        case "office":
            return "office"
        case _:
            return None


def _by_magic(body: bytes, head: bytes, media_type: str) -> Kind | None:
    if head.startswith(_IMAGES) or (head.startswith(b"RIFF") and head[8:12] == b"WEBP"):
        return "image"
    return _document_by_magic(body, head, media_type) or _media_by_magic(head)


def _document_by_magic(body: bytes, head: bytes, media_type: str) -> Kind | None:
    start = head.lstrip()[:16]
    if start.startswith(b"%PDF-") or (b"%PDF-" in head[:1024] and media_type in _UNTRUSTED | {"application/pdf"}):
        return "pdf"
    if start.startswith(b"PK\x03\x04"):
        return "office" if any(part in body[:65_536] or part in body[-65_536:] for part in _OFFICE_PARTS) else "binary"
    if start.startswith((b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf")):
        return "office"
    return None


def _media_by_magic(head: bytes) -> Kind | None:
    if head[4:8] == b"ftyp":
        return "image" if head[8:12] in {b"avif", b"heic", b"mif1", b"heix"} else "media"
    if head.startswith(_MEDIA) or (head.startswith(b"RIFF") and head[8:12] in {b"WAVE", b"AVI "}):
        return "media"
    return "binary" if head.startswith(_BINARY) else None


_UNTRUSTED: Final = frozenset(
    {"", "application/octet-stream", "binary/octet-stream", "application/x-download", "unknown/unknown"}
)


def _by_text(body: bytes, head: bytes, media_type: str, url: str) -> Kind:
    labelled = _by_label(media_type)
    rest = _PRELUDE.sub(b"", head, count=1)
    if labelled != "text" and _begins_as_html(head, rest, labelled):
        return "html"
    # A page that says it is one may hold some dirt.
    if _is_binary(head, 0.05 if labelled is None else 0.3):
        return "media" if media_type.startswith(("audio/", "video/")) else "binary"
    if labelled in {"text", "markdown"}:
        return labelled
    if labelled in {"html", "json"} or (labelled is None and rest[:1] in {b"{", b"["}):
        return _html_or_json(body, rest, labelled)
    if labelled == "xml" or rest.startswith((b"<!", b"<?")) or head.lstrip().startswith(b"<?xml"):
        return _xml_or_drawing(rest, media_type)
    return labelled or _guess_kind(rest, url)


def _xml_or_drawing(rest: bytes, media_type: str) -> Kind:
    return "drawing" if media_type == "image/svg+xml" or rest.startswith(b"<svg") else "xml"


def _begins_as_html(head: bytes, rest: bytes, labelled: Kind | None) -> bool:
    if _DOCTYPE.search(head[: len(head) - len(rest)]):
        return True
    return (_ROOT if labelled in {"xml", "markdown"} else _HTML).match(rest) is not None


def _html_or_json(body: bytes, rest: bytes, labelled: Kind | None) -> Kind:
    if labelled == "html" and rest[:1] not in {b"{", b"["}:
        return "xml" if _FEED.match(rest) else "html"
    if rest[:1] in {b"{", b"["} and _is_json(body):
        return "json"
    return labelled or "text"


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def _by_label(media_type: str) -> Kind | None:
    if media_type in {"text/html", "application/xhtml+xml"}:
        return "html"
    if media_type in {"application/json", "text/json"} or media_type.endswith("+json"):
        return "json"
    if media_type == "image/svg+xml" or media_type in {"text/xml", "application/xml"} or media_type.endswith("+xml"):
        return "xml"
    if is_markdown(media_type):
        return "markdown"
    if media_type.startswith("text/") or any(word in media_type for word in _CODE_TYPES):
        return "text"
    # Any other label is wrong: this is text, and none of those types is.
    return None


def _guess_kind(rest: bytes, url: str) -> Kind:
    if _ANY_TAG.search(rest) and not rest[:1].isalnum():
        return "html"
    if urlsplit(url).path.lower().endswith(_BINARY_NAMES):
        return "binary"
    return "text"


def _is_binary(head: bytes, share: float) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    if head.count(0) > len(head) * 0.1:
        # UTF-16 has NUL in every other place of its ASCII part, and letters in the others.
        even, odd = head[0::2], head[1::2]
        letters = even if odd.count(0) > even.count(0) else odd
        return abs(even.count(0) - odd.count(0)) < len(letters) * 0.3 or _has_controls(letters, share)
    return _has_controls(head, share)


def _has_controls(head: bytes, share: float) -> bool:
    return len(head) - len(head.translate(None, _CONTROL)) > len(head) * share
