from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text, update

from gossamer.core.access import Group, Limits, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.errors import RestrictionsUnverified, Unauthenticated
from gossamer.core.ids import key_hash
from gossamer.core.restrictions import Restrictions, network
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.accounts import Accounts
from gossamer.store.accounts import KeyStore
from gossamer.store.database import Database
from gossamer.store.schema import api_keys, organizations
from gossamer.testing.clock import ManualClock
from tests.accounts import ALL_FEATURES, OPERATOR, World, world_on

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def accounts(world: World) -> Accounts:
    return world.accounts


async def first_key(accounts: Accounts) -> str:
    made = await accounts.first_start()
    assert made is not None
    return made.api_key


async def store(database: Database, **values: object) -> None:
    await database.write(lambda c: c.execute(update(api_keys).values(values)))


async def refused(accounts: Accounts, token: str) -> bool:
    try:
        await accounts.authenticate(token)
    except Unauthenticated:
        return True
    return False


async def test_the_first_start_makes_a_key_that_works(accounts: Accounts) -> None:
    caller = await accounts.authenticate(await first_key(accounts))
    assert (caller.team_id, caller.restrictions, caller.addresses, caller.limits) == (OPEN_TEAM, (), (), Limits())


async def test_later_starts_make_none(accounts: Accounts) -> None:
    await first_key(accounts)
    assert await accounts.first_start() is None


async def test_a_service_that_was_open_before_gets_its_first_key_when_it_is_closed(
    accounts: Accounts, world: World, database: Database, clock: ManualClock
) -> None:
    opened = world_on(database, clock, open_mode=True).operations
    await opened.set_up("", email="ada@example.org", name="Ada", password="correct horse")
    await world.team("made by the operator")
    api_key = await first_key(accounts)
    assert (await accounts.authenticate(api_key)).team_id == OPEN_TEAM
    assert await accounts.first_start() is None


async def test_the_operator_may_choose_the_first_key(accounts: Accounts) -> None:
    assert await accounts.let_in("my-own-key")
    assert (await accounts.authenticate("my-own-key")).team_id == OPEN_TEAM
    assert await accounts.first_start() is None


async def test_the_operator_may_choose_a_key_at_any_later_start(accounts: Accounts) -> None:
    first = await accounts.authenticate(await first_key(accounts))
    for _ in range(2):
        assert await accounts.let_in("my-own-key")
    own = await accounts.authenticate("my-own-key")
    assert (own.team_id, own.key_id != first.key_id) == (first.team_id, True)


async def test_a_revoked_key_stays_revoked_whatever_a_setting_says(accounts: Accounts, database: Database) -> None:
    await accounts.let_in("my-own-key")
    await store(database, revoked_at=1)
    assert not await accounts.let_in("my-own-key")
    assert await refused(accounts, "my-own-key")


async def test_a_key_can_be_made_before_the_first_start(accounts: Accounts) -> None:
    api_key = (await accounts.new_key(OPERATOR, "pipeline")).secret
    assert (await accounts.authenticate(api_key)).team_id == OPEN_TEAM
    assert await accounts.first_start() is None


def everything_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("gossamer.db*"))


async def test_keys_are_stored_hashed_only(accounts: Accounts, database: Database, tmp_path: Path) -> None:
    api_key = await first_key(accounts)
    await database.close()
    stored = everything_in(tmp_path)
    assert key_hash(api_key).encode() in stored
    assert api_key.encode() not in stored
    assert api_key[3:].encode() not in stored


async def test_people_recognise_a_key_by_its_ends(world: World) -> None:
    made = await world.accounts.new_key(OPERATOR, "pipeline")
    assert made.key.hint == f"{made.secret[:7]}…{made.secret[-4:]}"
    assert made.secret not in repr(made)


async def test_a_short_key_of_the_operators_is_not_given_away_by_its_hint(accounts: Accounts, world: World) -> None:
    await accounts.let_in("my-own-key")
    [key] = await world.operations.keys(OPERATOR, OPEN_TEAM)
    assert key.hint == ""


@pytest.mark.parametrize(
    ("token", "message"),
    [(None, "Unauthorized"), ("", "Unauthorized: Token missing"), ("fc-" + "0" * 32, "Unauthorized: Invalid token")],
)
async def test_each_way_of_having_no_key_has_its_message(accounts: Accounts, token: str | None, message: str) -> None:
    await first_key(accounts)
    with pytest.raises(Unauthenticated) as caught:
        await accounts.authenticate(token)
    assert caught.value.message == message


async def test_a_dashed_uuid_is_the_same_key_as_its_digits(accounts: Accounts) -> None:
    api_key = await first_key(accounts)
    digits = api_key.removeprefix("fc-")
    dashed = "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])
    assert await accounts.authenticate(dashed) == await accounts.authenticate(api_key)


async def test_a_key_revoked_elsewhere_is_refused_within_a_minute(
    accounts: Accounts, database: Database, clock: ManualClock
) -> None:
    api_key = await first_key(accounts)
    await accounts.authenticate(api_key)
    await store(database, revoked_at=1)
    await clock.advance(MINUTE)
    assert await refused(accounts, api_key)


async def test_setting_the_machines_clock_back_does_not_keep_a_revoked_key_alive(
    accounts: Accounts, database: Database, clock: ManualClock
) -> None:
    api_key = await first_key(accounts)
    await accounts.authenticate(api_key)
    await store(database, revoked_at=1)
    clock.turn_back(DAY)
    await clock.advance(MINUTE)
    assert await refused(accounts, api_key)


async def test_a_key_revoked_here_is_refused_at_once(world: World) -> None:
    api_key = await first_key(world.accounts)
    caller = await world.accounts.authenticate(api_key)
    await world.operations.revoke_key(OPERATOR, caller.key_id)
    assert await refused(world.accounts, api_key)


async def test_a_key_is_refused_from_the_moment_it_expires(world: World, clock: ManualClock) -> None:
    team = await world.team()
    ends = clock.now() + timedelta(seconds=5)
    made = await world.operations.create_key(OPERATOR, team.team.team_id, "short", expires_at=ends)
    assert not await refused(world.accounts, made.secret)
    await clock.advance(timedelta(seconds=5))
    assert await refused(world.accounts, made.secret)


async def test_a_read_that_began_before_a_change_is_not_remembered_after_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    api_key = await first_key(world.accounts)
    read = KeyStore.grant

    async def overtaken(self: KeyStore, key_hash: str) -> object:
        grant = await read(self, key_hash)
        assert grant is not None
        await world.operations.revoke_key(OPERATOR, grant.key.key_id)
        return grant

    with monkeypatch.context() as patch:
        patch.setattr(KeyStore, "grant", overtaken)
        await world.accounts.authenticate(api_key)
    assert await refused(world.accounts, api_key)


async def test_a_principal_carries_all_that_its_key_and_team_are_bound_by(world: World) -> None:
    operations = world.operations
    made = await operations.create_team(
        OPERATOR, "Acme", features=ALL_FEATURES, credits=100, concurrency=3, rate_limits={"scrape": 7}
    )
    key_id = made.key.key.key_id
    wanted = Restrictions(allowed_endpoints=(Group.SCRAPE,), rate_per_minute=5, concurrency=2)
    await operations.restrict_key(OPERATOR, key_id, wanted)
    await operations.set_key_addresses(OPERATOR, key_id, ["203.0.113.0/24"])
    assert await world.accounts.authenticate(made.key.secret) == Principal(
        team_id=made.team.team_id,
        key_id=key_id,
        restrictions=wanted.rules(),
        addresses=(network("203.0.113.0/24"),),
        limits=Limits(team_rates={"scrape": 7}, key_rate=5, team_concurrency=3, key_concurrency=2, metered=True),
        zero_data_retention=True,
    )


async def test_a_budget_of_the_key_alone_has_to_be_reserved_too(world: World) -> None:
    made = await world.team()
    assert not (await world.accounts.authenticate(made.key.secret)).limits.metered
    await world.operations.restrict_key(OPERATOR, made.key.key.key_id, Restrictions(credit_budget=10))
    assert (await world.accounts.authenticate(made.key.secret)).limits.metered


@pytest.mark.parametrize(
    "damage",
    [
        {"restrictions": None},
        {"restrictions": ""},
        {"restrictions": "not json"},
        {"restrictions": "[]"},
        {"restrictions": '{"version":1,"allowed_formats":["unheard-of"]}'},
        {"restrictions": '{"version":1,"unheard_of":true}'},
        {"addresses": None},
        {"addresses": "{}"},
        {"addresses": '["everywhere"]'},
    ],
    ids=str,
)
async def test_a_key_whose_limits_cannot_be_read_is_refused_until_they_can(
    world: World, database: Database, damage: dict[str, object]
) -> None:
    made = await world.team()
    await store(database, **damage)
    for _ in range(2):
        with pytest.raises(RestrictionsUnverified):
            await world.accounts.authenticate(made.key.secret)
    await store(database, restrictions='{"version":1}', addresses="[]")
    assert (await world.accounts.authenticate(made.key.secret)).key_id == made.key.key.key_id


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE teams SET rate_limits = 'nonsense'",
        "DELETE FROM organizations",
        "ALTER TABLE api_keys RENAME TO gone",
        "ALTER TABLE organizations RENAME TO gone",
    ],
)
async def test_a_key_is_refused_when_its_team_or_its_tables_cannot_be_read(
    world: World, database: Database, damage: str
) -> None:
    made = await world.team()
    await database.write(lambda c: c.execute(text(damage)))
    with pytest.raises(RestrictionsUnverified):
        await world.accounts.authenticate(made.key.secret)


async def test_the_damage_of_one_key_is_not_that_of_others(world: World, database: Database) -> None:
    damaged, other = await world.team("Damaged"), await world.team("Other")
    broken = update(api_keys).where(api_keys.c.id == damaged.key.key.key_id).values(restrictions="x")
    await database.write(lambda c: c.execute(broken))
    assert (await world.accounts.authenticate(other.key.secret)).team_id == other.team.team_id


async def test_features_that_are_taken_away_leave_the_restrictions_in_force(world: World, database: Database) -> None:
    made = await world.team()
    await world.operations.restrict_key(OPERATOR, made.key.key.key_id, Restrictions(allowed_formats=("markdown",)))
    await database.write(lambda c: c.execute(update(organizations).values(key_restrictions=False)))
    assert (await world.accounts.authenticate(made.key.secret)).restrictions != ()


@pytest.mark.parametrize("token", [None, "", "undefined", "anything"])
async def test_in_open_mode_every_caller_is_the_first_team(
    database: Database, clock: ManualClock, token: str | None
) -> None:
    accounts = world_on(database, clock, open_mode=True).accounts
    assert (await accounts.authenticate(token)).team_id == OPEN_TEAM


async def test_work_goes_on_while_its_key_is_live(world: World, clock: ManualClock) -> None:
    team_id = (await world.team()).team.team_id
    ends = clock.now() + DAY
    key = (await world.operations.create_key(OPERATOR, team_id, "k", expires_at=ends)).key
    other = (await world.operations.create_key(OPERATOR, team_id, "o")).key
    assert await world.accounts.why_not(key.key_id) is None
    assert (await world.accounts.principal_of(key.key_id)).key_id == key.key_id
    await world.operations.revoke_key(OPERATOR, other.key_id)
    assert await world.accounts.why_not(other.key_id) == "The API key that started this was revoked."
    assert await world.accounts.why_not("unknown") == "The API key that started this was revoked."
    await clock.advance(DAY)
    assert await world.accounts.why_not(key.key_id) == "The API key that started this has expired."
    for gone in (key.key_id, other.key_id, "unknown"):
        with pytest.raises(Unauthenticated):
            await world.accounts.principal_of(gone)


async def test_what_a_revoked_key_began_keeps_the_identity_of_its_team(world: World) -> None:
    team_id = (await world.team()).team.team_id
    await world.operations.update_team(OPERATOR, team_id, identity="browser")
    key_id = (await world.operations.create_key(OPERATOR, team_id, "k")).key.key_id
    await world.operations.revoke_key(OPERATOR, key_id)
    assert await world.accounts.identity_of(key_id) is VisitIdentity.BROWSER
    assert await world.accounts.identity_of("unknown") is None


async def test_work_that_was_begun_without_a_key_goes_on(accounts: Accounts) -> None:
    for keyless in ("open", "cli"):
        assert await accounts.why_not(keyless) is None
        assert await accounts.principal_of(keyless) == Principal(OPEN_TEAM, keyless)


async def test_the_last_use_of_keys_is_written_now_and_then_and_never_turned_back(
    world: World, clock: ManualClock
) -> None:
    made = await world.team()
    elsewhere = world_on(world.database, clock).accounts
    await elsewhere.authenticate(made.key.secret)
    await clock.advance(MINUTE)
    await world.accounts.authenticate(made.key.secret)
    assert await last_use(world, made.key.key.key_id) is None
    await world.accounts.write_use()
    assert await last_use(world, made.key.key.key_id) == clock.now()
    await elsewhere.write_use()
    assert await last_use(world, made.key.key.key_id) == clock.now()


async def last_use(world: World, key_id: str) -> object:
    return (await world.operations.key(OPERATOR, key_id)).last_used_at


async def test_uses_that_could_not_be_written_are_written_the_next_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await world.team()
    await world.accounts.authenticate(made.key.secret)

    async def fails(_self: KeyStore, _moments: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(KeyStore, "note_use", fails)
        with pytest.raises(ConnectionError):
            await world.accounts.write_use()
    await world.accounts.write_use()
    assert await last_use(world, made.key.key.key_id) == world.clock.now()
