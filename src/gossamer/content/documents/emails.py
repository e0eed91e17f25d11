"""E-mails as documents: what their headers say, their attachments by name and size, and their text.

Attached files are not opened. The text is the HTML of the sender, where there is one; it comes last, so that nothing
that it leaves open can hide what is ours. Runs in the confined child only.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import Header, decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from itertools import groupby, pairwise
from typing import Final

import re2
from msgspec import Struct

from gossamer.content.charset import decode
from gossamer.content.documents import markup
from gossamer.content.documents.answers import End, Line, PageRead
from gossamer.content.documents.model import Block, DocumentPage
from gossamer.content.documents.unreadable import Unreadable
from gossamer.content.web_archives import read_payload

HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")
_LONGEST_HEADER: Final = 2_000
_MOST_QUOTES: Final = 20
# A line that ends before this column was ended by its author.
_LEAST_WIDTH: Final = 60
_WRITTEN: Final = frozenset({"text/plain", "text/html"})
_INNER_PICTURE: Final = re2.compile(r"(?i)<img\b[^>]*\bsrc\s*=\s*[\"']?cid:[^>]*>")
_DEEP: Final = "The e-mail has parts within parts beyond what is read."


class Attachment(Struct, frozen=True):
    """An attached file; *size* is in bytes."""

    name: str
    size: int


class Email(Struct, frozen=True):
    """An e-mail: its *headers* in plain text by their names, and its text as HTML; *warnings* of what was not read."""

    headers: Mapping[str, str]
    html: str
    attachments: Sequence[Attachment]
    warnings: tuple[str, ...] = ()

    def lines(self, name: str, warnings: tuple[str, ...]) -> Iterator[Line]:
        """Yield the one page of the e-mail, a file of the format *name*, and the end."""
        yield PageRead(DocumentPage(1, tuple(self._blocks())))
        yield End(name, 0, self._metadata(), (*warnings, *self.warnings))

    def _blocks(self) -> Iterator[Block]:
        if subject := self.headers.get("Subject"):
            yield Block("heading", markup.heading(markup.text(subject), 1))
        shown = [header for header in HEADERS[:-1] if header in self.headers]
        if shown:
            html = "<br>".join(f"<strong>{header}:</strong> {markup.text(self.headers[header])}" for header in shown)
            yield Block("paragraph", markup.element("p", html))
        if self.attachments:
            yield Block("paragraph", "<p>Attachments (not opened):</p>")
            files = (markup.text(f"{file.name} ({file.size:,} bytes)") for file in self.attachments)
            yield Block("list", markup.items(files, ordered=False))
        if self.html:
            yield Block("paragraph", self.html)

    def _metadata(self) -> dict[str, object]:
        metadata: dict[str, object] = {header.lower(): value for header, value in self.headers.items()}
        for header, name in (("Subject", "title"), ("From", "author")):
            metadata |= {name: self.headers[header]} if header in self.headers else {}
        # There may be no date, or none that is understood.
        with suppress(LookupError, ValueError, TypeError, OverflowError):
            metadata["publishedTime"] = parsedate_to_datetime(self.headers["Date"]).isoformat()
        files = [{"name": file.name, "size": file.size} for file in self.attachments]
        return {**metadata, "attachments": files} if files else metadata


def load() -> None:
    """Load what reading needs from disk."""
    read(b"From: =?utf-8?q?a?=\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\na")


def read(body: bytes) -> Email:
    """Return the e-mail of an `.eml` file (RFC 5322); Unreadable for one that is nested too deeply."""
    attachments: list[Attachment] = []
    try:
        message = message_from_bytes(body)
        html = _text(message, attachments)
    except RecursionError as error:
        raise Unreadable(_DEEP) from error
    return Email(read_headers(message), html, attachments)


def read_headers(message: Message) -> dict[str, str]:
    """Return the headers of *message* that are shown, decoded."""
    headers = {name: decode_words(message.get(name, "")) for name in HEADERS}
    return {name: value for name, value in headers.items() if value}


def decode_words(header: str | Header) -> str:
    """Return the text of a header with its encoded words decoded; what cannot be decoded stays as it is."""
    try:
        parts = decode_header(header)
    except HeaderParseError:
        parts = [(str(header), None)]
    text = "".join(
        part if isinstance(part, str) else decode(part, content_type=f"text/plain; charset={charset}")
        for part, charset in parts
    )
    return " ".join(text.split())[:_LONGEST_HEADER]


def _text(part: Message, attachments: list[Attachment]) -> str:
    """Return the text of *part* as HTML, and add the files in it to *attachments*."""
    kind, name = part.get_content_type(), decode_words(part.get_filename() or "")
    if part.is_multipart() and kind.startswith("multipart/"):
        texts = [_text(inner, attachments) for inner in part.get_payload() if isinstance(inner, Message)]
        # Of alternatives the last one is the one that its author prefers.
        return next(filter(None, reversed(texts)), "") if kind == "multipart/alternative" else "\n".join(texts)
    is_attached = part.get_content_disposition() == "attachment"
    if not (is_attached or name) and _is_text(kind):
        text = decode(read_payload(part), content_type=str(part.get("Content-Type", "")))
        return str(_INNER_PICTURE.sub("", text)) if kind == "text/html" else text_to_html(text)
    if is_attached or not _is_inner_picture(part):
        attachments.append(Attachment(name or kind, sum(len(read_payload(leaf)) for leaf in part.walk())))
    return ""


def _is_text(kind: str) -> bool:
    return kind in _WRITTEN or kind.startswith("multipart/")


def _is_inner_picture(part: Message) -> bool:
    """Return whether *part* is a picture in the text, and so a part of it."""
    return part.get_content_maintype() == "image" and "Content-ID" in part


def text_to_html(text: str, depth: int = 0) -> str:
    """Return the plain *text* of an e-mail as HTML: paragraphs, and what is quoted of others."""
    lines = [line.rstrip() for line in text.splitlines()]
    width = max(_LEAST_WIDTH, *map(len, lines)) if lines else 0
    written: list[str] = []
    for first, group in groupby(lines, key=lambda line: line[:1] if line[:1] == ">" else bool(line)):
        if first == ">" and depth < _MOST_QUOTES:
            inner = "\n".join(line[1:].removeprefix(" ") for line in group)
            written.append(markup.element("blockquote", text_to_html(inner, depth + 1)))
        elif first:
            written.append(markup.element("p", _paragraph(list(group), width)))
    return "".join(written)


def _paragraph(lines: Sequence[str], width: int) -> str:
    """Return *lines* as one; a line stays where the next word would have had room in it."""
    parts = [markup.text(lines[0])]
    for line, following in pairwise(lines):
        has_room = len(line) + 1 + len(following.split(" ", 1)[0]) <= width
        parts += ["<br>" if has_room else " ", markup.text(following)]
    return "".join(parts)
