"""Pages gathered by using a site, as one document.

Text of several pages is joined in their order. Each begins with a comment that says which page it is and where it
was found: Markdown and HTML have it both, and nobody takes it for a part of the text. A single page stays as it is.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, TypeAlias, TypeVar

from gossamer.core.pages import FetchedPage
from gossamer.core.urls import without_credentials
from gossamer.features.scrape.reading import Reading
from gossamer.features.understanding import Understood, join_readings

_T = TypeVar("_T")
_BETWEEN_MARKDOWN: Final = "\n\n---\n\n"
_BETWEEN_HTML: Final = "\n"
_OF_FIRST: Final = "Of the first page alone: {}."


@dataclass(frozen=True, slots=True)
class GatheredPages:
    """Pages that were collected, in the order they were reached, at least one, with the cost of all.

    *credits* None means the price of scraping the page. Screenshot and outcome of actions are the first page's.
    *extra_metadata* is added to the first page's metadata. With *judged*, a challenge or a login wall is a failure,
    as it is when a page is fetched.
    """

    pages: tuple[FetchedPage, ...]
    credits: int | None
    extra_metadata: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    judged: bool = False


# Gathers the pages of a scrape, in place of the ladder; raises what a fetcher raises.
Gather: TypeAlias = Callable[[], Awaitable[GatheredPages]]


def unite_readings(pages: Sequence[FetchedPage], readings: Sequence[Reading]) -> Reading:
    """Return the *readings* of *pages* as if they were of one page."""
    if len(readings) == 1:
        return readings[0]
    first = readings[0]
    return Reading(
        metadata=first.metadata,
        markdown=_join_pages(pages, [reading.markdown for reading in readings], _BETWEEN_MARKDOWN),
        html=_join_pages(pages, [reading.html for reading in readings], _BETWEEN_HTML),
        raw_html=_join_pages(pages, [reading.raw_html for reading in readings], _BETWEEN_HTML),
        raw_base64=first.raw_base64,
        links=_once([reading.links for reading in readings]),
        images=_once([reading.images for reading in readings]),
        attributes=_all([reading.attributes for reading in readings]),
        understood=_join_understanding(readings),
        compared="\n\n".join(reading.compared for reading in readings if reading.compared) or None,
        warnings=tuple(_warnings(readings)),
        is_cut=any(reading.is_cut for reading in readings),
        fields=first.fields,
        played=first.played,
        injections=tuple(
            sorted(
                chain.from_iterable(page_reading.injections for page_reading in readings),
                key=lambda injection: -injection.score,
            )
        ),
    )


def _join_pages(pages: Sequence[FetchedPage], texts: Sequence[str | None], between: str) -> str | None:
    if any(text is None for text in texts):
        return None
    count = len(pages)
    marked = (
        f"<!-- Page {number} of {count}: {_address(page)} -->\n\n{text}"
        for number, (page, text) in enumerate(zip(pages, texts, strict=True), 1)
    )
    return between.join(marked)


def _address(page: FetchedPage) -> str:
    """Return the address of *page*; nothing in it ends a comment."""
    return without_credentials(page.url).replace(">", "%3E")


def _once(lists: Sequence[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    entries = _all(lists)
    return None if entries is None else tuple(dict.fromkeys(entries))


def _all(lists: Sequence[tuple[_T, ...] | None]) -> tuple[_T, ...] | None:
    present_lists = [entries for entries in lists if entries is not None]
    return tuple(chain.from_iterable(present_lists)) if present_lists else None


def _join_understanding(readings: Sequence[Reading]) -> Understood | None:
    understandings = [reading.understood for reading in readings if reading.understood is not None]
    return join_readings(understandings) if understandings else None


def _warnings(readings: Sequence[Reading]) -> Iterator[str]:
    yield from dict.fromkeys(chain.from_iterable(reading.warnings for reading in readings))
    first = readings[0]
    names = [*(["rawBase64"] if first.raw_base64 is not None else []), *first.fields]
    if names:
        yield _OF_FIRST.format(", ".join(f"`{name}`" for name in names))
