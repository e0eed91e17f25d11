"""An Operations that answers from memory, and a client without a network."""

import asyncio
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, cast

import httpx
from starlette.applications import Starlette
from starlette.routing import Match

from gossamer.api import create_app
from gossamer.api.callers import OwnHosts
from gossamer.api.endpoints import EndpointRoute
from gossamer.api.reference.document import openapi_of
from gossamer.content.offload import Offload
from gossamer.core.access import AccessRequest, Group, Mode, Principal
from gossamer.core.actions import Captured
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.errors import NotFound, Unauthenticated
from gossamer.core.prices import PriceTable
from gossamer.core.restrictions import parse_networks
from gossamer.core.specs import ScrapeSpec
from gossamer.core.uploads import ReadableFormat, UploadedFile, UploadSlot, UploadTicket
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import Jobs, PromptReader
from gossamer.features.extract import Extracts
from gossamer.features.map import Maps
from gossamer.features.monitor import Monitors
from gossamer.features.scrape.uploaded import readable_formats
from gossamer.operations import Admission, Operations, Rights, Spending
from gossamer.operations.batch import Batches
from gossamer.operations.bodies import LargeBodies
from gossamer.operations.crawl import Crawls
from gossamer.operations.extract import ExtractOperations
from gossamer.operations.gate import access_request, admit, admit_address
from gossamer.operations.jobs import JobOperations
from gossamer.operations.map import SiteMaps
from gossamer.operations.monitors import MonitorOperations
from gossamer.ports.credits import CreditStore
from gossamer.testing.clock import ManualClock
from tests.fuzzing import Answers, FuzzedRequest
from tests.memory_places import free_places
from tests.threats import threat_watch
from tests.unit.api.stub_jobs import StubJobs, StubMaps, StubPrompts
from tests.unit.api.stub_monitors import StubMonitors
from tests.unit.api.stub_registers import StubRegisters
from tests.unit.api.stub_research import StubResearch, StubXclaw
from tests.unit.api.stub_searches import StubSearches
from tests.unit.api.stub_sessions import StubSessions

KEY = "fc-00000000000000000000000000000001"
SCRAPE_ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"
HEADERS = {"authorization": f"Bearer {KEY}"}
URL = "https://example.org/"
DOCUMENT = Document(
    metadata={"title": "T", "sourceURL": URL, "statusCode": 200, "scrapeId": SCRAPE_ID, "creditsUsed": 1},
    markdown="# T",
    links=("https://example.org/a",),
)


class StubParses:
    """Parses every file as the same document, and gives one place for uploads."""

    async def parse(
        self, caller: Principal, group: Group, spec: ScrapeSpec, file: UploadedFile, dialect: str = ""
    ) -> ScrapeResult:
        admit(caller, access_request(group, spec))
        text = (await file.read()).decode()
        return ScrapeResult(SCRAPE_ID, replace(DOCUMENT, markdown=text), 1, spec.origin)

    async def parse_upload(
        self, caller: Principal, group: Group, spec: ScrapeSpec, reference: str, dialect: str = ""
    ) -> ScrapeResult:
        admit(caller, access_request(group, spec))
        return ScrapeResult(SCRAPE_ID, replace(DOCUMENT, markdown=reference), 1, spec.origin)

    async def issue(
        self, caller: Principal, group: Group, *, name: str, media_type: str, size: int | None
    ) -> UploadTicket:
        admit(caller, AccessRequest(group))
        return UploadTicket(UploadSlot(SCRAPE_ID, caller.team_id, name, media_type, size, datetime.now(UTC)), "secret")

    def formats(self, caller: Principal, group: Group) -> tuple[ReadableFormat, ...]:
        admit(caller, AccessRequest(group))
        return readable_formats(images=False)


class InLine:
    """An Offload that does everything at once, and passes it on as a helper process does."""

    async def run(self, function: Callable[..., Any], *arguments: Any, **_: Any) -> Any:
        return pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(function))(*arguments)))


class NoAgent:
    """An agent where no browser is."""

    available = False


@dataclass
class StubOperations:
    """Knows one key, one stored scrape and one blob; remembers what was asked.

    Jobs and maps go through their real operations, over features that live in memory.
    """

    document: Document = DOCUMENT
    failure: BaseException | None = None
    caller: Principal = field(default_factory=lambda: Principal("team", "key"))
    open_mode: bool = False
    parts: Mapping[str, str] = field(default_factory=lambda: {"database": "", "browser": ""})
    blobs: Mapping[str, Captured] = field(default_factory=dict)
    asked: list[tuple[Group, ScrapeSpec]] = field(default_factory=list)
    tokens: list[str | None] = field(default_factory=list)
    entered: list[tuple[Group | None, Mode | None]] = field(default_factory=list)
    started: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    endless: bool = False
    kept: StubJobs = field(default_factory=StubJobs)
    site: StubMaps = field(default_factory=StubMaps)
    sessions: StubSessions = field(default_factory=StubSessions)
    parses: StubParses = field(default_factory=StubParses)
    searches: StubSearches = field(default_factory=StubSearches)
    registers: StubRegisters = field(default_factory=StubRegisters)
    rights: Rights = field(default_factory=Rights)
    admission: Admission = field(default_factory=lambda: Admission(at_once=9, team_at_once=9, places=free_places()))

    def __post_init__(self) -> None:
        jobs = cast("Jobs", self.kept)
        self.jobs = JobOperations(jobs, self.admission, job_pages=10)
        # Its callers have no bound on their credits.
        spending = Spending(cast("CreditStore", None), ManualClock(), PriceTable())
        watch = threat_watch()
        agent = cast("AgentScraping", NoAgent())
        prompts = cast("PromptReader", StubPrompts(self.kept.reading))
        self.crawls = Crawls(jobs, agent, self.rights, spending, watch, prompts=prompts, admission=self.admission)
        self.monitors = MonitorOperations(cast("Monitors", StubMonitors()), agent, self.rights, spending, watch)
        self.batches = Batches(jobs, agent, spending, watch)
        self.bodies = LargeBodies(cast("Offload", InLine()))
        self.maps = SiteMaps(cast("Maps", self.site), self.admission, spending, watch)
        extracts = Extracts(jobs, web=False, found=5, searched=2)
        self.research = StubResearch(jobs)
        self.xclaw = StubXclaw()
        self.extracts = ExtractOperations(extracts, agent, spending, watch, most_urls=3)

    async def authenticate(self, token: str | None) -> Principal:
        self.tokens.append(token)
        if self.open_mode or token == KEY:
            return self.caller
        told = {None: "Unauthorized", "": "Unauthorized: Token missing"}
        raise Unauthenticated(told.get(token, "Unauthorized: Invalid token"))

    async def enter(
        self, caller: Principal, group: Group | None, mode: Mode | None, *, called_from: str | None
    ) -> None:
        self.entered.append((group, mode))
        admit_address(caller, called_from)
        if group is not None:
            admit(caller, AccessRequest(group))

    async def scrape(self, caller: Principal, group: Group, spec: ScrapeSpec, dialect: str = "") -> ScrapeResult:
        admit(caller, access_request(group, spec))
        self.asked.append((group, spec))
        self.started.set()
        if self.failure:
            raise self.failure
        if self.endless:
            try:
                await asyncio.Event().wait()
            finally:
                self.cancelled.set()
        return ScrapeResult(SCRAPE_ID, self.document, 1, spec.origin)

    async def stored_scrape(self, caller: Principal, group: Group, scrape_id: str) -> Document:
        admit(caller, AccessRequest(group))
        if self.failure:
            raise self.failure
        if scrape_id.lower() != SCRAPE_ID:
            raise NotFound("Job not found.")
        return self.document

    async def blob(self, name: str) -> Captured | None:
        return self.blobs.get(name)

    async def ready(self) -> Mapping[str, str]:
        return self.parts

    def render_line(self) -> Mapping[str, int]:
        return {"working": 1, "resting": 0, "waiting": 0, "places": 8}


# Where the client without a network calls from; the application trusts it as its proxy.
PROXY = "127.0.0.1"


def app_over(stub: StubOperations, hosts: OwnHosts | None = None) -> Starlette:
    return create_app(cast("Operations", stub), trusted_proxies=parse_networks(PROXY), hosts=hosts)


@asynccontextmanager
async def client(stub: StubOperations | None = None, hosts: OwnHosts | None = None) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the whole application, which knows no key of itself; every answer is held to the API reference."""
    app = app_over(stub or StubOperations(), hosts)
    hooks: dict[str, list[Callable[..., Any]]] = {"response": [partial(_check_described, app)]}
    base_url, transport = "http://api.example:3002", httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=base_url, event_hooks=hooks) as found:
        yield found


async def _check_described(app: Starlette, answer: httpx.Response) -> None:
    method, path = answer.request.method, answer.request.url.path
    scope = {"type": "http", "method": method, "path": path, "root_path": ""}
    found = (route for route in app.routes if route.matches(scope)[0] is Match.FULL)
    route = next(found, None)
    if isinstance(route, EndpointRoute) and method == route.serves.method:
        await answer.aread()
        request = FuzzedRequest(method, path, route.path_format)
        assert _described_answers().mismatch(request, answer) == ""


@cache
def _described_answers() -> Answers:
    return Answers(openapi_of(app_over(StubOperations()).routes))


@dataclass
class Exchange:
    """One request, message by message."""

    status: int = 0
    headers: dict[bytes, bytes] = field(default_factory=dict)
    body: bytes = b""

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = dict(message["headers"])
        else:
            self.body += message.get("body", b"")


async def exchange(
    app: Starlette,
    receive: Callable[[], Awaitable[dict[str, Any]]],
    *,
    method: str = "POST",
    path: str = "/v2/scrape",
    headers: Mapping[str, str] | None = None,
) -> Exchange:
    """Send a request whose body comes from *receive*."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in (headers or HEADERS).items()],
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 3002),
    }
    done = Exchange()
    await app(scope, receive, done.send)
    return done
