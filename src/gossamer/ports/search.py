"""Sources of search results: our own index, and providers."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from gossamer.core.deadlines import Deadline
from gossamer.core.searches import Hit, SearchQuery, Source


class ProviderFailed(Exception):
    """A provider did not answer: a sentence without its key, and how long it wants to be left alone, if it said."""

    def __init__(self, sentence: str, *, rest: timedelta | None = None) -> None:
        super().__init__(sentence)
        self.rest = rest


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The response of a provider: *hits*, best first, each URL once; empty when it has none.

    Each of the *warnings* is a sentence on what is missing of it, as a part of the provider that did not answer.
    """

    hits: tuple[Hit, ...] = ()
    warnings: tuple[str, ...] = ()


class SearchProvider(Protocol):
    """Somebody who answers searches."""

    @property
    def name(self) -> str:
        """Return its name for warnings and settings: "searxng", "brave", "index"."""

    @property
    def sources(self) -> frozenset[Source]:
        """Return which kinds of results it has."""

    async def search(self, query: SearchQuery, *, team_id: str, deadline: Deadline) -> SearchAnswer:
        """Return up to `query.limit` hits.

        What it cannot do itself (a domain to exclude, an operator) is done on what it gave. Raises ProviderFailed, and
        TimedOut.
        """
