"""Frames that have processes of their own, as in a Chromium that somebody else runs with site isolation."""

from pathlib import Path

import pytest

from gossamer.browser import BrowserOptions, find_chromium
from gossamer.browser.executable import Installed, Remote
from gossamer.browser.running_browser import connect
from gossamer.core.interaction import Click, Type, WaitFor
from tests.integration.browser.conftest import run_by_somebody_else
from tests.integration.browser.tools.driver import driving
from tests.integration.browser.tools.site import ToolSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


async def test_a_frame_in_another_process_is_seen_and_used(pages: ToolSite, tmp_path: Path) -> None:
    found = find_chromium()
    assert isinstance(found, Installed)
    options = BrowserOptions(home=tmp_path)
    async with run_by_somebody_else(found.path, tmp_path / "theirs", "--site-per-process") as address:
        browser = await connect(Remote(address), options)
        try:
            async with driving(browser, pages.url("/frames")) as driver:
                inner = {n.attributes.get("id"): n for n in (await driver.node("other")).walk()}
                await driver.do(Type(inner["say"].ref, "hello"))
                result = await driver.do(Click(inner["press"].ref))
                assert result.target is not None
                assert (result.target.css, result.target.frames) == ("#press", ("#other",))
                await driver.do(WaitFor("pressed hello"))
                assert "pressed hello" in (await driver.node("other")).text
                targets = await browser.connection.browser.send("Target.getTargets")
                assert b'"iframe"' in bytes(targets)
        finally:
            await browser.close()
