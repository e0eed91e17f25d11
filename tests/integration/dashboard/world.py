"""The dashboard over real accounts in a real database, without a browser, and somebody who visits it."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
from argon2 import PasswordHasher
from starlette.applications import Starlette

from gossamer.api import create_app
from gossamer.api.errors import STATUS
from gossamer.core.accounts import OPEN_TEAM, Actor, Role
from gossamer.core.restrictions import parse_networks
from gossamer.dashboard.app import dashboard_routes
from gossamer.features.accounts import Accounts, Deletion, Keys, Passwords, SecondFactors, SignIns, TeamMembers, Teams
from gossamer.operations import Operations
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

SITE = "http://gossamer.example:3002"
PASSWORD = "correct horse battery staple"
ADMIN, MEMBER = "ada@example.org", "max@example.org"
ADMIN_TOKEN = "the-admin-token-of-this-test"


@dataclass
class World:
    """A service that has a first team and its key, and nobody who can sign in."""

    app: Starlette
    members: AccountOperations
    key: str
    clock: ManualClock
    visitors: list[httpx.AsyncClient] = field(default_factory=list)

    @property
    def operator(self) -> Actor:
        return Actor(name="operator", operator=True)

    def visitor(self, *, site: str = SITE) -> "Visitor":
        client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=site)
        self.visitors.append(client)
        return Visitor(client, site)

    async def admin(self) -> "Visitor":
        """Return somebody who has set the service up, and signed in."""
        if not await self.members.is_set_up():
            await self.members.set_up(self.key, email=ADMIN, name="Ada Lovelace", password=PASSWORD)
        return await self._in(ADMIN)

    async def member(self) -> "Visitor":
        """Return somebody who looks and uses, and has signed in."""
        made = await self.members.invite(self.operator, OPEN_TEAM, role=Role.MEMBER)
        await self.members.accept_invitation(made.token, email=MEMBER, name="Max Newman", password=PASSWORD, address="")
        return await self._in(MEMBER)

    async def key_id(self, name: str) -> str:
        [found] = [key.key_id for key in await self.members.keys(self.operator, OPEN_TEAM) if key.name == name]
        return found

    async def _in(self, email: str) -> "Visitor":
        visitor = self.visitor()
        await visitor.get("/dashboard/sign-in")
        answer = await visitor.post("/dashboard/sign-in", {"email": email, "password": PASSWORD})
        assert answer.status_code == 303
        await visitor.get("/dashboard/keys")
        return visitor


@dataclass
class Visitor:
    """A browser without script: keeps cookies, and sends the token of the page it saw last."""

    client: httpx.AsyncClient
    site: str
    csrf: str = ""

    async def get(self, path: str, **headers: str) -> httpx.Response:
        answer = await self.client.get(path, headers=headers)
        if found := re.search(r'name="csrf" value="([^"]+)"', answer.text):
            self.csrf = found[1]
        return answer

    async def post(
        self, path: str, form: Mapping[str, str | Sequence[str]] | None = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        sent: dict[str, Any] = {"csrf": self.csrf, **(form or {})}
        return await self.client.post(path, data=sent, headers={"origin": self.site, **(headers or {})})


@asynccontextmanager
async def world(home: Path, *, open_mode: bool = False) -> AsyncIterator[World]:
    """Open a service at its first start."""
    engine = open_engine(database_url(None, home))
    migrate(engine)
    database = Database(engine)
    clock = ManualClock()
    keys, teams = KeyStore(database), TeamStore(database, WebhookSecrets(Seal.of(None, home)))
    people = PeopleStore(database)
    accounts = Accounts(keys, teams, clock, open_mode=open_mode)
    first = await accounts.first_start()
    assert first is not None
    # As weak as argon2 can be: these tests are not about guessing.
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    members = AccountOperations(
        accounts=accounts,
        keys=Keys(keys, clock),
        teams=Teams(teams, clock),
        members=TeamMembers(people, clock),
        sign_ins=SignIns(
            people, SignInStore(database), passwords, SecondFactors(people, Seal(lambda: "a key"), clock), clock
        ),
        deletion=Deletion(DeletionStore(database), clock, grace=timedelta(days=30)),
        exports=TeamExport(database, home),
        admin_token=ADMIN_TOKEN,
    )
    operations = cast("Operations", SimpleNamespace(members=members))
    routes = dashboard_routes(operations, statuses=STATUS, now=clock.now, open_mode=open_mode)
    made = World(
        create_app(operations, more=routes, trusted_proxies=parse_networks("127.0.0.1")), members, first.api_key, clock
    )
    try:
        yield made
    finally:
        for visitor in made.visitors:
            await visitor.aclose()
        await database.close()
