"""Where the pages of an extraction are looked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gossamer.core.access import Permits
from gossamer.core.crawls import CrawlSpec, FoundLink, MapSpec, SiteMap, SitemapUse
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import DatabaseUnavailable, MapFailed, NotAllowed, SearchFailed, ServiceError
from gossamer.core.extractions import WEB_SEARCH, WIDER_SEARCH, ExtractSpec, Merged
from gossamer.core.field_names import name_in_words
from gossamer.core.formats import Json
from gossamer.core.jobs import Job, JobKind, JobSpec, JobState, Progress
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl import SourceResult
from gossamer.features.extract import PageSources
from gossamer.features.extract.sources import search_of

NOW = datetime(2026, 6, 1, tzinfo=UTC)
SITE = web_url("https://u:p@e.org/shop/")
SCHEMA = {
    "type": "object",
    "properties": {
        "products": {"type": "array", "items": {"type": "object", "properties": {"salePrice": {"type": "number"}}}},
        "shipping_cost": {"type": "number"},
    },
}
PAGE = ScrapeSpec(SITE, formats=(Json(SCHEMA, "Find all products"),), headers={"Cookie": "a=b"})
SPEC = ExtractSpec(PAGE, sites=(SITE,), web_search=True, found=10)


@dataclass
class Sites:
    """Maps that are known; remembers what was asked."""

    links: Sequence[str] = ()
    error: ServiceError | None = None
    asked: list[tuple[MapSpec, Permits | None]] = field(default_factory=list)

    async def found(
        self, spec: MapSpec, *, team_id: str, key_id: str, deadline: Deadline, permits: Permits | None
    ) -> SiteMap:
        self.asked.append((spec, permits))
        if self.error is not None:
            raise self.error
        return SiteMap("", tuple(FoundLink(link) for link in self.links), 1)


@dataclass
class Web:
    """A search of the web that finds always the same."""

    found: Sequence[str] = ()
    error: ServiceError | None = None
    asked: list[tuple[str, int, str]] = field(default_factory=list)

    async def urls(self, query: str, *, limit: int, team_id: str, deadline: Deadline) -> Sequence[str]:
        self.asked.append((query, limit, team_id))
        if self.error is not None:
            raise self.error
        return self.found


def job(spec: JobSpec = SPEC) -> Job:
    last = NOW + timedelta(hours=1)
    return Job("j", "team", "key", JobKind.EXTRACT, JobState.SCRAPING, spec, Progress(), NOW, last, last)


@dataclass
class SoFar:
    """What the pages said that were read; None while some are under way."""

    value: Any = None
    under_way: bool = False

    async def so_far(self, job_id: str, team_id: str) -> Merged | None:
        return None if self.under_way else Merged(self.value)


def sources(sites: Sites, web: Web | None, read: SoFar | None = None) -> PageSources:
    return PageSources(sites, web, read or SoFar())


async def test_a_site_is_mapped_by_what_is_wanted_of_its_pages() -> None:
    sites = Sites(["https://e.org/shop/a", "https://e.org/shop/b"])
    led = await sources(sites, None).read(SITE, job(), None)
    assert led == SourceResult([web_url("https://e.org/shop/a"), web_url("https://e.org/shop/b")])
    [(asked, _)] = sites.asked
    assert (asked.url, asked.search, asked.limit) == (SITE, "products shipping cost sale price", 20)
    assert (asked.subdomains, asked.external_links, asked.sitemap) == (True, False, SitemapUse.INCLUDE)
    assert asked.headers == {"Cookie": "a=b"}


FOLDER = web_url("https://e.org/shop/parts/bolts/")
BELOW = ("^/shop/parts/bolts/.",)


@dataclass
class Folders:
    """A site without a sitemap, whose pages link to *links* by their addresses; others answer 404."""

    links: Mapping[str, Sequence[str]]
    asked: list[str] = field(default_factory=list)

    async def found(
        self, spec: MapSpec, *, team_id: str, key_id: str, deadline: Deadline, permits: Permits | None
    ) -> SiteMap:
        self.asked.append(spec.url)
        if spec.url not in self.links:
            raise MapFailed(f"{spec.url} answers 404.")
        assert (spec.include_paths, spec.sitemap) == (BELOW, SitemapUse.SKIP)
        return SiteMap("", tuple(FoundLink(link) for link in self.links[spec.url]), 1)


async def test_pages_of_a_folder_that_has_no_page_itself_are_looked_for_above_it() -> None:
    site = Folders({"https://e.org/shop/": [], "https://e.org/": [f"{FOLDER}1", f"{FOLDER}2"]})
    led = await PageSources(site, None, SoFar()).read(FOLDER, job(), None)
    assert list(led.urls) == [f"{FOLDER}1", f"{FOLDER}2"]
    assert site.asked == [FOLDER, "https://e.org/shop/parts/", "https://e.org/shop/", "https://e.org/"]


async def test_a_folder_without_pages_is_reported_by_its_own_failure() -> None:
    led = await PageSources(Folders({}), None, SoFar()).read(FOLDER, job(), None)
    assert led == SourceResult(problem=f"The site {FOLDER} gave no pages. {FOLDER} answers 404.")


async def test_how_far_is_looked_is_as_it_was_asked_for() -> None:
    def permits(_: str) -> None:
        return None

    sites = Sites(["https://e.org/"])
    spec = replace(SPEC, external_links=True, subdomains=False, ignore_sitemap=True)
    await sources(sites, None).read(SITE, job(spec), permits)
    [(asked, told)] = sites.asked
    assert (asked.subdomains, asked.external_links, asked.sitemap) == (False, True, SitemapUse.SKIP)
    assert told is permits


async def test_the_web_is_searched_for_the_prompt() -> None:
    web = Web(["https://e.org/a", "no address \\", "https://barred.org/"])
    led = await sources(Sites(), web).read(
        WEB_SEARCH, job(), lambda url: NotAllowed("No.") if url.startswith("https://barred.org") else None
    )
    assert led == SourceResult([web_url("https://e.org/a")])
    assert web.asked == [("Find all products", 20, "team")]


async def test_a_site_that_may_not_be_visited_is_not_mapped() -> None:
    sites = Sites(["https://e.org/shop/a"])
    led = await sources(sites, None).read(SITE, job(), lambda _: NotAllowed("Not there."))
    assert (list(led.urls), sites.asked) == ([], [])
    assert (led.problem or "").endswith("gave no pages. Not there.")


STAGED = replace(SPEC, first=3)


async def test_a_search_that_is_bounded_leads_to_a_few_pages_and_to_a_wider_search() -> None:
    web = Web(["https://e.org/a"])
    led = await sources(Sites(), web).read(WEB_SEARCH, job(STAGED), None)
    assert led == SourceResult([web_url("https://e.org/a")], then=WIDER_SEARCH)
    assert web.asked == [("Find all products", 3, "team")]


async def test_a_wider_search_waits_until_the_first_pages_were_read() -> None:
    web = Web(["https://e.org/a"])
    assert await sources(Sites(), web, SoFar(under_way=True)).read(WIDER_SEARCH, job(STAGED), None) == SourceResult(
        waits=True
    )
    assert web.asked == []


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"products": [{"salePrice": 3}], "shipping_cost": None},
        {"products": [], "shipping_cost": 4},
        {"shipping_cost": 4},
    ],
)
async def test_a_wider_search_looks_for_what_is_still_open(value: Any) -> None:
    web = Web(["https://e.org/a"])
    led = await sources(Sites(), web, SoFar(value)).read(WIDER_SEARCH, job(STAGED), None)
    assert led == SourceResult([web_url("https://e.org/a")])
    assert web.asked == [("Find all products", 20, "team")]


async def test_nothing_more_is_searched_for_when_every_field_has_a_value() -> None:
    web = Web(["https://e.org/a"])
    value = {"products": [{"salePrice": 3}], "shipping_cost": 0}
    assert await sources(Sites(), web, SoFar(value)).read(WIDER_SEARCH, job(STAGED), None) == SourceResult()
    free = replace(STAGED, scrape=replace(PAGE, formats=(Json(prompt="Who weaves?"),)))
    assert await sources(Sites(), web, SoFar({"weaver": "Ann"})).read(WIDER_SEARCH, job(free), None) == SourceResult()
    assert web.asked == []


@pytest.mark.parametrize(
    ("source", "sites", "web", "told"),
    [
        (SITE, Sites(error=MapFailed("Nothing is known.")), None, "https://e.org/shop/ gave no pages. Nothing is"),
        (SITE, Sites(), None, "The site https://e.org/shop/ gave no pages."),
        (WEB_SEARCH, Sites(), Web(error=SearchFailed("Nobody answered.")), "search of the web gave no pages. Nobody"),
        (WEB_SEARCH, Sites(), Web(), "The search of the web gave no pages."),
        (WEB_SEARCH, Sites(), None, "The search of the web gave no pages."),
    ],
)
async def test_a_source_that_gives_nothing_says_why(source: Any, sites: Sites, web: Web | None, told: str) -> None:
    led = await PageSources(sites, web, SoFar()).read(source, job(), None)
    assert not led.urls
    assert led.problem is not None
    assert told in led.problem


async def test_a_fault_of_ours_is_raised_so_that_it_is_tried_again() -> None:
    with pytest.raises(DatabaseUnavailable):
        await sources(Sites(error=DatabaseUnavailable("Away.")), None).read(SITE, job(), None)


async def test_only_an_extraction_looks_for_pages() -> None:
    led = await sources(Sites(), None).read(SITE, job(CrawlSpec(SITE, PAGE)), None)
    assert led.problem == "Only an extraction looks for pages."


@pytest.mark.parametrize(
    ("name", "words"),
    [("releaseDate", "release date"), ("release_date", "release date"), ("URL", "url"), ("a-b.c", "a b c"), ("", "")],
)
def test_names_of_fields_are_read_as_words(name: str, words: str) -> None:
    assert name_in_words(name) == words


def test_words_of_any_request_are_no_search() -> None:
    assert search_of(Json(prompt="Extract the Price of each blog post, please")) == "Price blog post,"
    assert search_of(Json({"type": "array", "items": SCHEMA})) == "products shipping cost sale price"
