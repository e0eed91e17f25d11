"""Accounts on a database of their own, with a clock that stands still and passwords that are quick to check."""

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher

from gossamer.core.accounts import Actor, Features, NewTeam, Role, User
from gossamer.features.accounts import Accounts, Deletion, Keys, Passwords, SecondFactors, SignIns, TeamMembers, Teams
from gossamer.operations.accounts import AccountOperations
from gossamer.store.accounts import (
    DeletionStore,
    KeyStore,
    PeopleStore,
    SignInStore,
    TeamStore,
    WebhookSecrets,
)
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.sealing import Seal
from gossamer.store.team_export import TeamExport
from gossamer.testing.clock import ManualClock

OPERATOR: Final = Actor(name="operator", operator=True)
ALL_FEATURES: Final = Features(key_restrictions=True, ip_restrictions=True, zero_data_retention=True)
ADMIN_TOKEN: Final = "an admin token of the tests"
GRACE: Final = timedelta(days=30)
PASSWORD: Final = "correct horse battery"


@dataclass(frozen=True)
class World:
    """Everything there is of accounts in one process."""

    database: Database
    clock: ManualClock
    accounts: Accounts
    sign_ins: SignIns
    operations: AccountOperations

    async def team(self, name: str = "Acme", features: Features = ALL_FEATURES) -> NewTeam:
        """Return a new team of an organization of its own."""
        return await self.operations.create_team(OPERATOR, name, features=features)

    async def member(self, team_id: str, email: str, role: Role = Role.MEMBER) -> Actor:
        """Return a person of a team, as who changes something."""
        user = await self.person(team_id, email, role)
        return Actor(name=user.email, user_id=user.user_id, roles={team_id: role})

    async def person(self, team_id: str, email: str, role: Role = Role.MEMBER) -> User:
        """Return a person of a team."""
        name = email.partition("@")[0]
        return await self.operations.add_member(OPERATOR, team_id, role=role, email=email, name=name, password=PASSWORD)

    async def actions(self, team_id: str) -> list[str]:
        """Return what was done about a team, oldest first."""
        entries = await self.operations.audit(OPERATOR, team_id, limit=100)
        return [entry.action for entry in reversed(entries)]


def world_on(database: Database, clock: ManualClock, *, open_mode: bool = False) -> World:
    """Return the accounts of a process on a database."""
    keys, people, sessions = KeyStore(database), PeopleStore(database), SignInStore(database)
    teams = TeamStore(database, WebhookSecrets(Seal(lambda: "the key of this deployment")))
    accounts = Accounts(keys, teams, clock, open_mode=open_mode)
    quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    sign_ins = SignIns(people, sessions, quick, SecondFactors(people, Seal(lambda: "a key"), clock), clock)
    operations = AccountOperations(
        accounts=accounts,
        keys=Keys(keys, clock),
        teams=Teams(teams, clock),
        members=TeamMembers(people, clock),
        sign_ins=sign_ins,
        deletion=Deletion(DeletionStore(database), clock, grace=GRACE),
        exports=TeamExport(database, Path(tempfile.gettempdir())),
        admin_token=ADMIN_TOKEN,
    )
    return World(database, clock, accounts, sign_ins, operations)


def migrated_in(folder: Path) -> Path:
    """Return a SQLite file with the newest schema in *folder*, to be copied: migrating takes a hundred times longer."""
    engine = open_engine(database_url(None, folder))
    migrate(engine)
    engine.dispose()
    return folder / "gossamer.db"


@asynccontextmanager
async def copied(migrated: Path, folder: Path) -> AsyncIterator[Database]:
    """Open a copy of a migrated file in *folder*."""
    shutil.copy(migrated, folder)
    database = Database(open_engine(database_url(None, folder)))
    try:
        yield database
    finally:
        await database.close()
