"""The content of the site at each address."""

import gzip
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Literal

_CROSS_LINKS = 3
# fmt: off
_WORDS = (
    "river", "stone", "market", "engine", "quiet", "signal", "garden", "north", "paper", "window", "bridge", "copper",
    "winter", "harbour", "letter", "journey", "silver", "field", "thread", "measure", "account", "pattern", "village",
)
# fmt: on
_POOL = 64
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def _sentence(rng: random.Random) -> str:
    return " ".join(rng.choices(_WORDS, k=rng.randint(8, 16))).capitalize() + "."


def _paragraphs() -> list[str]:
    rng = random.Random(7)
    return [f"<p>{' '.join(_sentence(rng) for _ in range(5))}</p>\n" for _ in range(_POOL)]


_PARAGRAPHS = _paragraphs()
_MEAN = sum(map(len, _PARAGRAPHS)) // _POOL
_FRAME = 900


def html(
    title: str, text: str, links: Iterable[str], *, size: int = 500, seed: int = 0, canonical: str | None = None
) -> bytes:
    """Return a page of about *size* bytes; equal arguments give equal pages."""
    items = "".join(f'<li><a href="{escape(link)}">Go to {escape(link)}</a></li>\n' for link in dict.fromkeys(links))
    count = max(1, (size - _FRAME - len(items)) // _MEAN)
    body = "".join(_PARAGRAPHS[(seed * 7 + i * 13) % _POOL] for i in range(count))
    head = f'<link rel="canonical" href="{escape(canonical)}">' if canonical else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="description" content="About {title.lower()}.">{head}'
        '<link rel="stylesheet" href="/style.css"></head><body>\n'
        '<header><nav><ul><li><a href="/">Home</a></li></ul></nav></header>\n'
        f"<main><article><h1>{title}</h1>\n<p>{text}</p>\n{body}</article>\n"
        f"<section><h2>Further reading</h2><ul>\n{items}</ul></section></main>\n"
        "<footer><p>Printed on loopback. All rights reserved.</p></footer></body></html>"
    ).encode()


@dataclass(frozen=True, slots=True)
class PlannedAnswer:
    """A response; with *breaks* the connection ends without one. *delay* is in seconds."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    breaks: bool = False


@dataclass(frozen=True)
class Graph:
    """The shape of a site; counts of what is there besides its *pages*, which include "/".

    The kth thing of a kind is linked from page k, counted around; *tagged* are at most the
    pages. *latency* holds for every
    answer. *external* are addresses that "/" links to. The sitemap names the pages and
    *sitemap_urls* further ones, in files of at most *sitemap_file*.
    """

    pages: int = 100
    links: int = 8
    page_bytes: int = 2_000
    tagged: int = 0
    redirects: int = 0
    copies: int = 0
    missing: int = 0
    failing: int = 0
    dead: int = 0
    flaky: int = 0
    retry_after: int = 1
    slow: int = 0
    slow_seconds: float = 1.0
    private: int = 0
    excluded: int = 0
    files: int = 0
    calendars: int = 0
    sessions: int = 0
    external: tuple[str, ...] = ()
    latency: float = 0.0
    robots: Literal["open", "closed", "missing", "failing"] = "open"
    crawl_delay: float = 0.0
    sitemap: Literal["plain", "gzip", "missing"] = "plain"
    sitemap_urls: int = 0
    sitemap_file: int = 50_000

    def paths(self) -> list[str]:
        """Return the address of every page, in order of number."""
        return [_page(n) for n in range(self.pages)]

    def depth(self, number: int) -> int:
        """Return the least number of links from "/" to a page."""
        depth = 0
        while number:
            number = (number - 1) // self.links
            depth += 1
        return depth

    def original(self, url: str) -> str:
        """Return the address of the page of which *url* is a copy, else *url*.

        Which of the two a crawl meets first, and then keeps, is a matter of luck.
        """
        before, copy, number = url.rpartition("/copy/")
        return before + _page(self._read_copied_number(number)) if copy else url

    def answer(self, target: str, *, origin: str, visits: int) -> PlannedAnswer:
        """Return the answer at *target*, a path with its query.

        *origin* is the site's own, for absolute addresses; *visits* counts earlier requests
        for *target*.
        """
        path = target.partition("?")[0]
        kind, _, rest = path[1:].partition("/")
        if (special := self._kinds.get(kind)) is not None:
            return special(rest, origin, visits)
        return _html_answer(self._article(0)) if path == "/" else _NOT_FOUND

    @cached_property
    def _kinds(self) -> dict[str, Callable[[str, str, int], PlannedAnswer]]:
        return {
            "page": self._plain,
            "robots.txt": self._robots,
            "sitemap.xml": self._sitemap,
            "sitemaps": self._sitemap,
            "old": self._redirect,
            "older": self._detour,
            "copy": self._copy,
            "failing": lambda *_: _page_answer("Failing", "It broke.", status=500),
            "dead": lambda *_: PlannedAnswer(200, breaks=True),
            "flaky": self._flaky,
            "slow": self._slow,
            "private": self._leaf("Private"),
            "excluded": self._leaf("Excluded"),
            "deep": self._leaf("Deep"),
            "file": lambda *_: PlannedAnswer(200, b"PK\x03\x04" + bytes(64), {"Content-Type": "application/zip"}),
            "calendar": _calendar,
            "session": _session,
        }

    def _plain(self, rest: str, _origin: str, _visits: int) -> PlannedAnswer:
        number = _number(rest)
        if number is None or not 0 < number < self.pages:
            return _NOT_FOUND
        return _html_answer(self._article(number))

    def _article(self, number: int, canonical: str | None = None) -> bytes:
        title, links = f"Page {number}", self._links_of(number)
        return html(title, f"UID-{number}", links, size=self.page_bytes, seed=number, canonical=canonical)

    def _links_of(self, number: int) -> Iterator[str]:
        yield "/"
        if number:
            yield _page((number - 1) // self.links)
            # Only to earlier pages, so that no page comes nearer to "/" than the tree has it.
            yield from (_page(number * factor * 7919 % number) for factor in range(1, _CROSS_LINKS + 1))
        first = number * self.links + 1
        yield from map(_page, range(first, min(first + self.links, self.pages)))
        yield from self._extras_of(number)
        if number < self.tagged:
            yield f"{_page(number)}?utm_source=letter"
        if not number:
            yield from self.external

    def _extras_of(self, number: int) -> Iterator[str]:
        for count, shape in (
            (self.redirects, "/old/{0}"),
            (self.redirects // 2, "/older/{0}"),
            (self.copies, "/copy/{0}"),
            (self.missing, "/missing/{0}"),
            (self.failing, "/failing/{0}"),
            (self.dead, "/dead/{0}"),
            (self.flaky, "/flaky/{0}"),
            (self.slow, "/slow/{0}"),
            (self.private, "/private/{0}"),
            (self.excluded, "/excluded/{0}"),
            (self.files, "/file/{0}.zip"),
            (self.calendars, "/calendar/{0}/1"),
            (self.sessions, "/session/{0}?sid=0"),
        ):
            yield from (shape.format(k) for k in range(number, count, self.pages))

    def _target(self, rest: str) -> str:
        return _page((_number(rest) or 0) % self.pages)

    def _redirect(self, rest: str, _origin: str, _visits: int) -> PlannedAnswer:
        return PlannedAnswer(301, headers={"Location": self._target(rest)})

    def _detour(self, rest: str, _origin: str, _visits: int) -> PlannedAnswer:
        return PlannedAnswer(302, headers={"Location": f"/old/{rest}"})

    def _copy(self, rest: str, _origin: str, _visits: int) -> PlannedAnswer:
        number = self._read_copied_number(rest)
        return _html_answer(self._article(number, canonical=_page(number)))

    def _read_copied_number(self, rest: str) -> int:
        # Not of the front page: every page of some sites calls itself that, so it is hardly believed.
        return 1 + (_number(rest) or 0) % max(1, self.pages - 1)

    def _flaky(self, rest: str, _origin: str, visits: int) -> PlannedAnswer:
        if not visits:
            return PlannedAnswer(503, b"Busy.", {"Retry-After": str(self.retry_after), "Content-Type": "text/plain"})
        return _page_answer(f"Flaky {rest}", "It works after all.")

    def _slow(self, rest: str, _origin: str, _visits: int) -> PlannedAnswer:
        page = _page_answer(f"Slow {rest}", "It took a while.")
        return PlannedAnswer(page.status, page.body, page.headers, delay=self.slow_seconds)

    def _leaf(self, title: str) -> Callable[[str, str, int], PlannedAnswer]:
        def leaf(rest: str, _origin: str, _visits: int) -> PlannedAnswer:
            return _page_answer(f"{title} {rest}", f"A page of its own: {title} {rest}.")

        return leaf

    def _robots(self, _rest: str, origin: str, _visits: int) -> PlannedAnswer:
        if self.robots == "missing":
            return _NOT_FOUND
        if self.robots == "failing":
            return PlannedAnswer(503)
        rules = "/" if self.robots == "closed" else "/private/"
        delay = f"Crawl-delay: {self.crawl_delay:g}\n" if self.crawl_delay else ""
        sitemap = "" if self.sitemap == "missing" else f"Sitemap: {origin}/sitemap.xml\n"
        return _text(f"User-agent: *\nDisallow: {rules}\n{delay}\n{sitemap}")

    def _sitemap(self, rest: str, origin: str, _visits: int) -> PlannedAnswer:
        if self.sitemap == "missing":
            return _NOT_FOUND
        total = self.pages + self.sitemap_urls
        if not rest and total > self.sitemap_file:
            return _xml(index(origin, -(-total // self.sitemap_file)))
        first = (_number(rest.partition(".")[0]) or 0) * self.sitemap_file
        body = urlset(origin, self._addresses(first, min(first + self.sitemap_file, total)))
        return _xml(packed(body) if self.sitemap == "gzip" else body)

    def _addresses(self, first: int, end: int) -> Iterator[str]:
        for number in range(first, end):
            yield _page(number) if number < self.pages else f"/deep/{number - self.pages}"


def _page(number: int) -> str:
    return f"/page/{number}" if number else "/"


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _calendar(rest: str, _origin: str, _visits: int) -> PlannedAnswer:
    year, month = (int(part) for part in rest.split("/", 1))
    following = f"/calendar/{year + month // 12}/{month % 12 + 1}"
    return _html_answer(html(f"Month {month} of {year}", "No events.", [following]))


def _session(rest: str, _origin: str, visits: int) -> PlannedAnswer:
    again = f"/session/{rest}?sid={visits + 1}"
    return _html_answer(html(f"Session {rest}", "Hello again.", [again, f"{again}&back={visits}"]))


def _page_answer(title: str, text: str, *, status: int = 200) -> PlannedAnswer:
    return _html_answer(html(title, text, ["/"]), status)


def _html_answer(body: bytes, status: int = 200) -> PlannedAnswer:
    return PlannedAnswer(status, body, {"Content-Type": "text/html; charset=utf-8"})


def _text(body: str) -> PlannedAnswer:
    return PlannedAnswer(200, body.encode(), {"Content-Type": "text/plain"})


def _xml(body: bytes) -> PlannedAnswer:
    return PlannedAnswer(200, body, {"Content-Type": "application/xml"})


_NOT_FOUND = _page_answer("Not found", "There is no such page.", status=404)


def urlset(origin: str, paths: Iterable[str]) -> bytes:
    """Return a sitemap that names *paths*."""
    entries = "".join(f"<url><loc>{origin}{path}</loc><lastmod>2026-05-01</lastmod></url>\n" for path in paths)
    return f"{_HEAD}<urlset {_SCHEMA}>\n{entries}</urlset>\n".encode()


def index(origin: str, count: int) -> bytes:
    """Return an index of *count* sitemaps."""
    entries = "".join(f"<sitemap><loc>{origin}/sitemaps/{n}.xml</loc></sitemap>\n" for n in range(count))
    return f"{_HEAD}<sitemapindex {_SCHEMA}>\n{entries}</sitemapindex>\n".encode()


def packed(body: bytes) -> bytes:
    """Return *body* as a .gz file."""
    return gzip.compress(body, 1, mtime=0)
