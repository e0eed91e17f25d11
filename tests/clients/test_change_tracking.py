"""Changes of pages, as the official clients read them."""

import json
import subprocess
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlencode

import pytest
from firecrawl import Firecrawl, V1FirecrawlApp
from firecrawl.v2.types import ChangeTrackingFormat, ScrapeOptions

from gossamer.testing.site import Site
from tests.clients.conftest import Cli, Javascript
from tests.clients.mcp import McpClient
from tests.clients.service import Service
from tests.integration.cli.commands import gossamer

PAGE = """<!doctype html><html><head><title>Kettle</title></head><body><main><h1>Copper kettle</h1>
<p>A kettle of copper that holds two litres and sings when the water boils. It is made by hand in a small workshop.</p>
<p>Price: {price}</p><p>{stock}</p><p>{views} views</p></main></body></html>"""
FIRST = PAGE.format(price="$49.00", stock="In stock", views="1,204")
CHEAPER = PAGE.format(price="$44.10", stock="In stock", views="1,377")
SCHEMA = {"type": "object", "properties": {"price": {"type": "number"}}}


def tracked(python: Firecrawl, url: str, *modes: str, actions: Any = None, **options: Any) -> Any:
    wanted = {"type": "changeTracking", "modes": list(modes), **options}
    return python.scrape(url, formats=["markdown", wanted], actions=actions).change_tracking


def test_a_page_is_new_then_the_same_then_changed(python: Firecrawl, site: Site) -> None:
    site.published["python"] = (200, FIRST)
    url = site.url("/published/python")
    first = tracked(python, url, "git-diff")
    assert first == {"previousScrapeAt": None, "changeStatus": "new", "visibility": "visible"}
    second = tracked(python, url, "git-diff")
    assert second["changeStatus"] == "same"
    assert second["previousScrapeAt"].endswith("Z")
    site.published["python"] = (200, CHEAPER)
    third = tracked(python, url, "git-diff")
    assert third["changeStatus"] == "changed"
    assert "-Price: $49.00\n+Price: $44.10\n" in third["diff"]["text"]
    [file] = third["diff"]["json"]["files"]
    changes = [change for chunk in file["chunks"] for change in chunk["changes"]]
    assert {"type": "add", "add": True, "ln": 5, "content": "+Price: $44.10"} in changes


def test_fields_that_changed_are_compared_by_schema(python: Firecrawl, site: Site) -> None:
    site.published["fields"] = (200, FIRST)
    url = site.url("/published/fields")
    tracked(python, url, "json", schema=SCHEMA)
    site.published["fields"] = (200, CHEAPER)
    document = python.scrape(
        url, formats=["markdown", ChangeTrackingFormat(modes=["json"], schema=SCHEMA, tag=None)], only_main_content=True
    )
    assert document.change_tracking["json"] == {"price": {"previous": 49, "current": 44.1}}
    assert document.json is None
    assert document.metadata.credits_used == 5


def test_tags_are_histories_of_their_own(python: Firecrawl, site: Site) -> None:
    site.published["tags"] = (200, FIRST)
    url = site.url("/published/tags")
    assert tracked(python, url, tag="hourly")["changeStatus"] == "new"
    assert tracked(python, url, tag="daily")["changeStatus"] == "new"
    assert tracked(python, url, tag="hourly")["changeStatus"] == "same"


def test_a_removed_page_is_removed_and_comes_back(python: Firecrawl, site: Site) -> None:
    site.published["gone"] = (200, FIRST)
    url = site.url("/published/gone")
    tracked(python, url)
    site.published["gone"] = (404, "<p>Gone.</p>")
    assert tracked(python, url)["changeStatus"] == "removed"
    site.published["gone"] = (200, FIRST)
    assert tracked(python, url)["changeStatus"] == "same"


@pytest.mark.parametrize("answer", [(503, "<p>Out of order.</p>"), (200, "<html><body></body></html>")])
def test_what_is_no_page_is_no_version(python: Firecrawl, site: Site, answer: tuple[int, str]) -> None:
    name = f"refused-{answer[0]}"
    site.published[name] = (200, FIRST)
    url = site.url(f"/published/{name}")
    tracked(python, url)
    site.published[name] = answer
    document = python.scrape(url, formats=["markdown", {"type": "changeTracking", "modes": []}], fast_mode=True)
    assert document.change_tracking is None
    assert "The page was not compared" in document.warning
    site.published[name] = (200, FIRST)
    assert tracked(python, url)["changeStatus"] == "same"


def test_version_one_has_it_too(service: Service, site: Site) -> None:
    python = V1FirecrawlApp(api_key=service.key, api_url=service.url)
    site.published["v1"] = (200, FIRST)
    url = site.url("/published/v1")
    options = {"modes": ["git-diff"], "tag": "v1"}
    first = python.scrape_url(url, formats=["markdown", "changeTracking"], change_tracking_options=options)
    assert first.changeTracking.changeStatus == "new"
    site.published["v1"] = (200, CHEAPER)
    second = python.scrape_url(url, formats=["markdown", "changeTracking"], change_tracking_options=options)
    assert second.changeTracking.changeStatus == "changed"
    assert "+Price: $44.10" in second.changeTracking.diff["text"]


def test_a_crawl_tells_pages_that_are_hidden_or_removed(python: Firecrawl, site: Site) -> None:
    start = "<html><body><main><h1>Shop</h1><p>Everything for tea.</p>{}</main></body></html>"
    links = "".join(f'<p><a href="/published/shop/{name}">The {name}</a></p>' for name in ("cup", "pot", "tin"))
    for name in ("cup", "pot", "tin"):
        site.published[f"shop/{name}"] = (
            200,
            f"<html><body><main><h1>{name}</h1><p>A {name}.</p></main></body></html>",
        )
    site.published["shop/"] = (200, start.format(links))
    options = ScrapeOptions(formats=["markdown", {"type": "changeTracking", "modes": [], "tag": "shop"}])

    def crawled() -> dict[str, tuple[str, str]]:
        job = python.crawl(
            site.url("/published/shop/"), limit=10, sitemap="skip", scrape_options=options, poll_interval=1
        )
        found = {document.metadata.source_url: document.change_tracking for document in job.data}
        return {url.rpartition("/")[2]: (one["changeStatus"], one["visibility"]) for url, one in found.items()}

    assert crawled() == dict.fromkeys(["", "cup", "pot", "tin"], ("new", "visible"))
    site.published["shop/"] = (200, start.format('<p><a href="/published/shop/cup">The cup</a></p>'))
    del site.published["shop/tin"]
    assert crawled() == {
        "": ("changed", "visible"),
        "cup": ("same", "visible"),
        "pot": ("same", "hidden"),
        "tin": ("removed", "hidden"),
    }


def test_a_batch_tells_changes(python: Firecrawl, site: Site) -> None:
    site.published["batch"] = (200, FIRST)
    url = site.url("/published/batch")
    formats = ["markdown", {"type": "changeTracking", "modes": ["git-diff"]}]
    [first] = python.batch_scrape([url], formats=formats, poll_interval=1).data
    assert first.change_tracking["changeStatus"] == "new"
    site.published["batch"] = (200, CHEAPER)
    [second] = python.batch_scrape([url], formats=formats, poll_interval=1).data
    assert second.change_tracking["changeStatus"] == "changed"


def test_what_actions_bring_in_is_compared(python: Firecrawl, site: Site) -> None:
    def page(price: str) -> str:
        more = f"document.getElementById('more').textContent = 'Price with tax: {price}'"
        hidden = f'<p id="more">Hidden yet</p><button id="show" onclick="{more}">Show</button></main>'
        return FIRST.replace("</main>", hidden)

    url = site.url("/published/acting")
    actions = [{"type": "click", "selector": "#show"}]
    states = []
    for price in ("$60.00", "$60.00", "$55.00"):
        site.published["acting"] = (200, page(price))
        found = tracked(python, url, "git-diff", actions=actions)
        states.append((found["changeStatus"], "+Price with tax: $55.00" in found.get("diff", {}).get("text", "")))
    assert states == [("new", False), ("same", False), ("changed", True)]


@pytest.mark.node
@pytest.mark.parametrize("version", ["v1", "v2"])
def test_the_javascript_client_reads_changes(javascript: Javascript, site: Site, version: str) -> None:
    name = f"js-{version}"
    site.published[name] = (200, FIRST)
    formats: dict[str, dict[str, Any]] = {
        "v1": {"formats": ["markdown", "changeTracking"], "changeTrackingOptions": {"modes": ["git-diff"]}},
        "v2": {"formats": ["markdown", {"type": "changeTracking", "modes": ["git-diff"]}]},
    }
    url = site.url(f"/published/{name}")
    assert javascript(url, version=version, **formats[version])["document"]["changeTracking"]["changeStatus"] == "new"
    site.published[name] = (200, CHEAPER)
    found = javascript(url, version=version, **formats[version])["document"]["changeTracking"]
    assert found["changeStatus"] == "changed"
    assert found["diff"]["json"]["files"][0]["chunks"][0]["changes"]


@pytest.mark.node
def test_the_mcp_server_and_the_command_line_read_changes(mcp: McpClient, cli: Cli, site: Site) -> None:
    url = site.url("/published/tools")
    site.published["tools"] = (200, FIRST)
    # One history for both: the first visit of either is the first version, or the same.
    found = mcp.call("firecrawl_scrape", url=url, formats=["markdown", "changeTracking"])
    assert found["changeTracking"]["changeStatus"] in {"new", "same", "changed"}
    site.published["tools"] = (200, CHEAPER)
    done = cli("scrape", url, "--format", "markdown,changeTracking")
    assert json.loads(done.stdout)["changeTracking"]["changeStatus"] == "changed", done.stdout


def call(service: Service, path: str, **query: str) -> tuple[int, Any]:
    request = urllib.request.Request(
        f"{service.url}{path}?{urlencode(query)}", headers={"authorization": f"Bearer {service.key}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def scraped(service: Service, **body: Any) -> tuple[int, Any]:
    headers = {"authorization": f"Bearer {service.key}", "content-type": "application/json"}
    request = urllib.request.Request(f"{service.url}/v2/scrape", json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.fixture(scope="module")
def history(python: Firecrawl, site: Site) -> str:
    """A page with three visits, of which the last two differ; returns its address."""
    url = site.url("/published/history")
    for text in (FIRST, FIRST, CHEAPER):
        site.published["history"] = (200, text)
        tracked(python, url)
    return url


def test_versions_of_a_page_are_listed(service: Service, history: str) -> None:
    status, answer = call(service, "/v2/history", url=history)
    assert status == 200
    assert [one["changeStatus"] for one in answer["data"]] == ["changed", "same", "new"]
    status, answer = call(service, "/v2/history", url=history, changes="true", limit="1")
    assert [one["changeStatus"] for one in answer["data"]] == ["changed"]
    assert answer["next"].startswith(f"{service.url}/v2/history?url=")
    assert call(service, "/v2/history", url=f"{history}/unknown") == (200, {"success": True, "data": []})


def test_any_two_versions_are_compared(service: Service, history: str) -> None:
    status, answer = call(service, "/v2/history/diff", url=history)
    assert status == 200
    [field] = answer["data"]["fields"]
    assert (field["direction"], field["percent"]) == ("down", -10)
    ids = [one["id"] for one in call(service, "/v2/history", url=history)[1]["data"]]
    status, answer = call(service, "/v2/history/diff", url=history, older=ids[2], newer=ids[1])
    assert answer["data"]["changed"] is False


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/v2/history", {"url": "::"}, 400),
        ("/v2/history", {}, 400),
        ("/v2/history", {"url": "https://e.org", "limit": "0"}, 400),
        ("/v2/history", {"url": "https://e.org", "before": "soon"}, 400),
        ("/v2/history/diff", {"url": "https://e.org/never"}, 404),
        ("/v2/history/diff", {"url": "https://e.org", "older": "no-id"}, 404),
    ],
)
def test_what_cannot_be_answered_is_said(service: Service, path: str, query: dict[str, str], status: int) -> None:
    found, answer = call(service, path, **query)
    assert found == status
    assert answer["success"] is False


def test_as_of_answers_with_the_version_of_that_time_and_fetches_nothing(
    service: Service, site: Site, history: str
) -> None:
    before = len(site.visits)
    versions = call(service, "/v2/history", url=history)[1]["data"]
    status, answer = scraped(service, url=history, asOf=versions[1]["at"], formats=["markdown", "links"])
    assert status == 200
    assert "$49.00" in answer["data"]["markdown"]
    assert answer["data"]["metadata"]["cacheState"] == "hit"
    status, answer = scraped(service, url=history, asOf="2020-01-01T00:00:00Z")
    assert (status, answer["code"]) == (404, "SCRAPE_NO_CACHED_DATA")
    assert len(site.visits) == before


@pytest.mark.parametrize(
    "body",
    [
        {"asOf": "2026-01-01T00:00:00Z", "waitFor": 1000},
        {"asOf": "yesterday"},
        {"formats": ["markdown", "changeTracking"], "lockdown": True},
        {"formats": ["markdown", "changeTracking"], "asOf": "2026-01-01T00:00:00Z"},
    ],
)
def test_a_version_and_a_visit_exclude_one_another(service: Service, body: dict[str, Any]) -> None:
    assert scraped(service, url="https://e.org/", **body)[0] == 400


def test_the_command_line_lists_versions_and_prints_a_difference(service: Service, history: str) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return gossamer("history", history, *arguments, home=service.log.parent / "data")

    listed = run("--json")
    assert listed.returncode == 0, listed.stderr
    assert [json.loads(line)["changeStatus"] for line in listed.stdout.splitlines()] == ["changed", "same", "new"]
    assert b"+Price: $44.10\n" in run("--diff").stdout
    nothing = run("--tag", "unknown")
    assert nothing.returncode == 4
    assert b"There is no version of this page" in nothing.stderr
