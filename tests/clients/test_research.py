"""Agents, deep research, llms.txt and xclaw by the official Python clients, and over HTTP, without a model."""

import json
import queue
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from firecrawl import Firecrawl
from firecrawl.v1.client import V1FirecrawlApp
from firecrawl.v2.types import AgentResponse
from firecrawl.v2.utils.error_handler import FirecrawlError

from tests.asking import ask_until, is_ended
from tests.clients.conftest import Cli
from tests.clients.javascript import answer_of
from tests.clients.mcp import McpClient
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
def service(facts: FactSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of its own: what others stored must not be found by its searches."""
    env = {"GOSSAMER_WORKERS": "0"}
    with running_service(tmp_path_factory.mktemp("research"), egress_allow=facts.host, env=env) as found:
        yield found


@pytest.fixture(scope="module")
def python(service: Service) -> Firecrawl:
    return Firecrawl(api_key=service.key, api_url=service.url)


@pytest.fixture(scope="module")
def http(service: Service) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {service.key}"}
    with httpx.Client(base_url=service.url, headers=headers, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def run(python: Firecrawl, facts: FactSite) -> AgentResponse:
    """A run that has ended."""
    return ended(python, python.start_agent([facts.url + "/"], prompt=CEO))


@contextmanager
def receiver() -> Iterator[tuple[str, "queue.Queue[dict[str, Any]]"]]:
    """Take webhook events until the block ends."""
    events: queue.Queue[dict[str, Any]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            events.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", events
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def ended(python: Firecrawl, started: AgentResponse) -> AgentResponse:
    status = ask_until(lambda told: told.status != "processing", lambda: python.get_agent_status(str(started.id)))
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
    assert [(one.turn, one.status) for one in thread.runs] == [(1, "succeeded"), (2, "succeeded")]


def test_a_chat_answers_in_words_until_its_thread_ends(http: httpx.Client, facts: FactSite) -> None:
    first = {"prompt": CEO, "urls": [facts.url + "/team"], "strictConstrainToURLs": True, "mode": "chat"}
    started = http.post("/v2/agent", json=first).json()
    begun = ended_run(http, started["id"])
    assert (begun["mode"], begun["data"], "Nils Brandt" in begun["message"]) == ("chat", None, True)
    further = {"prompt": "Who is its chief financial officer?", "threadId": started["threadId"]}
    second = ended_run(http, http.post("/v2/agent", json=further).json()["id"])
    assert (second["mode"], second["data"], second["threadTurn"]) == ("chat", None, 2)
    options = http.get("/v2/agent").json()["agents"][0]["options"]
    assert (options["threadId"], options["threadTurn"]) == (started["threadId"], 2)
    shape = {"type": "object", "properties": {"chief_executive": {"type": "string"}}}
    third = ended_run(http, http.post("/v2/agent", json=further | {"prompt": CEO, "schema": shape}).json()["id"])
    assert third["data"].keys() == {"chief_executive"}


def test_runs_are_listed_the_youngest_first(python: Firecrawl, run: AgentResponse) -> None:
    listed = python.list_agents().agents
    assert str(run.id) in [one.id for one in listed]
    assert [one.created_at for one in listed] == sorted((one.created_at for one in listed), reverse=True)


def test_an_order_on_a_page_is_reported_and_not_followed(http: httpx.Client, facts: FactSite) -> None:
    body = {"prompt": "When does the workshop of Alder Works open?", "urls": [facts.url + "/news"]}
    status = ended_run(http, http.post("/v2/agent", json=body).json()["id"])
    assert "May" in status["data"]["answer"]
    assert "PWNED" not in status["data"]["report"]
    assert "speaks to an assistant" in status["warning"]


SCRIPTED = """<html><title>Silk Works</title><body><div id="root"></div><script>
document.getElementById("root").innerHTML = "<h1>Silk Works</h1>"
  + "<p>Silk Works was founded in 1907 by Ida Marr in Osthafen. It has made silk looms, lamps and kettles since "
  + "then, and sells them all over the country.</p>";
</script></body></html>"""


@pytest.mark.browser
def test_a_page_that_a_script_makes_is_read(http: httpx.Client) -> None:
    with fact_site({"/silk": ("text/html", SCRIPTED)}) as site:
        body = {"prompt": "Who founded Silk Works?", "urls": [site.url + "/silk"], "strictConstrainToURLs": True}
        found = ended_run(http, http.post("/v2/agent", json=body).json()["id"])
    assert "Ida Marr" in found["data"]["answer"]
    assert "Ida Marr" in found["data"]["citations"][0]["quote"]


def linked(count: int, folder: str) -> dict[str, tuple[str, str]]:
    """A page with links to as many others, all about looms."""
    links = "".join(f'<a href="{folder}{number}">The warranty of loom {number}</a> ' for number in range(count))
    pages = {f"{folder}{number}": f"<h1>Loom {number}</h1><p>Loom {number} is a loom." for number in range(count)}
    pages["/looms"] = f"<h1>Looms</h1><p>All looms with their warranty: {links}"
    return {
        path: ("text/html", f"<html><title>Looms</title><body>{text}</body></html>") for path, text in pages.items()
    }


def ended_run(http: httpx.Client, run_id: str) -> dict[str, Any]:
    found: dict[str, Any] = ask_until(is_ended, lambda: http.get(f"/v2/agent/{run_id}").json())
    return found


def test_a_run_that_waits_for_a_site_is_cancelled_within_two_seconds(http: httpx.Client, python: Firecrawl) -> None:
    with fact_site(linked(20, "/slow/")) as site:
        body = {"prompt": "What is the warranty of each loom?", "urls": [site.url + "/looms"], "effort": "high"}
        run_id = http.post("/v2/agent", json=body).json()["id"]
        assert site.reached.wait(60)
        began = time.monotonic()
        assert python.cancel_agent(run_id)
        status = ended_run(http, run_id)
        assert time.monotonic() - began < 2
        site.released.set()
        again = http.get(f"/v2/agent/{run_id}").json()
    assert (status["status"], status["stopReason"]) == ("failed", "cancelled")
    # What the site answers after that is neither read nor charged.
    assert (again["creditsUsed"], again["status"]) == (status["creditsUsed"], "failed")
    refused = http.delete(f"/v2/agent/{run_id}")
    assert (refused.status_code, refused.json()["error"]) == (409, "Agent is already cancelled")


def test_runs_side_by_side_use_their_credits_and_not_one_more(http: httpx.Client) -> None:
    def used() -> int:
        periods = http.get("/v2/team/credit-usage/historical").json()["periods"]
        return sum(period["creditsUsed"] for period in periods)

    with fact_site(linked(40, "/looms/")) as site:
        before = used()
        body = {"prompt": "What is the warranty of each loom?", "urls": [site.url + "/looms"], "effort": "high"}
        started = [http.post("/v2/agent", json={**body, "maxCredits": most}).json()["id"] for most in (3, 5, 7, 9)]
        runs = [ended_run(http, run_id) for run_id in started]
    assert [(run["creditsUsed"], run["stopReason"]) for run in runs] == [
        (most, "credit_limit") for most in (3, 5, 7, 9)
    ]  # fmt: skip
    assert used() - before == 3 + 5 + 7 + 9


def test_a_thread_whose_results_are_not_kept_any_more_has_expired(
    http: httpx.Client, facts: FactSite, service: Service
) -> None:
    body = {"prompt": CEO, "urls": [facts.url + "/team"], "strictConstrainToURLs": True}
    started = http.post("/v2/agent", json=body).json()
    ended_run(http, started["id"])
    # A day passes for this run alone.
    with closing(sqlite3.connect(service.log.parent / "data" / "gossamer.db", timeout=30)) as database, database:
        database.execute("UPDATE jobs SET expires_at = finished_at WHERE id = ?", [started["id"]])
    thread_id = started["threadId"]
    answers = [http.post("/v2/agent", json={"prompt": "And its price?", "threadId": thread_id})]
    answers += [http.get(f"/v2/agent/threads/{thread_id}")]
    assert [(one.status_code, one.json()["code"]) for one in answers] == [(410, "thread_expired")] * 2
    assert http.get(f"/v2/agent/{started['id']}").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"prompt": ""}, 400, "BAD_REQUEST"),
        ({"prompt": "x", "exchange": {"enabled": True}}, 403, "exchange_not_enabled"),
        ({"prompt": "x", "strictConstrainToURLs": True}, 400, "BAD_REQUEST"),
        ({"prompt": "x", "maxCredits": 0.5}, 400, "BAD_REQUEST"),
        ({"prompt": "x", "threadId": "00000000-0000-4000-8000-00000000abcd"}, 404, "thread_not_found"),
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


def test_the_javascript_client_runs_an_agent(node_modules: Path, service: Service, facts: FactSite) -> None:
    ask = {"package": "firecrawl", "apiKey": service.key, "apiUrl": service.url, "prompt": CEO, "urls": [facts.url]}
    told = answer_of(node_modules / "research.mjs", ask)
    assert (told["started"]["success"], told["status"]["status"]) == (True, "completed")
    assert told["status"]["data"]["answer"] == told["whole"]["data"]["answer"] == "Nils Brandt"
    assert "already finished" in told["cancelled"]


def test_the_command_line_client_runs_an_agent(cli: Cli, facts: FactSite) -> None:
    done = cli("agent", CEO, "--urls", facts.url, "--wait", "--json")
    assert done.returncode == 0, done.stderr
    assert "Nils Brandt" in done.stdout


def test_the_mcp_server_runs_an_agent(mcp: McpClient, facts: FactSite) -> None:
    run_id = mcp.call("firecrawl_agent", prompt=CEO, urls=[facts.url])["id"]
    status = ask_until(is_ended, lambda: mcp.call("firecrawl_agent_status", id=run_id))
    assert status["data"]["answer"] == "Nils Brandt"


def test_webhooks_tell_of_each_step_of_an_agent(http: httpx.Client, facts: FactSite) -> None:
    with receiver() as (url, events):
        body = {"prompt": CEO, "urls": [facts.url + "/team"], "strictConstrainToURLs": True, "webhook": url}
        http.post("/v2/agent", json=body)
        told = [events.get(timeout=60) for _ in range(3)]
    assert [one["type"] for one in told] == ["agent.started", "agent.action", "agent.completed"]
    assert told[0]["data"] == []
    assert (told[1]["data"][0]["action"], told[1]["data"][0]["input"]) == ("scrape", {"url": facts.url + "/team"})
    assert (told[2]["data"][0]["creditsUsed"], told[2]["data"][0]["data"]["answer"]) == (1, "Nils Brandt")


def test_deep_research_tells_what_it_does_and_reports_with_citations(service: Service, facts: FactSite) -> None:
    activities: list[dict[str, Any]] = []
    sources: list[dict[str, Any]] = []
    client = V1FirecrawlApp(api_key=service.key, api_url=service.url)
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


def test_llms_txt_is_made_of_the_pages_and_offers_the_sites_own(service: Service, facts: FactSite) -> None:
    client = V1FirecrawlApp(api_key=service.key, api_url=service.url)
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
