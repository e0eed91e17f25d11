"""E-mails of Outlook (`.msg`, [MS-OXMSG]): compound files with a stream a property. In the confined child only."""

import io
import struct
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.utils import format_datetime
from typing import Final

import compressed_rtf
import olefile

from gossamer.content.charset import decode
from gossamer.content.documents import office
from gossamer.content.documents.emails import Attachment, Email, read_headers, text_to_html
from gossamer.content.documents.unreadable import Unreadable

_FIXED: Final = "__properties_version1.0"
_STREAM: Final = "__substg1.0_"
_ATTACHED: Final = "__attach_version1.0_#"
# Properties by their numbers ([MS-OXPROPS]), and the kinds of their values.
_SUBJECT, _TO, _CC, _SENDER, _SENDER_ADDRESS, _HEADERS = "0037", "0E04", "0E03", "0C1A", "5D01", "007D"
_PLAIN, _HTML, _RTF, _LONG_NAME, _NAME, _DATA = "1000", "1013", "1009", "3707", "3704", "3701"
_SENT, _CODE_PAGE = 0x0039, 0x3FFD
_WIDE, _NARROW, _BINARY = "001F", "001E", "0102"
_FOLDERS: Final = 2
_UTF8: Final = 65_001
_EPOCH: Final = datetime(1601, 1, 1, tzinfo=UTC)
_DAMAGED: Final = "The e-mail is damaged and cannot be read."
_NO_TEXT: Final = "The text of the e-mail is damaged and is left out."


def is_outlook(body: bytes) -> bool:
    """Return whether *body*, a compound file that is no other document, is an e-mail."""
    return body.startswith(olefile.MAGIC) and _FIXED.encode("utf-16-le") in body


def read(body: bytes) -> Email:
    """Return the e-mail in *body*; Unreadable for one that is damaged."""
    try:
        with olefile.OleFileIO(io.BytesIO(body)) as file:
            # Deeper folders belong to attached e-mails.
            paths = [path for path in file.listdir() if len(path) <= _FOLDERS]
            return _Message({"/".join(path): file.openstream(path).read() for path in paths}).email()
    except (OSError, ValueError, LookupError, struct.error, OverflowError, RecursionError) as error:
        raise Unreadable(_DAMAGED) from error


class _Message:
    """The properties in *streams* by their path; each attachment has a folder of its own."""

    def __init__(self, streams: Mapping[str, bytes]) -> None:
        self._streams = streams
        # Each of sixteen bytes: kind, number, flags and value; the message has 32 bytes of its own before.
        listed = streams[_FIXED][32:]
        self._fixed = {entry[1]: entry[3] for entry in struct.iter_unpack("<HHI8s", listed[: len(listed) // 16 * 16])}
        page = int.from_bytes(self._fixed.get(_CODE_PAGE, b"")[:4], "little")
        self._charset = "utf-8" if page == _UTF8 else f"windows-{page}"

    def email(self) -> Email:
        """Return the e-mail."""
        name, address = self._text(_SENDER), self._text(_SENDER_ADDRESS)
        html = self._text(_HTML) or text_to_html(self._text(_PLAIN))
        packed = b"" if html else self._streams.get(f"{_STREAM}{_RTF}{_BINARY}")
        rich = _read_rich(packed) if packed else ""
        headers = {
            "From": f"{name} <{address}>" if name and address else name or address,
            "To": self._text(_TO),
            "Cc": self._text(_CC),
            "Date": self._read_sending_time(),
            **read_headers(message_from_string(self._text(_HEADERS))),
            "Subject": self._text(_SUBJECT),
        }
        folders = sorted({path.partition("/")[0] for path in self._streams if path.startswith(_ATTACHED)})
        return Email(
            {name: " ".join(value.split()) for name, value in headers.items() if value},
            html or rich or "",
            [self._attachment(f"{folder}/") for folder in folders],
            (_NO_TEXT,) if rich is None else (),
        )

    def _read_sending_time(self) -> str:
        ticks = int.from_bytes(self._fixed.get(_SENT, b""), "little")
        return format_datetime(_EPOCH + timedelta(microseconds=ticks // 10)) if ticks else ""

    def _attachment(self, folder: str) -> Attachment:
        name = self._text(_LONG_NAME, folder) or self._text(_NAME, folder) or "attachment"
        return Attachment(name, len(self._streams.get(f"{folder}{_STREAM}{_DATA}{_BINARY}", b"")))

    def _text(self, number: str, folder: str = "") -> str:
        path = f"{folder}{_STREAM}{number}"
        if (wide := self._streams.get(path + _WIDE)) is not None:
            return wide.decode("utf-16-le", "replace").strip("\0 ")
        narrow = self._streams.get(path + _NARROW) or self._streams.get(path + _BINARY, b"")
        return decode(narrow, content_type=f"text/plain; charset={self._charset}").strip("\0 ")


def _read_rich(packed: bytes) -> str | None:
    """Return the compressed rich text as HTML, None where it cannot be read."""
    try:
        blocks = office.read_blocks(compressed_rtf.decompress(packed), "rtf")
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - the library has none of its own
        return None
    return "".join(block.html for block in blocks)
