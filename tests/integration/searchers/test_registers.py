"""Public registers: what each is asked, and what is made of its recorded answers."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
import pytest_asyncio

from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.public_services import developer_sources, paper_registers
from gossamer.core.deadlines import Deadline
from gossamer.core.developer import DeveloperQuery, RepositoryFilter
from gossamer.core.errors import TimedOut
from gossamer.core.papers import Paper, PaperId, PaperQuery, Relation, paper_id
from gossamer.net.apis import ApiClient
from gossamer.ports.papers import PaperRegister
from gossamer.ports.search import ProviderFailed
from gossamer.searchers.guarding import Budget
from gossamer.searchers.public_service import PublicService
from gossamer.settings import DEVELOPER_SERVICES, Settings
from gossamer.testing.clock import ManualClock
from tests.registers import Registers, running_registers
from tests.searching import soon

ATTENTION = paper_id("1706.03762")
QUERY = PaperQuery("attention in networks", 7, ("Vaswani",), ("cs.CL",), date(2017, 1, 1), date(2026, 1, 1))


@pytest.fixture(scope="module")
def served() -> Iterator[Registers]:
    with running_registers() as found:
        yield found


@pytest.fixture
def registers(served: Registers) -> Registers:
    served.asked.clear()
    served.headers.clear()
    served.down.clear()
    return served


@pytest_asyncio.fixture
async def client() -> AsyncIterator[ApiClient]:
    async with ApiClient() as found:
        yield found


def settings(registers: Registers, **more: object) -> Settings:
    return Settings(public_service_urls=registers.urls, **more)  # type: ignore[arg-type]


@pytest.fixture
def by_name(registers: Registers, client: ApiClient) -> dict[str, PaperRegister]:
    return {one.name: one for one in paper_registers(settings(registers), client, ManualClock())}


def a_paper(*ids: str, title: str = "Attention Is All You Need", **more: Any) -> Paper:
    return Paper(frozenset(map(paper_id, ids)), title, **more)


BASE = "http://base"
JUNE = date(2017, 6, 12)
READ = {
    "arxiv": a_paper(
        "arxiv:1706.03762",
        authors=("Ashish Vaswani", "Noam Shazeer"),
        categories=("cs.CL", "cs.LG"),
        created=JUNE,
        updated=date(2023, 8, 2),
        documents=(f"{BASE}/files/attention.pdf",),
    ),
    "openalex": a_paper(
        "arxiv:1706.03762",
        "openalex:W2626778328",
        authors=("Ashish Vaswani", "Noam Shazeer"),
        categories=("Topic Modeling",),
        created=JUNE,
        documents=(f"{BASE}/files/attention.pdf",),
    ),
    "semanticscholar": a_paper(
        "arxiv:1706.03762",
        "s2:204e3073870fae3d05bcbc2f6a8e263d9b72e776",
        title="Attention is All you Need",
        authors=("Ashish Vaswani", "Noam M. Shazeer"),
        categories=("Computer Science",),
        created=JUNE,
    ),
    "europepmc": a_paper(
        "pmid:40953549",
        "pmcid:PMC12530322",
        "doi:10.1016/j.neunet.2025.108095",
        title="Attention in recurrent networks",
        authors=("Lund M", "Dorn C"),
        categories=("Neural Networks, Computer",),
        created=date(2025, 11, 3),
        documents=(
            "https://europepmc.org/articles/PMC12530322?pdf=render",
            "https://europepmc.org/articles/PMC12530322",
        ),
    ),
    "crossref": a_paper(
        "doi:10.18653/v1/n19-1423",
        title="BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        authors=("Jacob Devlin",),
        created=date(2019, 1, 1),
    ),
}


@pytest.mark.parametrize("name", READ)
async def test_a_recorded_answer_is_read(registers: Registers, by_name: dict[str, PaperRegister], name: str) -> None:
    first, *_ = await by_name[name].search(QUERY, team_id="t", deadline=soon())
    documents = tuple(url.replace(registers.url, BASE) for url in first.documents)
    assert replace(first, abstract="", documents=documents) == replace(READ[name], sources=(name,))


async def test_markup_of_titles_and_abstracts_is_left_out(by_name: dict[str, PaperRegister]) -> None:
    _, second = await by_name["crossref"].search(QUERY, team_id="t", deadline=soon())
    assert (second.title, second.abstract) == (
        "Attention in recurrent networks", "Attention helps recurrent networks.",
    )  # fmt: skip
    [first] = await by_name["europepmc"].search(QUERY, team_id="t", deadline=soon())
    assert first.abstract == "Background Attention helps recurrent networks."


ARXIV_QUERY = (
    '(all:attention OR all:networks) AND au:"Vaswani" AND cat:cs.CL AND submittedDate:[201701010000 TO 202601012359]'
)
OPENALEX_FILTER = "raw_author_name.search:Vaswani,from_publication_date:2017-01-01,to_publication_date:2026-01-01"
EUROPEPMC_QUERY = 'attention AND networks AND AUTH:"Vaswani" AND FIRST_PDATE:[2017-01-01 TO 2026-01-01]'


@pytest.mark.parametrize(
    ("name", "path", "query"),
    [
        ("arxiv", "/api/query", {"search_query": ARXIV_QUERY, "max_results": "7"}),
        ("openalex", "/works", {"search": "attention in networks", "filter": OPENALEX_FILTER, "per-page": "7"}),
        (
            "europepmc",
            "/search",
            {"query": EUROPEPMC_QUERY, "format": "json", "resultType": "core", "pageSize": "7"},
        ),
    ],
)
async def test_what_a_register_can_do_itself_it_is_asked_for(
    registers: Registers, by_name: dict[str, PaperRegister], name: str, path: str, query: dict[str, str]
) -> None:
    await by_name[name].search(QUERY, team_id="t", deadline=soon())
    assert registers.asked_of(name) == [(path, {key: [value] for key, value in query.items()})]


@pytest.mark.parametrize("name", ["arxiv", "openalex", "semanticscholar"])
async def test_a_paper_is_looked_up_by_its_number(by_name: dict[str, PaperRegister], name: str) -> None:
    found = await by_name[name].paper(ATTENTION, deadline=soon())
    assert found is not None
    assert ATTENTION in found.ids


@pytest.mark.parametrize("name", ["openalex", "semanticscholar", "europepmc", "crossref"])
async def test_an_unknown_paper_is_none(by_name: dict[str, PaperRegister], name: str) -> None:
    assert await by_name[name].paper(PaperId("doi", "10.9999/nothing"), deadline=soon()) is None


@pytest.mark.parametrize(
    ("name", "seed", "relation", "titles"),
    [
        ("semanticscholar", "arxiv:1706.03762", Relation.CITERS, ["BERT: Pre-training"]),
        ("semanticscholar", "arxiv:1706.03762", Relation.SIMILAR, ["BERT: Pre-training"]),
        ("europepmc", "pmid:40953549", Relation.CITERS, ["Recurrent attention in mice"]),
        ("crossref", "doi:10.18653/v1/n19-1423", Relation.REFERENCES, ["Long Short-Term Memory"]),
        ("openalex", "arxiv:1706.03762", Relation.REFERENCES, ["Attention Is All You Need", "BERT: Pre-training"]),
    ],
)
async def test_neighbours_are_read(
    by_name: dict[str, PaperRegister], name: str, seed: str, relation: Relation, titles: list[str]
) -> None:
    paper = Paper(frozenset({paper_id(seed)}), "T")
    found = await by_name[name].related(paper, relation, limit=5, deadline=soon())
    assert found is not None
    assert [one.title[: len(title)] for one, title in zip(found, titles, strict=True)] == titles


async def test_openalex_is_asked_for_citations_by_its_own_number(
    registers: Registers, by_name: dict[str, PaperRegister]
) -> None:
    await by_name["openalex"].related(Paper(frozenset({ATTENTION}), "T"), Relation.CITERS, limit=5, deadline=soon())
    assert registers.asked_of("openalex") == [
        ("/works/doi:10.48550%2Farxiv.1706.03762", {}),
        ("/works", {"filter": ["cites:W2626778328"], "per-page": ["5"]}),
    ]


async def test_the_same_question_is_asked_once(registers: Registers, by_name: dict[str, PaperRegister]) -> None:
    first = await by_name["crossref"].search(QUERY, team_id="t", deadline=soon())
    assert await by_name["crossref"].search(QUERY, team_id="u", deadline=soon()) == first
    assert len(registers.asked_of("crossref")) == 1


async def test_a_service_that_fails_three_times_rests(registers: Registers, by_name: dict[str, PaperRegister]) -> None:
    registers.down.add("crossref")
    for number in range(3):
        with pytest.raises(ProviderFailed, match=r"it failed \(500\)"):
            await by_name["crossref"].search(PaperQuery(f"q{number}"), team_id="t", deadline=soon())
    with pytest.raises(ProviderFailed, match="it rests until"):
        await by_name["crossref"].search(PaperQuery("q"), team_id="t", deadline=soon())
    assert len(registers.asked_of("crossref")) == 3


async def test_address_budget_and_keys_are_the_operators(registers: Registers, client: ApiClient) -> None:
    given = settings(
        registers,
        public_service_contact="library@example.org",
        openalex_api_key="key-of-openalex",
        semantic_scholar_api_key="key-of-s2",
        search_budgets={"openalex": 1},
        paper_services=("semanticscholar", "openalex"),
    )
    scholar, openalex = paper_registers(given, client, ManualClock())
    await scholar.search(QUERY, team_id="t", deadline=soon())
    await openalex.search(QUERY, team_id="t", deadline=soon())
    assert registers.headers[0]["x-api-key"] == "key-of-s2"
    assert registers.headers[1]["user-agent"] == "Gossamer (mailto:library@example.org)"
    query = registers.asked_of("openalex")[0][1]
    assert (query["mailto"], query["api_key"]) == (["library@example.org"], ["key-of-openalex"])
    with pytest.raises(ProviderFailed, match="its budget of 1 requests a day is used up"):
        await openalex.search(PaperQuery("other"), team_id="t", deadline=soon())


async def test_requests_of_a_service_that_wants_a_pause_wait_for_their_turn(
    registers: Registers, client: ApiClient
) -> None:
    pause = timedelta(milliseconds=60)
    options: dict[str, Any] = {"patience": timedelta(seconds=9), "budget": Budget(), "pause": pause}
    service = PublicService("npm", registers.urls["npm"], client, SystemClock(), **options)
    began = time.monotonic()
    await asyncio.gather(*(service.json("/-/v1/search", soon(), text=number) for number in range(3)))
    assert time.monotonic() - began >= 2 * pause.total_seconds()


KINDS = {
    "github": ["readme:pysam-developers/pysam", "readme:someone/vcf-notes", "issue:pysam-developers/pysam#1049",
               "pull_request:pysam-developers/pysam#1060"],
    "stackexchange": ["doc:stackoverflow/62000001"],
    "mdn": ["doc:mdn/en-US/docs/Web/JavaScript/Memory_management"],
    "gitlab": ["readme:gitlab.com/genomics/vcfgo"],
    "codeberg": ["readme:codeberg.org/bio/vcf-tools", "issue:codeberg.org/bio/vcf-tools#7"],
    "npm": ["doc:npm/@gmod/vcf"],
    "crates": ["doc:crates/noodles-vcf"],
    "packagist": ["doc:packagist/acme/vcf"],
    "maven": ["doc:maven/com.github.samtools:htsjdk"],
}  # fmt: skip


@pytest.mark.parametrize("name", DEVELOPER_SERVICES)
async def test_recorded_answers_for_developers_are_read(registers: Registers, client: ApiClient, name: str) -> None:
    sources = developer_sources(settings(registers, developer_services=(name,)), client, ManualClock())
    query = DeveloperQuery("vcf memory leak")
    hits = [hit for one in sources for hit in await one.search(query, team_id="t", deadline=soon())]
    assert [f"{hit.kind}:{hit.key}" for hit in hits] == KINDS[name]
    assert {hit.source for hit in hits} == {name}


async def test_github_is_asked_for_what_it_can_narrow_itself(registers: Registers, client: ApiClient) -> None:
    sources = developer_sources(settings(registers, github_token="token-without-rights"), client, ManualClock())
    wanted = RepositoryFilter("C", ("vcf",), "mit", 10, None, archived=False)
    query = DeveloperQuery("vcf", repos=("pysam-developers/pysam",), repository=wanted)
    for one in sources[:3]:
        await one.search(query, team_id="t", deadline=soon())
    asked = [query["q"][0] for _, query in registers.asked_of("github")]
    assert asked[0] == (
        'vcf in:name,description,readme language:"C" license:mit stars:10..* archived:false topic:vcf '
        "repo:pysam-developers/pysam"
    )
    assert asked[1:] == [
        f'vcf is:{kind} language:"C" repo:pysam-developers/pysam' for kind in ("issue", "pull-request")
    ]
    assert registers.headers[0]["authorization"] == "Bearer token-without-rights"
    assert {one.name for one in sources if one.serves(query)} == {"github", "gitlab", "codeberg"}


async def test_a_deadline_ends_a_search_before_a_service_answers(registers: Registers, client: ApiClient) -> None:
    [npm] = developer_sources(settings(registers, developer_services=("npm",)), client, ManualClock())
    over = Deadline.after(timedelta(0))
    with pytest.raises(TimedOut):
        await npm.search(DeveloperQuery("q"), team_id="t", deadline=over)
