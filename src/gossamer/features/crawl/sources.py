"""Sources of the pages of extractions and research: named addresses, and sources that lead to more.

A source is an entry of the frontier as a page is: it is read once, whatever happens to who reads it. What it leads to
comes behind the addresses that were named, in the order the source gave it; its depth tells which source that was.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from gossamer.core.access import Permits
from gossamer.core.canonical import exact_fingerprint, fetchable, fingerprint64
from gossamer.core.crawls import Discovered, Entry, EntryKind, Refusal
from gossamer.core.documents import Document
from gossamer.core.extractions import WEB_SEARCH, ExtractSpec
from gossamer.core.jobs import Job, JobKind
from gossamer.core.urls import WebUrl

_AHEAD: Final = 1


@dataclass(frozen=True, slots=True)
class SourceResult:
    """The pages of a source, best first; *problem* is the reason why it could not be read, or not fully.

    *then* is a source that is to be read beside what this one led to. With *waits* the answer is not known yet: ask
    again in a moment. *discovered* are entries as they are to be, beside the pages.
    """

    urls: Sequence[WebUrl] = ()
    problem: str | None = None
    then: WebUrl | None = None
    waits: bool = False
    discovered: Sequence[Discovered] = ()


class Sources(Protocol):
    """Looks for pages that an extraction may want."""

    async def read(self, source: WebUrl, job: Job, permits: Permits | None, *, model: bool = False) -> SourceResult:
        """Return the pages of the site that begins at *source*, or those that a search of the web found.

        None of where *permits* says no. *model* is whether a language model may be asked.
        """


class SourcesByKind:
    """Sources of jobs by their kind."""

    def __init__(self, sources: Mapping[JobKind, Sources]) -> None:
        self._sources = sources

    async def read(self, source: WebUrl, job: Job, permits: Permits | None, *, model: bool = False) -> SourceResult:
        """Return the pages to which the source of a job leads."""
        return await self._sources[job.kind].read(source, job, permits, model=model)


class Guide(Protocol):
    """Leads a run of research from page to page."""

    async def refusal(self, entry: Entry, job: Job) -> Refusal | None:
        """Return the refusal of an *entry* that is not worth its price any more; None when it is to be read."""

    def is_over(self, job: Job, at: datetime) -> bool:
        """Return whether nothing of *job* is read at that time."""

    async def leads(self, document: Document, entry: Entry, job: Job) -> Sequence[Discovered]:
        """Return the links of a page that are worth following."""


def extract_seeds(spec: ExtractSpec) -> Sequence[Discovered]:
    """Return the first entries of an extraction: each address once, then each source."""
    met: dict[int, Discovered] = {}
    for url, written in zip(spec.urls, spec.written or ("",) * len(spec.urls), strict=True):
        fingerprint = exact_fingerprint(url)
        met.setdefault(fingerprint, Discovered(fetchable(url), fingerprint, written=written))
    for number, source in enumerate(_sources(spec), 1):
        fingerprint = _source_fingerprint(source)
        met.setdefault(fingerprint, Discovered(source, fingerprint, depth=number, kind=EntryKind.SOURCE))
    return list(met.values())


def list_led_to(led: SourceResult, source: Entry) -> list[Discovered]:
    """Return the pages that *source* led to, in their order, and the source that it led to."""
    discoveries = [
        Discovered(fetchable(url), exact_fingerprint(url), depth=source.depth, rank=rank)
        for rank, url in enumerate(led.urls, _AHEAD)
    ]
    if led.then is not None:
        depth = source.depth + 1
        discoveries.append(Discovered(led.then, _source_fingerprint(led.then), depth=depth, kind=EntryKind.SOURCE))
    return [*discoveries, *led.discovered]


def _sources(spec: ExtractSpec) -> Iterator[WebUrl]:
    yield from spec.sites
    if spec.web_search:
        yield WEB_SEARCH


def source_of(url: WebUrl, *, depth: int, rank: int = 0) -> Discovered:
    """Return the entry of a source at *url*."""
    return Discovered(url, _source_fingerprint(url), depth=depth, rank=rank, kind=EntryKind.SOURCE)


def page_of(url: WebUrl, *, depth: int, rank: int = 0, written: str = "") -> Discovered:
    """Return the entry of a page at *url*."""
    return Discovered(fetchable(url), exact_fingerprint(url), depth=depth, rank=rank, written=written)


def _source_fingerprint(source: WebUrl) -> int:
    # No address has a space, so it is never that of a page.
    return fingerprint64(WebUrl(source.partition("#")[0] + " source"))
