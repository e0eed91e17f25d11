"""The specification's rules on restricted keys, as a table: every way of asking against every kind of key.

What is expected is worked out here from the specification's words alone: the names of groups,
formats and actions are written out, and no rule of the product is asked for its opinion. What
happens goes the product's whole way but for the network: the body of a request is read by its API
version, the operation is called, and restrictions come out of the text that is stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from gossamer.core.access import Group, Principal
from gossamer.core.errors import NotAllowed, NotAvailable
from gossamer.core.restrictions import Restrictions, pack, unpack
from gossamer.operations import JobArrival
from gossamer.wire import v0, v1, v2
from tests.unit.api.stub import StubOperations

URL = "https://example.org/a"
ARRIVAL = JobArrival(called_at="http://api.example", dialect="v2")
MANAGED = "Team admins can manage key restrictions in the dashboard: API Keys, Restrictions (/dashboard/keys)."

# From the specification: the 14 groups, the formats, and what each action returns.
GROUPS = [
    "scrape",
    "batch-scrape",
    "crawl",
    "map",
    "search",
    "extract",
    "agent",
    "parse",
    "browser",
    "monitor",
    "research",
    "llmstxt",
    "deep-research",
    "xclaw",
]
V2_FORMATS: Mapping[str, Any] = {
    **{name: name for name in ["markdown", "html", "rawHtml", "rawBase64", "links", "images", "screenshot"]},
    **{name: name for name in ["summary", "branding", "product", "menu", "audio", "video"]},
    "screenshot, with options": {"type": "screenshot", "fullPage": True, "quality": 80},
    "markdown, as an object": {"type": "markdown"},
    "json": {"type": "json", "prompt": "the title"},
    "deterministicJson": {"type": "deterministicJson", "prompt": "the title"},
    "changeTracking": {"type": "changeTracking", "modes": ["git-diff"]},
    "attributes": {"type": "attributes", "selectors": [{"selector": "a", "attribute": "href"}]},
    "question": {"type": "question", "question": "Why?"},
    "highlights": {"type": "highlights", "query": "why"},
    "query": {"type": "query", "prompt": "Why?"},
}
V1_FORMATS = [
    "markdown",
    "html",
    "rawHtml",
    "rawBase64",
    "links",
    "screenshot",
    "summary",
    "json",
    "changeTracking",
    "branding",
    "product",
    "menu",
]
V1_ALIASES = {"screenshot@fullPage": "screenshot", "extract": "json"}
ACTIONS: Mapping[str, dict[str, Any]] = {
    "wait": {"milliseconds": 10},
    "click": {"selector": "a"},
    "write": {"text": "x"},
    "press": {"key": "Enter"},
    "scroll": {},
    "screenshot": {},
    "scrape": {},
    "executeJavascript": {"script": "1"},
    "pdf": {},
    "generatePDF": {},
}
UNAFFECTED = {"wait", "click", "write", "press", "scroll"}
ACTION_ALIASES = {"generatePDF": "pdf"}


@dataclass(frozen=True)
class Request:
    """One way of asking: what its body says, and what the specification calls it."""

    version: str
    group: str
    body: Mapping[str, Any] = field(hash=False)
    formats: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    label: str = ""
    lockdown: bool = False

    def __str__(self) -> str:
        return f"{self.version} {self.group} {self.label}"


def _nested(group: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the body of an endpoint for these scrape options."""
    match group:
        case "scrape":
            return {"url": URL, **options}
        case "batch-scrape":
            return {"urls": [URL], **options}
        case _:
            return {"url": URL, "scrapeOptions": options}


def _of_v2(group: str) -> Iterator[Request]:
    yield Request("v2", group, _nested(group, {}), frozenset({"markdown"}), label="by default")
    for label, given in V2_FORMATS.items():
        kind = given if isinstance(given, str) else given["type"]
        # Change tracking may not be asked for alone.
        also = ["markdown"] if kind == "changeTracking" else []
        body = _nested(group, {"formats": [*also, given]})
        yield Request("v2", group, body, frozenset({*also, kind}), label=label)
    several = ["html", {"type": "links"}, "rawHtml"]
    yield Request("v2", group, _nested(group, {"formats": several}), frozenset({"html", "links", "rawHtml"}), label="3")
    alias = _nested(group, {"formats": ["screenshot@fullPage"]})
    yield Request("v2", group, alias, frozenset({"screenshot"}), label="screenshot@fullPage")
    pages = _nested(group, {"formats": ["links"], "parsers": [{"type": "pdf", "pages": True}]})
    yield Request("v2", group, pages, frozenset({"links", "markdown"}), label="pages of a PDF")
    stored = _nested(group, {"lockdown": True})
    yield Request("v2", group, stored, frozenset({"markdown"}), label="lockdown", lockdown=group != "crawl")
    yield from _with_actions("v2", group)


def _of_v1(group: str) -> Iterator[Request]:
    yield Request("v1", group, _nested(group, {}), frozenset({"markdown"}), label="by default")
    options = {"json": {"jsonOptions": {"prompt": "p"}}, "extract": {"extract": {"prompt": "p"}}}
    for name in (*V1_FORMATS, *V1_ALIASES):
        also = ["markdown"] if name == "changeTracking" else []
        body = _nested(group, {"formats": [*also, name], **options.get(name, {})})
        yield Request("v1", group, body, frozenset({*also, V1_ALIASES.get(name, name)}), label=name)
    yield from _with_actions("v1", group)


def _with_actions(version: str, group: str) -> Iterator[Request]:
    for kind, more in ACTIONS.items():
        body = _nested(group, {"actions": [{"type": "wait", "milliseconds": 1}, {"type": kind, **more}]})
        asked = frozenset({"wait", ACTION_ALIASES.get(kind, kind)})
        yield Request(version, group, body, frozenset({"markdown"}), asked, label=kind)


def _of_v0() -> Iterator[Request]:
    for group, options in product(("scrape", "crawl"), ({}, {"includeRawHtml": True}, {"screenshot": True})):
        yield Request("v0", group, {"url": URL, "pageOptions": options}, label=str(options))


def _requests() -> Iterator[Request]:
    for group in ("scrape", "batch-scrape", "crawl"):
        yield from _of_v2(group)
        yield from _of_v1(group)
    yield Request("v2", "scrape", {"url": URL, "agent": {"prompt": "p"}}, frozenset({"markdown"}), label="agent")
    yield Request("v1", "scrape", {"url": URL, "agent": {"prompt": "p"}}, frozenset({"markdown"}), label="agent")
    for version, group in product(("v1", "v2"), GROUPS):
        yield Request(version, group, {"url": URL} if group == "map" else {}, label="the endpoint alone")
    yield from _of_v0()


REQUESTS = list(_requests())
FORMAT_LISTS: Sequence[tuple[str, ...]] = (
    (),
    ("markdown",),
    ("markdown", "screenshot"),
    ("html", "rawHtml", "links"),
    ("json", "summary"),
    ("screenshot",),
    ("changeTracking", "markdown", "attributes"),
)
ENDPOINT_LISTS: Sequence[tuple[str, ...]] = (
    (),
    *((group,) for group in GROUPS),
    ("scrape", "crawl"),
    ("batch-scrape", "map", "search"),
    tuple(GROUPS),
)
KEYS: Sequence[dict[str, Any]] = [
    *({"allowed_formats": formats, "allowed_endpoints": ends} for formats in FORMAT_LISTS for ends in ENDPOINT_LISTS),
    *({name: True} for name in ("no_model", "cache_only")),
    *({"allowed_domains": domains} for domains in (("example.org",), ("other.org",), ("other.org", "org.example"))),
    {"allowed_domains": ("other.org",), "no_model": True, "cache_only": True, "allowed_formats": ("html",)},
    {"credit_budget": 0, "rate_per_minute": 1, "concurrency": 1},
]


def _expected(key: Mapping[str, Any], request: Request) -> list[str]:
    """Return what the answer must say, from the words of the specification; nothing when it is not refused."""
    told = []
    formats, endpoints = key.get("allowed_formats", ()), key.get("allowed_endpoints", ())
    domains, no_model = key.get("allowed_domains", ()), key.get("no_model", False)
    if request.version == "v0":
        limited = formats or endpoints or domains or no_model or key.get("cache_only")
        return ["legacy v0 API"] if limited else []
    if endpoints and request.group not in endpoints:
        told.append(
            f"restricted to the following endpoints: {', '.join(endpoints)}. Endpoint not allowed: {request.group}."
        )
    if no_model and request.group in ("agent", "deep-research"):
        told.append("may not use language models")
    if told:
        # Known before anything else of the request was read.
        return told
    if formats and (refused := sorted(request.formats - set(formats))):
        told.append(
            f"the following formats: {', '.join(formats)}. Requested formats not allowed: {', '.join(refused)}."
        )
    returning = {a for a in request.actions - UNAFFECTED if not (a == "screenshot" and "screenshot" in formats)}
    if formats and returning:
        told.append(f"Requested actions not allowed: {', '.join(sorted(returning))}.")
    if domains and request.body and "example.org" not in domains:
        told.append(f"following domains: {', '.join(sorted(domains))}. Requested domains not allowed: example.org.")
    if key.get("cache_only") and request.body and not request.lockdown:
        told.append("may only read stored pages")
    return told


async def _ask(operations: StubOperations, caller: Principal, request: Request) -> str | None:
    """Return what refuses *request*, or None; that something is not there yet is no refusal."""
    group = Group.LEGACY if request.version == "v0" else Group(request.group)
    try:
        await operations.enter(caller, group, None, called_from="127.0.0.1")
        if request.body:
            await _start(operations, caller, group, request)
    except NotAllowed as refused:
        return refused.message
    except NotAvailable:
        return None
    return None


async def _start(operations: StubOperations, caller: Principal, group: Group, request: Request) -> None:
    wire: Any = {"v0": v0, "v1": v1, "v2": v2}[request.version]
    body = dict(request.body)
    match request.group:
        case "scrape":
            await operations.scrape(caller, group, wire.ScrapeRequest.model_validate(body).spec())
        case "batch-scrape":
            await operations.batches.start(caller, group, wire.BatchScrapeRequest.model_validate(body).spec(), ARRIVAL)
        case "crawl":
            await operations.crawls.start(caller, group, wire.CrawlRequest.model_validate(body).spec(), ARRIVAL)
        case "map":
            await operations.maps.map(caller, group, wire.MapRequest.model_validate(body).spec())


def test_the_table_is_large_and_has_every_kind_of_case() -> None:
    assert len(KEYS) * len(REQUESTS) > 20_000
    assert {request.version for request in REQUESTS} == {"v0", "v1", "v2"}
    assert {request.group for request in REQUESTS} == set(GROUPS)
    answers = [bool(_expected(key, request)) for key in KEYS for request in REQUESTS]
    assert 0.1 < sum(answers) / len(answers) < 0.9


@pytest.mark.parametrize("key", KEYS, ids=lambda key: " ".join(f"{name}={value}" for name, value in key.items()))
async def test_every_request_is_answered_as_the_specification_says(key: dict[str, Any]) -> None:
    groups = tuple(Group(name) for name in key.get("allowed_endpoints", ()))
    stored = pack(Restrictions(**{**key, "allowed_endpoints": groups}))
    caller = Principal("team", "key", unpack(stored).rules())
    operations = StubOperations()
    wrong = []
    for request in REQUESTS:
        expected, message = _expected(key, request), await _ask(operations, caller, request)
        if (message is not None) != bool(expected):
            wrong.append(f"{request}: {message} instead of {expected}")
        elif message is not None:
            parts = ("Request blocked: this API key ", *expected, MANAGED)
            wrong.extend(f"{request}: {part!r} is not in {message!r}" for part in parts if part not in message)
    assert wrong == []
