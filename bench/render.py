"""Rendered scrapes beside raw CDP: a new context a page on the same headless shell, interleaved in one run.

    .venv/bin/python bench/render.py [--rounds 3] [--pages 60] [--concurrency 4]

The raw driver navigates, waits for the page's own ready mark, reads the DOM and writes Markdown; it has no egress
policy, proxy, storage, settling or flattening. CPU is that of driver and browser together, in milliseconds a page.
"""

import argparse
import asyncio
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiohttp
import psutil
import turbohtml

HERE = Path(__file__).resolve().parent
KEY = "fc-" + "0" * 32
SITE, OURS = 18310, 18312
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run "
    "--disable-quic --disable-dev-shm-usage --disable-default-apps --disable-extensions --mute-audio"
).split()
READY = """new Promise(ok=>{const f=()=>document.documentElement.hasAttribute('data-ready');
const done=()=>ok(document.documentElement.outerHTML);if(f())return done();
new MutationObserver(()=>{if(f())done()}).observe(document,{attributes:true,subtree:true,attributeFilter:['data-ready']});
setTimeout(done,10000)})"""


def cpu(pid: int) -> float:
    """CPU seconds of a process tree, ended children included."""
    root = psutil.Process(pid)
    total = 0.0
    for process in [root, *root.children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


class Raw:
    """The smallest CDP client."""

    async def __aenter__(self) -> "Raw":
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        shell = os.environ.get("BENCH_CHROME", "chromium-headless-shell")
        self.process = subprocess.Popen(
            [
                shell,
                "--headless",
                "--remote-debugging-port=0",
                f"--user-data-dir={self.folder.name}",
                *FLAGS,
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        while not (found := re.search(rb"listening on (ws://\S+)", self.process.stderr.readline())):
            pass
        self.session = aiohttp.ClientSession()
        self.socket = await self.session.ws_connect(found[1].decode(), max_msg_size=0, compress=0)
        self.waiting: dict[int, asyncio.Future] = {}
        self.number = 0
        self.reader = asyncio.create_task(self.read())
        return self

    async def read(self) -> None:
        async for message in self.socket:
            told = json.loads(message.data)
            if waiting := self.waiting.pop(told.get("id"), None):
                if "error" in told:
                    waiting.set_exception(RuntimeError(told["error"]["message"]))
                else:
                    waiting.set_result(told["result"])

    async def send(self, method: str, session: str | None = None, **params) -> dict:
        self.number += 1
        self.waiting[self.number] = future = asyncio.get_running_loop().create_future()
        await self.socket.send_str(
            json.dumps(
                {"id": self.number, "method": method, "params": params, **({"sessionId": session} if session else {})}
            )
        )
        return await future

    async def page(self, url: str) -> str:
        context = (await self.send("Target.createBrowserContext"))["browserContextId"]
        try:
            target = (await self.send("Target.createTarget", url="about:blank", browserContextId=context))["targetId"]
            session = (await self.send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
            await self.send("Page.navigate", session, url=url)
            for _ in range(5):
                try:
                    answer = await self.send(
                        "Runtime.evaluate", session, expression=READY, awaitPromise=True, returnByValue=True
                    )
                    if isinstance(html := answer["result"].get("value"), str):
                        return turbohtml.parse(html).to_markdown()
                except RuntimeError:
                    continue
            return ""
        finally:
            await self.send("Target.disposeBrowserContext", browserContextId=context)

    async def __aexit__(self, *_) -> None:
        self.reader.cancel()
        await self.session.close()
        # Debian's command is a script that starts the browser: the group has both.
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()
        self.folder.cleanup()


async def drive(fetch, pids, pages: int, concurrency: int) -> dict:
    """One closed-loop run."""
    jobs = iter([n % 200 for n in range(pages)])
    latencies, good = [], 0

    async def worker() -> None:
        nonlocal good
        for number in jobs:
            began = time.perf_counter()
            text = await fetch(f"http://127.0.0.1:{SITE}/js/{number}")
            latencies.append((time.perf_counter() - began) * 1e3)
            good += f"UID-{number}" in text

    before, began = sum(map(cpu, pids)), time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(concurrency)))
    seconds, after = time.perf_counter() - began, sum(map(cpu, pids))
    ordered = sorted(latencies)
    return {
        "p50": statistics.median(ordered),
        "p95": ordered[int(len(ordered) * 0.95)],
        "per_s": pages / seconds,
        "cpu_ms": (after - before) / pages * 1e3,
        "ok": good / pages,
    }


async def main() -> None:
    """Start both, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--concurrency", default="1,4,8")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        site = subprocess.Popen([sys.executable, str(HERE / "site.py"), str(SITE)], stdout=subprocess.PIPE)
        site.stdout.readline()
        ours = subprocess.Popen(
            [sys.executable, "-m", "gossamer", "serve", "--port", str(OURS)],
            stdout=subprocess.DEVNULL,
            env={
                **os.environ,
                "GOSSAMER_HOME": home,
                "GOSSAMER_API_KEY": KEY,
                "GOSSAMER_LOG_LEVEL": "error",
                "GOSSAMER_EGRESS_ALLOW": f"127.0.0.1:{SITE}",
            },
        )
        rows: dict[str, list[dict]] = {}
        try:
            async with Raw() as raw, aiohttp.ClientSession(headers={"Authorization": f"Bearer {KEY}"}) as session:

                async def scrape(url: str) -> str:
                    body = {"url": url, "formats": ["markdown"], "maxAge": 0, "storeInCache": False}
                    async with session.post(f"http://127.0.0.1:{OURS}/v2/scrape", json=body) as answer:
                        return await answer.text()

                for _ in range(100):
                    try:
                        await scrape(f"http://127.0.0.1:{SITE}/js/1")
                        break
                    except aiohttp.ClientError:
                        await asyncio.sleep(0.1)
                peers = {"raw CDP": (raw.page, [raw.process.pid, os.getpid()]), "gossamer": (scrape, [ours.pid])}
                for concurrency in [int(c) for c in arguments.concurrency.split(",")]:
                    for fetch, pids in peers.values():
                        await drive(fetch, pids, 2 * concurrency, concurrency)
                    for _ in range(arguments.rounds):
                        for name, (fetch, pids) in peers.items():
                            row = await drive(fetch, pids, arguments.pages, concurrency)
                            rows.setdefault(f"{name} c={concurrency}", []).append(row)
        finally:
            for process in (ours, site):
                process.terminate()
                process.wait(20)
    for name, runs in rows.items():
        row = {k: statistics.median(r[k] for r in runs) for k in runs[0]}
        print(
            f"{name:18s} p50 {row['p50']:7.1f} ms  p95 {row['p95']:7.1f} ms  {row['per_s']:6.1f}/s  "
            f"CPU {row['cpu_ms']:6.1f} ms/page  ok {row['ok']:.3f}"
        )


asyncio.run(main())
