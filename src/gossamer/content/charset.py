"""Bytes to text: which encoding a site meant, and what of the result may be kept.

The order is that of the WHATWG Encoding and HTML standards (byte order mark, header, `<meta>`,
content), with two departures for sites that lie. Bytes that are valid UTF-8 and not ASCII are
UTF-8 whatever was declared: text in another encoding hardly ever is, by accident, for more than
a few characters. And a declaration under which much of the text is unreadable is not believed.
"""

import codecs
import re
from collections.abc import Iterator

import re2
import turbohtml
from turbohtml.detect import Detection, detect

from gossamer.core.urls import host_of

_PRESCAN = 4096
_SAMPLE = 65_536
# More unreadable characters than one in this many, and the declared encoding is taken for wrong.
_READABLE = 200
# Fewer bytes above ASCII than this can be valid UTF-8 by accident in a multi-byte encoding.
_PROOF = 12

_META = re.compile(
    rb"""<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:+-]+)|<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:+-]+)""",
    re.IGNORECASE,
)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([^\s;\"',]+)", re.IGNORECASE)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MULTI_BYTE = ("gbk", "gb18030", "big5", "euc-jp", "euc-kr", "shift_jis")
_BELOW_128 = bytes(range(128))
_BYTES = re2.Options()
_BYTES.encoding = re2.Options.Encoding.LATIN1
_BYTES.case_sensitive = False
# RE2 reads a page of nothing but beginnings of links in linear time.
_LINK = re2.compile(rb"""\bhref\s*=\s*(?:"[^"?]*\?[^"]*"|'[^'?]*\?[^']*'|[^\s"'>?]+\?[^\s>]*)""", _BYTES)
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_CONTROLS = bytes(set(range(32)) - {9, 10, 13}) + b"\x7f"
# C0 controls but tab, line feed and carriage return; DEL; and halves of surrogate pairs, which no UTF-8 can hold.
_UNKEEPABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def decode(body: bytes, *, content_type: str = "", charset: str | None = None, url: str = "") -> str:
    """Return the text of *body*, without byte order mark and NUL.

    *charset* is what is known for certain, *content_type* what the header claims, *url* where
    the body is from: the last label of its host helps to guess among encodings. Bytes that fit
    nowhere become U+FFFD; nothing is raised.
    """
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _drop_nulls(body[len(mark) :].decode(encoding, "replace"))
    if charset and (label := _label(charset)):
        return _drop_nulls(_read(body, label))
    if wide := _wide(body):
        return _drop_nulls(body.decode(wide, "replace"))
    header = _label(_first(_HEADER.search(content_type)))
    utf8 = _as_utf8(body, header)
    if utf8 is not None:
        # A byte is found much faster than a character.
        return _drop_nulls(utf8) if b"\x00" in body else utf8
    return _drop_nulls(_guess(body, header, _tld(url)))


def storable(text: str) -> str:
    """Return *text* without what JSON stores, terminals and PostgreSQL refuse: controls and lone surrogates."""
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        return _UNKEEPABLE.sub("", text)
    # Comparing lengths is many times faster than a search with a class of characters.
    return text if len(raw.translate(None, _CONTROLS)) == len(raw) else _UNKEEPABLE.sub("", text)


def _tld(url: str) -> str | None:
    tld = host_of(url).rpartition(".")[2]
    return tld if tld.isalpha() else None


def _drop_nulls(text: str) -> str:
    return text.replace("\x00", "") if "\x00" in text else text


def _first(match: re.Match[str] | None) -> str:
    return match.group(1) if match else ""


def _label(label: str) -> str | None:
    """Return the WHATWG name of *label*, or None when it names nothing that can be read."""
    if not label or not label.isascii():
        return None
    if label.lower().startswith("utf-32"):
        return "utf-32"
    try:
        # The parser maps a label as the standard says: latin1 is windows-1252, gb2312 is GBK.
        name = (turbohtml.parse(b"", encoding=label).encoding or "").lower()
    except LookupError:
        return None
    return None if name == "replacement" else name


def _read(body: bytes, encoding: str) -> str:
    if encoding.startswith("utf-"):
        return body.decode(encoding, "replace")
    escaped: bytes = _LINK.sub(_escape_query, body)
    return escaped.decode(f"whatwg-{encoding}", "replace")


def _escape_query(link: re.Match[bytes]) -> bytes:
    """Return a link with its query as browsers send it: in the bytes of the page's own encoding."""
    path, mark, query = link.group().partition(b"?")
    query, fragment_mark, fragment = query.partition(b"#")
    return path + mark + _BEYOND_ASCII.sub(lambda byte: b"%%%02X" % byte.group()[0], query) + fragment_mark + fragment


def _wide(body: bytes) -> str | None:
    """Return the UTF-16 variant of text that carries no label: every other byte is NUL in its ASCII part."""
    head = body[:1024]
    pairs = len(head) // 2
    if pairs < 4 or b"\x00" not in head:  # noqa: PLR2004 - two characters prove nothing
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > pairs * 0.4 and even < pairs * 0.1:
        return "utf-16-le"
    if even > pairs * 0.4 and odd < pairs * 0.1:
        return "utf-16-be"
    return None


def _as_utf8(body: bytes, header: str | None) -> str | None:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None
    if text.isascii():
        # ISO-2022-JP is ASCII with escapes, and says so in its label.
        declared = header or _read_declared_label(body) if b"\x1b" in body else None
        return None if declared == "iso-2022-jp" else text
    if header not in _MULTI_BYTE or len(body.translate(None, _BELOW_128)) >= _PROOF:
        return text
    return text if _unreadable(_read(body, header)) else None


def _read_declared_label(body: bytes) -> str | None:
    for match in _META.finditer(_COMMENT.sub(b"", body[:_PRESCAN])):
        name = _label((match.group(1) or match.group(2)).decode("ascii", "ignore"))
        if name:
            # A page that says UTF-16 in ASCII letters is not UTF-16 (HTML, "prescan a byte stream").
            return "utf-8" if name.startswith("utf-") else name
    return None


def _guess(body: bytes, header: str | None, tld: str | None) -> str:
    meta = _read_declared_label(body)
    for name in _candidates(body, header, meta, tld):
        text = _read(body, name)
        if not _unreadable(text):
            return text
    return _read(body, _detect_charset(body, tld))


def _candidates(body: bytes, header: str | None, meta: str | None, tld: str | None) -> Iterator[str]:
    if header and meta and header != meta and _detect_charset(body, tld) == meta:
        # Servers send a default charset; where the text itself agrees with the page, the page knows better.
        yield meta
    if header:
        yield header
    if meta:
        yield meta
    yield _detect_charset(body, tld)
    # A page in UTF-8 with a few broken bytes is still in UTF-8.
    yield "utf-8"


def _unreadable(text: str) -> bool:
    bad = text.count("\ufffd")
    return bad > 0 and bad * _READABLE > len(text)


def _detect_charset(body: bytes, tld: str | None) -> str:
    # A kilobyte of blanks keeps the detector from believing the page's own <meta>.
    match = detect(b" " * 1024 + body[:_SAMPLE], Detection(tld=tld if tld and tld.isascii() else None))
    name = (match.encoding or "utf-8").lower()
    return "utf-8" if name.startswith("utf-8") else name
