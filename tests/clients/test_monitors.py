"""Every monitor method of the official clients: Python, JavaScript, MCP and the command line."""

import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from firecrawl import AsyncFirecrawl, Firecrawl
from firecrawl.v2.types import (
    MonitorSchedule,
    MonitorTarget,
    MonitorWebhookConfig,
    PaginationConfig,
)

from gossamer.testing.site import Site
from tests.clients.conftest import Cli
from tests.clients.javascript import answer_of
from tests.clients.mcp import McpClient
from tests.clients.service import Service

_RUNNING = frozenset({"queued", "running"})


def ended(python: Firecrawl, monitor_id: str, check_id: str) -> Any:
    while (check := python.get_monitor_check(monitor_id, check_id)).status in _RUNNING:
        time.sleep(0.05)
    return check


def test_python_walks_through_every_method(python: Firecrawl, site: Site) -> None:
    made = python.create_monitor(
        name="By Python",
        schedule=MonitorSchedule(text="every 30 minutes"),
        targets=[MonitorTarget(type="scrape", urls=[site.url("/article"), site.url("/docs")])],
        webhook=MonitorWebhookConfig(url=site.url("/hook"), events=["monitor.page"]),
        goal="The text mentions spiders",
        retention_days=7,
    )
    assert (made.schedule.cron, made.status, made.judge_enabled, made.retention_days) == (
        "*/30 * * * *",
        "active",
        True,
        7,
    )
    assert made.estimated_credits_per_month == 2 * 1440
    assert made.id in {one.id for one in python.list_monitors(limit=100)}
    assert python.get_monitor(made.id) == made
    changed = python.update_monitor(made.id, name="Other")
    assert (changed.name, changed.goal, changed.retention_days) == ("Other", made.goal, 7)
    started = python.run_monitor(made.id)
    assert (started.status, started.trigger, started.monitor_id) == ("queued", "manual", made.id)
    check = ended(python, made.id, started.id)
    assert (check.status, check.summary.new, check.actual_credits, len(check.pages)) == ("completed", 2, 2, 2)
    paged = python.get_monitor_check(
        made.id, started.id, limit=1, pagination_config=PaginationConfig(auto_paginate=True)
    )
    assert {page.url for page in paged.pages} == {site.url("/article"), site.url("/docs")}
    assert [one.id for one in python.list_monitor_checks(made.id)] == [started.id]
    paused = python.update_monitor(made.id, status="paused")
    assert (paused.status, paused.next_run_at) == ("paused", None)
    assert python.delete_monitor(made.id)
    with pytest.raises(Exception, match="Monitor not found"):
        python.get_monitor(made.id)


METHODS = {
    "create_monitor",
    "delete_monitor",
    "get_monitor",
    "get_monitor_check",
    "list_monitor_checks",
    "list_monitors",
    "run_monitor",
    "update_monitor",
}


@pytest.mark.parametrize("client", [Firecrawl, AsyncFirecrawl])
def test_python_has_no_other_method(client: type) -> None:
    """A method that a new version of the client has is to be walked through here."""
    assert {name for name in dir(client(api_key="fc-x")) if "monitor" in name and name[0] != "_"} == METHODS


async def test_the_asynchronous_client_walks_through_every_method(service: Service, site: Site) -> None:
    client = AsyncFirecrawl(api_key=service.key, api_url=service.url)
    site.published["watched"] = (200, "<h1>Lamp</h1><p>Price: 120 EUR</p>")
    schema = {"type": "object", "properties": {"price": {"type": "string"}}}
    # Without markdown: a monitor reads the text all the same.
    tracking = {"type": "changeTracking", "modes": ["git-diff", "json"], "schema": schema}
    url = site.url("/published/watched")
    pages = MonitorTarget(type="scrape", urls=[url], scrapeOptions={"formats": [tracking]})
    crawled = MonitorTarget(type="crawl", url=site.url("/published/watched"), crawlOptions={"limit": 1})
    found = MonitorTarget(type="search", queries=["lamps"], searchWindow="1h", maxResults=5)
    email = {"email": {"enabled": True, "recipients": ["ann@example.org"], "includeDiffs": True}}
    made = await client.create_monitor(
        name="Async",
        schedule=MonitorSchedule(cron="0 9 * * 1-5", timezone="Europe/Berlin"),
        targets=[pages, crawled, found],
        notification=email,
        judge_enabled=False,
    )
    assert [target["type"] for target in made.targets] == ["scrape", "crawl", "search"]
    assert made.email_recipient_subscriptions[0].status == "pending"
    assert made.id in {one.id for one in await client.list_monitors(limit=100)}
    assert (await client.get_monitor(made.id)).schedule.timezone == "Europe/Berlin"
    changed = await client.update_monitor(made.id, targets=[made.targets[0], made.targets[1]])
    assert len(changed.targets) == 2
    first = await _run(client, made.id)
    assert (first.status, first.summary.new) == ("completed", 2)
    site.published["watched"] = (200, "<h1>Lamp</h1><p>Price: 95 EUR</p>")
    second = await _run(client, made.id)
    [page] = [page for page in second.pages if page.target_id == made.targets[0]["id"]]
    assert (page.status, "+Price: 95 EUR" in page.diff.text) == ("changed", True)
    assert page.diff.json == {"price": {"previous": "120 EUR", "current": "95 EUR"}}
    assert page.snapshot.json == {"price": "95 EUR"}
    assert len(await client.list_monitor_checks(made.id)) == 2
    assert await client.delete_monitor(made.id)


async def _run(client: AsyncFirecrawl, monitor_id: str) -> Any:
    started = await client.run_monitor(monitor_id)
    async with asyncio.timeout(60):
        while (check := await client.get_monitor_check(monitor_id, started.id)).status in _RUNNING:
            await asyncio.to_thread(time.sleep, 0.05)
    return check


def test_python_is_told_what_is_wrong(python: Firecrawl, site: Site) -> None:
    target = MonitorTarget(type="scrape", urls=[site.url("/article")])
    schedule = MonitorSchedule(cron="* * * * *")
    with pytest.raises(Exception, match="every 5 minutes at most"):
        python.create_monitor(name="x", schedule=schedule, targets=[target])


@pytest.mark.node
@pytest.mark.parametrize("package", ["firecrawl", "@mendable/firecrawl-js"])
def test_javascript_walks_through_every_method(node_modules: Path, service: Service, site: Site, package: str) -> None:
    url = site.url("/article")
    ask = {"package": package, "apiKey": service.key, "apiUrl": service.url, "url": url}
    told = answer_of(node_modules / "monitors.mjs", ask)
    assert (told["listed"], told["read"], told["changed"], told["started"]) == (
        True,
        "By JavaScript",
        "Other",
        "queued",
    )
    assert (told["check"]["status"], [page["url"] for page in told["check"]["pages"]]) == ("completed", [url])
    assert (told["checks"], told["deleted"]) == (1, True)
    assert told["others"] == [], "a new method is to be walked through in monitors.mjs"
    assert "Monitor not found" in told["gone"]


def _id_in(told: Any) -> str:
    found = re.search(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", json.dumps(told))
    assert found is not None, told
    return found[0]


@pytest.mark.node
def test_mcp_walks_through_every_tool(mcp: McpClient, site: Site) -> None:
    walked = ("create", "list", "get", "update", "delete", "run", "checks", "check")
    assert {name for name in mcp.tools() if "monitor" in name} == {f"firecrawl_monitor_{one}" for one in walked}
    made = mcp.call("firecrawl_monitor_create", page=site.url("/article"), goal="Anything changes")
    monitor_id = _id_in(made)
    assert monitor_id in json.dumps(mcp.call("firecrawl_monitor_list", limit=100))
    assert monitor_id in json.dumps(mcp.call("firecrawl_monitor_get", id=monitor_id))
    changed = mcp.call("firecrawl_monitor_update", id=monitor_id, body={"name": "By MCP"})
    assert "By MCP" in json.dumps(changed)
    check_id = str(mcp.call("firecrawl_monitor_run", id=monitor_id)["id"])
    assert check_id in json.dumps(mcp.call("firecrawl_monitor_checks", id=monitor_id))
    while (found := mcp.call("firecrawl_monitor_check", id=monitor_id, checkId=check_id))["data"]["status"] in _RUNNING:
        time.sleep(0.1)
    assert found["data"]["status"] == "completed"
    assert mcp.call("firecrawl_monitor_delete", id=monitor_id)


@pytest.mark.node
def test_the_command_line_walks_through_every_command(cli: Cli, site: Site) -> None:
    def told(*arguments: str) -> str:
        done = cli("monitor", *arguments)
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    commands = set(re.findall(r"(?m)^  ([a-z]+) ", told("--help").partition("Commands:")[2].partition("Examples:")[0]))
    assert commands == {"create", "list", "get", "update", "delete", "run", "checks", "check", "help"}
    made = told(
        "create",
        "--name",
        "By CLI",
        "--schedule",
        "every 30 minutes",
        "--page",
        site.url("/article"),
        "--goal",
        "changes",
    )
    monitor_id = _id_in(made)
    assert monitor_id in told("list")
    assert monitor_id in told("get", monitor_id)
    assert "Renamed" in told("update", monitor_id, "--name", "Renamed")
    check_id = _id_in(json.loads(told("run", monitor_id)).get("data", {}))
    assert check_id in told("checks", monitor_id)
    assert check_id in told("check", monitor_id, check_id)
    assert "paused" in told("update", monitor_id, "--state", "paused")
    told("delete", monitor_id)
