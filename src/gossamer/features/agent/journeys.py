"""Journeys: the pages that an instruction led to."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from gossamer.core.interaction import Interaction
from gossamer.core.pages import FetchedPage

# A tag, and the text that stands between it and the next.
_PIECES: Final = re.compile(rb"<(/?[\w-]*)[^<>]*>\s*([^<>\s][^<]*)(?=<)")
_CONTROLS: Final = frozenset({b"a", b"button"})
_DIGITS: Final = re.compile(rb"\d+")
_Pieces: TypeAlias = Counter[tuple[bytes, bytes]]
# A list that grows changes little else: a counter, a notice.
_CHANGED: Final = 0.1
# Larger pages are not taken to pieces: everything else would wait.
_LARGEST: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class Journey:
    """The *pages* that were reached, in order and at least one, and what came of the instruction.

    The first has what the visit left beside the pages: the outcome of actions, and the picture of the last state
    if one was wanted. *warnings* name what was not done, *unsaved* says why the profile was not saved.
    """

    pages: tuple[FetchedPage, ...]
    interaction: Interaction
    warnings: tuple[str, ...] = ()
    unsaved: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        """Return the number of steps that were done; those that could not be done do not count."""
        return sum(not performed.error for performed in self.interaction.steps)


@dataclass(slots=True)
class Album:
    """Pages as they are reached: each once, and no more than *limit*."""

    limit: int
    pages: list[FetchedPage] = field(default_factory=list)
    is_full: bool = False

    def add(self, page: FetchedPage) -> None:
        """Keep *page*, unless it looks as one does that is kept, or there is no room for it.

        A page that has grown takes the place of what it was before.
        """
        if any((page.url, page.body) == (fetched_page.url, fetched_page.body) for fetched_page in self.pages):
            return
        if self.pages and has_grown(self.pages[-1], page):
            self.pages[-1] = page
        elif len(self.pages) >= self.limit:
            self.is_full = True
        else:
            self.pages.append(page)


def has_grown(before: FetchedPage, after: FetchedPage) -> bool:
    """Return whether *after* is *before* with more of the same, as when more of a list was loaded.

    A page of the same address may as well show other things now, so everything of before has to be there still. Only
    numbers in a little of it may have changed: a list says how much of it is shown. And one control may be gone: what
    loaded more, when there is no more.
    """
    if before.url != after.url or max(len(before.body), len(after.body)) > _LARGEST:
        return False
    old, new = (_Pieces(_PIECES.findall(page.body)) for page in (before, after))
    lost, gained = old - new, new - old
    if lost.total() > max(2, _CHANGED * old.total()) or gained.total() <= lost.total():
        return False
    missing = _without_numbers(lost) - _without_numbers(gained)
    return missing.total() <= 1 and all(tag.lower() in _CONTROLS for tag, _ in missing)


def _without_numbers(pieces: _Pieces) -> _Pieces:
    counted: _Pieces = Counter()
    for (tag, text), times in pieces.items():
        counted[tag, _DIGITS.sub(b"0", text)] += times
    return counted
