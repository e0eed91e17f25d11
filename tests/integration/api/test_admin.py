"""What operators do with teams, keys, members and organizations, over real HTTP."""

from typing import Any

import pytest
import requests

from tests.clients.service import Service
from tests.integration.api.admin import Admin, Team

NO_RESTRICTIONS = {
    "allowedFormats": [],
    "allowedEndpoints": [],
    "allowedDomains": [],
    "noModel": False,
    "cacheOnly": False,
    "creditBudget": None,
    "ratePerMinute": None,
    "maxConcurrency": None,
    "purpose": None,
    "termsPolicy": None,
    "identity": None,
}
ALL = {"keyRestrictions": True, "ipRestrictions": True}
# A target that is refused before anything is fetched, so that what comes before that can be told apart.
PAGE = {"url": "http://127.0.0.1:1/"}


@pytest.fixture(scope="module")
def team(admin: Admin) -> Team:
    return admin.make_team("Shared", flags=ALL)


@pytest.fixture
def key(admin: Admin, team: Team) -> tuple[str, str]:
    """The id of a fresh key, and the key."""
    made = admin.told("POST", f"/admin/teams/{team.team_id}/keys", {"name": "fresh"})
    assert set(made) == {"success", "keyId", "apiKey"}
    return made["keyId"], made["apiKey"]


def organizations(admin: Admin) -> dict[str, Any]:
    return {each["name"]: each for each in admin.told("GET", "/admin/organizations")["organizations"]}


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


# Teams


def test_a_team_comes_with_an_organization_of_its_own_and_a_key_that_works(admin: Admin) -> None:
    made = admin.make_team("Solo")
    assert admin.call(made.api_key, "/v2/team/queue-status").status_code == 200
    organization = organizations(admin)["Solo"]
    assert organization["organizationId"] == made.organization_id
    assert set(organization["flags"].values()) == {False}


def test_an_organization_is_found_by_name_or_id_and_made_when_there_is_none(admin: Admin) -> None:
    first = admin.make_team("North", organization="Compass", flags={"keyRestrictions": True})
    by_name = admin.make_team("South", organization="Compass")
    by_id = admin.make_team("West", organization=first.organization_id, flags={"ipRestrictions": True})
    assert first.organization_id == by_name.organization_id == by_id.organization_id
    assert organizations(admin)["Compass"]["flags"] == {**ALL, "zeroDataRetention": False}


def test_a_team_is_shown_and_changed_and_bounds_can_be_taken_away(admin: Admin) -> None:
    bounds = {"credits": 100, "concurrency": 3, "rateLimits": {"scrape": 60}}
    made = admin.make_team("Bounded", **bounds)
    path = f"/admin/teams/{made.team_id}"
    shown = admin.told("GET", path)["team"]
    assert bounds.items() <= shown.items()
    changed = admin.told("PATCH", path, {"name": "Freed", "credits": None, "rateLimits": {"map": 5}})["team"]
    assert changed == {**shown, "name": "Freed", "credits": None, "rateLimits": {"map": 5}}
    assert changed in admin.told("GET", "/admin/teams")["teams"]
    assert admin.told("PATCH", path, {"concurrency": None, "rateLimits": None})["team"]["rateLimits"] == {}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"name": "  "}, "name"),
        ({"name": "T", "credits": "many"}, "Bad Request"),
        ({"name": "T", "rateLimits": {"poems": 5}}, "Unknown mode `poems`. Use one of scrape, map, search"),
        ({"name": "T", "flags": {"everything": True}}, "Unrecognized key in body"),
    ],
)
def test_a_team_that_cannot_be_made_is_400_and_is_not_made(admin: Admin, body: Any, told: str) -> None:
    before = admin.told("GET", "/admin/teams")
    answer = admin.ask("POST", "/admin/teams", body)
    assert code(answer) == (400, "BAD_REQUEST")
    assert told in answer.json()["error"]
    assert admin.told("GET", "/admin/teams") == before


def test_a_teams_rate_limit_holds(admin: Admin) -> None:
    made = admin.make_team("Slow", rateLimits={"map": 1})
    # The service counts by minutes of the clock: of three requests at least two are in one.
    answers = [admin.call(made.api_key, "/v2/map", PAGE) for _ in range(3)]
    assert answers[0].status_code == 403
    limited = next(one for one in answers if one.status_code != 403)
    assert code(limited) == (429, "RATE_LIMITED")
    assert int(limited.headers["retry-after"]) > 0


# Keys


def test_a_key_is_shown_once_and_then_only_by_its_ends(admin: Admin, team: Team, key: tuple[str, str]) -> None:
    key_id, secret = key
    answer = admin.ask("GET", f"/admin/keys/{key_id}")
    assert secret not in answer.text
    shown = answer.json()["key"]
    assert (shown["name"], shown["teamId"], shown["restrictions"]) == ("fresh", team.team_id, NO_RESTRICTIONS)
    first, last = shown["hint"].split("…")
    assert secret.startswith(first)
    assert secret.endswith(last)
    assert shown in admin.told("GET", f"/admin/teams/{team.team_id}/keys")["keys"]


def test_a_revoked_key_is_refused_at_once(admin: Admin, key: tuple[str, str]) -> None:
    key_id, secret = key
    assert admin.call(secret, "/v2/team/queue-status").status_code == 200
    assert admin.told("DELETE", f"/admin/keys/{key_id}") == {"success": True}
    assert admin.call(secret, "/v2/team/queue-status").status_code == 401
    assert admin.told("GET", f"/admin/keys/{key_id}")["key"]["revokedAt"] is not None
    assert admin.told("DELETE", f"/admin/keys/{key_id}") == {"success": True}


def test_a_key_can_be_renamed_and_given_an_end(admin: Admin, key: tuple[str, str]) -> None:
    path = f"/admin/keys/{key[0]}"
    changed = admin.told("PATCH", path, {"name": "nightly", "expiresAt": "2999-01-31T00:00:00Z"})["key"]
    assert (changed["name"], changed["expiresAt"]) == ("nightly", "2999-01-31T00:00:00.000Z")
    assert admin.told("PATCH", path, {"expiresAt": None})["key"]["expiresAt"] is None
    assert admin.ask("PATCH", path, {"expiresAt": "2001-01-01T00:00:00Z"}).status_code == 400
    assert admin.ask("PATCH", path, {"expiresAt": "soon"}).status_code == 400
    assert admin.ask("PATCH", path, {"name": "late", "expiresAt": "9999-12-31T23:59:59-01:00"}).status_code == 400
    assert admin.told("GET", path)["key"]["name"] == "nightly"


def test_a_key_can_be_made_with_an_end(admin: Admin, team: Team) -> None:
    path = f"/admin/teams/{team.team_id}/keys"
    made = admin.told("POST", path, {"name": "short", "expiresAt": "2999-01-31T01:00:00+01:00"})
    assert admin.told("GET", f"/admin/keys/{made['keyId']}")["key"]["expiresAt"] == "2999-01-31T00:00:00.000Z"
    assert admin.ask("POST", path, {"name": "late", "expiresAt": "2001-01-01T00:00:00Z"}).status_code == 400
    assert admin.ask("POST", path, {}).status_code == 400


# Restrictions


def test_a_restricted_key_is_refused_at_once_and_let_in_again_when_the_restrictions_are_gone(
    admin: Admin, key: tuple[str, str]
) -> None:
    key_id, secret = key
    path = f"/admin/keys/{key_id}/restrictions"
    told = admin.told("PUT", path, {"allowedFormats": ["markdown"], "allowedEndpoints": ["scrape"]})["key"]
    assert told["restrictions"]["allowedEndpoints"] == ["scrape"]
    other_group = admin.call(secret, "/v2/map", PAGE)
    assert code(other_group) == (403, "FORBIDDEN")
    assert "restricted to the following endpoints: scrape. Endpoint not allowed: map." in other_group.json()["error"]
    other_format = admin.call(secret, "/v2/scrape", {**PAGE, "formats": ["rawHtml"]})
    assert code(other_format) == (403, "FORBIDDEN")
    assert "Requested formats not allowed: rawHtml." in other_format.json()["error"]
    assert code(admin.call(secret, "/v2/scrape", PAGE)) == (403, "unsafe_domain_blocked")
    assert admin.told("PUT", path, {})["key"]["restrictions"] == NO_RESTRICTIONS
    assert code(admin.call(secret, "/v2/map", PAGE)) == (403, "unsafe_domain_blocked")


def test_every_restriction_is_kept_and_what_is_left_out_next_time_is_gone(admin: Admin, key: tuple[str, str]) -> None:
    path = f"/admin/keys/{key[0]}/restrictions"
    everything = {
        "allowedFormats": ["markdown", "links"],
        "allowedEndpoints": ["scrape", "crawl"],
        "allowedDomains": ["example.org"],
        "noModel": True,
        "cacheOnly": True,
        "creditBudget": 0,
        "ratePerMinute": 60,
        "maxConcurrency": 2,
        "purpose": "ai-input",
        "termsPolicy": "obey",
        "identity": "browser",
    }
    assert admin.told("PUT", path, everything)["key"]["restrictions"] == everything
    less = admin.told("PUT", path, {"allowedDomains": ["example.org"]})["key"]["restrictions"]
    assert less == {**NO_RESTRICTIONS, "allowedDomains": ["example.org"]}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"allowedFormats": ["poem"]}, "Unknown format `poem`. Use one of markdown, html, rawHtml"),
        ({"allowedEndpoints": ["v0"]}, "Unknown endpoint `v0`. Use one of scrape, batch-scrape, crawl, map"),
        ({"allowedDomains": ["http://x/"]}, "`http://x/` is no domain"),
        ({"allowedFormat": ["markdown"]}, "Unrecognized key in body"),
    ],
)
def test_a_restriction_that_nobody_could_enforce_is_400_and_changes_nothing(
    admin: Admin, key: tuple[str, str], body: Any, told: str
) -> None:
    path = f"/admin/keys/{key[0]}/restrictions"
    before = admin.told("PUT", path, {"allowedFormats": ["markdown"]})
    answer = admin.ask("PUT", path, body)
    assert code(answer) == (400, "BAD_REQUEST")
    assert answer.json()["error"].startswith(told)
    assert answer.json()["details"]
    assert admin.told("GET", f"/admin/keys/{key[0]}") == before


def test_a_key_can_be_limited_to_addresses(admin: Admin, key: tuple[str, str]) -> None:
    key_id, secret = key
    path = f"/admin/keys/{key_id}/ip-restrictions"
    assert admin.told("PUT", path, {"allowedCidrs": ["203.0.113.0/24"]})["key"]["allowedCidrs"] == ["203.0.113.0/24"]
    assert admin.call(secret, "/v2/team/queue-status").status_code == 403
    admin.told("PUT", path, {"allowedCidrs": ["203.0.113.0/24", "127.0.0.1"]})
    assert admin.call(secret, "/v2/team/queue-status").status_code == 200
    assert admin.ask("PUT", path, {"allowedCidrs": ["example.org"]}).status_code == 400
    assert admin.ask("PUT", path, {}).status_code == 400
    assert admin.told("PUT", path, {"allowedCidrs": []})["key"]["allowedCidrs"] == []


def test_where_the_organization_has_no_restrictions_none_can_be_set_but_all_be_cleared(admin: Admin) -> None:
    plain = admin.make_team("Plain")
    key_id = admin.first_key(plain)
    refused = admin.ask("PUT", f"/admin/keys/{key_id}/restrictions", {"allowedFormats": ["markdown"]})
    assert code(refused) == (403, "FORBIDDEN")
    assert "not enabled for this organization" in refused.json()["error"]
    elsewhere = admin.ask("PUT", f"/admin/keys/{key_id}/ip-restrictions", {"allowedCidrs": ["10.0.0.0/8"]})
    assert code(elsewhere) == (403, "FORBIDDEN")
    assert admin.told("PUT", f"/admin/keys/{key_id}/restrictions", {})["key"]["restrictions"] == NO_RESTRICTIONS
    flags = f"/admin/organizations/{plain.organization_id}/flags"
    admin.told("PUT", flags, {"keyRestrictions": True})
    admin.told("PUT", f"/admin/keys/{key_id}/restrictions", {"allowedEndpoints": ["map"]})
    admin.told("PUT", flags, {})
    # What was restricted stays so: taking a feature away must not open anything.
    assert "Endpoint not allowed: scrape." in admin.call(plain.api_key, "/v2/scrape", PAGE).json()["error"]


# Members


def test_people_are_added_given_roles_and_removed(admin: Admin) -> None:
    path = f"/admin/teams/{admin.make_team('People').team_id}/members"
    ada = {"email": "ada@people.example", "name": "Ada", "password": "a long password", "role": "admin"}
    added = admin.told("POST", path, ada)["userId"]
    other = admin.told("POST", path, {**ada, "email": "bob@people.example", "name": "Bob", "role": "member"})["userId"]
    shown = admin.told("GET", path)["members"]
    assert [(each["name"], each["role"]) for each in shown] == [("Ada", "admin"), ("Bob", "member")]
    assert code(admin.ask("POST", path, ada)) == (409, "ALREADY_EXISTS")
    last = admin.ask("PUT", f"{path}/{added}", {"role": "member"})
    assert code(last) == (403, "FORBIDDEN")
    admin.told("PUT", f"{path}/{other}", {"role": "admin"})
    admin.told("DELETE", f"{path}/{added}")
    assert [each["userId"] for each in admin.told("GET", path)["members"]] == [other]
    assert admin.ask("DELETE", f"{path}/{added}").status_code == 404
    assert admin.ask("PUT", f"{path}/{other}", {"role": "owner"}).status_code == 400


def test_a_password_that_nobody_should_use_is_400_and_can_be_set_anew(admin: Admin) -> None:
    path = f"/admin/teams/{admin.make_team('Passwords').team_id}/members"
    person = {"email": "cyd@people.example", "name": "Cyd", "password": "short"}
    refused = admin.ask("POST", path, person)
    assert code(refused) == (400, "BAD_REQUEST")
    assert "short" not in refused.text
    admin.told("POST", path, {**person, "password": "a long password"})
    admin.told("PUT", "/admin/users/password", {"email": "cyd@people.example", "password": "another password"})
    unknown = {"email": "nobody@people.example", "password": "another password"}
    assert admin.ask("PUT", "/admin/users/password", unknown).status_code == 404


def test_an_invitation_is_a_link_to_the_dashboard_until_it_is_withdrawn(admin: Admin) -> None:
    path = f"/admin/teams/{admin.make_team('Inviting').team_id}/invitations"
    made = admin.told("POST", path, {"role": "admin", "email": "Eve@People.example"})
    assert made["link"].startswith(f"{admin.url}/dashboard/join/")
    assert made["invitation"]["email"] == "eve@people.example"
    assert "Inviting" in requests.get(made["link"], timeout=30).text
    listed = admin.ask("GET", path)
    assert listed.json()["invitations"] == [made["invitation"]]
    assert made["link"].rsplit("/", 1)[1] not in listed.text
    admin.told("DELETE", f"/admin/invitations/{made['invitation']['invitationId']}")
    assert admin.told("GET", path)["invitations"] == []
    assert requests.get(made["link"], timeout=30).status_code == 404
    assert admin.ask("POST", path, {"role": "owner"}).status_code == 400


# Organizations, secrets and records


def test_organizations_are_made_and_their_flags_replaced_as_a_whole(admin: Admin) -> None:
    made = admin.told("POST", "/admin/organizations", {"name": "Flagged", "flags": {"zeroDataRetention": True}})
    path = f"/admin/organizations/{made['organization']['organizationId']}/flags"
    admin.told("PUT", path, {"keyRestrictions": True})
    assert organizations(admin)["Flagged"]["flags"] == {
        "keyRestrictions": True,
        "ipRestrictions": False,
        "zeroDataRetention": False,
    }


def test_the_secret_of_webhooks_stays_until_another_is_asked_for(admin: Admin, team: Team) -> None:
    path = f"/admin/teams/{team.team_id}/webhook-secret"
    secret = admin.told("GET", path)["webhookSecret"]
    assert secret.startswith("whsec_")
    assert admin.told("GET", path)["webhookSecret"] == secret
    another = admin.told("POST", path)["webhookSecret"]
    assert another not in {secret, ""}
    assert admin.told("GET", path)["webhookSecret"] == another


def test_every_change_is_in_the_audit_log_without_a_secret(admin: Admin) -> None:
    made = admin.make_team("Audited", flags=ALL)
    key_id = admin.first_key(made)
    admin.told("PUT", f"/admin/keys/{key_id}/restrictions", {"allowedFormats": ["markdown"]})
    admin.told("DELETE", f"/admin/keys/{key_id}")
    path = f"/admin/teams/{made.team_id}/audit"
    answer = admin.ask("GET", path)
    actions = [entry["action"] for entry in answer.json()["entries"]]
    assert actions == ["key.revoked", "key.restricted", "key.created", "team.created"]
    assert made.api_key not in answer.text
    newest = admin.told("GET", f"{path}?limit=1")
    assert [entry["action"] for entry in newest["entries"]] == ["key.revoked"]
    older = admin.told("GET", f"{path}?before={newest['next']}")
    assert [entry["action"] for entry in older["entries"]] == actions[1:]
    assert older["next"] is None
    assert "organization.created" in {entry["action"] for entry in admin.told("GET", "/admin/audit")["entries"]}
    assert admin.ask("GET", f"{path}?limit=many").status_code == 400


def test_usage_tells_where_a_team_stands(admin: Admin) -> None:
    made = admin.make_team("Spending", credits=50)
    usage = admin.told("GET", f"/admin/teams/{made.team_id}/usage")
    assert (usage["credits"], usage["used"], usage["reserved"]) == (50, 0, 0)
    assert usage["startDate"] < usage["endDate"]
    assert admin.told("PATCH", f"/admin/teams/{made.team_id}", {"credits": 70})["team"]["credits"] == 70
    assert admin.told("GET", f"/admin/teams/{made.team_id}/usage")["credits"] == 70


def test_a_team_sees_nothing_of_another(admin: Admin, team: Team, key: tuple[str, str]) -> None:
    other = admin.make_team("Other")
    for path in ("keys", "members", "invitations", "audit"):
        assert key[0] not in admin.ask("GET", f"/admin/teams/{other.team_id}/{path}").text
    assert admin.told("GET", f"/admin/teams/{other.team_id}/members")["members"] == []


def test_keys_are_in_the_database_only_as_hashes(service: Service, admin: Admin, key: tuple[str, str]) -> None:
    admin.told("GET", "/admin/teams")
    stored = b"".join(file.read_bytes() for file in (service.log.parent / "data").glob("*.db*"))
    assert key[0].encode() in stored
    assert key[1].encode() not in stored
