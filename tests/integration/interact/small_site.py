"""Small pages of their own kinds, for sentences that the applications have no place for."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from gossamer.testing.site import Happening

_PAGES = Path(__file__).parent / "small_pages"


def is_small(name: str) -> bool:
    """Return whether there is a small page of that name."""
    return (_PAGES / f"{name}.html").is_file()


@contextmanager
def small_site(name: str) -> Iterator[tuple[str, list[Happening]]]:
    """Serve the page; yield its address, and what its server is told. A page waits until it has told it."""
    heard: list[Happening] = []

    class Handler(_Handler):
        def do_GET(self) -> None:
            self.answer((_PAGES / f"{name}.html").read_bytes())

        def do_POST(self) -> None:
            told = json.loads(self.rfile.read(int(self.headers["content-length"])))
            heard.append(Happening(name, self.path.removeprefix("/told/"), told))
            self.answer(b"")

    with _serving(Handler) as address:
        yield address, heard


@contextmanager
def linked_site(pages: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Serve *pages* by their paths; yield the address of "/", and the paths that are asked for."""
    heard: list[str] = []

    class Handler(_Handler):
        def do_GET(self) -> None:
            if self.path != "/favicon.ico":
                heard.append(self.path)
            self.answer(f"<!doctype html><title>Site</title>{pages.get(self.path, 'Done.')}".encode())

    with _serving(Handler) as address:
        yield address, heard


class _Handler(BaseHTTPRequestHandler):
    def answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        del format, args


@contextmanager
def _serving(handler: type[_Handler]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
