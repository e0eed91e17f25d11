"""Prompts on an open page beside raw Playwright, and what abandoned sessions leave.

    .venv/bin/python -m bench.interact [--steps 40] [--sessions 200]

A step is one prompt without a model over HTTP ("Open the Delivery tab."), beside the same click by Playwright on a
Chromium of its own, which then waits until the tab's panel is there. The first interact is measured after a scrape
whose page is warm, and after one whose visit has to be done again. Then sessions are opened, each goes to a page by its
CDP address, and is left alone until it has been idle for ten seconds.
"""

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import psutil
from playwright.async_api import Browser, Playwright, async_playwright

from gossamer.browser import find_chromium
from gossamer.testing.site import Site, running_site

KEY = "fc-" + "0" * 32
PORT = 18330
TABS = ("Delivery", "Description")
IDLE_SECONDS = 10


class Service:
    """The service as a process of its own."""

    def __init__(self, home: str, site: Site, sessions: int) -> None:
        settings = {
            "GOSSAMER_HOME": home,
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_EGRESS_ALLOW": site.host,
            "GOSSAMER_SESSIONS": str(sessions),
            "GOSSAMER_TEAM_SESSIONS": str(sessions),
            "GOSSAMER_BROWSER_IDLE_SECONDS": "5",
            "GOSSAMER_LOG_LEVEL": "error",
        }
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gossamer", "serve", "--port", str(PORT)],
            env={**os.environ, **settings},
            stdout=subprocess.DEVNULL,
        )

    def tree(self) -> list[psutil.Process]:
        """Its processes, Chromium's among them."""
        try:
            own = psutil.Process(self.process.pid)
            return [own, *own.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def megabytes(self) -> float:
        """Memory of all of them, shared pages by their share."""
        used = 0
        for process in self.tree():
            try:
                used += process.memory_full_info().pss
            except psutil.Error:
                pass
        return used / 1e6

    def chromiums(self) -> int:
        """Processes of a browser in its folder, whosever children they are by now."""
        found = 0
        for process in psutil.process_iter(["cmdline", "status"]):
            words = process.info["cmdline"] or []
            found += (
                process.info["status"] != psutil.STATUS_ZOMBIE
                and any(self.home in word for word in words)
                and ("chrom" in words[0])
            )
        return found

    def stop(self) -> None:
        """Tell it to leave, and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


class Api:
    """Calls of the service."""

    def __init__(self, http: aiohttp.ClientSession) -> None:
        self._http = http

    async def call(self, method: str, path: str, body: dict | None = None) -> dict:
        """One call; its answer must be a success."""
        async with self._http.request(method, f"http://127.0.0.1:{PORT}{path}", json=body) as answer:
            told = await answer.json()
        if not told.get("success"):
            raise RuntimeError(f"{method} {path}: {told}")
        return told

    async def scrape(self, url: str) -> str:
        """Scrape in a browser; return the id."""
        body = {"url": url, "formats": ["markdown"], "maxAge": 0, "storeInCache": False, "waitFor": 1}
        return (await self.call("POST", "/v2/scrape", body))["data"]["metadata"]["scrapeId"]

    async def interact(self, scrape_id: str, prompt: str) -> dict:
        """Carry out a prompt."""
        return await self.call("POST", f"/v2/scrape/{scrape_id}/interact", {"prompt": prompt, "timeout": 60})

    async def end(self, scrape_id: str) -> None:
        """End the session of a scrape."""
        await self.call("DELETE", f"/v2/scrape/{scrape_id}/interact")


@asynccontextmanager
async def api_of(service: Service) -> AsyncIterator[Api]:
    """Calls of the service, once it answers."""
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {KEY}"}) as http:
        for _ in range(300):
            try:
                async with http.get(f"http://127.0.0.1:{PORT}/health/live"):
                    break
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)
        yield Api(http)


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of *work*."""
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1e3


def tell(name: str, times: list[float]) -> None:
    """One line of figures."""
    ordered = sorted(times)
    print(
        f"{name:44s} p50 {statistics.median(ordered):7.1f} ms  p95 {ordered[int(len(ordered) * 0.95)]:7.1f} ms"
        f"  max {ordered[-1]:7.1f} ms  n {len(ordered)}"
    )


async def steps(api: Api, browser: Browser, site: Site, count: int) -> None:
    """The same step by a prompt and by Playwright, in turn."""
    url = site.url("/apps/kettle")
    scrape_id = await api.scrape(url)
    page = await browser.new_page()
    await page.goto(url)

    async def raw(tab: str) -> None:
        await page.get_by_role("tab", name=tab).click()
        await page.get_by_role("tabpanel", name=tab).inner_text()

    ours, theirs = [], []
    for number in range(count + 3):
        tab = TABS[number % 2]
        took = await timed(lambda tab=tab: api.interact(scrape_id, f"Open the {tab} tab."))
        raw_took = await timed(lambda tab=tab: raw(tab))
        # The first ones load and open what the others use.
        if number >= 3:
            ours.append(took)
            theirs.append(raw_took)
    tell("a step by interact, session open", ours)
    tell("the same step, raw Playwright", theirs)
    print(f"ratio of the medians {statistics.median(ours) / statistics.median(theirs):.1f}")
    await page.close()
    await api.end(scrape_id)


async def firsts(api: Api, site: Site, count: int) -> None:
    """The first prompt after a scrape whose page is warm, and after one whose page is not."""
    url, prompt = site.url("/apps/kettle"), "Open the Delivery tab."
    warm, cold = [], []
    for _ in range(count):
        scrape_id = await api.scrape(url)
        warm.append(await timed(lambda scrape_id=scrape_id: api.interact(scrape_id, prompt)))
        await api.end(scrape_id)
    for _ in range(count):
        first = await api.scrape(url)
        # So many scrapes later its page is not kept any more.
        for _ in range(6):
            await api.scrape(url)
        cold.append(await timed(lambda first=first: api.interact(first, prompt)))
        await api.end(first)
    tell("first interact, page still warm", warm)
    tell("first interact, visit done again", cold)


async def abandoned(api: Api, service: Service, playwright: Playwright, site: Site, count: int) -> None:
    """Open sessions, use each once, and leave them."""
    await until("the browser is idle", lambda: none_left(service), 60)
    before = service.megabytes()
    places, url = asyncio.Semaphore(4), site.url("/apps/kettle")

    async def one() -> None:
        async with places:
            opened = await api.call(
                "POST", "/v2/browser", {"ttl": 600, "activityTtl": IDLE_SECONDS, "recordSession": False}
            )
            client = await playwright.chromium.connect_over_cdp(opened["cdpUrl"])
            await client.contexts[0].pages[0].goto(url)
            await client.close()

    began, peak = time.perf_counter(), before
    work = asyncio.gather(*(one() for _ in range(count)))
    while not work.done():
        await asyncio.wait([work], timeout=1)
        peak = max(peak, service.megabytes())
    await work
    opening = time.perf_counter() - began

    async def are_over() -> bool:
        return not (await api.call("GET", "/v2/browser?status=active"))["sessions"]

    await until("all sessions ended", are_over, 180)
    ended = time.perf_counter() - began - opening
    await until("no Chromium is left", lambda: none_left(service), 120)
    after = service.megabytes()
    print(
        f"{count} sessions opened and used in {opening:.1f} s; the last idle one closed {ended:.1f} s later; memory "
        f"{before:.0f} MB before, {peak:.0f} MB at most, {after:.0f} MB when Chromium had left"
    )


async def none_left(service: Service) -> bool:
    """Whether the service has no browser."""
    return service.chromiums() == 0


async def until(what: str, holds: Callable[[], Awaitable[bool]], seconds: float) -> None:
    """Wait until it holds."""
    give_up = time.monotonic() + seconds
    while not await holds():
        if time.monotonic() > give_up:
            raise RuntimeError(f"{what}: not within {seconds} s")
        await asyncio.sleep(0.5)


async def main() -> None:
    """Start the site and the service, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--firsts", type=int, default=15)
    parser.add_argument("--sessions", type=int, default=200)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, running_site() as site:
        service = Service(home, site, arguments.sessions + 10)
        try:
            async with api_of(service) as api, async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path=str(find_chromium().path), args=["--no-sandbox"]
                )
                await steps(api, browser, site, arguments.steps)
                await firsts(api, site, arguments.firsts)
                await browser.close()
                if arguments.sessions:
                    await abandoned(api, service, playwright, site, arguments.sessions)
        finally:
            service.stop()
        left = service.chromiums()
        print(f"Chromium processes when the service had left: {left}")
        sys.exit(bool(left))


if __name__ == "__main__":
    asyncio.run(main())
