"""A site whose later pages want a login; it counts the pages that it gave, and keeps what webhooks tell it."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LOGIN = (
    "<title>Log in</title><main><h1>Log in</h1><form method=post action=/login><p><label>E-mail <input name=email "
    "id=email autofocus></label><p><label>Password <input type=password name=password id=password></label>"
    "<p><button>Log in</button></form></main>"
)


class Walled(ThreadingHTTPServer):
    """Numbered pages that lead to each other; those from *wall* on are given to who signed in."""

    def __init__(self, pages: int, wall: int) -> None:
        super().__init__(("127.0.0.1", 0), _Answering)
        self.pages = pages
        self.wall = wall
        self.given: Counter[int] = Counter()
        self.events: list[dict[str, Any]] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class _Answering(BaseHTTPRequestHandler):
    server: Walled

    def do_GET(self) -> None:
        number = self.path.removeprefix("/page/")
        if self.path == "/login":
            self._answer(LOGIN)
        elif self.path == "/":
            self._answer(self._page(0))
        elif not number.isdecimal() or int(number) > self.server.pages:
            self.send_error(404)
        elif int(number) >= self.server.wall and "member=ada" not in self.headers.get("cookie", ""):
            self._lead_to("/login")
        else:
            self.server.given[int(number)] += 1
            self._answer(self._page(int(number)))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        if self.path == "/hook":
            self.server.events.append(json.loads(body))
            return self._answer("")
        is_right = "ada%40example.org" in body and "engine" in body
        return self._lead_to("/" if is_right else "/login", *[("set-cookie", "member=ada; path=/")] * is_right)

    def _page(self, number: int) -> str:
        following = range(number + 1, min(number + 11, self.server.pages + 1))
        links = "".join(f"<a href=/page/{other}>Page {other}</a> " for other in following)
        text = f"Page {number} tells of the {number}th loom of the weavers in the valley, and of its threads."
        return f"<title>Page {number}</title><main><h1>Page {number}</h1><p>{text}</p>{links}</main>"

    def _answer(self, html: str) -> None:
        body = html.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _lead_to(self, path: str, *headers: tuple[str, str]) -> None:
        self.send_response(303)
        for name, value in (("location", path), ("content-length", "0"), *headers):
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def running_walled_site(pages: int, wall: int) -> Iterator[Walled]:
    with Walled(pages, wall) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
