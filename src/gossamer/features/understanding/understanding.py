"""Understanding of pages by a model, or without one; a model's failure never fails the page.

What asks a model is loaded when there is one to ask.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.core.formats import Highlights, Json, Product, Question, Summary
from gossamer.core.formats import Understood as Wanted
from gossamer.core.understanding import Extraction, TextAnswer
from gossamer.features.understanding.page_input import Result, Understood
from gossamer.ports.models import Models, Purpose

if TYPE_CHECKING:
    from gossamer.features.understanding.modelled import PieceQuestions

# Left of the caller's time when the model's is over, so that the answer still arrives.
_MARGIN: Final = 1.0
# Left of the model's time when it is not waited for any more, so that what came of other pieces is put together.
_JOINING: Final = 0.5
_MOST_NOTICES: Final = 3
_PURPOSES: Final = {
    Json: Purpose.EXTRACT,
    Summary: Purpose.SUMMARY,
    Question: Purpose.ANSWER,
    Highlights: Purpose.ANSWER,
    Product: Purpose.EXTRACT,
}
_CUT: Final = "The page is long: the model was shown the first part of it."
_IN_PART: Final = "The model failed on a part of the page: {why}"
_LATE: Final = "There was no time left for the model."
_NO_TIME: Final = "There was no time left for the model; {name} was made without it."
_FAILED: Final = "{name} was made without the model, which failed: {why}"


class Understand:
    """Has the models of this deployment help; *page_tokens* is about how much of a page one is shown at once."""

    def __init__(self, models: Models, *, page_tokens: int) -> None:
        self._models = models
        self._page_tokens = page_tokens

    async def of(self, wanted: Sequence[Wanted], understood: Understood, *, deadline: Deadline) -> Sequence[Result]:
        """Return a result for each format, in their order: the model's, or the one without it and a warning.

        A page without text is shown to no model. Never raises what a model does wrong, nor TimedOut before *deadline*.
        """
        if not understood.page.text.strip():
            return understood.results
        remaining_time = deadline.remaining()
        until = _earlier(deadline, min(_MARGIN, remaining_time / 10))
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._one(wish, before, understood, until))
                for wish, before in zip(wanted, understood.results, strict=True)
            ]
        results = [task.result() for task in tasks]
        if any(result is not before for result, before in zip(results, understood.results, strict=True)):
            return await asyncio.to_thread(_with_notices, results, understood.page.whole)
        return results

    async def _one(self, wish: Wanted, before: Result, understood: Understood, deadline: Deadline) -> Result:
        is_by_rules = isinstance(wish, Json) and wish.deterministic
        model = None if is_by_rules else self._models.objects(_PURPOSES[type(wish)])
        if model is None:
            return before
        from gossamer.features.understanding.modelled import PieceQuestions  # noqa: PLC0415
        from gossamer.features.understanding.modelled.questions import MOST_PIECES  # noqa: PLC0415

        pieces = understood.page.pieces(self._page_tokens)
        asked_until = _earlier(deadline, min(_JOINING, deadline.remaining() / 10))
        asking = PieceQuestions(model, pieces[:MOST_PIECES], asked_until, self._page_tokens)
        try:
            async with deadline.guard():
                answer = await _from_model(asking, wish, before, understood)
        except TimedOut:
            return _without(before, asking, _NO_TIME.format(name=f"`{_name_field(wish)}`"), _LATE)
        except ModelFailed as error:
            sentence = _FAILED.format(name=f"`{_name_field(wish)}`", why=error.message)
            return _without(before, asking, sentence, error.message)
        warnings = [_IN_PART.format(why=why) for why in asking.failures]
        if len(pieces) > MOST_PIECES:
            warnings.append(_CUT)
        failure = " ".join(asking.failures)
        return replace(answer, usage=asking.usage, warnings=(*answer.warnings, *warnings), model_failure=failure)


def _without(before: Result, asking: "PieceQuestions", warning: str, why: str) -> Result:
    """Return the result without the model, which failed."""
    return replace(before, usage=asking.usage, warnings=(*before.warnings, warning), model_failure=why)


async def _from_model(asking: "PieceQuestions", wish: Wanted, before: Result, understood: Understood) -> Result:
    from gossamer.features.understanding.modelled import (  # noqa: PLC0415
        answer_question,
        choose_highlights,
        extract_by_model,
        read_product,
        summarise_page,
    )

    page = understood.page
    match wish, before:
        case Json(), Extraction():
            return await extract_by_model(asking, wish, page, before)
        case Summary(), TextAnswer():
            return await summarise_page(asking, page, before)
        case Question(), TextAnswer():
            return await answer_question(asking, wish, page, before)
        case Highlights(), TextAnswer():
            return await choose_highlights(asking, wish, page, understood.passages, before)
        case Product(), Extraction():
            return await read_product(asking, page, before)
    raise TypeError(f"{type(before).__name__} is no result of {wish.name}")


def _earlier(deadline: Deadline, seconds: float) -> Deadline:
    return replace(deadline, at=deadline.at - seconds)


def _name_field(wish: Wanted) -> str:
    """Return the name of the field in the answer."""
    return "answer" if isinstance(wish, Question) else wish.name


def _with_notices(results: Sequence[Result], text: str) -> Sequence[Result]:
    """Return *results* of a model with notice of what in the page spoke to it."""
    from gossamer.content.suspicion import notice_of, orders_in  # noqa: PLC0415

    notices = tuple(notice_of(quote) for quote in orders_in(text)[:_MOST_NOTICES])
    if not notices:
        return results
    return [replace(results[0], warnings=(*results[0].warnings, *notices)), *results[1:]]
