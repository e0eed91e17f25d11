"""Playground requests, run as the API would run them: the wire's request, its spec and the gate.

What cannot be done is an outcome like any other: people read it where they look for the result.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from gossamer.core.access import Group, Mode, Principal
from gossamer.core.crawls import SiteMap
from gossamer.core.documents import ScrapeResult
from gossamer.core.errors import CallerError, ServiceError
from gossamer.core.explanations import Explanation, Region
from gossamer.core.searches import Result
from gossamer.core.uploads import MAX_UPLOAD
from gossamer.dashboard.links import ShownLink, link
from gossamer.dashboard.pages.playground import bodies
from gossamer.dashboard.pages.playground.bodies import Playing
from gossamer.dashboard.results import View, blob_path, openable, views
from gossamer.operations import JobArrival, Operations
from gossamer.wire import v2
from gossamer.wire.issues import InvalidBody

_Shape = TypeVar("_Shape", bound=BaseModel)
_DIALECT: Final = "v2"
_MOST_LINKS: Final = 2000
_MOST_SAVED: Final = 20_000
_LONGEST_SAVED: Final = 4_000_000
_LONGEST_OF_RESULT: Final = 20_000
_OF_INTERACTIONS: Final = ("success", "steps", "quotes", "notUnderstood", "candidates", "notices")
_MOST_REGIONS: Final = 1000
_LONGEST_REGION: Final = 2000


@dataclass(frozen=True, slots=True)
class ScrapedPage:
    """A page or a file; *scrape_id* is where it can be looked at again. A file has no *status*."""

    scrape_id: str
    views: tuple[View, ...]
    credits: int
    status: int | None
    warning: str | None
    texts: tuple[str, ...] = ()
    action: str = "The page was scraped"
    kind: str = "scraped"

    @property
    def summary(self) -> str:
        """Return the outcome in one or two sentences."""
        if self.kind == "interacted":
            return f"{self.action}. The session is charged when it ends."
        return f"{self.action} for {_credits(self.credits)}."


@dataclass(frozen=True, slots=True)
class BegunJob:
    """A crawl or extraction that runs now."""

    job_id: str
    kind: str = "begun"

    @property
    def summary(self) -> str:
        """Return the outcome in one sentence."""
        return "The job has begun."


@dataclass(frozen=True, slots=True)
class FoundUrl:
    """A URL of a map or search; *text* is what reading it gave, or why that failed."""

    address: ShownLink
    title: str
    description: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class FoundUrls:
    """URLs that were found; *count* is how many there are, of which some are shown.

    *text* is saved under *file*, empty when it is too long for a page; *what* names it.
    """

    urls: tuple[FoundUrl, ...]
    count: int
    credits: int
    warning: str | None
    text: str
    file: str = "urls.txt"
    what: str = "URLs"
    most_saved: int = _MOST_SAVED
    kind: str = "found"

    @property
    def summary(self) -> str:
        """Return the outcome in one sentence."""
        return f"{self.count} URLs were found for {_credits(self.credits)}."


@dataclass(frozen=True, slots=True)
class ShownRegion:
    """A region of a page: the beginning of its text, and the reason in words with how sure the service is of it."""

    text: str
    tag: str
    kept: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Explained:
    """The first regions of a page, of *count*; *kept* and *length* are characters of all of them."""

    scrape_id: str
    regions: tuple[ShownRegion, ...]
    count: int
    kept: int
    length: int
    credits: int
    kind: str = "explained"

    @property
    def summary(self) -> str:
        """Return the outcome in one sentence."""
        return f"{self.kept:,} of {self.length:,} characters are main content, for {_credits(self.credits)}."


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """Why there is no result: a sentence, the code clients get, and details of a body that does not fit."""

    message: str
    code: str
    details: tuple[str, ...] = ()
    kind: str = "refused"

    @property
    def summary(self) -> str:
        """Return the outcome in one sentence."""
        return "The request failed."


Outcome: TypeAlias = ScrapedPage | BegunJob | FoundUrls | Explained | RefusedRequest


@dataclass(frozen=True, slots=True)
class Player:
    """The caller of a playground request: a key of the team, its address, and the service's origin."""

    principal: Principal
    called_from: str
    origin: str


async def run(operations: Operations, player: Player, played: Playing) -> Outcome:
    """Do what *played* asks for, as *player*."""
    call = _CALLS[played.mode]
    try:
        await operations.enter(player.principal, call.group, call.counted_as, called_from=player.called_from)
        return await call.run(operations, player, played, _read(call.shape, played.body))
    except InvalidBody as failure:
        return _unfit(failure)
    except ServiceError as failure:
        return RefusedRequest(failure.message, failure.code)


async def _scrape(operations: Operations, player: Player, _: Playing, request: Any) -> Outcome:
    return _show_scrape(await operations.scrape(player.principal, Group.SCRAPE, request.spec()))


async def _begin(operations: Operations, player: Player, played: Playing, request: Any) -> Outcome:
    group = _CALLS[played.mode].group
    starter = operations.crawls if group is Group.CRAWL else operations.extracts
    arrival = JobArrival(called_at=player.origin, dialect=_DIALECT)
    return BegunJob(await starter.start(player.principal, group, request.spec(), arrival))


async def _map(operations: Operations, player: Player, _: Playing, request: Any) -> Outcome:
    return _show_map(await operations.maps.map(player.principal, Group.MAP, request.spec()))


async def _search(operations: Operations, player: Player, _: Playing, request: Any) -> Outcome:
    found = await operations.searches.search(player.principal, Group.SEARCH, request.spec(), _DIALECT)
    results = [result for of_source in found.results.values() for result in of_source]
    text = await asyncio.to_thread(_write_json, v2.search_json(found, blob_path))
    return FoundUrls(
        urls=tuple(map(_show_result, results)),
        count=len(results),
        credits=found.credits_used,
        warning=" ".join(found.warnings),
        text=text if len(text) <= _LONGEST_SAVED else "",
        file="results.json",
        what="Results",
    )


async def _interact(operations: Operations, player: Player, played: Playing, request: Any) -> Outcome:
    """Carry out the prompt on the page of a scrape, which is done now when none is named."""
    caller, scrape_id, price = player.principal, played.body.get("scrape"), 0
    if scrape_id is None:
        await operations.enter(caller, Group.SCRAPE, Mode.SCRAPE, called_from=player.called_from)
        opened = await operations.scrape(
            caller, Group.SCRAPE, _read(v2.ScrapeRequest, {"url": played.body["url"]}).spec()
        )
        scrape_id, price = opened.scrape_id, opened.credits_used
    try:
        answer = await operations.sessions.interact(
            caller, Group.BROWSER, scrape_id, request.words, request.timeout, dialect=_DIALECT
        )
    except ServiceError as failure:
        opened_as = f" The page was scraped for {_credits(price)}; go on with {scrape_id}." if price else ""
        return RefusedRequest(f"{failure.message}{opened_as}", failure.code)
    addresses = v2.sessions.SessionAddresses(player.origin, answer.opened.session.session_id, {})
    body = v2.sessions.interaction_json(answer.interaction, addresses)
    steps = _write_json({name: body[name] for name in _OF_INTERACTIONS if body.get(name)})
    texts = (("output", "Output", body["result"]), ("steps", "Steps", steps))
    return ScrapedPage(
        scrape_id=scrape_id,
        views=tuple(View(name, label, text=text, length=len(text)) for name, label, text in texts),
        credits=price,
        status=None,
        warning=None if answer.interaction.done else "It was not done.",
        action=f"The page was opened for {_credits(price)} and used" if price else "The page was used",
        kind="interacted",
    )


async def _parse(operations: Operations, player: Player, played: Playing, request: Any) -> Outcome:
    file = played.file
    if file is None or file.size > MAX_UPLOAD:
        raise CallerError(f"The file is larger than {MAX_UPLOAD // 1024**2} MB." if file else "Choose a file.")
    result = await operations.parses.parse(player.principal, Group.PARSE, request.spec(), file, _DIALECT)
    return replace(_show_scrape(result), status=None, action="The file was parsed")


async def _explain(operations: Operations, player: Player, _: Playing, request: Any) -> Outcome:
    return _show_explanation(await operations.explain(player.principal, Group.SCRAPE, request.spec()))


@dataclass(frozen=True, slots=True)
class _PlayedCall:
    """A call of the API: its group, what it is counted as, the shape of its body, and what runs it."""

    group: Group
    counted_as: Mode
    shape: type[BaseModel]
    run: Callable[[Operations, Player, Playing, Any], Awaitable[Outcome]]


_CALLS: Final[Mapping[bodies.Mode, _PlayedCall]] = {
    bodies.Mode.SCRAPE: _PlayedCall(Group.SCRAPE, Mode.SCRAPE, v2.ScrapeRequest, _scrape),
    bodies.Mode.CRAWL: _PlayedCall(Group.CRAWL, Mode.CRAWL, v2.CrawlRequest, _begin),
    bodies.Mode.MAP: _PlayedCall(Group.MAP, Mode.MAP, v2.MapRequest, _map),
    bodies.Mode.SEARCH: _PlayedCall(Group.SEARCH, Mode.SEARCH, v2.SearchRequest, _search),
    bodies.Mode.EXTRACT: _PlayedCall(Group.EXTRACT, Mode.EXTRACT, v2.ExtractRequest, _begin),
    bodies.Mode.INTERACT: _PlayedCall(Group.BROWSER, Mode.BROWSER_EXECUTE, v2.sessions.InteractRequest, _interact),
    bodies.Mode.PARSE: _PlayedCall(Group.PARSE, Mode.SCRAPE, v2.ParseOptions, _parse),
    bodies.Mode.EXPLAIN: _PlayedCall(Group.SCRAPE, Mode.SCRAPE, v2.ScrapeRequest, _explain),
}


def _write_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _read(shape: type[_Shape], body: Mapping[str, Any]) -> _Shape:
    try:
        return shape.model_validate(body)
    except ValidationError as error:
        raise InvalidBody.of(error, version=_DIALECT) from error


def _show_scrape(result: ScrapeResult) -> ScrapedPage:
    document = result.document
    status = document.metadata.get("statusCode")
    return ScrapedPage(
        scrape_id=result.scrape_id,
        views=views(document),
        credits=result.credits_used,
        status=status if isinstance(status, int) else None,
        warning=document.warning,
        texts=openable(document),
    )


def _show_map(site_map: SiteMap) -> FoundUrls:
    shown = site_map.links[:_MOST_LINKS]
    return FoundUrls(
        urls=tuple(FoundUrl(link(entry.url), entry.title or "", entry.description or "") for entry in shown),
        count=len(site_map.links),
        credits=site_map.credits_used,
        warning=site_map.warning,
        text="\n".join(entry.url for entry in site_map.links[:_MOST_SAVED]),
    )


def _show_result(result: Result) -> FoundUrl:
    hit, document = result.hit, result.document
    text = result.problem or (document.markdown if document else "") or ""
    return FoundUrl(link(hit.url), hit.title or "", hit.description or "", text[:_LONGEST_OF_RESULT])


def _show_explanation(explanation: Explanation) -> Explained | RefusedRequest:
    regions = explanation.regions
    if not regions:
        return RefusedRequest("This page has no HTML text to explain.", "BAD_REQUEST")
    return Explained(
        scrape_id=explanation.result.scrape_id,
        regions=tuple(map(_show_region, regions[:_MOST_REGIONS])),
        count=len(regions),
        kept=sum(len(region.text) for region in regions if region.kept),
        length=sum(len(region.text) for region in regions),
        credits=explanation.result.credits_used,
    )


def _show_region(region: Region) -> ShownRegion:
    text = region.text if len(region.text) <= _LONGEST_REGION else f"{region.text[:_LONGEST_REGION]}…"
    sure = "" if region.chance is None else f", {region.chance:.0%}"
    return ShownRegion(text, region.tag or "text", region.kept, f"{region.reason}{sure}")


def _unfit(failure: InvalidBody) -> RefusedRequest:
    issues = tuple(map(_detail, failure.details))
    if [issue["message"] for issue in failure.details] == [failure.error]:
        # The only slip is the sentence itself, and knows its place.
        return RefusedRequest(issues[0], "BAD_REQUEST")
    return RefusedRequest(failure.error, "BAD_REQUEST", issues)


def _detail(issue: Mapping[str, Any]) -> str:
    path = ".".join(map(str, issue.get("path", ())))
    return f"{path}: {issue['message']}" if path else str(issue["message"])


def _credits(count: int) -> str:
    return f"{count} credit{'s' * (count != 1)}"
