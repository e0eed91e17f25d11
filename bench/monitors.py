"""Monitors under kills and under load, on loopback.

    python -m bench.monitors kills --kills 20
    python -m bench.monitors due --monitors 1000
    python -m bench.monitors due --monitors 10000 --over 3600

`kills` kills the service during checks and counts, at a webhook receiver and a real SMTP server, what was sent.
`due` lets many monitors become due in the same minute, or over a longer time, and tells how late their checks began
and ended.
"""

import argparse
import os
import random
import re
import signal
import socket
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import httpx
import psutil
from aiosmtpd.controller import Controller

from tests.watched_site import running_watched_site
from tests.clients.service import KEY, running_service

PAGES = 12
ENV = {"GOSSAMER_WORKERS": "0", "GOSSAMER_RENDER": "never", "GOSSAMER_TEAM_CONCURRENCY": "100"}
FINAL = {"completed", "failed", "partial", "skipped_overlap", "skipped_no_credits"}
CONFIRM = re.compile(r"https?://\S+/v2/monitor/email/confirm\?token=(\S+)")


class Mailbox:
    def __init__(self):
        self.letters = []

    async def handle_DATA(self, server, session, envelope):
        self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


def ask(url, method, path, body=None):
    headers = {"Authorization": f"Bearer {KEY}"}
    # A service that has just been started again may say "try again in a moment".
    while (answer := httpx.request(method, url + path, json=body, headers=headers, timeout=60)).status_code == 503:
        time.sleep(0.5)
    answer.raise_for_status()
    return answer.json()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


def kills(count):
    rng, box, port = random.Random(7), Mailbox(), free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    home = Path(tempfile.mkdtemp())
    env = {**ENV, "GOSSAMER_SMTP_URL": f"smtp://127.0.0.1:{port}", "GOSSAMER_SMTP_FROM": "w@example.org"}
    began = time.monotonic()
    with running_watched_site() as site:

        def change(number):
            for page in range(PAGES):
                site.put(f"/page{page}", f"<h1>Page {page}</h1><p>This is what it says in round {number}.</p>")

        def hits():
            return sum(site.hits(f"/page{page}") for page in range(PAGES))

        change(0)
        with running_service(home, egress_allow=site.host, env=env) as service:
            email = {"enabled": True, "recipients": ["ann@example.org"], "includeDiffs": True}
            made = ask(
                service.url,
                "POST",
                "/v2/monitor",
                {
                    "name": "kills",
                    "schedule": {"text": "daily"},
                    "webhook": site.url("/hook"),
                    "notification": {"email": email},
                    "targets": [{"type": "scrape", "urls": [site.url(f"/page{page}") for page in range(PAGES)]}],
                },
            )["data"]
            path = f"/v2/monitor/{made['id']}"
            while not box.letters:
                time.sleep(0.05)
            token = CONFIRM.search(box.letters[0].get_body(("plain",)).get_content())[1]
            httpx.post(f"{service.url}/v2/monitor/email/confirm", json={"token": token}).raise_for_status()
            first = ask(service.url, "POST", path + "/run", {})["id"]
            site.posted("/hook", PAGES + 1)
        checks = [first]
        for number in range(1, count + 1):
            with running_service(home, egress_allow=site.host, env=env) as service:
                while ask(service.url, "GET", f"{path}/checks/{checks[-1]}")["data"]["status"] not in FINAL:
                    time.sleep(0.05)
                change(number)
                before = hits()
                checks.append(ask(service.url, "POST", path + "/run", {})["id"])
                # At any moment of the check, and of its deliveries.
                wanted = before + rng.randint(1, 2 * PAGES)
                until = time.monotonic() + 3
                while hits() < wanted and time.monotonic() < until:
                    time.sleep(0.001)
                time.sleep(rng.random() * 0.3)
                os.kill(service.pid, signal.SIGKILL)
        with running_service(home, egress_allow=site.host, env=env) as service:
            states = Counter()
            for check in checks:
                while (found := ask(service.url, "GET", f"{path}/checks/{check}")["data"])["status"] not in FINAL:
                    time.sleep(0.05)
                states[found["status"], found["summary"]["totalPages"], found["summary"]["changed"]] += 1
            expected = len(checks) * (PAGES + 1)
            try:
                site.posted("/hook", expected, seconds=60)
            except TimeoutError as error:
                print(error)
            until = time.monotonic() + 30
            while len(box.letters) < 1 + count * 0.9 and time.monotonic() < until:
                time.sleep(0.1)
            time.sleep(2)
            used = ask(service.url, "GET", "/v2/team/credit-usage/historical")["periods"][0]["creditsUsed"]
        events = Counter((one["type"], one["id"], one["data"][0].get("url")) for one in site._bodies("/hook"))
        letters = Counter(str(one["Message-ID"]) for one in box.letters[1:])
        # What is due for one person at the same time is one letter: rounds are counted.
        texts = [one.get_body(("plain",)).get_content() for one in box.letters[1:]]
        rounds = {int(found) for text in texts for found in re.findall(r"\+.*round (\d+)", text)}
    controller.stop()
    print(f"{count} kills in {time.monotonic() - began:.0f} s; checks (state, pages, changed): {dict(states)}")
    print(f"webhooks: {len(events)} of {expected} events, {sum(events.values()) - len(events)} sent again")
    print(
        f"e-mail: {len(letters)} letters with {len(rounds)} of {count} rounds, "
        f"{sum(letters.values()) - len(letters)} sent again"
    )
    print(f"credits: {used}, expected {len(checks) * PAGES}")


def due(count, seconds):
    """Let *count* monitors become due once, their minutes spread evenly over *seconds*."""
    home, minutes = Path(tempfile.mkdtemp()), max(1, seconds // 60)
    with running_watched_site() as site, running_service(home, egress_allow=site.host, env=ENV) as service:
        for number in range(count):
            site.put(f"/m{number}", f"<h1>Page {number}</h1>", "<p>Some text that is watched all day.</p>" * 20)
        first = (datetime.now(UTC) + timedelta(seconds=30 + count * 0.06)).replace(second=0, microsecond=0)
        first += timedelta(minutes=1)
        began = time.monotonic()
        with httpx.Client(base_url=service.url, headers={"Authorization": f"Bearer {KEY}"}, timeout=60) as client:
            for number in range(count):
                at = first + timedelta(minutes=number % minutes)
                body = {
                    "name": f"m{number}",
                    "schedule": {"cron": f"{at.minute} {at.hour} * * *"},
                    "targets": [{"type": "scrape", "urls": [site.url(f"/m{number}")]}],
                }
                while (answer := client.post("/v2/monitor", json=body)).status_code == 429:
                    time.sleep(1)
                answer.raise_for_status()
        print(
            f"{count} monitors made in {time.monotonic() - began:.1f} s; due from {first:%H:%M} on, over {minutes} min",
            flush=True,
        )
        process = psutil.Process(service.pid)
        while datetime.now(UTC) < first:
            time.sleep(0.05)
        cpu, idle, peak = process.cpu_times(), process.memory_info().rss, 0
        # In the database: asking the service a thousand times would be a load of its own.
        database = sqlite3.connect(f"file:{home}/data/gossamer.db?mode=ro", uri=True)
        give_up = time.monotonic() + seconds + 300
        while time.monotonic() < give_up:
            peak = max(peak, process.memory_info().rss)
            [(ended,)] = database.execute("select count(*) from monitor_checks where finished_at is not null")
            if ended >= count:
                break
            time.sleep(0.5)
        after = process.cpu_times()
        rows = database.execute(
            "select monitor_id, state, scheduled_for, started_at, finished_at from monitor_checks"
        ).fetchall()
        size = sum(file.stat().st_size for file in Path(home, "data").glob("gossamer.db*"))
    done = {}
    for row in rows:
        done.setdefault(row[0], []).append(row)
    started = [(found[0][3] - found[0][2]) / 1000 for found in done.values()]
    ended = [((found[0][4] or found[0][3]) - found[0][2]) / 1000 for found in done.values()]
    states = Counter(found[0][1] for found in done.values())
    print(f"checks: {dict(states)}, missed {count - len(done)}, twice {sum(len(one) > 1 for one in done.values())}")
    for name, values in (("begun", started), ("ended", ended)):
        values.sort()
        print(
            f"{name} after the minute: median {statistics.median(values):.1f} s, p95 {values[int(len(values) * 0.95)]:.1f} s, "
            f"last {values[-1]:.1f} s (monitors are spread over 20 s)"
        )
    used = after.user + after.system - cpu.user - cpu.system
    print(
        f"CPU {used:.1f} s ({1000 * used / count:.1f} ms a check); memory {idle / 1e6:.0f} MB before, "
        f"{peak / 1e6:.0f} MB at most; database {size / 1e6:.0f} MB"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("kills").add_argument("--kills", type=int, default=20)
    parallel = commands.add_parser("due")
    parallel.add_argument("--monitors", type=int, default=1000)
    parallel.add_argument("--over", type=int, default=0, metavar="SECONDS", help="spread them over this long")
    given = parser.parse_args()
    kills(given.kills) if given.command == "kills" else due(given.monitors, given.over)
