"""Visits by every means: cookies that a site sets on the way, passwords in addresses, bodies that never end."""

import asyncio
import base64
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from gossamer import AsyncGossamer, GossamerError
from tests.integration.net.conftest import Seen, page, read_head, serving
from tests.integration.net.upstream import upstream
from tests.unit.content.test_web_archives import PAGE, PICTURE, archive

TEXT = b"<main><h1>%s</h1><p>" + b"The kettle stands on the stove. " * 20
ADA = "Basic " + base64.b64encode("ada:s3crét@".encode()).decode()


@dataclass
class Origin:
    """A loopback site that answers by *handler*."""

    handler: Callable[[Seen], bytes]
    port: int = 0
    seen: list[Seen] = field(default_factory=list)

    def url(self, path: str, login: str = "") -> str:
        return f"http://{login}localhost:{self.port}{path}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (seen := await read_head(reader)) is not None:
            self.seen.append(seen)
            writer.write(self.handler(seen))
            await writer.drain()

    def logins(self) -> dict[str, set[str | None]]:
        """Return which `Authorization` each path was asked with."""
        found: dict[str, set[str | None]] = {}
        for seen in self.seen:
            found.setdefault(seen.target, set()).add(seen.header("authorization"))
        return found


@asynccontextmanager
async def running(handler: Callable[[Seen], bytes]) -> AsyncIterator[Origin]:
    origin = Origin(handler)
    async with serving(origin.answer) as origin.port:
        yield origin


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[AsyncGossamer]:
    async with AsyncGossamer(home=tmp_path, allow=["localhost"]) as found:
        yield found


def gate_of_latin_1(seen: Seen) -> bytes:
    """Let in only with a cookie that is not UTF-8, which no HTTP client of ours sends back."""
    if seen.header("cookie") == "city=Z\xfcrich":
        return page(TEXT % b"Let in")
    return page(b"", "302 Found", f"Location: {seen.target}", "Set-Cookie: city=Z@rich").replace(b"@", b"\xfc")


@pytest.mark.browser
async def test_a_loop_over_http_is_left_to_the_browser(web: AsyncGossamer) -> None:
    async with running(gate_of_latin_1) as origin:
        document = await web.scrape(origin.url("/gate"))
    assert (document.markdown or "").startswith("# Let in")


@pytest.mark.browser
async def test_a_loop_by_every_means_is_one_sentence(web: AsyncGossamer) -> None:
    async with running(lambda _: page(b"", "302 Found", "Location: /loop")) as origin:
        with pytest.raises(GossamerError, match=r"^The page redirects in a loop, or more than 20 times\.$"):
            await web.scrape(origin.url("/loop"))


APP = b"<div id=root></div><button onclick=\"show('/more')\">More</button><script src=/app.js></script>"
SCRIPT = (
    b"const show = path => fetch(path).then(a => a.text()).then(t => { root.innerHTML += '<p>' + t }); show('/data')"
)


def locked(seen: Seen) -> bytes:
    """Answer only those who know the password."""
    if seen.header("authorization") != ADA:
        return page(b"<h1>Who are you?</h1>", "401 Unauthorized", 'WWW-Authenticate: Basic realm="x"')
    match seen.target:
        case "/app":
            return page(APP)
        case "/app.js":
            return page(SCRIPT).replace(b"text/html", b"text/javascript")
        case "/sitemap.xml":
            return page(b"<urlset><url><loc>/hidden</loc></url></urlset>").replace(b"text/html", b"text/xml")
        case "/":
            return page(TEXT % b"Start" + b'<a href="/a">a</a> <a href="/b?c">b</a>')
    return page(TEXT % seen.target.encode())


LOGIN = "ada:s3cr%C3%A9t%40@"


@pytest.mark.browser
@pytest.mark.parametrize("how", [{}, {"wait_for": 50}, {"proxy": "stealth"}, {"formats": ["markdown", "screenshot"]}])
async def test_a_password_in_the_address_is_there_for_scripts_and_data(web: AsyncGossamer, how: Any) -> None:
    async with running(locked) as origin:
        document = await web.scrape(origin.url("/app", LOGIN), **how)
    assert "/data" in (document.markdown or "")
    assert "s3cr" not in str(document)


@pytest.mark.browser
async def test_a_password_in_the_address_is_there_for_actions(web: AsyncGossamer) -> None:
    click = [{"type": "click", "selector": "button"}, {"type": "wait", "milliseconds": 300}]
    async with running(locked) as origin:
        document = await web.scrape(origin.url("/app", LOGIN), actions=click)
    assert "/more" in (document.markdown or "")


@pytest.mark.browser
async def test_another_origin_that_asks_for_the_password_does_not_get_it(web: AsyncGossamer) -> None:
    async with running(locked) as other:
        parts = f"<script src={other.url('/app.js')}></script><iframe src={other.url('/a')}></iframe>".encode()
        async with running(
            lambda seen: page(TEXT % b"Here" + parts) if seen.header("authorization") else locked(seen)
        ) as origin:
            await web.scrape(origin.url("/", LOGIN), wait_for=50)
        assert other.logins()["/app.js"] == {None}
        assert {login for logins in other.logins().values() for login in logins} == {None}


@pytest.mark.browser
async def test_a_wrong_password_is_tried_once(web: AsyncGossamer) -> None:
    async with running(locked) as origin:
        document = await web.scrape(origin.url("/a", "ada:wrong@"), wait_for=50)
    assert document.metadata["statusCode"] == 401
    tries = [seen for seen in origin.seen if seen.target == "/a" and seen.header("authorization")]
    assert len(tries) == 1


async def test_a_crawl_uses_the_password_at_its_origin_and_stores_it_sealed(web: AsyncGossamer, tmp_path: Path) -> None:
    async with running(locked) as origin:
        pages = web.crawl(origin.url("/", LOGIN), limit=10, max_concurrency=1)
        found = {page.metadata["sourceURL"]: page.metadata["statusCode"] async for page in pages}
        assert found == {origin.url(path): 200 for path in ("/", "/a", "/b?c", "/hidden")}
        assert pages.warning is None
    stored = await asyncio.to_thread(_stored, tmp_path)
    assert b"sealed:1:" in stored
    assert b"s3cr" not in stored


def _stored(home: Path) -> bytes:
    return b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())


async def test_a_crawl_that_meets_locked_pages_says_so(web: AsyncGossamer) -> None:
    async with running(
        lambda seen: page(TEXT % b"Open" + b"<a href=/a>a</a>") if seen.target == "/" else locked(seen)
    ) as origin:
        pages = web.crawl(origin.url("/"), limit=5, sitemap="skip")
        assert [page.metadata["statusCode"] async for page in pages] == [200, 401]
        assert "answered 401" in (pages.warning or "")


async def test_each_address_of_a_batch_has_its_own_password(web: AsyncGossamer) -> None:
    async with running(lambda seen: page(TEXT % (seen.header("authorization") or "nobody").encode())) as origin:
        urls = [origin.url("/a", "ada:1@"), origin.url("/a", "bob:2@"), origin.url("/c")]
        texts = {(page.markdown or "").partition("\n")[0] async for page in web.batch(urls)}
    assert texts == {"# Basic YWRhOjE=", "# Basic Ym9iOjI=", "# nobody"}


async def test_a_map_reads_sitemaps_behind_the_password(web: AsyncGossamer) -> None:
    async with running(locked) as origin:
        links = [link.url for link in await web.map(origin.url("/", LOGIN))]
    assert sorted(links) == [origin.url(path) for path in ("/", "/a", "/b", "/hidden")]


async def test_a_page_behind_a_password_answers_nobody_without_it(web: AsyncGossamer) -> None:
    async with running(locked) as origin:
        first = await web.scrape(origin.url("/a", LOGIN), max_age=3_600_000)
        second = await web.scrape(origin.url("/a"), max_age=3_600_000)
    assert [document.metadata["statusCode"] for document in (first, second)] == [200, 401]


def endless(media_type: str, *headers: str) -> Callable[[Seen], bytes]:
    """Return a handler that promises more of a body than it sends, as a stream does between two pieces."""
    head = "\r\n".join(["HTTP/1.1 200 OK", f"Content-Type: {media_type}", *headers])
    return lambda _: f"{head}\r\n\r\n".encode() + b"\xff\xfb\x90\x00" * 500


@pytest.mark.browser
# A browser's player asks for a recording by itself.
@pytest.mark.parametrize(("how", "most"), [({}, 1), ({"wait_for": 50}, 4), ({"proxy": "stealth"}, 1)])
@pytest.mark.parametrize(
    ("media_type", "headers"),
    [
        ("audio/mpeg", ()),
        ("Audio/Aac; codecs=x", ("Transfer-Encoding: identity",)),
        ("video/mp4", ("Content-Length: 900000000",)),
        ("multipart/x-mixed-replace; boundary=x", ()),
        ("text/event-stream", ()),
    ],
)
async def test_a_body_without_an_end_is_refused_by_its_head(
    web: AsyncGossamer, media_type: str, headers: tuple[str, ...], how: Any, most: int
) -> None:
    async with running(endless(media_type, *headers)) as origin:
        with pytest.raises(GossamerError, match="endless stream or a very long recording") as caught:
            await web.scrape(origin.url("/live"), **how)
    assert caught.value.code == "SCRAPE_UNSUPPORTED_FILE_ERROR"
    assert len(origin.seen) <= most


CSV = b"name,price\nkettle,12\npot,7\n"
TABLE = "| name | price |\n| --- | --- |\n| kettle | 12 |\n| pot | 7 |"


@pytest.mark.parametrize(
    ("path", "media_type", "disposition", "markdown"),
    [
        ("/get?id=7", "application/octet-stream", 'attachment; filename="prices.csv"', TABLE),
        ("/get", "application/octet-stream", "attachment; filename*=UTF-8''Pr%C3%A9cios.CSV", TABLE),
        ("/get.php", "text/plain; charset=utf-8", "attachment; filename=prices.tsv", TABLE),
        ("/prices.csv", "text/plain", "", TABLE),
        ("/get", "application/force-download", "attachment; filename=prices.csv", TABLE),
        ("/get", "text/html; charset=utf-8", "attachment; filename=prices.csv", TABLE),
        ("/get", "application/vnd.ms-excel", "", TABLE),
        ("/get", "text/comma-separated-values", "", TABLE),
        ("/get", "application/octet-stream", "inline", CSV.decode().strip()),
        ("/get", "text/plain", 'attachment; filename="notes.docx"', CSV.decode().strip()),
    ],
)
async def test_the_name_of_a_file_tells_its_type_as_a_path_does(
    web: AsyncGossamer, path: str, media_type: str, disposition: str, markdown: str
) -> None:
    body = CSV.replace(b",", b"\t") if "tsv" in disposition else CSV
    answer = page(body, "200 OK", f"Content-Disposition: {disposition}")
    async with running(lambda _: answer.replace(b"text/html; charset=utf-8", media_type.encode())) as origin:
        assert (await web.scrape(origin.url(path))).markdown == markdown


async def test_the_charset_of_the_header_holds_for_a_table(web: AsyncGossamer) -> None:
    answer = page("Имя,Город\nИя,Уфа\n".encode("koi8-r"))
    label = b"text/csv; charset=koi8-r"
    async with running(lambda _: answer.replace(b"text/html; charset=utf-8", label)) as origin:
        read = await web.scrape(origin.url("/people"))
    assert read.markdown == "| Имя | Город |\n| --- | --- |\n| Ия | Уфа |"


@pytest.mark.parametrize("media_type", ["multipart/related", "application/octet-stream", "application/msword"])
async def test_a_web_archive_is_the_page_in_it(web: AsyncGossamer, media_type: str) -> None:
    answer = page(archive(PAGE, PICTURE)).replace(b"text/html; charset=utf-8", media_type.encode(), 1)
    async with running(lambda _: answer) as origin:
        read = await web.scrape(origin.url("/saved.mht"), formats=["markdown", "links"])
    assert read.markdown == "# Kettles\n\nGröße: 2 l [more](https://example.org/more)"
    assert (read.metadata["title"], read.links) == ("Kettles", ("https://example.org/more",))


DRAWING = b"""<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><title>Sales &amp; years</title>
<desc>A chart.</desc><g><text x="5">North <tspan>42</tspan> percent</text></g><text/><script>evil()</script></svg>"""


@pytest.mark.browser
@pytest.mark.parametrize("formats", [["markdown"], ["markdown", "screenshot"]])
async def test_the_words_of_a_drawing_are_its_text(web: AsyncGossamer, formats: list[str]) -> None:
    answer = page(DRAWING).replace(b"text/html; charset=utf-8", b"image/svg+xml")
    async with running(lambda _: answer) as origin:
        document = await web.scrape(origin.url("/chart"), formats=formats)
    assert document.markdown == "# Sales & years\n\nA chart.\n\nNorth 42 percent"
    assert document.metadata["title"] == "Sales & years"


async def test_a_picture_whose_words_cannot_be_recognised_says_so(tmp_path: Path) -> None:
    picture = b"\x89PNG\r\n\x1a\n" + b"\0" * 64
    async with (
        running(lambda _: page(picture).replace(b"text/html", b"image/png")) as origin,
        AsyncGossamer(home=tmp_path, allow=["localhost"], tesseract="none") as web,
    ):
        document = await web.scrape(origin.url("/scan.png"))
        assert "words of this picture were not recognised" in (document.warning or "")
        links = await web.scrape(origin.url("/scan.png"), parsers=[])
        assert "recognised" not in (links.warning or "")


def shy(seen: Seen) -> bytes:
    """Refuse what does not look like a browser."""
    return page(TEXT % b"Kettle") if seen.header("sec-fetch-mode") == "never" else page(b"No.", "403 Forbidden")


@pytest.mark.parametrize("options", [{}, {"proxy": "stealth"}, {"proxy": "enhanced"}, {"formats": ["screenshot"]}])
async def test_no_request_goes_around_the_proxies_of_the_basic_tier(tmp_path: Path, options: dict[str, Any]) -> None:
    async with running(shy) as origin, upstream(None) as proxy:
        settings = {"proxy_basic": f"http://127.0.0.1:{proxy.port}"}
        async with AsyncGossamer(home=tmp_path, allow=["localhost"], **settings) as web:
            read = await web.scrape(origin.url("/"), **options)
    assert read.metadata["proxyUsed"] == "basic"
    assert len(origin.seen) == proxy.requests


@pytest.mark.parametrize("options", [{}, {"proxy": "stealth"}, {"formats": ["screenshot"]}])
async def test_a_dead_proxy_is_a_failure_and_not_a_direct_request(tmp_path: Path, options: dict[str, Any]) -> None:
    dead = AsyncGossamer(home=tmp_path, allow=["localhost"], proxy_basic="http://127.0.0.1:1")
    async with running(shy) as origin, dead as web:
        with pytest.raises(GossamerError) as refusal:
            await web.scrape(origin.url("/"), **options)
    assert (refusal.value.code, origin.seen) == ("PROXY_FAILED", [])
