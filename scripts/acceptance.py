"""Checks that a running service works, by its HTTP API: for scripts that deploy one and use it."""

import json
import socket
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

KEY = "fc-check-of-the-image-0123456789abcdef"
PATIENCE_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Service:
    """A service at *base* whose first key is `KEY`."""

    base: str
    headers: Mapping[str, str] = field(
        default_factory=lambda: {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    )

    def call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Return the answer; URLError when there is none or its status is not 2xx."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, dict(self.headers), method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return dict(json.load(answer))

    def is_ready(self) -> bool:
        try:
            return bool(self.call("GET", "/health/ready")["ready"])
        except OSError:
            return False

    def start_crawl(self, url: str, limit: int) -> str:
        return str(self.call("POST", "/v2/crawl", {"url": url, "limit": limit})["id"])

    def crawl(self, crawl: str) -> dict[str, Any]:
        return self.call("GET", f"/v2/crawl/{crawl}")

    def has_ended(self, crawl: str) -> bool:
        return str(self.crawl(crawl)["status"]) != "scraping"

    def addresses(self, crawl: str) -> list[str]:
        """Return the address of each stored page of a crawl."""
        found: list[str] = []
        path = f"/v2/crawl/{crawl}?limit=100"
        while path:
            answer = self.call("GET", path)
            found += [page["metadata"]["sourceURL"] for page in answer["data"]]
            following = str(answer.get("next") or "")
            path = following[following.index("/v2/") :] if following else ""
        return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def until(ready: Callable[[], bool], what: str, *, seconds: float = PATIENCE_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not happen in {seconds} s.")
        time.sleep(0.5)


def check(name: str, fine: bool, shown: object = "") -> None:
    print(f"{'ok    ' if fine else 'FAILED'}  {name}  {shown}".rstrip(), flush=True)
    if not fine:
        raise SystemExit(1)


def text_at(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as answer:
        return bytes(answer.read())


def check_scrapes(service: Service, url: str, heading: str) -> None:
    """Scrape the page at *url*, which begins with *heading*, without a browser and with one."""
    body = {"url": url, "formats": ["markdown"], "maxAge": 0}
    page = service.call("POST", "/v2/scrape", body)["data"]
    check("a scrape", page["markdown"].startswith(f"# {heading}"), page["metadata"]["fetchedBy"])
    page = service.call("POST", "/v2/scrape", {**body, "formats": ["markdown", "screenshot"]})["data"]
    check("a rendered scrape", page["markdown"].startswith(f"# {heading}"), page["metadata"]["fetchedBy"])
    picture = text_at(service.base + page["screenshot"][page["screenshot"].index("/", len("https://")) :])
    check("a screenshot", picture.startswith(b"\x89PNG"), f"{len(picture)} bytes")


def check_pages(service: Service) -> None:
    """Read the pages that the service has for people."""
    for path in ("/dashboard", "/docs", "/docs/guide/"):
        check(path, b"Gossamer" in text_at(service.base + path))


def check_crawl(service: Service, url: str, pages: int) -> str:
    crawl = service.start_crawl(url, pages)
    until(lambda: service.has_ended(crawl), "The end of the crawl")
    status = service.crawl(crawl)
    fine = status["status"] == "completed" and status["completed"] == pages
    check("a crawl", fine, f"{status['completed']} pages")
    return crawl
