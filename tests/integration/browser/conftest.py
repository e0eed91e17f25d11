"""A browser that renders a loopback site."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
import pytest_asyncio

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.deadlines import Deadline
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url
from gossamer.testing.clock import ManualClock
from tests.integration.browser.site import TestSite, serving

Ask = Callable[..., FetchRequest]


def running(browser: Browser) -> RunningBrowser:
    assert browser._current is not None
    return browser._current


def renderers(browser: Browser) -> list[psutil.Process]:
    """Return the processes in which pages of *browser* live."""
    process = running(browser).process
    assert process is not None
    return [member for member in process.members() if "--type=renderer" in _words(member)]


def _words(process: psutil.Process) -> list[str]:
    try:
        return [] if process.status() == psutil.STATUS_ZOMBIE else list(process.cmdline())
    except psutil.Error:
        return []


class _Target(msgspec.Struct):
    url: str
    type: str


class _Targets(msgspec.Struct, rename="camel"):
    target_infos: list[_Target]


async def open_targets(browser: Browser) -> list[str]:
    """Return the addresses of every page that is open in *browser*."""
    targets = await running(browser).connection.browser.ask(_Targets, "Target.getTargets")
    return [target.url for target in targets.target_infos]


async def eventually(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Wait until *holds*, which concerns other processes and so has no event."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@asynccontextmanager
async def run_by_somebody_else(program: Path, profile: Path, *flags: str) -> AsyncIterator[str]:
    """Run a Chromium that is not ours, and give the address of its debugging socket; it must outlive the block."""
    process = await asyncio.create_subprocess_exec(
        program,
        "--headless",
        "--no-sandbox",
        "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
        *flags,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(20):
            while b"listening on" not in (line := await process.stderr.readline()):
                pass
        yield line.split()[-1].decode()
        assert process.returncode is None
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


@pytest.fixture
async def own_site() -> AsyncIterator[TestSite]:
    async with serving() as site:
        yield site


@pytest_asyncio.fixture(loop_scope="module")
async def site_on_one_loop() -> AsyncIterator[TestSite]:
    async with serving() as site:
        yield site


@pytest.fixture
def site(request: pytest.FixtureRequest) -> TestSite:
    found: TestSite = _by_loop(request, own="own_site", on_one_loop="site_on_one_loop")
    return found


def _by_loop(request: pytest.FixtureRequest, *, own: str, on_one_loop: str) -> Any:
    return request.getfixturevalue(on_one_loop if request.node.get_closest_marker("one_loop") else own)


def _options(home: Path) -> BrowserOptions:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    return BrowserOptions(home=home / "browsers")


@pytest.fixture
def options(tmp_path: Path) -> BrowserOptions:
    return _options(tmp_path)


@pytest.fixture
async def own_browser(options: BrowserOptions) -> AsyncIterator[Browser]:
    async with Browser(options, ManualClock()) as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser_on_one_loop(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    async with Browser(_options(tmp_path_factory.mktemp("browser")), ManualClock()) as browser:
        yield browser


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Browser:
    """A browser of the test's own, or of all tests of a module that is marked `one_loop`."""
    found: Browser = _by_loop(request, own="own_browser", on_one_loop="browser_on_one_loop")
    return found


@pytest.fixture
def ask(site: TestSite) -> Ask:
    """Return a maker of requests for a path of the site, with 30 seconds unless *seconds* says otherwise."""

    def make(path: str, *, seconds: float = 30, **options: Any) -> FetchRequest:
        url = path if path.startswith("http") else site.url(path)
        return FetchRequest(url=web_url(url), deadline=Deadline.after(timedelta(seconds=seconds)), **options)

    return make
