"""Pages made to take the whole machine, scraped by one team, beside another team's scrapes with a screenshot.

    .venv/bin/python -m bench.attackers [--seconds 60] [--attackers 1] [--neighbours 1] [--wait 0]

Each attacker scrapes its page again and again: one a page that starts 50 busy workers, one a page whose frames hold
further frames without end. Printed: how the neighbours' scrapes ended and how long they took, without attackers, with
them, and without them again. None may fail, and their median may at most double.
"""

import argparse
import asyncio
import collections
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
from aiohttp import web

from tests.clients.service import Service, running_service

ADMIN = "an-admin-token-for-this-measurement"
ORDINARY = (
    "<!doctype html><title>Page {n}</title><h1>Page {n}</h1><ul id=list></ul><script>setTimeout(() => {{"
    "for (let i = 0; i < 200; i++) list.innerHTML += `<li>Item ${{i}} of page {n}`; document.title = 'ready' }}, 100)"
    "</script>"
)
WORKERS = (
    "<!doctype html><h1>Workers</h1><script>const code = URL.createObjectURL(new Blob(['for (;;);']));"
    "for (let i = 0; i < 50; i++) new Worker(code)</script>"
)
NESTED = "<!doctype html><h1>{n}</h1><iframe src='/nested/{n}0'></iframe><iframe src='/nested/{n}1'></iframe>"


@dataclass
class Tally:
    """How scrapes ended: seconds of each that succeeded, and what the others answered."""

    seconds: list[float] = field(default_factory=list)
    failures: collections.Counter = field(default_factory=collections.Counter)

    def line(self) -> str:
        """Return it as text."""
        ordered = sorted(self.seconds) or [float("nan")]
        failed = sum(self.failures.values())
        told = "; ".join(f"{count} x {what}" for what, count in self.failures.items())
        return (
            f"{len(self.seconds) + failed:4d} scrapes, {failed:3d} failed, p50 {statistics.median(ordered):6.2f} s, "
            f"p95 {ordered[int(len(ordered) * 0.95)]:6.2f} s, longest {ordered[-1]:6.2f} s  {told}"
        )


async def answer(request: web.Request) -> web.Response:
    """Answer for the site."""
    kind, _, number = request.path.strip("/").partition("/")
    text = {"workers": WORKERS, "nested": NESTED}.get(kind, ORDINARY)
    return web.Response(text=text if kind == "workers" else text.format(n=number[:60]), content_type="text/html")


def serve() -> None:
    """Serve the site until killed; its port is the first line."""
    app = web.Application()
    app.router.add_get("/{path:.*}", answer)

    async def run() -> None:
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(run())


class Scraper:
    """Scrapes pages of the site over HTTP, one after the other."""

    def __init__(self, session: aiohttp.ClientSession, service: Service, site: str) -> None:
        self._session = session
        self._service = service
        self._site = site
        self._number = 0

    async def scrape(self, path: str, tally: Tally, key: str, *formats: str, **more: object) -> None:
        """Scrape one page."""
        self._number += 1
        body = {"url": f"{self._site}{path}{self._number}", "formats": list(formats), "maxAge": 0, **more}
        began = time.monotonic()
        headers = {"Authorization": f"Bearer {key}"}
        async with self._session.post(f"{self._service.url}/v2/scrape", json=body, headers=headers) as reply:
            told = await reply.json()
        if reply.status == 200 and told.get("success"):
            tally.seconds.append(time.monotonic() - began)
        else:
            tally.failures[f"{reply.status} {told.get('code')}: {told.get('error', '')[:70]}"] += 1

    async def again_and_again(self, until: float, path: str, tally: Tally, key: str, *formats: str, **more: object):
        """Scrape until a moment."""
        while time.monotonic() < until:
            await self.scrape(path, tally, key, *formats, **more)


async def main() -> None:
    """Start both, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--attackers", type=int, default=1, help="how many of each kind")
    parser.add_argument("--neighbours", type=int, default=1)
    parser.add_argument("--wait", type=int, default=0, help="waitFor of the attackers, in ms")
    parser.add_argument("--only", choices=["workers", "nested"], default=None)
    parser.add_argument("--log", action="store_true", help="print the service's log")
    options = parser.parse_args()
    settings = {"GOSSAMER_LOG_LEVEL": "warning", "GOSSAMER_ADMIN_TOKEN": ADMIN, "GOSSAMER_WARM_PAGES": "0"}
    with contextlib.ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = stack.enter_context(
            subprocess.Popen([sys.executable, "-m", "bench.attackers", "serve"], stdout=subprocess.PIPE, text=True)
        )
        stack.callback(site.kill)
        address = f"http://127.0.0.1:{int(site.stdout.readline())}"
        service = stack.enter_context(running_service(home, egress_allow="127.0.0.0/8", env=settings))
        async with aiohttp.ClientSession() as session:
            made = await session.post(
                f"{service.url}/admin/teams", json={"name": "Attackers"}, headers={"Authorization": f"Bearer {ADMIN}"}
            )
            theirs = (await made.json())["apiKey"]
            scraper = Scraper(session, service, address)
            await scraper.scrape("/page/", Tally(), service.key, "markdown", "screenshot")
            for phase, length, attacked in (
                ("without attackers", options.seconds / 3, False),
                ("with attackers", options.seconds, True),
                ("without attackers", options.seconds / 3, False),
            ):
                until = time.monotonic() + length
                neighbours, attackers = Tally(), Tally()
                async with asyncio.TaskGroup() as tasks:
                    for _ in range(options.neighbours):
                        tasks.create_task(
                            scraper.again_and_again(
                                until, "/page/", neighbours, service.key, "markdown", "screenshot", timeout=60000
                            )
                        )
                    for kind in ([options.only] if options.only else ["workers", "nested"]) if attacked else []:
                        more = {"timeout": 15000, "waitFor": options.wait or 1}
                        for _ in range(options.attackers):
                            tasks.create_task(
                                scraper.again_and_again(until, f"/{kind}/", attackers, theirs, "markdown", **more)
                            )
                print(f"{phase:18s} neighbours {neighbours.line()}")
                if attacked:
                    print(f"{'':18s} attackers  {attackers.line()}")
        if options.log:
            print(service.log.read_text()[-6000:])


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        asyncio.run(main())
