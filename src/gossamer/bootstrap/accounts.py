"""Accounts: who may use the service, and the secrets that are theirs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta

import structlog

from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.database import open_database
from gossamer.bootstrap.secrets import seal_of
from gossamer.core.errors import OwnError
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.accounts import (
    Accounts,
    Deletion,
    FirstKey,
    Keys,
    Passwords,
    SecondFactors,
    SignIns,
    TeamMembers,
    Teams,
    Upkeep,
)
from gossamer.net.apis import ApiClient
from gossamer.net.openid import OpenIdProvider
from gossamer.operations.accounts import AccountOperations, OpenIdSignIn
from gossamer.operations.threats import ThreatOperations, ThreatWatch
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.accounts import (
    DeletionStore,
    KeyStore,
    PeopleStore,
    SignInStore,
    TeamStore,
    WebhookSecrets,
)
from gossamer.store.database import Database
from gossamer.store.team_export import TeamExport
from gossamer.store.threat_lists import FileThreatLists

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Rooms:
    """Accounts, as those who ask for a key see them and as those who manage them do."""

    accounts: Accounts
    operations: AccountOperations
    upkeep: Upkeep
    api: ApiClient
    teams: TeamStore
    threats: ThreatOperations
    watch: ThreatWatch

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Keep them in order until left; what was only noted by then is stored."""
        await self.teams.seal_secrets()
        caring = asyncio.create_task(self.upkeep.run(), name="upkeep")
        try:
            async with self.api:
                yield
        finally:
            caring.cancel()
            with suppress(asyncio.CancelledError):
                await caring
            await self.upkeep.write()


def build_accounts(settings: Settings, database: Database, clock: Clock) -> Rooms:
    """Build them; nothing is read or written yet."""
    keys, people, sessions = KeyStore(database), PeopleStore(database), SignInStore(database)
    teams = TeamStore(database, webhook_secrets(settings))
    accounts = Accounts(keys, teams, clock, open_mode=settings.open_mode, identity=VisitIdentity(settings.identity))
    sign_ins = SignIns(people, sessions, Passwords(), SecondFactors(people, seal_of(settings), clock), clock)
    token, api = settings.admin_token, ApiClient()
    managed = Teams(teams, clock)
    operations = AccountOperations(
        accounts=accounts,
        keys=Keys(keys, clock),
        teams=managed,
        members=TeamMembers(people, clock),
        sign_ins=sign_ins,
        deletion=Deletion(DeletionStore(database), clock, grace=timedelta(days=settings.deletion_grace_days)),
        exports=TeamExport(database, settings.home),
        admin_token=None if token is None else token.get_secret_value(),
        has_own_name=settings.identity_contact is not None,
        openid=_openid(settings, api),
    )
    return Rooms(
        accounts,
        operations,
        Upkeep(accounts, sign_ins, clock),
        api,
        teams,
        ThreatOperations(managed, accounts),
        ThreatWatch(FileThreatLists(settings.threat_lists)),
    )


def _openid(settings: Settings, api: ApiClient) -> OpenIdSignIn | None:
    if settings.oidc_issuer is None:
        return None
    if not settings.oidc_client_id or settings.oidc_client_secret is None:
        raise OwnError("GOSSAMER_OIDC_ISSUER needs GOSSAMER_OIDC_CLIENT_ID and GOSSAMER_OIDC_CLIENT_SECRET.")
    secret = settings.oidc_client_secret.get_secret_value()
    provider = OpenIdProvider(settings.oidc_issuer, settings.oidc_client_id, secret, api)
    return OpenIdSignIn(
        settings.oidc_name, provider.begin, provider.finish, alone=settings.oidc_only, new_team=settings.oidc_team
    )


def webhook_secrets(settings: Settings) -> WebhookSecrets:
    """Return the secrets of webhooks, sealed with this deployment's key."""
    return WebhookSecrets(seal_of(settings))


@asynccontextmanager
async def open_accounts(settings: Settings) -> AsyncIterator[AccountOperations]:
    """Open teams, keys and people alone, as the command line needs them."""
    async with AsyncExitStack() as stack:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        yield build_accounts(settings, await open_database(settings, stack), SystemClock()).operations


async def first_start(accounts: Accounts, settings: Settings) -> FirstKey | None:
    """Let the operator's key in; where there is none, return the one that is made at the first start."""
    if settings.open_mode:
        return None
    if not settings.api_key:
        return await accounts.first_start()
    if not await accounts.let_in(settings.api_key.get_secret_value()):
        _log.warning("api_key_setting_ignored", reason="the key in GOSSAMER_API_KEY was revoked or has expired")
    return None
