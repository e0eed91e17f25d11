"""Every prompt of the documentation is carried out on a page of the test site."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact import Interacting
from gossamer.testing.site import running_site
from tests.integration.browser.tools.harness import opened, running, soon

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

_ROOT = Path(__file__).parents[3]
_AT_ONCE = 4
_PAGES: Final[Mapping[str, str]] = {
    'Click "Show more products" until it is gone': "catalogue",
    "Scroll down until there are no more posts": "feed",
    "Go to the next page until there is none": "archive",
    "Go to page 4": "archive",
    "Reject all cookies": "gazette",
    "Close the cookie banner, then subscribe with reader@example.org": "gazette",
    "Log in with ada@example.org and password analytical-engine and tell me the balance": "members",
    "Search for Athens": "weather",
    "Filter by make Clotho, fuel Electric and a maximum price of 20000, then show the cars": "cars",
    "Choose 14 April 2027 as the check-in date and 17 April 2027 as the check-out date, then click Book now": "hotel",
    "Create a new task with the title Wind the clock and the priority High, then click Save": "tasks",
    "Add the Woollen bowl to the basket after showing more products": "catalogue",
    'Delete the task "Buy yarn" and accept the dialog': "tasks",
    "Star the mail from Ariadne": "mail",
    "Move the card Dye the silk into the Done column": "board",
    "Open the second mail": "mail",
    "Open the Specifications tab and tell me the capacity": "kettle",
    "What is the price of the Linen kettle?": "catalogue",
    "Give me the first five names and prices as a table": "catalogue",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def carried_out() -> AsyncIterator[Mapping[str, "asyncio.Task[Interaction]"]]:
    slots = asyncio.Semaphore(_AT_ONCE)
    async with running() as browser:

        async def run(prompt: str, application: str) -> Interaction:
            async with slots:
                with running_site() as site:
                    async with opened(site.url(f"/apps/{application}"), browser) as page:
                        return await Interacting(None).run(page, prompt, budget=Budget(seconds=90), deadline=soon(100))

        tasks = {prompt: asyncio.create_task(run(prompt, page)) for prompt, page in _PAGES.items()}
        yield tasks
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


@pytest.mark.parametrize("prompt", _PAGES)
async def test_a_documented_prompt_is_done(prompt: str, carried_out: Mapping[str, "asyncio.Task[Interaction]"]) -> None:
    made = await carried_out[prompt]
    assert made.done, (made.output, made.not_understood)


async def test_every_documented_prompt_is_tried() -> None:
    text = (_ROOT / "docs" / "sessions.md").read_text("utf-8")
    table = text[text.index("| to | prompts |") : text.index("How a prompt is carried out")]
    assert set(re.findall(r"`([^`]+)`", table)) == set(_PAGES)
