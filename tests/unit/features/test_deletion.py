"""Deleting teams, people and organizations, and taking it back."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from sqlalchemy import insert, select

from gossamer.core.accounts import FIRST_ORGANIZATION, OPEN_TEAM, Role
from gossamer.core.errors import NotAllowed, NotFound, SignInRefused, Unauthenticated
from gossamer.core.ids import new_id
from gossamer.store.row_encoding import millis
from gossamer.store.schema import monitors
from gossamer.testing.clock import ManualClock
from tests.accounts import GRACE, OPERATOR, PASSWORD, World, copied, migrated_in, world_on
from tests.contracts.test_removal import row_of


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return migrated_in(tmp_path_factory.mktemp("migrated"))


@pytest.fixture
async def world(migrated: Path, tmp_path: Path) -> AsyncIterator[World]:
    async with copied(migrated, tmp_path) as database:
        yield world_on(database, ManualClock())


async def test_a_deleted_team_is_refused_until_it_is_restored(world: World) -> None:
    made = await world.team()
    team_id, key = made.team.team_id, made.key.secret
    assert await world.operations.delete_team(OPERATOR, team_id) == world.clock.now() + GRACE
    with pytest.raises(Unauthenticated, match="The team of this key was deleted"):
        await world.accounts.authenticate(key)
    assert await world.accounts.why_not(made.key.key.key_id) == "The team that started this was deleted."
    await world.operations.restore_team(OPERATOR, team_id)
    assert (await world.accounts.authenticate(key)).team_id == team_id
    assert await world.accounts.why_not(made.key.key.key_id) is None
    assert await world.actions(team_id) == ["team.created", "key.created", "team.deleted", "team.restored"]


async def test_monitors_of_a_deleted_team_rest_until_it_is_restored(world: World) -> None:
    team_id = (await world.team()).team.team_id
    both = {"active": 5, "paused": None}
    rows = [
        row_of(monitors, number, team_id=team_id) | {"status": status, "due_at": due_at}
        for number, (status, due_at) in enumerate(both.items())
    ]
    await world.database.write(lambda connection: connection.execute(insert(monitors), rows))
    query = select(monitors.c.due_at).order_by(monitors.c.id)
    await world.operations.delete_team(OPERATOR, team_id)
    assert await world.database.read(lambda connection: list(connection.execute(query).scalars())) == [None, None]
    await world.operations.restore_team(OPERATOR, team_id)
    due = await world.database.read(lambda connection: list(connection.execute(query).scalars()))
    assert due == [millis(world.clock.now()), None]


async def test_deleting_twice_keeps_the_first_moment(world: World) -> None:
    team_id = (await world.team()).team.team_id
    first = await world.operations.delete_team(OPERATOR, team_id)
    await world.clock.advance(timedelta(days=1))
    assert await world.operations.delete_team(OPERATOR, team_id) == first
    assert (await world.actions(team_id)).count("team.deleted") == 1


async def test_an_admin_deletes_their_team_and_a_member_does_not(world: World) -> None:
    team_id = (await world.team()).team.team_id
    admin = await world.member(team_id, "ada@example.org", Role.ADMIN)
    member = await world.member(team_id, "max@example.org")
    with pytest.raises(NotAllowed):
        await world.operations.delete_team(member, team_id)
    with pytest.raises(NotAllowed):
        await world.operations.delete_team(admin, team_id, grace=timedelta(0))
    await world.operations.delete_team(admin, team_id)
    with pytest.raises(NotAllowed):
        await world.operations.restore_team(admin, team_id)


async def test_people_do_not_see_a_deleted_team(world: World) -> None:
    team_id = (await world.team()).team.team_id
    await world.member(team_id, "ada@example.org", Role.ADMIN)
    token = await world.operations.sign_in("ada@example.org", PASSWORD, address="192.0.2.1")
    await world.operations.delete_team(OPERATOR, team_id)
    assert await world.operations.session(token) is None
    await world.operations.restore_team(OPERATOR, team_id)
    token = await world.operations.sign_in("ada@example.org", PASSWORD, address="192.0.2.1")
    assert await world.operations.session(token) is not None


async def test_the_first_team_and_its_organization_cannot_be_deleted(world: World) -> None:
    await world.accounts.first_start()
    with pytest.raises(NotAllowed, match="The first team"):
        await world.operations.delete_team(OPERATOR, OPEN_TEAM)
    with pytest.raises(NotAllowed, match="The first team"):
        await world.operations.delete_organization(OPERATOR, FIRST_ORGANIZATION)


async def test_what_is_not_there_cannot_be_deleted(world: World) -> None:
    with pytest.raises(NotFound):
        await world.operations.delete_team(OPERATOR, new_id())
    with pytest.raises(NotFound):
        await world.operations.delete_organization(OPERATOR, new_id())
    with pytest.raises(NotFound):
        await world.operations.delete_user(OPERATOR, "nobody@example.org")


async def test_teams_go_and_come_back_with_their_organization(world: World) -> None:
    made = await world.team()
    earlier = await world.operations.create_team(OPERATOR, "Earlier", organization=made.team.organization_id)
    await world.operations.delete_team(OPERATOR, earlier.team.team_id)
    await world.clock.advance(timedelta(days=1))
    await world.operations.delete_organization(OPERATOR, made.team.organization_id)
    with pytest.raises(Unauthenticated):
        await world.accounts.authenticate(made.key.secret)
    with pytest.raises(NotAllowed, match="Restore the organization"):
        await world.operations.restore_team(OPERATOR, made.team.team_id)
    await world.operations.restore_organization(OPERATOR, made.team.organization_id)
    assert (await world.accounts.authenticate(made.key.secret)).team_id == made.team.team_id
    with pytest.raises(Unauthenticated):
        await world.accounts.authenticate(earlier.key.secret)


async def test_the_only_admin_of_a_team_cannot_be_deleted(world: World) -> None:
    team_id = (await world.team("Acme")).team.team_id
    await world.member(team_id, "ada@example.org", Role.ADMIN)
    with pytest.raises(NotAllowed, match="the only admin of `Acme`"):
        await world.operations.delete_user(OPERATOR, "ada@example.org")
    await world.operations.delete_team(OPERATOR, team_id)
    await world.operations.delete_user(OPERATOR, "ada@example.org")


async def test_a_deleted_person_is_no_admin_that_is_left(world: World) -> None:
    team_id = (await world.team("Acme")).team.team_id
    await world.member(team_id, "ada@example.org", Role.ADMIN)
    last = await world.member(team_id, "max@example.org", Role.ADMIN)
    await world.operations.delete_user(OPERATOR, "ada@example.org")
    assert [member.user.email for member in await world.operations.members(OPERATOR, team_id)] == ["max@example.org"]
    with pytest.raises(NotAllowed, match="last admin"):
        await world.operations.remove_member(OPERATOR, team_id, last.user_id or "")


async def test_a_deleted_person_is_signed_out_and_comes_back_when_restored(world: World) -> None:
    team_id = (await world.team()).team.team_id
    person = await world.member(team_id, "ada@example.org")
    token = await world.operations.sign_in("ada@example.org", PASSWORD, address="192.0.2.1")
    with pytest.raises(NotAllowed):
        await world.operations.delete_self(person, "a wrong password")
    await world.operations.delete_self(person, PASSWORD)
    assert await world.operations.session(token) is None
    with pytest.raises(SignInRefused):
        await world.operations.sign_in("ada@example.org", PASSWORD, address="192.0.2.1")
    await world.operations.restore_user(OPERATOR, "ada@example.org")
    assert await world.operations.sign_in("ada@example.org", PASSWORD, address="192.0.2.1")


async def test_an_export_has_a_teams_data_and_no_key(world: World) -> None:
    made, other = await world.team("Acme"), await world.team("Other")
    await world.member(made.team.team_id, "ada@example.org", Role.ADMIN)
    with await world.operations.export_team(OPERATOR, made.team.team_id) as file, ZipFile(file) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert '"name":"Acme"' in files["team.jsonl"]
    assert made.key.key.hint in files["keys.jsonl"]
    assert "ada@example.org" in files["members.jsonl"]
    assert "team.created" in files["audit.jsonl"]
    whole = "".join(files.values())
    assert made.key.secret not in whole
    assert other.team.team_id not in whole


async def test_only_admins_export(world: World) -> None:
    team_id = (await world.team()).team.team_id
    member = await world.member(team_id, "max@example.org")
    with pytest.raises(NotAllowed):
        await world.operations.export_team(member, team_id)
