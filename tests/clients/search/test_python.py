"""The Python clients search: version 2 with all its options, version 1, and LangChain's tool."""

import pytest
from firecrawl import Firecrawl
from firecrawl.v1.client import V1FirecrawlApp
from firecrawl.v2.types import Document, ScrapeOptions, SearchResultWeb
from firecrawl.v2.utils.error_handler import BadRequestError
from langchain_firecrawl import FirecrawlSearch

from gossamer.testing.site import Site
from tests.clients.service import Service


def test_what_was_scraped_is_found(python: Firecrawl, article: str) -> None:
    found = python.search("how spiders weave their webs")
    assert found.news is None
    assert found.images is None
    first = found.web[0]
    assert isinstance(first, SearchResultWeb)
    assert (first.url, first.title) == (article, "How spiders weave")
    assert "weave" in first.description.lower() or "thread" in first.description.lower()


def test_sources_that_were_asked_for_are_there(python: Firecrawl, article: str, site: Site) -> None:
    found = python.search("spiders", sources=["web", "news", "images"], limit=3)
    assert found.web[0].url == article
    assert (found.news[0].url, found.news[0].date) == (article, "2024-05-01T08:00:00.000Z")
    assert (found.images[0].url, found.images[0].image_url) == (article, site.url("/img/og.png"))


def test_results_are_scraped(python: Firecrawl, article: str) -> None:
    options = ScrapeOptions(formats=["markdown", "links"], only_main_content=True)
    found = python.search("spiders weave", limit=1, scrape_options=options)
    [document] = found.web
    assert isinstance(document, Document)
    assert document.markdown.startswith("# How spiders weave")
    assert document.links
    assert document.metadata.source_url == article


def test_all_options_are_understood(python: Firecrawl, article: str) -> None:
    found = python.search(
        "spiders",
        sources=[{"type": "web"}],
        limit=2,
        tbs="qdr:d",
        location="Germany",
        ignore_invalid_urls=True,
        timeout=50_000,
        include_domains=["127.0.0.1"],
        integration="_tests",
    )
    # It says that it was published in 2024.
    assert found.web is None
    assert article in [result.url for result in python.search("spiders", tbs="cdr:1,cd_min:1/1/2024").web]


def test_government_sites_are_searched_even_when_nothing_is_found(python: Firecrawl, article: str) -> None:
    assert article
    assert python.gov_search("spiders", k=3).data.web == []


def test_domains_and_categories_narrow_the_results(python: Firecrawl, article: str) -> None:
    assert article
    assert python.search("spiders", exclude_domains=["127.0.0.1"]).web is None
    assert python.search("spiders", categories=["github", "research", "pdf"]).web is None


@pytest.mark.parametrize(("query", "is_found"), [("spiders -weave", False), ('"How spiders weave"', True)])
def test_operators(python: Firecrawl, article: str, query: str, is_found: bool) -> None:
    assert (article in [result.url for result in python.search(query).web or ()]) is is_found


def test_formats_that_results_cannot_have_are_refused(python: Firecrawl) -> None:
    with pytest.raises(BadRequestError, match="Formats that results of a search cannot have: changeTracking"):
        python.search("q", scrape_options=ScrapeOptions(formats=["markdown", "changeTracking"]))


@pytest.mark.filterwarnings("ignore::pydantic.warnings.PydanticDeprecatedSince20")
def test_version_1_has_one_flat_list(service: Service, article: str) -> None:
    client = V1FirecrawlApp(api_key=service.key, api_url=service.url)
    found = client.search("spiders weave", limit=2)
    assert found.success
    assert (found.data[0]["url"], found.data[0]["title"]) == (article, "How spiders weave")
    assert client.search("nothingofthesort").data == []


def test_the_tool_of_langchain_searches(service: Service, article: str) -> None:
    tool = FirecrawlSearch(api_key=service.key, api_url=service.url)
    assert article in str(tool.invoke({"query": "spiders weave"}))
