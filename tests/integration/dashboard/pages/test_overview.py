"""The first page."""

import html
import json
import re
import shlex

from tests.integration.dashboard.pages.deployment import Deployment, Team
from tests.integration.dashboard.pages.test_playground import said

HERE = "/dashboard"


def test_an_empty_team_is_told_what_to_do_next(team: Team) -> None:
    page = team.admin.get(HERE).text
    assert "Next steps" in page
    assert "Scrape a first page" in page
    assert "Make a key" not in page
    assert "Latest activity" not in page


def test_an_admin_without_a_key_is_led_to_making_one(deployment: Deployment, team: Team) -> None:
    deployment.manage("DELETE", f"/admin/keys/{deployment.first_key(team.team_id)}")
    assert "Make a key" in team.admin.get(HERE).text
    assert "Make a key" not in deployment.person(team.team_id, "member").get(HERE).text


def test_it_greets_and_shows_the_base_url_and_a_first_request(deployment: Deployment, team: Team) -> None:
    page = team.admin.get(HERE).text
    assert "Hello, Person" in page
    assert re.search(rf'<pre id="base-url"[^>]*><code>{deployment.service.url}</code>', page)
    command = re.search(r'<pre id="first-curl"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    assert command
    words = shlex.split(html.unescape(command[1]))
    assert words[3] == f"{deployment.service.url}/v2/scrape"
    assert "Authorization: Bearer YOUR_API_KEY" in words
    entry = re.search(r'<pre id="first-mcp"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    assert entry
    assert json.loads(html.unescape(entry[1]))["mcpServers"]["gossamer"]["url"] == f"{deployment.service.url}/mcp"
    assert page.index("A first request") < page.index("Credits this month")
    assert team.key not in page


def test_it_tells_credits_and_the_latest_activity(deployment: Deployment) -> None:
    team = deployment.team(credits=100)
    for path in ("/article", "/docs"):
        deployment.api(team.key, "/v2/scrape", {"url": deployment.site.url(path)})
    page = team.admin.get(HERE).text
    assert re.search(r'id="credits-used">2<', page)
    assert re.search(r'id="credits-left">98<', page)
    assert "2 credits since" in page
    latest = page[page.index("Latest activity") :]
    assert latest.index(deployment.site.url("/docs")) < latest.index(deployment.site.url("/article"))
    assert "Next steps" not in page


def test_a_team_without_a_bound_is_told_so(team: Team) -> None:
    assert "This team has no limit." in said(team.admin.get(HERE).text)


def test_running_jobs_are_there_as_long_as_they_run(deployment: Deployment, team: Team) -> None:
    body = {"url": deployment.site.url("/"), "limit": 50, "delay": 60, "sitemap": "skip"}
    job = deployment.api(team.key, "/v2/crawl", body)["id"]
    page = team.admin.get(HERE).text
    assert "Running now" in page
    assert f"/dashboard/activity/{job}" in page
    assert 'hx-get="/dashboard/running" hx-trigger="every 3s"' in page
    assert "Running now" not in deployment.team().admin.get(HERE).text
    team.admin.post(f"/dashboard/activity/{job}/cancel")
    fragment = team.admin.get("/dashboard/running", htmx=True).text
    assert "Running now" not in fragment
    assert "hx-trigger" not in fragment


def test_nothing_is_said_to_be_missing_when_all_parts_answer(team: Team) -> None:
    assert "gossamer doctor" not in team.admin.get(HERE).text
