"""Scientific papers: searched, looked up, related by citations, and read, in several open registers at once."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotFound, ServiceError
from gossamer.core.formats import Markdown
from gossamer.core.orders import ScrapeOrder
from gossamer.core.papers import (
    Paper,
    PaperId,
    PaperQuery,
    PaperRead,
    PapersFound,
    RankedPaper,
    RelatedQuery,
    Relation,
)
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.registers.gathering import OWN, ApiCall, Gathered, gather_requests
from gossamer.features.registers.paper_merging import MergedPaper, fits, merge_papers, unite_papers
from gossamer.features.registers.passages import fitness, passages
from gossamer.features.scrape import Scraping
from gossamer.ports.papers import PaperRegister

_SETTING: Final = "GOSSAMER_PAPER_SERVICES"
_MOST_DOCUMENTS: Final = 3
_REMEMBERED: Final = 32
_DAMPING: Final = 60
_BETWEEN_EQUALS: Final = 1e-3
_ABSTRACT_ONLY: Final = "No full text could be read, so the passages are from the abstract."
_NO_CITATIONS: Final = "No register knows citations of this paper."
_SEARCHED: Final = "No register knows papers that belong to it, so its title and the intent were searched for."


class Papers:
    """Papers of *registers*, in the order of their worth, which decides between equals; *scraping* reads full texts."""

    def __init__(self, registers: Sequence[PaperRegister], scraping: Scraping) -> None:
        self._registers = tuple(registers)
        self._scraping = scraping
        self._texts: OrderedDict[str, str] = OrderedDict()

    async def search(
        self, query: PaperQuery, *, team_id: str, deadline: Deadline, own_only: bool = False
    ) -> PapersFound:
        """Return papers for *query*, best first; with *own_only* no register outside gets it.

        Raises SearchFailed when nobody answered, or nobody outside did and the index has nothing.
        """
        paper_registers = [register for register in self._registers if register.name == OWN or not own_only]
        answers = await gather_requests(
            [
                ApiCall(paper_register.name, paper_register.search(query, team_id=team_id, deadline=deadline))
                for paper_register in paper_registers
            ],
            deadline,
        )
        answers.check(_SETTING, found=any(papers for _, papers in answers.answers))
        matching_papers = [
            paper for paper in merge_papers([papers for _, papers in answers.answers]) if fits(paper.paper, query)
        ]
        ranked = _rank_papers(matching_papers, query.text)
        if query.newest_first:
            ranked.sort(key=lambda ranked_paper: ranked_paper.paper.created or date.min, reverse=True)
        return PapersFound(tuple(ranked[: query.limit]), len(matching_papers), answers.failures)

    async def paper(self, wanted: PaperId, *, deadline: Deadline) -> Paper:
        """Return the record that the registers have of a paper. Raises NotFound, or SearchFailed without answers."""
        answers = await gather_requests(
            [ApiCall(register.name, register.paper(wanted, deadline=deadline)) for register in self._registers],
            deadline,
        )
        papers = [paper for _, paper in answers.answers if paper is not None]
        answers.check(_SETTING, found=bool(papers))
        if not papers:
            late = f" {' '.join(answers.failures)}" if answers.failures else ""
            raise NotFound(f"No register knows the paper {wanted}.{late}")
        first, *others = papers
        for other in others:
            first = unite_papers(first, other)
        return first

    async def related(self, query: RelatedQuery, *, team_id: str, deadline: Deadline) -> PapersFound:
        """Return papers that belong to the seeds of *query*, best first for its intent.

        Raises NotFound when nobody knows the first seed, and SearchFailed when nobody answered.
        """
        seed_outcomes = await asyncio.gather(*(self._seed(seed, deadline) for seed in query.seeds))
        if isinstance(seed_outcomes[0], NotFound):
            raise seed_outcomes[0]
        seeds = [outcome for outcome in seed_outcomes if isinstance(outcome, Paper)]
        notes = [seed.message for seed in seed_outcomes if isinstance(seed, NotFound)]
        answers = await asyncio.gather(*(self._neighbours(seed, query, deadline) for seed in seeds))
        notes += [failure for answer in answers for failure in answer.failures]
        lists = [
            [match.paper for match in merge_papers([papers or () for _, papers in each.answers])] for each in answers
        ]
        if all(papers is None for each in answers for _, papers in each.answers):
            if query.relation is not Relation.SIMILAR:
                return PapersFound(warnings=(*notes, _NO_CITATIONS))
            notes.append(_SEARCHED)
            text = PaperQuery(f"{seeds[0].title} {query.intent}", query.limit)
            search_results = await self.search(text, team_id=team_id, deadline=deadline)
            lists = [[match.paper for match in search_results.papers]]
        return _rank_others(lists, seeds, query, notes)

    async def read(
        self,
        wanted: PaperId,
        question: str,
        most: int,
        *,
        team_id: str,
        key_id: str,
        deadline: Deadline,
        permits: Permits | None = None,
    ) -> PaperRead:
        """Return the passages of a paper that fit *question*: of its full text where one may be read.

        Raises NotFound, and SearchFailed when nobody answered.
        """
        paper = await self.paper(wanted, deadline=deadline)
        failures: list[str] = []
        for url in paper.documents[:_MOST_DOCUMENTS]:
            order = ScrapeOrder(_spec(url, deadline), team_id, key_id, permits=permits)
            try:
                text = await self._text(url, order, permits)
            except ServiceError as error:
                failures.append(f"{url}: {error.message}")
                continue
            if passages_found := passages(text, question, most):
                return PaperRead(paper, passages_found, url)
        passages_found = passages(f"{paper.title}\n\n{paper.abstract}", question, most)
        return PaperRead(paper, passages_found, warnings=(_ABSTRACT_ONLY, *failures))

    async def _seed(self, paper_id: PaperId, deadline: Deadline) -> Paper | NotFound:
        try:
            return await self.paper(paper_id, deadline=deadline)
        except NotFound as error:
            return error

    async def _neighbours(
        self, seed: Paper, query: RelatedQuery, deadline: Deadline
    ) -> Gathered[tuple[Paper, ...] | None]:
        requests = [
            ApiCall(register.name, register.related(seed, query.relation, limit=query.limit, deadline=deadline))
            for register in self._registers
        ]
        return await gather_requests(requests, deadline)

    async def _text(self, url: str, order: ScrapeOrder, permits: Permits | None) -> str:
        """Return the text of a document as Markdown; the last ones are remembered. Raises ServiceError."""
        if permits is not None and (refusal := permits(url)) is not None:
            raise refusal
        if url not in self._texts:
            done = await self._scraping.perform(order)
            if done.error is not None:
                raise done.error
            self._texts[url] = done.result.document.markdown or ""
            while len(self._texts) > _REMEMBERED:
                self._texts.popitem(last=False)
        self._texts.move_to_end(url)
        return self._texts[url]


def _spec(url: str, deadline: Deadline) -> ScrapeSpec:
    time_limit = timedelta(seconds=max(1.0, deadline.remaining() / 2))
    return ScrapeSpec(web_url(url), formats=(Markdown(),), timeout=time_limit)


def _rank_others(
    lists: Sequence[Sequence[Paper]], seeds: Sequence[Paper], query: RelatedQuery, notes: Sequence[str]
) -> PapersFound:
    """Return the papers of *lists* that are none of the *seeds*, best first."""
    seed_ids = frozenset(name for seed in seeds for name in seed.ids)
    pool = [match for match in merge_papers(lists) if not match.paper.ids & seed_ids and match.paper.title]
    ranked = _rank_papers(pool, query.intent, reranked=query.reranked)
    return PapersFound(tuple(ranked[: query.limit]), len(pool), tuple(dict.fromkeys(notes)))


def _rank_papers(candidates: Sequence[MergedPaper], text: str, *, reranked: bool = False) -> list[RankedPaper]:
    """Return *candidates* by their places in lists, of which how well they fit *text* is one.

    With *reranked* it alone decides, and places between equals.
    """
    # Twice the title: what it says of a paper is worth more than a word of the abstract.
    fitting = fitness([f"{paper.paper.title} {paper.paper.title} {paper.paper.abstract}" for paper in candidates], text)
    by_text = sorted((at for at, fit in enumerate(fitting) if fit), key=lambda at: -fitting[at])
    places = {at: 1 / (_DAMPING + place) for place, at in enumerate(by_text, start=1)}
    best = max((paper.value for paper in candidates), default=1.0)
    scores = [
        fitting[at] + _BETWEEN_EQUALS * paper.value if reranked else paper.value + places.get(at, 0.0)
        for at, paper in enumerate(candidates)
    ]
    top = max(scores, default=1.0)
    return [
        RankedPaper(
            candidates[at].paper,
            round(scores[at] / top, 4),
            structural=round(candidates[at].value / best, 4),
            semantic=round(fitting[at], 4),
            seeds=len(candidates[at].places),
        )
        for at in sorted(range(len(candidates)), key=lambda at: -scores[at])
    ]
