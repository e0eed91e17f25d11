"""Who may do what with accounts, and that it stands in the audit log."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final

import pytest

from gossamer.core.access import Group
from gossamer.core.accounts import UNCHANGED, Actor, Features, NewTeam, Role
from gossamer.core.errors import AlreadyThere, CallerError, NotAllowed, NotFound, Unauthenticated
from gossamer.core.ids import new_id
from gossamer.core.restrictions import NONE, Restrictions
from gossamer.core.threats import ThreatSettings
from gossamer.operations.accounts import AccountOperations
from tests.accounts import ADMIN_TOKEN, ALL_FEATURES, OPERATOR, PASSWORD, World

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
LIMITED: Final = Restrictions(allowed_endpoints=(Group.SCRAPE,))


@dataclass(frozen=True)
class Scene:
    """A team with an admin and a member, and what can be done to it."""

    world: World
    made: NewTeam
    admin: Actor
    member: Actor
    invitation_id: str

    @property
    def operations(self) -> AccountOperations:
        return self.world.operations

    @property
    def team_id(self) -> str:
        return self.made.team.team_id

    @property
    def key_id(self) -> str:
        return self.made.key.key.key_id


@pytest.fixture
async def scene(world: World) -> Scene:
    made = await world.team()
    team_id = made.team.team_id
    admin = await world.member(team_id, "ada@example.org", Role.ADMIN)
    await world.member(team_id, "other-admin@example.org", Role.ADMIN)
    member = await world.member(team_id, "bob@example.org")
    invitation = (await world.operations.invite(admin, team_id, role=Role.MEMBER)).invitation
    return Scene(world, made, admin, member, invitation.invitation_id)


async def _exported(scene: Scene, actor: Actor) -> None:
    with await scene.operations.export_team(actor, scene.team_id):
        pass


Act = Callable[[Scene, Actor], Awaitable[Any]]

# What is done, who may, and what the audit log calls it; None where nothing is changed.
FOR_MEMBERS: Final[Mapping[str, tuple[Act, str | None]]] = {
    "team": (lambda s, a: s.operations.team(a, s.team_id), None),
    "keys": (lambda s, a: s.operations.keys(a, s.team_id), None),
    "members": (lambda s, a: s.operations.members(a, s.team_id), None),
    "principal_of": (lambda s, a: s.operations.principal_of(a, s.key_id), None),
}
FOR_ADMINS: Final[Mapping[str, tuple[Act, str | None]]] = {
    "update_team": (lambda s, a: s.operations.update_team(a, s.team_id, name="Renamed"), "team.updated"),
    "webhook_secret": (lambda s, a: s.operations.webhook_secret(a, s.team_id), "webhook_secret.created"),
    "audit": (lambda s, a: s.operations.audit(a, s.team_id, limit=9), None),
    "key": (lambda s, a: s.operations.key(a, s.key_id), None),
    "create_key": (lambda s, a: s.operations.create_key(a, s.team_id, "k"), "key.created"),
    "update_key": (
        lambda s, a: s.operations.update_key(a, s.key_id, name="renamed", expires_at=s.world.clock.now() + DAY),
        "key.updated",
    ),
    "revoke_key": (lambda s, a: s.operations.revoke_key(a, s.key_id), "key.revoked"),
    "restrict_key": (lambda s, a: s.operations.restrict_key(a, s.key_id, LIMITED), "key.restricted"),
    "set_key_addresses": (
        lambda s, a: s.operations.set_key_addresses(a, s.key_id, ["203.0.113.7"]),
        "key.addresses_set",
    ),
    "set_role": (
        lambda s, a: s.operations.set_role(a, s.team_id, s.member.user_id or "", Role.ADMIN),
        "member.role_set",
    ),
    "remove_member": (
        lambda s, a: s.operations.remove_member(a, s.team_id, s.admin.user_id or ""),
        "member.removed",
    ),
    "delete_team": (lambda s, a: s.operations.delete_team(a, s.team_id), "team.deleted"),
    "export_team": (_exported, None),
    "invite": (lambda s, a: s.operations.invite(a, s.team_id, role=Role.ADMIN), "member.invited"),
    "invitations": (lambda s, a: s.operations.invitations(a, s.team_id), None),
    "withdraw_invitation": (
        lambda s, a: s.operations.withdraw_invitation(a, s.invitation_id),
        "invitation.withdrawn",
    ),
}
FOR_OPERATORS: Final[Mapping[str, tuple[Act, str | None]]] = {
    "update_team's bounds": (lambda s, a: s.operations.update_team(a, s.team_id, credits=5), "team.updated"),
    "set_threats": (
        lambda s, a: s.operations.set_threats(a, s.team_id, ThreatSettings(forced=True)),
        "threat_protection.updated",
    ),
    "add_member": (
        lambda s, a: s.operations.add_member(
            a, s.team_id, role=Role.MEMBER, email="new@example.org", name="New", password=PASSWORD
        ),
        "member.added",
    ),
    "create_organization": (lambda s, a: s.operations.create_organization(a, "New", ALL_FEATURES), None),
    "set_features": (
        lambda s, a: s.operations.set_features(a, s.made.team.organization_id, Features()),
        None,
    ),
    "create_team": (lambda s, a: s.operations.create_team(a, "New"), None),
    "first_team_key": (lambda s, a: s.operations.first_team_key(a, "k"), None),
    "set_password": (lambda s, a: s.operations.set_password(a, "bob@example.org", "a new password"), None),
    "remove_factor": (lambda s, a: s.operations.remove_factor(a, "bob@example.org"), None),
    "restore_team": (lambda s, a: s.operations.restore_team(a, s.team_id), None),
    "delete_organization": (
        lambda s, a: s.operations.delete_organization(a, s.made.team.organization_id),
        None,
    ),
    "restore_organization": (
        lambda s, a: s.operations.restore_organization(a, s.made.team.organization_id),
        None,
    ),
    "delete_user": (lambda s, a: s.operations.delete_user(a, "bob@example.org"), None),
    "restore_user": (lambda s, a: s.operations.restore_user(a, "bob@example.org"), None),
}
# Everybody may, for what is theirs.
_OWN: Final = {
    "organizations", "teams", "change_password", "has_factor", "enable_factor", "disable_factor", "delete_self",
}  # fmt: skip
# They come before anybody is known, or are themselves how somebody becomes known.
_NO_ACTOR: Final = {
    "operator",
    "is_set_up",
    "set_up",
    "sign_in",
    "sign_in_by_openid",
    "sign_in_with_code",
    "propose_factor",
    "session",
    "sign_out",
    "switch_team",
    "invitation",
    "accept_invitation",
}


def test_every_operation_is_in_one_of_the_tables() -> None:
    known = {name.partition("'")[0] for table in (FOR_MEMBERS, FOR_ADMINS, FOR_OPERATORS) for name in table}
    there = {name for name, _ in inspect.getmembers(AccountOperations, inspect.isfunction) if not name.startswith("_")}
    assert there == known | _OWN | _NO_ACTOR


async def outcome(act: Awaitable[Any]) -> str:
    try:
        await act
    except NotAllowed:
        return "not allowed"
    except NotFound:
        return "not found"
    return "done"


@pytest.mark.parametrize("name", [*FOR_MEMBERS, *FOR_ADMINS])
async def test_a_stranger_cannot_tell_whether_it_is_there(scene: Scene, name: str) -> None:
    act, _ = {**FOR_MEMBERS, **FOR_ADMINS}[name]
    other = (await scene.world.team("Other")).team.team_id
    stranger = Actor("eve@example.org", new_id(), {other: Role.ADMIN})
    unknown = replace(
        scene,
        made=replace(
            scene.made,
            team=replace(scene.made.team, team_id=new_id()),
            key=replace(scene.made.key, key=replace(scene.made.key.key, key_id=new_id())),
        ),
        invitation_id=new_id(),
    )
    told = []
    for seen in (scene, unknown):
        with pytest.raises(NotFound) as caught:
            await act(seen, stranger)
        told.append(caught.value.message)
    assert told[0] == told[1]


@pytest.mark.parametrize("name", FOR_MEMBERS)
async def test_a_member_sees(scene: Scene, name: str) -> None:
    assert await outcome(FOR_MEMBERS[name][0](scene, scene.member)) == "done"


@pytest.mark.parametrize("name", FOR_ADMINS)
async def test_a_member_does_not_manage(scene: Scene, name: str) -> None:
    before = await scene.world.actions(scene.team_id)
    assert await outcome(FOR_ADMINS[name][0](scene, scene.member)) == "not allowed"
    assert await scene.world.actions(scene.team_id) == before


@pytest.mark.parametrize("name", FOR_OPERATORS)
async def test_an_admin_does_not_do_what_is_the_operators(scene: Scene, name: str) -> None:
    before = await scene.world.actions(scene.team_id)
    assert await outcome(FOR_OPERATORS[name][0](scene, scene.admin)) == "not allowed"
    assert await scene.world.actions(scene.team_id) == before


@pytest.mark.parametrize("name", FOR_ADMINS)
async def test_an_admin_manages_and_it_is_written_down(scene: Scene, name: str) -> None:
    act, action = FOR_ADMINS[name]
    before = await scene.operations.audit(scene.admin, scene.team_id, limit=1)
    await act(scene, scene.admin)
    if name in {"remove_member", "delete_team"}:
        assert (await scene.world.actions(scene.team_id))[-1] == action
        return
    [latest] = await scene.operations.audit(scene.admin, scene.team_id, limit=1)
    assert (latest.action, latest.actor) == (action, "ada@example.org") if action else latest == before[0]


@pytest.mark.parametrize("name", FOR_OPERATORS)
async def test_an_operator_does_all_and_it_is_written_down(scene: Scene, name: str) -> None:
    act, action = FOR_OPERATORS[name]
    await act(scene, OPERATOR)
    if action:
        assert (await scene.world.actions(scene.team_id))[-1] == action


async def test_what_changes_nothing_is_not_written_down(scene: Scene) -> None:
    operations, key = scene.operations, scene.made.key.key
    await operations.revoke_key(scene.admin, key.key_id)
    before = await scene.world.actions(scene.team_id)
    await operations.revoke_key(scene.admin, key.key_id)
    await operations.update_key(scene.admin, key.key_id)
    await operations.update_key(scene.admin, key.key_id, name=key.name, expires_at=None)
    await operations.restrict_key(scene.admin, key.key_id, NONE)
    await operations.set_key_addresses(scene.admin, key.key_id, [])
    await operations.update_team(scene.admin, scene.team_id, name="Acme")
    await operations.set_role(scene.admin, scene.team_id, scene.member.user_id or "", Role.MEMBER)
    assert await scene.world.actions(scene.team_id) == before


async def test_the_log_tells_what_was_before_and_is_now_and_no_secret(scene: Scene) -> None:
    operations, admin = scene.operations, scene.admin
    made = await operations.create_key(admin, scene.team_id, "pipeline")
    await operations.restrict_key(admin, made.key.key_id, LIMITED)
    secret = await operations.webhook_secret(admin, scene.team_id)
    invited = await operations.invite(admin, scene.team_id, role=Role.ADMIN, email="eve@example.org")
    entries = await operations.audit(admin, scene.team_id, limit=100)
    restricted = next(entry for entry in entries if entry.action == "key.restricted")
    assert (restricted.target, restricted.detail) == (
        "pipeline",
        {"before": {}, "after": {"allowed_endpoints": ["scrape"]}},
    )
    for clear in (made.secret, secret, invited.token, PASSWORD):
        assert clear not in repr(entries)


async def test_the_log_is_read_page_by_page(scene: Scene) -> None:
    operations = scene.operations
    whole = await operations.audit(scene.admin, scene.team_id, limit=100)
    first = await operations.audit(scene.admin, scene.team_id, limit=2)
    rest = await operations.audit(scene.admin, scene.team_id, before=first[-1].number, limit=100)
    assert [*first, *rest] == whole


async def test_what_concerns_organizations_is_for_operators(scene: Scene) -> None:
    with pytest.raises(NotAllowed):
        await scene.operations.audit(scene.admin, "", limit=9)
    await scene.operations.set_features(OPERATOR, scene.made.team.organization_id, Features())
    [latest] = await scene.operations.audit(OPERATOR, "", limit=1)
    assert (latest.action, latest.target) == ("organization.updated", "Acme")


# Keys


async def test_a_member_is_not_told_what_keys_are_restricted_to(scene: Scene) -> None:
    operations = scene.operations
    await operations.restrict_key(scene.admin, scene.key_id, LIMITED)
    await operations.set_key_addresses(scene.admin, scene.key_id, ["203.0.113.7", "203.0.113.7/32"])
    [seen] = await operations.keys(scene.member, scene.team_id)
    [known] = await operations.keys(scene.admin, scene.team_id)
    assert (seen.name, seen.restrictions, seen.addresses) == (known.name, NONE, ())
    assert (known.restrictions, known.addresses) == (LIMITED, ("203.0.113.7/32",))


async def test_keys_stand_in_order_of_their_making_revoked_ones_too(scene: Scene) -> None:
    operations = scene.operations
    for name in ("b", "a"):
        await scene.world.clock.advance(MINUTE)
        await operations.create_key(scene.admin, scene.team_id, name)
    await operations.revoke_key(scene.admin, scene.key_id)
    keys = await operations.keys(scene.member, scene.team_id)
    assert [key.name for key in keys] == ["Default", "b", "a"]
    assert [key.revoked_at is None for key in keys] == [False, True, True]


async def test_restrictions_need_the_feature_and_clearing_them_never_does(scene: Scene) -> None:
    operations, organization_id = scene.operations, scene.made.team.organization_id
    await operations.restrict_key(scene.admin, scene.key_id, LIMITED)
    await operations.set_key_addresses(scene.admin, scene.key_id, ["203.0.113.7"])
    await operations.set_features(OPERATOR, organization_id, Features())
    for refused in (
        operations.restrict_key(scene.admin, scene.key_id, Restrictions(credit_budget=5)),
        operations.set_key_addresses(OPERATOR, scene.key_id, ["203.0.113.8"]),
    ):
        with pytest.raises(NotAllowed):
            await refused
    await operations.restrict_key(scene.admin, scene.key_id, NONE)
    await operations.set_key_addresses(scene.admin, scene.key_id, [])
    caller = await scene.world.accounts.authenticate(scene.made.key.secret)
    assert (caller.restrictions, caller.addresses) == ((), ())


async def test_addresses_that_are_none_are_refused(scene: Scene) -> None:
    for bad in (["everywhere"], ["203.0.113.7/99"], [""], ["203.0.113.7"] * 1001):
        with pytest.raises(CallerError):
            await scene.operations.set_key_addresses(scene.admin, scene.key_id, bad)


@pytest.mark.parametrize(
    "never",
    [
        lambda now: now,
        lambda now: now - DAY,
        lambda _: datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5))),
        # What the clocks of other time zones, or a column of milliseconds, could not tell any more.
        lambda _: datetime(9999, 1, 1, tzinfo=UTC),
        lambda _: datetime(9999, 12, 31, 23, tzinfo=timezone(-timedelta(hours=1))),
        lambda _: datetime.max.replace(tzinfo=UTC),
    ],
)
async def test_a_key_cannot_expire_in_the_past_or_when_no_clock_tells(
    scene: Scene, never: Callable[[datetime], datetime]
) -> None:
    at = never(scene.world.clock.now())
    with pytest.raises(CallerError, match="expir"):
        await scene.operations.create_key(scene.admin, scene.team_id, "k", expires_at=at)
    with pytest.raises(CallerError, match="expir"):
        await scene.operations.update_key(scene.admin, scene.key_id, expires_at=at)
    assert [key.expires_at for key in await scene.operations.keys(scene.admin, scene.team_id)] == [None]


async def test_a_key_keeps_its_name_when_its_new_end_is_wrong(scene: Scene) -> None:
    before = await scene.operations.key(scene.admin, scene.key_id)
    with pytest.raises(CallerError):
        await scene.operations.update_key(
            scene.admin, scene.key_id, name="renamed", expires_at=scene.world.clock.now() - DAY
        )
    assert await scene.operations.key(scene.admin, scene.key_id) == before


async def test_a_key_gets_its_name_and_its_end_in_one_change(scene: Scene) -> None:
    at = datetime(2100, 1, 31, 1, tzinfo=timezone(timedelta(hours=1)))
    await scene.operations.update_key(scene.admin, scene.key_id, name=" New  name ", expires_at=at)
    key = await scene.operations.key(scene.admin, scene.key_id)
    assert (key.name, key.expires_at) == ("New name", at)
    [entry] = await scene.operations.audit(scene.admin, scene.team_id, limit=1)
    assert entry.detail["after"] == {"name": "New name", "expires_at": "2100-01-31T00:00:00+00:00"}
    await scene.operations.update_key(scene.admin, scene.key_id, expires_at=None)
    assert (await scene.operations.key(scene.admin, scene.key_id)).name == "New name"


async def test_nobody_acts_as_a_key_that_has_ended(scene: Scene) -> None:
    await scene.operations.principal_of(scene.member, scene.key_id)
    await scene.operations.revoke_key(scene.admin, scene.key_id)
    with pytest.raises(NotFound):
        await scene.operations.principal_of(scene.member, scene.key_id)


@pytest.mark.parametrize("made_up", ["", "unknown", "\ud800", "\x00", "' OR 1=1"])
async def test_made_up_ids_are_not_found(scene: Scene, made_up: str) -> None:
    operations = scene.operations
    for act in (
        operations.team(OPERATOR, made_up),
        operations.keys(OPERATOR, made_up),
        operations.key(OPERATOR, made_up),
        operations.set_features(OPERATOR, made_up, Features()),
        operations.set_role(OPERATOR, scene.team_id, made_up, Role.ADMIN),
        operations.withdraw_invitation(OPERATOR, made_up),
    ):
        with pytest.raises(NotFound):
            await act


# Teams and organizations


async def test_teams_and_organizations_are_those_one_is_in(scene: Scene) -> None:
    other = (await scene.world.team("Other")).team
    operations = scene.operations
    assert [team.team_id for team in await operations.teams(scene.member)] == [scene.team_id]
    assert {team.team_id for team in await operations.teams(OPERATOR)} == {scene.team_id, other.team_id}
    [own] = await operations.organizations(scene.member)
    assert (own.organization_id, own.features) == (scene.made.team.organization_id, ALL_FEATURES)
    assert [each.name for each in await operations.organizations(OPERATOR)] == ["Acme", "Default", "Other"]


async def test_a_team_goes_into_the_organization_that_is_named_or_a_new_one(world: World) -> None:
    operations = world.operations
    first = await operations.create_team(OPERATOR, "One", organization="Group", features=ALL_FEATURES)
    by_name = await operations.create_team(OPERATOR, "Two", organization="Group")
    by_id = await operations.create_team(OPERATOR, "Three", organization=first.team.organization_id)
    alone = await operations.create_team(OPERATOR, "Group")
    assert by_name.team.organization_id == by_id.team.organization_id == first.team.organization_id
    assert alone.team.organization_id != first.team.organization_id
    features = {each.organization_id: each.features for each in await operations.organizations(OPERATOR)}
    assert features[first.team.organization_id] == ALL_FEATURES
    assert features[alone.team.organization_id] == Features()


async def test_a_team_keeps_what_bounds_it_until_it_is_changed(world: World) -> None:
    operations = world.operations
    made = await operations.create_team(OPERATOR, "Acme", credits=100, concurrency=2, rate_limits={"crawl": 1})
    assert (made.team.credits, made.team.concurrency, made.team.rate_limits) == (100, 2, {"crawl": 1})
    assert await operations.team(OPERATOR, made.team.team_id) == made.team
    renamed = await operations.update_team(OPERATOR, made.team.team_id, name=" New  name ", concurrency=None)
    assert renamed == replace(made.team, name="New name", concurrency=None)
    assert await operations.team(OPERATOR, made.team.team_id) == renamed


@pytest.mark.parametrize(
    "bad",
    [
        {"credits": -1},
        {"credits": True},
        {"credits": 2**53},
        {"concurrency": 0},
        {"concurrency": 1.5},
        {"rate_limits": {"scrape": 0}},
        {"rate_limits": {"unheard-of": 1}},
        {"rate_limits": {"scrape": "1"}},
    ],
    ids=str,
)
async def test_what_bounds_nothing_is_refused(scene: Scene, bad: dict[str, Any]) -> None:
    with pytest.raises(CallerError):
        await scene.operations.create_team(OPERATOR, "New", **bad)
    with pytest.raises(CallerError):
        await scene.operations.update_team(OPERATOR, scene.team_id, **bad)
    assert [each.name for each in await scene.operations.organizations(OPERATOR)] == ["Acme", "Default"]


async def test_a_change_of_a_team_is_known_here_at_once(scene: Scene) -> None:
    assert not (await scene.world.accounts.authenticate(scene.made.key.secret)).limits.metered
    await scene.operations.update_team(OPERATOR, scene.team_id, credits=5, name=UNCHANGED)
    assert (await scene.world.accounts.authenticate(scene.made.key.secret)).limits.metered


async def test_the_webhook_secret_stays_until_another_is_wanted(scene: Scene) -> None:
    operations = scene.operations
    first = await operations.webhook_secret(scene.admin, scene.team_id)
    assert await operations.webhook_secret(scene.admin, scene.team_id) == first
    second = await operations.webhook_secret(scene.admin, scene.team_id, new=True)
    assert second != first
    assert await operations.webhook_secret(scene.admin, scene.team_id) == second
    actions = await scene.world.actions(scene.team_id)
    assert actions.count("webhook_secret.created") == 2


# Members


async def test_a_team_keeps_one_admin(scene: Scene) -> None:
    operations, team_id = scene.operations, scene.team_id
    members = {member.user.email: member.user.user_id for member in await operations.members(OPERATOR, team_id)}
    await operations.set_role(scene.admin, team_id, members["other-admin@example.org"], Role.MEMBER)
    last = members["ada@example.org"]
    for act in (
        operations.set_role(scene.admin, team_id, last, Role.MEMBER),
        operations.remove_member(scene.admin, team_id, last),
        operations.remove_member(OPERATOR, team_id, last),
    ):
        with pytest.raises(NotAllowed, match="last admin"):
            await act
    await operations.set_role(scene.admin, team_id, members["bob@example.org"], Role.ADMIN)
    await operations.remove_member(scene.admin, team_id, last)
    assert [member.user.email for member in await operations.members(OPERATOR, team_id)] == [
        "bob@example.org",
        "other-admin@example.org",
    ]


async def test_a_member_may_leave(scene: Scene) -> None:
    await scene.operations.remove_member(scene.member, scene.team_id, scene.member.user_id or "")
    members = await scene.operations.members(scene.admin, scene.team_id)
    assert "bob@example.org" not in {member.user.email for member in members}


async def test_a_person_is_put_into_a_team_once_and_keeps_their_password(scene: Scene) -> None:
    other = (await scene.world.team("Other")).team.team_id
    again = {"email": "BOB@example.org", "name": "Robert", "password": "something else"}
    user = await scene.operations.add_member(OPERATOR, other, role=Role.ADMIN, **again)
    assert (user.user_id, user.name) == (scene.member.user_id, "bob")
    assert await scene.operations.sign_in("bob@example.org", PASSWORD, address="203.0.113.7")
    await scene.world.clock.advance(MINUTE)
    with pytest.raises(AlreadyThere):
        await scene.operations.add_member(OPERATOR, other, role=Role.ADMIN, **again)


# The operator


@pytest.mark.parametrize("token", [None, "", "x", ADMIN_TOKEN + "x", ADMIN_TOKEN[:-1], "\ud800"])
def test_another_token_is_not_the_operators(world: World, token: str | None) -> None:
    assert world.operations.operator(ADMIN_TOKEN).operator
    with pytest.raises(Unauthenticated):
        world.operations.operator(token)
