"""Files with the headers of e-mails: e-mails, and web archives.

A web archive (MHTML, RFC 2557) is a page with its parts in one file, as browsers, Word and Excel save it.
"""

import re
from email import message_from_bytes
from email.message import Message
from html import escape
from typing import Final

# Headers of the file, before its first empty line.
_HEAD: Final = re.compile(rb"\s*(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+")
_LONGEST_HEAD: Final = 8_192
_RELATED: Final = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
# Programs that save pages write a sender, a subject and a date too, but nobody to send it to.
_SENT: Final = re.compile(rb"^(?:to|cc|bcc|received|message-id|delivered-to):", re.IGNORECASE | re.MULTILINE)
_NAME: Final = re.compile(rb"^([A-Za-z][\w-]*):", re.MULTILINE)
_ORIGIN: Final = frozenset({b"from", b"received", b"return-path", b"message-id"})
_OF_EMAILS: Final = _ORIGIN | {b"to", b"cc", b"subject", b"date", b"reply-to", b"delivered-to", b"mime-version"}
_FRAMES: Final = re.compile(rb"<frameset\b", re.IGNORECASE)


def is_web_archive(body: bytes) -> bool:
    """Return whether *body* is one by its first lines, whatever it is called; an e-mail with pictures is none."""
    head = read_head(body)
    return _RELATED.search(head) is not None and not _SENT.search(head)


def is_email(body: bytes) -> bool:
    """Return whether *body* is an e-mail by its first lines: they say where it comes from, and one thing more."""
    names = {name.lower() for name in _NAME.findall(read_head(body))}
    return not names.isdisjoint(_ORIGIN) and len(names & _OF_EMAILS) > 1 and not is_web_archive(body)


def read_head(body: bytes) -> bytes:
    """Return the headers that *body* begins with; empty when it begins with something else."""
    head = _HEAD.match(body[:_LONGEST_HEAD])
    return b"" if head is None else head[0]


def read_archived_page(body: bytes) -> tuple[bytes, str] | None:
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
    html = read_payload(root)
    if _FRAMES.search(html):
        html = b"\n".join(read_payload(part) for part in pages if part is not root)
    saved = root["content-location"] or archive["snapshot-content-location"] or ""
    base = f'<base href="{escape(saved)}">'.encode() if saved.startswith(("http://", "https://")) else b""
    charset = root.get_content_charset()
    return base + html, "text/html" + (f"; charset={charset}" if charset else "")


def read_payload(part: Message) -> bytes:
    """Return the content of *part*, decoded; empty for one that has parts itself."""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
