"""A site that says by ETag what it has, and counts what it was asked for."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Changing(ThreadingHTTPServer):
    """A site whose *pages*, by path, may change; it says what it has by ETag, and keeps the *answers* it gave."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answering)
        self.pages: dict[str, str] = {}
        self.answers: list[tuple[int, str]] = []


class _Answering(BaseHTTPRequestHandler):
    server: Changing

    def do_GET(self) -> None:
        text = self.server.pages.get(self.path, "")
        links = "".join(f"<a href={path}>{path}</a> " for path in self.server.pages)
        body = f"<title>{self.path}</title><main><h1>{self.path}</h1><p>{text}</p></main><nav>{links}</nav>".encode()
        tag = f'"{hashlib.sha256(body).hexdigest()}"'
        status = 404 if not text else 304 if self.headers["if-none-match"] == tag else 200
        if self.path != "/robots.txt" and "sitemap" not in self.path:
            self.server.answers.append((status, self.path))
        self.send_response(status)
        self.send_header("content-type", "text/html")
        if status == 200:
            self.send_header("etag", tag)
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        if status == 200:
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def running_changing_site() -> Iterator[Changing]:
    with Changing() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
