"""A search, from spec to recorded hits: providers are queried at once, and failures are named.

An answer is only given when somebody answered: nothing found and nobody reached are different things. That our own
index, which knows the pages it was given, has nothing says nothing of the web when all providers failed.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from gossamer.core.access import Permits
from gossamer.core.canonical import fingerprint64
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAvailable, SearchFailed, ServiceError, TimedOut
from gossamer.core.ids import new_id
from gossamer.core.prices import PriceTable
from gossamer.core.searches import Category, Hit, SearchQuery, SearchSpec, Source, Wishes
from gossamer.core.snippets import emphasise_terms
from gossamer.core.urls import WebUrl, host_of
from gossamer.features.search.categories import label_hit, queries_of
from gossamer.ports.clock import Clock
from gossamer.ports.scrapes import FinishedScrape
from gossamer.ports.search import ProviderFailed, SearchAnswer, SearchProvider
from gossamer.store.scrapes import ScrapeStore

_RESULTS_LAST: Final = timedelta(hours=24)
# The provider that asks nobody outside.
OWN: Final = "index"
_OWN_ONLY: Final = "This API key may only read stored pages, so only the service's own index was searched."
_NO_PROVIDER: Final = (
    "No search provider is configured here, so only pages that this service has stored were searched. "
    "An operator can name one."
)
_NOT_OUTSIDE: Final = "No search provider answered, and the service's own index has no matching page."
_LATE: Final = "No provider answered within the timeout of {seconds:g} seconds. Raise `timeout` to wait longer."
_RESULTS: Final[Mapping[Source, str]] = {
    Source.WEB: "web results",
    Source.NEWS: "news",
    Source.IMAGES: "images",
}
# So much of its time may be waited for providers: what others found is worth more than an error.
_SHARE: Final = 0.9
_SHARE_BEFORE_SCRAPING: Final = 0.5

_DAMPING: Final = 60


# A page counts 1 / (60 + place) in every list it is in (Cormack, Clarke and Büttcher, 2009): results of several lists
# come first, and no list's own scores, which cannot be compared, are needed.
def fuse_hits(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return all hits of *lists*, best first; the earlier list decides between equals and is shown where two differ."""
    values: dict[int, float] = {}
    merged: dict[int, Hit] = {}
    for hits in lists:
        for place, (key, hit) in enumerate(_once(hits), start=1):
            values[key] = values.get(key, 0.0) + 1 / (_DAMPING + place)
            merged[key] = _unite_hits(merged[key], hit) if key in merged else hit
    # Of equal value: as they were met, which `sorted` keeps.
    return [merged[key] for key in sorted(merged, key=lambda key: -values[key])]


def interleave_hits(lists: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return the first of each list, then the second of each, and so on; each page once."""
    longest = max(map(len, lists), default=0)
    turns = (hits[place] for place in range(longest) for hits in lists if place < len(hits))
    return [hit for _, hit in _once(list(turns))]


def _once(hits: Sequence[Hit]) -> list[tuple[int, Hit]]:
    """Return hits with what tells their pages apart, each page once; pictures of one page are several."""
    hits_by_id: dict[int, Hit] = {}
    for hit in hits:
        hits_by_id.setdefault(
            fingerprint64(WebUrl(hit.image_url or hit.url) if _is_picture(hit) else WebUrl(hit.url)), hit
        )
    return list(hits_by_id.items())


def _is_picture(hit: Hit) -> bool:
    return hit.image_width is not None


def _unite_hits(hit: Hit, other: Hit) -> Hit:
    """Return *hit* with what only *other* tells."""
    return replace(
        hit,
        title=hit.title or other.title,
        description=hit.description or other.description,
        published=hit.published or other.published,
        image_url=hit.image_url or other.image_url,
        category=hit.category or other.category,
        providers=tuple(dict.fromkeys((*hit.providers, *other.providers))),
    )


@dataclass(frozen=True, slots=True)
class SourceResults:
    """Results by source, in the order of the request; a source without results has an empty list."""

    search_id: str
    hits: Mapping[Source, tuple[Hit, ...]] = field(default_factory=dict)
    credits_used: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _ProviderReport:
    """The response of one provider to one query: its hits, or the reason why there are none."""

    provider: str
    hits: tuple[Hit, ...] = ()
    warnings: tuple[str, ...] = ()
    failure: str | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class _GatheredSource:
    """The results for one source, with the report of each provider that was queried."""

    wishes: Wishes
    hits: tuple[Hit, ...]
    reports: tuple[_ProviderReport, ...]


class Searching:
    """Searches; *providers* in the order of their worth, which decides between equals."""

    def __init__(
        self, *, providers: Sequence[SearchProvider], scrapes: ScrapeStore, clock: Clock, prices: PriceTable
    ) -> None:
        self._providers = tuple(providers)
        self._scrapes = scrapes
        self._clock = clock
        self._prices = prices

    async def search(
        self,
        spec: SearchSpec,
        *,
        team_id: str,
        key_id: str,
        deadline: Deadline,
        permits: Permits | None = None,
        own_only: bool = False,
        dialect: str = "",
        reservation: str | None = None,
    ) -> SourceResults:
        """Return the hits, recorded and charged; none from a place that *permits* refuses.

        With *own_only* no provider gets the query. A failure is recorded too, free of charge, and raised: SearchFailed
        when nobody answered, or nobody outside did and the index has nothing, NotAvailable when nobody can be asked,
        TimedOut. *dialect* is the API version that asks, *reservation* what was set aside for it.
        """
        record = self._record_of(spec, team_id, key_id, dialect, reservation)
        try:
            gathered = await self._gather_hits(spec, team_id, deadline, permits=permits, own_only=own_only)
        except ServiceError as error:
            await self._record(replace(record, error_code=error.code))
            raise
        hits = {source.wishes.source: source.hits for source in gathered}
        charged = self._prices.searched(sum(map(len, hits.values())), zero_data_retention=spec.zero_data_retention)
        await self._record(replace(record, credits=charged))
        notices = (_OWN_ONLY,) if own_only else (_NO_PROVIDER,) if self._lacks_provider(gathered, spec.limit) else ()
        warnings = (*spec.notices, *notices, *_warnings(gathered))
        return SourceResults(record.scrape_id, hits, charged, tuple(dict.fromkeys(warnings)))

    async def urls(self, query: str, *, limit: int, team_id: str, deadline: Deadline) -> tuple[str, ...]:
        """Return addresses of pages for *query*, best first; nothing is recorded or charged.

        Raises SearchFailed, NotAvailable and TimedOut.
        """
        spec = SearchSpec(query, limit=limit)
        [gathered] = await self._gather_hits(spec, team_id, deadline, permits=None, own_only=False)
        return tuple(hit.url for hit in gathered.hits)

    async def _gather_hits(
        self, spec: SearchSpec, team_id: str, deadline: Deadline, *, permits: Permits | None, own_only: bool
    ) -> list[_GatheredSource]:
        if not spec.sources:
            return []
        if not any(self._providers_for(wishes.source, own_only=own_only) for wishes in spec.sources):
            raise NotAvailable(_nobody(spec, own_only=own_only))
        early = _earlier(deadline, _SHARE_BEFORE_SCRAPING if spec.scrape else _SHARE)
        async with asyncio.TaskGroup() as group:
            asking = [
                group.create_task(self._of_source(spec, wishes, team_id, early, permits, own_only=own_only))
                for wishes in spec.sources
            ]
        gathered = [task.result() for task in asking]
        reports = [report for source in gathered for report in source.reports]
        if all(report.failure is not None for report in reports):
            if all(report.late for report in reports):
                raise TimedOut(_LATE.format(seconds=deadline.budget.total_seconds()))
            raise SearchFailed(f"Nobody answered the search. {_failures(reports)}")
        outside = [report for report in reports if report.provider != OWN]
        if (
            outside
            and all(outside_report.failure for outside_report in outside)
            and not any(source.hits for source in gathered)
        ):
            raise SearchFailed(f"{_NOT_OUTSIDE} {_failures(reports)}")
        return gathered

    async def _of_source(
        self,
        spec: SearchSpec,
        wishes: Wishes,
        team_id: str,
        deadline: Deadline,
        permits: Permits | None,
        *,
        own_only: bool,
    ) -> _GatheredSource:
        chosen = self._providers_for(wishes.source, own_only=own_only)
        queries = list(queries_of(spec, wishes))
        async with asyncio.TaskGroup() as group:
            asking = [
                [group.create_task(_ask(provider, query, team_id, deadline)) for provider in chosen]
                for query, _ in queries
            ]
        lists: list[list[Hit]] = []
        for (query, category), tasks in zip(queries, asking, strict=True):
            answers = [_keep_hits(task.result().hits, query, category, permits) for task in tasks]
            lists.append(fuse_hits(answers))
        hits = (interleave_hits(lists) if len(lists) > 1 else lists[0])[: spec.limit]
        shown = tuple(_emphasise_words(hit, queries[0][0]) for hit in hits) if spec.highlights else tuple(hits)
        return _GatheredSource(wishes, shown, tuple(task.result() for tasks in asking for task in tasks))

    def _providers_for(self, source: Source, *, own_only: bool) -> list[SearchProvider]:
        return [
            provider
            for provider in self._providers
            if source in provider.sources and (provider.name == OWN or not own_only)
        ]

    def _lacks_provider(self, gathered: Sequence[_GatheredSource], limit: int) -> bool:
        """Return whether there is less than was asked for, and only pages of this service were searched."""
        providers = [report.provider for source in gathered for report in source.reports]
        return bool(providers) and set(providers) == {OWN} and any(len(source.hits) < limit for source in gathered)

    def _record_of(
        self, spec: SearchSpec, team_id: str, key_id: str, dialect: str, reservation: str | None
    ) -> FinishedScrape:
        now = self._clock.now()
        return FinishedScrape(
            scrape_id=new_id(),
            team_id=team_id,
            key_id=key_id,
            # A query that must not be kept is not kept here either.
            url="" if spec.zero_data_retention else spec.text,
            credits=0,
            finished_at=now,
            expires_at=now + _RESULTS_LAST,
            operation="search",
            dialect=dialect,
            reservation=reservation,
        )

    async def _record(self, scrape: FinishedScrape) -> None:
        now = self._clock.now()
        await self._scrapes.record(replace(scrape, finished_at=now, expires_at=now + _RESULTS_LAST))


def _earlier(deadline: Deadline, share: float) -> Deadline:
    """Return the deadline after that *share* of the time which is left."""
    remaining_time = deadline.remaining()
    return Deadline(deadline.at - (1 - share) * remaining_time, deadline.budget)


async def _ask(provider: SearchProvider, query: SearchQuery, team_id: str, deadline: Deadline) -> _ProviderReport:
    try:
        async with deadline.guard():
            answer: SearchAnswer = await provider.search(query, team_id=team_id, deadline=deadline)
    except ProviderFailed as failure:
        return _ProviderReport(provider.name, failure=_prefix_name(provider.name, str(failure)))
    except TimedOut:
        return _ProviderReport(provider.name, failure=f"{provider.name}: it did not answer in time.", late=True)
    except ServiceError as failure:
        return _ProviderReport(provider.name, failure=_prefix_name(provider.name, failure.message))
    return _ProviderReport(
        provider.name, answer.hits, tuple(_prefix_name(provider.name, warning) for warning in answer.warnings)
    )


def _prefix_name(name: str, sentence: str) -> str:
    return sentence if sentence.startswith(name) else f"{name}: {sentence}"


def _keep_hits(
    hits: Sequence[Hit], query: SearchQuery, category: Category | None, permits: Permits | None
) -> list[Hit]:
    """Return hits that may be shown: web addresses, of the domains that were asked for, where the key may go."""
    return [
        label_hit(hit, category)
        for hit in hits
        if hit.url.startswith(("http://", "https://"))
        and _is_of_domains(hit.url, query)
        and (permits is None or permits(hit.url) is None)
    ]


def _is_of_domains(url: str, query: SearchQuery) -> bool:
    host = host_of(url)
    if any(_is_below(host, domain) for domain in query.exclude_domains):
        return False
    return not query.include_domains or any(_is_below(host, domain) for domain in query.include_domains)


def _is_below(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def _emphasise_words(hit: Hit, query: SearchQuery) -> Hit:
    return replace(hit, description=emphasise_terms(hit.description, query.terms))


def _nobody(spec: SearchSpec, *, own_only: bool) -> str:
    sources = " or ".join(wishes.source for wishes in spec.sources)
    if own_only:
        return f"This API key may only read stored pages, and this service has no index of its own for {sources}."
    return (
        f"No search provider is configured here for {sources}. An operator can name one, or turn on the service's own "
        "index (GOSSAMER_INDEX_PAGES)."
    )


def _failures(reports: Sequence[_ProviderReport]) -> str:
    return " ".join(dict.fromkeys(report.failure for report in reports if report.failure is not None))


def _warnings(gathered: Sequence[_GatheredSource]) -> Iterator[str]:
    for gathered_source in gathered:
        source = gathered_source.wishes.source
        yield from (failure for reports in gathered_source.reports if (failure := reports.failure) is not None)
        yield from (warning for reports in gathered_source.reports for warning in reports.warnings)
        if not gathered_source.reports:
            yield f"No search provider is configured here for {source}."
        elif not gathered_source.hits:
            answered = [reports.provider for reports in gathered_source.reports if reports.failure is None]
            if answered:
                yield f"No {_RESULTS[source]} from {', '.join(dict.fromkeys(answered))}."
