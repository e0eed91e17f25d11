"""Identifiers of papers."""

import pytest

from gossamer.core.errors import CallerError
from gossamer.core.papers import Paper, PaperId, identifier, paper_id


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("1706.03762", "arxiv:1706.03762"),
        ("arXiv:1706.03762v7", "arxiv:1706.03762"),
        ("hep-th/9901001", "arxiv:hep-th/9901001"),
        ("https://arxiv.org/abs/1706.03762v2", "arxiv:1706.03762"),
        ("http://arxiv.org/pdf/1706.03762.pdf", "arxiv:1706.03762"),
        ("10.1016/J.neunet.2025.108095", "doi:10.1016/j.neunet.2025.108095"),
        ("https://doi.org/10.1000/x", "doi:10.1000/x"),
        ("doi:10.48550/arXiv.1706.03762", "arxiv:1706.03762"),
        ("pmid:40953549", "pmid:40953549"),
        ("https://pubmed.ncbi.nlm.nih.gov/40953549/", "pmid:40953549"),
        ("PMC12530322", "pmcid:PMC12530322"),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC12530322/", "pmcid:PMC12530322"),
        ("openalex:w2626778328", "openalex:W2626778328"),
    ],
)
def test_an_identifier_has_one_form_however_it_is_written(written: str, found: str) -> None:
    assert str(paper_id(written)) == found
    assert paper_id(found) == paper_id(written)


@pytest.mark.parametrize(
    "written", ["", "attention", "doi:attention", "isbn:123", "10.1/", "pmid:x", "arxiv:" + "1" * 400]
)
def test_what_is_no_identifier_is_refused(written: str) -> None:
    with pytest.raises(CallerError, match="is no identifier of a paper"):
        paper_id(written)


def test_a_paper_is_named_by_its_best_identifier() -> None:
    ids = {identifier("s2", "a" * 40), identifier("doi", "10.1000/x"), identifier("pmid", 7)}
    paper = Paper(frozenset(one for one in ids if one is not None), "T")
    assert (paper.primary, paper.id_in("doi"), paper.id_in("arxiv")) == (PaperId("pmid", "7"), "10.1000/x", None)
