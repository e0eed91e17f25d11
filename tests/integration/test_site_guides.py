"""The guide of a site for language models, /llms.txt, as the beginning of crawls and maps."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.integration.test_markdown_sites import crawl, opened
from tests.markdown_site import LONG, MarkdownSite, html_page, running_markdown_site

GUIDE = """# Mill

> All about the mill.

## Docs

- [Stones](/docs/stones.html): how they turn
- [Wheel](docs/wheel.html)
- [Elsewhere](https://elsewhere.example/x)
- [Hidden](/private/x.html)
"""


@pytest.fixture
async def site() -> AsyncIterator[MarkdownSite]:
    async with running_markdown_site() as found:
        found.html["/"] = html_page(LONG, "/a.html", "/docs/wheel.html")
        for path in ("/a.html", "/docs/stones.html", "/docs/wheel.html", "/private/x.html"):
            found.html[path] = html_page(f"{path} {LONG}")
        # As most servers name it.
        found.html["/llms.txt"] = GUIDE
        found.media_types["/llms.txt"] = "text/plain"
        yield found


@pytest.fixture
async def http(tmp_path: Path, site: MarkdownSite) -> AsyncIterator[httpx.AsyncClient]:
    async with opened(tmp_path, site, prefer_markdown="auto") as client:
        yield client


OPTIONS = {"llmsTxt": "first", "sitemap": "skip", "excludePaths": ["^/private/"], "maxConcurrency": 1}


async def test_a_crawl_begins_with_the_links_of_the_guide_in_its_order(
    http: httpx.AsyncClient, site: MarkdownSite
) -> None:
    status = await crawl(http, site.url("/"), **OPTIONS)
    assert [path for path, _ in site.seen] == [
        "/", "/llms.txt", "/docs/stones.html", "/docs/wheel.html", "/a.html"
    ]  # fmt: skip
    assert len(status["data"]) == 4
    assert f"The site's guide was used: the 4 links of {site.url('/llms.txt')} come first." in status["warning"]


async def test_the_limits_of_a_crawl_hold_for_the_guide(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    await crawl(http, site.url("/"), **OPTIONS, limit=2)
    assert [path for path, _ in site.seen] == ["/", "/llms.txt", "/docs/stones.html"]
    site.seen.clear()
    await crawl(http, site.url("/"), **OPTIONS, maxDiscoveryDepth=0)
    # The start page is a copy by now.
    assert [path for path, _ in site.seen] == ["/llms.txt"]


@pytest.mark.parametrize(
    ("guide", "reason"),
    [(None, "answers 404"), ("<!doctype html><a href=/a.html>a</a>", "names no links"), ("Words.", "names no links")],
    ids=["missing", "a page in its place", "without links"],
)
async def test_a_site_without_a_guide_is_crawled_and_mapped_from_its_start(
    http: httpx.AsyncClient, site: MarkdownSite, guide: str | None, reason: str
) -> None:
    del site.html["/llms.txt"]
    if guide is not None:
        site.html["/llms.txt"] = guide
    sentence = f"The site's guide was not used: {site.url('/llms.txt')} {reason}."
    status = await crawl(http, site.url("/"), **OPTIONS)
    assert sentence in status["warning"]
    assert len(status["data"]) == 3
    answer = (await http.post("/v2/map", json={"url": site.url("/"), "llmsTxt": "first", "sitemap": "skip"})).json()
    assert sentence in answer["warning"]
    assert [link["url"] for link in answer["links"]][:2] == [site.url("/"), site.url("/a.html")]


async def test_a_guide_that_robots_txt_disallows_is_not_read(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    site.html["/robots.txt"] = "User-agent: *\nDisallow: /llms.txt\n"
    site.media_types["/robots.txt"] = "text/plain"
    status = await crawl(http, site.url("/"), **OPTIONS)
    answer = (await http.post("/v2/map", json={"url": site.url("/"), "llmsTxt": "first"})).json()
    assert "may not be fetched" in status["warning"]
    assert "may not be fetched" in answer["warning"]
    assert "/llms.txt" not in dict(site.seen)


async def test_a_map_begins_with_the_links_of_the_guide(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    body = {"url": site.url("/"), "llmsTxt": "first", "sitemap": "skip", "excludePaths": ["^/private/"]}
    answer = (await http.post("/v2/map", json=body)).json()
    found = [(link["url"].removeprefix(site.url("")), link.get("title")) for link in answer["links"]]
    assert found == [
        ("/", "In HTML"), ("/docs/stones.html", "Stones"), ("/docs/wheel.html", "Wheel"), ("/a.html", None)
    ]  # fmt: skip
    assert "come first" in answer["warning"]


async def test_a_crawl_without_a_start_page_has_no_guide(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    answer = await http.post("/v2/crawl", json={"url": site.url("/"), "llmsTxt": "first", "sitemap": "only"})
    assert answer.status_code == 400
    assert "exclude each other" in answer.json()["error"]


async def test_without_the_option_no_guide_is_read(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    await crawl(http, site.url("/"), sitemap="skip")
    assert "/llms.txt" not in dict(site.seen)
