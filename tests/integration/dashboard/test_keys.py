"""API keys: what people see and change, without a browser's script."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest

from gossamer.core.access import AccessRequest, Group
from gossamer.core.accounts import FIRST_ORGANIZATION, OPEN_TEAM, Features
from gossamer.core.errors import NotAllowed
from gossamer.core.restrictions import FORMATS, GROUPS, NONE, Restrictions
from gossamer.operations.gate import admit
from tests.integration.dashboard.world import World

_HTMX = {"hx-request": "true"}


async def _saved(house: World, name: str = "Default") -> Restrictions | None:
    [key] = [key for key in await house.members.keys(house.operator, OPEN_TEAM) if key.name == name]
    return key.restrictions


def _row(page: str, key_id: str) -> str:
    return page.partition(f'<tr id="key-{key_id}">')[2].partition("</tr>")[0]


async def test_a_new_key_is_shown_once(house: World) -> None:
    admin = await house.admin()
    made = await admin.post("/dashboard/keys/new", {"name": "Nightly crawl", "expiry": "30"})
    [secret] = set(re.findall(r"fc-[0-9a-f]{32}", made.text))
    assert f"Authorization: Bearer {secret}" in made.text.replace("&#39;", "'")
    page = (await admin.get("/dashboard/keys")).text
    assert secret not in page
    row = _row(page, await house.key_id("Nightly crawl"))
    assert (house.clock.now() + timedelta(days=30)).isoformat(timespec="seconds") in row


async def test_saving_restrictions_sets_the_badge_and_saving_nothing_takes_it_away(house: World) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    path = f"/dashboard/keys/{key_id}/restrictions"
    form: Mapping[str, str | Sequence[str]] = {
        "format": ["links", "markdown"],
        "endpoint": ["scrape"],
        "domains": "example.org, Example.com\nexample.org",
        "credit_budget": "500",
        "no_model": "on",
    }
    assert (await admin.post(path, form)).headers["location"] == "/dashboard/keys"
    assert await _saved(house) == Restrictions(
        allowed_formats=("markdown", "links"),
        allowed_endpoints=(Group.SCRAPE,),
        allowed_domains=("example.org", "example.com"),
        no_model=True,
        credit_budget=500,
    )
    page = (await admin.get("/dashboard/keys")).text
    assert ">Restricted</span>" in _row(page, key_id)
    assert "Restrictions were saved" in page
    shown = (await admin.get(path)).text
    assert len(re.findall(r'name="format" value="\w+" ?checked|name="format" value="\w+"', shown)) == len(FORMATS)
    assert all(f'value="{group}"' in shown for group in GROUPS)
    await admin.post(path, {})
    assert await _saved(house) == NONE
    assert "Restricted</span>" not in (await admin.get("/dashboard/keys")).text


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"credit_budget": "many"}, "Credits a month must be a whole number"),
        ({"concurrency": "0"}, "The concurrency must be a whole number of at least 1"),
        ({"domains": "not/a domain"}, "is no domain"),
        ({"format": "telepathy"}, "Unknown: telepathy"),
    ],
)
async def test_what_is_wrong_is_told_in_the_form_and_nothing_is_saved(
    house: World, form: dict[str, str], told: str
) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    answer = await admin.post(f"/dashboard/keys/{key_id}/restrictions", {"endpoint": "map", **form}, _HTMX)
    assert (answer.status_code, told in answer.text) == (400, True)
    # What was ticked is still ticked.
    assert re.search(r'name="endpoint" value="map" checked', answer.text)
    assert await _saved(house) == NONE


async def test_without_the_feature_restrictions_can_be_removed_but_not_set(house: World) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    path = f"/dashboard/keys/{key_id}/restrictions"
    await admin.post(path, {"format": "markdown"})
    await house.members.set_features(house.operator, FIRST_ORGANIZATION, Features())
    shown = (await admin.get(path)).text
    assert "does not have key restrictions" in shown
    assert "Remove all restrictions" in shown
    assert re.search(r'name="format" value="html"[^>]*disabled', shown)
    assert (await admin.post(path, {"format": "html"})).status_code == 403
    await admin.post(path, {})
    assert await _saved(house) == NONE


async def test_the_menu_renames_bounds_and_revokes(house: World) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    await admin.post(f"/dashboard/keys/{key_id}/rename", {"name": "Production"})
    await admin.post(f"/dashboard/keys/{key_id}/addresses", {"addresses": "203.0.113.7, 10.0.0.0/8"})
    await admin.post(f"/dashboard/keys/{key_id}/expiry", {"expiry": "date", "day": "2031-05-01"})
    row = _row((await admin.get("/dashboard/keys")).text, key_id)
    assert all(text in row for text in ("Production", "IP list", "2031-05-02T00:00:00"))
    await admin.post(f"/dashboard/keys/{key_id}/revoke")
    page = (await admin.get("/dashboard/keys")).text
    assert (_row(page, key_id), "Revoked keys" in page) == ("", True)
    assert (await admin.get(f"/dashboard/keys/{key_id}/restrictions")).status_code == 404


async def test_a_wrong_address_or_day_is_told_in_the_form(house: World) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    wrong = await admin.post(f"/dashboard/keys/{key_id}/addresses", {"addresses": "everywhere"})
    assert (wrong.status_code, "is no address or CIDR" in wrong.text) == (400, True)
    for day in ("soon", "9999-12-31"):
        wrong = await admin.post(f"/dashboard/keys/{key_id}/expiry", {"expiry": "date", "day": day})
        assert (wrong.status_code, "Choose the day" in wrong.text) == (400, True)


async def test_a_member_sees_names_and_nothing_that_admins_manage(house: World) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    await admin.post(f"/dashboard/keys/{key_id}/restrictions", {"format": "markdown"})
    page = (await (await house.member()).get("/dashboard/keys")).text
    assert "Default" in page
    for hidden in ("Restrictions", "Restricted", "New key", "Revoke", 'popovertarget="menu'):
        assert hidden not in page


async def test_another_teams_key_is_not_there(house: World) -> None:
    other = await house.members.create_team(house.operator, "Another", features=Features(key_restrictions=True))
    admin = await house.admin()
    path = f"/dashboard/keys/{other.key.key.key_id}/restrictions"
    assert (await admin.get(path)).status_code == 404
    assert (await admin.post(path, {"format": "markdown"})).status_code == 404


@pytest.mark.parametrize(
    ("version", "endpoint", "body", "ask"),
    [
        (
            "v2",
            "scrape",
            '{"url": "https://example.com", "formats": ["rawHtml"]}',
            AccessRequest(Group.SCRAPE, frozenset({"rawHtml"})),
        ),
        (
            "v1",
            "scrape",
            '{"url": "https://example.com", "formats": ["screenshot@fullPage"]}',
            AccessRequest(Group.SCRAPE, frozenset({"screenshot"})),
        ),
        ("v2", "map", '{"url": "https://example.com"}', AccessRequest(Group.MAP)),
        ("v2", "agent", "", AccessRequest(Group.AGENT)),
        ("v0", "scrape", "", AccessRequest(Group.LEGACY)),
    ],
)
async def test_the_tester_tells_what_the_api_would(
    house: World, version: str, endpoint: str, body: str, ask: AccessRequest
) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    await admin.post(
        f"/dashboard/keys/{key_id}/restrictions", {"format": ["markdown"], "endpoint": ["scrape", "crawl"]}
    )
    form = {"key": key_id, "version": version, "endpoint": endpoint, "body": body}
    verdict = (await admin.post("/dashboard/keys/test", form, _HTMX)).text
    assert "Refused" in verdict
    caller = await house.members.principal_of(house.operator, key_id)
    with pytest.raises(NotAllowed) as refusal:
        admit(caller, ask)
    assert refusal.value.message in verdict


async def test_the_tester_lets_pass_what_passes_and_says_what_cannot_be_read(house: World) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    await admin.post(f"/dashboard/keys/{key_id}/restrictions", {"format": ["markdown"]})
    form = {"key": key_id, "version": "v2", "endpoint": "crawl", "body": '{"url": "https://example.com"}'}
    assert "Passes" in (await admin.post("/dashboard/keys/test", form)).text
    unreadable = {"{": "not JSON", "[]": "must be a JSON object", '{"url": 5}': "Expected string", "{}": "Required"}
    for body, told in unreadable.items():
        verdict = (await admin.post("/dashboard/keys/test", {**form, "body": body}, _HTMX)).text
        assert ("Cannot be read" in verdict, told in verdict) == (True, True), verdict


async def test_the_tester_says_once_what_is_wrong_with_an_address(house: World) -> None:
    admin, key_id = await house.admin(), await house.key_id("Default")
    form = {"key": key_id, "version": "v2", "endpoint": "scrape", "body": '{"url": "ftp://example.com"}'}
    verdict = (await admin.post("/dashboard/keys/test", form, _HTMX)).text
    assert '<p class="message">url: ' in verdict
    assert verdict.count("Invalid URL") == 1, verdict


async def test_what_can_be_copied_has_buttons_of_different_names(house: World) -> None:
    admin = await house.admin()
    page = (await admin.post("/dashboard/keys/new", {"name": "Nightly crawl"})).text
    names = re.findall(r'data-copy-label>Copy</span><span class="hidden">: ([^<]+)<', page)
    assert names == ["The API key", "A command that uses the key"]
