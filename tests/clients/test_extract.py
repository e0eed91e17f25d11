"""Extraction by the official clients, without a model and with one: Python (both versions), JavaScript, and MCP."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from firecrawl import Firecrawl
from firecrawl.v2.types import AgentOptions, ScrapeOptions

from gossamer.testing.model import ScriptedModel, answering, running_model
from gossamer.testing.site import Site
from tests.asking import ask_until
from tests.clients.javascript import answer_of
from tests.clients.mcp import McpClient
from tests.clients.service import Service, running_service

pytestmark = pytest.mark.filterwarnings("ignore:The extract endpoint is in maintenance mode")
SCHEMA = {
    "type": "object",
    "properties": {"title": {"type": "string"}, "published": {"type": "string"}, "colour": {"type": "string"}},
}
FACTS = {"title": "How spiders weave", "published": "2024-05-01T08:00:00Z", "colour": None}
Javascript = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedModel]:
    with running_model(answering({"title": "How spiders weave", "published": None, "colour": "octarine"})) as found:
        yield found


@pytest.fixture(scope="module")
def modelled(site: Site, model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a model, beside the one without."""
    env = {
        "GOSSAMER_LLM_MODEL": f"openai:{model.name}",
        "GOSSAMER_LLM_BASE_URL": model.url,
        "GOSSAMER_LLM_API_KEY": model.key,
        "GOSSAMER_WORKERS": "0",
    }
    with running_service(tmp_path_factory.mktemp("modelled"), egress_allow=site.host, env=env) as found:
        yield found


@pytest.fixture
def javascript(node_modules: Path, service: Service) -> Javascript:
    """Extract with a JavaScript client, in a process of its own."""

    def call(**told: Any) -> dict[str, Any]:
        ask = {"version": "v2", "package": "firecrawl", "apiKey": service.key, "apiUrl": service.url, **told}
        told_back: dict[str, Any] = answer_of(node_modules / "extract.mjs", ask)
        return told_back

    return call


def test_python_extracts_without_a_model(python: Firecrawl, site: Site) -> None:
    url = site.url("/article")
    found = python.extract([url], prompt="The article", schema=SCHEMA, show_sources=True, poll_interval=1)
    assert (found.success, found.status, found.data) == (True, "completed", FACTS)
    assert found.sources == {"/title": [url], "/published": [url]}
    assert (found.credits_used, found.tokens_used) == (5, 0)
    assert found.expires_at is not None


def test_python_starts_and_asks(python: Firecrawl, site: Site) -> None:
    urls = [site.url("/article"), "no address \\"]
    options = ScrapeOptions(formats=["markdown"], only_main_content=True)
    started = python.start_extract(urls, schema=SCHEMA, scrape_options=options, ignore_invalid_urls=True)
    assert started.success
    status = ask_until(lambda told: told.status != "processing", lambda: python.get_extract_status(str(started.id)))
    assert (status.status, status.data) == ("completed", FACTS)


def test_python_extracts_from_a_whole_site(python: Firecrawl, site: Site) -> None:
    schema = {"type": "object", "properties": {"pages": {"type": "array", "items": SCHEMA}}}
    found = python.extract([site.url("/*")], prompt="Articles", schema=schema, poll_interval=1)
    assert found.status == "completed"
    assert isinstance(found.data, dict)


def test_python_is_told_why_nothing_came(python: Firecrawl, site: Site) -> None:
    found = python.extract([site.url("/missing")], schema=SCHEMA, poll_interval=1)
    assert (found.success, found.status) == (False, "failed")
    assert "404" in str(found.error)


def test_python_version_1_extracts(python: Firecrawl, site: Site) -> None:
    found = python.v1.extract([site.url("/article")], prompt="The article", schema=SCHEMA)
    assert (found.success, found.data) == (True, FACTS)
    with pytest.raises(Exception, match="No page could be read"):
        python.v1.extract([site.url("/missing")], prompt="p", schema=SCHEMA)


def test_python_gets_every_value_of_a_model_and_the_page_s_own_for_what_it_left_out(
    modelled: Service, model: ScriptedModel, site: Site
) -> None:
    python = Firecrawl(api_key=modelled.key, api_url=modelled.url)
    found = python.extract([site.url("/article")], prompt="The article", schema=SCHEMA, poll_interval=1)
    assert found.status == "completed"
    # The page does not mention octarine, but no value is withheld by default.
    assert found.data == {**FACTS, "colour": "octarine"}
    assert model.requests
    assert found.tokens_used == 110 * len(model.requests)
    assert found.credits_used == max(5, -(-found.tokens_used // 15))


@pytest.mark.browser
def test_python_lets_an_agent_navigate_first(python: Firecrawl, site: Site) -> None:
    schema = {"type": "object", "properties": {"products": {"type": "array", "items": {"type": "string"}}}}
    agent = AgentOptions(model="FIRE-1")
    found = python.extract([site.url("/article")], prompt="Scroll down", schema=schema, agent=agent, poll_interval=1)
    assert found.status == "completed"


@pytest.mark.node
@pytest.mark.parametrize(
    ("version", "package"),
    [("v2", "firecrawl"), ("v2", "firecrawl-4.24"), ("v2", "@mendable/firecrawl-js"), ("v1", "firecrawl")],
)
def test_javascript_extracts(javascript: Javascript, site: Site, version: str, package: str) -> None:
    told = javascript(
        version=version, package=package, urls=[site.url("/article")], schema=SCHEMA, prompt="The article"
    )
    assert (told["success"], told["data"]) == (True, FACTS)


@pytest.mark.node
@pytest.mark.parametrize("mcp", ["firecrawl-mcp-3.22"], indirect=True)  # the newer one has no such tool any more
def test_mcp_extracts(mcp: McpClient, site: Site) -> None:
    told = mcp.call("firecrawl_extract", urls=[site.url("/article")], prompt="The article", schema=SCHEMA)
    assert told == FACTS or told["data"] == FACTS
