"""What one team can do to another: a static scrape, a rendered one and a crawl of five pages beside an attacker.

    .venv/bin/python -m bench.attackers [--seconds 20] [--only NAME …] [--log]

Team A does one thing of the table below as often as it can, while team B scrapes a static page, scrapes a page that a
script fills, and crawls five pages, again and again, each one after the other. Printed for each: B's failures, and the
median and 95th percentile in seconds beside those of B alone, which is measured before and after. Everything runs
with default settings, in one process with its workers.
"""

import argparse
import asyncio
import collections
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import psutil
from aiohttp import web

from tests.clients.service import Service, running_service

ADMIN = "an-admin-token-for-this-measurement"
PATIENCE = 120
TEXT = "The kettle of copper stands on the stove and sings, and nobody listens to it. " * 12
STATIC = "<!doctype html><title>Page {n}</title><main><h1>Page {n}</h1><p>" + TEXT + "</p>{links}</main>"
FILLED = (
    "<!doctype html><title>Page {n}</title><main><h1>Page {n}</h1><div id=list></div></main><script>"
    "setTimeout(() => {{ document.getElementById('list').innerHTML = '<p>" + TEXT + "</p>' }}, 50)</script>"
)


def script(code: str) -> str:
    return f"<!doctype html><h1>Attack</h1><p>{TEXT}</p><script>{code}</script>"


WORKER = "const code = URL.createObjectURL(new Blob(['for (;;);']));"
# Pages of the attacker, by name.
PAGES = {
    "plain": STATIC.format(n=0, links=""),
    "workers8": script(WORKER + "for (let i = 0; i < 8; i++) new Worker(code)"),
    "workers50": script(WORKER + "for (let i = 0; i < 50; i++) new Worker(code)"),
    "loop": script("while (true);"),
    "timers": script("setInterval(() => { const end = Date.now() + 200; while (Date.now() < end); }, 0)"),
    "elements": script("document.body.innerHTML += '<p><b>x</b> y</p>'.repeat(200000)"),
    "growing": script("setInterval(() => { document.body.innerHTML += '<p>more</p>'.repeat(500) }, 5)"),
    "memory": script("window.held = []; for (let i = 0; i < 16; i++) held.push(new Uint8Array(67108864).fill(1))"),
    "alerts": script("setInterval(() => alert('no'), 1)"),
    "reloads": script("setTimeout(() => { location.href = location.pathname + '?' + Math.random() }, 10)"),
    "popups": script("setInterval(() => window.open('/plain'), 10)"),
    "requests": script("setInterval(() => { for (let i = 0; i < 50; i++) fetch('/plain?' + Math.random()) }, 20)"),
    "frames": "<!doctype html><h1>{n}</h1><iframe src='/frames?0'></iframe><iframe src='/frames?1'></iframe>",
    "animation": "<!doctype html><style>@keyframes a{to{transform:rotate(1turn) scale(3);filter:blur(9px)}}"
    "i{display:inline-block;width:90px;height:90px;background:red;animation:a 1s infinite}</style>" + "<i></i>" * 3000,
    "canvas": script(
        "const c = document.createElement('canvas'); c.width = c.height = 8000; document.body.append(c);"
        "const x = c.getContext('2d'); setInterval(() => { x.filter = 'blur(20px)'; x.drawImage(c, 1, 1) }, 0)"
    ),
    "tall": "<!doctype html>" + "<p style='height:400px;background:linear-gradient(red,blue)'>x</p>" * 400,
    "expression": script("/^(a+)+$/.test('a'.repeat(40) + 'b')"),
    "storage": script("for (let i = 0; ; i++) localStorage.setItem(i % 9, 'x'.repeat(500000 + i))"),
    "synchronous": script("for (;;) { const x = new XMLHttpRequest(); x.open('GET', '/plain', false); x.send() }"),
    "hangs": "",
    "large": "<!doctype html><main>" + f"<section><h2>T</h2><p>{TEXT}</p></section>" * 8000,
    "deep": "<!doctype html>" + "<div>" * 60_000 + "x",
    "table": "<!doctype html><table>" + ("<tr>" + "<td>1</td>" * 20 + "</tr>") * 20_000 + "</table>",
}


@dataclass(frozen=True)
class Attack:
    """So many requests *at_once*, each begun when one ends: a scrape of *page* with *options*, or what *call* does."""

    at_once: int
    page: str = ""
    options: dict = field(default_factory=dict)
    call: "Callable[[Client, int], Awaitable[object]] | None" = None


async def batch(client: "Client", number: int, urls: int, **more: object) -> None:
    listed = [f"{client.site}/plain?{number}.{n}" for n in range(urls)]
    answer = await client.post("/v2/batch/scrape", {"urls": listed, "maxAge": 0, **more})
    if job := answer.get("id"):
        await client.delete(f"/v2/batch/scrape/{job}")


async def keys(client: "Client", number: int) -> None:
    del number
    await client.post("/v2/scrape", {"url": f"{client.site}/plain", "headers": {f"x-{n}": "1" for n in range(500_000)}})


async def crawl(client: "Client", number: int) -> None:
    answer = await client.post(
        "/v2/crawl", {"url": f"{client.site}/maze?{number}", "limit": 1000, "scrapeOptions": {"maxAge": 0}}
    )
    await asyncio.sleep(10)
    await client.delete(f"/v2/crawl/{answer.get('id')}")


async def monitors(client: "Client", number: int) -> None:
    target = {"type": "scrape", "urls": [f"{client.site}/plain?{number}"]}
    schedule = {"cron": "*/15 * * * *", "timezone": "UTC"}
    await client.post("/v2/monitor", {"name": f"m{number}", "schedule": schedule, "targets": [target]})


async def session(client: "Client", number: int) -> None:
    answer = await client.post("/v2/scrape", {"url": f"{client.site}/timers?{number}", "waitFor": 1, "maxAge": 0})
    scrape = (answer.get("data") or {}).get("metadata", {}).get("scrapeId")
    await client.post(f"/v2/scrape/{scrape}/interact", {"prompt": "Click the second link on the page"})
    await client.delete(f"/v2/scrape/{scrape}/interact")


async def map_site(client: "Client", number: int) -> None:
    await client.post("/v2/map", {"url": f"{client.site}/maze?{number}", "ignoreCache": True})


WAIT = {"waitFor": 50_000, "timeout": 120_000}
SHORT = {"waitFor": 1, "timeout": 15_000}
ATTACKS = {
    "waits16": Attack(16, "plain", WAIT),
    "waits8": Attack(8, "plain", WAIT),
    "actions": Attack(16, "plain", {"actions": [{"type": "wait", "milliseconds": 50_000}], "timeout": 60_000}),
    "selector": Attack(
        16, "plain", {"actions": [{"type": "wait", "selector": "#never"}, {"type": "scrape"}], "timeout": 60_000}
    ),
    "hangs": Attack(32, "hangs", {"waitFor": 1, "timeout": 60_000}),
    "hangs_http": Attack(64, "hangs", {"timeout": 60_000}),
    **{
        name: Attack(8, name, SHORT)
        for name in (
            "workers8",
            "workers50",
            "loop",
            "timers",
            "elements",
            "growing",
            "memory",
            "alerts",
            "reloads",
            "popups",
            "requests",
            "frames",
            "animation",
            "canvas",
            "expression",
            "storage",
            "synchronous",
        )
    },  # fmt: skip
    "tall": Attack(8, "tall", {"formats": [{"type": "screenshot", "fullPage": True}], "timeout": 30_000}),
    "large": Attack(16, "large", {"timeout": 30_000}),
    "deep": Attack(16, "deep", {"timeout": 30_000}),
    "table": Attack(16, "table", {"timeout": 30_000}),
    "schema": Attack(8, "large", {"formats": [{"type": "json", "prompt": "All titles and prices"}], "timeout": 30_000}),
    "batch99k": Attack(1, call=lambda client, number: batch(client, number, 99_000)),
    "batch99k_x8": Attack(8, call=lambda client, number: batch(client, number, 99_000)),
    "batch_refused": Attack(4, call=lambda client, number: batch(client, number, 99_000, formats=["nothing"])),
    "keys500k": Attack(4, call=keys),
    "crawls": Attack(4, call=crawl),
    "maps": Attack(8, call=map_site),
    "monitors": Attack(2, call=monitors),
    "sessions": Attack(4, call=session),
    "scrapes64": Attack(64, "plain", {}),
}


@dataclass
class Tally:
    """Seconds of each success, and the answers of failures."""

    seconds: list[float] = field(default_factory=list)
    failures: collections.Counter = field(default_factory=collections.Counter)

    def figures(self) -> tuple[float, float]:
        """Return median and 95th percentile."""
        ordered = sorted(self.seconds) or [float("nan")]
        return statistics.median(ordered), ordered[int(len(ordered) * 0.95)]


class Client:
    """Requests with one key."""

    def __init__(self, session: aiohttp.ClientSession, service: Service, site: str, key: str) -> None:
        self.site = site
        self.statuses: collections.Counter[int] = collections.Counter()
        self._session = session
        self._service = service
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    async def request(self, method: str, path: str, body: object = None) -> tuple[int, dict]:
        """Return status and answer; 0 when there was none."""
        status, answer = await self._request(method, path, body)
        self.statuses[status] += 1
        return status, answer

    async def _request(self, method: str, path: str, body: object) -> tuple[int, dict]:
        data = None if body is None else await asyncio.to_thread(lambda: json.dumps(body).encode())
        url = f"{self._service.url}{path}"
        try:
            async with self._session.request(method, url, data=data, headers=self._headers) as reply:
                return reply.status, json.loads(await reply.read() or b"{}")
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            return 0, {"error": repr(error)}

    async def post(self, path: str, body: object) -> dict:
        """Return the answer to *body*."""
        return (await self.request("POST", path, body))[1]

    async def delete(self, path: str) -> None:
        """Delete something."""
        await self.request("DELETE", path)


class Neighbour:
    """Team B: does three things again and again until it is told to stop."""

    def __init__(self, client: Client) -> None:
        self.tallies = {"static": Tally(), "rendered": Tally(), "crawl": Tally()}
        self._client = client
        self._number = 0

    async def work(self, until: float) -> None:
        """Work until a moment."""
        await asyncio.gather(
            self._again(until, "static", lambda n: self._scrape(f"/page/{n}")),
            self._again(until, "rendered", lambda n: self._scrape(f"/filled/{n}", waitFor=1)),
            self._again(until, "crawl", self._crawl),
        )

    async def _again(self, until: float, name: str, do: Callable[[int], Awaitable[str]]) -> None:
        while time.monotonic() < until:
            self._number += 1
            began = time.monotonic()
            try:
                failure = await asyncio.wait_for(do(self._number), PATIENCE)
            except TimeoutError:
                failure = f"no end in {PATIENCE} s"
            if failure:
                self.tallies[name].failures[failure] += 1
            else:
                self.tallies[name].seconds.append(time.monotonic() - began)
            await asyncio.sleep(0.1)

    async def _scrape(self, path: str, **more: object) -> str:
        body = {"url": self._client.site + path, "formats": ["markdown"], "maxAge": 0, **more}
        status, answer = await self._client.request("POST", "/v2/scrape", body)
        there = "kettle of copper" in ((answer.get("data") or {}).get("markdown") or "")
        return "" if status == 200 and there else f"{status} {answer.get('code')} {str(answer.get('error'))[:60]}"

    async def _crawl(self, number: int) -> str:
        options = {"url": f"{self._client.site}/crawl/{number}/", "limit": 5, "scrapeOptions": {"maxAge": 0}}
        status, answer = await self._client.request("POST", "/v2/crawl", options)
        if status != 200:
            return f"crawl {status} {answer.get('code')}"
        while True:
            state = (await self._client.request("GET", f"/v2/crawl/{answer['id']}"))[1]
            if state.get("status") in {"completed", "failed", "cancelled"}:
                done = state["status"] == "completed" and state.get("completed") == 5
                return "" if done else f"crawl {state['status']} {state.get('completed')}"
            await asyncio.sleep(0.1)


async def attack(client: Client, what: Attack) -> None:
    """Do it until cancelled."""

    async def again(place: int) -> None:
        number = place
        while True:
            number += what.at_once
            if what.call is not None:
                await what.call(client, number)
            else:
                url = f"{client.site}/{what.page}?{number}"
                await client.post("/v2/scrape", {"url": url, "formats": ["markdown"], "maxAge": 0, **what.options})

    await asyncio.gather(*(again(place) for place in range(what.at_once)))


def serve() -> None:
    """Serve the site until killed; its port is the first line."""

    async def answer(request: web.Request) -> web.Response:
        kind, _, number = request.path.strip("/").partition("/")
        if kind == "hangs":
            await asyncio.sleep(600)
        if kind == "maze":
            links = "".join(f'<a href="/maze?{hash((request.path_qs, n))}">{n}</a> ' for n in range(20))
            text = STATIC.format(n=0, links=links)
        elif kind == "crawl":
            links = "".join(f'<a href="/crawl/{number.split("/")[0]}/{n}">{n}</a> ' for n in range(4))
            text = STATIC.format(n=number, links=links)
        elif kind in {"page", "filled"}:
            text = (STATIC if kind == "page" else FILLED).format(n=number, links="")
        else:
            text = PAGES.get(kind)
        if text is None:
            return web.Response(status=404)
        return web.Response(text=text, content_type="text/html")

    async def run() -> None:
        app = web.Application()
        app.router.add_get("/{path:.*}", answer)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()

    asyncio.run(run())


def show(name: str, tallies: dict[str, Tally], alone: dict[str, Tally], statuses: dict[int, int]) -> None:
    """Print a row; *statuses* are those of the attacker's answers."""
    columns = []
    for kind, tally in tallies.items():
        middle, late = tally.figures()
        ratio = middle / alone[kind].figures()[0]
        columns.append(f"{kind} {len(tally.seconds):3d} ok {middle:5.2f} {late:5.2f} s ({ratio:4.1f} x)")
    failures = sum((tally.failures for tally in tallies.values()), collections.Counter())
    failed = "; ".join(f"{count} x {what}" for what, count in failures.items())
    print(f"{name:14s} {' | '.join(columns)} | A {dict(statuses)} {'FAILED ' + failed if failed else ''}", flush=True)


async def calm(service: Service) -> None:
    """Wait until nothing of the last attack runs."""
    for _ in range(120):
        load = psutil.cpu_percent(0.5)
        if load < 35:
            return


async def main() -> None:
    """Start everything, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", nargs="*", choices=list(ATTACKS), default=None)
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
        limits = aiohttp.ClientTimeout(total=PATIENCE)
        async with aiohttp.ClientSession(timeout=limits, connector=aiohttp.TCPConnector(limit=0)) as session:
            admin = Client(session, service, address, ADMIN)
            team = {"name": "A", "credits": 10_000_000}
            theirs = Client(session, service, address, (await admin.post("/admin/teams", team))["apiKey"])
            neighbour = Client(session, service, address, service.key)
            await Neighbour(neighbour).work(time.monotonic() + 3)
            alone = Neighbour(neighbour)
            await alone.work(time.monotonic() + options.seconds)
            show("alone", alone.tallies, alone.tallies, {})
            for name in options.only or ATTACKS:
                attacking = asyncio.create_task(attack(theirs, ATTACKS[name]))
                await asyncio.sleep(1)
                beside = Neighbour(neighbour)
                await beside.work(time.monotonic() + options.seconds)
                attacking.cancel()
                await asyncio.gather(attacking, return_exceptions=True)
                show(name, beside.tallies, alone.tallies, theirs.statuses)
                theirs.statuses.clear()
                await calm(service)
            again = Neighbour(neighbour)
            await again.work(time.monotonic() + options.seconds)
            show("alone", again.tallies, alone.tallies, {})
        if options.log:
            print(service.log.read_text()[-6000:])


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        asyncio.run(main())
