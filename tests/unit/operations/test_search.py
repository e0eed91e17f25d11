"""Searches at the door: who may, what is scraped of results, and what it costs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from gossamer.core.access import Group, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.errors import NotAllowed, OutOfCredits, TimedOut
from gossamer.core.formats import Html, Markdown
from gossamer.core.prices import PriceTable
from gossamer.core.restrictions.rules import OnlyDomains, OnlyEndpoints, OnlyFormats, OnlyStored
from gossamer.core.searches import Category, Hit, SearchSpec, Source
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.threats import ThreatMode, ThreatOverride
from gossamer.core.urls import WebUrl
from gossamer.features.search import SourceResults
from gossamer.operations.search import Searches
from tests.threats import threat_watch

HITS = tuple(Hit(f"https://{name}.example/", name) for name in ("a", "b", "c"))
MARKDOWN = ScrapeSpec(WebUrl(""), (Markdown(),))


@dataclass
class World:
    """What a search meets: hits that are found, pages that fail, and what was asked."""

    hits: tuple[Hit, ...] = HITS
    fails: dict[str, Exception] = field(default_factory=dict)
    asked: list[dict[str, Any]] = field(default_factory=list)
    scraped: list[ScrapeSpec] = field(default_factory=list)
    reserved_prices: list[int] = field(default_factory=list)
    prices: PriceTable = field(default_factory=PriceTable)

    async def search(self, spec: SearchSpec, **how: Any) -> SourceResults:
        self.asked.append(how)
        return SourceResults("id", {Source.WEB: self.hits}, 2, ("Careful.",))

    @asynccontextmanager
    async def reserved(self, caller: Principal, price: int, deadline: Deadline) -> AsyncIterator[None]:
        assert caller.team_id
        assert deadline.remaining() > 0
        self.reserved_prices.append(price)
        yield

    async def scrape(self, caller: Principal, group: Group, spec: ScrapeSpec, dialect: str) -> ScrapeResult:
        assert (caller.team_id, group, dialect) == ("team", Group.SEARCH, "v2")
        self.scraped.append(spec)
        if (failure := self.fails.get(spec.url)) is not None:
            raise failure
        return ScrapeResult("scrape", Document({"sourceURL": spec.url}, markdown=f"# {spec.url}"), 5)

    async def find(self, spec: SearchSpec, *restrictions: Any, **caller: Any) -> Any:
        who = Principal("team", "key", restrictions, **caller)
        searches = Searches(self, None, self, threat_watch(), self.scrape)  # type: ignore[arg-type]
        return await searches.search(who, Group.SEARCH, spec, "v2")


async def test_without_formats_nothing_is_scraped() -> None:
    world = World()
    found = await world.find(SearchSpec("q", limit=25))
    assert [result.hit for result in found.results[Source.WEB]] == list(HITS)
    assert (found.credits_used, found.warnings, world.scraped) == (2, ("Careful.",), [])
    assert world.reserved_prices == [6]


async def test_the_category_developer_needs_the_group_of_research_too() -> None:
    spec = SearchSpec("q", categories=(Category.DEVELOPER,))
    with pytest.raises(NotAllowed, match="restricted to the following endpoints: search"):
        await World().find(spec, OnlyEndpoints((Group.SEARCH,)))
    assert await World().find(spec, OnlyEndpoints((Group.SEARCH, Group.RESEARCH)))


async def test_each_result_is_scraped_and_charged_apart_in_the_order_found() -> None:
    world = World()
    found = await world.find(SearchSpec("q", scrape=MARKDOWN))
    assert [result.document.markdown for result in found.results[Source.WEB]] == [f"# {hit.url}" for hit in HITS]
    assert found.credits_used == 2 + 3 * 5


async def test_a_result_that_cannot_be_scraped_says_why_or_is_dropped() -> None:
    world = World(fails={"https://b.example/": TimedOut("Too slow."), "https://c.example/": OutOfCredits("Spent.")})
    found = await world.find(SearchSpec("q", scrape=MARKDOWN))
    assert [result.problem for result in found.results[Source.WEB]] == [None, "Too slow.", "Spent."]
    assert found.credits_used == 2 + 5
    found = await world.find(SearchSpec("q", scrape=MARKDOWN, scrape_failures_dropped=True))
    assert [result.hit.url for result in found.results[Source.WEB]] == ["https://a.example/"]
    told = "2 of 3 results could not be scraped and were left out. https://b.example/: Too slow."
    assert (found.warnings, found.dropped) == (("Careful.", told), 2)


async def test_results_that_are_all_dropped_are_paid_and_told() -> None:
    world = World(fails={hit.url: TimedOut("Too slow.") for hit in HITS})
    found = await world.find(SearchSpec("q", scrape=MARKDOWN, scrape_failures_dropped=True))
    assert (found.results, found.credits_used, found.dropped) == ({Source.WEB: ()}, 2, 3)
    assert "3 of 3 results could not be scraped" in found.warnings[-1]


async def test_scrapes_end_before_the_search_does() -> None:
    world = World()
    await world.find(SearchSpec("q", scrape=MARKDOWN, timeout=timedelta(seconds=30)))
    assert all(timedelta(0) < spec.timeout <= timedelta(seconds=29.5) for spec in world.scraped)


async def test_a_key_that_is_limited_to_other_endpoints_or_formats_may_not() -> None:
    world = World()
    with pytest.raises(NotAllowed, match="Endpoint not allowed: search"):
        await world.find(SearchSpec("q"), OnlyEndpoints((Group.SCRAPE,)))
    with pytest.raises(NotAllowed, match="Requested formats not allowed: html"):
        await world.find(SearchSpec("q", scrape=replace(MARKDOWN, formats=(Html(),))), OnlyFormats(("markdown",)))
    await world.find(SearchSpec("q"), OnlyFormats(("markdown",)))
    assert len(world.asked) == 1


async def test_a_key_that_is_limited_to_domains_has_hits_looked_at_and_not_the_empty_address() -> None:
    world = World()
    await world.find(SearchSpec("q", scrape=MARKDOWN), OnlyDomains(frozenset({"a.example"})))
    permits = world.asked[0]["permits"]
    assert permits("https://a.example/") is None
    assert "b.example" in permits("https://b.example/").message


async def test_hits_and_scrapes_are_held_against_threat_protection() -> None:
    world = World()
    override = ThreatOverride(ThreatMode.MANUAL_ONLY, blacklist=("b.example",))
    await world.find(SearchSpec("q", threat_protection=override))
    permits = world.asked[0]["permits"]
    assert permits("https://a.example/") is None
    assert permits("https://www.b.example/").code == "unsafe_domain_blocked"
    found = await world.find(SearchSpec("q", threat_protection=ThreatOverride()))
    assert "`threatProtection` has no effect" in found.warnings[-1]


async def test_a_key_that_may_only_read_stored_pages_searches_the_index_alone() -> None:
    world = World()
    await world.find(SearchSpec("q"))
    await world.find(SearchSpec("q"), OnlyStored())
    assert [how["own_only"] for how in world.asked] == [False, True]
    with pytest.raises(NotAllowed, match="may only read stored pages"):
        await world.find(SearchSpec("q", scrape=MARKDOWN), OnlyStored())
    stored = replace(MARKDOWN, cache=CachePolicy(lockdown=True))
    await world.find(SearchSpec("q", scrape=stored), OnlyStored())


async def test_what_is_not_there_is_refused_before_anything_is_searched() -> None:
    world = World()
    with pytest.raises(NotAllowed, match="Zero data retention"):
        await world.find(SearchSpec("q", zero_data_retention=True))
    with pytest.raises(NotAllowed, match="anon"):
        await world.find(SearchSpec("q", unavailable=("enterprise: anon",)))
    with pytest.raises(NotAllowed, match="Zscaler"):
        await world.find(SearchSpec("q", threat_protection=ThreatOverride(ThreatMode.ZSCALER)))
    assert world.asked == []
    await world.find(SearchSpec("q", zero_data_retention=True), zero_data_retention=True)
    assert world.reserved_prices == [10]
