from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from gossamer.core.access import Mode
from gossamer.core.accounts import (
    ApiKey,
    AuditEntry,
    Features,
    Invitation,
    Member,
    Organization,
    Role,
    Team,
    User,
)
from gossamer.core.restrictions import NONE
from gossamer.core.usage import Balance, Period, PeriodUsage
from gossamer.wire import admin
from gossamer.wire.answers import AnswerShape
from gossamer.wire.issues import InvalidBody

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
LATER = datetime(2026, 2, 2, tzinfo=UTC)
ACME = Organization("org", "Acme", Features(key_restrictions=True), NOON)
TEAM = Team("team", "org", "Pipelines", NOON, credits=5, rate_limits={"scrape": 60})
KEY = ApiKey("key", "team", "nightly", "fc-12…ab", "operator", NOON, restrictions=NONE, addresses=("10.0.0.0/8",))
INVITATION = Invitation("invitation", "team", Role.ADMIN, "", "operator", NOON, LATER)
ADA = Member(User("user", "ada@example.org", "Ada", NOON), Role.ADMIN, NOON)
SECRET = "fc-0123456789abcdef0123456789abcdef"


def refusal(shape: type[BaseModel], body: Any) -> InvalidBody:
    with pytest.raises(ValidationError) as failure:
        shape.model_validate(body)
    return InvalidBody.of(failure.value, version="admin")


def test_a_team_needs_no_more_than_a_name() -> None:
    body = admin.NewTeamBody.model_validate({"name": "Pipelines"})
    assert (body.organization, body.credits, body.concurrency, dict(body.rate_limits)) == (None, None, None, {})
    assert body.features([ACME]) is None


def test_flags_that_are_not_named_are_off_in_an_organization_that_is_made_now() -> None:
    body = admin.NewTeamBody.model_validate({"name": "T", "flags": {"ipRestrictions": True}})
    assert body.features([ACME]) == Features(ip_restrictions=True)


@pytest.mark.parametrize("organization", ["org", "Acme", " Acme "])
def test_flags_that_are_not_named_stay_in_an_organization_that_is_there(organization: str) -> None:
    body = admin.NewTeamBody.model_validate(
        {"name": "T", "organization": organization, "flags": {"ipRestrictions": True}}
    )
    assert body.features([ACME]) == Features(key_restrictions=True, ip_restrictions=True)
    off = body.model_copy(update={"flags": admin.Flags.model_validate({"keyRestrictions": False})})
    assert off.features([ACME]) == Features()


def test_of_organizations_with_one_name_the_oldest_counts() -> None:
    younger = Organization("another", "Acme", Features(zero_data_retention=True), LATER)
    namesake = Organization("Acme's id", "org", Features(zero_data_retention=True), NOON - timedelta(days=1))
    for name in ("Acme", "org"):
        body = admin.NewTeamBody.model_validate({"name": "T", "organization": name, "flags": {}})
        assert body.features([younger, namesake, ACME]) == ACME.features


@pytest.mark.parametrize("mode", Mode)
def test_every_mode_can_have_a_rate(mode: Mode) -> None:
    body = admin.NewTeamBody.model_validate({"name": "T", "rateLimits": {mode.value: 60}})
    assert body.rate_limits == {mode: 60}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"name": "T", "rateLimits": {"scraping": 1}}, "Unknown mode `scraping`. Use one of scrape, map, "),
        ({"name": "T", "flags": {"keyRestriction": True}}, "Unrecognized key in body"),
        ({"name": "T", "credit": 5}, "Unrecognized key in body"),
        ({"name": "T", "credits": -1}, "Bad Request"),
        ({"name": "T", "concurrency": 0}, "Bad Request"),
        ({}, "Bad Request"),
    ],
)
def test_a_team_that_cannot_be_made_as_asked_is_refused(body: Any, told: str) -> None:
    refused = refusal(admin.NewTeamBody, body)
    assert refused.error.startswith(told)
    assert refused.details


def test_a_change_tells_what_stays_from_what_is_taken_away() -> None:
    change = admin.TeamChange.model_validate({"credits": None, "rateLimits": None, "name": "New"})
    assert change.given() == {"credits": None, "rate_limits": {}, "name": "New"}
    assert admin.TeamChange.model_validate({}).given() == {}


def test_a_key_can_be_said_to_expire_never() -> None:
    assert admin.KeyChange.model_validate({"expiresAt": None}).given() == {"expires_at": None}


@pytest.mark.parametrize("text", ["2026-01-02T12:00:00Z", "2026-01-02T13:00:00+01:00"])
def test_a_moment_has_a_time_zone(text: str) -> None:
    assert admin.NewKeyBody.model_validate({"name": "k", "expiresAt": text}).expires_at == NOON


@pytest.mark.parametrize("text", ["2026-01-02T12:00:00", "2026-01-02", "tomorrow", ""])
def test_a_moment_that_could_be_another_elsewhere_is_refused_with_an_example(text: str) -> None:
    assert "2030-01-31T00:00:00Z" in refusal(admin.NewKeyBody, {"name": "k", "expiresAt": text}).error


@pytest.mark.parametrize("role", ["owner", "Admin", ""])
def test_there_are_two_roles(role: str) -> None:
    assert refusal(admin.RoleChange, {"role": role}).details[0]["code"] == "invalid_enum_value"


def test_a_password_is_in_no_text_about_the_body() -> None:
    body = {"email": "ada@example.org", "name": "Ada", "password": "hunter2hunter2"}
    assert "hunter2" not in repr(admin.NewMember.model_validate(body))
    refused = refusal(admin.NewMember, {**body, "role": "owner"})
    assert "hunter2" not in repr((refused.error, refused.details))


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        (admin.Organizations, admin.Organizations.of(organizations=[admin.organization_json(ACME)])),
        (admin.OrganizationAnswer, {"success": True, "organization": admin.organization_json(ACME)}),
        (admin.Teams, admin.Teams.of(teams=[admin.TeamShown.of(TEAM)])),
        (admin.TeamAnswer, {"success": True, "team": admin.TeamShown.of(TEAM)}),
        (admin.TeamMade, admin.TeamMade.of(TEAM, api_key=SECRET)),
        (admin.Keys, admin.Keys.of(keys=[admin.key_json(KEY)])),
        (admin.KeyMade, admin.KeyMade.of(KEY, api_key=SECRET)),
        (admin.Members, admin.Members.of(members=[admin.member_json(ADA)])),
        (admin.Invitations, admin.Invitations.of(invitations=[admin.InvitationShown.of(INVITATION)])),
        (
            admin.Invited,
            {"success": True, "invitation": admin.InvitationShown.of(INVITATION), "link": "http://h/dashboard/join/t"},
        ),
        (admin.AuditLog, admin.audit_json([AuditEntry(7, NOON, "team", "operator", "key.created", "k", {})], limit=1)),
        (
            admin.Usage,
            admin.usage_json(Balance(Period(NOON, LATER), None, 3), [PeriodUsage(Period(NOON, LATER), "nightly", 3)]),
        ),
    ],
)
def test_answers_are_what_the_reference_says(shape: type[AnswerShape], answer: Any) -> None:
    names = {field.alias or name for name, field in shape.model_fields.items()}
    assert shape.model_validate(answer).model_dump(by_alias=True, exclude_unset=True) == answer
    assert set(answer) == names


def test_a_key_whose_limits_cannot_be_read_is_not_shown_as_free() -> None:
    broken = ApiKey("key", "team", "k", "", "operator", NOON, restrictions=None, addresses=None)
    shown = admin.key_json(broken)
    assert (shown["restrictions"], shown["allowedCidrs"]) == (None, None)


def test_only_a_full_page_of_changes_has_a_next() -> None:
    entries = [AuditEntry(number, NOON, "team", "operator", "key.created", "k", {}) for number in (9, 8)]
    assert admin.audit_json(entries, limit=2)["next"] == 8
    assert admin.audit_json(entries, limit=3)["next"] is None
    assert admin.audit_json([], limit=3)["next"] is None


def test_details_of_a_change_have_the_names_that_are_sent() -> None:
    restricted = {"before": None, "after": {"allowed_formats": ["markdown"], "concurrency": 2}}
    bounded = {"credits": None, "concurrency": 2, "rate_limits": {"batch-scrape": 60}}
    told = [
        admin.detail_json(AuditEntry(1, NOON, "team", "operator", action, "k", detail))
        for action, detail in (("key.restricted", restricted), ("team.updated", bounded))
    ]
    assert told == [
        {"before": None, "after": {"allowedFormats": ["markdown"], "maxConcurrency": 2}},
        {"credits": None, "concurrency": 2, "rateLimits": {"batch-scrape": 60}},
    ]
