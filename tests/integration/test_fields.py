"""The format `fields`: values by selectors and expressions, of one page and of many."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.asking import await_until, ended_job
from tests.integration.test_markdown_sites import crawl, opened, scrape
from tests.markdown_site import LONG, MarkdownSite, html_page, running_markdown_site

FIELDS = {"type": "fields", "fields": {"title": {"css": "h1"}, "link": {"css": "nav a", "attribute": "href"}}}


@pytest.fixture
async def site() -> AsyncIterator[MarkdownSite]:
    async with running_markdown_site() as found:
        found.html["/"] = html_page(LONG, "/a.html")
        found.html["/a.html"] = html_page(LONG)
        found.html["/large.html"] = html_page("<i>x</i>" * 60_000)
        yield found


@pytest.fixture
async def http(tmp_path: Path, site: MarkdownSite) -> AsyncIterator[httpx.AsyncClient]:
    async with opened(tmp_path, site, prefer_markdown="auto") as client:
        yield client


async def test_a_scrape_gives_the_values_and_names_what_is_missing(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    page = await scrape(http, site.url("/a.html"), formats=[FIELDS, "markdown"])
    assert page["fields"] == {"title": "In HTML", "link": None}
    assert page["warning"] == "fields: the page has nothing for `link`; null stands there."
    assert page["metadata"]["fetchedBy"] == "http"


async def test_pages_of_crawls_and_batches_have_their_values(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    status = await crawl(http, site.url("/"), sitemap="skip", scrapeOptions={"formats": [FIELDS]})
    assert [page["fields"]["link"] for page in status["data"]] == ["/a.html", None]
    started = await http.post("/v2/batch/scrape", json={"urls": [site.url("/")], "formats": [FIELDS]})
    batch = await ended_job(http, f"/v2/batch/scrape/{started.json()['id']}")
    assert batch["data"][0]["fields"] == {"title": "In HTML", "link": "/a.html"}


@pytest.mark.parametrize("path", ["/v2/scrape", "/v2/batch/scrape", "/v2/crawl"])
@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ({"css": "p["}, "`fields.x.css` cannot be used: invalid CSS selector"),
        ({"xpath": "//["}, "`fields.x.xpath` cannot be used"),
        ({"regex": "(?<a"}, "`fields.x.regex`"),
        ({"css": "p", "xpath": "//p"}, "`css` and `xpath` exclude each other."),
        ({"attribute": "href"}, "A field needs `css`, `xpath` or `regex`."),
        ({"regex": "a", "attribute": "href"}, "`attribute` needs `css` or `xpath`."),
    ],
)
async def test_a_rule_that_cannot_be_used_is_refused_before_anything_is_fetched(
    http: httpx.AsyncClient, site: MarkdownSite, path: str, rule: dict[str, str], sentence: str
) -> None:
    formats = {"formats": [{"type": "fields", "fields": {"x": rule}}]}
    url = site.url("/a.html")
    subject = {"urls": [url]} if path == "/v2/batch/scrape" else {"url": url}
    options = formats if path.endswith("scrape") else {"scrapeOptions": formats}
    answer = await http.post(path, json={**subject, **options})
    assert answer.status_code == 400
    assert sentence in answer.text.replace("\\", "")
    assert site.seen == []


async def test_an_expression_that_takes_too_long_ends_with_the_timeout(
    http: httpx.AsyncClient, site: MarkdownSite
) -> None:
    rule = {"xpath": "count(//i[count(preceding::i[count(preceding::i) > 3]) > 3])"}
    slow = {"type": "fields", "fields": {"x": rule}}
    answer = await http.post("/v2/scrape", json={"url": site.url("/large.html"), "formats": [slow], "timeout": 3000})
    assert answer.status_code == 408, answer.text
    page = await scrape(http, site.url("/a.html"), formats=[FIELDS])
    assert page["fields"]["title"] == "In HTML"


async def test_pages_that_a_search_found_have_their_values(http: httpx.AsyncClient, site: MarkdownSite) -> None:
    await scrape(http, site.url("/a.html"))
    wanted = {"query": "mill grinds wheat", "scrapeOptions": {"formats": [FIELDS]}}
    # The page is in the index a moment after it was fetched.

    async def search() -> Any:
        return (await http.post("/v2/search", json=wanted)).json()["data"]

    data = await await_until(bool, search)
    [found] = [hit for hit in data["web"] if hit["url"] == site.url("/a.html")]
    assert found["fields"] == {"title": "In HTML", "link": None}
    broken = {"formats": [{"type": "fields", "fields": {"x": {"css": "p["}}}]}
    refused = await http.post("/v2/search", json={"query": "mill", "scrapeOptions": broken})
    assert (refused.status_code, "fields.x.css" in refused.text) == (400, True)
