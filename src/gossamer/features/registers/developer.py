"""Searches for developers: code hosts, package registries and documentation at once."""

from collections.abc import Sequence
from math import inf
from typing import Final

from gossamer.content.text.terms import folded
from gossamer.core import developer
from gossamer.core.canonical import fingerprint64
from gossamer.core.deadlines import Deadline
from gossamer.core.papers import PaperPassage
from gossamer.core.urls import WebUrl, host_of
from gossamer.features.registers.gathering import OWN, ApiCall, gather_requests
from gossamer.features.registers.passages import fitness, passages
from gossamer.ports.developer import DeveloperSource

_SETTING: Final = "GOSSAMER_DEVELOPER_SERVICES"
_DAMPING: Final = 60
_SKILL: Final = "skill.md"
_LONGEST: Final = 400


class DeveloperSearch:
    """Searches *sources*, in the order of their worth, which decides between equals."""

    def __init__(self, sources: Sequence[DeveloperSource]) -> None:
        self._sources = tuple(sources)

    async def search(
        self, query: developer.DeveloperQuery, *, team_id: str, deadline: Deadline, own_only: bool = False
    ) -> developer.DeveloperFound:
        """Return results for *query*, best first; with *own_only* no service outside gets it.

        Raises SearchFailed when nobody answered, or nobody outside did and the index has nothing.
        """
        allowed = [source for source in self._sources if source.name == OWN or not own_only]
        developer_sources = [developer_source for developer_source in allowed if developer_source.serves(query)]
        if allowed and not developer_sources:
            return developer.DeveloperFound(warnings=("No service has results of this kind.",))
        answers = await gather_requests(
            [
                ApiCall(developer_source.name, developer_source.search(query, team_id=team_id, deadline=deadline))
                for developer_source in developer_sources
            ],
            deadline,
        )
        answers.check(_SETTING, found=any(hits for _, hits in answers.answers))
        hits_left = [[hit for hit in hits if fits(hit, query)] for _, hits in answers.answers]
        best = _rank_hits(hits_left, query.text)[: query.limit]
        results = tuple(developer.DeveloperResult(hit, _passages(hit, query)) for hit in best)
        return developer.DeveloperFound(results, warnings=answers.failures)


def fits(hit: developer.DeveloperHit, query: developer.DeveloperQuery) -> bool:
    """Return whether *hit* meets the conditions of *query*; who has one on repositories wants them to be known."""
    return (
        hit.kind in query.kinds
        and (not query.repos or (hit.repo or "").lower() in {name.lower() for name in query.repos})
        and (not query.sources or any(is_from(hit, name) for name in query.sources))
        and (not query.skills_only or _SKILL in f"{hit.url} {hit.title} {hit.text}".lower())
        and _fits_filter(hit.repository, query.repository)
    )


def is_from(hit: developer.DeveloperHit, source: str) -> bool:
    """Return whether *hit* is from *source*: the name of a service, or a host with its subdomains."""
    host, host_wanted = host_of(hit.url), source.lower()
    return host_wanted in {hit.source, host} or host.endswith(f".{host_wanted}")


def _fits_filter(repository: developer.Repository | None, repository_filter: developer.RepositoryFilter) -> bool:
    if repository is None:
        return repository_filter == developer.RepositoryFilter()
    named = ((repository_filter.language, repository.language), (repository_filter.license, repository.license))
    marked = ((repository_filter.archived, repository.archived), (repository_filter.fork, repository.fork))
    least, most = repository_filter.min_stars or 0, repository_filter.max_stars
    return (
        all(name is None or folded(name) == folded(actual_name or "") for name, actual_name in named)
        and set(map(folded, repository_filter.topics)) <= set(map(folded, repository.topics))
        and least <= (repository.stars or 0) <= (inf if most is None else most)
        and all(mark in {None, bool(actual_mark)} for mark, actual_mark in marked)
    )


def _rank_hits(lists: Sequence[Sequence[developer.DeveloperHit]], text: str) -> list[developer.DeveloperHit]:
    """Return the hits of *lists*, each address once, by reciprocal rank fusion with how well they fit *text*."""
    values: dict[int, float] = {}
    first: dict[int, developer.DeveloperHit] = {}
    for hits in lists:
        for place, hit in enumerate(hits, start=1):
            key = fingerprint64(WebUrl(hit.url))
            values[key] = values.get(key, 0.0) + 1 / (_DAMPING + place)
            first.setdefault(key, hit)
    keys = list(first)
    fitting = dict(zip(keys, fitness([f"{hit.title} {hit.text}" for hit in first.values()], text), strict=True))
    for place, key in enumerate(sorted(keys, key=lambda key: -fitting[key]), start=1):
        # A registry always has a first result; that none of the words are in it says more.
        values[key] = values[key] + 1 / (_DAMPING + place) if fitting[key] else values[key] / 2
    return [first[key] for key in sorted(keys, key=lambda key: -values[key])]


def _passages(hit: developer.DeveloperHit, query: developer.DeveloperQuery) -> tuple[PaperPassage, ...]:
    """Return the passages of *hit* that fit the query, else its beginning."""
    passages_found = passages(hit.text, query.text, query.passages)
    beginning = " ".join(hit.text.split())[:_LONGEST] or hit.title
    return passages_found or (PaperPassage(beginning, 0.0),)
