"""Applications used by plain sentences, without a model; each twice, and the same is done both times."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import pytest
import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact import Interacting
from gossamer.testing.site import Happening, running_site
from tests.integration.browser.tools.harness import opened, running, soon
from tests.integration.interact.sentences import SENTENCES, Sentence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

# A page mostly waits to come to rest.
_AT_ONCE = 4


@dataclass(frozen=True)
class Carried:
    """What came of a sentence, and a trace of how: each step, where it was done, and where it led."""

    interaction: Interaction
    heard: tuple[Happening, ...]
    trace: str


Twice: TypeAlias = tuple["asyncio.Task[Carried]", "asyncio.Task[Carried]"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def carried_out() -> AsyncIterator[Mapping[str, Twice]]:
    """Yield what comes of each sentence, by its name: carried out twice, on pages of their own."""
    places = asyncio.Semaphore(_AT_ONCE)
    async with running() as browser:

        def begun(sentence: Sentence) -> "asyncio.Task[Carried]":
            return asyncio.create_task(_carry_out(browser, sentence, places))

        tasks = {sentence.name: (begun(sentence), begun(sentence)) for sentence in SENTENCES}
        yield tasks
        for task in chain.from_iterable(tasks.values()):
            task.cancel()
        await asyncio.gather(*chain.from_iterable(tasks.values()), return_exceptions=True)


async def _carry_out(browser: RunningBrowser, sentence: Sentence, places: asyncio.Semaphore) -> Carried:
    async with places:
        with running_site() as site:
            async with opened(site.url(sentence.path), browser) as page:
                made = await Interacting(None).run(page, sentence.prompt, budget=Budget(seconds=90), deadline=soon(100))
            # Every site has a port of its own; all else has to be the same.
            return Carried(made, tuple(site.happenings), repr(made.steps).replace(site.host, "site"))


@pytest.mark.parametrize("sentence", SENTENCES, ids=[sentence.name for sentence in SENTENCES])
async def test_a_plain_sentence_is_carried_out(sentence: Sentence, carried_out: Mapping[str, Twice]) -> None:
    first, second = [await task for task in carried_out[sentence.name]]
    assert first.interaction.done, (first.interaction.output, first.interaction.not_understood)
    if sentence.heard is not None:
        assert first.heard == sentence.heard
    assert sentence.answer in first.interaction.output
    assert first.trace == second.trace
    assert first.interaction.made_by == "deterministic"
