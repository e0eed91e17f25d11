"""A search of a public service, as data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.developer import DeveloperHit, DeveloperKind, DeveloperQuery, RepositoryFilter
from gossamer.searchers.public_service import PublicService
from gossamer.searchers.reading import is_list, items
from gossamer.searchers.service import Unanswered

_STRANGE: Final = "its answer has another shape than expected: there is no list of results at `{path}`."
_LONGEST_TEXT: Final = 20_000


@dataclass(frozen=True, slots=True)
class Listing:
    """Where results of *kind* are: *ask* returns the parameters, *results* is the path of the list in the answer.

    *read* returns what a result says, None for one that is none. *hosts_code*: its results belong to repositories, so
    it can be asked for those of a repository or with a language.
    """

    path: str
    kind: DeveloperKind
    ask: Callable[[DeveloperQuery], Mapping[str, Any]]
    results: str
    read: Callable[[Mapping[str, Any]], DeveloperHit | None]
    hosts_code: bool = False


class ListedSource:
    """A DeveloperSource: one *listing* of a *service*."""

    def __init__(self, service: PublicService, listing: Listing) -> None:
        self.name = service.name
        self._service = service
        self._listing = listing

    def serves(self, query: DeveloperQuery) -> bool:
        """Return whether it has results of such a kind, and of repositories where these are asked for."""
        of_code = bool(query.repos) or query.repository != RepositoryFilter()
        return self._listing.kind in query.kinds and (self._listing.hosts_code or not of_code)

    async def search(self, query: DeveloperQuery, *, team_id: str, deadline: Deadline) -> tuple[DeveloperHit, ...]:
        """Return the hits that the service lists."""
        del team_id
        listing = self._listing
        payload = await self._service.json(listing.path, deadline, **listing.ask(query))
        if payload is None:
            raise Unanswered("there is no search at its address (404).")
        payload = {"": payload} if isinstance(payload, list) else payload
        if not is_list(payload, listing.results):
            raise Unanswered(_STRANGE.format(path=listing.results))
        developer_hits = (listing.read(item) for item in items(payload, listing.results) if isinstance(item, Mapping))
        return tuple(hit for hit in developer_hits if hit is not None)[: query.limit]


def text_of(value: Any) -> str:
    """Return *value* as text with its paragraphs; empty for what is none."""
    return value.replace("\r\n", "\n")[:_LONGEST_TEXT] if isinstance(value, str) else ""


def a_page(query: DeveloperQuery, most: int = 50) -> int:
    """Return the number of results to ask for in one page."""
    return min(max(query.limit, 10), most)
