"""`/v2/search/research/papers`: searches of scientific papers, and what is known of one."""

from datetime import date
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, model_validator

from gossamer.core import papers
from gossamer.core.papers import paper_id
from gossamer.wire.answers import AnswerShape, OpenAnswerShape, Success
from gossamer.wire.queries import QueryShape
from gossamer.wire.shapes import broken_rule

_Words = Annotated[str, Field(min_length=1, max_length=500)]
_Names = Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=20)]
_PASSAGES: Final = 4
_LONGEST_ID: Final = 300


class PaperSearchQuery(QueryShape):
    """A search of papers."""

    LISTS: ClassVar[frozenset[str]] = frozenset({"authors", "categories"})

    query: Annotated[_Words, Field(description="What the papers are about; required.")]
    k: Annotated[int, Field(ge=1, le=500, description="Papers at most; 40 unless given.")] = 40
    authors: Annotated[_Names, Field(description="An author, or part of the name; repeated, all must fit.")] = Field(
        default_factory=list
    )
    categories: Annotated[_Names, Field(description="A subject, as `cs.LG`; repeated, all must fit.")] = Field(
        default_factory=list
    )
    from_: Annotated[date | None, Field(alias="from", description="First day (`YYYY-MM-DD`).")] = None
    to: Annotated[date | None, Field(description="Last day.")] = None
    sort: Annotated[Literal["relevance", "date_desc"], Field(description="`relevance` or `date_desc`.")] = "relevance"

    @model_validator(mode="after")
    def _in_order(self) -> "PaperSearchQuery":
        if self.from_ is not None and self.to is not None and self.from_ > self.to:
            raise broken_rule("`from` must not be after `to`.")
        return self

    def wanted(self) -> papers.PaperQuery:
        """Return the search as the core knows it."""
        newest_first = self.sort == "date_desc"
        dates = {"since": self.from_, "until": self.to}
        return self.to_core(papers.PaperQuery, text=self.query, limit=self.k, newest_first=newest_first, **dates)


class PaperQueryString(QueryShape):
    """What is wanted of one paper: what is known of it, or with a query its passages."""

    query: Annotated[_Words | None, Field(description="A question; the answer is then passages of the paper.")] = None
    k: Annotated[int | None, Field(ge=1, le=50, description="Passages at most, with `query`; 4 unless given.")] = None

    @model_validator(mode="after")
    def _with_a_question(self) -> "PaperQueryString":
        if self.k is not None and self.query is None:
            raise broken_rule("`k` is the number of passages: it needs a `query`.")
        return self

    @property
    def most(self) -> int:
        """Return the maximum number of passages."""
        return self.k or _PASSAGES


class RelatedPapersQuery(QueryShape):
    """Papers that belong to one."""

    LISTS: ClassVar[frozenset[str]] = frozenset({"anchor"})

    intent: Annotated[_Words, Field(description="What they are wanted for; required.")]
    mode: Annotated[papers.Relation, Field(description="`similar`, `citers` or `references`.")] = (
        papers.Relation.SIMILAR
    )
    k: Annotated[int, Field(ge=1, le=500, description="Papers at most; 40 unless given.")] = 40
    rerank: Annotated[bool, Field(description="Whether `intent` alone decides the order.")] = False
    anchor: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=_LONGEST_ID)]],
        Field(max_length=9, description="A further paper to start from; may be repeated."),
    ] = Field(default_factory=list)

    def wanted(self, seed: str) -> papers.RelatedQuery:
        """Return the search, from the paper *seed*, as the core knows it. Raises CallerError for what is no id."""
        seeds = tuple(dict.fromkeys(map(paper_id, (seed, *self.anchor))))
        return papers.RelatedQuery(seeds, self.intent, self.mode, self.k, reranked=self.rerank)


class PaperShape(AnswerShape):
    """A paper; texts are empty where no register has them."""

    paper_id: str = Field(description="The id to use in other requests.")
    primary_id: str
    ids: dict[str, list[str]]
    title: str
    abstract: str
    authors: str | None = Field(default=None, description="Names, separated by commas.")
    categories: list[str] | None = None
    created_date: str | None = None
    update_date: str | None = None
    score: float | None = Field(default=None, description="0 to 1, relative to the best paper of the answer.")
    signals: dict[str, float] | None = Field(default=None, description="How it was ranked among related papers.")


class PaperList(Success):
    """Papers, best first."""

    results: list[PaperShape]
    pool_size: int | None = Field(default=None, description="Papers that were looked at; of related papers only.")
    truncated: bool | None = None
    note: str | None = None
    warning: str | None = Field(default=None, description="Registers that did not answer.")


class OlderAnswer(OpenAnswerShape):
    """The same as below `/v2/search/research`, with some names in both styles."""

    success: bool


class PaperAnswer(Success):
    """A paper, with passages where a query was sent."""

    paper: PaperShape
    paper_id: str | None = None
    query: str | None = None
    passages: list[dict[str, Any]] | None = Field(default=None, description="`text` and `score`, best first.")
    document: str | None = Field(default=None, description="The address of the text that the passages are from.")
    warning: str | None = None


def papers_json(results: papers.PapersFound) -> dict[str, Any]:
    """Return the answer to a search of papers."""
    answer = {"success": True, "results": [_show_ranked(paper) for paper in results.papers]}
    return {**answer, "warning": " ".join(results.warnings)} if results.warnings else answer


def related_json(found: papers.PapersFound) -> dict[str, Any]:
    """Return the answer to a search of related papers."""
    results = [
        {**_show_ranked(paper), "signals": _signals(paper, place)} for place, paper in enumerate(found.papers, start=1)
    ]
    return {
        "success": True,
        "results": results,
        "poolSize": found.pool,
        "truncated": found.pool > len(results),
        "note": " ".join(found.warnings) or None,
    }


def paper_answer(paper: papers.Paper) -> dict[str, Any]:
    """Return the answer to a look at a paper."""
    return {"success": True, "paper": paper_json(paper)}


def read_json(read: papers.PaperRead, query: str) -> dict[str, Any]:
    """Return the answer to a question to a paper."""
    answer: dict[str, Any] = {
        **paper_answer(read.paper),
        "paperId": str(read.paper.primary),
        "query": query,
        "passages": [{"text": passage.text, "score": passage.score} for passage in read.passages],
    }
    if read.document:
        answer["document"] = read.document
    return {**answer, "warning": " ".join(read.warnings)} if read.warnings else answer


def paper_json(paper: papers.Paper) -> dict[str, Any]:
    """Return *paper* as JSON."""
    ids: dict[str, list[str]] = {}
    for identifier in sorted(paper.ids):
        ids.setdefault(identifier.namespace, []).append(identifier.value)
    fields = {
        "authors": ", ".join(name.replace(",", "") for name in paper.authors) or None,
        "categories": list(paper.categories) or None,
        "createdDate": paper.created.isoformat() if paper.created else None,
        "updateDate": paper.updated.isoformat() if paper.updated else None,
    }
    present = {name: value for name, value in fields.items() if value is not None}
    number = str(paper.primary)
    return {
        "paperId": number, "primaryId": number, "ids": ids, "title": paper.title, "abstract": paper.abstract, **present,
    }  # fmt: skip


def _show_ranked(ranked: papers.RankedPaper) -> dict[str, Any]:
    return {**paper_json(ranked.paper), "score": ranked.score}


def _signals(ranked: papers.RankedPaper, place: int) -> dict[str, float]:
    return {
        "structural": ranked.structural,
        "semantic": ranked.semantic,
        "articleRank": place,
        "seedOverlap": ranked.seeds,
    }
