"""From the command to the first answer, on a new data folder and on one that was used, and memory without a browser.

Memory is that of all processes of the service, five seconds after its job engine is up.

    .venv/bin/python bench/start.py [ROUNDS]
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent
KEY = "fc-" + "0" * 32
SITE, OURS = 18320, 18322


def scrape() -> bool:
    """One scrape; whether it was answered."""
    body = json.dumps({"url": f"http://127.0.0.1:{SITE}/page/1"}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{OURS}/v2/scrape",
        body,
        {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return b"UID-1" in answer.read()
    except urllib.error.URLError:
        return False


def ready() -> bool:
    """Whether all of the service is up, the job engine included."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{OURS}/health/ready", timeout=10) as answer:
            return answer.status == 200
    except urllib.error.URLError:
        return False


def until(condition: Callable[[], bool]) -> None:
    """Wait for it."""
    while not condition():
        time.sleep(0.02)


def memory(pid: int) -> float:
    """Return the resident megabytes of a process and its children."""
    ours = psutil.Process(pid)
    return sum(process.memory_info().rss for process in [ours, *ours.children(recursive=True)]) / 1e6


@dataclass
class Start:
    """Seconds to the first answer, and megabytes after one scrape and after 200 more."""

    first: float
    idle: float
    used: float


def start(home: str) -> Start:
    """Start once on the folder *home*, measure, and stop."""
    settings = {"GOSSAMER_HOME": home, "GOSSAMER_API_KEY": KEY, "GOSSAMER_EGRESS_ALLOW": f"127.0.0.1:{SITE}"}
    began = time.perf_counter()
    ours = subprocess.Popen(
        [sys.executable, "-m", "gossamer", "serve", "--port", str(OURS)],
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until(scrape)
    first = time.perf_counter() - began
    until(ready)
    time.sleep(5)
    idle = memory(ours.pid)
    for _ in range(200):
        scrape()
    used = memory(ours.pid)
    ours.terminate()
    ours.wait()
    return Start(first, idle, used)


def main(rounds: int) -> None:
    """Measure and print medians."""
    site = subprocess.Popen([sys.executable, str(HERE / "site.py"), str(SITE)], stdout=subprocess.PIPE)
    site.stdout.readline()
    new, known = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as home:
            new.append(start(home))
            known.append(start(home))
    site.terminate()
    site.wait()
    for what, starts in {"new data folder (schema and key included)": new, "used before": known}.items():
        first, idle, used = (statistics.median(figures) for figures in zip(*map(astuple, starts), strict=True))
        print(
            f"{what}: first answer after {first:.2f} s, least {min(one.first for one in starts):.2f}; "
            f"memory {idle:.0f} MB after one scrape, {used:.0f} after 200 more"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
