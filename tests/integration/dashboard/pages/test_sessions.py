"""Sessions on the dashboard: which are open, who may watch and end them, and what became of those that ended."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Page, expect

from gossamer.browser import Installed, find_chromium
from tests.integration.dashboard.pages.deployment import Deployment, Team
from tests.integration.dashboard.pages.test_playground import said

pytestmark = [pytest.mark.browser, pytest.mark.one_loop]
HERE = "/dashboard/sessions"
_LIVE = re.compile(r'href="([^"]+/live\?token=[^"]+)"')
# In milliseconds: the machine may stand still for a while.
_PATIENCE = 60_000


@pytest.fixture(autouse=True)
def chromium_is_there() -> None:
    if not isinstance(find_chromium(), Installed):
        pytest.skip("no Chromium here")


@pytest.fixture
def opened(deployment: Deployment, team: Team) -> Iterator[dict[str, Any]]:
    made = deployment.api(team.key, "/v2/browser", {"ttl": 600, "profile": {"name": "the shop"}})
    yield made
    headers = {"authorization": f"Bearer {team.key}"}
    deployment.http.delete(f"/v2/browser/{made['id']}", headers=headers)


def test_a_team_without_sessions_is_told_how_to_get_one(team: Team) -> None:
    assert "No browser is open" in team.admin.get(HERE).text


def test_an_admin_sees_uses_and_ends_a_session(deployment: Deployment, team: Team, opened: dict[str, Any]) -> None:
    page = team.admin.get(HERE)
    told = said(page.text)
    assert "Empty page" in told
    assert "On its own · profile the shop" in told
    assert "default" in told.lower()
    [live] = map(html.unescape, _LIVE.findall(page.text))
    assert live == opened["interactiveLiveViewUrl"]
    asked = said(team.admin.get(f"{HERE}/{opened['id']}/end", htmx=True).text)
    assert "Its profile is saved" in asked
    answer = team.admin.post(f"{HERE}/{opened['id']}/end")
    assert (answer.status_code, answer.headers["location"]) == (303, HERE)
    after = said(team.admin.get(HERE).text)
    assert "The browser session was ended." in after
    assert "No browser is open" in after
    assert "Ended by a program or a person" in after


def test_a_member_may_watch_and_no_more(deployment: Deployment, team: Team, opened: dict[str, Any]) -> None:
    member = deployment.person(team.team_id, "member")
    page = member.get(HERE)
    [live] = map(html.unescape, _LIVE.findall(page.text))
    assert live == opened["liveViewUrl"]
    assert f"{HERE}/{opened['id']}/end" not in page.text
    for answer in (member.get(f"{HERE}/{opened['id']}/end"), member.post(f"{HERE}/{opened['id']}/end")):
        assert answer.status_code == 403
    assert "Open now" in member.get(HERE).text


def test_another_team_sees_and_ends_nothing_of_it(deployment: Deployment, opened: dict[str, Any]) -> None:
    stranger = deployment.person(deployment.team().team_id, "admin")
    assert opened["id"] not in stranger.get(HERE).text
    assert stranger.get(f"{HERE}/{opened['id']}/end").status_code == 404
    assert stranger.post(f"{HERE}/{opened['id']}/end").status_code == 404


def test_what_was_asked_of_sessions_is_activity(deployment: Deployment, team: Team, opened: dict[str, Any]) -> None:
    scrape = deployment.api(team.key, "/v2/scrape", {"url": deployment.site.url("/article"), "origin": "website"})
    deployment.api(team.key, f"/v2/scrape/{scrape['scrape_id']}/interact", {"prompt": "What is the heading?"})
    for operation, label in (("browser", "Browser session"), ("interact", "Interact")):
        shown = team.admin.get("/dashboard/activity", operation=operation).text
        assert f"{label} · v2" in said(shown)
        assert f'class="target" href="{HERE}"' in shown
        listed = deployment.api(team.key, f"/v2/team/activity?endpoint={operation}")
        assert [one["endpoint"] for one in listed["data"]] == [operation]
    told = said(team.admin.get(HERE).text)
    assert "After a scrape" in told
    assert deployment.site.url("/article") in told
    headers = {"authorization": f"Bearer {team.key}"}
    deployment.http.delete(f"/v2/scrape/{scrape['scrape_id']}/interact", headers=headers)


async def test_the_list_stays_up_to_date_and_the_live_view_opens(
    page: Page, deployment: Deployment, team: Team, opened: dict[str, Any]
) -> None:
    await page.goto(HERE)
    async with page.context.expect_page() as waiting:
        await page.get_by_role("link", name="Live view").click()
    view = await waiting.value
    await expect(view.locator("#state")).to_have_text("Live, in your hands", timeout=_PATIENCE)
    await view.close()
    await page.get_by_role("link", name="End").click()
    await page.get_by_role("dialog").get_by_text("Leave it open").click()
    deployment.http.delete(f"/v2/browser/{opened['id']}", headers={"authorization": f"Bearer {team.key}"})
    await expect(page.get_by_text("No browser is open")).to_be_visible(timeout=_PATIENCE)
