"""A question about a site looks on its other pages, and changes nothing there."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

import pytest
import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact import Interacting
from tests.integration.browser.tools.harness import opened, running, soon
from tests.integration.interact.small_site import linked_site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

_MENU: Final = '<nav><a href="/">Home</a> <a href="/groups">Groups</a> <a href="/leave-all">Quit all</a></nav>'
_PAGES: Final = {
    "/": f"{_MENU}<h1>Club</h1><p>You have 3 things in the basket.</p><a href='/clear'>Empty basket</a>"
    "<a href='/membership/end'>End membership</a><a href='/?redeem=points'>Redeem points</a>",
    "/groups": f"{_MENU}<h1>Groups</h1><ul><li><a href='/groups/1'>Choir</a> 12 <a href='/groups/1/join'>Enter</a></li>"
    "<li><a href='/groups/2'>Rowing</a> 30 <a href='/groups/2/join'>Enter</a></li></ul>",
    "/groups/1": "<h1>Choir</h1><p>Captain: Una Crane</p>",
    "/groups/2": "<h1>Rowing</h1><p>Captain: Ida Noon</p>",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[RunningBrowser]:
    async with running() as one:
        yield one


async def _asked(browser: RunningBrowser, pages: Mapping[str, str], prompt: str) -> tuple[Interaction, list[str]]:
    """Return what comes of *prompt* on the first of *pages*, and the addresses that were asked for meanwhile."""
    with linked_site(pages) as (address, heard):
        async with opened(address, browser) as page:
            heard.clear()
            made = await Interacting(None).run(page, prompt, budget=Budget(seconds=60), deadline=soon())
    return made, heard


async def test_an_answer_two_pages_away_is_found(browser: RunningBrowser) -> None:
    made, heard = await _asked(browser, _PAGES, "Who is the captain of the rowing group?")
    assert (made.done, made.output) == (True, "Ida Noon")
    assert set(heard) <= set(_PAGES)


async def test_a_question_follows_no_link_that_may_change_something_and_names_those(browser: RunningBrowser) -> None:
    made, heard = await _asked(browser, _PAGES, "How many wheels are in the basket?")
    assert not made.done
    assert set(heard) <= set(_PAGES)
    assert "were not opened: “Empty basket”" in made.output
