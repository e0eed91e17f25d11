"""A model's tool loop in a real browser: what it is shown suffices to do the work, and what it does happens."""

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import pytest
import pytest_asyncio

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Budget, Interaction
from gossamer.features.interact.modelled import ModelPlanner
from gossamer.llm import ProviderModel
from gossamer.testing.model import CallTool, CompletionRequest, ScriptedModel, Turn
from gossamer.testing.site import Site, running_site
from tests.integration.browser.tools.harness import opened, running

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

FINISH = CallTool("finish", {"answer": "Done.", "done": True})


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[RunningBrowser]:
    async with running() as browser:
        yield browser


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


async def carried_out(
    chromium: RunningBrowser, model: ProviderModel, url: str, prompt: str, kept: list[str] | None = None
) -> Interaction:
    async with opened(url, chromium) as page:

        async def keep() -> None:
            snapshot = await page.snapshot(deadline=Deadline.after(timedelta(seconds=60)))
            (kept if kept is not None else []).append(snapshot.root.text)

        deadline = Deadline.after(timedelta(seconds=100))
        on_page = None if kept is None else keep
        return await ModelPlanner(model).run(page, prompt, budget=Budget(), deadline=deadline, on_page=on_page)


async def test_a_login_is_done(
    chromium: RunningBrowser, site: Site, server: ScriptedModel, model: ProviderModel
) -> None:
    def sign_in(asked: CompletionRequest) -> Turn:
        name, word = asked.ref('textbox "E-mail address"'), asked.ref('textbox "Password"')
        return CallTool(
            "type",
            {"ref": name, "text": "ada@example.org"},
            more=(CallTool("type", {"ref": word, "text": "analytical-engine"}),),
        )

    server.says(sign_in, lambda asked: CallTool("click", {"ref": asked.ref('button "Sign in"')}), FINISH)
    prompt = "Log in as ada@example.org with the password analytical-engine."
    ended = await carried_out(chromium, model, site.url("/apps/members"), prompt)
    assert ended.done
    assert "Sign out" in server.requests[-1].text
    assert "analytical-engine" not in str(ended.transcript)


async def test_a_field_in_a_frame_is_reached(
    chromium: RunningBrowser, site: Site, server: ScriptedModel, model: ProviderModel
) -> None:
    server.says(
        lambda asked: CallTool("type", {"ref": asked.ref('textbox "Name on card"'), "text": "Ada Lovelace"}), FINISH
    )
    await carried_out(chromium, model, site.url("/apps/checkout"), "Enter Ada Lovelace as name on the card.")
    assert 'textbox "Name on card" value="Ada Lovelace"' in server.requests[-1].text


async def test_pages_of_a_series_are_kept(
    chromium: RunningBrowser, site: Site, server: ScriptedModel, model: ProviderModel
) -> None:
    def onward(asked: CompletionRequest) -> Turn:
        return CallTool("click", {"ref": asked.ref('link "Next')}) if 'link "Next' in asked.text else FINISH

    kept: list[str] = []
    server.says(onward)
    ended = await carried_out(chromium, model, site.url("/apps/archive"), "Read all pages of the archive.", kept)
    assert (ended.done, len(kept), len(set(kept))) == (True, 6, 6)
