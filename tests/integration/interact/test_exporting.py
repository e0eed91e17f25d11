"""Exported steps do again what was done: as actions of a scrape and as a script, in a real Chromium."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.browser.executable import Installed
from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import GoTo, Performed
from gossamer.core.pages import FetchRequest
from gossamer.features.sessions.exporting import as_actions, as_playwright
from gossamer.testing.clock import ManualClock
from gossamer.testing.site import Happening, Site, running_site
from gossamer.wire.v2 import ScrapeRequest
from tests.integration.interact.journeys import JOURNEYS, Journey

pytestmark = pytest.mark.browser

Heard = Mapping[str, list[Happening]]
# A script mostly waits for its page to come to rest.
_RUNNERS = 3
# As whoever has no browser of Playwright's own would write it.
_RUNNER = """
import importlib, sys
from playwright.sync_api import sync_playwright
sys.path.insert(0, {folder!r})
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path={chromium!r}, args=["--no-sandbox"])
    for number in range({first}, {count}, {runners}):
        page = browser.new_page()
        importlib.import_module(f"journey_{{number}}").steps(page).wait_for_load_state("networkidle")
        page.context.close()
    browser.close()
"""


def steps_of(journey: Journey, site: Site) -> list[Performed]:
    """Return the steps, with the site's address where it belongs."""
    return [
        replace(done, step=GoTo(done.step.url.format(site=site.url("")))) if isinstance(done.step, GoTo) else done
        for done in journey.steps
    ]


@pytest.fixture(scope="module")
def chromium() -> Installed:
    found = find_chromium()
    if isinstance(found, Missing):
        pytest.skip(found.reason)
    assert isinstance(found, Installed)
    return found


@pytest.fixture(scope="module")
def heard_of_scripts(chromium: Installed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Heard]:
    folder = tmp_path_factory.mktemp("scripts")
    with ExitStack() as stack:
        sites = [stack.enter_context(running_site()) for _ in JOURNEYS]
        for number, (journey, site) in enumerate(zip(JOURNEYS, sites, strict=True)):
            script = as_playwright(steps_of(journey, site), site.url(journey.path))
            (folder / f"journey_{number}.py").write_text(script, "utf-8")
        runners = [
            _RUNNER.format(folder=str(folder), chromium=str(chromium.path), first=n, count=len(sites), runners=_RUNNERS)
            for n in range(_RUNNERS)
        ]
        running = [
            subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) for code in runners
        ]
        complaints = [process.communicate()[1] for process in running]
        assert [process.returncode for process in running] == [0] * _RUNNERS, complaints
        yield {journey.name: list(site.happenings) for journey, site in zip(JOURNEYS, sites, strict=True)}


@pytest.fixture(scope="module")
def heard_of_actions(chromium: Installed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Heard]:
    with ExitStack() as stack:
        sites = [stack.enter_context(running_site()) for _ in JOURNEYS]
        asyncio.run(_scrape_all(sites, tmp_path_factory.mktemp("browser")))
        yield {journey.name: list(site.happenings) for journey, site in zip(JOURNEYS, sites, strict=True)}


async def _scrape_all(sites: list[Site], home: Path) -> None:
    async with Browser(BrowserOptions(home=home, pages=4), ManualClock()) as browser, asyncio.TaskGroup() as group:
        for journey, site in zip(JOURNEYS, sites, strict=True):
            group.create_task(_scrape(browser, journey, site))


async def _scrape(browser: Browser, journey: Journey, site: Site) -> None:
    body = {"url": site.url(journey.path), "actions": as_actions(steps_of(journey, site))}
    spec = ScrapeRequest.model_validate(body).spec()
    deadline = Deadline.after(timedelta(seconds=90))
    await browser.fetch(FetchRequest(url=spec.url, deadline=deadline, actions=spec.actions or ()))


@pytest.mark.parametrize("journey", JOURNEYS, ids=[journey.name for journey in JOURNEYS])
def test_an_exported_script_does_the_same_again(journey: Journey, heard_of_scripts: Heard) -> None:
    assert heard_of_scripts[journey.name] == list(journey.heard)


@pytest.mark.parametrize("journey", JOURNEYS, ids=[journey.name for journey in JOURNEYS])
def test_exported_actions_do_the_same_again(journey: Journey, heard_of_actions: Heard) -> None:
    assert heard_of_actions[journey.name] == list(journey.heard)


def test_an_exported_script_is_a_program(chromium: Installed, tmp_path: Path) -> None:
    with running_site() as site:
        journey = next(journey for journey in JOURNEYS if journey.name == "filter")
        script = as_playwright(steps_of(journey, site), site.url(journey.path))
        launch = f'chromium.launch(executable_path="{chromium.path}", args=["--no-sandbox"])'
        program = tmp_path / "program.py"
        program.write_text(script.replace("chromium.launch()", launch), "utf-8")
        ran = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=100, check=True)
    assert ran.stdout.startswith(f"{site.url('/apps/cars')}?make=Clotho")
    assert "Clotho Spindle" in ran.stdout
