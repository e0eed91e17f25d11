"""What a model answered about a page of a job is not asked for again by whoever takes the page over."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.formats import Json, Summary
from gossamer.core.formats import Understood as Wanted
from gossamer.features.understanding import PageOfJob, Understand, remembering
from gossamer.ports.models import Written
from tests.unit.features.understanding.paper import (
    KETTLE,
    SCHEMA,
    USED,
    PaperModel,
    PaperModels,
    saying,
    soon,
    understood,
)

ASKED = Json(SCHEMA, "the kettle")
SAID = {"name": "Blue kettle", "price": 39.9, "sku": None, "designer": None}


@dataclass
class Notebook:
    """An AnswerStore on paper; one that is *lost* knows and keeps nothing."""

    lost: bool = False
    kept: dict[tuple[str, int, str], Written] = field(default_factory=dict)

    async def known(self, job_id: str, position: int, asked: str) -> Written | None:
        if self.lost:
            raise DatabaseUnavailable("It is away.")
        return self.kept.get((job_id, position, asked))

    async def keep(self, job_id: str, position: int, asked: str, written: Written) -> None:
        if self.lost:
            raise DatabaseUnavailable("It is away.")
        self.kept.setdefault((job_id, position, asked), written)


async def read(
    model: PaperModel, answers: Notebook, *wanted: Wanted, position: int = 1, html: str = KETTLE
) -> Sequence[Any]:
    understand = Understand(PaperModels(model), page_tokens=24_000)
    with remembering(PageOfJob(answers, "job", position)):
        return await understand.of(wanted, understood(*wanted, html=html), deadline=soon())


async def test_a_page_is_read_again_as_before_and_the_model_is_asked_nothing() -> None:
    answers, model = Notebook(), saying(SAID)
    [before] = await read(model, answers, ASKED)
    [again] = await read(model, answers, ASKED)
    assert again == before
    assert again.usage == USED
    assert len(model.asked) == 1


async def test_of_two_questions_only_the_one_that_was_not_answered_is_asked() -> None:
    answers, model = Notebook(), saying(SAID, {"summary": "A kettle of steel."})
    await read(model, answers, ASKED)
    [_, told] = await read(model, answers, ASKED, Summary())
    assert told.text == "A kettle of steel."
    assert len(model.asked) == 2


async def test_another_page_and_another_text_of_the_page_are_asked_about() -> None:
    answers, model = Notebook(), saying(SAID, SAID, SAID, SAID)
    await read(model, answers, ASKED)
    await read(model, answers, ASKED, position=2)
    await read(model, answers, ASKED, html=KETTLE.replace("two litres", "nine litres"))
    await read(model, answers, replace(ASKED, prompt="the lid"))
    assert len(model.asked) == len(answers.kept) == 4


async def test_without_the_store_a_page_is_read_all_the_same() -> None:
    model = saying(SAID, SAID)
    [found] = await read(model, Notebook(lost=True), ASKED)
    assert found.value["name"] == "Blue kettle"


async def test_outside_of_a_job_nothing_is_remembered() -> None:
    answers, model = Notebook(), saying(SAID, SAID)
    with remembering(None):
        understand = Understand(PaperModels(model), page_tokens=24_000)
        for _ in range(2):
            await understand.of((ASKED,), understood(ASKED), deadline=soon())
    assert (len(model.asked), answers.kept) == (2, {})
