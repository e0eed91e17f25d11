"""Sites that have Markdown for programs: when they are asked for it, and what becomes of their answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from gossamer.api import create_app
from gossamer.bootstrap import open_service
from gossamer.settings import Settings
from tests.asking import ended_job
from tests.markdown_site import LONG, MarkdownSite, html_page, running_markdown_site

KEY = "fc-" + "ab" * 16
GUIDE = f"""---
title: The mill
description: How it grinds.
---
# Grinding

{LONG}

Go on to the [stones](stones) or to the ![wheel](/wheel.png).
"""


@pytest.fixture
async def site() -> AsyncIterator[MarkdownSite]:
    async with running_markdown_site() as found:
        found.html["/docs/mill"] = html_page(LONG, "/docs/wheel")
        found.markdown["/docs/mill"] = GUIDE
        yield found


@asynccontextmanager
async def opened(home: Path, site: MarkdownSite, **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    settings: dict[str, Any] = {
        "home": home,
        "egress_allow": site.endpoint,
        "chromium": "none",
        "api_key": SecretStr(KEY),
        "prefer_markdown": "always",
        **more,
    }
    async with open_service(Settings(**settings)) as service:
        transport = httpx.ASGITransport(create_app(service.operations))
        headers = {"authorization": f"Bearer {KEY}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://here", headers=headers, timeout=60) as http:
            yield http


@pytest.fixture
async def http(tmp_path: Path, site: MarkdownSite) -> AsyncIterator[httpx.AsyncClient]:
    async with opened(tmp_path, site) as client:
        yield client


async def scrape(http: httpx.AsyncClient, url: str, **options: Any) -> dict[str, Any]:
    answer = await http.post("/v2/scrape", json={"url": url, **options})
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["data"])


async def crawl(http: httpx.AsyncClient, url: str, **options: Any) -> dict[str, Any]:
    started = await http.post("/v2/crawl", json={"url": url, "crawlEntireDomain": True, **options})
    assert started.status_code == 200, started.text
    return await ended_job(http, f"/v2/crawl/{started.json()['id']}")


async def test_the_markdown_of_a_site_is_read_as_a_page(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    page = await scrape(http, site.url("/docs/mill"))
    assert page["markdown"].startswith("# Grinding\n\nThe mill on the river")
    assert f"[stones]({site.url('/docs/stones')})" in page["markdown"]
    assert page["metadata"]["title"] == "The mill"
    assert page["metadata"]["description"] == "How it grinds."
    assert page["metadata"]["contentType"].startswith("text/markdown")
    assert site.seen == [("/docs/mill", True)]


@pytest.mark.parametrize(
    "wanted", ["html", "rawHtml", "links", "images", "product", {"type": "json", "prompt": "title"}]
)
async def test_what_only_the_html_has_is_read_from_it(
    http: httpx.AsyncClient, site: MarkdownSite, wanted: str | dict[str, str]
) -> None:
    await scrape(http, site.url("/docs/mill"), formats=["markdown", wanted])
    assert site.seen == [("/docs/mill", False)]


async def test_a_copy_of_the_markdown_does_not_answer_for_the_html(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    await scrape(http, site.url("/docs/mill"))
    assert (await scrape(http, site.url("/docs/mill")))["metadata"]["cacheState"] == "hit"
    page = await scrape(http, site.url("/docs/mill"), formats=["html"])
    assert "In HTML" in page["html"]
    assert site.seen == [("/docs/mill", True), ("/docs/mill", False)]


@pytest.mark.parametrize(
    "poor",
    ["# Moved", "# Page not found\n\nThe page you are looking for does not exist. " + "Sorry. " * 40, html_page(LONG)],
    ids=["hardly anything", "an error", "HTML"],
)
async def test_poor_markdown_gives_way_to_the_html(http: httpx.AsyncClient, site: MarkdownSite, poor: str) -> None:
    site.markdown["/docs/mill"] = poor
    page = await scrape(http, site.url("/docs/mill"))
    assert page["metadata"]["title"] == "In HTML"
    assert page["metadata"]["statusCode"] == 200
    assert site.seen == [("/docs/mill", True), ("/docs/mill", False)]


@pytest.mark.parametrize("status", [400, 406, 415, 500])
async def test_a_host_that_does_not_understand_the_wish_is_asked_once(
    http: httpx.AsyncClient, site: MarkdownSite, status: int
) -> None:
    site.refusals["/docs/mill"] = status
    for _ in range(2):
        page = await scrape(http, site.url("/docs/mill"), maxAge=0)
        assert page["metadata"]["statusCode"] == 200
    assert [asks for _, asks in site.seen] == [True, False, False]


async def test_a_missing_page_is_fetched_once(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    assert (await scrape(http, site.url("/nothing")))["metadata"]["statusCode"] == 404
    assert site.seen == [("/nothing", True)]


async def test_a_crawl_begins_with_the_html_and_goes_on_from_markdown(
    http: httpx.AsyncClient, site: MarkdownSite
) -> None:
    site.html["/"] = html_page(LONG, "/docs/mill")
    site.markdown["/"] = f"# Start\n\n{LONG}"
    site.markdown["/docs/stones"] = f"# Stones\n\n{LONG}"
    status = await crawl(http, site.url("/"), sitemap="skip")
    assert [page["metadata"]["title"] for page in status["data"]] == ["In HTML", "The mill", "Stones"]
    assert [seen for seen in site.seen if seen[0] != "/wheel.png"] == [
        ("/", False),
        ("/docs/mill", True),
        ("/docs/stones", True),
    ]


async def test_a_browser_does_not_ask_for_markdown_and_an_honest_service_does(
    tmp_path: Path, site: MarkdownSite
) -> None:
    async with opened(tmp_path / "browser", site, prefer_markdown="auto") as http:
        await scrape(http, site.url("/docs/mill"))
    honest = {"identity": "honest", "identity_contact": "https://data.example.org/bot"}
    async with opened(tmp_path / "honest", site, prefer_markdown="auto", **honest) as http:
        await scrape(http, site.url("/docs/mill"))
    async with opened(tmp_path / "never", site, prefer_markdown="never", **honest) as http:
        await scrape(http, site.url("/docs/mill"))
    assert [asks for _, asks in site.seen] == [False, True, False]


async def test_the_header_of_a_caller_asks_as_well(tmp_path: Path, site: MarkdownSite) -> None:
    async with opened(tmp_path, site, prefer_markdown="never") as http:
        page = await scrape(
            http, site.url("/docs/mill"), headers={"Accept": "text/markdown"}, formats=["html", "links"]
        )
    assert page["links"] == [site.url("/docs/stones")]
    assert "<h1>Grinding</h1>" in page["html"]
