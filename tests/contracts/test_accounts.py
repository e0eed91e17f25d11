"""Accounts on both databases: what one process does is seen by another, and what two do at once is done once."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select, update

from gossamer.core.access import Group
from gossamer.core.accounts import OPEN_TEAM, ApiKey, Features, Role
from gossamer.core.errors import (
    AlreadyThere,
    NotAllowed,
    NotFound,
    SecretUnreadable,
    SignInRefused,
    TooManySignIns,
    Unauthenticated,
)
from gossamer.core.ids import key_hash
from gossamer.core.restrictions import NONE, Restrictions
from gossamer.features.accounts import Accounts, Passwords, SecondFactors, SignIns
from gossamer.ports.accounts import Grant
from gossamer.store.accounts import KeyStore, PeopleStore, SignInStore, TeamStore, WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.schema import audit_log, credit_accounts, memberships, teams, users, web_sessions
from gossamer.store.sealing import Seal
from gossamer.testing.clock import ManualClock
from tests.accounts import ADMIN_TOKEN, ALL_FEATURES, OPERATOR, PASSWORD, World, world_on
from tests.contracts.jobs import answers_lost

ADDRESS = "203.0.113.7"
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def here(database: Database, clock: ManualClock) -> World:
    return world_on(database, clock)


@pytest.fixture
def there(database: Database, clock: ManualClock) -> World:
    """Return the accounts of another process."""
    return world_on(database, clock)


async def rows(database: Database, query: Any) -> list[Any]:
    return list(await database.read(lambda c: c.execute(query).all()))


async def outcomes(*acts: Awaitable[Any]) -> list[str]:
    results = await asyncio.gather(*acts, return_exceptions=True)
    return sorted(type(one).__name__ if isinstance(one, Exception) else "done" for one in results)


# Keys


async def test_one_read_gives_a_key_its_team_and_its_features(here: World, database: Database) -> None:
    made = await here.operations.create_team(
        OPERATOR, "Acme", features=ALL_FEATURES, credits=5, concurrency=2, rate_limits={"map": 3}
    )
    limits = Restrictions(allowed_formats=("markdown",), allowed_endpoints=(Group.SCRAPE,), credit_budget=3)
    await here.operations.restrict_key(OPERATOR, made.key.key.key_id, limits)
    await here.operations.set_key_addresses(OPERATOR, made.key.key.key_id, ["2001:db8::/32", "203.0.113.7"])
    store = KeyStore(database)
    grant = await store.grant(key_hash(made.key.secret))
    assert grant is not None
    assert grant == Grant(key=grant.key, team=made.team, features=ALL_FEATURES)
    assert grant == await store.grant_of(made.key.key.key_id)
    assert (grant.key.restrictions, grant.key.addresses) == (limits, ("2001:db8::/32", "203.0.113.7/32"))


async def test_an_unknown_hash_gives_none(database: Database) -> None:
    assert await KeyStore(database).grant("0" * 64) is None


async def test_a_hash_is_added_once_and_a_revoked_one_never_again(here: World) -> None:
    assert await here.accounts.let_in("my-own-key")
    assert await here.accounts.let_in("my-own-key")
    [key] = await here.operations.keys(OPERATOR, OPEN_TEAM)
    await here.operations.revoke_key(OPERATOR, key.key_id)
    assert not await here.accounts.let_in("my-own-key")
    assert len(await here.operations.keys(OPERATOR, OPEN_TEAM)) == 1


async def test_of_processes_that_start_at_the_same_moment_one_makes_the_first_key(here: World, there: World) -> None:
    made = await asyncio.gather(here.accounts.first_start(), there.accounts.first_start())
    assert len([one for one in made if one]) == 1
    assert len(await here.operations.keys(OPERATOR, OPEN_TEAM)) == 1


async def test_a_process_that_starts_while_another_makes_the_first_key_makes_none(
    here: World, there: World, database: Database, clock: ManualClock
) -> None:
    class Slow(KeyStore):
        async def of_team(self, team_id: str) -> Sequence[ApiKey]:
            found = await super().of_team(team_id)
            await there.accounts.first_start()
            return found

    accounts = Accounts(Slow(database), secrets(database, "the key of this deployment"), clock)
    assert await accounts.first_start() is None
    assert len(await here.operations.keys(OPERATOR, OPEN_TEAM)) == 1


async def test_a_change_made_elsewhere_is_known_within_a_minute(here: World, there: World, clock: ManualClock) -> None:
    made = await here.team()
    assert (await here.accounts.authenticate(made.key.secret)).restrictions == ()
    await there.operations.restrict_key(OPERATOR, made.key.key.key_id, Restrictions(no_model=True))
    await clock.advance(timedelta(seconds=15))
    assert (await here.accounts.authenticate(made.key.secret)).restrictions != ()


async def test_the_last_use_is_the_latest_of_all_processes(here: World, there: World, clock: ManualClock) -> None:
    made = await here.team()
    await here.accounts.authenticate(made.key.secret)
    await clock.advance(DAY)
    await there.accounts.authenticate(made.key.secret)
    for process in (there, here):
        await process.accounts.write_use()
    assert (await here.operations.key(OPERATOR, made.key.key.key_id)).last_used_at == clock.now()


async def test_bounds_on_credits_are_those_that_charges_count_against(here: World, database: Database) -> None:
    made = await here.operations.create_team(OPERATOR, "Acme", features=ALL_FEATURES, credits=100)
    team_id, key_id = made.team.team_id, made.key.key.key_id
    await here.operations.restrict_key(OPERATOR, key_id, Restrictions(credit_budget=7))
    bounds = select(credit_accounts.c.owner_id, credit_accounts.c.team_id, credit_accounts.c.allowance)
    assert sorted(await rows(database, bounds)) == sorted([(team_id, team_id, 100), (key_id, team_id, 7)])
    await here.operations.update_team(OPERATOR, team_id, credits=50)
    await here.operations.restrict_key(OPERATOR, key_id, NONE)
    assert await rows(database, bounds) == [(team_id, team_id, 50)]
    await here.operations.update_team(OPERATOR, team_id, credits=None)
    assert await rows(database, bounds) == []


# Teams


async def test_a_team_whose_commit_was_answered_too_late_is_made_once(here: World, database: Database) -> None:
    with answers_lost(database):
        made = await here.operations.create_team(OPERATOR, "Acme")
    with answers_lost(database):
        key = await here.operations.create_key(OPERATOR, made.team.team_id, "second")
    names = sorted(each.name for each in await here.operations.keys(OPERATOR, made.team.team_id))
    assert names == ["Default", "second"]
    assert (await here.accounts.authenticate(key.secret)).team_id == made.team.team_id
    assert await here.actions(made.team.team_id) == ["team.created", "key.created", "key.created"]


async def test_the_log_names_team_and_organization(here: World, database: Database) -> None:
    made = await here.team()
    organization_id = made.team.organization_id
    logged = await rows(
        database,
        select(audit_log.c.organization_id, audit_log.c.team_id, audit_log.c.action).order_by(audit_log.c.number),
    )
    assert logged == [
        (organization_id, "", "organization.created"),
        (organization_id, made.team.team_id, "team.created"),
        (organization_id, made.team.team_id, "key.created"),
    ]


async def test_features_of_an_organization_are_those_of_its_teams(here: World, clock: ManualClock) -> None:
    made = await here.team(features=Features(zero_data_retention=True))
    assert (await here.accounts.authenticate(made.key.secret)).zero_data_retention
    await here.operations.set_features(OPERATOR, made.team.organization_id, Features())
    assert not (await here.accounts.authenticate(made.key.secret)).zero_data_retention


# Webhook secrets


def secrets(database: Database, key: str) -> TeamStore:
    return TeamStore(database, WebhookSecrets(Seal(lambda: key)))


async def test_webhook_secrets_are_stored_sealed(here: World, database: Database) -> None:
    team_id = (await here.team()).team.team_id
    secret = await here.operations.webhook_secret(OPERATOR, team_id)
    [(stored,)] = await rows(database, select(teams.c.webhook_secret).where(teams.c.id == team_id))
    assert secret not in stored
    assert stored.startswith("sealed:")


async def test_secrets_from_before_are_sealed_and_stay_what_they_were(here: World, database: Database) -> None:
    team_id = (await here.team()).team.team_id
    await database.write(lambda c: c.execute(update(teams).values(webhook_secret="whsec_old")))
    assert await here.operations.webhook_secret(OPERATOR, team_id) == "whsec_old"
    await secrets(database, "the key of this deployment").seal_secrets()
    [(stored,)] = await rows(database, select(teams.c.webhook_secret).where(teams.c.id == team_id))
    assert "whsec_old" not in stored
    assert await here.operations.webhook_secret(OPERATOR, team_id) == "whsec_old"


async def test_a_secret_sealed_under_another_key_is_never_replaced_by_chance(here: World, database: Database) -> None:
    team_id = (await here.team()).team.team_id
    secret = await here.operations.webhook_secret(OPERATOR, team_id)
    await database.write(lambda c: WebhookSecrets(Seal(lambda: "another")).set(c, team_id, "whsec_of_another_machine"))
    with pytest.raises(SecretUnreadable, match="GOSSAMER_SECRET_KEY"):
        await here.operations.webhook_secret(OPERATOR, team_id)
    assert await here.operations.webhook_secret(OPERATOR, team_id, new=True) not in {secret, None}


# People


async def set_up(world: World, name: str) -> object:
    email = f"{name}@example.org"
    return await world.operations.set_up(ADMIN_TOKEN, email=email, name=name, password=PASSWORD)


async def test_of_two_who_set_up_at_the_same_moment_one_is_the_admin(
    here: World, there: World, database: Database
) -> None:
    await here.accounts.first_start()
    assert await outcomes(set_up(here, "ada"), set_up(there, "eve")) == ["AlreadyThere", "done"]
    assert await rows(database, select(func.count()).select_from(users)) == [(1,)]
    assert await rows(database, select(memberships.c.team_id, memberships.c.role)) == [(OPEN_TEAM, "admin")]


async def test_a_set_up_whose_commit_was_answered_too_late_succeeded(here: World, database: Database) -> None:
    await here.accounts.first_start()
    with answers_lost(database):
        await set_up(here, "ada")
    with pytest.raises(AlreadyThere):
        await set_up(here, "eve")


async def test_of_two_admins_who_leave_at_the_same_moment_one_stays(here: World, there: World) -> None:
    team_id = (await here.team()).team.team_id
    ada = await here.member(team_id, "ada@example.org", Role.ADMIN)
    bob = await here.member(team_id, "bob@example.org", Role.ADMIN)
    leaving = [
        process.operations.remove_member(actor, team_id, actor.user_id or "")
        for process, actor in ((here, ada), (there, bob))
    ]
    assert await outcomes(*leaving) == ["NotAllowed", "done"]
    assert [member.role for member in await here.operations.members(OPERATOR, team_id)] == [Role.ADMIN]


async def test_of_two_who_have_the_same_link_one_joins(here: World, there: World) -> None:
    team_id = (await here.team()).team.team_id
    token = (await here.operations.invite(OPERATOR, team_id, role=Role.MEMBER)).token
    joining = [
        process.operations.accept_invitation(
            token, email=f"{name}@example.org", name=name, password=PASSWORD, address=ADDRESS
        )
        for process, name in ((here, "ada"), (there, "eve"))
    ]
    assert await outcomes(*joining) == ["NotFound", "done"]
    assert len(await here.operations.members(OPERATOR, team_id)) == 1


async def test_an_address_belongs_to_one_person(here: World, there: World) -> None:
    team_id = (await here.team()).team.team_id
    tokens = [(await here.operations.invite(OPERATOR, team_id, role=Role.MEMBER)).token for _ in range(2)]
    joining = [
        process.operations.accept_invitation(
            token, email="ada@example.org", name="A", password=PASSWORD, address=ADDRESS
        )
        for process, token in zip((here, there), tokens, strict=True)
    ]
    became = await outcomes(*joining)
    assert became.count("done") == 1
    assert len(await here.operations.members(OPERATOR, team_id)) == 1


async def test_only_an_open_invitation_of_the_link_counts(here: World, clock: ManualClock) -> None:
    team_id = (await here.team()).team.team_id
    made = await here.operations.invite(OPERATOR, team_id, role=Role.ADMIN, email="ada@example.org")
    assert await here.operations.invitations(OPERATOR, team_id) == [made.invitation]
    with pytest.raises(NotAllowed):
        await here.operations.accept_invitation(
            made.token, email="eve@example.org", name="E", password=PASSWORD, address=ADDRESS
        )
    await clock.advance(timedelta(days=7))
    with pytest.raises(NotFound):
        await here.operations.accept_invitation(
            made.token, email="ada@example.org", name="A", password=PASSWORD, address=ADDRESS
        )


@pytest.mark.parametrize("known", [True, False])
async def test_an_acceptance_whose_commit_was_answered_too_late_succeeded(
    here: World, database: Database, clock: ManualClock, known: bool
) -> None:
    team_id = (await here.team()).team.team_id
    if known:
        await here.member((await here.team("Other")).team.team_id, "ada@example.org")
    made = await here.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    # One who is known proves the password first: an attempt is counted, and forgiven.
    with answers_lost(database, 3 if known else 1):
        user = await here.operations.accept_invitation(
            made.token, email="ada@example.org", name="Ada", password=PASSWORD, address=ADDRESS
        )
    assert [member.user for member in await here.operations.members(OPERATOR, team_id)] == [user]
    assert (await here.actions(team_id))[-2:] == ["member.invited", "member.joined"]
    await clock.advance(timedelta(seconds=1))
    with pytest.raises(NotFound):
        await here.operations.accept_invitation(
            made.token, email="ada@example.org", name="Ada", password=PASSWORD, address=ADDRESS
        )


async def test_a_person_whose_adding_was_answered_too_late_is_in_the_team(
    here: World, database: Database, clock: ManualClock
) -> None:
    team_id = (await here.team()).team.team_id
    with answers_lost(database):
        user = await here.person(team_id, "ada@example.org")
    assert [member.user for member in await here.operations.members(OPERATOR, team_id)] == [user]
    await clock.advance(timedelta(seconds=1))
    with pytest.raises(AlreadyThere):
        await here.person(team_id, "ada@example.org")


@pytest.mark.parametrize("ending", ["removed", "made a member"])
async def test_who_is_no_admin_any_more_has_no_invitation_left_to_come_back_by(here: World, ending: str) -> None:
    team_id, elsewhere = [(await here.team(name)).team.team_id for name in ("Acme", "Other")]
    await here.member(team_id, "bob@example.org", Role.ADMIN)
    ada = await here.member(team_id, "ada@example.org", Role.ADMIN)
    ada_elsewhere = await here.operations.invite(OPERATOR, elsewhere, role=Role.ADMIN, email="ada@example.org")
    theirs = await here.operations.invite(ada, team_id, role=Role.ADMIN)
    others = await here.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    if ending == "removed":
        await here.operations.remove_member(OPERATOR, team_id, ada.user_id or "")
    else:
        await here.operations.set_role(OPERATOR, team_id, ada.user_id or "", Role.MEMBER)
    assert await here.operations.invitation(theirs.token) is None
    assert await here.operations.invitations(OPERATOR, team_id) == [others.invitation]
    assert await here.operations.invitations(OPERATOR, elsewhere) == [ada_elsewhere.invitation]
    [entry] = await here.operations.audit(OPERATOR, team_id, limit=1)
    assert entry.detail["invitations_withdrawn"] == 1


# Sessions


class Interrupted(Passwords):
    """Passwords that are quick to check, and something that happens between the check and what follows from it."""

    def __init__(self, meanwhile: Callable[[], Awaitable[None]]) -> None:
        super().__init__(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        self._meanwhile = meanwhile

    async def match(self, stored: str | None, password: str) -> bool:
        matched = await super().match(stored, password)
        await self._meanwhile()
        return matched


@pytest.fixture
async def team_id(here: World) -> str:
    team_id = (await here.team()).team.team_id
    await here.member(team_id, "ada@example.org", Role.ADMIN)
    return team_id


async def test_a_session_holds_in_every_process_until_it_is_ended_in_one(
    here: World, there: World, team_id: str
) -> None:
    token = await here.operations.sign_in("ada@example.org", PASSWORD, address=ADDRESS)
    found = await there.operations.session(token)
    assert found is not None
    assert (found.team.team_id, found.role, found.features) == (team_id, Role.ADMIN, ALL_FEATURES)
    await there.operations.sign_out(token)
    assert await here.operations.session(token) is None
    assert (await here.actions(team_id))[-2:] == ["session.signed_in", "session.signed_out"]


async def test_many_guesses_at_the_same_moment_are_all_counted(here: World, there: World, team_id: str) -> None:
    guesses = [
        process.operations.sign_in("ada@example.org", f"guess {number}", address=ADDRESS)
        for number in range(10)
        for process in (here, there)
    ]
    became = await outcomes(*guesses)
    assert became == [SignInRefused.__name__] * 10 + [TooManySignIns.__name__] * 10


async def test_switching_changing_and_sweeping_end_what_they_should(
    here: World, team_id: str, clock: ManualClock
) -> None:
    other = (await here.team("Other")).team.team_id
    await here.member(other, "ada@example.org")
    first, second = [await here.operations.sign_in("ada@example.org", PASSWORD, address=ADDRESS) for _ in range(2)]
    moved = await here.operations.switch_team(first, other)
    found = await here.operations.session(moved)
    assert found is not None
    await here.operations.change_password(found.actor, old=PASSWORD, new="another password", keep=moved)
    live = [await here.operations.session(token) is not None for token in (first, second, moved)]
    assert live == [False, False, True]
    await clock.advance(2 * DAY)
    await here.sign_ins.sweep()
    assert await here.operations.session(moved) is None


def resetting(world: World) -> Callable[[], Awaitable[None]]:
    """Return what gives a person another password, as an operator does whose user lost theirs to somebody."""
    return lambda: world.operations.set_password(OPERATOR, "ada@example.org", "another password")


def interrupted(database: Database, clock: ManualClock, meanwhile: Callable[[], Awaitable[None]]) -> SignIns:
    return SignIns(
        PeopleStore(database),
        SignInStore(database),
        Interrupted(meanwhile),
        SecondFactors(PeopleStore(database), Seal(lambda: "a key"), clock),
        clock,
    )


async def sessions(database: Database) -> int:
    [(count,)] = await rows(database, select(func.count()).select_from(web_sessions))
    return int(count)


async def test_a_password_that_is_changed_while_somebody_signs_in_by_it_lets_nobody_in(
    here: World, database: Database, clock: ManualClock, team_id: str
) -> None:
    sign_ins = interrupted(database, clock, resetting(here))
    with pytest.raises(SignInRefused):
        await sign_ins.sign_in("ada@example.org", PASSWORD, address=ADDRESS)
    assert await sessions(database) == 0
    assert await here.operations.sign_in("ada@example.org", "another password", address=ADDRESS)


async def test_who_knows_the_old_password_does_not_undo_that_there_is_another(
    here: World, database: Database, clock: ManualClock, team_id: str
) -> None:
    token = await here.operations.sign_in("ada@example.org", PASSWORD, address=ADDRESS)
    found = await here.operations.session(token)
    assert found is not None
    sign_ins = interrupted(database, clock, resetting(here))
    with pytest.raises(NotAllowed):
        await sign_ins.change_password(found.actor, old=PASSWORD, new="a third password", keep=token)
    assert await sessions(database) == 0
    assert await here.operations.sign_in("ada@example.org", "another password", address=ADDRESS)


async def test_a_session_that_ends_while_its_team_is_switched_has_no_successor(
    here: World, database: Database, clock: ManualClock, team_id: str
) -> None:
    class Late(SignInStore):
        async def replace(self, *given: Any, **named: Any) -> bool:
            await resetting(here)()
            return await super().replace(*given, **named)

    token = await here.operations.sign_in("ada@example.org", PASSWORD, address=ADDRESS)
    sign_ins = SignIns(
        PeopleStore(database),
        Late(database),
        Passwords(),
        SecondFactors(PeopleStore(database), Seal(lambda: "a key"), clock),
        clock,
    )
    with pytest.raises(Unauthenticated):
        await sign_ins.switch_team(token, team_id)
    assert await sessions(database) == 0


async def test_a_session_whose_commit_was_answered_too_late_is_there(
    here: World, database: Database, team_id: str
) -> None:
    # The attempt is counted, and forgiven; then the session is made.
    with answers_lost(database, 3):
        token = await here.operations.sign_in("ada@example.org", PASSWORD, address=ADDRESS)
    with answers_lost(database):
        moved = await here.operations.switch_team(token, team_id)
    found = await here.operations.session(moved)
    assert found is not None
    with answers_lost(database, 3):
        await here.operations.change_password(found.actor, old=PASSWORD, new="another password", keep=moved)
    assert await here.operations.session(moved) is not None
    assert (await here.actions(""))[-1:] == ["password.changed"]
    assert (await here.actions(team_id))[-2:] == ["session.signed_in", "session.switched_team"]
