"""Cases of content: codings, charsets, types and sizes that a reader must survive."""

import gzip
import zlib
from collections.abc import Callable
from functools import cache

import brotli  # type: ignore[import-untyped]
import zstandard

from gossamer.core.errors import TooLarge
from tests.hostile.case import Answer, HostileCase, odd, page_of
from tests.hostile.exchange import Exchange

_MB = 1_048_576
_ZEROS = bytes(16 * _MB)
_PAGE = b"<html><head><title>Hostile</title></head><body><h1>Hostile</h1><p>HOSTILE-MARKER text.</p></body></html>"
_PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000" + "1f15c489") + bytes(200)


@cache
def _deflate_zeros() -> bytes:
    """Return 16 MB of zeros as raw deflate blocks that can be strung together."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(_ZEROS) + packer.flush(zlib.Z_FULL_FLUSH)


@cache
def _gzip_bomb() -> bytes:
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + _deflate_zeros() * 64 + b"\x03\0" + bytes(8)


@cache
def _deflate_bomb() -> bytes:
    return b"\x78\x9c" + _deflate_zeros() * 32 + b"\x03\0" + bytes(4)


@cache
def _brotli_bomb() -> bytes:
    packer = brotli.Compressor(quality=1)
    return b"".join(packer.process(_ZEROS) for _ in range(16)) + bytes(packer.finish())


@cache
def _zstd_bomb() -> bytes:
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    return b"".join(packer.compress(_ZEROS) for _ in range(32)) + packer.flush()


@cache
def _make_nested_bomb() -> bytes:
    return gzip.compress(_gzip_bomb(), 9)


def _answer_encoded(body: Callable[[], bytes], coding: str) -> Answer:
    async def answer(exchange: Exchange) -> None:
        await exchange.page(body(), headers=[f"Content-Encoding: {coding}"])

    return answer


def _bomb(name: str, does: str, body: Callable[[], bytes], coding: str) -> HostileCase:
    return HostileCase(name, "ORG-004", does, _answer_encoded(body, coding), page=False, errors=(TooLarge,))


def _build_answer(build: Callable[[], bytes], content_type: str = "text/html; charset=utf-8") -> Answer:
    """Return the answer with a page that is built when first asked for."""
    built = cache(build)

    async def answer(exchange: Exchange) -> None:
        await exchange.page(built(), content_type=content_type)

    return answer


def _body(content: bytes) -> bytes:
    return b"<html><head><title>Hostile</title></head><body><p>HOSTILE-MARKER</p>" + content + b"</body></html>"


def _billion_laughs() -> bytes:
    entities = b"".join(
        b'<!ENTITY l%d "%b">' % (level, b"&l%d;" % (level - 1) * 10 if level else b"lol") for level in range(10)
    )
    return b"<?xml version='1.0'?><!DOCTYPE x [" + entities + b"]><rss><channel><title>&l9;</title></channel></rss>"


async def _too_many_requests(exchange: Exchange) -> None:
    await exchange.page(_PAGE, status="429 Too Many Requests", headers=["Retry-After: 999999999"])


_CODINGS: tuple[HostileCase, ...] = (
    _bomb("gzip-bomb", "inflates 1 MB to 1 GiB", _gzip_bomb, "gzip"),
    _bomb("deflate-bomb", "inflates half a MB to 512 MiB", _deflate_bomb, "deflate"),
    _bomb("brotli-bomb", "inflates to 256 MiB", _brotli_bomb, "br"),
    _bomb("zstd-bomb", "inflates to 512 MiB", _zstd_bomb, "zstd"),
    _bomb("nested-bomb", "is a gzip bomb inside gzip", _make_nested_bomb, "gzip, gzip"),
    _bomb("many-codings", "claims six codings", lambda: gzip.compress(_PAGE), "gzip, gzip, gzip, gzip, gzip, gzip"),
    odd(
        "gzip-corrupt",
        "ORG-007",
        "has a wrong checksum in its gzip",
        _answer_encoded(lambda: gzip.compress(_PAGE)[:-8] + b"junkjunk", "gzip"),
    ),
    odd(
        "gzip-truncated",
        "ORG-007",
        "lacks the end of its gzip",
        _answer_encoded(lambda: gzip.compress(_PAGE * 50)[:-20], "gzip"),
    ),
    odd("gzip-label-on-text", "ORG-007", "labels plain text as gzip", _answer_encoded(lambda: _PAGE, "gzip")),
    odd("brotli-label-on-text", "ORG-007", "labels plain text as brotli", _answer_encoded(lambda: _PAGE, "br")),
    odd(
        "raw-deflate",
        "ORG-007",
        "sends deflate without its zlib header",
        _answer_encoded(lambda: zlib.compress(_PAGE)[2:-4], "deflate"),
    ),
    odd("unknown-coding", "ORG-007", "uses a coding nobody knows", _answer_encoded(lambda: _PAGE, "middle-out")),
)

_STRUCTURES: tuple[HostileCase, ...] = (
    odd("one-line-5-mb", "ORG-017", "has 5 MB in one line", _build_answer(lambda: _body(b"word " * 1_000_000))),
    odd(
        "markdown-metacharacters",
        "ORG-017",
        "has 2 MB of Markdown metacharacters",
        _build_answer(lambda: _body(b"<p>" + b"*_[]()`#>|~\\" * 170_000)),
    ),
    odd("deep-dom", "ORG-018", "nests 100 000 elements", _build_answer(lambda: _body(b"<div>" * 100_000 + b"deep"))),
    odd("deep-lists", "ORG-018", "nests 20 000 lists", _build_answer(lambda: _body(b"<ul><li>" * 20_000 + b"deep"))),
    odd(
        "deep-tables",
        "ORG-018",
        "nests 5 000 tables",
        _build_answer(lambda: _body(b"<table><tr><td>" * 5_000 + b"deep")),
    ),
    odd("million-paragraphs", "ORG-020", "has a million paragraphs", _build_answer(lambda: _body(b"<p>x" * 1_000_000))),
    odd(
        "many-links",
        "ORG-020",
        "has 200 000 links",
        _build_answer(lambda: _body(b"".join(b'<a href="/l/%d">l</a> ' % n for n in range(200_000)))),
    ),
    odd(
        "many-attributes",
        "ORG-020",
        "has an element with 100 000 attributes",
        _build_answer(lambda: _body(b"<p " + b"".join(b"a%d=1 " % n for n in range(100_000)) + b">x</p>")),
    ),
    odd(
        "colspan-bomb",
        "ORG-020",
        "spans 65534 rows of 1000 columns",
        _build_answer(
            lambda: _body(b"<table>" + b"<tr><td colspan=1000 rowspan=65534>x</td></tr>" * 100 + b"</table>")
        ),
    ),
)

_CHARSETS: tuple[HostileCase, ...] = (
    odd("invalid-utf-8", "ORG-021", "has bytes that are not UTF-8", page_of(_body(b"caf\xe9 \xff\xfe \xc3\x28"))),
    odd(
        "unknown-charset",
        "ORG-021",
        "names a charset that does not exist",
        page_of(_PAGE, "text/html; charset=klingon"),
    ),
    odd(
        "utf-16-unlabelled",
        "ORG-021",
        "is UTF-16 without saying so",
        page_of(_PAGE.decode().encode("utf-16"), "text/html"),
    ),
    odd(
        "shift-jis",
        "ORG-021",
        "is Shift_JIS",
        page_of(_body("日本語のページ".encode("shift_jis")), "text/html; charset=Shift_JIS"),
    ),
    odd(
        "lying-meta",
        "ORG-021",
        "claims another charset in its meta",
        page_of(b'<meta charset="utf-16">' + _body("größer".encode())),
    ),
    odd("nul-in-page", "ORG-023", "has NUL and control characters", page_of(_body(b"a\0b\x01\x02\x1b[31m\x7f"))),
)

_TYPES: tuple[HostileCase, ...] = (
    odd("html-as-pdf", "ORG-024", "labels HTML as PDF", page_of(_PAGE, "application/pdf")),
    odd("pdf-as-html", "ORG-024", "labels a PDF as HTML", page_of(b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF")),
    odd("png-as-html", "ORG-024", "labels an image as HTML", page_of(_PNG)),
    odd("binary", "ORG-024", "is arbitrary bytes", page_of(bytes(range(256)) * 40, "application/octet-stream")),
    odd("no-type", "ORG-024", "has no content type", page_of(_PAGE, None)),
    odd("garbage-type", "ORG-024", "has a content type of signs", page_of(_PAGE, ";;//==;charset")),
    odd("empty-body", "ORG-024", "has no body at all", page_of(b"")),
    odd(
        "deep-json",
        "ORG-025",
        "nests 200 000 arrays",
        _build_answer(lambda: b"[" * 200_000 + b"]" * 200_000, "application/json"),
    ),
    odd(
        "huge-number",
        "ORG-025",
        "has an integer of 200 000 digits",
        _build_answer(lambda: b'{"n":' + b"9" * 200_000 + b"}", "application/json"),
    ),
    odd(
        "billion-laughs",
        "ORG-025",
        "expands entities tenfold nine times",
        _build_answer(_billion_laughs, "application/rss+xml"),
    ),
    odd(
        "svg-with-script",
        "ORG-025",
        "is an image that runs a script",
        page_of(b'<svg xmlns="http://www.w3.org/2000/svg"><script>while(1){}</script></svg>', "image/svg+xml"),
    ),
)

_STATUSES: tuple[HostileCase, ...] = (
    *(
        odd(f"status-{status.split()[0]}", "ORG-026", f"answers {status}", page_of(_PAGE, status=status))
        for status in (
            "401 Unauthorized",
            "404 Not Found",
            "407 Proxy Authentication Required",
            "500 Oops",
            "999 Denied",
        )
    ),
    odd("status-304", "ORG-026", "answers 304 to a question nobody asked", page_of(b"", status="304 Not Modified")),
    odd("retry-after-huge", "ORG-027", "asks to come back in 31 years", _too_many_requests),
)

CONTENT_CASES: tuple[HostileCase, ...] = (*_CODINGS, *_STRUCTURES, *_CHARSETS, *_TYPES, *_STATUSES)
