"""The official clients ask what a team has left, what it used and how busy it is: a team with bounds and two keys."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v1.client import V1FirecrawlApp

from gossamer.testing.site import Site
from tests.clients.javascript import answer_of
from tests.clients.service import Service
from tests.integration.api.admin import Admin

CREDITS, CONCURRENCY = 1000, 7


@dataclass(frozen=True)
class Team:
    """A team that scraped, and the names of its keys."""

    url: str
    key: str
    used: dict[str, int]


@pytest.fixture(scope="module")
def team(service: Service, site: Site) -> Team:
    admin = Admin(service.url)
    made = admin.told("POST", "/admin/teams", {"name": "Clients", "credits": CREDITS, "concurrency": CONCURRENCY})
    crm = admin.told("POST", f"/admin/teams/{made['teamId']}/keys", {"name": "crm"})["apiKey"]
    first = Firecrawl(api_key=made["apiKey"], api_url=service.url)
    first.scrape(site.url("/article"))
    for path in ("/docs", "/plain.txt"):
        Firecrawl(api_key=crm, api_url=service.url).scrape(site.url(path))
    return Team(service.url, made["apiKey"], {"Default": 1, "crm": 2})


@pytest.fixture(scope="module")
def python(team: Team) -> Firecrawl:
    return Firecrawl(api_key=team.key, api_url=team.url)


@pytest.fixture(scope="module")
def python_v1(team: Team) -> V1FirecrawlApp:
    return V1FirecrawlApp(api_key=team.key, api_url=team.url)


def test_python_reads_what_is_left(python: Firecrawl) -> None:
    credit, token = python.get_credit_usage(), python.get_token_usage()
    assert (credit.remaining_credits, credit.plan_credits) == (CREDITS - 3, CREDITS)
    assert (token.remaining_tokens, token.plan_tokens) == (15 * (CREDITS - 3), 15 * CREDITS)
    assert credit.billing_period_start < credit.billing_period_end


def test_python_reads_history_by_month_and_by_key(python: Firecrawl, team: Team) -> None:
    [whole] = python.v2.get_credit_usage_historical().periods
    assert (whole.apiKey, whole.creditsUsed) == (None, 3)
    assert whole.startDate < whole.endDate
    split = python.v2.get_credit_usage_historical(by_api_key=True).periods
    assert {period.apiKey: period.creditsUsed for period in split} == team.used
    [tokens] = python.v2.get_token_usage_historical().periods
    assert (tokens.apiKey, tokens.tokensUsed) == (None, 45)
    by_key = python.v2.get_token_usage_historical(by_api_key=True).periods
    assert {period.apiKey: period.tokensUsed for period in by_key} == {k: 15 * n for k, n in team.used.items()}


def test_python_reads_how_busy_the_team_is(python: Firecrawl) -> None:
    now, queue = python.get_concurrency(), python.get_queue_status()
    assert (now.concurrency, now.max_concurrency) == (0, CONCURRENCY)
    assert (queue.jobs_in_queue, queue.active_jobs_in_queue, queue.waiting_jobs_in_queue) == (0, 0, 0)
    assert queue.max_concurrency == CONCURRENCY


async def test_the_asynchronous_client_reads_the_same(team: Team) -> None:
    client = AsyncFirecrawl(api_key=team.key, api_url=team.url)
    assert (await client.get_credit_usage()).remaining_credits == CREDITS - 3
    assert (await client.get_token_usage()).remaining_tokens == 15 * (CREDITS - 3)
    assert (await client.get_concurrency()).max_concurrency == CONCURRENCY
    assert (await client.get_queue_status()).max_concurrency == CONCURRENCY
    [whole] = (await client.v2.get_credit_usage_historical()).periods
    assert whole.creditsUsed == 3


# The client itself uses what pydantic has retired.
@pytest.mark.filterwarnings("ignore::pydantic.warnings.PydanticDeprecatedSince20")
def test_python_reads_version_1(python_v1: V1FirecrawlApp, team: Team) -> None:
    assert python_v1.get_credit_usage().data.remaining_credits == CREDITS - 3
    assert python_v1.get_token_usage().data.remaining_tokens == 15 * (CREDITS - 3)
    [whole] = python_v1.get_credit_usage_historical().periods
    assert (whole.apiKey, whole.creditsUsed) == (None, 3)
    split = python_v1.get_credit_usage_historical(by_api_key=True).periods
    assert {period.apiKey: period.creditsUsed for period in split} == team.used
    tokens = python_v1.get_token_usage_historical(by_api_key=True).periods
    assert {period.apiKey: period.tokensUsed for period in tokens} == {k: 15 * n for k, n in team.used.items()}


@pytest.fixture(scope="module", params=["firecrawl", "firecrawl-4.24", "@mendable/firecrawl-js"])
def told(request: pytest.FixtureRequest, node_modules: Path, team: Team) -> dict[str, Any]:
    """Everything that a JavaScript client was told."""
    ask = {"package": request.param, "apiKey": team.key, "apiUrl": team.url}
    answers: dict[str, Any] = answer_of(node_modules / "team.mjs", ask)
    return answers


def by_key(history: dict[str, Any], name: str) -> dict[str | None, int]:
    return {period["apiKey"]: period[name] for period in history["periods"]}


@pytest.mark.node
def test_javascript_reads_what_is_left(told: dict[str, Any]) -> None:
    credit, token = told["credit"], told["token"]
    assert (credit["remainingCredits"], credit["planCredits"]) == (CREDITS - 3, CREDITS)
    assert (token["remainingTokens"], token["planTokens"]) == (15 * (CREDITS - 3), 15 * CREDITS)
    assert credit["billingPeriodStart"] < credit["billingPeriodEnd"]


@pytest.mark.node
def test_javascript_reads_history_by_month_and_by_key(told: dict[str, Any], team: Team) -> None:
    in_tokens = {name: 15 * used for name, used in team.used.items()}
    assert by_key(told["creditHistory"], "creditsUsed") == {None: 3}
    assert by_key(told["creditHistoryByKey"], "creditsUsed") == team.used
    assert by_key(told["tokenHistory"], "tokensUsed") == {None: 45}
    assert by_key(told["tokenHistoryByKey"], "tokensUsed") == in_tokens


@pytest.mark.node
def test_javascript_reads_how_busy_the_team_is(told: dict[str, Any]) -> None:
    assert told["concurrency"] == {"concurrency": 0, "maxConcurrency": CONCURRENCY}
    assert told["queue"]["success"] is True
    assert told["queue"]["maxConcurrency"] == CONCURRENCY


@pytest.mark.node
def test_javascript_reads_version_1(told: dict[str, Any], team: Team) -> None:
    assert told["credit1"]["data"]["remaining_credits"] == CREDITS - 3
    assert told["token1"]["data"]["remaining_tokens"] == 15 * (CREDITS - 3)
    assert by_key(told["creditHistory1"], "creditsUsed") == team.used
    assert by_key(told["tokenHistory1"], "tokensUsed") == {name: 15 * used for name, used in team.used.items()}
    assert told["queue1"]["maxConcurrency"] == CONCURRENCY
