"""Single teams come back out of a backup, whole or not at all, and nobody else loses or gains anything."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, text, update

from gossamer.core.accounts import FIRST_ORGANIZATION, Role
from gossamer.core.actions import Captured
from gossamer.store.backup import BadArchive, Kept, NotRestored, Restored, Wanted, restore_teams, save
from gossamer.store.backup.team_rows import OF_THE_MOMENT
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.credits.charges import Charge, Charges
from gossamer.store.database import Database
from gossamer.store.schema import (
    api_keys,
    audit_log,
    frontier,
    index_documents,
    index_queue,
    job_lanes,
    job_pages,
    jobs,
    ledger,
    memberships,
    metadata,
    scrapes,
    teams,
    usage_days,
    users,
)
from gossamer.store.sealing import Seal
from gossamer.store.team_tables import OF_A_TEAM, belongs
from gossamer.testing.clock import ManualClock
from tests.accounts import OPERATOR, World, world_on
from tests.contracts.test_removal import fill, index, removed, row_of

SECRET = "a-secret-of-this-deployment"
# What the installation gives out anew.
_OWN = {"number", "job", "turn", "active_at"}
_DERIVED = (*OF_THE_MOMENT, index_documents, index_queue, usage_days, audit_log)
# Of the whole installation.
_OF_ALL = {
    *("organizations", "users", "sign_in_failures", "retained_usage", "hosts", "robots", "renderings", "signing_keys"),
}

Snapshot = Mapping[str, list[Mapping[str, Any]]]


class Installation:
    """A deployment with a database, blobs and a secret, and a backup of it."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.clock = ManualClock()
        self.database = database
        self.world: World = world_on(database, self.clock)
        self.blobs = ObjectBlobs(str(folder / "blobs"), self.clock)
        self.folder = folder
        self.file = folder / "backup.tar"
        self.kept = Kept(
            database=database.engine.url.render_as_string(hide_password=False),
            blobs=str(folder / "blobs"),
            secret=folder / "secret.key",
        )
        (folder / "secret.key").write_text(SECRET)

    async def team(self, name: str, number: int) -> str:
        """Make a team with rows in every table, whose charges agree with their sums."""
        made = await self.world.team(name)
        team_id = made.team.team_id
        await fill(self.database, team_id, number)
        await index(self.world, team_id)
        await self.write(lambda connection: _agree(connection, self.database, team_id, number))
        return team_id

    async def seal(self, team_id: str, secret: str = SECRET) -> None:
        """Have the team sign its webhooks, with what *secret* seals."""
        sealed = Seal(lambda: secret).seal("signs", f"webhooks of {team_id}")
        await self.write(lambda c: c.execute(update(teams).where(teams.c.id == team_id).values(webhook_secret=sealed)))

    async def write(self, function: Any) -> Any:
        return await self.database.write(function)

    async def read(self, query: Any) -> Any:
        return await self.database.read(lambda connection: connection.execute(query).all())

    def save(self) -> None:
        save(self.kept, self.database.engine, self.file, version="0.1.0", now=self.clock.now())

    def restore(self, *names: str, replace: bool = False, secret: str | None = None, **more: bool) -> list[Restored]:
        wanted = Wanted(names, replace, **more)
        found = restore_teams(self.file, self.kept, self.database.engine, wanted, secret=secret, now=self.clock.now())
        return list(found)

    async def remove(self, team_id: str) -> None:
        """Delete a team and all that it has."""
        await self.world.operations.delete_team(OPERATOR, team_id, grace=timedelta(0))
        await removed(self.world)

    async def rows(self, team_id: str) -> Snapshot:
        """Return the rows of a team by table, without what is given out anew."""

        def read(connection: Connection) -> Snapshot:
            return {
                table.name: [
                    {name: value for name, value in row.items() if name not in _OWN}
                    for row in connection.execute(
                        select(table).where(belongs(table, team_id)).order_by(*table.primary_key.columns)
                    ).mappings()
                ]
                for table in OF_A_TEAM
                if table not in _DERIVED
            }

        return await self.database.read(read)


def _agree(connection: Connection, database: Database, team_id: str, number: int) -> None:
    if connection.dialect.name == "postgresql":
        # `fill` gave the numbers of jobs itself.
        connection.execute(text("SELECT setval(pg_get_serial_sequence('jobs', 'number'), 100)"))
    lane = {"job": number, "lane": 0, "turn": 3, "active_at": 5}
    connection.execute(insert(job_lanes), row_of(job_lanes, number, **lane))
    connection.execute(delete(usage_days).where(usage_days.c.team_id == team_id))
    key = f"{number:036d}"
    charges = [Charge(f"more-{number}-{each}", team_id, key, "scrape", each, ManualClock().now()) for each in (3, 4)]
    charges.append(Charge(f"first-{number}", team_id, key, "scrape", 5, ManualClock().now()))
    Charges(database).enter(connection, charges)
    # What `fill` wrote stands for a charge of long ago.
    connection.execute(
        insert(usage_days),
        {"team_id": team_id, "day": 0, "key_id": key, "operation": "scrape", "credits": number, "charges": 1},
    )


@pytest.fixture
def here(database: Database, tmp_path: Path) -> Installation:
    return Installation(database, tmp_path)


def test_every_table_is_of_a_team_or_of_the_whole_installation() -> None:
    assert {table.name for table in metadata.sorted_tables} == {table.name for table in OF_A_TEAM} | _OF_ALL


async def test_a_removed_team_comes_back_with_all_it_had(here: Installation) -> None:
    kept, gone = await here.team("Kept", 1), await here.team("Gone", 2)
    before, others = await here.rows(gone), await here.rows(kept)
    days = await here.read(select(usage_days).order_by(*usage_days.primary_key.columns))
    here.save()
    await here.remove(gone)
    assert not any((await here.rows(gone)).values())
    [restored] = here.restore("Gone")
    assert (restored.team_id, restored.name) == (gone, "Gone")
    after = await here.rows(gone)
    account, was = after["credit_accounts"], before["credit_accounts"]
    assert [row["allowance"] for row in account] == [row["allowance"] for row in was]
    assert {name: rows for name, rows in after.items() if name != "credit_accounts"} == {
        name: rows for name, rows in before.items() if name != "credit_accounts"
    }
    assert await here.rows(kept) == others
    assert await here.read(select(usage_days).order_by(*usage_days.primary_key.columns)) == days


async def test_rows_of_a_job_follow_it_to_its_new_number(here: Installation) -> None:
    gone = await here.team("Gone", 2)
    here.save()
    await here.remove(gone)
    # Its number has been given to somebody else.
    await here.team("Other", 2 + 1)
    await here.write(
        lambda connection: connection.execute(insert(jobs), row_of(jobs, 2, id="another", team_id="another"))
    )
    here.restore(gone)
    [job] = await here.read(select(jobs.c.number).where(jobs.c.team_id == gone))
    assert job.number != 2
    for table in (frontier, job_pages):
        assert len(await here.read(select(table).where(table.c.job == job.number))) == 1
    [lane] = await here.read(select(job_lanes.c.turn, job_lanes.c.active_at).where(job_lanes.c.job == job.number))
    # No name of a turn that the engine knows from before, and the first that the janitor finds.
    assert lane.turn > 3
    assert lane.active_at == 0


async def test_the_ledger_its_sums_and_the_accounts_agree(here: Installation) -> None:
    gone = await here.team("Gone", 2)
    here.save()
    await here.remove(gone)
    here.restore(gone)
    entries = await here.read(select(ledger.c.credits).where(ledger.c.team_id == gone))
    sums = await here.read(select(usage_days.c.credits, usage_days.c.charges).where(usage_days.c.team_id == gone))
    [account] = (await here.rows(gone))["credit_accounts"]
    # Of the key that charged 3, 4 and 5 this month, reserved 2, and has 2 pages at 2 credits under way.
    assert (account["used"], account["reserved"]) == (12, 6)
    assert sum(row.credits for row in entries) == sum(row.credits for row in sums)
    assert len(entries) == sum(row.charges for row in sums)


async def test_a_team_that_is_there_is_refused_and_nothing_changes(here: Installation) -> None:
    there, gone = await here.team("There", 1), await here.team("Gone", 2)
    here.save()
    await here.remove(gone)
    before = await here.rows(there)
    with pytest.raises(NotRestored, match=r"`There` \([0-9a-f-]+\) is there already\. Use --replace"):
        # The first of the two could be restored.
        here.restore("Gone", "There")
    assert await here.rows(there) == before
    assert not any((await here.rows(gone)).values())


async def test_replacing_keeps_what_was_charged_and_revoked_since(here: Installation) -> None:
    team_id = await here.team("Team", 2)
    before = await here.rows(team_id)
    here.save()
    later = Charge("later", team_id, f"{2:036d}", "scrape", 7, here.clock.now())
    await here.write(lambda connection: Charges(here.database).enter(connection, [later]))
    await here.write(lambda connection: connection.execute(update(api_keys).values(revoked_at=5)))
    await here.write(lambda connection: connection.execute(delete(scrapes).where(scrapes.c.team_id == team_id)))
    new = row_of(scrapes, 9, team_id=team_id, blobs="")
    await here.write(lambda connection: connection.execute(insert(scrapes), new))
    here.restore(team_id, replace=True)
    after = await here.rows(team_id)
    assert after["scrapes"] == before["scrapes"]
    assert {row["reference"] for row in after["ledger"]} - {row["reference"] for row in before["ledger"]} == {"later"}
    assert {row["revoked_at"] for row in after["api_keys"]} == {5}
    [total] = await here.read(select(usage_days.c.credits).where(usage_days.c.team_id == team_id, usage_days.c.day > 0))
    assert total.credits == 3 + 4 + 5 + 7
    said = await here.read(
        select(audit_log.c.action).where(audit_log.c.team_id == team_id).order_by(audit_log.c.number)
    )
    assert said[-1].action == "team.restored_from_backup"


async def test_members_come_back_and_are_those_who_are_here(here: Installation) -> None:
    gone = await here.team("Gone", 2)
    await here.world.member(gone, "ada@example.org", Role.ADMIN)
    await here.world.member(gone, "max@example.org")
    here.save()
    await here.remove(gone)
    for email in ("ada@example.org", "max@example.org"):
        await here.write(
            lambda connection, email=email: connection.execute(delete(users).where(users.c.email == email))
        )
    other = await here.world.team("Other")
    await here.world.member(other.team.team_id, "ada@example.org")
    here.restore(gone)
    query = (
        select(users.c.email, memberships.c.role)
        .join(users, users.c.id == memberships.c.user_id)
        .where(memberships.c.team_id == gone)
        .order_by(users.c.email)
    )
    members = [tuple(row) for row in await here.read(query)]
    assert ("ada@example.org", "admin") in members
    assert ("max@example.org", "member") in members
    assert len(await here.read(select(users.c.id).where(users.c.email == "ada@example.org"))) == 1


async def test_blobs_come_back_and_those_of_replaced_rows_go(here: Installation) -> None:
    team_id = await here.team("Team", 2)
    old = await here.blobs.put(Captured(b"\x89PNG old", "image/png"))
    name_it = update(scrapes).where(scrapes.c.team_id == team_id)
    await here.write(lambda connection: connection.execute(name_it.values(blobs=old)))
    here.save()
    await here.blobs.delete([old])
    new = await here.blobs.put(Captured(b"\x89PNG new", "image/png"))
    await here.write(lambda connection: connection.execute(name_it.values(blobs=new)))
    with pytest.raises(NotRestored):
        here.restore(team_id)
    assert await here.blobs.get(old) is None
    here.restore(team_id, replace=True)
    found = await here.blobs.get(old)
    assert found is not None
    assert found.data == b"\x89PNG old"
    assert await here.blobs.get(new) is None


async def test_stored_pages_wait_to_be_indexed_and_old_entries_are_gone(here: Installation) -> None:
    team_id = await here.team("Team", 2)
    here.save()
    here.restore(team_id, replace=True)
    assert await here.read(select(index_documents).where(index_documents.c.team_id == team_id)) == []
    [waiting] = await here.read(select(index_queue.c.tries).where(index_queue.c.team_id == team_id))
    assert waiting.tries == 0


async def test_a_key_that_somebody_else_has_now_is_refused(here: Installation) -> None:
    gone = await here.team("Gone", 2)
    other = await here.world.team("Other")
    here.save()
    [key] = await here.read(select(api_keys.c.hash).where(api_keys.c.team_id == gone))
    await here.remove(gone)
    take = update(api_keys).where(api_keys.c.team_id == other.team.team_id).values(hash=key.hash)
    await here.write(lambda connection: connection.execute(take))
    with pytest.raises(NotRestored, match="`api_keys` have keys that rows of somebody else have"):
        here.restore(gone)
    assert await here.read(select(teams.c.id).where(teams.c.id == gone)) == []


async def test_an_organization_that_is_gone_comes_back_and_a_deleted_one_is_refused(here: Installation) -> None:
    made = await here.world.team("Gone")
    organization = made.team.organization_id
    assert organization != FIRST_ORGANIZATION
    here.save()
    await here.world.operations.delete_organization(OPERATOR, organization, grace=timedelta(days=1))
    with pytest.raises(NotRestored, match=f"gossamer org restore {organization}"):
        here.restore("Gone", replace=True)
    await here.clock.advance(timedelta(days=2))
    await removed(here.world)
    here.restore("Gone")
    found = await here.world.operations.organizations(OPERATOR)
    assert organization in {each.organization_id for each in found}


async def test_what_cannot_be_chosen_or_read_is_said(here: Installation) -> None:
    await here.seal((await here.world.team("One")).team.team_id)
    twins = [(await here.world.team("Twin")).team.team_id for _ in range(2)]
    here.save()
    with pytest.raises(NotRestored, match=r"has no team `Two`\. It has: .*`One` \("):
        here.restore("Two")
    with pytest.raises(NotRestored, match=r"several teams `Twin`\. Give the id of one: ") as found:
        here.restore("Twin")
    assert all(team_id in str(found.value) for team_id in twins)
    (here.folder / "secret.key").write_text("another secret")
    with pytest.raises(NotRestored, match="were sealed with another key"):
        here.restore("One")
    here.file.write_bytes(here.file.read_bytes()[:1000])
    with pytest.raises(BadArchive):
        here.restore("One")


async def test_an_installation_that_has_sealed_nothing_yet_takes_the_secret_of_the_backup(here: Installation) -> None:
    gone = await here.team("Gone", 2)
    here.save()
    await here.remove(gone)
    secret = here.folder / "secret.key"
    secret.unlink()
    with pytest.raises(NotRestored):
        here.restore("Nobody")
    assert not secret.exists()
    here.restore(gone)
    assert secret.read_text() == SECRET


async def test_a_secret_of_the_settings_has_to_be_that_of_the_backup(here: Installation) -> None:
    gone = await here.team("Gone", 2)
    await here.seal(gone)
    here.save()
    await here.remove(gone)
    here.kept = replace(here.kept, secret=None)
    with pytest.raises(NotRestored, match="were sealed with another key"):
        here.restore(gone, secret="another")
    here.restore(gone, secret=SECRET)
    assert await here.read(select(teams.c.id).where(teams.c.id == gone))


async def test_a_team_with_values_of_another_key_replaces_nothing_unless_they_may_be_lost(here: Installation) -> None:
    team, other = await here.team("Weavers", 2), await here.team("Spinners", 3)
    # As in a backup of an installation whose key is in its settings.
    (here.folder / "secret.key").unlink()
    await here.seal(team, "the key of another installation")
    here.save()
    before = await here.rows(team)
    with pytest.raises(NotRestored, match=r"\(GOSSAMER_SECRET_KEY\).*: webhook secrets \(1\)\. Nothing was changed"):
        here.restore(team, replace=True, secret=SECRET)
    assert await here.rows(team) == before
    # What others have sealed does not matter.
    here.restore(other, replace=True, secret=SECRET)
    here.restore(team, replace=True, secret=SECRET, lose_secrets=True)


async def test_a_team_without_sealed_values_comes_back_under_any_key(here: Installation) -> None:
    gone = await here.team("Gone", 2)
    here.save()
    await here.remove(gone)
    (here.folder / "secret.key").write_text("another secret")
    here.restore(gone)
    assert await here.read(select(teams.c.id).where(teams.c.id == gone))
