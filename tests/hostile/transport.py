"""Cases of time and framing: what goes wrong before there is a page to read."""

import asyncio
import itertools

from gossamer.core.errors import NoWebPage, TlsFailed, TooLarge, Unreachable
from tests.hostile.case import Answer, HostileCase, broken, endless, never, odd, raw
from tests.hostile.exchange import Exchange

_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
_TEXT = b"<html><title>Hostile</title><body><h1>Hostile</h1><p>HOSTILE-MARKER some text of a page.</p>"
_CHUNKED = _OK + b"Transfer-Encoding: chunked\r\n\r\n"
_FIRST_CHUNK = b"%x\r\n%b\r\n" % (len(_TEXT), _TEXT)
_PAUSE = 0.2


async def _silent(exchange: Exchange) -> None:
    await exchange.hang()


async def _header_drip(exchange: Exchange) -> None:
    await exchange.send(b"HTTP/1.1 200 OK\r\n")
    await exchange.drip((b"X-Drip-%d: 1\r\n" % number for number in itertools.count()), _PAUSE)


async def _body_drip(exchange: Exchange) -> None:
    await exchange.send(_OK + b"Content-Length: 1000000\r\n\r\n" + _TEXT)
    await exchange.drip(itertools.repeat(b"x"), _PAUSE)


async def _hang_after_headers(exchange: Exchange) -> None:
    await exchange.send(_OK + b"Content-Length: 1000\r\n\r\n")
    await exchange.hang()


async def _hang_mid_body(exchange: Exchange) -> None:
    await exchange.send(_OK + b"Content-Length: 100000\r\n\r\n" + _TEXT)
    await exchange.hang()


async def _informational(exchange: Exchange) -> None:
    await exchange.drip(itertools.repeat(b"HTTP/1.1 103 Early Hints\r\nLink: </x.css>\r\n\r\n"), _PAUSE / 10)


async def _endless_chunked(exchange: Exchange) -> None:
    await exchange.send(_CHUNKED)
    while True:
        await exchange.send(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        await asyncio.sleep(0)


async def _endless_body(exchange: Exchange) -> None:
    await exchange.send(_OK + b"Connection: close\r\n\r\n")
    while True:
        await exchange.send(b"<p>endless</p>" * 5000)
        await asyncio.sleep(0)


async def _endless_headers(exchange: Exchange) -> None:
    await exchange.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        await exchange.send(b"X-Endless: " + b"x" * 1000 + b"\r\n")
        await asyncio.sleep(0)


async def _endless_header_line(exchange: Exchange) -> None:
    await exchange.send(b"HTTP/1.1 200 OK\r\nX-Endless: ")
    while True:
        await exchange.send(b"x" * 65_536)
        await asyncio.sleep(0)


async def _huge_header(exchange: Exchange) -> None:
    await exchange.send(b"HTTP/1.1 200 OK\r\nX-Huge: " + b"x" * 8_000_000 + b"\r\nContent-Length: 2\r\n\r\nok")


async def _many_headers(exchange: Exchange) -> None:
    lines = b"".join(b"X-%d: 1\r\n" % number for number in range(100_000))
    await exchange.send(b"HTTP/1.1 200 OK\r\n" + lines + b"Content-Length: 2\r\n\r\nok")


async def _redirect_loop(exchange: Exchange) -> None:
    number = int(exchange.target.partition("n=")[2] or 0)
    await exchange.page(b"", status="302 Found", headers=[f"Location: /redirect-loop?n={number + 1}"])


async def _redirect_to_itself(exchange: Exchange) -> None:
    await exchange.page(b"", status="301 Moved", headers=["Location: /redirect-to-itself"])


async def _redirect_chain(exchange: Exchange) -> None:
    left = int(exchange.target.partition("left=")[2] or 60)
    await _step(exchange, "/redirect-chain", left)


async def _short_chain(exchange: Exchange) -> None:
    left = int(exchange.target.partition("left=")[2] or 5)
    await _step(exchange, "/short-redirect-chain", left)


async def _step(exchange: Exchange, path: str, left: int) -> None:
    if left <= 1:
        await exchange.page(_TEXT)
    else:
        await exchange.page(b"", status="302 Found", headers=[f"Location: {path}?left={left - 1}"])


async def _cookie_gate(exchange: Exchange) -> None:
    if any(line.lower().startswith(b"cookie:") and b"seen=yes" in line for line in exchange.headers):
        await exchange.page(_TEXT)
    else:
        await exchange.page(b"", status="302 Found", headers=["Location: /cookie-gate", "Set-Cookie: seen=yes; Path=/"])


def _redirect(location: str) -> Answer:
    async def answer(exchange: Exchange) -> None:
        await exchange.page(_TEXT, status="302 Found", headers=[f"Location: {location}"])

    return answer


async def _reset(exchange: Exchange) -> None:
    exchange.reset()


async def _reset_mid_body(exchange: Exchange) -> None:
    await exchange.send(_OK + b"Content-Length: 100000\r\n\r\n" + _TEXT)
    exchange.reset()


def _with(headers: bytes, body: bytes = _TEXT) -> Answer:
    return raw(_OK + headers + b"\r\n\r\n" + body)


_LENGTH = b"Content-Length: %d" % len(_TEXT)

TRANSPORT_CASES: tuple[HostileCase, ...] = (
    never("silent", "ORG-001", "takes the request and never answers", _silent),
    never("header-drip", "ORG-001", "sends one header line every 0.2 s", _header_drip),
    never("body-drip", "ORG-001", "sends one byte of a long body every 0.2 s", _body_drip),
    never("hang-after-headers", "ORG-001", "sends the headers and no body", _hang_after_headers),
    never("hang-mid-body", "ORG-001", "stops in the middle of the body", _hang_mid_body),
    never("endless-informational", "ORG-001", "sends 103 without end", _informational),
    endless("endless-chunked", "ORG-003", "sends chunks without end", _endless_chunked),
    endless("endless-body", "ORG-003", "sends a body until close, and never closes", _endless_body),
    HostileCase(
        "redirect-loop", "ORG-008", "redirects to ever new addresses", _redirect_loop, page=False, errors=(TooLarge,)
    ),
    HostileCase(
        "redirect-to-itself", "ORG-008", "redirects to itself", _redirect_to_itself, page=False, errors=(TooLarge,)
    ),
    HostileCase("redirect-chain", "ORG-008", "redirects 60 times", _redirect_chain, page=False, errors=(TooLarge,)),
    odd("short-redirect-chain", "ORG-009", "redirects four times", _short_chain),
    odd("cookie-gate", "ORG-009", "redirects to itself once, with a cookie", _cookie_gate),
    odd("redirect-without-location", "ORG-009", "redirects with an empty Location", _redirect("")),
    odd("redirect-malformed", "ORG-009", "redirects to something that is no URL", _redirect("http://[::1")),
    HostileCase(
        "redirect-other-scheme",
        "ORG-009",
        "redirects to a file",
        _redirect("file:///etc/passwd"),
        page=False,
        errors=(NoWebPage,),
    ),
    broken("chunk-size-not-hex", "ORG-010", "has a chunk size of letters", raw(_CHUNKED + b"zz\r\nabc\r\n")),
    broken("chunk-size-negative", "ORG-010", "has a negative chunk size", raw(_CHUNKED + b"-5\r\nabc\r\n")),
    broken(
        "chunk-size-huge", "ORG-010", "has a chunk of 2^70 bytes", raw(_CHUNKED + b"4000000000000000\r\nabc"), page=True
    ),
    broken(
        "chunks-truncated", "ORG-010", "ends inside a chunk", raw(_CHUNKED + _FIRST_CHUNK + b"50\r\nabc"), page=True
    ),
    broken(
        "chunks-broken-later",
        "ORG-010",
        "breaks at the second chunk",
        raw(_CHUNKED + _FIRST_CHUNK + b"zz\r\n"),
        page=True,
    ),
    broken("chunks-without-end", "ORG-010", "closes without the last chunk", raw(_CHUNKED + _FIRST_CHUNK), page=True),
    broken("length-too-long", "ORG-012", "promises more than it sends", _with(b"Content-Length: 5000"), page=True),
    broken("length-too-short", "ORG-012", "sends more than it promises", _with(b"Content-Length: 10"), page=True),
    broken("length-negative", "ORG-012", "has a negative length", _with(b"Content-Length: -1"), page=True),
    broken(
        "length-gigantic", "ORG-012", "promises 10^18 bytes", _with(b"Content-Length: 1000000000000000000"), page=True
    ),
    broken(
        "length-twice", "ORG-012", "has two different lengths", _with(_LENGTH + b"\r\nContent-Length: 7"), page=True
    ),
    broken(
        "length-and-chunks",
        "ORG-012",
        "has a length and is chunked",
        _with(b"Content-Length: 7\r\nTransfer-Encoding: chunked", _FIRST_CHUNK + b"0\r\n\r\n"),
        page=True,
    ),
    broken("header-8-mb", "ORG-013", "has a header of 8 MB", _huge_header),
    broken("headers-100000", "ORG-013", "has 100 000 headers", _many_headers),
    endless("headers-endless", "ORG-013", "sends headers without end", _endless_headers),
    endless("header-line-endless", "ORG-013", "sends one header line without end", _endless_header_line),
    broken("header-with-nul", "ORG-014", "has NUL in a header", _with(b"X-Nul: a\0b\r\n" + _LENGTH), page=True),
    broken(
        "header-not-ascii",
        "ORG-014",
        "has Latin-1 bytes in a header",
        _with(b"X-Name: caf\xe9\r\n" + _LENGTH),
        page=True,
    ),
    broken("header-folded", "ORG-014", "folds a header line", _with(b"X-Folded: a\r\n  b\r\n" + _LENGTH), page=True),
    broken(
        "disposition-bad",
        "ORG-014",
        "names a path as its file name",
        _with(b'Content-Disposition: inline; filename="../../etc/passwd\xff\r\n' + _LENGTH),
        page=True,
    ),
    HostileCase(
        "tls-on-plain-port",
        "ORG-015",
        "answers with a TLS alert",
        raw(b"\x15\x03\x01\x00\x02\x02\x0a"),
        page=False,
        errors=(Unreachable, TlsFailed),
    ),
    broken("http-0.9", "ORG-015", "sends a page without any head", raw(_TEXT), page=True),
    broken(
        "bare-line-feeds", "ORG-015", "ends its lines with LF alone", raw(b"HTTP/1.1 200 OK\n\n" + _TEXT), page=True
    ),
    broken("status-line-bad", "ORG-015", "has a status that is no number", raw(b"HTTP/1.1 abc OK\r\n\r\n")),
    broken("status-line-huge", "ORG-015", "has a status of six digits", raw(b"HTTP/1.1 200200 OK\r\n\r\n"), page=True),
    broken("version-unknown", "ORG-015", "speaks HTTP/7.3", raw(b"HTTP/7.3 200 OK\r\n\r\n" + _TEXT), page=True),
    broken("closes-at-once", "ORG-015", "closes without a word", raw()),
    broken("resets", "ORG-015", "resets the connection", _reset),
    broken("resets-mid-body", "ORG-015", "resets in the middle of the body", _reset_mid_body, page=True),
)
