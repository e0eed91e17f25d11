"""Explanations: the regions of a page with whether each is main content, and why."""

from dataclasses import dataclass

from gossamer.core.documents import ScrapeResult


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page in document order, but for the site's landmarks, which come first.

    *chance* is how likely it is to be main content, between 0 and 1; None for a landmark and for what cleaning removed,
    which are not weighed.
    """

    text: str
    tag: str
    kept: bool
    reason: str
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The scrape that got a page, and the page's *regions*; a page without text has none."""

    result: ScrapeResult
    regions: tuple[Region, ...]
