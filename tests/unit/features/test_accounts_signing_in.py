import asyncio
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select

from gossamer.core.accounts import OPEN_TEAM, Features, Role, SignIn
from gossamer.core.errors import (
    AlreadyThere,
    CallerError,
    NotAllowed,
    NotFound,
    Overloaded,
    SignInRefused,
    TooManySignIns,
    Unauthenticated,
)
from gossamer.core.ids import csrf_of, token_hash
from gossamer.core.restrictions import Restrictions
from gossamer.features.accounts import Passwords
from gossamer.features.accounts.texts import email_of, folded
from gossamer.store.database import Database
from gossamer.store.schema import invitations, memberships, sign_in_failures, users, web_sessions
from gossamer.testing.clock import ManualClock
from tests.accounts import ADMIN_TOKEN, OPERATOR, PASSWORD, World, world_on

ADDRESS = "203.0.113.7"
SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
async def team_id(world: World) -> str:
    """Return a team with one admin, who is signed in by `sign_in`."""
    team_id = (await world.team()).team.team_id
    await world.member(team_id, "ada@example.org", Role.ADMIN)
    return team_id


async def sign_in(world: World, email: str = "ada@example.org", password: str = PASSWORD) -> str:
    return await world.operations.sign_in(email, password, address=ADDRESS)


async def session(world: World, token: str) -> SignIn:
    found = await world.operations.session(token)
    assert found is not None
    return found


async def count(database: Database, table: object) -> int:
    query = select(func.count()).select_from(table)  # type: ignore[arg-type]
    return int(await database.read(lambda c: c.execute(query).scalar_one()))


# Set-up


async def test_the_first_person_is_an_admin_of_the_first_team(world: World) -> None:
    first = await world.accounts.first_start()
    assert first is not None
    assert not await world.operations.is_set_up()
    user = await world.operations.set_up(first.api_key, email=" Ada@Example.ORG ", name="Ada", password=PASSWORD)
    assert await world.operations.is_set_up()
    signed_in = await session(world, await sign_in(world))
    assert (signed_in.user, signed_in.team.team_id, signed_in.role) == (user, OPEN_TEAM, Role.ADMIN)
    assert signed_in.user.email == "ada@example.org"
    assert await world.actions(OPEN_TEAM) == ["team.created", "key.created", "service.set_up", "session.signed_in"]


async def test_the_admin_token_is_proof_enough(world: World) -> None:
    await world.accounts.first_start()
    user = await world.operations.set_up(ADMIN_TOKEN, email="a@example.org", name="A", password=PASSWORD)
    assert user.email == "a@example.org"


async def test_in_open_mode_no_proof_is_needed_and_the_first_team_is_made(
    database: Database, clock: ManualClock
) -> None:
    world = world_on(database, clock, open_mode=True)
    await world.operations.set_up("", email="ada@example.org", name="A", password=PASSWORD)
    assert (await session(world, await sign_in(world))).team.team_id == OPEN_TEAM


async def test_a_key_that_is_not_the_owners_proves_nothing(world: World, clock: ManualClock) -> None:
    await world.accounts.first_start()
    operations = world.operations
    other_team = (await world.team()).key.secret
    proofs = {name: await operations.first_team_key(OPERATOR, name) for name in ("revoked", "limited", "elsewhere")}
    expired = await operations.create_key(OPERATOR, OPEN_TEAM, "expired", expires_at=clock.now() + SECOND)
    await operations.revoke_key(OPERATOR, proofs["revoked"].key.key_id)
    await operations.restrict_key(OPERATOR, proofs["limited"].key.key_id, Restrictions(no_model=True))
    await operations.set_key_addresses(OPERATOR, proofs["elsewhere"].key.key_id, ["203.0.113.0/24"])
    await clock.advance(SECOND)
    bad = ["", "fc-" + "0" * 32, ADMIN_TOKEN + "x", other_team, expired.secret, *(p.secret for p in proofs.values())]
    for proof in bad:
        with pytest.raises(Unauthenticated):
            await operations.set_up(proof, email="a@example.org", name="A", password=PASSWORD)
    assert not await operations.is_set_up()


async def test_there_is_one_set_up(world: World, team_id: str) -> None:
    with pytest.raises(AlreadyThere):
        await world.operations.set_up(ADMIN_TOKEN, email="b@example.org", name="B", password=PASSWORD)


@pytest.mark.parametrize(
    ("email", "name", "password"),
    [
        ("nobody", "A", PASSWORD),
        ("@example.org", "A", PASSWORD),
        ("a b@example.org", "A", PASSWORD),
        ("a@" + "x" * 260, "A", PASSWORD),
        ("a@example.org", " ", PASSWORD),
        ("a@example.org", "x" * 101, PASSWORD),
        ("a@example.org", "bell\x07", PASSWORD),
        ("a@example.org", "A", "1234567"),
        ("a@example.org", "A", "x" * 1025),
    ],
)
async def test_what_cannot_be_a_person_is_refused(world: World, email: str, name: str, password: str) -> None:
    with pytest.raises(CallerError):
        await world.operations.set_up(ADMIN_TOKEN, email=email, name=name, password=password)


# Sessions


async def test_a_session_says_who_where_and_as_what(world: World, team_id: str) -> None:
    token = await sign_in(world)
    found = await session(world, token)
    assert (found.user.email, found.team.team_id, found.role) == ("ada@example.org", team_id, Role.ADMIN)
    assert [team.team_id for team in found.teams] == [team_id]
    assert found.features == Features(key_restrictions=True, ip_restrictions=True, zero_data_retention=True)
    assert (found.csrf, found.actor.roles) == (csrf_of(token), {team_id: Role.ADMIN})
    assert token not in found.csrf


async def test_every_sign_in_has_a_token_of_its_own(world: World, team_id: str) -> None:
    first, second = await sign_in(world), await sign_in(world)
    assert first != second
    assert (await session(world, first)).csrf != (await session(world, second)).csrf


@pytest.mark.parametrize("token", ["", "planted", "\ud800", "x" * 5000])
async def test_a_token_that_was_not_given_out_is_no_session(world: World, team_id: str, token: str) -> None:
    assert await world.operations.session(token) is None


async def test_a_session_that_is_used_ends_after_fourteen_days(world: World, team_id: str, clock: ManualClock) -> None:
    token = await sign_in(world)
    for _ in range(13):
        await clock.advance(DAY)
        assert await world.operations.session(token)
    await clock.advance(DAY)
    assert await world.operations.session(token) is None


async def test_a_session_that_is_not_used_ends_after_two_days(world: World, team_id: str, clock: ManualClock) -> None:
    token = await sign_in(world)
    await clock.advance(2 * DAY - SECOND)
    assert await world.operations.session(token)
    await clock.advance(2 * DAY)
    assert await world.operations.session(token) is None


async def test_the_use_of_a_session_is_written_once_a_minute(
    world: World, team_id: str, clock: ManualClock, database: Database
) -> None:
    token, begun = await sign_in(world), clock.now()
    noted = []
    for _ in range(3):
        await world.operations.session(token)
        noted.append(await seen_at(database) - int(begun.timestamp() * 1000))
        await clock.advance(30 * SECOND)
    assert noted == [0, 0, 60_000]


async def seen_at(database: Database) -> int:
    return int(await database.read(lambda c: c.execute(select(web_sessions.c.seen_at)).scalar_one()))


async def test_signing_out_ends_that_session_alone(world: World, team_id: str) -> None:
    first, second = await sign_in(world), await sign_in(world)
    await world.operations.sign_out(first)
    await world.operations.sign_out("unknown")
    assert await world.operations.session(first) is None
    assert await world.operations.session(second)


async def test_switching_the_team_gives_a_new_token_that_lasts_no_longer(
    world: World, team_id: str, clock: ManualClock
) -> None:
    other = (await world.team("Other")).team.team_id
    await world.member(other, "ada@example.org")
    old = await sign_in(world)
    await clock.advance(DAY)
    new = await world.operations.switch_team(old, other)
    assert await world.operations.session(old) is None
    found = await session(world, new)
    assert (found.team.team_id, found.role) == (other, Role.MEMBER)
    for _ in range(12):
        await clock.advance(DAY)
        assert await world.operations.session(new)
    await clock.advance(DAY)
    assert await world.operations.session(new) is None


async def test_nobody_switches_to_a_team_they_are_not_in(world: World, team_id: str) -> None:
    foreign = (await world.team("Other")).team.team_id
    token = await sign_in(world)
    for wanted in (foreign, "unknown"):
        with pytest.raises(NotFound):
            await world.operations.switch_team(token, wanted)
    assert await world.operations.session(token)
    with pytest.raises(Unauthenticated):
        await world.operations.switch_team("ended", team_id)


async def test_who_is_removed_from_a_team_sees_another_or_nothing_at_once(world: World, team_id: str) -> None:
    other = (await world.team("Other")).team.team_id
    user = await world.person(team_id, "bob@example.org")
    await world.person(other, "bob@example.org")
    token = await sign_in(world, "bob@example.org")
    assert (await session(world, token)).team.team_id == team_id
    await world.operations.remove_member(OPERATOR, team_id, user.user_id)
    assert (await session(world, token)).team.team_id == other
    await world.operations.remove_member(OPERATOR, other, user.user_id)
    assert await world.operations.session(token) is None
    with pytest.raises(NotAllowed):
        await sign_in(world, "bob@example.org")


async def test_another_role_counts_at_once(world: World, team_id: str) -> None:
    user = await world.person(team_id, "bob@example.org")
    token = await sign_in(world, "bob@example.org")
    await world.operations.set_role(OPERATOR, team_id, user.user_id, Role.ADMIN)
    assert (await session(world, token)).actor.roles == {team_id: Role.ADMIN}


# Passwords


async def test_a_wrong_password_and_an_unknown_account_are_told_the_same(world: World, team_id: str) -> None:
    refusals = []
    for email, password in [
        ("ada@example.org", "wrong password"),
        ("nobody@example.org", PASSWORD),
        ("ada@example.org", ""),
        ("ada@example.org", "x" * 1_000_000),
        ("' OR 1=1 --", "' OR 1=1 --"),
        ("\ud800", "\ud800"),
    ]:
        with pytest.raises(SignInRefused) as caught:
            await sign_in(world, email, password)
        refusals.append(caught.value.message)
    assert len(set(refusals)) == 1


async def test_an_unknown_account_costs_as_many_hashes_as_a_known_one() -> None:
    class Counted(PasswordHasher):
        verified = 0

        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # noqa: A002
            Counted.verified += 1
            return super().verify(hash, password)

    passwords = Passwords(Counted(time_cost=1, memory_cost=8, parallelism=1))
    stored = await passwords.hash(PASSWORD)
    assert [await passwords.match(stored, PASSWORD), Counted.verified] == [True, 1]
    assert [await passwords.match(None, PASSWORD), Counted.verified] == [False, 2]


def test_passwords_are_hashed_as_is_recommended() -> None:
    stored = Passwords()._hasher.hash("x")
    assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=1$")


async def test_the_same_letters_typed_in_another_way_are_the_same_password() -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    assert await passwords.match(await passwords.hash("caf\u00e9"), "cafe\u0301")


async def test_a_damaged_hash_lets_nobody_in() -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    assert not await passwords.match("damaged", PASSWORD)


async def test_a_password_is_hashed_anew_when_the_parameters_were_changed(
    world: World, team_id: str, database: Database
) -> None:
    before = await hash_of(database)
    stronger = Passwords(PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    world.sign_ins._passwords = stronger
    await sign_in(world)
    after = await hash_of(database)
    assert before != after
    assert "t=2" in after
    await sign_in(world)
    assert await hash_of(database) == after


async def hash_of(database: Database) -> str:
    return str(await database.read(lambda c: c.execute(select(users.c.password_hash)).scalar_one()))


async def test_only_so_many_wait_for_their_password_to_be_checked() -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    results = await asyncio.gather(*(passwords.hash("x") for _ in range(60)), return_exceptions=True)
    assert [type(one) for one in results].count(Overloaded) == 60 - 52


async def test_changing_the_password_ends_the_other_sessions(world: World, team_id: str) -> None:
    here, elsewhere = await sign_in(world), await sign_in(world)
    actor = (await session(world, here)).actor
    await world.operations.change_password(actor, old=PASSWORD, new="another password", keep=here)
    assert await world.operations.session(here)
    assert await world.operations.session(elsewhere) is None
    with pytest.raises(SignInRefused):
        await sign_in(world)
    assert await sign_in(world, password="another password")


async def test_who_does_not_know_the_present_password_cannot_change_it(world: World, team_id: str) -> None:
    actor = (await session(world, await sign_in(world))).actor
    for _ in range(10):
        with pytest.raises(NotAllowed):
            await world.operations.change_password(actor, old="a guess", new="another password")
    with pytest.raises(TooManySignIns):
        await world.operations.change_password(actor, old=PASSWORD, new="another password")
    with pytest.raises(NotFound):
        await world.operations.change_password(OPERATOR, old=PASSWORD, new="another password")


async def test_an_operator_gives_a_new_password_to_who_forgot_theirs(world: World, team_id: str) -> None:
    token = await sign_in(world)
    await fail(world, 11)
    await world.operations.set_password(OPERATOR, "Ada@example.org", "another password")
    assert await world.operations.session(token) is None
    assert await sign_in(world, password="another password")
    with pytest.raises(NotFound):
        await world.operations.set_password(OPERATOR, "nobody@example.org", "another password")


# Limits


def test_of_what_is_too_long_for_an_address_only_so_much_is_looked_at() -> None:
    assert len(folded("x" * 1_000_000)) == 255
    with pytest.raises(CallerError):
        email_of("x" * 1_000_000 + "@example.org")


async def fail(world: World, times: int, email: str = "ada@example.org", address: str = ADDRESS) -> list[type]:
    raised: list[type] = []
    for _ in range(times):
        try:
            await world.operations.sign_in(email, "a guess of mine", address=address)
        except (SignInRefused, TooManySignIns) as error:
            raised.append(type(error))
    return raised


async def test_an_account_is_closed_for_a_while_after_ten_failures(
    world: World, team_id: str, clock: ManualClock
) -> None:
    assert await fail(world, 12) == [SignInRefused] * 10 + [TooManySignIns] * 2
    await clock.advance(14 * MINUTE)
    with pytest.raises(TooManySignIns) as caught:
        await sign_in(world)
    assert caught.value.retry_after == 60
    await clock.advance(MINUTE)
    assert await sign_in(world)


async def test_an_account_that_is_not_there_is_closed_in_the_same_way(world: World, team_id: str) -> None:
    assert await fail(world, 11, "nobody@example.org") == [SignInRefused] * 10 + [TooManySignIns]


async def test_another_spelling_of_the_address_is_the_same_account(world: World, team_id: str) -> None:
    await fail(world, 10)
    assert await fail(world, 1, " ADA@example.ORG ") == [TooManySignIns]


async def test_a_sign_in_that_succeeds_forgives_the_account(world: World, team_id: str) -> None:
    await fail(world, 9)
    await sign_in(world)
    assert await fail(world, 10) == [SignInRefused] * 10


def customers(first: int, how_many: int) -> Sequence[str]:
    return [f"person{number}@example.org" for number in range(first, first + how_many)]


async def test_an_address_is_refused_after_fifty_failures_whatever_the_account(world: World, team_id: str) -> None:
    for email in customers(0, 50):
        assert await fail(world, 1, email) == [SignInRefused]
    assert await fail(world, 1, "somebody@example.org") == [TooManySignIns]
    assert await fail(world, 1, "somebody@example.org", "198.51.100.1") == [SignInRefused]


async def test_a_network_of_ipv6_is_one_address(world: World, team_id: str) -> None:
    for number, email in enumerate(customers(0, 50)):
        await fail(world, 1, email, f"2001:db8::{number:x}")
    assert await fail(world, 1, "a@example.org", "2001:db8::ffff") == [TooManySignIns]
    assert await fail(world, 1, "b@example.org", "2001:db8:0:1::1") == [SignInRefused]


async def test_sign_ins_that_succeed_do_not_close_their_address(world: World, team_id: str) -> None:
    for _ in range(55):
        await sign_in(world)


# Invitations


async def test_a_new_person_joins_by_a_link_that_works_once(world: World, team_id: str) -> None:
    made = await world.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    view = await world.operations.invitation(made.token)
    assert view is not None
    assert (view.team_name, view.role, view.email) == ("Acme", Role.MEMBER, "")
    user = await join(world, made.token, "Bob@example.org")
    assert (await session(world, await sign_in(world, "bob@example.org"))).user == user
    assert await world.operations.invitation(made.token) is None
    with pytest.raises(NotFound):
        await join(world, made.token, "eve@example.org")


async def join(world: World, token: str, email: str, password: str = PASSWORD) -> object:
    return await world.operations.accept_invitation(token, email=email, name="New", password=password, address=ADDRESS)


async def test_an_invitation_holds_for_seven_days(world: World, team_id: str, clock: ManualClock) -> None:
    made = await world.operations.invite(OPERATOR, team_id, role=Role.ADMIN)
    await clock.advance(7 * DAY - SECOND)
    assert await world.operations.invitation(made.token)
    await clock.advance(SECOND)
    assert await world.operations.invitation(made.token) is None
    assert await world.operations.invitations(OPERATOR, team_id) == []
    with pytest.raises(NotFound):
        await join(world, made.token, "bob@example.org")


async def test_an_invitation_for_an_address_is_for_nobody_else(world: World, team_id: str) -> None:
    made = await world.operations.invite(OPERATOR, team_id, role=Role.ADMIN, email="Bob@example.org")
    with pytest.raises(NotAllowed):
        await join(world, made.token, "eve@example.org")
    assert await join(world, made.token, "bob@EXAMPLE.org")


async def test_a_withdrawn_invitation_is_worthless(world: World, team_id: str) -> None:
    made = await world.operations.invite(OPERATOR, team_id, role=Role.ADMIN)
    assert await world.operations.invitations(OPERATOR, team_id) == [made.invitation]
    await world.operations.withdraw_invitation(OPERATOR, made.invitation.invitation_id)
    assert await world.operations.invitation(made.token) is None
    with pytest.raises(NotFound):
        await world.operations.withdraw_invitation(OPERATOR, made.invitation.invitation_id)


async def test_who_is_known_joins_with_the_password_they_have(world: World, team_id: str) -> None:
    other = (await world.team("Other")).team.team_id
    made = await world.operations.invite(OPERATOR, other, role=Role.MEMBER)
    with pytest.raises(SignInRefused):
        await join(world, made.token, "ada@example.org", "not the password")
    await join(world, made.token, "ada@example.org")
    found = await session(world, await sign_in(world))
    assert found.roles == {team_id: Role.ADMIN, other: Role.MEMBER}


async def test_the_password_of_who_is_known_cannot_be_guessed_by_a_link(world: World, team_id: str) -> None:
    made = await world.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    for _ in range(10):
        with pytest.raises(SignInRefused):
            await join(world, made.token, "ada@example.org", "a guess of mine")
    with pytest.raises(TooManySignIns):
        await join(world, made.token, "ada@example.org", PASSWORD)


async def test_passwords_cannot_be_tried_on_many_by_a_link(world: World, team_id: str) -> None:
    made = await world.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    for email in customers(0, 50):
        await fail(world, 1, email)
    with pytest.raises(TooManySignIns):
        await join(world, made.token, "ada@example.org")


async def test_who_is_in_the_team_does_not_use_an_invitation_up(world: World, team_id: str) -> None:
    made = await world.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    with pytest.raises(AlreadyThere):
        await join(world, made.token, "ada@example.org")
    assert await world.operations.invitation(made.token)


# At rest


async def test_no_password_session_or_invitation_is_in_the_database(
    world: World, team_id: str, database: Database, tmp_path: Path
) -> None:
    token = await sign_in(world)
    made = await world.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    secret = await world.operations.webhook_secret(OPERATOR, team_id)
    with pytest.raises(SignInRefused):
        await sign_in(world, "my password, in the wrong field")
    await database.close()
    stored = everything_in(tmp_path)
    assert token_hash(token).encode() in stored
    for clear in (PASSWORD, token, made.token, secret, csrf_of(token), "in the wrong field"):
        assert clear.encode() not in stored


def everything_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("gossamer.db*"))


async def test_what_is_over_is_forgotten_and_the_rest_kept(
    world: World, team_id: str, database: Database, clock: ManualClock
) -> None:
    await sign_in(world)
    await world.operations.invite(OPERATOR, team_id, role=Role.MEMBER)
    await fail(world, 1)
    await world.sign_ins.sweep()
    kept = [await count(database, table) for table in (web_sessions, invitations, sign_in_failures)]
    assert kept == [1, 1, 2]
    await clock.advance(15 * MINUTE)
    await world.sign_ins.sweep()
    assert await count(database, sign_in_failures) == 0
    await clock.advance(2 * DAY)
    await world.sign_ins.sweep()
    assert [await count(database, table) for table in (web_sessions, invitations)] == [0, 1]
    await clock.advance(5 * DAY)
    await world.sign_ins.sweep()
    assert [await count(database, table) for table in (invitations, memberships)] == [0, 1]
