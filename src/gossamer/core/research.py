"""Research: a question that is answered from pages which are looked for, within a budget."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from gossamer.core.crawls import Webhook
from gossamer.core.records import Record
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl

# Steps of a run stand in its frontier beside its pages; no such hosts can exist (RFC 2606).
PLAN: Final = WebUrl("http://plan.invalid/")
REPORT: Final = WebUrl("http://report.invalid/")
SEARCH: Final = WebUrl("http://web-search.invalid/?q=")


class ResearchKind(StrEnum):
    """The endpoint that a run belongs to."""

    AGENT = "agent"
    DEEP_RESEARCH = "deep_research"


@dataclass(frozen=True, slots=True)
class ResearchBudget:
    """The bounds of a run: *pages* that are read, link hops (*depth*), *seconds*, and *credits* at most (None: any)."""

    pages: int = 15
    depth: int = 2
    seconds: int = 180
    credits: int | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """The place of a run in its thread: *turn* counts from 1; *earlier* are the ids of the runs before it.

    *subject* is the name that the earlier questions were about, which "it" stands for; empty when there is none.
    """

    thread_id: str
    turn: int = 1
    earlier: tuple[str, ...] = ()
    subject: str = ""


@dataclass(frozen=True, slots=True)
class ResearchSpec:
    """A question, where to look, and how far.

    *scrape* is the template of each page. *urls* are read first, then what they lead to; with *only_urls* nothing else
    is. Without *urls* the web and the own index are searched. *schema* is the shape of the answer; None: an answer in
    words and a report. *instructions* say how a model is to write.
    """

    scrape: ScrapeSpec
    prompt: str
    kind: ResearchKind = ResearchKind.AGENT
    schema: Mapping[str, Any] | None = None
    urls: tuple[WebUrl, ...] = ()
    written: tuple[str, ...] = ()
    only_urls: bool = False
    budget: ResearchBudget = ResearchBudget()
    instructions: str = ""
    formats: tuple[str, ...] = ("markdown",)
    mode: str | None = None
    effort: str | None = None
    model: str | None = None
    thread: Thread | None = None
    max_concurrency: int | None = None
    webhook: Webhook | None = None
    zero_data_retention: bool = False
    origin: str = "api"
    integration: str | None = None
    # Sentences on options that were accepted but have no effect, for the status's `warning`.
    notices: tuple[str, ...] = ()

    @property
    def limit(self) -> int:
        """Return the greatest number of pages that are read."""
        return self.budget.pages

    @property
    def about(self) -> str:
        """Return in a few words what it is about."""
        return self.prompt[:200]


@dataclass(frozen=True, slots=True)
class LlmsTxtSpec:
    """An llms.txt that is made for the site at *url* from up to *limit* of its pages; *full* adds their text."""

    scrape: ScrapeSpec
    url: WebUrl
    limit: int = 10
    full: bool = False
    max_concurrency: int | None = None
    webhook: Webhook | None = None
    zero_data_retention: bool = False
    origin: str = "api"
    integration: str | None = None
    notices: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """Return the subject of the job: the site."""
        return self.url


@dataclass(frozen=True, slots=True)
class Citation:
    """Words of a page: *quote* is `markdown[start:end]` of the page whose text has the SHA-256 *content_hash*."""

    url: str
    title: str
    quote: str
    start: int
    end: int
    content_hash: str
    published: str = ""

    def as_json(self, number: int) -> dict[str, Any]:
        """Return the citation as answers show it, with its number."""
        names = {"url": self.url, "title": self.title, "quote": self.quote, "start": self.start, "end": self.end}
        fields: dict[str, Any] = {"number": number, **names, "contentHash": self.content_hash}
        return {**fields, "published": self.published} if self.published else fields


@dataclass(frozen=True, slots=True)
class Claim:
    """A value that a page gives for a facet; *score* says how well its words fit the facet: about 1 for all of it.

    *coverage* is the share of the facet that the words have, 0 to 1, without what counts beside it.
    """

    facet: str
    value: str
    citation: Citation
    score: float
    coverage: float = 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What the pages say together of one *facet*.

    *claims* agree with the answer, the best first; *against* are claims of other values. *answer* is empty, with a
    *reason*, where no page says it. *steps* are the questions that were answered on the way.
    """

    facet: str
    answer: str = ""
    claims: tuple[Claim, ...] = ()
    against: tuple[Claim, ...] = ()
    reason: str = ""
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResearchAnswer(Record):
    """The answer of a run: *data* for `data`, the *report* as Markdown, and what both rest on.

    *citations* are in the order of their numbers in the report. *unsupported* are sentences of a model that their
    passages do not support. *warnings* are sentences for the caller.
    """

    data: Any
    report: str = ""
    findings: tuple[Finding, ...] = ()
    citations: tuple[Citation, ...] = ()
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    evidence: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    contradictions: tuple[Mapping[str, Any], ...] = ()
    unsupported: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    method: str = "extractive"

    @property
    def found(self) -> bool:
        """Return whether anything was found."""
        return bool(self.citations)


@dataclass(frozen=True, slots=True)
class RunActivity:
    """Something that a run did; *type* is "search", "extract", "reasoning" or "synthesis"; times are aware."""

    type: str
    status: str
    message: str
    at: datetime
    depth: int


@dataclass(frozen=True, slots=True)
class ResearchSource:
    """A page that was read."""

    url: str
    title: str
    description: str
    icon: str = ""
