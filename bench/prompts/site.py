"""Serves the sites on loopback, each visit under an address of its own, and keeps what the pages report of themselves."""

import contextlib
import html
import json
import mimetypes
import re
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
_REPORTING = (FOLDER / "reporting.js").read_text("utf-8")
_PATH = re.compile(r"/(\w+)/([\w-]+\.\w+)?(?:\?.*)?")
_POLL_SECONDS = 0.05


@dataclass(slots=True)
class Visit:
    """A fresh copy of a site under one address."""

    folder: Path
    url: str
    loads: int = 0
    reports: list[tuple[int, int, dict[str, Any]]] = field(default_factory=list)
    heard: float = 0.0

    def states(self) -> list[dict[str, Any]]:
        """Return what was told, in the order of pages and of what each said; reports may overtake each other."""
        return [state for _, _, state in sorted(self.reports, key=lambda report: report[:2])]

    def settle(self, *, quiet: float = 0.5, most: float = 2.0) -> None:
        """Wait until the page has said nothing for *quiet* seconds, or *most* have passed."""
        began = now = time.monotonic()
        while now < began + most and now - max(self.heard, began) <= quiet:
            time.sleep(_POLL_SECONDS)
            now = time.monotonic()


class Site(ThreadingHTTPServer):
    """The sites of all visits."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.visits: dict[str, Visit] = {}

    def visit(self, split: str, site: str, page: str = "index.html") -> Visit:
        """Return a fresh copy of *site*, to be begun at *page*."""
        name = uuid.uuid4().hex[:10]
        visit = Visit(FOLDER / split / site, f"http://127.0.0.1:{self.server_port}/{name}/{page}")
        self.visits[name] = visit
        return visit

    def content(self, path: str) -> tuple[str, bytes] | None:
        """Return the type and the content of what is at *path*."""
        found = _PATH.fullmatch(path)
        visit = self.visits.get(found[1]) if found else None
        if found is None or visit is None:
            return None
        file = visit.folder / (found[2] or "index.html")
        if not file.is_file():
            return None
        content, kind = file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind == "text/html":
            visit.loads += 1
            tag = f'<script data-visit="{html.escape(found[1])}" data-load="{visit.loads}">{_REPORTING}</script>'
            content = content.replace(b"<head>", b"<head>" + tag.encode(), 1)
        return f"{kind}; charset=utf-8", content

    def hear(self, path: str, body: bytes) -> None:
        """Take a report; one of an unknown visit is dropped."""
        visit = self.visits.get(path.rpartition("/")[2])
        if visit is not None:
            told = json.loads(body)
            visit.reports.append((told["load"], told["number"], told["state"]))
            visit.heard = time.monotonic()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        kind, content = self.server.content(self.path) or ("", b"")
        self._send(200 if kind else 404, content, kind or "text/plain")

    def do_POST(self) -> None:
        self.server.hear(self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self._send(204)

    def _send(self, status: int, body: bytes = b"", kind: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def serving() -> Iterator[Site]:
    """Yield the sites while they answer."""
    with Site() as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        try:
            yield site
        finally:
            site.shutdown()
