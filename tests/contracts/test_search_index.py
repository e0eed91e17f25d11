"""The full-text index: what it finds, in which order, and for whom."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, text

from gossamer.core.canonical import fingerprint64
from gossamer.core.deadlines import Deadline
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.searches import Freshness, Hit, SearchQuery, Source
from gossamer.core.urls import fingerprint, web_url
from gossamer.features.search.operators import terms_of
from gossamer.ports.index import IndexedRead, IndexEntry, Unindexed
from gossamer.ports.scrapes import FinishedScrape, PageKey
from gossamer.store.database import Database
from gossamer.store.index import SearchIndex
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.clock import ManualClock

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEAM, OTHER = new_id(), new_id()
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Filled:
    """An index, and how pages come into it."""

    index: SearchIndex
    database: Database
    team: str = TEAM
    extra: dict[str, object] = field(default_factory=dict)

    async def put(self, address: str, title: str = "", content: str = "", **entry: object) -> None:
        """Put a page into the index; *fetched_at* and *team* are those of the page."""
        at = entry.pop("fetched_at", NOON)
        team = entry.pop("team", self.team)
        url = web_url(address)
        assert isinstance(at, datetime)
        assert isinstance(team, str)
        known = IndexEntry(url=url, title=title, text=content, **entry)  # type: ignore[arg-type]
        await self.index.write([IndexedRead(unindexed(address, at=at, team=team), known)])

    async def find(self, query: str, *, team: str = TEAM, **wishes: object) -> list[Hit]:
        """Return what is found."""
        asked = SearchQuery(text=query, terms=terms_of(query), **wishes)  # type: ignore[arg-type]
        answer = await self.index.search(asked, team_id=team, deadline=Deadline.after(HOUR))
        return list(answer.hits)

    async def urls(self, query: str, **wishes: object) -> list[str]:
        """Return the addresses of what is found, without their scheme."""
        return [hit.url.removeprefix("https://") for hit in await self.find(query, **wishes)]  # type: ignore[arg-type]


def unindexed(address: str, *, at: datetime = NOON, team: str = TEAM) -> Unindexed:
    page = FetchedPage(url=web_url(address), status=200, headers={}, body=b"x", fetched_at=at, fetcher="http")
    return Unindexed(team, fingerprint(address), at, page)


@pytest.fixture
async def index(database: Database) -> Filled:
    clock, function_words = ManualClock(NOON), {"in", "it", "the", "how", "do", "i", "of"}
    return Filled(SearchIndex(database, clock, function_words=function_words), database)


@pytest.fixture
async def library(index: Filled) -> Filled:
    """A few pages that differ in where they have which words."""
    await index.put("https://a.example/asparagus", "Growing asparagus", "Asparagus beds last for twenty years.")
    await index.put("https://b.example/garden", "A garden diary", "In May we ate asparagus, and peas later.")
    await index.put("https://c.example/peas", "Peas", "Green peas grow well in cool weather. Not in beds of sand.")
    await index.put("https://docs.c.example/report.pdf", "Report", "Peas sold by weight, a report.")
    return index


async def test_a_word_in_the_title_counts_more_than_one_in_the_text(library: Filled) -> None:
    assert await library.urls("asparagus") == ["a.example/asparagus", "b.example/garden"]


async def test_pages_with_all_words_come_before_those_with_some(library: Filled) -> None:
    assert (await library.urls("asparagus peas"))[0] == "b.example/garden"
    assert set(await library.urls("asparagus peas")) > {"b.example/garden", "a.example/asparagus"}


async def test_a_query_may_have_words_that_no_page_has(library: Filled) -> None:
    assert (await library.urls("how do I make asparagus beds zyzzyva"))[0] == "a.example/asparagus"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("earthquake tomorrow in Paris", set()),
        ("how do I wash the car", set()),
        ("the price of tulips in it", set()),
        ("how of the peas", {"c.example/peas", "b.example/garden", "docs.c.example/report.pdf"}),
        ("in of", {"b.example/garden", "c.example/peas"}),
        ('"not in"', {"c.example/peas"}),
    ],
)
async def test_a_page_has_to_say_more_of_a_query_than_its_function_words(
    library: Filled, query: str, found: set[str]
) -> None:
    assert set(await library.urls(query)) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ('"peas grow"', {"c.example/peas"}),
        ('"grow peas"', set()),
        ("peas -weight", {"c.example/peas", "b.example/garden"}),
        ('peas -"sold by"', {"c.example/peas", "b.example/garden"}),
        ("peas site:c.example", {"c.example/peas", "docs.c.example/report.pdf"}),
        ("peas site:docs.c.example", {"docs.c.example/report.pdf"}),
        ("peas site:c.example/peas", {"c.example/peas"}),
        ("peas site:c.example/report.pdf", {"docs.c.example/report.pdf"}),
        ("peas site:ample", set()),
        ("peas -site:c.example", {"b.example/garden"}),
        ("peas -site:docs.c.example/report", {"b.example/garden", "c.example/peas"}),
        ("peas (site:a.example OR site:b.example)", {"b.example/garden"}),
        ("intitle:asparagus", {"a.example/asparagus"}),
        ("asparagus inurl:garden", {"b.example/garden"}),
        ("inurl:beds", set()),
        ("peas filetype:pdf", {"docs.c.example/report.pdf"}),
        ("twenty OR weather", {"a.example/asparagus", "c.example/peas"}),
        ('(twenty OR "cool weather") beds', {"a.example/asparagus", "c.example/peas"}),
        ("site:b.example", {"b.example/garden"}),
        ("PEA WEIGHTS", {"c.example/peas", "b.example/garden", "docs.c.example/report.pdf"}),
        ("nothingofthesort", set()),
        ("-peas", set()),
        ("'); DROP TABLE pages; --", set()),
        ('NEAR( "a" * ^ : { } AND NOT', set()),
        ("!!! ??? ***", set()),
        ("", set()),
    ],
)
async def test_operators(library: Filled, query: str, found: set[str]) -> None:
    assert set(await library.urls(query)) - ({"b.example/garden"} if query.startswith("NEAR") else set()) == found


async def test_domains_are_included_and_excluded_with_what_lies_below_them(library: Filled) -> None:
    assert set(await library.urls("peas", include_domains=("c.example",))) == {
        "c.example/peas",
        "docs.c.example/report.pdf",
    }
    assert await library.urls("peas", exclude_domains=("c.example",)) == ["b.example/garden"]


async def test_a_team_finds_its_own_pages_alone(index: Filled) -> None:
    await index.put("https://a.example/", "Secret plans", "of ours")
    await index.put("https://b.example/", "Secret plans", "of theirs", team=OTHER)
    assert await index.urls("secret plans") == ["a.example/"]
    assert await index.urls("secret plans", team=OTHER) == ["b.example/"]
    assert await index.urls("secret", team=new_id()) == []
    # Not even for who knows how pages of a team are marked.
    marks = await index.database.read(lambda c: _marks(c.engine.dialect.name, c))
    assert await index.urls(" ".join(marks), team=new_id()) == []


def _marks(dialect: str, _connection: object) -> list[str]:
    from gossamer.store.index.query_plan import team_mark  # noqa: PLC0415

    return [f"scope:{team_mark(TEAM)}" if dialect == "sqlite" else team_mark(TEAM)]


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("L'élève déjà à Łódź — cafés", "eleve"),
        ("L'élève déjà à Łódź — cafés", "LODZ"),
        ("cafe\u0301 society", "café"),
        ("Die Straße ist lang", "strasse"),
        ("ЁЛКИ зелёные", "елки"),
        ("東京都の天気予報です", "天気"),
        ("東京都の天気予報です", "東京都 予報"),
        ("東京都の天気予報です", "都"),
        ("한국어를 배우다", "한국어"),
        ("ภาษาไทยง่ายมาก", "ไทย"),
        ("हिन्दी में समाचार", "हिन्दी"),
        ("\uff26\uff35\uff2c\uff2c \uff57\uff49\uff44\uff54\uff48", "full width"),
    ],
)
async def test_scripts_and_accents(index: Filled, content: str, query: str) -> None:
    await index.put("https://a.example/", "T", content)
    await index.put("https://b.example/", "T", "nothing of it")
    assert await index.urls(query) == ["a.example/"]


async def test_letters_of_an_unspaced_script_must_stand_together(index: Filled) -> None:
    await index.put("https://a.example/", "T", "京の東に都")
    assert await index.urls("東京都") == []


async def test_a_page_that_is_fetched_again_is_found_by_what_it_says_now(index: Filled) -> None:
    await index.put("https://a.example/x", "Old news", "about geese")
    await index.put("http://www.a.example/x/", "New news", "about swans", fetched_at=NOON + HOUR)
    assert await index.urls("geese") == []
    assert await index.urls("swans news") == ["http://www.a.example/x/"]


async def test_a_page_that_is_written_again_during_a_search_is_found(index: Filled) -> None:
    await index.put("https://a.example/x", "News", "about swans")
    await index.put("https://a.example/y", "News", "about geese")
    loop = asyncio.get_running_loop()

    def write_again(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "index_documents.id IN" in statement:
            writing = index.put("https://a.example/x", "News", "about swans")
            asyncio.run_coroutine_threadsafe(writing, loop).result()

    event.listen(index.database.engine, "before_cursor_execute", write_again)
    assert await index.urls("swans") == ["a.example/x"]


async def test_a_page_that_is_written_again_beside_a_new_one_keeps_its_place(index: Filled) -> None:
    for number in range(12):
        old, new = f"https://a.example/{number}", f"https://b.example/{number}"
        await index.put(old, "News", f"about swan{number}")
        pages = [
            IndexedRead(unindexed(url, at=at), IndexEntry(url=web_url(url), title="News", text=f"about goose{number}"))
            for url, at in ((old, NOON + HOUR), (new, NOON))
        ]
        await index.index.write(pages)
        assert len(await index.urls(f"goose{number}")) == 2


async def test_an_older_copy_that_comes_late_changes_nothing(index: Filled) -> None:
    await index.put("https://a.example/x", "News", "about swans", fetched_at=NOON)
    await index.put("https://a.example/x", "News", "about geese", fetched_at=NOON - HOUR)
    assert (await index.urls("geese"), await index.urls("swans")) == ([], ["a.example/x"])


async def test_a_page_that_is_no_longer_to_be_listed_is_taken_out(index: Filled) -> None:
    await index.put("https://a.example/x", "News", "about swans")
    await index.index.write([IndexedRead(unindexed("https://a.example/x", at=NOON + HOUR))])
    assert await index.urls("swans") == []
    assert await _size(index.database) == 0


async def test_writing_again_changes_nothing(index: Filled) -> None:
    for _ in range(3):
        await index.put("https://a.example/x", "News", "about swans")
    assert len(await index.find("swans")) == 1
    await index.index.expire_entries(fetched_before=NOON + HOUR, limit=10)
    assert await index.urls("swans") == []


async def test_old_pages_are_forgotten_with_their_words(index: Filled) -> None:
    await index.put("https://a.example/old", "Swans", "x", fetched_at=NOON - HOUR)
    await index.put("https://a.example/new", "Swans", "x")
    assert await index.index.expire_entries(fetched_before=NOON, limit=10) == 1
    assert await index.urls("swans") == ["a.example/new"]


async def test_a_team_with_too_many_pages_loses_its_oldest(index: Filled) -> None:
    for n in range(5):
        await index.put(f"https://a.example/{n}", "Swans", "x", fetched_at=NOON + n * HOUR)
    await index.put("https://b.example/", "Swans", "x", team=OTHER)
    assert await index.index.shrink(most=3, limit=10) == 2
    assert await index.index.shrink(most=3, limit=10) == 0
    assert set(await index.urls("swans")) == {f"a.example/{n}" for n in (2, 3, 4)}
    assert await index.urls("swans", team=OTHER) == ["b.example/"]


async def test_freshness_looks_at_when_a_page_was_published_else_at_when_it_was_fetched(index: Filled) -> None:
    await index.put("https://a.example/said", "Swans", "x", published=NOON - 40 * 24 * HOUR)
    await index.put("https://a.example/unsaid", "Swans", "x")
    assert await index.urls("swans", freshness=Freshness(since=NOON - 24 * HOUR)) == ["a.example/unsaid"]
    assert await index.urls("swans", freshness=Freshness(until=NOON - 24 * HOUR)) == ["a.example/said"]


async def test_the_newest_come_first_when_that_is_asked_for(index: Filled) -> None:
    await index.put("https://a.example/1", "Swans swans", "swans", published=NOON - 9 * HOUR)
    await index.put("https://a.example/2", "T", "a word of swans", published=NOON - HOUR)
    await index.put("https://a.example/3", "T", "a word of swans", published=NOON - 5 * HOUR)
    assert await index.urls("swans", freshness=Freshness(by_date=True)) == [f"a.example/{n}" for n in (2, 3, 1)]


async def test_news_are_pages_that_say_when_they_were_published(index: Filled) -> None:
    await index.put("https://a.example/news", "Swans", "x", published=NOON - HOUR, image="https://a.example/i.png")
    await index.put("https://a.example/page", "Swans", "x")
    [hit] = await index.find("swans", source=Source.NEWS)
    assert (hit.url, hit.published, hit.image_url) == (
        "https://a.example/news",
        NOON - HOUR,
        "https://a.example/i.png",
    )


async def test_images_are_those_that_stand_for_pages(index: Filled) -> None:
    await index.put("https://a.example/news", "Swans", "x", image="https://a.example/i.png")
    await index.put("https://a.example/page", "Swans", "x")
    [hit] = await index.find("swans", source=Source.IMAGES)
    assert (hit.url, hit.image_url, hit.title) == ("https://a.example/news", "https://a.example/i.png", "Swans")


async def test_a_site_does_not_fill_the_first_places(index: Filled) -> None:
    for n in range(6):
        await index.put(f"https://a.example/swans/{n}", "All about swans", "Swans are swans. " * (9 - n))
    await index.put("https://b.example/", "All about swans", "Swans are birds, and so on.")
    assert "b.example/" in (await index.urls("swans", limit=3))
    assert len(await index.urls("swans site:a.example", limit=3)) == 3


async def test_a_page_that_is_about_it_is_found_among_more_than_are_looked_at(index: Filled) -> None:
    of_many = [f"https://{n}.example/" for n in range(400)]
    known = [IndexEntry(url=web_url(url), title="A lake", text="There are swans by the lake.") for url in of_many]
    await index.index.write([IndexedRead(unindexed(entry.url), entry) for entry in known])
    await index.put("https://zoo.example/", "Swans", "About swans by the lake.", fetched_at=NOON - 999 * HOUR)
    assert (await index.urls("swans", limit=3))[0] == "zoo.example/"
    assert (await index.urls("swans zyzzyva", limit=3))[0] == "zoo.example/"


async def test_no_more_are_returned_than_were_asked_for(index: Filled) -> None:
    for n in range(5):
        await index.put(f"https://{n}.example/", "Swans", "x")
    assert len(await index.find("swans", limit=2)) == 2


async def test_a_description_is_the_part_of_the_text_that_has_the_words(index: Filled) -> None:
    filler = "Nothing to see in this sentence. " * 60
    await index.put("https://a.example/", "Birds", f"{filler}Trumpeter swans nest by lakes. {filler}")
    [hit] = await index.find("swans nest")
    assert hit.description.startswith("Trumpeter swans nest by lakes.")
    assert len(hit.description) < 300


async def test_stored_pages_wait_for_the_index_until_they_are_written(database: Database, index: Filled) -> None:
    store = ScrapeStore(database)
    await store.record(stored("https://a.example/1"))
    await store.record(stored("https://a.example/2", minute=1))
    assert await index.index.youngest_waiting() == NOON + timedelta(minutes=1)
    first = await take(index, limit=1)
    assert [page.page.url for page in first if page.page] == ["https://a.example/1"]
    assert [page.page.url for page in await take(index) if page.page] == ["https://a.example/2"]
    assert await take(index) == []
    await index.index.write([IndexedRead(page) for page in first])
    again = await take(index, now=NOON + HOUR)
    assert [page.page.url for page in again if page.page] == ["https://a.example/2"]
    await store.close()


async def test_a_copy_that_came_meanwhile_still_waits(database: Database, index: Filled) -> None:
    store = ScrapeStore(database)
    await store.record(stored("https://a.example/1"))
    taken = await take(index)
    await store.record(stored("https://a.example/1", minute=5))
    await index.index.write([IndexedRead(page) for page in taken])
    [left] = await take(index)
    assert left.fetched_at == NOON + timedelta(minutes=5)
    await store.close()


async def test_what_ends_its_reader_is_given_up(database: Database, index: Filled) -> None:
    store = ScrapeStore(database)
    await store.record(stored("https://a.example/1"))
    tries = [await take(index, now=NOON + n * 2 * HOUR) for n in range(5)]
    assert [len(taken) for taken in tries] == [1, 1, 1, 0, 0]
    await store.close()


async def test_a_page_that_was_forgotten_meanwhile_has_nothing_to_read(database: Database, index: Filled) -> None:
    store = ScrapeStore(database)
    await store.record(stored("https://a.example/1"))
    await store.expire_pages(fetched_before=NOON + HOUR, limit=10)
    [gone] = await take(index)
    assert gone.page is None
    await index.index.write([IndexedRead(gone)])
    assert await take(index, now=NOON + 2 * HOUR) == []
    await store.close()


async def test_rebuilding_queues_all_that_is_stored(database: Database, index: Filled) -> None:
    store = ScrapeStore(database)
    await store.record(stored("https://a.example/1"))
    await index.index.write([IndexedRead(page) for page in await take(index)])
    await index.put("https://a.example/gone", "Swans", "x")
    assert await index.index.rebuild() == 1
    assert await index.urls("swans") == []
    assert len(await take(index)) == 1
    await store.close()


async def test_nothing_waits_in_a_new_index(index: Filled) -> None:
    assert await index.index.youngest_waiting() is None


@pytest.fixture(autouse=True)
async def _settled(database: Database) -> AsyncIterator[None]:
    yield
    assert await database.answers()


async def take(index: Filled, *, limit: int = 10, now: datetime = NOON) -> Sequence[Unindexed]:
    return await index.index.take(limit, now=now, until=now + HOUR)


async def _size(database: Database) -> int:
    query = text("SELECT count(*) FROM index_documents")
    return await database.read(lambda connection: connection.execute(query).scalar_one())


def stored(address: str, *, minute: int = 0) -> FinishedScrape:
    at = NOON + timedelta(minutes=minute)
    page = replace(unindexed(address, at=at).page, body=b"<p>hi</p>")  # type: ignore[type-var]
    return FinishedScrape(
        scrape_id=new_id(),
        team_id=TEAM,
        key_id="k",
        url=address,
        credits=1,
        finished_at=at,
        expires_at=at + timedelta(days=1),
        page_key=PageKey(TEAM, f"{fingerprint64(web_url(address)) & (2**64 - 1):032x}"),
        page=page,
    )


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("looms site:d.example:8080", {"d.example:8080/r/one"}),
        ("looms site:d.example:9000", {"www.d.example:9000/two"}),
        ("looms site:d.example/r", {"d.example:8080/r/one"}),
        ("looms site:d.example", {"d.example:8080/r/one", "www.d.example:9000/two"}),
        ("looms -site:d.example:8080", {"www.d.example:9000/two"}),
        ("looms site:d.example:8080/two", set()),
    ],
)
async def test_a_site_may_name_a_port(index: Filled, query: str, found: set[str]) -> None:
    await index.put("https://d.example:8080/r/one", "Looms", "Of looms.")
    await index.put("https://www.d.example:9000/two", "More looms", "Of looms too.")
    assert set(await index.urls(query)) == found
