"""A site whose pages change when a test says so, and receivers that count what they are sent."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_ROTATING = ("mattresses", "insurance", "sneakers", "coffee", "holidays")
_HTML = "text/html; charset=utf-8"


@dataclass
class WatchedPage:
    """A page of the site: its *html*, *status*, *etag* and media type; *gate* holds answers back until it is set.

    "{rotating}" in the HTML is another word at each visit.
    """

    html: str
    status: int = 200
    etag: str | None = None
    kind: str = _HTML
    gate: threading.Event | None = None


@dataclass
class WatchedSite:
    """Pages by path, what was asked of them, and what was posted, in order."""

    port: int = 0
    pages: dict[str, WatchedPage] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    posts: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)
    # How many of the next posts are answered with *refusal*.
    failures: int = 0
    refusal: int = 500
    arrived: threading.Condition = field(default_factory=threading.Condition)

    @property
    def host(self) -> str:
        """Return host and port."""
        return f"127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        """Return the address of *path*."""
        return f"http://{self.host}{path}"

    def put(self, path: str, *blocks: str, **facts: Any) -> str:
        """Serve a page of these HTML blocks at *path*, and return its address."""
        self.pages[path] = WatchedPage(f"<html><body>{''.join(blocks)}</body></html>", **facts)
        return self.url(path)

    def hits(self, path: str) -> int:
        """Return the number of requests for *path*."""
        return sum(one == path for one, _ in self.requests)

    def posted(self, path: str, count: int, *, seconds: float = 30.0) -> list[Any]:
        """Return the bodies posted to *path* once there are *count*; TimeoutError when they do not come."""
        with self.arrived:
            if not self.arrived.wait_for(lambda: len(self._bodies(path)) >= count, timeout=seconds):
                raise TimeoutError(f"{len(self._bodies(path))} of {count} posts came to {path}.")
            return self._bodies(path)

    def _bodies(self, path: str) -> list[Any]:
        return [body for where, _, body in self.posts if where == path]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: WatchedSite

    def do_GET(self) -> None:
        """Answer with a page."""
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.site.requests.append((self.path, headers))
        page = self.site.pages.get(self.path, WatchedPage("<p>Not found</p>", status=404))
        if page.gate is not None:
            page.gate.wait(30)
        if page.etag is not None and headers.get("if-none-match") == page.etag:
            self._send(304, b"", {"etag": page.etag})
        else:
            word = _ROTATING[len(self.site.requests) % len(_ROTATING)]
            body = page.html.replace("{rotating}", word).encode()
            headers = {"etag": page.etag} if page.etag else {}
            self._send(page.status, body, {"content-type": page.kind, **headers})

    def do_POST(self) -> None:
        """Take what is posted."""
        raw = self.rfile.read(int(self.headers.get("content-length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        with self.site.arrived:
            failing = self.site.failures > 0
            self.site.failures -= failing
            if not failing:
                self.site.posts.append((self.path, {**headers, "raw": raw.decode()}, json.loads(raw)))
                self.site.arrived.notify_all()
        self._send(self.site.refusal if failing else 200, b"", {})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"content-type": _HTML, "content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _WatchedServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Say nothing of clients that left, or were killed."""


@contextmanager
def running_watched_site() -> Iterator[WatchedSite]:
    """Serve an empty site on a free port."""
    site = WatchedSite()
    handler = type("Handler", (_Handler,), {"site": site})
    server = _WatchedServer(("127.0.0.1", 0), handler)
    site.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
