"""The service's own tools, through the reference client of the Model Context Protocol, by every way in."""

import asyncio
import json
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal, TypeAlias

import httpx2
import pytest
import pytest_asyncio
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ImageContent, TextContent

from gossamer.testing.site import Site
from tests import documents
from tests.clients.service import Service, running_service
from tests.integration.api.admin import TOKEN, Admin
from tests.integration.cli.commands import piped
from tests.loaded_process import write_program
from tests.markdown_site import LONG, html_page, running_markdown_site

pytestmark = pytest.mark.one_loop

Connection: TypeAlias = AbstractAsyncContextManager[Client]

_SECTIONS = 2_000
_LINE = "Silk is spun from the spinnerets and hardens in the air as the spider draws it out behind her. " * 28
_BOOK = "".join(f"<h2>Section {number}</h2><p>{number}. {_LINE}</p>" for number in range(_SECTIONS)).encode()


class _BookHandler(BaseHTTPRequestHandler):
    """Serves one page of five megabytes, and no robots.txt."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/book" else 404)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<html><body><main><h1>The book of silk</h1>" + _BOOK + b"</main></body></html>")

    def log_message(self, *args: object) -> None:
        """Write no log."""


@pytest.fixture
def book_url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _BookHandler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/book"
        server.shutdown()
        thread.join(10)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that may visit every port of this machine, where the book is."""
    env = {"GOSSAMER_ADMIN_TOKEN": TOKEN}
    with running_service(tmp_path_factory.mktemp("service"), egress_allow="127.0.0.1", env=env) as found:
        yield found


@asynccontextmanager
async def over_http(service: Service, key: str, mode: Literal["auto", "legacy"] = "auto") -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=100) as http,
        Client(streamable_http_client(f"{service.url}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


def over_streams(home: Path, *options: str) -> Connection:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
    return Client(
        StdioServerParameters(
            command=str(write_program(home / "programs")),
            args=["mcp", "--allow", "127.0.0.1", *options],
            env={**inherited, "GOSSAMER_HOME": str(home)},
        )
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def streams(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Client]:
    """A client of one server over standard streams."""
    opened: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
    closing = asyncio.Event()

    async def hold_open() -> None:
        # The task that opened a client must close it.
        async with over_streams(tmp_path_factory.mktemp("streams")) as client:
            opened.set_result(client)
            await closing.wait()

    holding: asyncio.Future[None] = asyncio.create_task(hold_open())
    await asyncio.wait((opened, holding), return_when=asyncio.FIRST_COMPLETED)
    if not opened.done():
        await holding
    yield opened.result()
    closing.set()
    await holding


@pytest.fixture(params=["newest", "handshake", "streams"])
def connection(request: pytest.FixtureRequest, service: Service) -> Connection:
    """A client by each way in: the protocol without sessions, the older handshake, and standard streams."""
    ways: dict[str, Callable[[], Connection]] = {
        "newest": lambda: over_http(service, service.key),
        "handshake": lambda: over_http(service, service.key, "legacy"),
        "streams": lambda: nullcontext(request.getfixturevalue("streams")),
    }
    return ways[request.param]()


async def done(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The result of a tool, which must be a success."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, said(result)
    found: dict[str, Any] = result.structured_content
    return found


def is_png(file: Path) -> bool:
    return file.read_bytes().startswith(b"\x89PNG")


def said(result: CallToolResult) -> str:
    return " ".join(each.text for each in result.content if isinstance(each, TextContent))


async def test_a_page_is_scraped_with_a_picture_and_can_be_read_as_a_resource(
    connection: Connection, site: Site
) -> None:
    async with connection as client:
        result = await client.call_tool(
            "firecrawl_scrape", {"url": site.url("/article"), "formats": ["markdown", "links", "screenshot"]}
        )
        page = result.structured_content
        assert page["markdown"].startswith("# How spiders weave")
        [picture] = [each for each in result.content if isinstance(each, ImageContent)]
        assert picture.mime_type == "image/png"
        resource = f"gossamer://scrapes/{page['metadata']['scrapeId']}/markdown"
        assert resource in {each.uri for each in (await client.list_resources()).resources}
        [whole] = (await client.read_resource(resource)).contents
        assert getattr(whole, "text", None) == page["markdown"]


async def test_a_large_page_is_read_part_by_part(connection: Connection, book_url: str) -> None:
    async with connection as client:
        result = await client.call_tool("firecrawl_scrape", {"url": book_url})
        assert not result.is_error, said(result)
        assert len(said(result)) < 25_000
        [cut] = result.structured_content["cut"]
        assert cut["total"] > 5_000_000
        assert cut["outline"][0] == {"level": 1, "heading": "The book of silk", "offset": 0}
        first = result.structured_content["markdown"]
        second = await done(client, "gossamer_read", cursor=cut["cursor"], maxCharacters=50_000)
        third = await done(client, "gossamer_read", cursor=second["next"])
        assert third["from"] == second["to"] == len(first) + len(second["text"])
        headings = (await done(client, "gossamer_read", cursor=cut["cursor"], view="outline"))["outline"]
        assert "Section 150" in [each["heading"] for each in headings]
        last = await done(client, "gossamer_read", cursor=cut["cursor"], offset=cut["total"] - 100)
        assert (last["to"], "next" in last) == (cut["total"], False)


async def test_a_site_is_mapped_and_crawled(connection: Connection, site: Site) -> None:
    async with connection as client:
        links = (await done(client, "firecrawl_map", url=site.url("/")))["links"]
        assert site.url("/article") in [link["url"] for link in links]
        crawl = await done(client, "firecrawl_crawl", url=site.url("/"), limit=3, scrapeOptions={"formats": ["links"]})
        assert (crawl["status"], len(crawl["data"])) == ("completed", 3)
        again = await done(client, "firecrawl_check_crawl_status", id=crawl["id"], skip=1)
        assert len(again["data"]) == 2


async def test_maps_and_crawls_begin_with_the_guide_of_a_site(connection: Connection) -> None:
    async with running_markdown_site() as site, connection as client:
        site.html |= {"/": html_page(LONG, "/a.html"), "/a.html": html_page(LONG), "/named.html": html_page(LONG)}
        site.html["/llms.txt"] = "# Kept\n\n- [Named](/named.html)\n"
        site.media_types["/llms.txt"] = "text/plain"
        common = {"url": site.url("/"), "llmsTxt": "first", "sitemap": "skip"}
        links = (await done(client, "firecrawl_map", **common))["links"]
        assert site.url("/named.html") in [link["url"] for link in links]
        crawl = await done(client, "firecrawl_crawl", **common)
        sources = {page["metadata"]["sourceURL"] for page in crawl["data"]}
        assert {site.url("/named.html"), site.url("/a.html")} <= sources


async def test_a_page_is_used(connection: Connection, site: Site) -> None:
    async with connection as client:
        used = await done(client, "firecrawl_interact", url=site.url("/article"), prompt="What is the title?")
        # An address that drives the session is not for a model's context.
        assert (used["success"], "token" in str(used)) == (True, False)
        assert (await done(client, "firecrawl_interact_stop", scrapeId=used["scrapeId"]))["success"]


async def test_a_schema_is_filled(connection: Connection, site: Site) -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}}}
    async with connection as client:
        page = await done(
            client,
            "firecrawl_scrape",
            url=site.url("/product"),
            formats=["json"],
            jsonOptions={"schema": schema},
        )
        assert isinstance(page["json"]["price"], float)
        several = await done(client, "firecrawl_extract", urls=[site.url("/product")], schema=schema)
        assert several["data"] == page["json"]


async def test_pages_are_watched_and_questions_answered(service: Service, site: Site) -> None:
    async with over_http(service, service.key) as client:
        made = await done(client, "firecrawl_monitor_create", page=site.url("/article"), goal="the text changes")
        listed = await done(client, "firecrawl_monitor_list")
        assert made["id"] in [monitor["id"] for monitor in listed["data"]]
        assert (await done(client, "firecrawl_monitor_delete", id=made["id"]))["success"]
        run = await done(
            client,
            "firecrawl_agent",
            prompt="What does the orb weaver let drift on the wind?",
            urls=[site.url("/article")],
            strictConstrainToURLs=True,
        )
        assert run["status"] == "completed"
        assert "bridge thread" in str((await done(client, "firecrawl_agent_status", id=run["id"]))["data"])


async def test_mistakes_are_named(connection: Connection, site: Site) -> None:
    async with connection as client:
        unknown = await client.call_tool("firecrawl_scrape", {"url": site.url("/article"), "colour": "red"})
        assert unknown.is_error
        assert "Unknown: `colour`. firecrawl_scrape takes `url`" in said(unknown)
        missing = await client.call_tool("firecrawl_scrape", {})
        assert said(missing) == "Missing: `url`."
        refused = await client.call_tool("firecrawl_scrape", {"url": "http://10.0.0.1/"})
        assert refused.is_error
        assert "(unsafe_domain_blocked, status 403)" in said(refused)
        for tool, arguments in (("firecrawl_scrape", {}), ("firecrawl_interact", {"prompt": "What is the title?"})):
            lost = await client.call_tool(tool, {"url": site.url("/redirect/loop"), **arguments})
            assert (lost.is_error, "redirects in a loop" in said(lost)) == (True, True)
        typed = await client.call_tool("firecrawl_scrape", {"url": site.url("/article"), "waitFor": "h1"})
        assert said(typed) == "`waitFor`: Expected integer, received string. (BAD_REQUEST, status 400)"
        forged = await client.call_tool("gossamer_read", {"cursor": "bm9wZQ"})
        assert said(forged).startswith("This cursor cannot be read.")
        with pytest.raises(MCPError, match="There is no resource"):
            await client.read_resource("gossamer://elsewhere/1")


async def test_arguments_that_are_spelled_otherwise_are_understood(connection: Connection, site: Site) -> None:
    spelled: dict[str, Any] = {
        "formats": '["markdown", "links"]',
        "waitFor": "5",
        "onlyMainContent": "False",
        "fullMetadata": "true",
        "maxCharacters": "1500",
    }
    async with connection as client:
        page = await done(client, "firecrawl_scrape", url=site.url("/article"), **spelled)
        assert (page["metadata"]["fetchedBy"], "markdown" in page, "links" in page) == ("browser", True, True)
        [cut, *_] = page["cut"]
        rest = await done(client, "gossamer_read", cursor=cut["cursor"], offset="10", maxCharacters="500")
        assert rest["from"] == 10
        crawl = {"url": site.url("/article"), "limit": "1", "scrapeOptions": '{"formats": "markdown"}'}
        assert len((await done(client, "firecrawl_crawl", **crawl))["data"]) == 1
        unclear = await client.call_tool(
            "firecrawl_scrape", {"url": site.url("/article"), "onlyMainContent": "perhaps"}
        )
        assert said(unclear) == "`onlyMainContent`: Expected boolean, received string. (BAD_REQUEST, status 400)"


async def test_an_answer_comes_once_where_the_client_reads_structured_content(service: Service, site: Site) -> None:
    texts = {}
    for mode in ("auto", "legacy"):
        async with over_http(service, service.key, mode) as client:
            result = await client.call_tool("firecrawl_scrape", {"url": site.url("/article")})
            assert len(result.structured_content["markdown"]) > 200
            lost = await client.call_tool("firecrawl_scrape", {"url": site.url("/redirect/loop")})
            assert "redirects in a loop" in said(lost)
            texts[mode] = said(result)
    assert texts["auto"] == "The result is in structuredContent."
    assert json.loads(texts["legacy"])["markdown"] == result.structured_content["markdown"]


def test_a_line_that_is_no_message_is_answered_over_standard_streams(tmp_path: Path) -> None:
    lines = b'no JSON\n{"jsonrpc": "2.0", "id": 1, "me\n[]\n{"foo": 1}\n'
    ran = piped(lines, "mcp", home=tmp_path)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [(each["id"], each["error"]["code"]) for each in answers] == [
        (None, -32700),
        (None, -32700),
        (None, -32600),
        (None, -32600),
    ]
    assert ran.returncode == 0


async def test_prompts_are_offered_and_filled_in(connection: Connection) -> None:
    async with connection as client:
        names = {each.name for each in (await client.list_prompts()).prompts}
        assert names == {"read_page", "extract_table", "answer_with_sources", "watch_page"}
        filled = await client.get_prompt("read_page", {"url": "https://example.com/{site}"})
        [message] = filled.messages
        assert "Read https://example.com/{site} with firecrawl_scrape." in getattr(message.content, "text", "")


async def test_a_file_is_parsed_where_the_server_runs_beside_the_client(tmp_path: Path) -> None:
    file = tmp_path / "report.docx"
    file.write_bytes(documents.REPORT)
    async with over_streams(tmp_path / "home") as client:
        parsed = await done(client, "firecrawl_parse", filePath=str(file))
        assert parsed["markdown"].startswith("# Silk report")
        absent = await client.call_tool("firecrawl_parse", {"filePath": str(tmp_path / "absent.pdf")})
        assert said(absent) == f"{tmp_path / 'absent.pdf'} cannot be read: No such file or directory."


async def test_without_a_server_files_are_paths_and_there_is_nothing_to_connect_to(tmp_path: Path, site: Site) -> None:
    async with over_streams(tmp_path) as client:
        page = await done(client, "firecrawl_scrape", url=site.url("/article"), formats=["screenshot"])
        shot = page["screenshot"].removesuffix(" (shown as an image)")
        assert is_png(Path(shot))
        used = await done(client, "firecrawl_interact", scrapeId=page["metadata"]["scrapeId"], prompt="read the title")
    assert not {"cdpUrl", "liveViewUrl", "warning"} & used.keys()


async def test_a_restricted_key_sees_and_uses_its_tools_alone(service: Service, site: Site) -> None:
    admin = Admin(service.url)
    team = admin.make_team("tools", flags={"keyRestrictions": True})
    admin.told("PUT", f"/admin/keys/{admin.first_key(team)}/restrictions", {"allowedEndpoints": ["map"]})
    async with over_http(service, team.api_key) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert {"firecrawl_map", "gossamer_read", "firecrawl_credit_usage"} <= names
        assert not names & {"firecrawl_scrape", "firecrawl_crawl", "firecrawl_parse"}
        refused = await client.call_tool("firecrawl_scrape", {"url": site.url("/article")})
        assert "this API key may not use it" in said(refused)
        assert (await done(client, "firecrawl_map", url=site.url("/")))["links"]
        assert (await done(client, "firecrawl_credit_usage"))["data"]


async def test_tools_are_chosen_and_pages_are_shortened_to_a_question(site: Site, tmp_path: Path) -> None:
    async with over_streams(tmp_path, "--tools", "scrape,firecrawl_map") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"firecrawl_scrape", "firecrawl_map", "gossamer_read"}
        question = {"url": site.url("/article"), "query": "Which spiral catches the prey?", "maxTokens": 60}
        page = await done(client, "firecrawl_scrape", **question)
        assert "auxiliary spiral" in page["markdown"]
        assert page["metadata"]["tokens"] <= 60
        assert (page["metadata"]["coverage"], "ogTitle" in page["metadata"]) == ("truncated", False)
        rest = await done(client, "firecrawl_scrape", url=site.url("/article"), cursor=page["passages"][0]["cursor"])
        assert "A web is a question put to the wind." in rest["markdown"]
        whole = await done(client, "firecrawl_scrape", url=site.url("/article"), fullMetadata=True)
        assert whole["metadata"]["ogTitle"] == "Orb webs"


async def test_two_clients_on_one_machine_do_not_meet(site: Site, tmp_path: Path) -> None:
    async with over_streams(tmp_path) as one, over_streams(tmp_path) as other:
        pages = [await done(client, "firecrawl_scrape", url=site.url("/article")) for client in (one, other)]
        assert pages[0]["markdown"] == pages[1]["markdown"]
    assert sorted(folder.name for folder in (tmp_path / "mcp").iterdir()) == ["1", "2"]


def test_a_stranger_is_sent_away_with_a_challenge(service: Service) -> None:
    with httpx2.Client() as http:
        answer = http.post(f"{service.url}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert (answer.status_code, answer.json()["success"]) == (401, False)
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["x-api-key", "x-firecrawl-api-key"])
def test_a_key_comes_in_the_headers_that_clients_use(service: Service, header: str) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    accepts = "application/json, text/event-stream"
    with httpx2.Client(headers={header: service.key, "accept": accepts}) as http:
        answer = http.post(f"{service.url}/mcp", json=asked)
    assert "firecrawl_scrape" in [tool["name"] for tool in answer.json()["result"]["tools"]]
