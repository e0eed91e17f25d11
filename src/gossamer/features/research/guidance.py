"""Guidance of a run from page to page: whether a page is still worth its price, and which links are."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from gossamer.content.text.terms import content_terms
from gossamer.core.crawls import Discovered, Entry, Reason, Refusal
from gossamer.core.documents import Document
from gossamer.core.jobs import Job
from gossamer.core.research import Finding, ResearchKind, ResearchSpec
from gossamer.features.extract import lacks, merge, page_values
from gossamer.features.research.page_log import PageLog
from gossamer.features.research.passages import Corpus
from gossamer.features.research.planning import plan_of, subject_of
from gossamer.features.research.reading import Reader, read
from gossamer.features.research.relevance import is_related, leads_of, was_searched
from gossamer.ports.clock import Clock

_REMEMBERED: Final = 64
_SURE: Final = 0.98
# The title of the page has the name, and a label has the value.
_PLAIN: Final = 1.1
_FEW: Final = 3
_OVER: Final = "The time of the run is over."
_ANSWERED: Final = "The questions are answered, and nothing about this page fits them."
_CONFIRMED: Final = "The questions are answered, and another page confirms it."


class ResearchGuide:
    """Weighs pages; a `features.crawl.Guide`."""

    def __init__(self, log: PageLog, reader: Reader, clock: Clock) -> None:
        self._log = log
        self._reader = reader
        self._clock = clock
        self._levels: OrderedDict[tuple[str, int], int] = OrderedDict()

    def is_over(self, job: Job, at: datetime) -> bool:
        """Return whether nothing of *job* is read at that time."""
        return isinstance(job.spec, ResearchSpec) and at >= ends_at(job, job.spec)

    async def refusal(self, entry: Entry, job: Job) -> Refusal | None:
        """Return the refusal of an *entry* that is not worth its price any more; None when it is to be read."""
        spec = job.spec
        if not isinstance(spec, ResearchSpec):
            return None
        if self.is_over(job, self._clock.now()):
            return Refusal(Reason.TIME, _OVER)
        if not entry.depth:
            return None
        level = await self._level(job, spec)
        if level >= 1 and not is_related(entry.rank):
            return Refusal(Reason.ANSWERED, _ANSWERED)
        confirmed = level > 1 and spec.kind is ResearchKind.AGENT
        return Refusal(Reason.ANSWERED, _CONFIRMED) if confirmed else None

    async def leads(self, document: Document, entry: Entry, job: Job) -> Sequence[Discovered]:
        """Return the links of a page that are worth following, as entries of the next depth."""
        spec = job.spec
        if not isinstance(spec, ResearchSpec) or spec.only_urls or entry.depth >= spec.budget.depth:
            return []
        question = " ".join([spec.prompt, *_field_names(spec.schema)])
        subject = subject_of(spec.prompt) if was_searched(entry.rank) else ""
        return await asyncio.to_thread(_leads, document, question, entry.depth + 1, subject)

    async def _level(self, job: Job, spec: ResearchSpec) -> int:
        """Return 0 while something is open, 1 when all is answered, 2 when other pages confirm it."""
        earlier = spec.thread.earlier if spec.thread is not None else ()
        stored = [page for job_id in (*earlier, job.job_id) for page in await self._log.pages(job_id, job.team_id)]
        key = (job.job_id, len(stored))
        if key not in self._levels:
            self._levels[key] = await asyncio.to_thread(_level_of, spec, stored, self._reader) if stored else 0
            if len(self._levels) > _REMEMBERED:
                self._levels.popitem(last=False)
        return self._levels[key]


def ends_at(job: Job, spec: ResearchSpec) -> datetime:
    """Return when the time of a run is over."""
    return job.created_at + timedelta(seconds=spec.budget.seconds)


def _leads(document: Document, question: str, depth: int, subject: str) -> list[Discovered]:
    page = read(document)
    if not page.vocabulary.issuperset(content_terms(subject)):
        # A search finds pages about others of the same kind, too; their links lead further away.
        return []
    return leads_of(page.material, question, depth=depth, addresses=frozenset({page.url}))


def _level_of(spec: ResearchSpec, stored: Sequence[Any], reader: Reader) -> int:
    if spec.schema is not None:
        return _level_of_data(spec.schema, stored)
    from gossamer.features.research.findings import finding_of  # noqa: PLC0415 - loaded with the first question

    pages = [reader.page(record) for record in stored]
    corpus = Corpus(pages)
    findings = [finding_of(facet, pages, corpus) for facet in plan_of(spec).facets]
    if not all(finding.answer and finding.claims[0].score >= _SURE for finding in findings):
        return 0
    outdated = {page.url for page in pages if page.outdated}
    return 2 if len(pages) >= _FEW and all(_is_confirmed(finding, outdated) for finding in findings) else 1


def _is_confirmed(finding: Finding, outdated: set[str]) -> bool:
    """Return whether another page says the same, or the page about the thing itself says it, and none contradicts."""
    if finding.against:
        return False
    best = finding.claims[0]
    is_plain = best.score >= _PLAIN and best.citation.url not in outdated
    return is_plain or len({claim.citation.url for claim in finding.claims}) > 1


def _level_of_data(schema: Mapping[str, Any], stored: Sequence[Any]) -> int:
    # How many entries a list has nobody knows before the budget is used.
    if _has_lists(schema):
        return 0
    merged = merge(page_values(stored, ()), shaped=True)
    if lacks(merged.value, schema):
        return 0
    return 2 if len(stored) >= _FEW else 1


def _has_lists(schema: Mapping[str, Any]) -> bool:
    properties = schema.get("properties")
    inner = list(properties.values()) if isinstance(properties, Mapping) else []
    return schema.get("type") == "array" or any(isinstance(box, Mapping) and _has_lists(box) for box in inner)


def _field_names(schema: Mapping[str, Any] | None) -> list[str]:
    properties = (schema or {}).get("properties")
    return list(properties) if isinstance(properties, Mapping) else []
