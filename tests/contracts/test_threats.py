"""Threat protection of teams on both databases."""

from datetime import timedelta

import pytest
from sqlalchemy import insert, text

from gossamer.core.accounts import OPEN_TEAM, Deed
from gossamer.core.errors import NotFound, RestrictionsUnverified
from gossamer.core.ids import key_hash, new_id
from gossamer.core.threats import FailurePolicy, TeamThreats, ThreatMode, ThreatSettings
from gossamer.features.accounts import Teams
from gossamer.store.accounts import KeyStore, TeamStore, WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.schema import threat_protection
from gossamer.store.sealing import Seal
from gossamer.testing.clock import ManualClock
from tests.accounts import OPERATOR, World, world_on

SETTINGS = ThreatSettings(
    ThreatMode.NORMAL, 12.5, ("bad.example", "a*.example"), ("good.example",), ("zip",), FailurePolicy.OPEN, False
)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def store(database: Database) -> TeamStore:
    return TeamStore(database, WebhookSecrets(Seal(lambda: "the key of this deployment")))


@pytest.fixture
def teams(store: TeamStore, clock: ManualClock) -> Teams:
    return Teams(store, clock)


@pytest.fixture
def here(database: Database, clock: ManualClock) -> World:
    return world_on(database, clock)


async def test_a_team_that_set_nothing_has_the_defaults(here: World, teams: Teams) -> None:
    made = await here.operations.create_team(OPERATOR, "Acme")
    assert await teams.threats(made.team.team_id) == TeamThreats()
    assert (await here.accounts.authenticate(made.key.secret)).threats == ThreatSettings()


async def test_what_a_team_sets_is_its_own_and_comes_with_its_keys(
    here: World, teams: Teams, clock: ManualClock, database: Database
) -> None:
    made, other = [await here.operations.create_team(OPERATOR, name) for name in ("Acme", "Other")]
    team_id = made.team.team_id
    assert await teams.set_threats(OPERATOR, team_id, SETTINGS) == TeamThreats(SETTINGS, clock.now())
    assert await teams.threats(team_id) == TeamThreats(SETTINGS, clock.now())
    assert await teams.threats(other.team.team_id) == TeamThreats()
    grant = await KeyStore(database).grant(key_hash(made.key.secret))
    assert grant is not None
    assert grant.threats == SETTINGS
    assert (await here.accounts.authenticate(made.key.secret)).threats == SETTINGS
    assert (await here.accounts.principal_of(other.key.key.key_id)).threats == ThreatSettings()


async def test_setting_it_again_replaces_all_of_it(here: World, teams: Teams, clock: ManualClock) -> None:
    made = await here.operations.create_team(OPERATOR, "Acme")
    team_id = made.team.team_id
    await teams.set_threats(OPERATOR, team_id, SETTINGS)
    await clock.advance(MINUTE)
    later = ThreatSettings(ThreatMode.OFF)
    await teams.set_threats(OPERATOR, team_id, later)
    assert await teams.threats(team_id) == TeamThreats(later, clock.now())
    assert (await here.actions(team_id))[-2:] == ["threat_protection.updated"] * 2


async def test_a_thousand_entries_of_each_list_are_kept(here: World, teams: Teams) -> None:
    made = await here.operations.create_team(OPERATOR, "Acme")
    names = tuple(f"{n}.{'x' * 60}.example" for n in range(1000))
    settings = ThreatSettings(ThreatMode.MANUAL_ONLY, 75, names, names, names)
    await teams.set_threats(OPERATOR, made.team.team_id, settings)
    assert (await teams.threats(made.team.team_id)).settings == settings


async def test_a_team_that_is_not_there_cannot_set_it(teams: Teams, store: TeamStore, clock: ManualClock) -> None:
    with pytest.raises(NotFound):
        await teams.set_threats(OPERATOR, new_id(), SETTINGS)
    deed = Deed(clock.now(), "operator", "threat_protection.updated", "Nobody")
    assert not await store.set_threats(new_id(), TeamThreats(SETTINGS, clock.now()), deed)


@pytest.mark.parametrize(
    "stored",
    [
        "",
        "no JSON",
        "[]",
        "null",
        '{"@":"ThreatSettings","v":{"mode":{"@":"ThreatMode","v":"strict"}}}',
        '{"@":"ThreatSettings","v":{"colour":"red"}}',
        '{"@":"ThreatOverride","v":{}}',
    ],
)
async def test_settings_that_cannot_be_read_never_count_as_none(
    here: World, teams: Teams, database: Database, stored: str
) -> None:
    made = await here.operations.create_team(OPERATOR, "Acme")
    row = {"team_id": made.team.team_id, "settings": stored, "updated_at": 0}
    await database.write(lambda connection: connection.execute(insert(threat_protection).values(row)))
    with pytest.raises(RestrictionsUnverified):
        await teams.threats(made.team.team_id)
    with pytest.raises(RestrictionsUnverified):
        await here.accounts.authenticate(made.key.secret)


async def test_in_open_mode_the_settings_of_the_first_team_hold(
    here: World, teams: Teams, database: Database, clock: ManualClock
) -> None:
    opened = world_on(database, clock, open_mode=True).accounts
    assert (await opened.authenticate(None)).threats == ThreatSettings()
    await here.accounts.first_start()
    await teams.set_threats(OPERATOR, OPEN_TEAM, SETTINGS)
    opened.forget()
    assert (await opened.authenticate(None)).threats == SETTINGS
    assert (await opened.principal_of("open")).threats == SETTINGS
    # The command line is the operator, who is bound by no team.
    assert (await opened.principal_of("cli")).threats == ThreatSettings()


async def test_without_the_database_nobody_is_let_in_unprotected(here: World, database: Database) -> None:
    opened = world_on(database, here.clock, open_mode=True).accounts
    await database.write(lambda connection: connection.execute(text("ALTER TABLE threat_protection RENAME TO gone")))
    try:
        with pytest.raises(RestrictionsUnverified):
            await opened.authenticate(None)
    finally:
        await database.write(
            lambda connection: connection.execute(text("ALTER TABLE gone RENAME TO threat_protection"))
        )
