"""Programs that are set up in docs/integrations.md: the requests that they make, as their sources make them.

LangChain is tested with its packages, in test_langchain.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from firecrawl import Firecrawl

from gossamer.testing.site import Site
from tests.asking import ask_until
from tests.clients.mcp import McpClient
from tests.clients.service import Service

FILES = {"claude-code": ".claude.json", "codex": ".codex/config.toml", "cursor": ".cursor/mcp.json"}


@pytest.fixture
def http(service: Service) -> Iterator[httpx.Client]:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {service.key}"}
    with httpx.Client(base_url=service.url, headers=headers, timeout=60) as client:
        yield client


@pytest.fixture(scope="module", autouse=True)
def index(service: Service, site: Site) -> None:
    """A page in the index, for searches without a provider: it is there a moment after it was fetched."""
    client = Firecrawl(api_key=service.key, api_url=service.url)
    client.scrape(site.url("/article"))
    ask_until(lambda found: found.web, lambda: client.search("spiders", limit=1))


def finished(http: httpx.Client, path: str, body: Any = None) -> dict[str, Any]:
    while True:
        answer = http.request("GET", path, json=body)
        assert answer.status_code == 200, answer.text
        if (status := dict(answer.json()))["status"] == "completed":
            return status


def test_open_webui_loads_and_searches_pages(http: httpx.Client, site: Site) -> None:
    body = {"url": site.url("/article"), "formats": ["markdown"], "skipTlsVerification": False, "timeout": 60_000}
    answer = http.post("/v2/scrape", json={**body, "removeBase64Images": True})
    data = answer.json()["data"]
    assert data["markdown"].startswith("# How spiders weave")
    assert data["metadata"]["title"] == "How spiders weave"
    assert data["metadata"]["url"] == site.url("/article")
    found = http.post(
        "/v2/search", json={"query": "spiders", "limit": 3, "timeout": 9000, "ignoreInvalidURLs": True}
    ).json()
    assert {"url", "title", "description"} <= found["data"]["web"][0].keys()
    older = http.post("/v1/search", json={"query": "spiders", "limit": 3}).json()
    assert {"url", "title", "description"} <= older["data"][0].keys()


def test_dify_syncs_a_site(http: httpx.Client, site: Site) -> None:
    scraped = http.post(
        "/v2/scrape",
        json={"url": site.url("/article"), "formats": ["markdown"], "onlyMainContent": True, "timeout": 30_000},
    )
    assert scraped.json()["data"]["metadata"]["sourceURL"] == site.url("/article")
    options = {"includePaths": [], "excludePaths": [], "limit": 2, "scrapeOptions": {"onlyMainContent": True}}
    job = http.post("/v2/crawl", json={"url": site.url("/"), **options}).json()["id"]
    status = finished(http, f"/v2/crawl/{job}")
    assert status["total"] == status["completed"] == 2
    assert all({"markdown", "metadata"} <= page.keys() for page in status["data"])
    mapped = http.post("/v2/map", json={"url": site.url("/"), "integration": "dify"}).json()
    assert mapped["success"]
    assert mapped["links"]
    search = {"query": "spiders", "limit": 5, "lang": "en", "country": "us", "timeout": 60_000, "scrapeOptions": {}}
    more = {"ignoreInvalidURLs": True, "sources": [{"type": "web"}], "integration": "dify"}
    assert http.post("/v2/search", json={**search, **more}).json()["success"]


def test_n8n_runs_its_node(http: httpx.Client, site: Site) -> None:
    own = {"integration": "n8n"}
    assert http.request("GET", "/v2/team/credit-usage").json()["success"]
    scraped = http.post("/v2/scrape", json={**own, "url": site.url("/article"), "parsers": []}).json()
    assert scraped["data"]["markdown"].startswith("# How spiders weave")
    options = {"prompt": "", "limit": 2, "maxConcurrency": 100}
    job = http.post("/v2/crawl", json={**own, "url": site.url("/"), **options}).json()["id"]
    assert len(finished(http, f"/v2/crawl/{job}", own)["data"]) == 2
    mapping = {"sitemap": "include", "includeSubdomains": False, "limit": 5000, "timeout": 10_000}
    assert http.post("/v2/map", json={**own, "url": site.url("/"), **mapping}).json()["links"]
    search = {"query": "spiders", "sources": [{"type": "web"}], "timeout": 60_000, "limit": 5, "tbs": ""}
    assert http.post("/v2/search", json={**own, **search}).json()["data"]["web"]


def test_llamaindex_reads_by_the_client_of_its_reader(service: Service, site: Site) -> None:
    client = Firecrawl(api_key=service.key, api_url=service.url)
    page = client.scrape(site.url("/article"), formats=["markdown"])
    assert (page.markdown or "").startswith("# How spiders weave")
    assert page.metadata is not None
    assert page.metadata.source_url == site.url("/article")
    assert len(client.crawl(site.url("/"), limit=2).data) == 2
    assert client.map(site.url("/"), limit=5).links
    assert client.search("spiders", limit=2).web


def install(client: str, home: Path, *words: str, **env: str) -> dict[str, Any]:
    """Enter the tools in the configuration of a client, and return the entry."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
    command = [sys.executable, "-m", "gossamer", "mcp", "--install", client, "--yes", *words]
    subprocess.run(command, env={**inherited, "HOME": str(home), **env}, check=True, capture_output=True, timeout=60)
    text = (home / FILES[client]).read_text()
    read = tomllib.loads(text)["mcp_servers"] if client == "codex" else json.loads(text)["mcpServers"]
    return dict(read["gossamer"])


@pytest.mark.parametrize("client", FILES)
def test_the_entry_of_a_client_starts_the_tools(client: str, site: Site, tmp_path: Path) -> None:
    entry = install(client, tmp_path, "--tools", "scrape,map")
    environment = {**os.environ, "GOSSAMER_HOME": str(tmp_path / "data"), "GOSSAMER_EGRESS_ALLOW": site.host}
    with McpClient([entry["command"], *entry["args"]], environment) as tools:
        assert tools.tools() == {"firecrawl_scrape", "firecrawl_map", "gossamer_read"}
        assert "How spiders weave" in tools.text("firecrawl_scrape", url=site.url("/article"))


@pytest.mark.parametrize("client", FILES)
def test_the_entry_of_a_client_reaches_a_service(client: str, service: Service, tmp_path: Path) -> None:
    entry = install(client, tmp_path, "--url", service.url, GOSSAMER_API_KEY=service.key)
    headers = entry.get("headers") or entry["http_headers"]
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": client, "version": "1"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    accepted = {"Accept": "application/json, text/event-stream"}
    answer = httpx.post(entry["url"], json=message, headers={**headers, **accepted}, timeout=60)
    assert answer.status_code == 200, answer.text
    assert '"serverInfo"' in answer.text
