"""E-mails of Outlook (`.msg`, [MS-OXMSG]): compound files with a stream a property. In the confined child only."""

import io
import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.utils import format_datetime
from typing import Final

import olefile

from gossamer.content.charset import decode
from gossamer.content.documents.emails import Attachment, Email, html_of, stated_headers
from gossamer.content.documents.unreadable import Unreadable

_FIXED: Final = "__properties_version1.0"
_ATTACHED: Final = "__attach_version1.0_#"
# Properties by their numbers ([MS-OXPROPS]).
_SUBJECT, _TO, _CC, _SENDER, _SENDER_ADDRESS, _HEADERS = "0037", "0E04", "0E03", "0C1A", "5D01", "007D"
_PLAIN, _HTML, _LONG_NAME, _NAME, _DATA = "1000", "1013", "3707", "3704", "3701"
_SENT, _CODE_PAGE = 0x0039, 0x3FFD
_WIDE, _NARROW, _BINARY = "001F", "001E", "0102"
_UTF8: Final = 65_001
_EPOCH: Final = datetime(1601, 1, 1, tzinfo=UTC)
_DAMAGED: Final = "The e-mail is damaged and cannot be read."


def is_outlook(body: bytes) -> bool:
    """Return whether *body*, a compound file that is no other document, is an e-mail."""
    return body.startswith(olefile.MAGIC) and _FIXED.encode("utf-16-le") in body


def read(body: bytes) -> Email:
    """Return the e-mail in *body*; Unreadable for one that is damaged."""
    try:
        with olefile.OleFileIO(io.BytesIO(body)) as file:
            return _Properties(file).email()
    except (OSError, ValueError, LookupError, struct.error, OverflowError, RecursionError) as error:
        raise Unreadable(_DAMAGED) from error


class _Properties:
    """The properties in *file*; those of the message are at its root, and each attachment has a folder of its own."""

    def __init__(self, file: olefile.OleFileIO) -> None:
        self._file = file
        # Kind and number of each property are before its eight bytes; the message has 32 bytes of its own before.
        self._fixed = {entry[1]: entry[3] for entry in struct.iter_unpack("<HHI8s", self._entries())}
        page = int.from_bytes(self._fixed.get(_CODE_PAGE, b"")[:4], "little")
        self._charset = "utf-8" if page == _UTF8 else f"windows-{page}" if page else ""

    def _entries(self) -> bytes:
        stream = self._file.openstream(_FIXED).read()[32:]
        return bytes(stream[: len(stream) // 16 * 16])

    def email(self) -> Email:
        """Return the e-mail."""
        headers = {
            "From": self._sender(),
            "To": self._text(_TO),
            "Cc": self._text(_CC),
            "Date": self._sent(),
            **stated_headers(message_from_string(self._text(_HEADERS))),
            "Subject": self._text(_SUBJECT),
        }
        html = self._text(_HTML) or self._decoded(f"__substg1.0_{_HTML}{_BINARY}", "text/html")
        stated = {name: " ".join(value.split()) for name, value in headers.items() if value.strip("\0 ")}
        return Email(stated, html or html_of(self._text(_PLAIN)), tuple(self._attachments()))

    def _sender(self) -> str:
        name, address = self._text(_SENDER), self._text(_SENDER_ADDRESS)
        return f"{name} <{address}>" if name and address else name or address

    def _sent(self) -> str:
        ticks = int.from_bytes(self._fixed.get(_SENT, b""), "little")
        return format_datetime(_EPOCH + timedelta(microseconds=ticks // 10)) if ticks else ""

    def _attachments(self) -> Iterator[Attachment]:
        folders = {path[0] for path in self._file.listdir() if path[0].startswith(_ATTACHED)}
        for folder in sorted(folders):
            data = f"{folder}/__substg1.0_{_DATA}{_BINARY}"
            name = self._text(_LONG_NAME, f"{folder}/") or self._text(_NAME, f"{folder}/") or "attachment"
            yield Attachment(name, self._file.get_size(data) if self._file.exists(data) else 0)

    def _text(self, number: str, folder: str = "") -> str:
        path = f"{folder}__substg1.0_{number}"
        if self._file.exists(path + _WIDE):
            return str(self._file.openstream(path + _WIDE).read().decode("utf-16-le", "replace")).strip("\0")
        return self._decoded(path + _NARROW, "text/plain")

    def _decoded(self, path: str, kind: str) -> str:
        if not self._file.exists(path):
            return ""
        return decode(self._file.openstream(path).read(), content_type=f"{kind}; charset={self._charset}").strip("\0")
