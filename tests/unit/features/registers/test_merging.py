"""Papers of several registers become one list."""

from datetime import date

import pytest

from gossamer.core.papers import Paper, PaperId, PaperQuery, identifiers
from gossamer.features.registers.paper_merging import fits, merge_papers


def a_paper(*ids: str, title: str = "", authors: tuple[str, ...] = (), **more: object) -> Paper:
    pairs = (written.split(":", 1) for written in ids)
    return Paper(identifiers((name, value) for name, value in pairs), title, authors=authors, **more)  # type: ignore[arg-type]


def test_records_that_share_an_identifier_are_one_paper_with_all_that_is_known() -> None:
    lists = [
        [a_paper("doi:10.1000/x", title="T", sources=("crossref",))],
        [a_paper("pmid:7", title="U", abstract="Long.", sources=("europepmc",))],
        [a_paper("pmid:7", "doi:10.1000/x", title="V", documents=("https://e.org/x.pdf",), sources=("openalex",))],
    ]
    [one] = merge_papers(lists)
    assert one.paper.ids == {PaperId("doi", "10.1000/x"), PaperId("pmid", "7")}
    assert (one.paper.title, one.paper.abstract, one.paper.sources) == (
        "T", "Long.", ("crossref", "europepmc", "openalex"),
    )  # fmt: skip
    assert one.places == {0: 1, 1: 1, 2: 1}


def test_a_preprint_and_its_published_version_are_one_by_title_and_author() -> None:
    preprint = a_paper("arxiv:1706.03762", title="Attention is all you need.", authors=("Vaswani A",))
    published = a_paper("doi:10.5555/1", title="Attention Is All You Need", authors=("Ashish Vaswani",))
    assert len(merge_papers([[preprint], [published]])) == 1
    other = a_paper("doi:10.5555/2", title="Attention Is All You Need", authors=("Lena Brandt",))
    assert len(merge_papers([[preprint], [other]])) == 2


def test_what_several_registers_have_comes_first() -> None:
    alone, both = a_paper("pmid:1", title="A"), a_paper("pmid:2", title="B")
    assert [one.paper for one in merge_papers([[alone, both], [both]])] == [both, alone]


@pytest.mark.parametrize(
    ("query", "is_wanted"),
    [
        (PaperQuery("q", authors=("vaswani",)), True),
        (PaperQuery("q", authors=("Shazeer, Noam", "Vaswani")), True),
        (PaperQuery("q", authors=("vaswani", "hinton")), False),
        (PaperQuery("q", categories=("CS.cl",)), True),
        (PaperQuery("q", categories=("cs.CL", "cs.LG")), False),
        (PaperQuery("q", since=date(2017, 6, 12), until=date(2017, 6, 12)), True),
        (PaperQuery("q", since=date(2017, 6, 13)), True),
        (PaperQuery("q", until=date(2017, 6, 11)), False),
        (PaperQuery("q", since=date(2024, 1, 1)), False),
    ],
)
def test_all_conditions_must_be_met(query: PaperQuery, is_wanted: bool) -> None:
    paper = a_paper(
        "pmid:1",
        authors=("Ashish Vaswani", "Noam Shazeer"),
        categories=("cs.CL",),
        created=date(2017, 6, 12),
        updated=date(2023, 8, 2),
    )
    assert fits(paper, query) is is_wanted


def test_a_paper_without_a_date_is_in_no_time() -> None:
    assert not fits(a_paper("pmid:1"), PaperQuery("q", since=date(1900, 1, 1)))
