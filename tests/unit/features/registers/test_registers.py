"""Papers and searches for developers, over registers that answer from memory."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import cast

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.developer import DeveloperHit, DeveloperKind, DeveloperQuery, Repository, RepositoryFilter
from gossamer.core.errors import NotAvailable, NotFound, SearchFailed
from gossamer.core.papers import Paper, PaperId, PaperQuery, RelatedQuery, Relation
from gossamer.features.registers import DeveloperSearch, Papers
from gossamer.features.scrape import Scraping
from gossamer.ports.search import ProviderFailed

SEED, OTHER = PaperId("pmid", "1"), PaperId("pmid", "2")
QUERY = DeveloperQuery("vcf parser")


def a_paper(number: int, title: str, **more: object) -> Paper:
    return Paper(frozenset({PaperId("pmid", str(number))}), title, **more)  # type: ignore[arg-type]


class Shelf:
    """A register with *papers* and their *neighbours*; *fails* says why it does not answer."""

    def __init__(
        self,
        papers: Sequence[Paper] = (),
        *,
        neighbours: Mapping[PaperId, Sequence[Paper]] | None = None,
        name: str = "shelf",
        fails: str = "",
    ) -> None:
        self.name = name
        self.papers = tuple(papers)
        self.neighbours = neighbours
        self.fails = fails

    async def search(self, query: PaperQuery, *, team_id: str, deadline: Deadline) -> tuple[Paper, ...]:
        del query, team_id, deadline
        return self._answer(self.papers)

    async def paper(self, wanted: PaperId, *, deadline: Deadline) -> Paper | None:
        del deadline
        return next((one for one in self._answer(self.papers) if wanted in one.ids), None)

    async def related(
        self, paper: Paper, relation: Relation, *, limit: int, deadline: Deadline
    ) -> tuple[Paper, ...] | None:
        del relation, limit, deadline
        self._answer(())
        return None if self.neighbours is None else tuple(self.neighbours.get(paper.primary, ()))

    def _answer(self, papers: tuple[Paper, ...]) -> tuple[Paper, ...]:
        if self.fails:
            raise ProviderFailed(self.fails)
        return papers


def papers(*shelves: Shelf) -> Papers:
    return Papers(shelves, cast("Scraping", None))


def soon() -> Deadline:
    return Deadline.after(timedelta(seconds=30))


BROKEN = Shelf(name="broken", fails="it failed (500).")
FIRST = a_paper(1, "Spiders weave webs", abstract="On silk.", created=date(2020, 1, 1))
SECOND = a_paper(2, "Silk of moths", created=date(2024, 1, 1))


async def test_a_register_that_fails_is_named_and_the_others_answer() -> None:
    found = await papers(BROKEN, Shelf([FIRST, SECOND])).search(PaperQuery("silk"), team_id="t", deadline=soon())
    assert [one.paper for one in found.papers] == [FIRST, SECOND]
    assert (found.papers[0].score, found.warnings) == (1.0, ("broken: it failed (500).",))


async def test_the_newest_papers_come_first_when_that_is_wanted() -> None:
    query = PaperQuery("silk", newest_first=True, limit=1)
    found = await papers(Shelf([FIRST, SECOND])).search(query, team_id="t", deadline=soon())
    assert [one.paper for one in found.papers] == [SECOND]


@pytest.mark.parametrize("shelves", [[BROKEN], [BROKEN, Shelf(name="index")]])
async def test_that_nobody_answers_is_a_failure_and_no_empty_list(shelves: list[Shelf]) -> None:
    with pytest.raises(SearchFailed, match=r"Nobody answered the search\. broken: it failed \(500\)\."):
        await papers(*shelves).search(PaperQuery("silk"), team_id="t", deadline=soon())


async def test_without_registers_the_setting_is_named() -> None:
    with pytest.raises(NotAvailable, match="GOSSAMER_PAPER_SERVICES"):
        await papers().search(PaperQuery("silk"), team_id="t", deadline=soon())


async def test_who_may_only_read_stored_pages_asks_the_index_alone() -> None:
    found = await papers(BROKEN, Shelf([FIRST], name="index")).search(
        PaperQuery("silk"), team_id="t", deadline=soon(), own_only=True
    )
    assert (len(found.papers), found.warnings) == (1, ())


async def test_a_paper_that_no_register_knows_is_not_found() -> None:
    with pytest.raises(NotFound, match="No register knows the paper pmid:2"):
        await papers(Shelf([FIRST]), BROKEN).paper(OTHER, deadline=soon())


async def test_a_neighbour_of_several_seeds_comes_before_one_of_a_single_seed() -> None:
    shared, own = a_paper(8, "Webs"), a_paper(9, "Threads")
    shelf = Shelf([FIRST, SECOND], neighbours={SEED: [own, shared, SECOND], OTHER: [shared]})
    query = RelatedQuery((SEED, OTHER, PaperId("pmid", "77")), "anything")
    found = await papers(shelf).related(query, team_id="t", deadline=soon())
    assert [(one.paper, one.seeds) for one in found.papers] == [(shared, 2), (own, 1)]
    assert (found.pool, found.warnings) == (2, ("No register knows the paper pmid:77.",))


async def test_the_intent_alone_decides_when_that_is_wanted() -> None:
    neighbours = [a_paper(8, "Webs of spiders"), a_paper(9, "The strength of silk threads")]
    shelf = Shelf([FIRST], neighbours={SEED: neighbours})
    query = RelatedQuery((SEED,), "how strong is a silk thread", Relation.CITERS, reranked=True)
    found = await papers(shelf).related(query, team_id="t", deadline=soon())
    assert [one.paper for one in found.papers] == neighbours[::-1]


async def test_without_citations_similar_papers_are_searched_and_citers_are_none() -> None:
    shelf = Shelf([FIRST, SECOND])
    similar = await papers(shelf).related(RelatedQuery((SEED,), "silk"), team_id="t", deadline=soon())
    assert [one.paper for one in similar.papers] == [SECOND]
    assert "its title and the intent were searched for" in similar.warnings[0]
    citers = await papers(shelf).related(RelatedQuery((SEED,), "silk", Relation.CITERS), team_id="t", deadline=soon())
    assert (citers.papers, citers.warnings) == ((), ("No register knows citations of this paper.",))


def a_hit(name: str, text: str = "", **more: object) -> DeveloperHit:
    url = f"https://github.com/{name}"
    return DeveloperHit(DeveloperKind.README, name, url, name, "github", text, repo=name, **more)  # type: ignore[arg-type]


class Source:
    """A source with *hits*."""

    name = "github"

    def __init__(self, *hits: DeveloperHit, wait: bool = False) -> None:
        self.hits = hits
        self.wait = wait

    def serves(self, query: DeveloperQuery) -> bool:
        return DeveloperKind.README in query.kinds

    async def search(self, query: DeveloperQuery, *, team_id: str, deadline: Deadline) -> tuple[DeveloperHit, ...]:
        del query, team_id, deadline
        if self.wait:
            await asyncio.Event().wait()
        return self.hits


async def names(query: DeveloperQuery, *sources: Source) -> list[str]:
    found = await DeveloperSearch(sources).search(query, team_id="t", deadline=soon())
    return [one.hit.title for one in found.results]


async def test_what_has_none_of_the_words_comes_last() -> None:
    parser = a_hit("o/parser", "A parser of VCF files.")
    assert await names(QUERY, Source(a_hit("o/kitchen", "Recipes.")), Source(a_hit("o/attic"), parser)) == [
        "o/parser", "o/kitchen", "o/attic",
    ]  # fmt: skip


async def test_an_address_is_shown_once() -> None:
    assert await names(QUERY, Source(a_hit("o/vcf")), Source(a_hit("o/vcf"))) == ["o/vcf"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (RepositoryFilter(language="go"), ["o/go"]),
        (RepositoryFilter(min_stars=10), ["o/go"]),
        (RepositoryFilter(max_stars=10), ["o/c"]),
        (RepositoryFilter(topics=("vcf",)), ["o/go"]),
        (RepositoryFilter(license="mit"), ["o/go"]),
        (RepositoryFilter(archived=True), ["o/c"]),
        (RepositoryFilter(fork=False), ["o/go", "o/c"]),
    ],
)
async def test_conditions_on_repositories_want_what_is_known(wanted: RepositoryFilter, found: list[str]) -> None:
    source = Source(
        a_hit("o/go", repository=Repository("o/go", "Go", ("vcf",), "MIT", 50, archived=False, fork=False)),
        a_hit("o/c", repository=Repository("o/c", "C", (), None, 5, archived=True, fork=False)),
        a_hit("o/unknown"),
    )
    assert await names(DeveloperQuery("vcf", repository=wanted), source) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (DeveloperQuery("q", repos=("O/A",)), ["o/a"]),
        (DeveloperQuery("q", sources=("github",)), ["o/a", "o/b"]),
        (DeveloperQuery("q", sources=("github.com",)), ["o/a", "o/b"]),
        (DeveloperQuery("q", sources=("npm",)), []),
        (DeveloperQuery("q", skills_only=True), ["o/b"]),
        (DeveloperQuery("q", kinds=frozenset({DeveloperKind.ISSUE})), []),
    ],
)
async def test_repositories_sources_and_kinds_narrow(query: DeveloperQuery, found: list[str]) -> None:
    assert await names(query, Source(a_hit("o/a"), a_hit("o/b", "Has a SKILL.md."))) == found


async def test_one_that_is_late_does_not_hold_up_the_others() -> None:
    deadline = Deadline.after(timedelta(seconds=1.1))
    found = await DeveloperSearch([Source(wait=True), Source(a_hit("o/a"))]).search(
        QUERY, team_id="t", deadline=deadline
    )
    assert ([one.hit.title for one in found.results], found.warnings) == (
        ["o/a"], ("github: it did not answer in time.",),
    )  # fmt: skip
