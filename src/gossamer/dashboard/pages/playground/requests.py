"""Playground requests, run as the API would run them: the wire's request, its spec and the gate.

What cannot be done is an outcome like any other: people read it where they look for the result.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from gossamer.core.access import Group, Mode, Principal
from gossamer.core.crawls import SiteMap
from gossamer.core.documents import ScrapeResult
from gossamer.core.errors import ServiceError
from gossamer.core.explanations import Explanation, Region
from gossamer.core.uploads import MAX_UPLOAD
from gossamer.dashboard.links import ShownLink, link
from gossamer.dashboard.pages.playground import bodies
from gossamer.dashboard.pages.playground.bodies import Playing
from gossamer.dashboard.results import View, openable, views
from gossamer.operations import JobArrival, Operations
from gossamer.wire import v2
from gossamer.wire.issues import InvalidBody

_Shape = TypeVar("_Shape", bound=BaseModel)
_DIALECT: Final = "v2"
_MOST_LINKS: Final = 2000
_MOST_SAVED: Final = 20_000
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
        """Return the outcome in one sentence."""
        return f"{self.action} for {_credits(self.credits)}."


@dataclass(frozen=True, slots=True)
class BegunCrawl:
    """A crawl that runs now."""

    job_id: str
    kind: str = "begun"

    @property
    def summary(self) -> str:
        """Return the outcome in one sentence."""
        return "The crawl has begun."


@dataclass(frozen=True, slots=True)
class FoundUrl:
    """A URL of a map."""

    address: ShownLink
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class MappedSite:
    """The URLs of a site; *count* is how many there are, of which some are shown, and *text* a line for each."""

    urls: tuple[FoundUrl, ...]
    count: int
    credits: int
    warning: str | None
    text: str
    kind: str = "mapped"

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


Outcome: TypeAlias = ScrapedPage | BegunCrawl | MappedSite | Explained | RefusedRequest


@dataclass(frozen=True, slots=True)
class Player:
    """The caller of a playground request: a key of the team, its address, and the service's origin."""

    principal: Principal
    called_from: str
    origin: str


async def run(operations: Operations, player: Player, played: Playing) -> Outcome:
    """Do what *played* asks for, as *player*."""
    try:
        return await _RUNS[played.mode](operations, player, played)
    except InvalidBody as failure:
        return _unfit(failure)
    except ServiceError as failure:
        return RefusedRequest(failure.message, failure.code)


async def _scrape(operations: Operations, player: Player, played: Playing) -> Outcome:
    caller = player.principal
    await operations.enter(caller, Group.SCRAPE, Mode.SCRAPE, called_from=player.called_from)
    spec = _read(v2.ScrapeRequest, played.body).spec()
    return _show_scrape(await operations.scrape(caller, Group.SCRAPE, spec))


async def _crawl(operations: Operations, player: Player, played: Playing) -> Outcome:
    caller = player.principal
    await operations.enter(caller, Group.CRAWL, Mode.CRAWL, called_from=player.called_from)
    spec = _read(v2.CrawlRequest, played.body).spec()
    arrival = JobArrival(called_at=player.origin, dialect=_DIALECT)
    return BegunCrawl(await operations.crawls.start(caller, Group.CRAWL, spec, arrival))


async def _map(operations: Operations, player: Player, played: Playing) -> Outcome:
    caller = player.principal
    await operations.enter(caller, Group.MAP, Mode.MAP, called_from=player.called_from)
    spec = _read(v2.MapRequest, played.body).spec()
    return _show_map(await operations.maps.map(caller, Group.MAP, spec))


async def _parse(operations: Operations, player: Player, played: Playing) -> Outcome:
    caller, file = player.principal, played.file
    if file is None:
        return RefusedRequest("Choose a file.", "BAD_REQUEST")
    if file.size > MAX_UPLOAD:
        return RefusedRequest(f"The file is larger than {MAX_UPLOAD // 1024**2} MB.", "BAD_REQUEST")
    await operations.enter(caller, Group.PARSE, Mode.SCRAPE, called_from=player.called_from)
    spec = _read(v2.ParseOptions, played.body).spec()
    result = await operations.parses.parse(caller, Group.PARSE, spec, file, _DIALECT)
    return replace(_show_scrape(result), status=None, action="The file was parsed")


async def _explain(operations: Operations, player: Player, played: Playing) -> Outcome:
    caller = player.principal
    await operations.enter(caller, Group.SCRAPE, Mode.SCRAPE, called_from=player.called_from)
    spec = _read(v2.ScrapeRequest, played.body).spec()
    return _show_explanation(await operations.explain(caller, Group.SCRAPE, spec))


_RUNS: Final[Mapping[bodies.Mode, Callable[[Operations, Player, Playing], Awaitable[Outcome]]]] = {
    bodies.Mode.SCRAPE: _scrape,
    bodies.Mode.CRAWL: _crawl,
    bodies.Mode.MAP: _map,
    bodies.Mode.PARSE: _parse,
    bodies.Mode.EXPLAIN: _explain,
}


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


def _show_map(site_map: SiteMap) -> MappedSite:
    shown = site_map.links[:_MOST_LINKS]
    return MappedSite(
        urls=tuple(FoundUrl(link(entry.url), entry.title or "", entry.description or "") for entry in shown),
        count=len(site_map.links),
        credits=site_map.credits_used,
        warning=site_map.warning,
        text="\n".join(entry.url for entry in site_map.links[:_MOST_SAVED]),
    )


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
