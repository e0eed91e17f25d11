"""Set-up, invitations, teams and settings, as people meet them."""

import re
from datetime import timedelta

import httpx
import pyotp

from gossamer.core.accounts import OPEN_TEAM, Role
from tests.integration.dashboard.world import ADMIN, ADMIN_TOKEN, MEMBER, PASSWORD, Visitor, World

_FORM = {"name": "Ada Lovelace", "email": ADMIN, "password": PASSWORD}


async def test_the_first_person_proves_that_the_service_is_theirs(house: World) -> None:
    first = house.visitor()
    assert (await first.get("/dashboard")).headers["location"] == "/dashboard/setup"
    await first.get("/dashboard/setup")
    wrong = await first.post("/dashboard/setup", {**_FORM, "proof": "fc-" + "0" * 32})
    assert (wrong.status_code, "neither the admin token nor" in wrong.text) == (401, True)
    # What was typed is kept, but for what is secret.
    assert (ADMIN in wrong.text, PASSWORD in wrong.text) == (True, False)
    done = await first.post("/dashboard/setup", {**_FORM, "proof": house.key})
    assert done.headers["location"] == "/dashboard"
    assert "Ada Lovelace" in (await first.get("/dashboard/keys")).text


async def test_the_admin_token_is_proof_too_and_set_up_happens_once(house: World) -> None:
    first, second = house.visitor(), house.visitor()
    await second.get("/dashboard/setup")
    await first.get("/dashboard/setup")
    assert (await first.post("/dashboard/setup", {**_FORM, "proof": ADMIN_TOKEN})).headers["location"] == "/dashboard"
    late = await second.post("/dashboard/setup", {**_FORM, "email": MEMBER, "proof": ADMIN_TOKEN})
    assert late.headers["location"] == "/dashboard/sign-in"
    assert (await second.get("/dashboard/setup")).headers["location"] == "/dashboard/sign-in"


async def test_an_invitation_is_a_link_that_one_person_can_use(house: World) -> None:
    admin = await house.admin()
    made = await admin.post("/dashboard/settings/invite", {"role": "member"})
    [path] = set(re.findall(r"/dashboard/join/[\w-]+", made.text))
    assert path not in (await admin.get("/dashboard/settings")).text
    guest = house.visitor()
    assert "Join Default" in (await guest.get(path)).text
    joined = await guest.post(path, {"name": "Max Newman", "email": MEMBER, "password": PASSWORD})
    assert joined.headers["location"] == "/dashboard"
    assert "Max Newman" in (await guest.get("/dashboard/settings")).text
    assert (await house.visitor().get(path)).status_code == 404


async def test_a_withdrawn_invitation_is_worth_nothing(house: World) -> None:
    admin = await house.admin()
    made = await admin.post("/dashboard/settings/invite", {"role": "admin", "email": MEMBER})
    [path] = set(re.findall(r"/dashboard/join/[\w-]+", made.text))
    settings = (await admin.get("/dashboard/settings")).text
    [withdraw] = re.findall(r'action="(/dashboard/settings/invitations/[^"]+)"', settings)
    await admin.post(withdraw)
    assert (await house.visitor().get(path)).status_code == 404


async def test_roles_change_and_the_last_admin_stays(house: World) -> None:
    admin, member = await house.admin(), await house.member()
    people = {each.user.email: each.user.user_id for each in await house.members.members(house.operator, OPEN_TEAM)}
    await admin.post(f"/dashboard/settings/members/{people[MEMBER]}/role", {"role": "admin"})
    assert (await member.get("/dashboard/audit")).status_code == 200
    await admin.post(f"/dashboard/settings/members/{people[MEMBER]}/remove")
    assert (await member.get("/dashboard/keys")).status_code == 303
    kept = await admin.post(f"/dashboard/settings/members/{people[ADMIN]}/role", {"role": "member"})
    assert kept.status_code == 403


async def test_who_joins_another_team_looks_at_it_and_reads_its_name(house: World) -> None:
    admin = await house.admin()
    other = await house.members.create_team(house.operator, "Weavers & {team}")
    invited = await house.members.invite(house.operator, other.team.team_id, role=Role.MEMBER)
    before, path = admin.client.cookies["gossamer_session"], f"/dashboard/join/{invited.token}"
    await admin.get(path)
    joined = await admin.post(path, {"email": ADMIN, "password": PASSWORD})
    assert joined.headers["location"] == "/dashboard"
    assert "Weavers" not in str(joined.headers)
    page = (await admin.get("/dashboard/settings")).text
    assert "You have joined the team Weavers &amp; {team}." in page
    assert '<span class="hidden">Team: </span>Weavers &amp; {team}</span>' in page
    assert await house.members.session(before) is None
    await admin.post("/dashboard/team", {"team": OPEN_TEAM})
    assert "You are looking at the team Default now." in (await admin.get("/dashboard/settings")).text


async def test_a_person_of_several_teams_looks_at_one_at_a_time(house: World) -> None:
    admin = await house.admin()
    assert 'action="/dashboard/team"' not in (await admin.get("/dashboard/keys")).text
    other = await house.members.create_team(house.operator, "Another team")
    invited = await house.members.invite(house.operator, other.team.team_id, role=Role.MEMBER)
    await house.members.accept_invitation(invited.token, email=ADMIN, name="", password=PASSWORD, address="")
    assert 'action="/dashboard/team"' in (await admin.get("/dashboard/keys")).text
    before = admin.client.cookies["gossamer_session"]
    await admin.post("/dashboard/team", {"team": other.team.team_id})
    assert admin.client.cookies["gossamer_session"] != before
    page = (await admin.get("/dashboard/keys")).text
    assert ("Another team" in page, "New key" in page) == (True, False)
    assert (await admin.post("/dashboard/team", {"team": "nobodys"})).status_code == 404


async def test_a_new_password_needs_the_old_one_and_ends_other_sessions(house: World) -> None:
    admin, elsewhere = await house.admin(), await house.admin()
    new = "a better password"
    wrong = await admin.post("/dashboard/settings/password", {"old": "guess", "new": new})
    assert wrong.status_code == 400
    assert (await admin.post("/dashboard/settings/password", {"old": PASSWORD, "new": new})).status_code == 303
    assert (await admin.get("/dashboard/keys")).status_code == 200
    assert (await elsewhere.get("/dashboard/keys")).status_code == 303


async def test_the_webhook_secret_is_shown_when_asked_for_and_can_be_made_anew(house: World) -> None:
    admin = await house.admin()
    secret = await house.members.webhook_secret(house.operator, OPEN_TEAM)
    assert secret not in (await admin.get("/dashboard/settings")).text
    assert secret in (await admin.post("/dashboard/settings/webhook-secret")).text
    assert secret not in (await admin.post("/dashboard/settings/webhook-secret/rotate")).text


async def test_every_change_stands_in_the_audit_log(house: World) -> None:
    admin = await house.admin()
    await admin.post("/dashboard/settings/team", {"name": "Weavers"})
    await admin.post("/dashboard/keys/new", {"name": "Nightly crawl"})
    key_id = await house.key_id("Nightly crawl")
    await admin.post(f"/dashboard/keys/{key_id}/restrictions", {"format": "markdown", "concurrency": "2"})
    page = (await admin.get("/dashboard/audit")).text
    assert all(text in page for text in ("key.created", "Nightly crawl", "Weavers", ADMIN))
    assert "after: allowedFormats markdown; maxConcurrency 2" in page


async def test_the_colours_that_were_chosen_are_remembered(house: World) -> None:
    visitor = house.visitor()
    await visitor.get("/dashboard/setup")
    answer = await visitor.post("/dashboard/theme", {"theme": "dark", "next": "/dashboard/setup"})
    assert answer.headers["location"] == "/dashboard/setup"
    assert '<html lang="en" data-theme="dark">' in (await visitor.get("/dashboard/setup")).text
    await visitor.post("/dashboard/theme", {"theme": '"><script>', "next": "/dashboard/setup"})
    assert '<html lang="en">' in (await visitor.get("/dashboard/setup")).text


async def test_nothing_secret_is_in_what_might_be_logged(house: World) -> None:
    admin = await house.admin()
    session = await house.members.session(admin.client.cookies["gossamer_session"])
    assert session is not None
    assert session.csrf not in repr(session)


async def test_a_team_is_exported_and_deleted_by_its_name(house: World) -> None:
    await house.admin()
    made = await house.members.create_team(house.operator, "Second")
    invited = await house.members.invite(house.operator, made.team.team_id, role=Role.ADMIN)
    await house.members.accept_invitation(
        invited.token, email="eve@example.org", name="Eve", password=PASSWORD, address=""
    )
    eve = await house._in("eve@example.org")
    exported = await eve.get("/dashboard/settings/export")
    assert exported.headers["content-type"] == "application/zip"
    await eve.get("/dashboard/settings/delete-team")
    wrong = await eve.post("/dashboard/settings/delete-team", {"name": "Another"})
    assert (wrong.status_code, "not the name of the team" in wrong.text) == (400, True)
    assert (await eve.post("/dashboard/settings/delete-team", {"name": "Second"})).status_code == 303
    assert (await eve.get("/dashboard/settings")).headers["location"].startswith("/dashboard/sign-in")


async def test_people_delete_their_account_with_their_password(house: World) -> None:
    admin, member = await house.admin(), await house.member()
    await admin.get("/dashboard/settings/delete-account")
    last = await admin.post("/dashboard/settings/delete-account", {"password": PASSWORD})
    assert (last.status_code, "the only admin" in last.text) == (400, True)
    await member.get("/dashboard/settings/delete-account")
    assert (await member.post("/dashboard/settings/delete-account", {"password": "wrong"})).status_code == 400
    gone = await member.post("/dashboard/settings/delete-account", {"password": PASSWORD})
    assert gone.headers["location"] == "/dashboard/sign-in"
    assert MEMBER not in (await admin.get("/dashboard/settings")).text


async def _enabled(house: World, admin: Visitor) -> tuple[pyotp.TOTP, list[str]]:
    """Turn the second factor on; returns the device, and the recovery codes."""
    page = (await admin.get("/dashboard/settings/second-factor")).text
    secret = re.search(r'name="secret" value="(\w+)"', page)
    assert secret is not None
    assert "<svg" in page
    device = pyotp.TOTP(secret[1])
    form = {"secret": secret[1], "password": PASSWORD, "code": device.at(house.clock.now())}
    wrong = await admin.post("/dashboard/settings/second-factor", {**form, "code": "000000"})
    assert (wrong.status_code, "This code is wrong" in wrong.text) == (400, True)
    assert (await admin.post("/dashboard/settings/second-factor", {**form, "password": "guess"})).status_code == 400
    shown = (await admin.post("/dashboard/settings/second-factor", form)).text
    return device, re.findall(r"\b[0-9a-f]{10}\b", shown)


async def _ask(house: World) -> Visitor:
    """Somebody who has given the right password, and is asked for a code."""
    visitor = house.visitor()
    await visitor.get("/dashboard/sign-in")
    answer = await visitor.post("/dashboard/sign-in", {"email": ADMIN, "password": PASSWORD})
    assert answer.headers["location"] == "/dashboard/sign-in/code"
    assert (await visitor.get("/dashboard/keys")).status_code == 303
    await visitor.get("/dashboard/sign-in/code")
    return visitor


async def test_a_password_alone_opens_nothing_once_there_is_a_second_factor(house: World) -> None:
    device, codes = await _enabled(house, await house.admin())
    assert len(set(codes)) == 10
    visitor = await _ask(house)
    # The code that turned it on is used up.
    used = await visitor.post("/dashboard/sign-in/code", {"code": device.at(house.clock.now())})
    assert (used.status_code, "was used before" in used.text) == (400, True)
    await house.clock.advance(timedelta(seconds=30))
    code = device.at(house.clock.now())
    assert (await visitor.post("/dashboard/sign-in/code", {"code": f"{code[:3]} {code[3:]}"})).status_code == 303
    assert (await visitor.get("/dashboard/keys")).status_code == 200
    again = await _ask(house)
    assert (await again.post("/dashboard/sign-in/code", {"code": code})).status_code == 400
    assert (await again.post("/dashboard/sign-in/code", {"code": codes[0]})).status_code == 303
    third = await _ask(house)
    assert (await third.post("/dashboard/sign-in/code", {"code": codes[0]})).status_code == 400


async def test_the_time_and_the_tries_for_a_code_are_bounded(house: World) -> None:
    device, _ = await _enabled(house, await house.admin())
    late = await _ask(house)
    await house.clock.advance(timedelta(minutes=6))
    answer = await late.post("/dashboard/sign-in/code", {"code": device.at(house.clock.now())})
    assert (answer.status_code, "took too long" in answer.text) == (401, True)
    guessing = await _ask(house)
    statuses = [(await guessing.post("/dashboard/sign-in/code", {"code": "000000"})).status_code for _ in range(11)]
    assert statuses[-1] == 429
    # The right password takes no wrong code back.
    await house.clock.advance(timedelta(minutes=16))
    answers: list[httpx.Response] = []
    for _ in range(3):
        again = house.visitor()
        await again.get("/dashboard/sign-in")
        answers.append(await again.post("/dashboard/sign-in", {"email": ADMIN, "password": PASSWORD}))
        await again.get("/dashboard/sign-in/code")
        answers += [await again.post("/dashboard/sign-in/code", {"code": "000000"}) for _ in range(4)]
    counted = [answer.status_code for answer in answers]
    assert (counted.count(400) < 10, 429 in counted) == (True, True)
    assert (await house.visitor().post("/dashboard/sign-in/code", {"code": "1"})).status_code in {401, 403}


async def test_who_has_lost_the_device_gets_in_once_it_is_removed(house: World) -> None:
    admin = await house.admin()
    await _enabled(house, admin)
    await house.members.remove_factor(house.operator, ADMIN)
    await house.admin()
    await _enabled(house, admin)
    assert (await admin.post("/dashboard/settings/second-factor/off", {"password": "guess"})).status_code == 400
    assert (await admin.post("/dashboard/settings/second-factor/off", {"password": PASSWORD})).status_code == 303
    await house.admin()
