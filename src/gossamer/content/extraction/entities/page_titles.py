"""Titles of a page: its heading and its `<title>` as candidates with a score.

The two differ on every third page, and either may be the better name. The weights are those of a logistic regression on
351 such pages of 1,018, where one of the two was the title that people gave.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.text.names import same_words

_BIAS: Final = 0.4
_PREVIEW_IN_HEADING: Final = 1.5
_PREVIEW_IS_TITLE: Final = -1.2
_ADDRESS: Final = 1.8
_SENTENCE: Final = -1.2
_NAMES_SITE: Final = -1.0


def rank_titles(reading: Reading) -> Iterator[Candidate]:
    """Yield the heading and the `<title>` without the name of the site, the more likely one first."""
    heading = Candidate(reading.heading_text, "h1")
    title = Candidate(reading.without_site(reading.title), "title", quote=reading.title)
    ranked = (heading, title) if _score(reading, heading.text, title.text) > 0 else (title, heading)
    yield from (candidate for candidate in ranked if candidate.text)


def _score(reading: Reading, heading: str, title: str) -> float:
    """Return the advantage of *heading* over *title* as the page's title; 0 is undecided."""
    preview = same_words(reading.without_site(next(iter(reading.embedded.meta.get("og:title", ())), "")))
    address = same_words(unquote(urlsplit(reading.page.url).path).replace("_", " "))
    shown, named = same_words(heading), same_words(title)
    return (
        _BIAS
        + _PREVIEW_IN_HEADING * _share(preview, shown)
        + _PREVIEW_IS_TITLE * (bool(preview) and preview == named)
        + _ADDRESS * (_share(address, shown) - _share(address, named))
        + _SENTENCE * heading.endswith(".")
        + _NAMES_SITE * reading.names_site(heading)
    )


def _share(words: Sequence[str], among: Iterable[str]) -> float:
    """Return the share of *words* that are *among* others; 0 of none."""
    other_words = set(among)
    return sum(word in other_words for word in words) / len(words) if words else 0.0
