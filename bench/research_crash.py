"""Kills runs of research again and again: the answer, the pages and the ledger must be those of an undisturbed run.

    python -m bench.research_crash              ten kills
    python -m bench.research_crash --kills 20

Each kill is SIGKILL of the service and all that it started, at a random moment of a run; the service is started again
on the same data. A scripted model plans and writes. In the end each run is completed, each page was charged once, and
the model was not asked again for a plan or a report that had been kept.
"""

import argparse
import contextlib
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from bench.research.__main__ import serving
from bench.research.sites import generated
from gossamer.testing.model import answering, running_model
from tests.clients.service import KEY

_QUESTIONS = 4


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    sites, questions = generated(options.seed, 4)
    values = {"questions": [], "searches": [], "sentences": []}
    with serving(sites) as addresses, running_model(answering(values)) as model, tempfile.TemporaryDirectory() as home:
        service = _Service(Path(home), model.url, model.name, model.key)
        try:
            service.start()
            asked = [one for one in questions if one.kind == "absent"][:_QUESTIONS]
            runs = [service.ask(one.text, addresses[one.sites[0]] + "/") for one in asked]
            kills = 0
            while kills < options.kills:
                time.sleep(rng.uniform(0.2, 1.2))
                service.kill()
                kills += 1
                service.start()
                if all(service.status(run)["status"] != "processing" for run in runs):
                    runs += [service.ask(one.text, addresses[one.sites[0]] + "/") for one in asked]
            statuses = [service.wait(run) for run in runs]
            pages = [service.pages(run) for run in runs]
        finally:
            service.kill()
        charged = _charged(Path(home))
    states = [status["status"] for status in statuses]
    credits_used = sum(status["creditsUsed"] for status in statuses)
    twice = sum(len(read) - len(set(read)) for read in pages)
    print(f"{kills} kills, {len(runs)} runs: {states.count('completed')} completed")
    print(
        f"pages {sum(map(len, pages))}, read twice {twice}, credits of the runs {credits_used}, of the ledger {charged}"
    )
    print(f"requests to the model {len(model.requests)}, of {2 * len(runs)} plans and reports")


class _Service:
    """The service, which can be killed and started again."""

    def __init__(self, home: Path, url: str, model: str, key: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
        self._env = {
            **inherited,
            "GOSSAMER_HOME": str(home / "data"),
            "GOSSAMER_PORT": str(port),
            "GOSSAMER_API_KEY": KEY,
            "GOSSAMER_EGRESS_ALLOW": "127.0.0.1",
            "GOSSAMER_WORKERS": "0",
            "GOSSAMER_LLM_MODEL": f"openai:{model}",
            "GOSSAMER_LLM_BASE_URL": url,
            "GOSSAMER_LLM_API_KEY": key,
        }
        headers = {"Authorization": f"Bearer {KEY}"}
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=30)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return when it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gossamer", "serve"],
            env=self._env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            with contextlib.suppress(httpx.HTTPError):
                if self._client.get("/health/live").status_code == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError("the service did not start")

    def kill(self) -> None:
        """Kill it and all that it started."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def ask(self, question: str, url: str) -> str:
        """Start a run."""
        body = {"prompt": question, "urls": [url]}
        return str(self._client.post("/v2/agent", json=body).raise_for_status().json()["id"])

    def status(self, run: str) -> dict:
        """Return where a run stands."""
        return self._client.get(f"/v2/agent/{run}").raise_for_status().json()

    def wait(self, run: str) -> dict:
        """Return a run that has ended."""
        ends = time.monotonic() + 200
        while (status := self.status(run))["status"] == "processing" and time.monotonic() < ends:
            time.sleep(0.3)
        return status

    def pages(self, run: str) -> list[str]:
        """Return the addresses of the pages that a run read."""
        events = self._client.get(f"/v2/agent/{run}/trace").raise_for_status().json()["events"]
        return [
            event["artifact"]["path"]
            for event in events
            if event["type"] == "artifact.updated" and event["artifact"]["kind"] == "markdown"
        ]


def _charged(home: Path) -> int:
    [database] = (home / "data").glob("*.db")
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT COALESCE(SUM(credits), 0) FROM ledger").fetchone()[0])


if __name__ == "__main__":
    main()
