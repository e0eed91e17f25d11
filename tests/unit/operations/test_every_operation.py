"""No operation forgets the gate: whoever is refused everything is refused before anything is done."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_type_hints

import pytest

import gossamer.operations
from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.crawls import BatchSpec, CrawlSpec, MapSpec
from gossamer.core.developer import DeveloperQuery
from gossamer.core.errors import NotAllowed
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.jobs import JobKind
from gossamer.core.monitoring import MonitorSpec, ScrapeTarget
from gossamer.core.papers import PaperId, PaperQuery, RelatedQuery
from gossamer.core.research import LlmsTxtSpec, ResearchKind, ResearchSpec
from gossamer.core.schedules import Schedule
from gossamer.core.searches import Feedback, Rating, SearchSpec
from gossamer.core.sessions import Code, SessionSpec
from gossamer.core.specs import ScrapeSpec
from gossamer.core.threats import ThreatSettings
from gossamer.core.uploads import UploadedFile
from gossamer.core.urls import web_url
from gossamer.features.crawl import JobStanding
from gossamer.operations import JobArrival
from gossamer.operations.scrape import Scrapes
from tests.unit.api.stub_jobs import CRAWL_ID, a_job

PAPER = PaperId("pmid", "1")
URL = web_url("https://e.org/")
SCRAPE = ScrapeSpec(URL)
# Parts that operations are made of: they are asked once the gate was.
PARTS = {"Admission", "JobArrival", "Places", "Spending", "Rates", "ThreatWatch"}
SPECS: dict[type, object] = {
    ScrapeSpec: SCRAPE,
    CrawlSpec: CrawlSpec(URL, SCRAPE),
    BatchSpec: BatchSpec((URL,), SCRAPE, append_to=CRAWL_ID),
    ExtractSpec: ExtractSpec(replace(SCRAPE, formats=(Json(),)), urls=(URL,)),
    MapSpec: MapSpec(URL),
    SearchSpec: SearchSpec("spiders"),
    PaperQuery: PaperQuery("spiders"),
    PaperId: PAPER,
    RelatedQuery: RelatedQuery((PAPER,), "silk"),
    DeveloperQuery: DeveloperQuery("spiders"),
    ResearchSpec: ResearchSpec(SCRAPE, "Who?"),
    LlmsTxtSpec: LlmsTxtSpec(SCRAPE, URL),
    Feedback: Feedback("search", CRAWL_ID, Rating.GOOD),
    JobArrival: JobArrival(called_at="http://api.example", dialect="v2"),
    SessionSpec: SessionSpec(),
    Code: Code("1 + 1"),
    ThreatSettings: ThreatSettings(),
    MonitorSpec: MonitorSpec("m", Schedule("0 * * * *"), (ScrapeTarget("t", (URL,), SCRAPE),)),
}


async def nothing() -> bytes:
    return b""


BY_NAME: dict[str, object] = {
    "group": Group.CRAWL,
    "mode": None,
    "called_from": "127.0.0.1",
    "url": URL,
    "prompt": "the blog",
    "question": "the blog",
    "most": 4,
    "scrape_id": CRAWL_ID,
    "job_id": CRAWL_ID,
    "session_id": CRAWL_ID,
    "page_id": "1",
    "seconds": 30.0,
    "state": None,
    "form": "actions",
    "kinds": frozenset(JobKind),
    "after": 0,
    "limit": 10,
    "max_bytes": 1000,
    "ids": [CRAWL_ID],
    "job": a_job(),
    "step": timedelta(minutes=1),
    "by_key": False,
    "since": datetime(2026, 1, 1, tzinfo=UTC),
    "until": datetime(2026, 1, 2, tzinfo=UTC),
    "operation": None,
    "cursor": None,
    "file": UploadedFile("a.pdf", "application/pdf", nothing),
    "reference": "secret",
    "name": "a.pdf",
    "media_type": "application/pdf",
    "monitor_id": CRAWL_ID,
    "monitor_ids": [CRAWL_ID],
    "source_id": None,
    "delivery_id": CRAWL_ID,
    "check_id": CRAWL_ID,
    "called_at": "http://api.example",
    "offset": 0,
    "changes": {},
    "status": None,
    "size": None,
    "kind": ResearchKind.AGENT,
    "before": None,
    "thread_id": CRAWL_ID,
    "plays": 1,
    "webhook": None,
}


@dataclass(frozen=True)
class Nothing:
    """A restriction that refuses everything."""

    def refusal(self, ask: AccessRequest) -> str | None:
        return f"This API key may do nothing, and not {ask.group}."


class Tripwire:
    """Stands for everything that work is done with. Which job it is that is asked for may be looked up."""

    async def status(self, job_id: str, team_id: str) -> JobStanding:
        return JobStanding(a_job(job_id, team_id=team_id), None)

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was reached before the gate")


def operations() -> Iterator[tuple[type, str]]:
    """Every method of the package that acts for a caller."""
    for module in pkgutil.walk_packages(gossamer.operations.__path__, "gossamer.operations."):
        for name, found in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if found.__module__ != module.name or name in PARTS:
                continue
            for method, function in inspect.getmembers(found, inspect.isfunction):
                if not method.startswith("_") and "caller" in inspect.signature(function).parameters:
                    yield found, method


ALL = list(operations())


def _arguments(function: Callable[..., Any], caller: Principal) -> dict[str, object]:
    given: dict[str, object] = {"caller": caller}
    hints = get_type_hints(function)
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in given and parameter.default is parameter.empty:
            given[name] = SPECS[hints[name]] if hints[name] in SPECS else BY_NAME[name]
    return given


def test_all_operations_are_found() -> None:
    found = {f"{owner.__name__}.{method}" for owner, method in ALL}
    assert found >= {
        "Operations.enter",
        "Operations.scrape",
        "Operations.stored_scrape",
        "Crawls.start",
        "Crawls.preview",
        "Crawls.active",
        "Batches.start",
        "MonitorOperations.create",
        "MonitorOperations.change",
        "MonitorOperations.run",
        "MonitorOperations.check",
        "SiteMaps.map",
        "Parses.parse",
        "Parses.parse_upload",
        "Parses.issue",
        "Parses.formats",
        "Searches.search",
        "Searches.feedback",
        "JobOperations.read",
        "JobOperations.all_pages",
        "JobOperations.urls",
        "JobOperations.problems",
        "JobOperations.cancel",
        "JobOperations.load",
        "SessionOperations.create",
        "SessionOperations.sessions",
        "SessionOperations.execute",
        "SessionOperations.end",
        "SessionOperations.interact",
        "SessionOperations.run_code",
        "SessionOperations.end_scrape",
        "SessionOperations.steps",
        "SessionOperations.export",
        "SessionOperations.replay",
        "SessionOperations.replay_page",
        "ThreatOperations.read",
        "ThreatOperations.set",
    }


@pytest.mark.parametrize(("owner", "method"), ALL, ids=[f"{owner.__name__}.{method}" for owner, method in ALL])
async def test_an_operation_asks_the_gate_before_it_does_anything(owner: type, method: str) -> None:
    nobody = Principal("team", "key", restrictions=(Nothing(),))
    parts = {name: _part(parameter.annotation) for name, parameter in inspect.signature(owner).parameters.items()}
    function = getattr(owner(**parts), method)
    with pytest.raises(NotAllowed, match="may do nothing"):
        await function(**_arguments(function, nobody))


def _part(shape: object) -> object:
    """Return what stands for a part that an operation is made of; scrapes ask the gate themselves."""
    tripwires: list[Any] = [Tripwire()] * 4
    return Scrapes(*tripwires) if shape is Scrapes else Tripwire()
