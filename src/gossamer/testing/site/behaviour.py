"""Addresses that behave: statuses, redirects, delays, charsets, encodings, echoes, files."""

import asyncio
import gzip
import struct
import zlib
from collections.abc import Iterable

import brotli  # type: ignore[import-untyped]
import zstandard
from aiohttp import web

_PACKERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}
_CHARSETS = {
    "utf-8": "Grüße, 世界 and Ελλάδα",
    "iso-8859-1": "Grüße à la carte",
    "windows-1251": "Привет, мир",
    "shift_jis": "こんにちは世界",
    "gb18030": "你好世界",
    "euc-kr": "안녕하세요",
}


def behaviour_routes() -> Iterable[web.RouteDef]:
    """Yield the routes."""
    yield web.get("/status/{code}", _status)
    yield web.get("/redirect", _redirect)
    yield web.get("/redirect/loop", _loop)
    yield web.get("/slow", _slow)
    yield web.get("/charset/{name}", _charset)
    yield web.get("/compressed/{encoding}", _compress_answer)
    yield web.get("/headers", _headers)
    yield web.get("/cookies/set", _set_cookie)
    yield web.get("/cookies", _cookies)
    yield web.get("/img/{name}", _image)
    yield web.get("/file.pdf", _pdf)
    yield web.get("/plain.txt", _plain)
    yield web.get("/robots.txt", _robots)
    yield web.get("/sitemap.xml", _sitemap)


def _page(title: str, text: str) -> str:
    head = f"<head><title>{title}</title></head>"
    return f"<!doctype html><html>{head}<body><h1>{title}</h1><p>{text}</p></body></html>"


async def _status(request: web.Request) -> web.Response:
    code = int(request.match_info["code"])
    return web.Response(status=code, text=_page(f"Status {code}", "The page says so itself."), content_type="text/html")


async def _redirect(request: web.Request) -> web.Response:
    code = int(request.query.get("code", "302"))
    return web.Response(status=code, headers={"Location": request.query.get("to", "/article")})


async def _loop(_: web.Request) -> web.Response:
    return web.Response(status=302, headers={"Location": "/redirect/loop"})


async def _slow(request: web.Request) -> web.Response:
    await asyncio.sleep(int(request.query.get("ms", "1000")) / 1000)
    return web.Response(text=_page("Slow", "It took a while."), content_type="text/html")


async def _charset(request: web.Request) -> web.Response:
    """Serve text in a charset, named in the header, or in the page with ?meta=1."""
    name = request.match_info["name"]
    meta = f'<meta charset="{name}">' if "meta" in request.query else ""
    body = f"<!doctype html><html><head>{meta}<title>{name}</title></head><body><p>{_CHARSETS[name]}</p></body></html>"
    media_type = "text/html" if meta else f"text/html; charset={name}"
    return web.Response(body=body.encode(name), headers={"Content-Type": media_type})


async def _compress_answer(request: web.Request) -> web.Response:
    encoding = request.match_info["encoding"]
    body = _PACKERS[encoding](_page("Packed page", "packed words " * 200).encode())
    return web.Response(body=body, headers={"Content-Type": "text/html", "Content-Encoding": encoding})


async def _headers(request: web.Request) -> web.Response:
    return web.json_response({name.lower(): value for name, value in request.headers.items()})


async def _set_cookie(_: web.Request) -> web.Response:
    answer = web.Response(status=302, headers={"Location": "/cookies"})
    answer.set_cookie("thread", "silk")
    return answer


async def _cookies(request: web.Request) -> web.Response:
    listed = ", ".join(f"{name}={value}" for name, value in request.cookies.items()) or "none"
    return web.Response(text=_page("Cookies", f"Cookies: {listed}"), content_type="text/html")


async def _image(_: web.Request) -> web.Response:
    return web.Response(body=_png(8, 8), content_type="image/png")


def _png(width: int, height: int) -> bytes:
    """Return a red picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\x00" + b"\xcc\x22\x22" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


async def _pdf(_: web.Request) -> web.Response:
    return web.Response(
        body=_pdf_of(["Silk report, page one.", "Silk report, page two."]), content_type="application/pdf"
    )


def _pdf_of(texts: list[str]) -> bytes:
    """Return a PDF with one line of text on each page."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(texts)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(texts)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for index, text in enumerate(texts):
        content = f"BT /F1 24 Tf 72 700 Td ({text}) Tj ET"
        page = "/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"<< {page} /Contents {5 + 2 * index} 0 R >>")
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    return _assemble_objects(objects)


def _assemble_objects(objects: list[str]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode()
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    start = len(out)
    out += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n".encode()
    out += f"startxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


async def _plain(_: web.Request) -> web.Response:
    return web.Response(text="Plain words,\nline by line.\n", content_type="text/plain")


async def _robots(request: web.Request) -> web.Response:
    return web.Response(text=f"User-agent: *\nDisallow: /private\nSitemap: http://{request.host}/sitemap.xml\n")


async def _sitemap(request: web.Request) -> web.Response:
    places = "".join(f"<url><loc>http://{request.host}{path}</loc></url>" for path in ("/", "/article", "/docs"))
    body = f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>'
    return web.Response(text=body, content_type="application/xml")
