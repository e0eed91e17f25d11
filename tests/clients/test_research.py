"""Agents, deep research, llms.txt and xclaw by the official Python clients, and over HTTP, without a model."""

import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from firecrawl import Firecrawl
from firecrawl.v1.client import V1FirecrawlApp
from firecrawl.v2.types import AgentResponse
from firecrawl.v2.utils.error_handler import FirecrawlError

from tests.clients.service import Service, running_service
from tests.research_site import FactSite, fact_site

pytestmark = pytest.mark.filterwarnings(
    "ignore::pydantic.warnings.PydanticDeprecatedSince20", "ignore:.*deprecated.*:DeprecationWarning"
)
LLMS = "# Alder\n\n> Looms.\n\n- [About](/about): who we are\n- [Elsewhere](https://example.org/)\n"
CEO = "Who is the chief executive officer of Alder Works?"


@pytest.fixture(scope="module")
def facts() -> Iterator[FactSite]:
    with fact_site({"/llms.txt": ("text/plain", LLMS)}) as found:
        yield found


@pytest.fixture(scope="module")
def researcher(facts: FactSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of its own: what others stored must not be found by its searches."""
    env = {"GOSSAMER_WORKERS": "0"}
    with running_service(tmp_path_factory.mktemp("research"), egress_allow=facts.host, env=env) as found:
        yield found


@pytest.fixture(scope="module")
def python(researcher: Service) -> Firecrawl:
    return Firecrawl(api_key=researcher.key, api_url=researcher.url)


@pytest.fixture(scope="module")
def http(researcher: Service) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {researcher.key}"}
    with httpx.Client(base_url=researcher.url, headers=headers, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def run(python: Firecrawl, facts: FactSite) -> AgentResponse:
    """A run that has ended."""
    return ended(python, python.start_agent([facts.url + "/"], prompt=CEO))


def ended(python: Firecrawl, started: AgentResponse) -> AgentResponse:
    status = python.get_agent_status(str(started.id))
    while status.status == "processing":
        status = python.get_agent_status(str(started.id))
    status.id = started.id
    return status


def test_an_agent_answers_with_the_words_of_a_page(run: AgentResponse, facts: FactSite) -> None:
    assert (run.success, run.status) == (True, "completed")
    assert run.data["answer"] == "Nils Brandt"
    [first, *_] = run.data["citations"]
    assert (first["url"], "Nils Brandt" in first["quote"]) == (facts.url + "/team", True)


def test_a_citation_stands_at_its_position(python: Firecrawl, run: AgentResponse) -> None:
    trace = python.get_agent_trace(str(run.id))
    shots = {
        event.artifact.path: event.artifact.snapshot_id
        for event in trace.events
        if event.type == "artifact.updated" and event.artifact.kind == "markdown"
    }
    for one in run.data["citations"]:
        page = python.get_agent_snapshot(str(run.id), shots[one["url"]]).snapshot
        assert page[one["start"] : one["end"]] == one["quote"]


def test_a_trace_says_what_was_read_and_how_the_run_ended(python: Firecrawl, run: AgentResponse) -> None:
    kinds = [event.type for event in python.get_agent_trace(str(run.id)).events]
    assert kinds[:3] == ["run.started", "agent.started", "progress.reported"]
    assert kinds[-1] == "run.finished"
    assert {"tool_call.started", "tool_call.finished", "artifact.updated"} <= set(kinds)


def test_what_no_page_says_is_not_found(python: Firecrawl, facts: FactSite) -> None:
    found = python.agent([facts.url + "/"], prompt="Who is the chief technology officer of Alder Works?")
    assert (found.status, found.data["found"]) == ("completed", False)
    assert found.data["findings"][0]["status"] == "not found"


def test_a_schema_is_filled_with_evidence(python: Firecrawl, http: httpx.Client, facts: FactSite) -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}, "name": {"type": "string"}}}
    urls = [facts.url + "/products/a1"]
    started = python.start_agent(urls, prompt="The product", schema=schema, strict_constrain_to_urls=True)
    found = ended(python, started)
    assert found.data["price"] == 420.0
    body = http.get(f"/v2/agent/{started.id}").json()
    assert body["creditsUsed"] == 5
    assert "420" in body["evidence"]["/price"]["quote"]


def test_only_the_named_pages_are_read_when_that_is_asked_for(python: Firecrawl, facts: FactSite) -> None:
    found = python.agent([facts.url + "/docs"], prompt=CEO, strict_constrain_to_urls=True)
    assert (found.data["found"], found.credits_used) == (False, 1)


def test_credits_are_never_exceeded(python: Firecrawl, facts: FactSite) -> None:
    found = python.agent([facts.url + "/"], prompt="What is the warranty of the Alder A1?", max_credits=2)
    assert (found.status, found.credits_used, found.stop_reason) == ("completed", 2, "credit_limit")


def test_a_thread_remembers_what_was_read(python: Firecrawl, run: AgentResponse) -> None:
    found = ended(
        python, python.start_agent(None, prompt="Who is its chief financial officer?", thread_id=run.thread_id)
    )
    assert found.data["answer"] == "Mara Lund"
    assert (found.thread_id, found.thread_turn) == (run.thread_id, 2)
    thread = python.get_agent_thread(str(run.thread_id), include_data=True).thread
    assert [one.turn for one in thread.runs] == [1, 2]


def test_runs_are_listed_the_youngest_first(python: Firecrawl, run: AgentResponse) -> None:
    listed = python.list_agents().agents
    assert str(run.id) in [one.id for one in listed]
    assert [one.created_at for one in listed] == sorted((one.created_at for one in listed), reverse=True)


def test_an_order_on_a_page_is_reported_and_not_followed(http: httpx.Client, facts: FactSite) -> None:
    body = {"prompt": "When does the workshop of Alder Works open?", "urls": [facts.url + "/news"]}
    run_id = http.post("/v2/agent", json=body).json()["id"]
    while (status := http.get(f"/v2/agent/{run_id}").json())["status"] == "processing":
        pass
    assert "May" in status["data"]["answer"]
    assert "PWNED" not in status["data"]["report"]
    assert "speaks to an assistant" in status["warning"]


def test_a_cancelled_run_is_failed_and_says_so(python: Firecrawl, http: httpx.Client, facts: FactSite) -> None:
    started = python.start_agent([facts.url + "/"], prompt="List all dates", effort="high")
    cancelled = http.delete(f"/v2/agent/{started.id}")
    assert cancelled.status_code in {200, 409}
    again = http.delete(f"/v2/agent/{started.id}")
    assert (again.status_code, again.json()["success"]) in {(200, True), (409, False)}
    assert python.get_agent_status(str(started.id)).status in {"failed", "completed"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"prompt": ""}, 400, "BAD_REQUEST"),
        ({"prompt": "x", "exchange": {"enabled": True}}, 403, "exchange_not_enabled"),
        ({"prompt": "x", "zeroDataRetention": True}, 400, "NOT_AVAILABLE"),
        ({"prompt": "x", "strictConstrainToURLs": True}, 400, "BAD_REQUEST"),
        ({"prompt": "x", "maxCredits": 0.5}, 400, "BAD_REQUEST"),
        ({"prompt": "x", "threadId": str(uuid.uuid4())}, 404, "thread_not_found"),
        ({"prompt": "x", "threadId": "no"}, 400, "BAD_REQUEST"),
        ({"prompt": "x", "unknown": 1}, 400, "BAD_REQUEST"),
    ],
    ids=str,
)
def test_a_request_that_cannot_be_honoured(http: httpx.Client, body: dict[str, Any], status: int, code: str) -> None:
    answer = http.post("/v2/agent", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_unknown_runs(http: httpx.Client, python: Firecrawl) -> None:
    assert http.get(f"/v2/agent/{uuid.uuid4()}").json()["error"] == "Agent job not found"
    assert http.get("/v2/agent/nothing").status_code == 400
    with pytest.raises(FirecrawlError):
        python.get_agent_thread(str(uuid.uuid4()))


def test_deep_research_tells_what_it_does_and_reports_with_citations(researcher: Service, facts: FactSite) -> None:
    activities: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []
    client = V1FirecrawlApp(api_key=researcher.key, api_url=researcher.url)
    found = client.deep_research(
        f"Who founded Alder Works, and in which year? See {facts.url}/",
        max_depth=2,
        max_urls=6,
        time_limit=60,
        on_activity=activities.append,
        on_source=sources.append,
    )
    assert (found["success"], found["status"]) == (True, "completed")
    assert "Clara Dorn" in found["data"]["finalAnalysis"]
    assert "[1]" in found["data"]["finalAnalysis"]
    assert {one["type"] for one in activities} >= {"reasoning", "extract"}
    assert facts.url + "/about" in [one["url"] for one in sources]


def test_llms_txt_is_made_of_the_pages_and_offers_the_sites_own(researcher: Service, facts: FactSite) -> None:
    client = V1FirecrawlApp(api_key=researcher.key, api_url=researcher.url)
    found = client.generate_llms_text(facts.url, max_urls=5, show_full_text=True)
    assert (found.success, found.status) == (True, "completed")
    assert found.data.llmstxt.startswith("# Alder Works\n")
    assert f"- [About Alder Works]({facts.url}/about)" in found.data.llmstxt
    assert "founded in 1931" in found.data.llmsfulltxt


def test_llms_txt_costs_a_credit_for_each_page(http: httpx.Client, facts: FactSite) -> None:
    run_id = http.post("/v1/llmstxt", json={"url": facts.url, "maxUrls": 2}).json()["id"]
    while (status := http.get(f"/v1/llmstxt/{run_id}").json())["status"] == "processing":
        assert status["data"]["llmstxt"] == ""
    assert status["creditsUsed"] == 2
    assert status["data"]["siteLlmstxt"].startswith("# Alder")


@pytest.mark.parametrize("path", ["/v1/xclaw", "/v1/fireclaw", "/v2/xclaw"])
def test_xclaw_charges_its_plays_and_nothing_else(http: httpx.Client, path: str) -> None:
    before = http.get("/v2/team/credit-usage").json()["data"]["remainingCredits"]
    answer = http.post(path, json={"plays": 2}).json()
    assert (answer["success"], answer["credits_billed"], answer["plays"]) == (True, 200, 2)
    assert answer["remaining_credits"] <= before
