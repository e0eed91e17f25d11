"""Links that are worth following: scored by the words of the question in their text and address."""

import posixpath
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlsplit

from gossamer.content.links import links_in_context
from gossamer.content.page_model.material import PageMaterial
from gossamer.core.crawls import Discovered, FoundLink
from gossamer.core.errors import InvalidTarget
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl import page_of
from gossamer.features.map.relevance import MapQuery, rarity_of, score

_MOST_LEADS: Final = 60
# Entries are taken by rank: given pages first, then what searches found, then links by their score.
_FOUND_RANK: Final = 10
_LINK_RANK: Final = 100
_UNRELATED_RANK: Final = 900
_DEEPER: Final = 100
# fmt: off
_NO_PAGES: Final = frozenset({
    ".jpg", ".jpeg", ".png", ".gif", ".svg", ".webp", ".css", ".js", ".zip", ".gz", ".mp3", ".mp4", ".ico", ".woff",
    ".woff2", ".exe", ".dmg", ".xml", ".json",
})
# fmt: on


def is_related(rank: int) -> bool:
    """Return whether an entry of this *rank* has words of the question, was found by a search, or was given."""
    return rank < _UNRELATED_RANK


def was_searched(rank: int) -> bool:
    """Return whether an entry of this *rank* was found by a search."""
    return _FOUND_RANK <= rank < _LINK_RANK


def leads_of(page: PageMaterial, question: str, *, depth: int, addresses: frozenset[str]) -> list[Discovered]:
    """Return the links of *page* as entries at *depth*, the best first; those of other sites only where they fit.

    *addresses* are addresses that were found already.
    """
    links = [(url, text) for url, text in _links(page) if url not in addresses]
    home = urlsplit(page.url).netloc
    scored = [link for link in _score_links(links, question) if link[0] > 0 or urlsplit(link[2]).netloc == home]
    return _entries(scored[:_MOST_LEADS], depth)


def rank_mapped_pages(links: Sequence[FoundLink], question: str, *, depth: int) -> list[Discovered]:
    """Return the pages of a site's map as entries, the best first."""
    named = [(WebUrl(link.url), f"{link.title or ''} {link.description or ''}") for link in links]
    return _entries(_score_links(named, question), depth)


def rank_found_pages(urls: Sequence[WebUrl], *, depth: int) -> list[Discovered]:
    """Return pages that a search found, the best first, as entries."""
    return [page_of(url, depth=depth, rank=_FOUND_RANK + number) for number, url in enumerate(urls)]


def _score_links(links: Sequence[tuple[WebUrl, str]], question: str) -> list[tuple[float, int, WebUrl]]:
    query = MapQuery(question)
    matches = [query.match(url, text, None) for url, text in links]
    counts = [
        sum(1 for match in matches if match is not None and match.strengths[at]) for at in range(len(query.terms))
    ]
    rarity = [rarity_of(count, len(links)) for count in counts]
    scored = [
        (0.0 if match is None else score(match, rarity), number, url)
        for number, ((url, _), match) in enumerate(zip(links, matches, strict=True))
    ]
    return sorted(scored, key=lambda link: (-link[0], link[1]))


def _entries(scored: Sequence[tuple[float, int, WebUrl]], depth: int) -> list[Discovered]:
    top = scored[0][0] if scored else 0.0
    return [page_of(url, depth=depth, rank=_rank(value, top, number, depth)) for value, number, url in scored]


def _rank(value: float, top: float, number: int, depth: int) -> int:
    if value <= 0:
        return _UNRELATED_RANK + _DEEPER * depth + min(number, _DEEPER - 1)
    return _LINK_RANK + round(100 * (1 - value / top)) + _DEEPER * (depth - 1)


def _links(page: PageMaterial) -> Iterator[tuple[WebUrl, str]]:
    """Yield each address that the page links to once, with the text of its first link and of the block around it."""
    met: set[str] = set()
    for address, text in links_in_context(page):
        url = _page_address(address)
        if url is not None and url not in met:
            met.add(url)
            yield url, text


def _page_address(address: str | None) -> WebUrl | None:
    if not address or not address.startswith(("http://", "https://")):
        return None
    try:
        url = web_url(address.partition("#")[0])
    except InvalidTarget:
        return None
    ending = posixpath.splitext(urlsplit(url).path)[1].lower()
    return None if ending in _NO_PAGES else url
