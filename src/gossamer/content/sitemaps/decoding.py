"""Decoding of a sitemap's bytes to text, as they arrive.

A byte order mark decides; without one the bytes are UTF-8 until one comes that is not. Only
then it matters what was declared, because up to there all encodings of sitemaps agree.
"""

import codecs
import re
from typing import Final

_HEAD: Final = 1024
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE: Final = ((b"<\x00", "utf-16-le"), (b"\x00<", "utf-16-be"))
_DECLARATION: Final = re.compile(rb"<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:+-]{1,40})")
# Python has codecs that are no encodings of text; what is not here is not believed.
_KNOWN: Final = re.compile(
    r"iso-?8859-\d{1,2}|latin-?\d|windows-125\d|cp125\d|shift[_-]?jis|sjis|euc-?jp|euc-?kr|gb2312|gbk|gb18030|big5|koi8-[ru]"
)
# As everywhere on the web, Latin-1 means Windows-1252.
_LATIN: Final = re.compile(r"iso-?8859-1|latin-?1")


class TextDecoder:
    """Decodes one file; *charset* is what the Content-Type header says, empty when it says nothing."""

    def __init__(self, charset: str = "") -> None:
        self._charset = charset.lower()
        self._head = b""
        self._decoder: codecs.IncrementalDecoder | None = None

    def feed(self, data: bytes, *, final: bool = False) -> str:
        """Return the text of *data*, as far as it is whole; never fails."""
        if self._decoder is None:
            self._head += data
            if len(self._head) < _HEAD and not final:
                return ""
            data, self._decoder = self._begin_decoding()
        try:
            text = self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            # The object is what was held back from earlier calls and *data*.
            sound, rest = error.object[: error.start].decode(), error.object[error.start :]
            self._decoder = _decoder(self._fallback(), "replace")
            text = sound + self._decoder.decode(rest, final)
        return text.replace("\x00", "") if "\x00" in text else text

    def _begin_decoding(self) -> tuple[bytes, codecs.IncrementalDecoder]:
        head = self._head
        for mark, encoding in _BOMS:
            if head.startswith(mark):
                return head[len(mark) :], _decoder(encoding, "replace")
        for start, encoding in _WIDE:
            if head.startswith(start):
                return head, _decoder(encoding, "replace")
        return head, _decoder("utf-8", "strict")

    def _fallback(self) -> str:
        match = _DECLARATION.search(self._head)
        declared = match[1].decode("ascii").lower() if match else ""
        for name in (declared, self._charset):
            if _LATIN.fullmatch(name):
                return "windows-1252"
            if _KNOWN.fullmatch(name) and _is_codec(name):
                return name
        # One broken byte does not make a file that says UTF-8 another encoding.
        return "utf-8" if "utf-8" in {declared, self._charset} else "windows-1252"


def _decoder(encoding: str, errors: str) -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder(encoding)(errors)


def _is_codec(name: str) -> bool:
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True
