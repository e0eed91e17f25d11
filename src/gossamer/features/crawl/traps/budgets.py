"""Budgets for addresses of one kind; beyond its budget a kind counts as endless.

Counted are only kinds that ordinary sites have few of: pages of one calendar, one list under
many combinations of filters, and a whole site again and again under ever new tokens in its
paths. Pages of a list, articles and products are no such kind, however many there are.

A worker counts for itself, so a space costs at most its budget times the workers. What is
counted is bounded; the kinds met longest ago are forgotten first.
"""

import re
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar
from urllib.parse import SplitResult

from gossamer.features.crawl.traps.calendars import calendar_page

_CALENDAR_PAGES: Final = 200
_FILTERED: Final = 200
# So many different sets of parameters make a list with filters; addresses with so many at once are counted.
_FILTER_SETS: Final = 8
_FILTERS: Final = 3
# A parameter in nearly all of them says which page is meant ("index.php?route=product&id=7").
_LEADING_SHARE: Final = 0.75
# The same so many pages again under each of so many tokens are one site with sessions.
_TOKENS: Final = 10
_SHARED_TAILS: Final = 30
_MAX_TAILS: Final = 400
_KINDS: Final = 1000

_TOKEN: Final = re.compile(
    r"[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=(?:\D*\d){4})(?=(?:[^a-z]*[a-z]){4})[0-9a-z]{20,}",
    re.IGNORECASE,
)

_T = TypeVar("_T")


class _Recent(Generic[_T]):
    """Values by kind, for the kinds met last."""

    def __init__(self) -> None:
        self._values: OrderedDict[str, _T] = OrderedDict()

    def get(self, kind: str, fresh: _T) -> _T:
        """Return the value of *kind*; *fresh*, which is kept, when there is none."""
        value = self._values.setdefault(kind, fresh)
        self._values.move_to_end(kind)
        if len(self._values) > _KINDS:
            self._values.popitem(last=False)
        return value


@dataclass(slots=True)
class _Pages:
    """The number of pages of one calendar that were met."""

    met: int = 0

    def is_spent(self) -> bool:
        """Count one more; return whether that is too many."""
        self.met += 1
        return self.met > _CALENDAR_PAGES


@dataclass(slots=True)
class _Filters:
    """One path and the first sets of parameters it was met with."""

    sets: set[tuple[str, ...]] = field(default_factory=set)
    filtered: int = 0
    are_free: bool = False

    def is_spent(self, names: tuple[str, ...]) -> bool:
        """Count one more; return whether the parameters are filters and too many at once were met."""
        if len(self.sets) < _FILTER_SETS:
            self.sets.add(names)
            self.are_free = len(self.sets) == _FILTER_SETS and not self._has_leading_parameter()
            return False
        if not self.are_free or len(names) < _FILTERS:
            return False
        self.filtered += 1
        return self.filtered > _FILTERED

    def _has_leading_parameter(self) -> bool:
        shares = Counter(name for names in self.sets for name in set(names))
        return max(shares.values()) >= _LEADING_SHARE * len(self.sets)


@dataclass(slots=True)
class _Tokens:
    """The tokens met in one place of the paths, and what stood behind them.

    *tails* names the token a tail was first met with; *shared* are those met with another one too.
    """

    tokens: set[str] = field(default_factory=set)
    tails: dict[str, str] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)

    def is_spent(self, token: str, tail: str) -> bool:
        """Count one more; return whether the tokens are sessions and this is a further one."""
        if len(self.shared) >= _SHARED_TAILS and len(self.tokens) >= _TOKENS:
            return token not in self.tokens
        if len(self.tokens) < _TOKENS:
            self.tokens.add(token)
        if len(self.tails) < _MAX_TAILS:
            self.tails.setdefault(tail, token)
        if self.tails.get(tail, token) != token:
            self.shared.add(tail)
        return False


class Budgets:
    """The counts of one crawl by kind, in this process."""

    def __init__(self) -> None:
        self._calendars: _Recent[_Pages] = _Recent()
        self._filters: _Recent[_Filters] = _Recent()
        self._tokens: _Recent[_Tokens] = _Recent()

    def spend(self, parts: SplitResult) -> str | None:
        """Count an address that was not met before; return in one sentence why it is one too many, or None."""
        if self._is_one_calendar_page_too_many(parts):
            return f"More than {_CALENDAR_PAGES} pages of one calendar were met."
        if parts.query and self._is_one_filter_too_many(parts):
            return f"The list was met with more than {_FILTERED} combinations of filters."
        if self._is_further_session(parts):
            return "The same pages come again and again under new tokens in their paths."
        return None

    def _is_one_calendar_page_too_many(self, parts: SplitResult) -> bool:
        page = calendar_page(parts)
        return page is not None and page.named and self._calendars.get(page.calendar, _Pages()).is_spent()

    def _is_one_filter_too_many(self, parts: SplitResult) -> bool:
        names = tuple(sorted(parameter.partition("=")[0] for parameter in parts.query.split("&")))
        return self._filters.get(f"{parts.netloc}{parts.path}", _Filters()).is_spent(names)

    def _is_further_session(self, parts: SplitResult) -> bool:
        if len(parts.path) <= 16:  # noqa: PLR2004 - shorter than the shortest token
            return False
        segments = parts.path.split("/")
        for index, segment in enumerate(segments[:-1]):
            if len(segment) >= 16 and _TOKEN.fullmatch(segment):  # noqa: PLR2004 - the shortest token
                place = f"{parts.netloc}{'/'.join(segments[:index])}/"
                tail = f"{'/'.join(segments[index + 1 :])}?{parts.query}"
                return self._tokens.get(place, _Tokens()).is_spent(segment, tail)
        return False
