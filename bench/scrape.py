"""Scrapes over HTTP: this service beside the floor, interleaved in one run.

    .venv/bin/python bench/scrape.py [--rounds 3] [--requests 400] [--json FILE]

CPU is that of the whole process tree, the site and this client excluded. The figure to compare is
CPU milliseconds a page; wall-clock figures mean little on a busy machine.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiohttp
import psutil

HERE = Path(__file__).resolve().parent
KEY = "fc-" + "0" * 32
SITE, FLOOR, OURS = 18300, 18301, 18302


def start(*command: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start a process of the measurement."""
    return subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL)


async def until_up(port: int, path: str = "/") -> None:
    """Wait until something answers on *port*."""
    async with aiohttp.ClientSession() as session:
        for _ in range(400):
            try:
                async with session.get(f"http://127.0.0.1:{port}{path}"):
                    return
            except aiohttp.ClientError:
                await asyncio.sleep(0.05)
    raise SystemExit(f"nothing answers on {port}")


def usage(pid: int) -> tuple[float, float]:
    """CPU seconds and resident megabytes of a process tree."""
    root = psutil.Process(pid)
    cpu = memory = 0.0
    for process in [root, *root.children(recursive=True)]:
        times = process.cpu_times()
        cpu += times.user + times.system + times.children_user + times.children_system
        memory += process.memory_info().rss / 1e6
    return cpu, memory


async def load(port: int, pid: int, kind: str, requests: int, concurrency: int, options: dict) -> dict:
    """One closed-loop run."""
    numbers = list(range(200))
    random.Random(1).shuffle(numbers)
    jobs = iter([numbers[i % 200] for i in range(requests)])
    latencies: list[float] = []
    good = 0
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def worker() -> None:
            nonlocal good
            for number in jobs:
                body = {"url": f"http://127.0.0.1:{SITE}/{kind}/{number}", "formats": ["markdown"], **options}
                began = time.perf_counter()
                async with session.post(
                    f"http://127.0.0.1:{port}/v2/scrape", json=body, headers={"Authorization": f"Bearer {KEY}"}
                ) as answer:
                    text = await answer.text()
                latencies.append((time.perf_counter() - began) * 1e3)
                good += answer.status == 200 and f"UID-{number}" in text

        cpu, _ = usage(pid)
        began = time.perf_counter()
        await asyncio.gather(*(worker() for _ in range(concurrency)))
        seconds = time.perf_counter() - began
        after, memory = usage(pid)
    ordered = sorted(latencies)
    return {
        "ok": good / requests,
        "p50": statistics.median(ordered),
        "p95": ordered[int(len(ordered) * 0.95)],
        "per_s": requests / seconds,
        "cpu_ms": (after - cpu) / requests * 1e3,
        "rss": memory,
    }


async def main() -> None:
    """Start everything, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--kind", choices=["page", "js"], default="page")
    parser.add_argument("--concurrency", default="1,8")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        site = start(sys.executable, str(HERE / "site.py"), str(SITE))
        floor = start(sys.executable, str(HERE / "floor.py"), str(FLOOR))
        ours = start(
            sys.executable,
            "-m",
            "gossamer",
            "serve",
            "--port",
            str(OURS),
            GOSSAMER_HOME=home,
            GOSSAMER_API_KEY=KEY,
            GOSSAMER_EGRESS_ALLOW=f"127.0.0.1:{SITE}",
            GOSSAMER_LOG_LEVEL="warning",
        )
        try:
            await asyncio.gather(until_up(SITE), until_up(FLOOR), until_up(OURS))
            peers = {
                "floor": (FLOOR, floor.pid, {}),
                "gossamer": (OURS, ours.pid, {"maxAge": 0}),
                "gossamer, stored copy": (OURS, ours.pid, {"maxAge": 3_600_000}),
            }
            if arguments.kind == "js":
                peers = {"gossamer": (OURS, ours.pid, {"maxAge": 0})}
            rows: dict[str, list[dict]] = {}
            for concurrency in [int(c) for c in arguments.concurrency.split(",")]:
                for name, (port, pid, options) in peers.items():
                    await load(port, pid, arguments.kind, 40, concurrency, options)
                for _ in range(arguments.rounds):
                    for name, (port, pid, options) in peers.items():
                        row = await load(port, pid, arguments.kind, arguments.requests, concurrency, options)
                        rows.setdefault(f"{name} c={concurrency}", []).append(row)
        finally:
            for process in (ours, floor, site):
                process.terminate()
                process.wait(20)
    result = {
        name: {k: round(statistics.median(r[k] for r in runs), 3) for k in runs[0]} for name, runs in rows.items()
    }
    for name, row in result.items():
        print(
            f"{name:28s} p50 {row['p50']:7.1f} ms  p95 {row['p95']:7.1f} ms  {row['per_s']:7.1f}/s  "
            f"CPU {row['cpu_ms']:6.2f} ms/page  {row['rss']:5.0f} MB  ok {row['ok']:.3f}"
        )
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result, indent=1))


asyncio.run(main())
