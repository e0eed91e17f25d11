"""Sentences of strangers on the applications: what is done is what was asked, and what is not done is said."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

import pytest
import pytest_asyncio

from gossamer.browser.running import RunningBrowser
from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact import Interacting
from gossamer.testing.site import Happening, running_site
from tests.integration.browser.tools.harness import opened, running, soon
from tests.integration.interact.honest_sentences import WALKS, Said, Walk
from tests.integration.interact.small_sentences import KEPT_WALKS, SMALL_WALKS
from tests.integration.interact.small_site import is_small, small_site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

_AT_ONCE = 4
_WALKS = (*WALKS, *SMALL_WALKS, *KEPT_WALKS)

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


_EVERY = [(i, n) for i, walk in enumerate(_WALKS) for n in range(len(walk.said))]


@pytest.mark.parametrize(
    ("walk", "number"), _EVERY, ids=[f"{_WALKS[i].application}: {_WALKS[i].said[n].prompt}" for i, n in _EVERY]
)
async def test_what_is_told_is_what_was_done(walk: int, number: int, walked: Mapping[int, Walked]) -> None:
    said: Said = _WALKS[walk].said[number]
    made, heard = (await walked[walk])[number]
    told = (made.output, made.not_understood)
    assert made.done is (said.missed is None), told
    assert [
        (h.what, {k: h.told.get(k) for k in wanted}) for h, (_, wanted) in zip(heard, said.heard, strict=False)
    ] == [(what, dict(wanted)) for what, wanted in said.heard], told
    assert len(heard) == len(said.heard), (heard, told)
    assert said.answer in made.output
    if said.missed:
        assert any(said.missed in piece for piece in (*made.not_understood, made.output)), told
    if made.done and not said.heard and not said.answer:
        assert made.steps or said.nothing, told
