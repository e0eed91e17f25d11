"""Serves the applications, each visit under an address of its own, and keeps what the pages report of themselves.

The check is evaluated in the page, in the browser of the service that is measured: nothing else sees its data. The
address of a visit is new each time, so nothing is answered from a store.
"""

import contextlib
import html
import json
import re
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from bench.interact_apps.tasks import FOLDER, State, Task, page

_REPORTING = (FOLDER / "reporting.js").read_text("utf-8")
_VISIT = re.compile(r"/t/([\w-]+)/\w+(?:\?.*)?")
_POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Report:
    """What a page said of its data: of load *load* of its address, and there the report *number*."""

    load: int
    number: int
    check: bool | None  # None: nothing to check, or the check failed for *failure*
    unchanged: bool
    app: Mapping[str, Any]
    failure: str | None = None


@dataclass(slots=True)
class Visit:
    """One address of an application."""

    app: str
    check: str
    url: str
    loads: int = 0
    reports: list[Report] = field(default_factory=list)
    heard: float = 0.0

    def hear(self, report: Report) -> None:
        """Take what the page says; reports may overtake each other."""
        self.reports.append(report)
        self.heard = time.monotonic()

    def last(self) -> Report | None:
        """Return the newest report of the newest load, or None when no script of the page has run."""
        return max(self.reports, key=lambda report: (report.load, report.number), default=None)

    def starts(self) -> int:
        """Return how many loads of the address ran their scripts."""
        return len({report.load for report in self.reports})

    def settle(self, *, quiet: float = 0.6, most: float = 2.0) -> None:
        """Wait until the page has said nothing for *quiet* seconds, or *most* have passed."""
        began = now = time.monotonic()
        while now < began + most and now - max(self.heard, began) <= quiet:
            time.sleep(_POLL_SECONDS)
            now = time.monotonic()


class Site(ThreadingHTTPServer):
    """The applications on loopback."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.visits: dict[str, Visit] = {}

    def visit(self, task: Task) -> Visit:
        """Return an address for *task*."""
        return self.open(task.app, task.goal.check if isinstance(task.goal, State) else "", f"{task.name}-")

    def open(self, app: str, check: str = "", prefix: str = "") -> Visit:
        """Return an address of *app*."""
        name = f"{prefix}{uuid.uuid4().hex[:12]}"
        self.visits[name] = Visit(app, check, f"http://127.0.0.1:{self.server_port}/t/{name}/{app}")
        return self.visits[name]

    def loaded(self, path: str) -> str | None:
        """Return the page at *path* with the reporting script, or None when there is none."""
        found = _VISIT.fullmatch(path)
        visit = self.visits.get(found[1]) if found else None
        if found is None or visit is None:
            return None
        visit.loads += 1
        told = {"visit": found[1], "load": str(visit.loads), "check": visit.check}
        attributes = " ".join(f'data-{name}="{html.escape(value)}"' for name, value in told.items())
        return page(visit.app).replace("<head>", f"<head><script {attributes}>{_REPORTING}</script>", 1)

    def hear(self, path: str, body: bytes) -> None:
        """Take a report; one of an unknown visit is dropped."""
        visit = self.visits.get(path.rpartition("/")[2])
        if visit is not None:
            visit.hear(Report(**json.loads(body)))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        text = self.server.loaded(self.path)
        self._send(404 if text is None else 200, (text or "").encode())

    def do_POST(self) -> None:
        self.server.hear(self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self._send(204)

    def _send(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the summary is what is printed."""


@contextlib.contextmanager
def serving() -> Iterator[Site]:
    """Yield the site while it answers."""
    with Site() as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        try:
            yield site
        finally:
            site.shutdown()
