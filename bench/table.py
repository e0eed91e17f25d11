"""All rows of the table of speed in one run, on the peers' site with the peers' tools.

    python -m bench.table --tools FOLDER [--before SRC] [--rounds 3] [--only render,static,stored,crawl,rendered,start,command]

FOLDER is the performance bench of the peers (`site.py`, `render_raw.py`, `svc_latency.py`, `common.py`). *SRC* is the
`src` folder of another checkout: it is measured in the same rounds as `before`. CPU is that of whole process trees by
cgroup where one can be made, else by psutil; the site is not in it. `other_cpu` is the share of the machine that others
took meanwhile: compare ratios within one run, and only where it is low.
"""

import argparse
import contextlib
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

HERE = Path(__file__).resolve().parent
KEY = "fc-" + "0" * 32
SITE, FLOOR, FIRST = 18400, 18401, 18410
ROWS = ("render", "static", "stored", "crawl", "rendered", "start", "command")


class Bench:
    """The site, the tools and what is measured."""

    def __init__(self, options: argparse.Namespace, stack: contextlib.ExitStack) -> None:
        self.options = options
        self.stack = stack
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gossamer-table-")))
        self.tools = Path(options.tools).resolve()
        self.site = f"http://127.0.0.1:{SITE}"
        os.environ |= {"BENCH_SITE": str(self.folder / "site"), "BENCH_BASE": self.site, "BENCH_CHROME": options.chrome}
        sys.path.insert(0, str(self.tools))
        import common

        self.common = common
        self.sources = {"gossamer": HERE.parent / "src"}
        if options.before:
            self.sources = {"before": Path(options.before).resolve(), **self.sources}
        self.rows: dict[tuple[str, str], list[dict]] = {}

    def spawn(self, group: str, command: list, **env: str) -> subprocess.Popen:
        """Start *command* in a cgroup of its own; stopped with the bench."""
        process = subprocess.Popen(
            list(map(str, command)),
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **env},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: self.common.enter_cgroup(group),
            start_new_session=True,
        )
        self.stack.callback(self.stop, process, group)
        return process

    def stop(self, process: subprocess.Popen, group: str) -> None:
        """End a process and its group."""
        if process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
        self.common.leave_cgroup(group)

    def serve(self, name: str, port: int, home: Path) -> subprocess.Popen:
        """Start a service of one of the sources."""
        return self.spawn(
            f"table-{name}",
            [sys.executable, "-m", "gossamer", "serve", "--port", port],
            PYTHONPATH=str(self.sources[name]),
            GOSSAMER_HOME=str(home),
            GOSSAMER_API_KEY=KEY,
            GOSSAMER_LOG_LEVEL="error",
            GOSSAMER_EGRESS_ALLOW="127.0.0.0/8",
        )

    def run(self, group: str, command: list) -> list[dict]:
        """Run one of the tools to its end and return its result lines."""
        done = subprocess.run(
            [sys.executable, str(self.tools / "measure.py"), "--", *map(str, command)],
            capture_output=True,
            text=True,
            timeout=300,
        )
        if done.returncode:
            print(f"{group}: {done.stderr[-300:]}", file=sys.stderr)
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def note(self, row: str, name: str, found: dict) -> None:
        """Keep a result and show it."""
        self.rows.setdefault((row, name), []).append(found)
        print(row, name, json.dumps(found), flush=True)


def until(holds, seconds: float = 60) -> None:
    """Wait for *holds*, a function that may fail."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError):
            if holds():
                return
        time.sleep(0.01)
    raise TimeoutError


def asked(port: int, path: str, body: dict | None = None) -> dict:
    """Return the JSON answer of a service."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        None if body is None else json.dumps(body).encode(),
        {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    while True:
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            # A machine that others use, too: what is measured is not that.
            if error.code != 503:
                raise
            time.sleep(0.5)


def ready(port: int) -> bool:
    """Return whether a service is ready."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=5) as answer:
        return answer.status == 200


def shape(found: dict) -> dict:
    """Return what is kept of a tool's line."""
    return {
        "cpu_ms": found["cpu_s"] / found["pages"] * 1e3,
        "p50_ms": found["p50_ms"] or 0.0,
        "per_s": found["pages_per_s"],
        "peak_mb": found["peak_rss_mb"],
        "ok": found["ok"] / found["pages"],
        "other_cpu": found["other_cpu"],
    }


def latency(bench: Bench, row: str, name: str, port: int, body: dict, *, section: str, count: int) -> None:
    """Scrapes over HTTP, one and eight at a time."""
    command = [bench.tools / "svc_latency.py", "--peer", name, "--url", f"http://127.0.0.1:{port}/v2/scrape"]
    command += ["--header", f"Authorization:Bearer {KEY}", "--body", json.dumps(body), "--section", section]
    command += ["--n", count, "--base", bench.site, "--cgroup", f"table-{name}"]
    for found in bench.run(row, [sys.executable, *command]):
        bench.note(f"{row} {found['task'].split()[-1]}", name, shape(found))


def render(bench: Bench, ports: dict[str, int]) -> None:
    """Rendered scrapes beside raw CDP with a new context a page."""
    body = {"url": "@URL@", "formats": ["markdown"], "maxAge": 0, "storeInCache": False}
    for concurrency, pages in ((1, 24), (8, 64)):
        raw = [bench.tools / "render_raw.py", "--driver", "cdp", "--mode", "newctx", "-c", concurrency, "--n", pages]
        for found in bench.run("render", [bench.options.python, *raw, "--exe", bench.options.chrome]):
            bench.note(f"render c={concurrency}", "raw CDP", shape(found))
    for name, port in ports.items():
        latency(bench, "render", name, port, body, section="js", count=64)


def static(bench: Bench, ports: dict[str, int]) -> None:
    """Static scrapes beside the floor."""
    body = {"url": "@URL@", "formats": ["markdown"], "maxAge": 0}
    for name, port in {"floor": FLOOR, **ports}.items():
        latency(bench, "static", name, port, body, section="static", count=400)


def stored(bench: Bench, ports: dict[str, int]) -> None:
    """The same pages answered from the store, and the shell of a request: a status page."""
    body = {"url": "@URL@", "formats": ["markdown"], "maxAge": 86_400_000}
    for name, port in ports.items():
        latency(bench, "fill", name, port, body, section="static", count=400)
        latency(bench, "stored", name, port, body, section="static", count=400)
        with bench.common.Meter(cgroup=f"table-{name}") as meter:
            for _ in range(400):
                asked(port, "/v2/team/credit-usage")
        bench.note("shell c=1", name, {"cpu_ms": meter.cpu_s / 400 * 1e3, "other_cpu": meter.other_cpu})


def crawled(bench: Bench, row: str, name: str, port: int, body: dict) -> None:
    """One crawl to its end."""
    with bench.common.Meter(cgroup=f"table-{name}") as meter:
        job = asked(port, "/v2/crawl", body)["id"]
        while (status := asked(port, f"/v2/crawl/{job}?limit=1"))["status"] == "scraping":
            time.sleep(0.2)
    count = status["completed"]
    found = {"cpu_ms": meter.cpu_s / count * 1e3, "per_cpu_s": count / meter.cpu_s, "per_s": count / meter.seconds}
    bench.note(row, name, {**found, "peak_mb": meter.peak_rss_mb, "pages": count, "other_cpu": meter.other_cpu})


def crawl(bench: Bench, ports: dict[str, int]) -> None:
    """A crawl of the static pages."""
    options = {"formats": ["markdown"], "maxAge": 0}
    for name, port in ports.items():
        body = {"url": bench.site + "/", "limit": 2500, "sitemap": "skip", "scrapeOptions": options}
        crawled(bench, "crawl static", name, port, body)


def rendered(bench: Bench, ports: dict[str, int]) -> None:
    """A crawl of the 200 pages that scripts fill."""
    options = {"formats": ["markdown"], "maxAge": 0}
    for name, port in ports.items():
        body = {"url": bench.site + "/js/", "limit": 201, "includePaths": ["/js/.*"], "sitemap": "skip"}
        crawled(bench, "crawl rendered", name, port, {**body, "scrapeOptions": options})


def start(bench: Bench, _: dict[str, int]) -> None:
    """Start on a new data folder and on a used one, and memory."""
    for number, name in enumerate(bench.sources):
        home = Path(tempfile.mkdtemp(dir=bench.folder))
        port = FIRST + 5 + number
        for kind in ("new", "used"):
            began = time.perf_counter()
            process = bench.serve(name, port, home)
            until(lambda: ready(port))
            seconds = time.perf_counter() - began
            tree = bench.common.tree(process.pid)
            cpu = sum(sum(one.cpu_times()[:4]) for one in tree)
            time.sleep(3)
            idle = sum(one.memory_info().rss for one in bench.common.tree(process.pid)) / 1e6
            asked(port, "/v2/scrape", {"url": bench.site + "/", "maxAge": 0})
            after = sum(one.memory_info().rss for one in bench.common.tree(process.pid)) / 1e6
            bench.note(f"start {kind}", name, {"seconds": seconds, "cpu_s": cpu, "idle_mb": idle, "scraped_mb": after})
            process.terminate()
            process.wait(20)


def command(bench: Bench, _: dict[str, int]) -> None:
    """One page from the command line."""
    for name, source in bench.sources.items():
        env = {**os.environ, "PYTHONPATH": str(source), "GOSSAMER_HOME": tempfile.mkdtemp(dir=bench.folder)}
        env |= {"GOSSAMER_EGRESS_ALLOW": "127.0.0.0/8", "PYTHONDONTWRITEBYTECODE": ""}
        before = os.times()
        subprocess.run(
            [sys.executable, "-m", "gossamer", "scrape", bench.site + "/"], env=env, check=True, capture_output=True
        )
        after = os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        bench.note("command", name, {"cpu_s": cpu, "seconds": after.elapsed - before.elapsed})


def main() -> None:
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--before")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(ROWS))
    parser.add_argument("--python", default=sys.executable, help="an interpreter with orjson, for the raw driver")
    parser.add_argument("--chrome", default="/usr/bin/chromium-headless-shell")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        bench = Bench(options, stack)
        site = [sys.executable, bench.tools / "site.py"]
        subprocess.run([*map(str, site), "gen", "--out", bench.folder / "site", "--base", bench.site], check=True)
        bench.spawn("bench-site", [*site, "serve", "--out", bench.folder / "site", "--port", SITE])
        bench.spawn("table-floor", [sys.executable, HERE / "floor.py", FLOOR])
        wanted = options.only.split(",")
        ports = {name: FIRST + number for number, name in enumerate(bench.sources)}
        if not set(wanted) <= {"start", "command"}:
            for name, port in ports.items():
                bench.serve(name, port, bench.folder / name)
                until(lambda port=port: ready(port))
                asked(port, "/v2/scrape", {"url": bench.site + "/js/p/1.html", "maxAge": 0})
        for _ in range(options.rounds):
            for row in wanted:
                globals()[row](bench, ports)
        print()
        for (row, name), runs in sorted(bench.rows.items()):
            medians = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
            print(f"{row:16s} {name:10s} " + "  ".join(f"{key} {value:.2f}" for key, value in medians.items()))


if __name__ == "__main__":
    main()
