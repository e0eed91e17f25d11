"""LangChain's loaders: the package of its own, and the older one of the community."""

import warnings

import pytest
from langchain_firecrawl import FireCrawlLoader, FirecrawlScrape

from gossamer.testing.site import Site
from tests.clients.service import Service


def test_the_loader_reads_a_page(service: Service, site: Site) -> None:
    loader = FireCrawlLoader(site.url("/article"), api_key=service.key, api_url=service.url, mode="scrape")
    [document] = loader.load()
    assert document.page_content.startswith("# How spiders weave")
    assert document.metadata["title"] == "How spiders weave"


def test_the_loader_passes_options_on(service: Service, site: Site) -> None:
    params = {"formats": ["html"], "only_main_content": False}
    loader = FireCrawlLoader(site.url("/docs"), api_key=service.key, api_url=service.url, mode="scrape", params=params)
    [document] = loader.load()
    assert "<h1>" in document.page_content


async def test_the_loader_reads_a_page_asynchronously(service: Service, site: Site) -> None:
    loader = FireCrawlLoader(site.url("/docs"), api_key=service.key, api_url=service.url, mode="scrape")
    assert [d.page_content[:9] for d in await loader.aload()] == ["# Install"]


def test_the_tool_scrapes(service: Service, site: Site) -> None:
    tool = FirecrawlScrape(api_key=service.key, api_url=service.url)
    assert "How spiders weave" in str(tool.invoke({"url": site.url("/article")}))


def test_the_older_loader_of_the_community_reads_a_page(service: Service, site: Site) -> None:
    with warnings.catch_warnings():
        # The package announces its own end when it is imported.
        warnings.simplefilter("ignore", DeprecationWarning)
        community = pytest.importorskip("langchain_community.document_loaders.firecrawl")
    loader = community.FireCrawlLoader(site.url("/article"), api_key=service.key, api_url=service.url, mode="scrape")
    [document] = loader.load()
    assert document.page_content.startswith("# How spiders weave")
