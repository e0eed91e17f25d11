"""From the command to the first answer, and memory without a browser.

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
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent
KEY = "fc-" + "0" * 32
SITE, OURS = 18320, 18322


def scrape() -> bool:
    """One scrape; whether it was answered."""
    body = json.dumps({"url": f"http://127.0.0.1:{SITE}/page/1"}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{OURS}/v2/scrape", body, {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return b"UID-1" in answer.read()
    except urllib.error.URLError:
        return False


def main(rounds: int) -> None:
    """Measure and print medians."""
    site = subprocess.Popen([sys.executable, str(HERE / "site.py"), str(SITE)], stdout=subprocess.PIPE)
    site.stdout.readline()
    firsts, idles, used = [], [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as home:
            settings = {"GOSSAMER_HOME": home, "GOSSAMER_API_KEY": KEY, "GOSSAMER_EGRESS_ALLOW": f"127.0.0.1:{SITE}"}
            began = time.perf_counter()
            ours = subprocess.Popen(
                [sys.executable, "-m", "gossamer", "serve", "--port", str(OURS)],
                env={**os.environ, **settings}, stdout=subprocess.DEVNULL,
            )
            while not scrape():
                time.sleep(0.02)
            firsts.append(time.perf_counter() - began)
            idles.append(psutil.Process(ours.pid).memory_info().rss / 1e6)
            for _ in range(200):
                scrape()
            used.append(psutil.Process(ours.pid).memory_info().rss / 1e6)
            ours.terminate()
            ours.wait()
    site.terminate()
    site.wait()
    print(f"start to first answer {statistics.median(firsts):.2f} s (new data folder: schema and key included)")
    print(f"memory after one scrape {statistics.median(idles):.0f} MB, after 200 more {statistics.median(used):.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
