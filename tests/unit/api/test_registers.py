"""Papers and searches for developers over HTTP."""

from collections.abc import AsyncIterator
from datetime import date
from typing import Any

import httpx
import pytest
import pytest_asyncio

from gossamer.core.developer import DeveloperKind, DeveloperQuery, RepositoryFilter
from gossamer.core.papers import PaperId, PaperQuery, RelatedQuery, Relation
from tests.unit.api.stub import HEADERS, StubOperations, client

PAPERS = "/v2/search/research/papers"
ARXIV = PaperId("arxiv", "1706.03762")


@pytest.fixture
def stub() -> StubOperations:
    return StubOperations()


@pytest_asyncio.fixture
async def api(stub: StubOperations) -> AsyncIterator[httpx.AsyncClient]:
    async with client(stub) as found:
        found.headers.update(HEADERS)
        yield found


async def test_papers_are_listed_with_the_registers_that_did_not_answer(api: httpx.AsyncClient) -> None:
    answer = (await api.get(PAPERS, params={"query": "attention"})).json()
    assert answer == {
        "success": True,
        "results": [
            {
                "paperId": "arxiv:1706.03762",
                "primaryId": "arxiv:1706.03762",
                "ids": {"arxiv": ["1706.03762"], "doi": ["10.5555/3295222"]},
                "title": "Attention Is All You Need",
                "abstract": "We propose the Transformer.",
                "authors": "Ashish Vaswani, Noam Shazeer",
                "categories": ["cs.CL"],
                "createdDate": "2017-06-12",
                "score": 1.0,
            }
        ],
        "warning": "arxiv: it failed (500).",
    }


async def test_all_parameters_of_a_search_are_read_and_repeated_ones_are_lists(
    api: httpx.AsyncClient, stub: StubOperations
) -> None:
    query = "query=q&k=7&authors=a&authors=b&categories=cs.CL&from=2017-01-01&to=2018-01-01&sort=date_desc"
    assert (await api.get(f"{PAPERS}?{query}&origin=x&integration=cli")).status_code == 200
    assert stub.registers.asked == [
        PaperQuery("q", 7, ("a", "b"), ("cs.CL",), date(2017, 1, 1), date(2018, 1, 1), newest_first=True)
    ]


@pytest.mark.parametrize(
    "path",
    [
        PAPERS,
        f"{PAPERS}?query=",
        f"{PAPERS}?query=q&k=501",
        f"{PAPERS}?query=q&k=many",
        f"{PAPERS}?query=q&from=yesterday",
        f"{PAPERS}?query=q&from=2020-01-02&to=2020-01-01",
        f"{PAPERS}?query=q&colour=red",
        f"{PAPERS}/1706.03762?k=3",
        f"{PAPERS}/1706.03762?query=q&k=51",
        f"{PAPERS}/1706.03762/similar",
        f"{PAPERS}/1706.03762/similar?intent=i&mode=friends",
        "/v2/search/research/github?query=q&k=101",
        "/v2/search/developer?query=q&types=song",
        "/v2/search/developer?query=q&passages=6",
    ],
)
async def test_parameters_that_do_not_fit_are_named(api: httpx.AsyncClient, path: str) -> None:
    answer = await api.get(path)
    assert (answer.status_code, answer.json()["error"]) == (400, "Invalid query parameters")
    assert answer.json()["details"]


@pytest.mark.parametrize(
    "written", ["1706.03762", "arxiv%3A1706.03762v7", "https%3A%2F%2Farxiv.org%2Fabs%2F1706.03762"]
)
async def test_a_paper_is_found_by_any_of_its_names(api: httpx.AsyncClient, stub: StubOperations, written: str) -> None:
    answer = (await api.get(f"{PAPERS}/{written}")).json()
    assert answer["paper"]["paperId"] == "arxiv:1706.03762"
    assert stub.registers.asked == [ARXIV]


@pytest.mark.parametrize("written", ["doi%3A10.1016%2Fj.neunet.2025.108095", "doi:10.1016/j.neunet.2025.108095"])
async def test_slashes_of_an_id_may_be_escaped(api: httpx.AsyncClient, stub: StubOperations, written: str) -> None:
    assert (await api.get(f"{PAPERS}/{written}/similar?intent=i")).status_code == 200
    assert stub.registers.asked == [RelatedQuery((PaperId("doi", "10.1016/j.neunet.2025.108095"),), "i")]


async def test_what_is_no_id_says_what_one_looks_like(api: httpx.AsyncClient) -> None:
    answer = await api.get(f"{PAPERS}/attention")
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("`attention` is no identifier of a paper. Use an id from a search")


async def test_a_question_to_a_paper_is_answered_with_passages(api: httpx.AsyncClient) -> None:
    answer = (await api.get(f"{PAPERS}/1706.03762", params={"query": "Which GPUs?", "k": 2})).json()
    assert (answer["paperId"], answer["query"]) == ("arxiv:1706.03762", "Which GPUs?")
    assert answer["passages"] == [{"text": "Which GPUs?", "score": 1.0}] * 2
    assert answer["document"] == "https://arxiv.org/pdf/1706.03762"


async def test_related_papers_say_how_they_were_ranked(api: httpx.AsyncClient, stub: StubOperations) -> None:
    query = "intent=i&mode=citers&k=1&rerank=true&anchor=doi:10.1/x&anchor=pmid:7"
    stub_answer = await api.get(f"{PAPERS}/1706.03762/similar?{query.replace('10.1/x', '10.1000/x')}")
    answer = stub_answer.json()
    assert (answer["poolSize"], answer["truncated"], answer["note"]) == (3, True, None)
    signals = {"structural": 0.5, "semantic": 1.0, "articleRank": 1, "seedOverlap": 1}
    assert answer["results"][0]["signals"] == signals
    seeds = (ARXIV, PaperId("doi", "10.1000/x"), PaperId("pmid", "7"))
    assert stub.registers.asked == [RelatedQuery(seeds, "i", Relation.CITERS, 1, reranked=True)]


async def test_older_addresses_say_names_in_both_styles(api: httpx.AsyncClient) -> None:
    answer = (await api.get("/v2/research/papers/1706.03762/similar?intent=i")).json()
    assert (answer["poolSize"], answer["pool_size"]) == (3, 3)
    [paper] = answer["results"]
    assert paper["paper_id"] == paper["primary_id"] == paper["paperId"]
    assert (paper["created_date"], paper["signals"]["article_rank"], paper["signals"]["seed_overlap"]) == (
        "2017-06-12", 1, 1,
    )  # fmt: skip
    readme = (await api.get("/v2/research/github?query=q")).json()["results"][0]
    assert (readme["result_type"], readme["readme_url"]) == ("repo_readme", "https://github.com/o/r")


@pytest.mark.parametrize(
    "path",
    [f"{PAPERS}?query=q", f"{PAPERS}/1706.03762", "/v2/search/developer?query=q", "/v2/developer/search?query=q"],
)
async def test_that_nobody_answers_is_a_bad_gateway(api: httpx.AsyncClient, stub: StubOperations, path: str) -> None:
    stub.registers.down = True
    answer = await api.get(path)
    assert (answer.status_code, answer.json()["code"]) == (502, "SEARCH_FAILED")
    assert answer.json()["error"] == "Nobody answered the search. arxiv: it failed (500)."


WANTED: dict[str, Any] = {
    "query": "q", "k": 3, "passages": 2, "types": ["readme"], "repos": ["o/r"], "sources": ["github"],
    "language": "Go", "topic": ["vcf"], "license": "MIT", "min_stars": 1, "max_stars": 9, "archived": False,
    "fork": True, "skills": "only",
}  # fmt: skip
QUERY = DeveloperQuery(
    "q",
    3,
    2,
    frozenset({DeveloperKind.README}),
    ("o/r",),
    ("github",),
    RepositoryFilter("Go", ("vcf",), "MIT", 1, 9, archived=False, fork=True),
    skills_only=True,
)


@pytest.mark.parametrize("path", ["/v2/search/developer", "/v2/developer/search"])
async def test_developers_search_with_a_query_or_with_a_body(
    api: httpx.AsyncClient, stub: StubOperations, path: str
) -> None:
    by_body = await api.post(path, json={**WANTED, "origin": "python-sdk@4.55.0"})
    by_query = await api.get(path, params={**WANTED, "archived": "false", "fork": "true"})
    assert stub.registers.asked == [QUERY, QUERY]
    assert by_body.json() == by_query.json()
    assert by_body.json() == {
        "success": True,
        "results": [
            {
                "id": "readme:o/r",
                "url": "https://github.com/o/r",
                "title": "o/r",
                "passages": [{"text": "A tool.", "citation_url": "https://github.com/o/r"}],
                "license": {"state": "licensed", "spdx_id": "MIT"},
            }
        ],
        "repos": [{"repo": "o/r", "indexed": True, "types": {"issue": False, "pullRequest": False, "readme": True}}],
        "sources": [{"source": "github", "indexed": True}],
        "creditsUsed": 2,
    }


async def test_a_body_is_strict(api: httpx.AsyncClient) -> None:
    wrong = [{"query": "q", "k": "3"}, {"query": "q", "minStars": 3}, {"query": ""}, {}]
    answers = [await api.post("/v2/search/developer", json=body) for body in wrong]
    assert [answer.status_code for answer in answers] == [400] * 4
