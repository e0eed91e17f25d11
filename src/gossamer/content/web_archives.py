"""Web archives (MHTML, RFC 2557): a page with its parts in one file, as browsers, Word and Excel save them."""

import re
from email import message_from_bytes
from email.message import Message
from html import escape
from typing import Final

# Headers of the file, before its first empty line.
_HEAD: Final = re.compile(rb"\s*(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+")
_LONGEST_HEAD: Final = 8_192
_RELATED: Final = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_FRAMES: Final = re.compile(rb"<frameset\b", re.IGNORECASE)


def is_web_archive(body: bytes) -> bool:
    """Return whether *body* is one by its first lines, whatever it is called."""
    head = _HEAD.match(body[:_LONGEST_HEAD])
    return head is not None and _RELATED.search(head[0]) is not None


def archived_page(body: bytes) -> tuple[bytes, str] | None:
    """Return the page of a web archive, with its content type; None when it has none.

    Of a page that is a set of frames, as a workbook with sheets is, the pages in its frames take its place. References
    start from where the page was saved.
    """
    archive = message_from_bytes(body)
    pages = [part for part in archive.walk() if part.get_content_type() in {"text/html", "application/xhtml+xml"}]
    if not pages:
        return None
    start = archive.get_param("start")
    root = next((part for part in pages if start and part["content-id"] == start), pages[0])
    html = _bytes(root)
    if _FRAMES.search(html):
        html = b"\n".join(_bytes(part) for part in pages if part is not root)
    saved = root["content-location"] or archive["snapshot-content-location"] or ""
    base = f'<base href="{escape(saved)}">'.encode() if saved.startswith(("http://", "https://")) else b""
    charset = root.get_content_charset()
    return base + html, "text/html" + (f"; charset={charset}" if charset else "")


def _bytes(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
