"""Who is asked, what becomes of their answers, and what it costs."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import DatabaseUnavailable, NotAllowed, NotAvailable, SearchFailed, TimedOut
from gossamer.core.prices import PriceTable
from gossamer.core.searches import Category, Hit, SearchQuery, SearchSpec, Source, Wishes
from gossamer.features.search import Searching, SourceResults
from gossamer.ports.scrapes import FinishedScrape
from gossamer.ports.search import ProviderFailed, SearchAnswer, SearchProvider
from gossamer.testing.clock import ManualClock

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@dataclass
class Fake:
    """A provider that answers as it is told to, and remembers what it was asked."""

    name: str
    hits: tuple[Hit, ...] = ()
    sources: frozenset[Source] = frozenset({Source.WEB})
    failure: Exception | None = None
    hangs: bool = False
    asked: list[SearchQuery] = field(default_factory=list)

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> SearchAnswer:
        self.asked.append(query)
        if self.hangs:
            await asyncio.Event().wait()
        if self.failure is not None:
            raise self.failure
        return SearchAnswer(self.hits)


@dataclass
class Book:
    """A ScrapeStore that only records."""

    recorded: list[FinishedScrape] = field(default_factory=list)

    async def record(self, scrape: FinishedScrape, *, within: timedelta = timedelta(0)) -> None:
        self.recorded.append(scrape)


def hits(*urls: str) -> tuple[Hit, ...]:
    return tuple(Hit(f"https://{url}", url, f"about {url}") for url in urls)


async def search(
    providers: Sequence[SearchProvider],
    spec: SearchSpec | None = None,
    *,
    book: Book | None = None,
    budget: timedelta = HOUR,
    **how: object,
) -> SourceResults:
    searching = Searching(
        providers=providers,
        scrapes=book or Book(),  # type: ignore[arg-type]
        clock=ManualClock(NOON),
        prices=PriceTable(),
    )
    return await searching.search(
        spec or SearchSpec("spiders"),
        team_id="team",
        key_id="key",
        deadline=Deadline.after(budget),
        **how,  # type: ignore[arg-type]
    )


def urls(found: SourceResults, source: Source = Source.WEB) -> list[str]:
    return [hit.url.removeprefix("https://") for hit in found.hits[source]]


async def test_all_who_have_a_source_are_asked_and_their_answers_fused() -> None:
    one, two = Fake("one", hits("a.example", "b.example")), Fake("two", hits("b.example", "c.example"))
    assert urls(await search([one, two])) == ["b.example", "a.example", "c.example"]


async def test_no_more_are_returned_than_were_asked_for_of_each_source() -> None:
    everything = Fake("one", hits("a.example", "b.example", "c.example"), sources=frozenset(Source))
    spec = SearchSpec("q", limit=2, sources=(Wishes(Source.NEWS), Wishes(Source.WEB)))
    found = await search([everything], spec)
    assert {source: len(found.hits[source]) for source in found.hits} == {Source.NEWS: 2, Source.WEB: 2}
    assert list(found.hits) == [Source.NEWS, Source.WEB]


async def test_one_that_fails_is_named_and_the_others_answers_are_given() -> None:
    broken = Fake("broken", failure=ProviderFailed("it refused the key (401)."))
    found = await search([broken, Fake("index", hits("a.example"))])
    assert urls(found) == ["a.example"]
    assert found.warnings == ("broken: it refused the key (401).",)


async def test_one_that_hangs_is_named_and_the_others_answers_are_given() -> None:
    found = await search([Fake("slow", hangs=True), Fake("index", hits("a.example"))], budget=timedelta(seconds=0.2))
    assert urls(found) == ["a.example"]
    assert found.warnings == ("slow: it did not answer in time.",)


async def test_when_nobody_answers_the_search_fails_and_all_are_named() -> None:
    book = Book()
    broken = [Fake(name, failure=ProviderFailed(f"it is {name}.")) for name in ("down", "away")]
    with pytest.raises(SearchFailed, match=r"down: it is down\. away: it is away\."):
        await search(broken, book=book)
    [record] = book.recorded
    assert (record.operation, record.credits, record.error_code) == ("search", 0, "SEARCH_FAILED")


async def test_when_nobody_answers_in_time_that_is_said() -> None:
    with pytest.raises(TimedOut, match="within the timeout of 0\\.1 seconds"):
        await search([Fake("slow", hangs=True)], budget=timedelta(seconds=0.1))


async def test_nothing_found_is_an_answer_that_says_who_gave_it() -> None:
    broken = Fake("broken", failure=ProviderFailed("it is down."))
    found = await search([broken, Fake("well"), Fake("index")])
    assert (urls(found), found.credits_used) == ([], 0)
    assert found.warnings == ("broken: it is down.", "No web results from well, index.")


async def test_an_index_that_knows_nothing_is_no_answer_when_all_providers_failed() -> None:
    book = Book()
    broken = [Fake(name, failure=ProviderFailed(f"it is {name}.")) for name in ("down", "away")]
    with pytest.raises(SearchFailed, match=r"No search provider answered.* down: it is down\. away: it is away\."):
        await search([*broken, Fake("index")], book=book)
    assert [(record.credits, record.error_code) for record in book.recorded] == [(0, "SEARCH_FAILED")]
    assert urls(await search([*broken, Fake("index", hits("a.example"))])) == ["a.example"]


async def test_without_providers_an_index_that_knows_nothing_is_an_answer() -> None:
    only, nothing = (await search([Fake("index")])).warnings
    assert only.startswith("No search provider is configured here, so only pages that this service has stored")
    assert nothing == "No web results from index."


async def test_an_index_that_fills_the_answer_needs_no_provider() -> None:
    found = await search([Fake("index", hits("a.example", "b.example"))], SearchSpec("q", limit=2))
    assert found.warnings == ()


async def test_a_provider_that_finds_little_is_still_a_provider() -> None:
    found = await search([Fake("index"), Fake("one", hits("a.example"))])
    assert not any("No search provider" in warning for warning in found.warnings)


async def test_what_is_not_found_is_called_by_its_kind() -> None:
    everything = Fake("one", sources=frozenset(Source))
    found = await search([everything], SearchSpec("q", sources=(Wishes(Source.NEWS), Wishes(Source.IMAGES))))
    assert found.warnings == ("No news from one.", "No images from one.")


async def test_a_source_that_nobody_has_is_told() -> None:
    spec = SearchSpec("q", sources=(Wishes(Source.WEB), Wishes(Source.NEWS)))
    found = await search([Fake("one", hits("a.example"))], spec)
    assert found.warnings == ("No search provider is configured here for news.",)
    with pytest.raises(NotAvailable, match="No search provider is configured here for images"):
        await search([Fake("one")], SearchSpec("q", sources=(Wishes(Source.IMAGES),)))


@pytest.mark.parametrize(("found", "price"), [(0, 0), (1, 2), (10, 2), (11, 4)])
async def test_every_ten_results_that_were_begun_cost_two_credits(found: int, price: int) -> None:
    book = Book()
    provider = Fake("one", hits(*(f"{n}.example" for n in range(found))))
    answer = await search([provider], SearchSpec("q", limit=50), book=book)
    assert (answer.credits_used, [record.credits for record in book.recorded]) == (price, [price])


async def test_what_must_not_be_kept_is_not_kept_in_the_record() -> None:
    book = Book()
    await search([Fake("one", hits("a.example"))], SearchSpec("secret", zero_data_retention=True), book=book)
    assert [(record.url, record.credits) for record in book.recorded] == [("", 10)]


async def test_who_may_not_visit_sites_searches_the_own_index_alone() -> None:
    outside = Fake("outside", hits("a.example"))
    found = await search([outside, Fake("index", hits("b.example"))], own_only=True)
    assert (urls(found), outside.asked) == (["b.example"], [])
    assert "only the service's own index was searched" in found.warnings[0]


async def test_results_where_the_key_may_not_go_are_left_out() -> None:
    provider = Fake("one", hits("a.example", "b.example"))
    found = await search([provider], permits=lambda url: NotAllowed("no") if "a.example" in url else None)
    assert urls(found) == ["b.example"]


async def test_what_is_no_web_address_is_left_out() -> None:
    odd = tuple(Hit(url) for url in ("javascript:alert(1)", "file:///etc/passwd", "https://a.example"))
    assert urls(await search([Fake("one", odd)])) == ["a.example"]


async def test_domains_hold_whatever_a_provider_returns() -> None:
    provider = Fake("one", hits("a.example", "docs.b.example", "bb.example"))
    assert urls(await search([provider], SearchSpec("q", include_domains=("b.example",)))) == ["docs.b.example"]
    left = await search([provider], SearchSpec("q", exclude_domains=("b.example",)))
    assert urls(left) == ["a.example", "bb.example"]


async def test_categories_are_queries_of_their_own_and_results_say_which() -> None:
    provider = Fake("one", hits("github.com/a", "arxiv.org/abs/1", "a.example/paper.pdf"))
    found = await search([provider], SearchSpec("q", categories=(Category.GITHUB, Category.PDF)))
    assert [query.text for query in provider.asked] == ["q site:github.com", "q filetype:pdf"]
    assert provider.asked[0].terms.sites == ("github.com",)
    assert provider.asked[1].terms.file_types == ("pdf",)
    assert found.hits[Source.WEB][0].category is Category.GITHUB


async def test_words_are_shown_where_that_is_asked_for() -> None:
    provider = Fake("one", (Hit("https://a.example", "T", "All about Spiders."),))
    found = await search([provider], SearchSpec("spider", highlights=True))
    assert found.hits[Source.WEB][0].description == "All about **Spiders**."


async def test_addresses_alone_are_neither_recorded_nor_charged() -> None:
    book = Book()
    searching = Searching(
        providers=[Fake("one", hits("a.example"))],
        scrapes=book,  # type: ignore[arg-type]
        clock=ManualClock(NOON),
        prices=PriceTable(),
    )
    found = await searching.urls("q", limit=3, team_id="team", deadline=Deadline.after(HOUR))
    assert (found, book.recorded) == (("https://a.example",), [])


async def test_a_failing_database_is_a_provider_that_failed() -> None:
    with pytest.raises(SearchFailed, match="index: The database is away"):
        await search([Fake("index", failure=DatabaseUnavailable("The database is away."))])
