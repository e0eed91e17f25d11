"""Answers that a page's script asks for and never reads, as scripts that count visits do, hold nothing up."""

from datetime import timedelta
from typing import Any

import pytest

from gossamer.browser import Browser, traffic
from gossamer.browser.page import Page
from gossamer.browser.page_settling import SettleOutcome, settle
from gossamer.browser.tools import waits
from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Click, Node
from tests.integration.browser.site import TestSite
from tests.integration.browser.tools.harness import opened, soon

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def requests_never_grow_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a request that counts as open waited for until the waiting itself is given up."""
    monkeypatch.setattr(traffic, "_STALE", 3600.0)


def button(node: Node) -> str:
    """Return the reference of the first button in *node*."""
    if node.role == "button":
        return node.ref
    return next((found for child in node.children if (found := button(child))), "")


async def test_a_page_comes_to_rest_beside_an_answer_that_nobody_reads(browser: Browser, site: TestSite) -> None:
    running = await browser.ready()
    async with running.open_context(looked_at=False) as context:
        page = context.first
        for domain in ("Page", "Network"):
            await page.session.send(f"{domain}.enable")
        await page.navigate(site.url("/unread"))
        assert await settle(page, Deadline.after(timedelta(seconds=30))) is SettleOutcome.QUIET
    assert "/beacon" in site.paths()


async def test_a_step_of_a_session_ends_beside_an_answer_that_nobody_reads(
    site: TestSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = []

    async def settle_noted(page: Page, deadline: Deadline, **how: Any) -> SettleOutcome:
        rests.append(await settle(page, deadline, **how))
        return rests[-1]

    monkeypatch.setattr(waits, "settle", settle_noted)
    async with opened(site.url("/unread")) as page:
        snapshot = await page.snapshot(deadline=soon())
        await page.perform(Click(button(snapshot.root)), deadline=soon())
        seen = await page.page(deadline=soon())
    assert b"CLICKED" in seen.body
    assert site.paths().count("/beacon") == 2
    assert set(rests) == {SettleOutcome.QUIET}
