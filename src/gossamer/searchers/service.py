"""The description of a search provider: name, abilities, request and response."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Flag, auto
from typing import Final, Protocol

from gossamer.core.searches import Hit, SearchQuery, Source
from gossamer.net.apis import ApiAnswer, ApiRequest
from gossamer.ports.search import ProviderFailed

REFUSED: Final = timedelta(minutes=10)
"""The rest after a key was refused or an account was empty: nothing changes before somebody does something."""

ASKED_TOO_OFTEN: Final = timedelta(minutes=1)
"""The rest after 429, where the answer names none."""

CAPTCHA: Final = timedelta(minutes=30)
"""The rest after a captcha."""


class Unanswered(ProviderFailed):
    """A provider did not answer.

    The sentence is shown to callers, so it says nothing the provider wrote; *detail* does, for the log and the
    operator. *own_fault* is false when this very query was refused: others may be answered.
    """

    def __init__(
        self, sentence: str, *, rest: timedelta | None = None, detail: str = "", own_fault: bool = True
    ) -> None:
        super().__init__(sentence, rest=rest)
        self.detail = detail
        self.own_fault = own_fault


@dataclass(frozen=True, slots=True)
class Refusal:
    """The meaning of a status in a sentence, and the pause after it; None for the usual pause."""

    sentence: str
    rest: timedelta | None = None


class Can(Flag):
    """Options that a provider applies itself; the rest is applied to its results."""

    NOTHING = 0
    OPERATORS = auto()
    """It understands `site:`, `-`, `"…"`, `intitle:`, `inurl:`, `filetype:` and `OR` in the text."""
    DOMAINS = auto()
    """It has parameters for domains to include and to exclude."""
    DATES = auto()
    """It can be asked for results of a time."""


@dataclass(frozen=True, slots=True)
class SearchTurn:
    """One request of a search: *page* counts from 0, *wanted* hits are still to come.

    *following* is what the page before said about how to go on.
    """

    page: int
    wanted: int
    now: datetime
    following: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HitsReading:
    """A response: *hits* in the provider's order, *warnings*, and, for linked pages, the link to the next page.

    *last* is true when the provider said that there are no more.
    """

    hits: tuple[Hit, ...]
    warnings: tuple[str, ...] = ()
    following: Mapping[str, str] = field(default_factory=dict)
    last: bool = False


class Service(Protocol):
    """A provider, without connections."""

    @property
    def name(self) -> str:
        """Return its name for settings and warnings."""

    @property
    def sources(self) -> frozenset[Source]:
        """Return which kinds of results it has."""

    def can(self, source: Source) -> Can:
        """Return the options that it applies itself to results of this kind."""

    @property
    def longest(self) -> int:
        """Return the greatest number of characters of a query."""

    @property
    def refusals(self) -> Mapping[int, Refusal]:
        """Return the refusals of statuses that have a meaning of their own here."""

    def most_requests(self, query: SearchQuery) -> int:
        """Return the number of requests that *query* may cost: as many as its limit has pages, no more than exist."""

    def request(self, query: SearchQuery, turn: SearchTurn) -> ApiRequest:
        """Return the request for a page of results."""

    def read(self, query: SearchQuery, answer: ApiAnswer, now: datetime) -> HitsReading:
        """Return the results in an answer of status 200. Raises Unanswered."""
