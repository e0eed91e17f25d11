"""The JavaScript clients, the MCP server and the command line search."""

import json

import pytest

from gossamer.testing.site import Site
from tests.clients.conftest import Cli
from tests.clients.mcp import McpClient
from tests.clients.search.conftest import Search

pytestmark = pytest.mark.node


def test_the_javascript_client(javascript_search: Search, article: str, site: Site) -> None:
    found = javascript_search(
        "spiders weave",
        sources=["web", "news", "images"],
        limit=2,
        scrapeOptions={"formats": ["markdown"]},
        location="Germany",
        tbs="cdr:1,cd_min:1/1/2024",
        ignoreInvalidURLs=True,
        timeout=60_000,
    )
    assert found["web"][0]["markdown"].startswith("# How spiders weave")
    assert found["web"][0]["metadata"]["sourceURL"] == article
    assert found["news"][0]["url"] == article
    assert found["images"][0]["imageUrl"] == site.url("/img/og.png")


def test_the_javascript_client_has_no_group_that_was_not_asked_for(javascript_search: Search, article: str) -> None:
    found = javascript_search("spiders weave", categories=["developer"])
    assert "news" not in found
    found = javascript_search("spiders weave", limit=1)
    assert [result["url"] for result in found["web"]] == [article]
    assert set(found) == {"web"}


def test_the_javascript_client_of_version_1(javascript_search: Search, article: str) -> None:
    found = javascript_search("spiders weave", version="v1", scrapeOptions={"formats": ["markdown"]})
    assert found["data"][0]["url"] == article
    assert found["data"][0]["markdown"].startswith("# How spiders weave")


def test_the_mcp_server_searches_and_gives_feedback(mcp: McpClient, article: str) -> None:
    found = mcp.call("firecrawl_search", query="spiders weave", limit=3, sources=[{"type": "web"}])
    assert (found["data"]["web"][0]["url"], found["creditsUsed"]) == (article, 2)
    told = mcp.call(
        "firecrawl_search_feedback",
        searchId=found["id"],
        rating="good",
        valuableSources=[{"url": article, "reason": "It is about webs."}],
    )
    assert told["creditsRefunded"] == 1


def test_the_command_line_searches_and_gives_feedback(cli: Cli, article: str) -> None:
    done = cli("search", "spiders weave", "--limit", "2", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    found = told.get("data", told)
    assert found["web"][0]["url"] == article
    scraped = cli("search", "spiders weave", "--limit", "1", "--scrape", "--scrape-formats", "markdown")
    assert scraped.returncode == 0, scraped.stderr
    assert "How spiders weave" in scraped.stdout
