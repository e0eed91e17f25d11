"""The rules of a robots.txt for one crawler.

protego matches in linear time, but it keeps the rules of every group for every agent the group
names, which a hostile file makes quadratic, and each wildcard costs time with every address.
So it is given only the groups that are ours, and wildcards up to a bound.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from protego import Protego

from gossamer.content.terms.path_patterns import path_of
from gossamer.content.terms.robots_lines import RULES, find_rule, read_lines
from gossamer.core.errors import InvalidTarget
from gossamer.core.terms import PRODUCT_TOKEN, RobotsLine
from gossamer.core.urls import WebUrl, resolve

_AGENT_LINE: Final = re.compile(r"[ \t]*user[- ]?agent[ \t]*[: \t][ \t]*([^#]*)", re.IGNORECASE)
_SITEMAP_LINE: Final = re.compile(r"[ \t]*site-?maps?[ \t]*[: \t]", re.IGNORECASE)
_TOKEN: Final = re.compile(r"[a-z0-9_-]+", re.IGNORECASE | re.ASCII)
_COMPATIBLE: Final = re.compile(r"\bcompatible;\s*([a-z0-9_-]+)", re.IGNORECASE | re.ASCII)
# Real files have tens of wildcards, and hundreds of rules; so many take some milliseconds with the worst address.
_MOST_WILDCARDS: Final = 500
_MOST_RULES: Final = 10_000
_MOST_SITEMAPS: Final = 200
_LONGEST_DELAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a robots.txt for one crawler.

    Without a *file* everything is allowed, or nothing when the server was *unreachable*.
    """

    token: str = PRODUCT_TOKEN
    file: Protego | None = None
    sitemaps: tuple[WebUrl, ...] = ()
    crawl_delay: timedelta | None = None
    unreachable: bool = False
    body: bytes = b""

    @property
    def lines(self) -> Sequence[RobotsLine]:
        """Return the lines for the crawler, and those outside of all groups."""
        return read_lines(self.body, self.token)

    def deciding_line(self, url: WebUrl, *, allowed: bool) -> RobotsLine | None:
        """Return the line by which *url* is *allowed* or not; None where none is about it, or it cannot be told."""
        line = find_rule(self.body, self.token, path_of(url), prefers=True)
        return line if line is not None and RULES[line.field] is allowed else None

    def allows(self, url: WebUrl) -> bool:
        """Return whether *url* may be fetched."""
        return not self.unreachable if self.file is None else self.file.can_fetch(url, self.token)


def token_of(agent: str | None) -> str:
    """Return the product token in the User-Agent *agent*, lower-case: what groups of robots.txt are named after."""
    if agent is None:
        return PRODUCT_TOKEN
    match = _COMPATIBLE.search(agent)
    if match is not None:
        return match[1].lower()
    first = _TOKEN.search(agent)
    return first[0].lower() if first else PRODUCT_TOKEN


def read_rules(body: bytes, url: WebUrl, token: str) -> Rules:
    """Return the rules of the robots.txt *body* at *url* for the crawler with *token*."""
    file = Protego.parse("\n".join(_ours(body.decode("utf-8-sig", "replace"), token)))
    delay = file.crawl_delay(token)
    return Rules(
        token=token,
        file=file,
        sitemaps=tuple(_absolute(file, url)),
        crawl_delay=None if delay is None else timedelta(seconds=min(delay, _LONGEST_DELAY)),
        body=body,
    )


def _ours(text: str, token: str) -> Iterator[str]:
    """Yield the lines that name sitemaps or stand in a group for *token* or for all."""
    names: set[str] = set()
    in_head = False
    bounds = _Bounds()
    for line in text.splitlines():
        if (match := _AGENT_LINE.match(line)) is not None:
            name = _name(match[1])
            names = names if in_head else set()
            in_head = True
            if name in {token, "*"}:
                names.add(name)
                yield f"User-agent: {name}"
        elif _SITEMAP_LINE.match(line):
            yield line
        elif line.strip() and not line.lstrip().startswith("#"):
            in_head = False
            if names:
                yield bounds.kept(line, frozenset(names))


class _Bounds:
    """Limits on rules, and on wildcards in them."""

    def __init__(self) -> None:
        self._rules = self._wildcards = 0
        self._closed: set[frozenset[str]] = set()

    def kept(self, line: str, names: frozenset[str]) -> str:
        """Return the line to keep for a rule for *names*; beyond the bounds it forbids rather more."""
        self._rules += 1
        self._wildcards += line.count("*")
        if self._rules > _MOST_RULES:
            is_said = names in self._closed or _is_permission(line)
            self._closed |= set() if is_said else {names}
            return "" if is_said else "Disallow: /"
        return line if self._wildcards <= _MOST_WILDCARDS else _drop_wildcards(line)


def _name(value: str) -> str:
    """Return the token of a User-agent line, whose value may have a version or a wildcard behind it."""
    match = _TOKEN.match(value.strip())
    return match[0].lower() if match else value.strip()


def _drop_wildcards(line: str) -> str:
    """Return *line* without wildcards, so that it forbids rather more; a permission is dropped."""
    if "*" not in line:
        return line
    return "" if _is_permission(line) else line[: line.index("*")]


def _is_permission(line: str) -> bool:
    return line.lstrip().lower().startswith("allow")


def _absolute(file: Protego, url: WebUrl) -> Iterator[WebUrl]:
    addresses: dict[WebUrl, None] = {}
    for reference in file.sitemaps:
        try:
            addresses[resolve(url, reference)] = None
        except InvalidTarget:
            continue
        if len(addresses) == _MOST_SITEMAPS:
            break
    yield from addresses
