"""Papers and searches for developers by the official clients, and by our own tools, over recorded registers."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import FirecrawlError

from tests.clients.conftest import Cli
from tests.clients.javascript import answer_of
from tests.clients.mcp import McpClient
from tests.clients.service import Service, running_service
from tests.clients.test_own_mcp import done, over_http
from tests.registers import Registers, running_registers

ATTENTION = "arxiv:1706.03762"
GPUS = "Which GPUs were the models trained on?"
ISSUE = "issue:pysam-developers/pysam#1049"


@pytest.fixture(scope="module")
def registers() -> Iterator[Registers]:
    with running_registers() as found:
        yield found


@pytest.fixture(scope="module")
def service(registers: Registers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    env = {"GOSSAMER_WORKERS": "0", "GOSSAMER_PUBLIC_SERVICE_URLS": registers.setting}
    allowed = urlsplit(registers.url).netloc
    with running_service(tmp_path_factory.mktemp("registers"), egress_allow=allowed, env=env) as found:
        yield found


@pytest.fixture(scope="module")
def python(service: Service) -> Firecrawl:
    return Firecrawl(api_key=service.key, api_url=service.url)


def credits_used(service: Service) -> int:
    headers = {"Authorization": f"Bearer {service.key}"}
    answer = httpx.get(f"{service.url}/v2/team/credit-usage/historical", headers=headers).json()
    return sum(period["creditsUsed"] for period in answer["periods"])


def test_the_python_client_searches_and_reads_papers(python: Firecrawl, service: Service) -> None:
    before = credits_used(service)
    found = python.search_papers("attention", k=3, authors=["vaswani"], from_date="2017-01-01", to_date="2018-01-01")
    [paper] = found["results"]
    assert (paper["paperId"], paper["title"]) == (ATTENTION, "Attention Is All You Need")
    assert python.inspect_paper(ATTENTION)["paper"]["ids"]["openalex"] == ["W2626778328"]
    read = python.read_paper(ATTENTION, GPUS, k=1)
    assert (read["paperId"], "warning" in read) == (ATTENTION, False)
    assert "8 NVIDIA P100 GPUs" in read["passages"][0]["text"]
    assert read["document"].endswith("/files/attention.pdf")
    related = python.related_papers(ATTENTION, "language models", mode="citers", rerank=True, anchor=["pmid:40953549"])
    assert related["results"][0]["title"].startswith("BERT")
    assert {one["signals"]["seedOverlap"] for one in related["results"]} <= {1, 2}
    assert credits_used(service) == before


def test_a_paper_without_a_document_is_read_by_its_abstract(python: Firecrawl) -> None:
    read = python.read_paper("pmid:40953549", "What does attention help?")
    assert read["passages"][0]["text"] == "Background Attention helps recurrent networks."
    assert read["warning"].startswith("No full text could be read, so the passages are from the abstract.")


def test_the_python_client_searches_for_developers_at_the_price_of_a_search(
    python: Firecrawl, service: Service
) -> None:
    before = credits_used(service)
    found = python.developer_search("vcf memory leak", k=5, passages=2, repos=["pysam-developers/pysam"])
    assert {result.id.partition(":")[0] for result in found.results} == {"issue", "pull_request", "readme"}
    assert found.results[0].id == ISSUE
    assert "memory leak in VariantFile" in found.results[0].passages[0].text
    assert found.repos is not None
    assert found.repos[0].indexed
    assert credits_used(service) - before == 2
    with pytest.warns(FutureWarning, match="search_github"):
        older = python.search_github("vcf", k=2)
    assert {one["repo"] for one in older["results"]} <= {"pysam-developers/pysam", "someone/vcf-notes", "bio/vcf-tools"}


@pytest.mark.node
def test_the_javascript_client(node_modules: Path, service: Service) -> None:
    told = answer_of(node_modules / "registers.mjs", {"apiKey": service.key, "apiUrl": service.url})
    assert [paper["paperId"] for paper in told["papers"]["results"]] == [ATTENTION]
    assert told["paper"]["paper"]["title"] == "Attention Is All You Need"
    assert "8 NVIDIA P100 GPUs" in told["read"]["passages"][0]["text"]
    assert told["similar"]["poolSize"] >= 1
    assert told["github"]["results"][0]["repo"]
    assert told["developer"]["results"][0]["id"] == ISSUE
    assert told["unknown"] == 404


@pytest.mark.node
def test_the_command_line(cli: Cli) -> None:
    runs = {
        name: cli(*arguments)
        for name, arguments in {
            "papers": ("research", "search-papers", "attention", "--limit", "3", "--json"),
            "paper": ("research", "inspect-paper", ATTENTION),
            "related": ("research", "related-papers", ATTENTION, "--intent", "language models", "--json"),
            "read": ("research", "read-paper", ATTENTION, "--question", GPUS),
            "developer": ("developer", "vcf memory leak", "--limit", "5", "--json"),
        }.items()
    }
    assert {name: (run.returncode, run.stderr) for name, run in runs.items() if run.returncode} == {}
    assert json.loads(runs["papers"].stdout)["results"][0]["paperId"] == ATTENTION
    assert "# Attention Is All You Need" in runs["paper"].stdout
    assert json.loads(runs["related"].stdout)["poolSize"] >= 1
    assert "8 NVIDIA P100 GPUs" in runs["read"].stdout
    assert ISSUE in runs["developer"].stdout


# The tools of the official server with what their answers say; the older version has no search for developers.
TOOLS: dict[str, tuple[dict[str, Any], str]] = {
    "firecrawl_research_search_papers": ({"query": "attention"}, f"[{ATTENTION}] Attention Is All You Need"),
    "firecrawl_research_inspect_paper": ({"paperId": ATTENTION}, "# Attention Is All You Need"),
    "firecrawl_research_related_papers": ({"seed_ids": [ATTENTION], "intent": "language", "mode": "citers"}, "BERT"),
    "firecrawl_research_read_paper": ({"paperId": ATTENTION, "question": GPUS}, "8 NVIDIA P100 GPUs"),
    "firecrawl_developer_search": ({"query": "vcf memory leak", "k": 5}, ISSUE),
}


@pytest.mark.node
def test_the_official_mcp_server(mcp: McpClient) -> None:
    known = [name for name in TOOLS if name in mcp.tools()]
    assert len(known) >= len(TOOLS) - 1
    answers = {name: mcp.text(name, **TOOLS[name][0]) for name in known}
    assert [name for name, text in answers.items() if TOOLS[name][1] not in text] == []


async def test_our_own_tools(service: Service) -> None:
    async with over_http(service, service.key) as client:
        papers = await done(client, "firecrawl_research_search_papers", query="attention", authors=["Vaswani"])
        assert papers["results"][0]["paperId"] == ATTENTION
        paper = await done(client, "firecrawl_research_inspect_paper", paperId=ATTENTION)
        assert paper["paper"]["title"] == "Attention Is All You Need"
        related = await done(client, "firecrawl_research_related_papers", seed_ids=[ATTENTION, "1409.0473"], intent="x")
        assert related["results"]
        read = await done(client, "firecrawl_research_read_paper", paperId=ATTENTION, question=GPUS)
        assert "8 NVIDIA P100 GPUs" in read["passages"][0]["text"]
        code = await done(client, "firecrawl_developer_search", query="vcf memory leak", types=["issue"], language="C")
        assert code["results"] == []
        assert (await done(client, "firecrawl_developer_search", query="vcf memory leak"))["results"][0]["id"] == ISSUE


# The last one: services that failed rest for a while.
def test_unknown_papers_and_silent_registers_are_errors_with_a_sentence(
    python: Firecrawl, service: Service, registers: Registers
) -> None:
    with pytest.raises(FirecrawlError, match=r"No register knows the paper doi:10\.9999/nothing"):
        python.inspect_paper("doi:10.9999/nothing")
    registers.down.update(registers.urls)
    try:
        headers = {"Authorization": f"Bearer {service.key}"}
        paths = ("/v2/search/research/papers?query=silence", "/v2/search/developer?query=silence")
        answers = [httpx.get(service.url + path, headers=headers, timeout=60) for path in paths]
    finally:
        registers.down.clear()
    assert [(one.status_code, one.json()["code"]) for one in answers] == [(502, "SEARCH_FAILED")] * 2
    assert "arxiv: it failed (500)." in answers[0].json()["error"]
