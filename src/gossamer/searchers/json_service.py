"""Providers that answer in JSON, as data: where results are, what their fields are called, how a page is asked for."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

from gossamer.core.searches import SearchQuery, Source
from gossamer.net.apis import ApiAnswer, ApiRequest
from gossamer.searchers.reading import HitFields, is_denied, is_list, is_strange, is_there, items, read_hits
from gossamer.searchers.service import Can, HitsReading, Refusal, SearchTurn, Unanswered

Ask: TypeAlias = Callable[[SearchQuery, SearchTurn], Mapping[str, Any]]
"""Return the parameters of one page; those that are None or empty are not sent."""

Remarks: TypeAlias = Callable[[Mapping[str, Any], int], tuple[str, ...]]
"""Return what an answer with so many results says about what is missing of it; raise Unanswered for a failure."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """One source of a provider: its URL, the path of its results, and their fields.

    A page has *per_page* hits, of which there are *pages* at most. *fixed* parameters are always sent. *can* is what
    the provider does itself among results of this kind.
    """

    url: str = field(repr=False)
    results: str
    fields: HitFields = HitFields()
    per_page: int = 10
    pages: int = 10
    fixed: Mapping[str, Any] = field(default_factory=dict)
    can: Can = Can.NOTHING


def _no_remarks(_payload: Mapping[str, Any], _count: int) -> tuple[str, ...]:
    return ()


_NO_ANSWER: Final = "it sent something that is no answer to a search."
_STRANGE: Final = "its answer has another shape than expected: there is no list of results at `{path}`."
_UNREADABLE: Final = "its answer has another shape than expected: none of its results has an address."
_QUOTED: Final = 200
_POINTLESS: Final[tuple[Any, ...]] = (None, "", (), [], {})


@dataclass(frozen=True, slots=True)
class JsonService:
    """A Service.

    *headers* and *secrets*, which are parameters, open the account. With *posts* parameters are a JSON body. *last* is
    the path of what is false when there are no more pages. *envelope* is the path of what all its answers have, and by
    which one without results is told from a strange one; empty where results are always there, be it an empty list.
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
    envelope: str = ""
    longest: int = 2_000

    @property
    def sources(self) -> frozenset[Source]:
        """Return which kinds of results it has."""
        return frozenset(self.shelves)

    def can(self, source: Source) -> Can:
        """Return the options that it applies itself to results of this kind."""
        return self.shelves[source].can

    def most_requests(self, query: SearchQuery) -> int:
        """Return the number of requests that *query* may cost."""
        shelf = self.shelves[query.source]
        return min(shelf.pages, -(-query.limit // shelf.per_page))

    def request(self, query: SearchQuery, turn: SearchTurn) -> ApiRequest:
        """Return the request for a page of results."""
        shelf = self.shelves[query.source]
        parameters = {**shelf.fixed, **self.ask(query, turn), **self.secrets}
        sent = {name: value for name, value in parameters.items() if value not in _POINTLESS}
        if self.posts:
            return ApiRequest(shelf.url, headers=self.headers, body=sent)
        return ApiRequest(shelf.url, params={name: str(value) for name, value in sent.items()}, headers=self.headers)

    def read(self, query: SearchQuery, answer: ApiAnswer, now: datetime) -> HitsReading:
        """Return the results in an answer of status 200."""
        shelf = self.shelves[query.source]
        payload = _payload(answer.body)
        results = items(payload, shelf.results)
        warnings = self.remarks(payload, len(results))
        hits = read_hits(results, shelf.fields, source=query.source, name=self.name, now=now)
        if not hits and (why := self._strange(payload, results, shelf)) is not None:
            raise Unanswered(why, detail=_beginning(answer.body))
        return HitsReading(hits, warnings, last=is_denied(payload, self.last))

    def _strange(self, payload: Mapping[str, Any], results: Sequence[Any], shelf: Shelf) -> str | None:
        """Return the fault of an answer without hits; None when there are no results to be had."""
        if results:
            return _UNREADABLE if any(is_strange(result, shelf.fields) for result in results) else None
        if is_list(payload, shelf.results) or self._has_none(payload, shelf):
            return None
        return _STRANGE.format(path=shelf.results)

    def _has_none(self, payload: Mapping[str, Any], shelf: Shelf) -> bool:
        """Return whether an answer without a list of results is one all the same."""
        return bool(self.envelope) and is_there(payload, self.envelope) and not is_there(payload, shelf.results)


def _payload(body: bytes) -> Mapping[str, Any]:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        raise Unanswered("it sent something that is not JSON.", detail=_beginning(body)) from None
    if not isinstance(payload, Mapping | list):
        raise Unanswered(_NO_ANSWER, detail=_beginning(body))
    if not isinstance(payload, Mapping):
        # A bare list: what custom services may send.
        return {"": payload}
    return payload


def _beginning(body: bytes) -> str:
    return body[:_QUOTED].decode(errors="replace")
