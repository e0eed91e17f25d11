"""Providers that answer in JSON, as data: where results are, what their fields are called, how a page is asked for."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

from gossamer.core.searching import SearchQuery, Source
from gossamer.net.apis import ApiAnswer, ApiRequest
from gossamer.searchers.reading import Fields, denied, found, items
from gossamer.searchers.service import Can, Reading, Refusal, Turn, Unanswered

Ask: TypeAlias = Callable[[SearchQuery, Turn], Mapping[str, Any]]
"""Return the parameters of one page; those that are None or empty are not sent."""

Remarks: TypeAlias = Callable[[Mapping[str, Any], int], tuple[str, ...]]
"""Return what an answer with so many results says about what is missing of it; raise Unanswered for a failure."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where one source is at a provider: address, path of its results, their fields.

    A page has *per_page* hits, of which there are *pages* at most. *fixed* parameters are always sent. *can* is what
    the provider does itself among results of this kind.
    """

    url: str = field(repr=False)
    results: str
    fields: Fields = Fields()
    per_page: int = 10
    pages: int = 10
    fixed: Mapping[str, Any] = field(default_factory=dict)
    can: Can = Can.NOTHING


def _no_remarks(_payload: Mapping[str, Any], _count: int) -> tuple[str, ...]:
    return ()


_POINTLESS: Final[tuple[Any, ...]] = (None, "", (), [], {})


@dataclass(frozen=True, slots=True)
class JsonService:
    """A Service.

    *headers* and *secrets*, which are parameters, open the account. With *posts* parameters are a JSON body. *last* is
    the path of what is false when there are no more pages.
    """

    name: str
    shelves: Mapping[Source, Shelf]
    ask: Ask = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    posts: bool = False
    refusals: Mapping[int, Refusal] = field(default_factory=dict)
    remarks: Remarks = field(default=_no_remarks, repr=False)
    last: str = ""
    longest: int = 2_000

    @property
    def sources(self) -> frozenset[Source]:
        """Return which kinds of results it has."""
        return frozenset(self.shelves)

    def can(self, source: Source) -> Can:
        """Return what it does itself among results of this kind."""
        return self.shelves[source].can

    def most_requests(self, query: SearchQuery) -> int:
        """Return how many requests *query* may cost."""
        shelf = self.shelves[query.source]
        return min(shelf.pages, -(-query.limit // shelf.per_page))

    def request(self, query: SearchQuery, turn: Turn) -> ApiRequest:
        """Return what is sent for one page."""
        shelf = self.shelves[query.source]
        asked = {**shelf.fixed, **self.ask(query, turn), **self.secrets}
        sent = {name: value for name, value in asked.items() if value not in _POINTLESS}
        if self.posts:
            return ApiRequest(shelf.url, headers=self.headers, body=sent)
        return ApiRequest(shelf.url, params={name: str(value) for name, value in sent.items()}, headers=self.headers)

    def read(self, query: SearchQuery, answer: ApiAnswer, now: datetime) -> Reading:
        """Return what an answer of status 200 says."""
        shelf = self.shelves[query.source]
        payload = _payload(answer.body)
        results = items(payload, shelf.results)
        warnings = self.remarks(payload, len(results))
        hits = found(results, shelf.fields, source=query.source, name=self.name, now=now)
        return Reading(hits, warnings, last=denied(payload, self.last))


def _payload(body: bytes) -> Mapping[str, Any]:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        raise Unanswered("it sent something that is not JSON.", detail=body[:200].decode(errors="replace")) from None
    if not isinstance(payload, Mapping):
        # A bare list: what custom services may send.
        return {"": payload}
    return payload
