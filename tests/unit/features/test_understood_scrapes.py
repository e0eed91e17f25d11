"""Scrapes whose formats have to be understood: what is answered, kept, and charged."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gossamer.content.offload import HEAVY_BYTES, Offload
from gossamer.core.errors import ModelFailed, Unreachable
from gossamer.core.formats import Highlights, Json, Markdown, OnUnsupported, Question, Summary
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.prices import PriceTable
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.features.scrape import GatheredPages, Scraping
from gossamer.features.understanding import Understand
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.clock import ManualClock
from tests.unit.features.understanding.paper import ADDRESS, KETTLE, SCHEMA, PaperModel, PaperModels, a_page, saying

SPEC = ScrapeSpec(url=ADDRESS, formats=(Json(SCHEMA, evidence=True),), timeout=timedelta(minutes=5))
DATA = {"name": "Blue kettle", "price": 39.9, "sku": "BK-7", "designer": None}


@dataclass
class PaperFetcher:
    """Brings one page, and knows how often."""

    html: str = KETTLE
    visits: int = 0
    status: int = 200
    name: str = "paper"
    cost: int = 1
    capabilities: frozenset[Capability] = field(default_factory=lambda: frozenset(Capability))

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        self.visits += 1
        if not self.html:
            raise Unreachable("Nobody is there.")
        return replace(a_page(self.html), status=self.status)


@pytest.fixture
def fetcher() -> PaperFetcher:
    return PaperFetcher()


Making = Callable[[PaperModel | None], Scraping]


@pytest.fixture
async def scraping_with(tmp_path: Path, fetcher: PaperFetcher) -> AsyncIterator[Making]:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    database = Database(engine)
    store = ScrapeStore(database)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.close)
        stack.push_async_callback(store.close)
        offload = await stack.enter_async_context(Offload())

        def make(model: PaperModel | None) -> Scraping:
            return Scraping(
                fetchers=[fetcher],
                pages=store,
                scrapes=store,
                blobs=ObjectBlobs(str(tmp_path / "blobs"), ManualClock()),
                offload=offload,
                clock=ManualClock(),
                prices=PriceTable(),
                understand=Understand(PaperModels(model), page_tokens=24_000),
            )

        yield make


def lying() -> PaperModel:
    return saying({"name": "Blue kettle", "price": 12.0, "sku": "ZZ", "designer": "Quxford"})


OWNER: dict[str, Any] = {"team_id": "team", "key_id": "key"}


async def test_data_come_with_what_they_rest_on_and_can_be_read_again(scraping_with: Making) -> None:
    scraping = scraping_with(None)
    result = await scraping.scrape(ScrapeOrder(SPEC, **OWNER))
    document = result.document
    assert document.json == DATA
    assert document.evidence is not None
    assert document.evidence["/price"]["quote"] == "39.90"
    assert document.evidence["/price"]["method"] == "deterministic"
    assert document.evidence["/price"]["status"] == "supported"
    assert "/designer" not in document.evidence
    assert document.metadata["methods"] == {"json": "deterministic"}
    assert document.metadata["jsonCoverage"] == 0.75
    assert document.metadata["creditsUsed"] == result.credits_used == 5
    assert await scraping.stored(result.scrape_id, "team") == document


async def test_every_format_has_its_field_and_says_how_it_was_made(scraping_with: Making) -> None:
    wanted = (Markdown(), Json(SCHEMA), Summary(), Question("What does it cost?"), Highlights("enamelled steel"))
    result = await scraping_with(None).scrape(ScrapeOrder(replace(SPEC, formats=wanted), **OWNER))
    document = result.document
    assert document.markdown
    assert document.summary
    assert "39,90" in (document.answer or "")
    assert "steel" in (document.highlights or "")
    assert document.evidence is None
    assert document.metadata["methods"] == {
        "json": "deterministic",
        "summary": "extractive",
        "answer": "extractive",
        "highlights": "extractive",
    }
    assert result.credits_used == 5 + 4 + 4


async def test_a_model_helps_only_who_lets_it(scraping_with: Making) -> None:
    model = lying()
    scraping = scraping_with(model)
    alone = await scraping.perform(ScrapeOrder(SPEC, **OWNER))
    assert model.asked == []
    helped = await scraping.perform(ScrapeOrder(SPEC, use_model=True, **OWNER))
    assert alone.document is not None
    assert helped.document is not None
    assert helped.document.metadata["methods"] == {"json": "model"}
    assert (alone.record.tokens, helped.record.tokens) == (0, 120)
    assert alone.record.credits == helped.record.credits == 5


async def test_what_a_model_invents_is_answered_as_absent(scraping_with: Making) -> None:
    document = (await scraping_with(lying()).scrape(ScrapeOrder(SPEC, use_model=True, **OWNER))).document
    assert document.json == {"name": "Blue kettle", "price": 12.0, "sku": "ZZ", "designer": "Quxford"}
    assert document.evidence is not None
    assert {at: proof["status"] for at, proof in document.evidence.items()} == {
        "/name": "supported",
        "/price": "absent",
        "/sku": "absent",
        "/designer": "absent",
    }


async def test_what_is_absent_is_emptied_for_who_wants_that(scraping_with: Making) -> None:
    scraping = scraping_with(lying())
    spec = replace(SPEC, formats=(Json(SCHEMA, evidence=True, on_unsupported=OnUnsupported.NULL),))
    result = await scraping.scrape(ScrapeOrder(spec, **OWNER, use_model=True))
    document = result.document
    assert document.json == {"name": "Blue kettle", "price": None, "sku": None, "designer": None}
    assert document.metadata["jsonCoverage"] == 0.25
    assert document.evidence is not None
    assert (document.evidence["/price"]["status"], document.evidence["/price"]["value"]) == ("absent", 12.0)
    assert await scraping.stored(result.scrape_id, "team") == document


async def test_a_model_that_fails_costs_nobody_the_answer(scraping_with: Making) -> None:
    result = await scraping_with(saying(ModelFailed("It is asleep."))).scrape(
        ScrapeOrder(SPEC, use_model=True, **OWNER)
    )
    assert result.document.json == DATA
    assert result.document.warning == "`json` was made without the model, which failed: It is asleep."
    assert result.document.metadata["modelFailures"] == {"json": "It is asleep."}


async def test_what_is_understood_of_an_error_page_says_so(scraping_with: Making, fetcher: PaperFetcher) -> None:
    fetcher.status = 404
    result = await scraping_with(None).scrape(ScrapeOrder(SPEC, **OWNER))
    assert "The site answered 404" in (result.document.warning or "")
    plain = await scraping_with(None).scrape(ScrapeOrder(replace(SPEC, formats=(Markdown(),)), **OWNER))
    assert plain.document.warning is None


async def test_a_stored_page_is_understood_without_a_visit(scraping_with: Making, fetcher: PaperFetcher) -> None:
    scraping = scraping_with(None)
    await scraping.scrape(ScrapeOrder(replace(SPEC, formats=(Markdown(),)), **OWNER))
    kept = replace(SPEC, cache=CachePolicy(max_age=None))
    result = await scraping.scrape(ScrapeOrder(kept, **OWNER))
    assert result.document.json == DATA
    assert result.document.metadata["cacheState"] == "hit"
    assert fetcher.visits == 1


async def test_nothing_is_kept_where_nothing_may_be(scraping_with: Making) -> None:
    scraping = scraping_with(None)
    result = await scraping.scrape(ScrapeOrder(replace(SPEC, zero_data_retention=True), **OWNER))
    assert result.document.json == DATA
    assert result.credits_used == 6
    assert await scraping.stored(result.scrape_id, "team") is None


async def test_a_page_that_does_not_come_is_free(scraping_with: Making, fetcher: PaperFetcher) -> None:
    fetcher.html = ""
    model = lying()
    done = await scraping_with(model).perform(ScrapeOrder(SPEC, use_model=True, **OWNER))
    assert (done.record.credits, done.record.tokens, model.asked) == (0, 0, [])


async def test_a_page_without_text_is_no_failure(scraping_with: Making, fetcher: PaperFetcher) -> None:
    fetcher.html = f"<html><head><title>Empty</title></head><body>{'<p></p>' * 20}</body></html>"
    wanted = (Json({"type": "object", "properties": {"price": {"type": "number"}}}), Summary())
    result = await scraping_with(lying()).scrape(
        ScrapeOrder(replace(SPEC, formats=wanted, fast=True), use_model=True, **OWNER)
    )
    assert result.document.json == {"price": None}
    assert result.document.summary == ""
    assert "The page has none of the fields of `json`." in (result.document.warning or "")


async def test_a_large_page_is_understood_in_a_helper(scraping_with: Making, fetcher: PaperFetcher) -> None:
    fetcher.html = KETTLE.replace("</main>", f"<!-- {'x' * HEAVY_BYTES} --></main>")
    result = await scraping_with(None).scrape(ScrapeOrder(SPEC, **OWNER))
    assert result.document.json == DATA


@pytest.mark.parametrize(
    ("schema", "heavy"),
    [
        (SCHEMA, False),
        ({"type": "object", "properties": {"name": {"type": "string"}, "parts": {"items": {"$ref": "#"}}}}, True),
        ({"type": "object", "properties": {f"field{number}": {"type": "string"} for number in range(1000)}}, True),
    ],
)
async def test_schemas_that_reach_far_are_filled_in_by_a_helper(
    scraping_with: Making, schema: dict[str, Any], heavy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    run = Offload.run

    async def weighed(self: Offload, *work: Any, size: int, **how: Any) -> Any:
        sizes.append(size)
        return await run(self, *work, size=size, **how)

    monkeypatch.setattr(Offload, "run", weighed)
    await scraping_with(None).scrape(ScrapeOrder(replace(SPEC, formats=(Json(schema),)), **OWNER))
    assert [size >= HEAVY_BYTES for size in sizes] == [heavy]


async def test_pages_that_were_gathered_are_understood_as_one(scraping_with: Making) -> None:
    async def gather() -> GatheredPages:
        return GatheredPages((a_page(KETTLE.replace('"sku": "BK-7",', "")), a_page()), credits=12)

    result = await scraping_with(None).scrape(ScrapeOrder(SPEC, **OWNER), gather=gather)
    assert result.document.json == DATA
    assert result.credits_used == 12


async def test_both_names_of_data_and_of_questions_are_answered(scraping_with: Making) -> None:
    wanted = (
        Json(SCHEMA),
        Json({"type": "object", "properties": {"sku": {"type": "string"}}}, as_extract=True),
        Question("What does it cost?"),
        Question("When was the kettle first sold?", as_query=True),
    )
    result = await scraping_with(None).scrape(ScrapeOrder(replace(SPEC, formats=wanted), **OWNER))
    assert result.document.json == DATA
    assert result.document.extract == {"sku": "BK-7"}
    assert "39,90" in (result.document.answer or "")
    assert "March 5, 2024" in (result.document.answer or "")
    assert result.credits_used == 5 + 4 + 4
