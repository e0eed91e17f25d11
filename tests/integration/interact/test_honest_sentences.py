"""Sentences of strangers on the applications, scored: most are done, and hardly one is falsely said to be done."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import pytest
import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact import Interacting
from gossamer.testing.site import Happening, running_site
from tests.integration.browser.tools.harness import opened, running, soon
from tests.integration.interact.honest_sentences import WALKS, Said, Walk
from tests.integration.interact.small_sentences import KEPT_WALKS, SMALL_WALKS
from tests.integration.interact.small_site import is_small, small_site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

_AT_ONCE = 4
# Every third walk: all of them take minutes.
_WALKS = (*WALKS, *SMALL_WALKS, *KEPT_WALKS)[::3]

Came: TypeAlias = tuple[Interaction, tuple[Happening, ...]]
Walked: TypeAlias = "asyncio.Task[list[Came]]"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def walked() -> AsyncIterator[Mapping[int, Walked]]:
    """Yield what comes of the sentences of each walk, said one after the other on one page."""
    places = asyncio.Semaphore(_AT_ONCE)
    async with running() as browser:
        tasks = {i: asyncio.create_task(_walk(browser, walk, places)) for i, walk in enumerate(_WALKS)}
        yield tasks
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


@contextmanager
def _served(application: str) -> Iterator[tuple[str, Sequence[Happening]]]:
    """Serve an application or a small page; yield its address and what its server hears."""
    if is_small(application):
        with small_site(application) as served:
            yield served
        return
    with running_site() as site:
        yield site.url(f"/apps/{application}"), site.happenings


async def _walk(browser: RunningBrowser, walk: Walk, places: asyncio.Semaphore) -> list[Came]:
    came: list[Came] = []
    async with places:
        with _served(walk.application) as (address, heard):
            async with opened(address, browser) as page:
                for said in walk.said:
                    before = len(heard)
                    made = await Interacting(None).run(page, said.prompt, budget=Budget(seconds=90), deadline=soon(100))
                    came.append((made, tuple(h for h in heard[before:] if h.what != "page")))
    return came


_LEAST_RIGHT = 0.55
_MOST_FALSE = 0.06


def _is_right(said: Said, made: Interaction, heard: Sequence[Happening]) -> bool:
    told = [(h.what, {k: h.details.get(k) for k in wanted}) for h, (_, wanted) in zip(heard, said.heard, strict=False)]
    expected = [(what, dict(wanted)) for what, wanted in said.heard]
    same = told == expected and len(heard) == len(said.heard) and said.answer in made.output
    return same and made.done is (said.missed is None)


async def test_most_sentences_of_strangers_are_done_and_few_falsely(walked: Mapping[int, Walked]) -> None:
    came = [(said, *one) for i, walk in enumerate(_WALKS) for said, one in zip(walk.said, await walked[i], strict=True)]
    right = sum(_is_right(said, made, heard) for said, made, heard in came)
    # Said to be done where something was to be missed.
    false = sum(made.done and said.missed is not None for said, made, _ in came)
    assert right >= _LEAST_RIGHT * len(came), f"{right} of {len(came)} right"
    assert false <= _MOST_FALSE * len(came), f"{false} of {len(came)} falsely done"


async def test_what_is_missed_is_named(walked: Mapping[int, Walked]) -> None:
    came = [one for i in range(len(_WALKS)) for one in await walked[i]]
    silent = [made.output for made, _ in came if not made.done and not made.output]
    assert not silent
