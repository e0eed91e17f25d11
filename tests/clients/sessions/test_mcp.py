"""The official MCP server goes on with scraped pages."""

import pytest

from gossamer.testing.site import Site
from tests.clients.mcp import McpClient
from tests.clients.sessions.conftest import CATALOGUE, LOAD_ALL

pytestmark = [pytest.mark.node, pytest.mark.browser]


def test_scrape_interact_stop(mcp: McpClient, site: Site) -> None:
    assert {"firecrawl_scrape", "firecrawl_interact", "firecrawl_interact_stop"} <= mcp.tools()
    scrape_id = mcp.call("firecrawl_scrape", url=site.url(CATALOGUE), formats=["markdown"])["metadata"]["scrapeId"]
    loaded = mcp.call("firecrawl_interact", scrapeId=scrape_id, prompt=LOAD_ALL, timeout=100)
    assert loaded["success"] is True
    counted = mcp.call("firecrawl_interact", scrapeId=scrape_id, prompt="How many products are shown?")
    assert "72" in counted["output"]
    assert mcp.call("firecrawl_interact_stop", scrapeId=scrape_id)["success"] is True


def test_an_address_is_opened_and_used_in_one_call(mcp: McpClient, site: Site) -> None:
    told = mcp.call("firecrawl_interact", url=site.url(CATALOGUE), prompt="What is the title of this page?")
    assert "Thread & Needle" in told["output"] or "All products" in told["output"]
    assert mcp.call("firecrawl_interact_stop", scrapeId=told["scrapeId"])["success"] is True
