"""What `ports/search.py` says of a provider, for each, in front of a server of its documented shape."""

from collections.abc import AsyncIterator, Iterator
from datetime import date, timedelta

import pytest
import pytest_asyncio

from gossamer.core.searches import Source, Terms
from gossamer.net.apis import ApiClient
from gossamer.searchers import Service, ServiceSearcher
from gossamer.searchers.guarding import Budget
from gossamer.testing.clock import ManualClock
from tests.search_engines import PROVIDERS, Engine, ResultRow, rows
from tests.searching import MAKERS, query, running, soon

pytestmark = pytest.mark.asyncio(loop_scope="module")
WITH = {
    source: sorted(name for name, make in MAKERS.items() if source in make("http://x").sources) for source in Source
}


@pytest.fixture(scope="module", params=sorted(MAKERS))
def running_service(request: pytest.FixtureRequest) -> Iterator[tuple[Engine, Service]]:
    with running(request.param) as both:
        yield both


@pytest.fixture
def engine(running_service: tuple[Engine, Service]) -> Engine:
    engine, _ = running_service
    engine.says()
    engine.found = rows(25)
    return engine


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client() -> AsyncIterator[ApiClient]:
    async with ApiClient() as client:
        yield client


@pytest.fixture
def provider(running_service: tuple[Engine, Service], client: ApiClient) -> ServiceSearcher:
    return ServiceSearcher(running_service[1], client, ManualClock(), patience=timedelta(seconds=60), budget=Budget())


async def test_every_provider_has_a_stub() -> None:
    assert set(MAKERS) == set(PROVIDERS)


async def test_each_source_gives_hits_in_the_provider_s_order(engine: Engine, provider: ServiceSearcher) -> None:
    for source in sorted(provider.sources):
        answer = await provider.search(query(source=source, limit=7), team_id="t", deadline=soon())
        assert [hit.url for hit in answer.hits] == [row.url for row in engine.found[:7]], source
        assert {hit.title for hit in answer.hits} == {row.title for row in engine.found[:7]}
        assert {hit.providers for hit in answer.hits} == {(provider.name,)}
        assert answer.warnings == ()


async def test_web_results_have_descriptions_without_markup(engine: Engine, provider: ServiceSearcher) -> None:
    answer = await provider.search(query(limit=3), team_id="t", deadline=soon())
    assert [hit.description for hit in answer.hits] == [row.snippet for row in engine.found[:3]]


@pytest.mark.parametrize("running_service", WITH[Source.IMAGES], indirect=True, scope="module")
async def test_images_have_addresses_and_sizes(engine: Engine, provider: ServiceSearcher) -> None:
    [hit] = (await provider.search(query(source=Source.IMAGES, limit=1), team_id="t", deadline=soon())).hits
    assert (hit.url, hit.image_url) == (engine.found[0].url, engine.found[0].picture)
    assert (hit.image_width, hit.image_height) == (1200, 800)


@pytest.mark.parametrize("running_service", WITH[Source.NEWS], indirect=True, scope="module")
async def test_news_have_dates(engine: Engine, provider: ServiceSearcher) -> None:
    [hit] = (await provider.search(query(source=Source.NEWS, limit=1), team_id="t", deadline=soon())).hits
    assert hit.published is not None
    assert hit.published.date() in {date(2026, 5, 30), ManualClock().now().date() - timedelta(days=2)}
    assert hit.title == engine.found[0].title


async def test_more_than_a_page_is_asked_for_page_by_page(engine: Engine, provider: ServiceSearcher) -> None:
    answer = await provider.search(query(limit=20), team_id="t", deadline=soon())
    assert [hit.url for hit in answer.hits] == [row.url for row in engine.found[:20]]


async def test_there_may_be_fewer_than_wanted(engine: Engine, provider: ServiceSearcher) -> None:
    engine.found = rows(3)
    answer = await provider.search(query(limit=20), team_id="t", deadline=soon())
    assert [hit.url for hit in answer.hits] == [row.url for row in engine.found]


async def test_nothing_found_is_an_answer(engine: Engine, provider: ServiceSearcher) -> None:
    engine.found = []
    for source in provider.sources:
        assert (await provider.search(query(source=source), team_id="t", deadline=soon())).hits == ()


async def test_a_url_comes_once(engine: Engine, provider: ServiceSearcher) -> None:
    engine.found = [ResultRow("https://example.org/1", "Again", "The same."), *rows(2)]
    answer = await provider.search(query(), team_id="t", deadline=soon())
    assert [hit.url for hit in answer.hits] == ["https://example.org/1", "https://example.org/2"]


async def test_domains_hold_whatever_the_provider_makes_of_them(engine: Engine, provider: ServiceSearcher) -> None:
    engine.found = [*rows(2, site="https://docs.example.org"), *rows(2, site="https://other.test")]
    only = query(include_domains=("example.org",))
    without = query(exclude_domains=("example.org",))
    sites = query("site:other.test x", terms=Terms(words=("x",), sites=("other.test",)))
    for asked, host in ((only, "docs.example.org"), (without, "other.test"), (sites, "other.test")):
        answer = await provider.search(asked, team_id="t", deadline=soon())
        assert [hit.url for hit in answer.hits] == [f"https://{host}/1", f"https://{host}/2"]
