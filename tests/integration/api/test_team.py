"""What a team is told of itself, over HTTP, by a service that really scraped for it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from gossamer.api import create_app
from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group
from gossamer.core.accounts import Actor, Features, NewTeam
from gossamer.core.restrictions import Restrictions
from gossamer.core.usage import UNBOUNDED
from gossamer.settings import Settings
from gossamer.testing.clock import ManualClock
from gossamer.testing.site import Site, running_site
from gossamer.wire.usage_answers import (
    ActivityLog,
    CreditHistory,
    CreditUsage,
    SnakeCreditUsage,
    SnakeTokenUsage,
    TokenHistory,
    TokenUsage,
)
from tests.asking import await_until
from tests.integration.net.conftest import page, read_head, serving

OPERATOR = Actor(name="operator", operator=True)
_OLD = datetime(2024, 1, 31, tzinfo=UTC)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


@dataclass
class Bench:
    """A service without jobs, asked over HTTP by several teams."""

    service: RunningService
    http: httpx.AsyncClient
    site: Site
    home: Path

    async def team(self, name: str = "Acme", **bounds: Any) -> NewTeam:
        features = Features(key_restrictions=True)
        return await self.service.operations.members.create_team(OPERATOR, name, features=features, **bounds)

    async def key(self, team: NewTeam, name: str, restrictions: Restrictions | None = None) -> str:
        members = self.service.operations.members
        made = await members.create_key(OPERATOR, team.team.team_id, name)
        if restrictions is not None:
            await members.restrict_key(OPERATOR, made.key.key_id, restrictions)
        return made.secret

    async def get(self, key: str, path: str) -> httpx.Response:
        return await self.http.get(path, headers={"authorization": f"Bearer {key}"})

    async def told(self, key: str, path: str) -> dict[str, Any]:
        answer = await self.get(key, path)
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    async def scrape(self, key: str, path: str = "/article", *, version: str = "v2", **more: Any) -> httpx.Response:
        body = {"url": self.site.url(path), **more}
        return await self.http.post(f"/{version}/scrape", json=body, headers={"authorization": f"Bearer {key}"})

    def stop_minutes(self) -> None:
        """Let no minute end while requests are counted."""
        self.service.operations.rates._clock = ManualClock(datetime.now(UTC))

    def sql(self, *statements: str) -> None:
        """Change the database behind the service's back."""
        engine = create_engine(f"sqlite:///{self.home / 'gossamer.db'}")
        with engine.begin() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()


@asynccontextmanager
async def opened(home: Path, site: Site, **changes: Any) -> AsyncIterator[Bench]:
    settings = Settings(home=home, egress_allow=site.host, chromium="none", **changes)
    async with open_service(settings, make_first_key=False, jobs=False) as service:
        transport = httpx.ASGITransport(create_app(service.operations))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            yield Bench(service, http, site, home)


@pytest.fixture
async def bench(tmp_path: Path, site: Site) -> AsyncIterator[Bench]:
    async with opened(tmp_path, site) as found:
        yield found


async def test_a_team_without_a_bound_has_a_very_large_number_left(bench: Bench) -> None:
    team = await bench.team()
    told = await bench.told(team.key.secret, "/v2/team/credit-usage")
    CreditUsage.model_validate(told)
    data = told["data"]
    assert (told["success"], data["remainingCredits"], data["planCredits"]) == (True, UNBOUNDED, UNBOUNDED)
    start, end = (datetime.fromisoformat(data[f"billingPeriod{edge}"]) for edge in ("Start", "End"))
    assert start <= datetime.now(UTC) < end


async def test_credits_and_tokens_that_are_left_in_the_words_of_each_version(bench: Bench) -> None:
    team = await bench.team(credits=10)
    key = team.key.secret
    assert (await bench.scrape(key)).status_code == 200
    credit = [await bench.told(key, f"/{version}/team/credit-usage") for version in ("v2", "v1")]
    token = [await bench.told(key, f"/{version}/team/token-usage") for version in ("v2", "v1")]
    period = [credit[0]["data"][name] for name in ("billingPeriodStart", "billingPeriodEnd")]
    snake = dict(zip(("billing_period_start", "billing_period_end"), period, strict=True))
    camel = dict(zip(("billingPeriodStart", "billingPeriodEnd"), period, strict=True))
    assert credit[0] == {"success": True, "data": {"remainingCredits": 9, "planCredits": 10, **camel}}
    assert credit[1] == {"success": True, "data": {"remaining_credits": 9, "plan_credits": 10, **snake}}
    assert token[0] == {"success": True, "data": {"remainingTokens": 135, "planTokens": 150, **camel}}
    assert token[1] == {"success": True, "data": {"remaining_tokens": 135, "plan_tokens": 150, **snake}}
    for shape, answer in zip(
        (CreditUsage, SnakeCreditUsage, TokenUsage, SnakeTokenUsage), (*credit, *token), strict=True
    ):
        shape.model_validate(answer)


async def test_a_team_that_is_gone_has_no_credit_usage(bench: Bench) -> None:
    team = await bench.team()
    # The key is remembered for some seconds.
    await bench.told(team.key.secret, "/v2/team/credit-usage")
    bench.sql("PRAGMA foreign_keys=OFF", f"DELETE FROM teams WHERE id = '{team.team.team_id}'")
    for path in ("/v2/team/credit-usage", "/v1/team/token-usage"):
        answer = await bench.get(team.key.secret, path)
        assert (answer.status_code, answer.json()) == (
            404,
            {"success": False, "error": "Could not find credit usage information"},
        )


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_history_is_told_by_month_and_by_key_and_of_no_other_team(bench: Bench, version: str) -> None:
    team, other = await bench.team(), await bench.team("Other")
    crm = await bench.key(team, "crm")
    for key in (team.key.secret, crm, crm, other.key.secret):
        assert (await bench.scrape(key)).status_code == 200
    day = (_OLD - datetime(1970, 1, 1, tzinfo=UTC)).days
    bench.sql(
        f"UPDATE teams SET created_at = {int(_OLD.timestamp() * 1000)}",
        "INSERT INTO usage_days (team_id, day, key_id, operation, credits, charges) VALUES "
        f"('{team.team.team_id}', {day}, '{team.key.key.key_id}', 'crawl', 40, 2)",
    )
    whole = await bench.told(crm, f"/{version}/team/credit-usage/historical")
    split = await bench.told(crm, f"/{version}/team/credit-usage/historical?byApiKey=true")
    CreditHistory.model_validate(whole)
    CreditHistory.model_validate(split)
    assert [(one["apiKey"], one["totalCredits"], one["creditsUsed"]) for one in whole["periods"]] == [
        (None, 40, 40),
        (None, 3, 3),
    ]
    name = team.key.key.name
    assert [(one["apiKey"], one["totalCredits"]) for one in split["periods"]] == [
        (name, 40),
        *sorted([("crm", 2), (name, 1)]),
    ]
    assert (whole["periods"][0]["startDate"], whole["periods"][0]["endDate"]) == (
        "2024-01-31T00:00:00.000Z",
        "2024-02-29T00:00:00.000Z",
    )
    tokens = await bench.told(crm, f"/{version}/team/token-usage/historical")
    TokenHistory.model_validate(tokens)
    assert [(one["totalTokens"], one["tokensUsed"]) for one in tokens["periods"]] == [(600, 600), (45, 45)]


async def test_whether_keys_are_told_apart_is_read_sensibly_or_refused(bench: Bench) -> None:
    key = (await bench.team()).key.secret
    await bench.scrape(key)

    async def names(spelling: str) -> list[str | None]:
        told = await bench.told(key, f"/v2/team/credit-usage/historical?byApiKey={spelling}")
        return [one["apiKey"] for one in told["periods"]]

    assert all([(await names(spelling))[0] for spelling in ("true", "True", "TRUE", "1")])
    assert [await names(spelling) for spelling in ("false", "False", "0")] == [[None]] * 3
    for spelling in ("yes", "", "2", "truee"):
        answer = await bench.get(key, f"/v2/team/credit-usage/historical?byApiKey={spelling}")
        assert (answer.status_code, answer.json()["error"]) == (400, "`byApiKey` must be true or false.")


async def test_history_that_cannot_be_read_is_an_internal_error(bench: Bench) -> None:
    key = (await bench.team()).key.secret
    await bench.scrape(key)
    bench.sql("ALTER TABLE usage_days RENAME TO lost")
    for path in ("credit-usage/historical", "credit-usage/historical?byApiKey=true", "token-usage/historical"):
        for version in ("v1", "v2"):
            answer = await bench.get(key, f"/{version}/team/{path}")
            assert (answer.status_code, answer.json()) == (
                500,
                {
                    "success": False,
                    "code": "USAGE_UNREADABLE",
                    "error": "Internal server error while fetching historical credit usage",
                },
            )
    answer = await bench.get(key, "/v2/team/credit-usage")
    assert (answer.status_code, answer.json()["error"]) == (
        500,
        "Internal server error while fetching credit usage",
    )


async def test_in_open_mode_usage_has_a_readable_name(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site, auth="off") as bench:
        assert (await bench.scrape("")).status_code == 200
        told = await bench.told("anything", "/v2/team/credit-usage/historical?byApiKey=true")
        assert [(one["apiKey"], one["totalCredits"]) for one in told["periods"]] == [("(open mode)", 1)]
        assert (await bench.told("", "/v2/team/credit-usage"))["data"]["remainingCredits"] == UNBOUNDED


async def test_activity_is_leafed_through_newest_first_and_is_the_teams_own(bench: Bench) -> None:
    team, other = await bench.team(), await bench.team("Other")
    key = team.key.secret
    for path, version in (("/article", "v2"), ("/docs", "v1"), ("/plain.txt", "v2")):
        await bench.scrape(key, path, version=version)
    await bench.scrape(other.key.secret, "/cookies")
    whole = await bench.told(key, "/v2/team/activity")
    ActivityLog.model_validate(whole)
    assert [(one["endpoint"], one["api_version"], one["target"]) for one in whole["data"]] == [
        ("scrape", "v2", bench.site.url("/plain.txt")),
        ("scrape", "v1", bench.site.url("/docs")),
        ("scrape", "v2", bench.site.url("/article")),
    ]
    assert (whole["success"], whole["cursor"], whole["has_more"]) == (True, None, False)
    first = await bench.told(key, "/v2/team/activity?limit=2")
    assert (first["data"], first["has_more"]) == (whole["data"][:2], True)
    rest = await bench.told(key, f"/v2/team/activity?limit=2&cursor={first['cursor']}")
    assert (rest["data"], rest["has_more"], rest["cursor"]) == (whole["data"][2:], False, None)
    # Another team's place is no way to its data.
    foreign = await bench.told(other.key.secret, f"/v2/team/activity?cursor={first['cursor']}")
    assert all(one["target"] == bench.site.url("/cookies") for one in foreign["data"])


async def test_activity_takes_a_known_endpoint_a_cursor_of_ours_and_any_limit(bench: Bench) -> None:
    key = (await bench.team()).key.secret
    await bench.scrape(key)
    for limit in ("0", "-1", "many", "", "1e3", "9" * 30, "500"):
        assert len((await bench.told(key, f"/v2/team/activity?limit={limit}"))["data"]) == 1
    assert (await bench.told(key, "/v2/team/activity?endpoint=scrape"))["data"] != []
    for endpoint in ("crawl", "batch_scrape", "deep_research", "interact"):
        assert (await bench.told(key, f"/v2/team/activity?endpoint={endpoint}"))["data"] == []
    refused = await bench.get(key, "/v2/team/activity?endpoint=nonsense")
    assert (refused.status_code, refused.json()["code"]) == (400, "BAD_REQUEST")
    for cursor in ("nonsense", "", "%00", "é", "MTIz", "LjVmMGQyYTUy", "A" * 3000, "OTk5OTk5OTk5OTk5OTk5OTk5OTkuYQ"):
        answer = await bench.get(key, f"/v2/team/activity?cursor={cursor}")
        assert (answer.status_code, answer.json()["error"]) == (400, "Invalid cursor."), cursor


async def test_a_key_that_may_do_nothing_else_may_ask_about_its_team(bench: Bench) -> None:
    team = await bench.team()
    key = await bench.key(team, "narrow", Restrictions(allowed_endpoints=(Group.MAP,), allowed_formats=("links",)))
    assert (await bench.scrape(key)).status_code == 403
    for place in ("credit-usage", "credit-usage/historical", "token-usage", "token-usage/historical", "queue-status"):
        for version in ("v1", "v2"):
            assert (await bench.told(key, f"/{version}/team/{place}"))["success"]
    for path in ("/v2/team/activity", "/v2/concurrency-check", "/v1/concurrency-check"):
        assert (await bench.told(key, path))["success"]


async def test_nobody_without_a_key_is_told_anything(bench: Bench) -> None:
    for path in ("/v2/team/credit-usage", "/v2/team/credit-usage/historical", "/v2/team/activity"):
        assert (await bench.http.get(path)).status_code == 401


async def test_a_team_over_its_rate_is_refused_with_when_to_come_back(bench: Bench) -> None:
    team = await bench.team(rate_limits={"scrape": 2, "map": 1})
    key = team.key.secret
    bench.stop_minutes()
    # A refused body counts like any request: it was one.
    statuses = [(await bench.scrape(key, "/article", formats=formats)).status_code for formats in (["x"], ["links"])]
    assert statuses == [400, 200]
    refused = await bench.scrape(key)
    assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
    seconds = int(refused.headers["retry-after"])
    assert 1 <= seconds <= 60
    error = refused.json()["error"]
    assert error.startswith("Rate limit exceeded. Consumed (req/min): 2, Remaining (req/min): 0. This team may make 2 ")
    assert f"please retry after {seconds}s, resets at " in error
    assert "an operator of this service can raise" in error
    # Another team, and what is no work, go on.
    assert (await bench.scrape((await bench.team("Other")).key.secret)).status_code == 200
    for path in ("/v2/team/credit-usage", "/v2/concurrency-check", f"/v2/scrape/{team.team.team_id}"):
        assert {(await bench.get(key, path)).status_code for _ in range(5)} <= {200, 404}


async def test_a_deployment_bounds_all_teams_that_have_no_rate_of_their_own(tmp_path: Path, site: Site) -> None:
    async with opened(tmp_path, site, rate_limits="scrape=1, crawl=15") as bench:
        key = (await bench.team()).key.secret
        bench.stop_minutes()
        assert [(await bench.scrape(key)).status_code for _ in range(2)] == [200, 429]


async def test_a_scrape_waits_for_its_teams_place_and_says_so(tmp_path: Path) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await read_head(reader):
            asked.set()
            await answer.wait()
            writer.write(page(b"<h1>Hello</h1><p>" + b"Some words of text. " * 20))

    async with serving(slow) as port, opened(tmp_path, Site(port)) as bench:
        key = (await bench.team(concurrency=1)).key.secret
        first = asyncio.create_task(bench.scrape(key, "/first"))
        await asked.wait()
        assert await bench.told(key, "/v2/concurrency-check") == {
            "success": True,
            "concurrency": 1,
            "maxConcurrency": 1,
        }
        second = asyncio.create_task(bench.scrape(key, "/second"))
        await await_until(
            lambda queue: queue["waitingJobsInQueue"] == 1, lambda: bench.told(key, "/v2/team/queue-status")
        )
        impatient = await bench.scrape(key, "/third", timeout=1000)
        assert (impatient.status_code, impatient.json()["code"]) == (408, "CONCURRENCY_QUEUE_TIMEOUT")
        assert "1 pages of this team are under way, which is the limit" in impatient.json()["error"]
        assert "an operator of this service can raise the team's concurrency" in impatient.json()["error"]
        answer.set()
        early, late = (await first).json()["data"]["metadata"], (await second).json()["data"]["metadata"]
        assert "concurrencyLimited" not in early
        assert late["concurrencyLimited"] is True
        # It waited at least as long as the one that gave up.
        assert late["concurrencyQueueDurationMs"] >= 600
        stored = await bench.told(key, f"/v2/scrape/{late['scrapeId']}")
        assert "concurrencyLimited" not in stored["data"]["metadata"]
