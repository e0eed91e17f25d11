"""What of a stored page comes into the index, and when."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gossamer.content.offload import Offload
from gossamer.content.page_view import PageView
from gossamer.core.deadlines import Deadline
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.searches import SearchQuery
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import fingerprint, web_url
from gossamer.features.scrape.main_texts import INDEXED, MainText
from gossamer.features.scrape.reading import Reading
from gossamer.features.search import Indexer
from gossamer.features.search.indexing.indexed_page import read_entry
from gossamer.features.search.operators import terms_of
from gossamer.ports.index import IndexEntry
from gossamer.ports.scrapes import FinishedScrape, PageKey
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.index import SearchIndex
from gossamer.store.migration import migrate
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.clock import ManualClock
from tests.costs import Work, in_proportion

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
ARTICLE = """<html lang="en"><head><title>Growing asparagus</title>
<meta name="description" content="Beds and patience.">
<meta property="og:image" content="/bed.png"><meta property="article:published_time" content="2026-05-01T08:00:00Z">
{head}</head><body><nav><a href="/">Home</a><a href="/shop">Shop</a></nav><main><h1>Growing asparagus</h1>
<p>Asparagus beds last for <b>twenty</b> years, if the soil is <a href="/soil">loose</a> and the gardener patient.</p>
<h2>Planting</h2><p>Plant the crowns in spring, a foot apart, and cover them with a little soil at a time.</p></main>
<footer>Imprint</footer></body></html>"""


def page(
    html: str = ARTICLE, *, url: str = "https://a.example/asparagus", status: int = 200, **headers: str
) -> FetchedPage:
    told = {"content-type": "text/html; charset=utf-8"} | {name.replace("_", "-"): v for name, v in headers.items()}
    return FetchedPage(
        url=web_url(url), status=status, headers=told, body=html.encode(), fetched_at=NOON, fetcher="http"
    )


def entry(html: str = ARTICLE, *, unlisted_too: bool = False, **how: str) -> IndexEntry | None:
    return read_entry(page(html.replace("{head}", how.pop("head", "")), **how), None, unlisted_too)  # type: ignore[arg-type]


def test_a_page_is_its_main_content_as_plain_text_and_what_it_says_of_itself() -> None:
    found = entry()
    assert found is not None
    assert (found.title, found.description, found.language) == ("Growing asparagus", "Beds and patience.", "en")
    assert "beds last for twenty years, if the soil is loose and" in found.text
    assert "Shop" not in found.text
    assert found.headings == "Growing asparagus\nPlanting"
    assert found.published == datetime(2026, 5, 1, 8, tzinfo=UTC)
    assert found.image == "https://a.example/bed.png"


def test_signs_of_markdown_are_none_of_the_text() -> None:
    html = """<html lang="en"><head><title>Blue kettle</title></head><body><main><h1>Blue kettle</h1>
<p>The blue kettle <em>boils</em> 2 * 3 litres of water in four minutes. It is made of enamelled steel.</p>
<dl><dt>Price</dt><dd>£39.90</dd><dt>SKU</dt><dd>BK-7</dd></dl></main></body></html>"""
    found = entry(html)
    assert found is not None
    first, said, *facts = [line.strip() for line in found.text.splitlines()]
    assert (first, facts) == ("Blue kettle", ["Price: £39.90", "SKU: BK-7"])
    assert said.startswith("The blue kettle boils 2 * 3 litres")


@pytest.mark.parametrize(
    "head",
    ['<meta name="robots" content="NOINDEX, follow">', '<meta name="robots" content="none">'],
)
def test_what_asks_not_to_be_listed_is_left_out_unless_that_is_not_wanted(head: str) -> None:
    assert entry(head=head) is None
    assert entry(head=head, unlisted_too=True) is not None
    assert entry(x_robots_tag="noindex") is None
    assert entry(head='<meta name="robots" content="index, nofollow">') is not None


@pytest.mark.parametrize("part", [" ", "\t", "|", "#", "[", "*", "`", "\\", "(", "<", "_", ">", "- "])
def test_no_text_takes_more_than_linear_time(part: str) -> None:
    def reading(size: int) -> Work:
        known = MainText(f"a{part * size}b", {})
        return lambda: read_entry(page(), None, False, known)

    assert in_proportion(reading, 8_000)


def test_errors_and_what_has_no_text_are_left_out() -> None:
    assert read_entry(page(status=404), None, False) is None
    assert read_entry(page("", url="https://a.example/x"), None, False) is None
    picture = FetchedPage(
        web_url("https://a.example/i.png"), 200, {"content-type": "image/png"}, b"\x89PNG\r\n\x1a\n", NOON, "http"
    )
    assert read_entry(picture, None, False) is None


@pytest.mark.parametrize(
    ("canonical", "known_by"),
    [
        ("https://www.a.example/guide", "https://www.a.example/guide"),
        ("https://elsewhere.example/guide", "https://a.example/asparagus"),
        ("https://a.example/", "https://a.example/asparagus"),
        ("javascript:void(0)", "https://a.example/asparagus"),
    ],
)
def test_a_page_is_known_by_its_canonical_address_if_that_can_be_believed(canonical: str, known_by: str) -> None:
    found = entry(head=f'<link rel="canonical" href="{canonical}">')
    assert found is not None
    assert found.url == known_by


def test_a_date_in_structured_data_counts_and_one_in_the_future_does_not() -> None:
    plain = ARTICLE.replace("article:published_time", "x")
    said = '<script type="application/ld+json">{"datePublished": "2026-04-01"}</script>'
    found = entry(plain, head=said)
    assert found is not None
    assert found.published == datetime(2026, 4, 1, tzinfo=UTC)
    found = entry(plain, head=said.replace("2026", "2036"))
    assert found is not None
    assert found.published is None


@dataclass
class Kept:
    """A store, the index over it, and who fills it."""

    store: ScrapeStore
    index: SearchIndex
    indexer: Indexer
    clock: ManualClock

    async def keep(self, url: str, html: str = ARTICLE) -> None:
        await self.store.record(
            FinishedScrape(
                scrape_id=new_id(),
                team_id="team",
                key_id="k",
                url=url,
                credits=1,
                finished_at=NOON,
                expires_at=NOON + timedelta(days=1),
                page_key=PageKey("team", fingerprint(url)),
                page=page(html.replace("{head}", ""), url=url),
            )
        )

    async def urls(self, query: str) -> list[str]:
        asked = SearchQuery(query, terms_of(query))
        answer = await self.index.search(asked, team_id="team", deadline=Deadline.after(timedelta(hours=1)))
        return [hit.url for hit in answer.hits]


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Kept]:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    database = Database(engine)
    clock = ManualClock(NOON)
    store, index = ScrapeStore(database), SearchIndex(database, clock)
    async with Offload() as offload:
        yield Kept(store, index, Indexer(index, offload, clock), clock)
    await store.close()
    await database.close()


async def test_stored_pages_come_into_the_index(kept: Kept) -> None:
    for n in range(30):
        await kept.keep(f"https://a.example/{n}", ARTICLE.replace("twenty", f"number{n}"))
    assert await kept.urls("asparagus") == []
    assert await kept.indexer.catch_up() == 30
    assert (await kept.urls("asparagus number17"))[0] == "https://a.example/17"
    assert await kept.indexer.catch_up() == 0


async def test_a_page_that_cannot_be_read_does_not_hold_up_the_others(kept: Kept) -> None:
    await kept.keep("https://a.example/empty", "")
    await kept.keep("https://a.example/asparagus")
    assert await kept.indexer.catch_up() == 2
    assert await kept.urls("asparagus") == ["https://a.example/asparagus"]


async def test_who_comes_after_one_that_died_reads_what_it_had_taken(kept: Kept) -> None:
    await kept.keep("https://a.example/asparagus")
    # As if the process had ended here.
    await kept.index.take(10, now=NOON, until=NOON + timedelta(minutes=5))
    assert await kept.indexer.catch_up() == 0
    await kept.clock.advance(timedelta(minutes=6))
    assert await kept.indexer.catch_up() == 1
    assert await kept.urls("asparagus") == ["https://a.example/asparagus"]


async def test_pages_that_came_just_now_are_busy_times_also_where_the_index_keeps_up(kept: Kept) -> None:
    await kept.keep("https://a.example/asparagus")
    batch = await kept.indexer._batch()
    assert await kept.index.youngest_waiting() is None
    assert await kept.indexer._is_busy(batch)
    await kept.clock.advance(timedelta(minutes=1))
    assert not await kept.indexer._is_busy(batch)


def test_a_page_that_is_known_has_the_same_entry_as_one_that_is_read() -> None:
    found = page(ARTICLE.replace("{head}", ""))
    view = PageView(found)
    known = MainText(view.markdown(INDEXED), view.metadata)
    assert read_entry(found, None, False, known) == read_entry(found, None, False) is not None


async def test_what_is_known_of_a_page_is_not_read_again(kept: Kept) -> None:
    await kept.keep("https://a.example/asparagus")
    reading = Reading(markdown="Rhubarb", is_page=True)
    spec = ScrapeSpec(url=web_url("https://a.example/asparagus"), block_ads=True)
    kept.indexer._texts.keep(PageKey("team", fingerprint("https://a.example/asparagus")), NOON, spec, reading)
    assert await kept.indexer.catch_up() == 1
    assert await kept.urls("rhubarb") == ["https://a.example/asparagus"]
