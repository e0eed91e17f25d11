"""The name under which sites are visited: an ordinary browser's, or this service's own."""

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import structlog

from gossamer.bootstrap.background import stop
from gossamer.bootstrap.secrets import seal_of
from gossamer.core.errors import DatabaseUnavailable, OwnError
from gossamer.net.own_identity import OwnIdentity, SigningKey
from gossamer.ports.clock import Clock
from gossamer.settings import Settings
from gossamer.store.database import Database
from gossamer.store.signing_keys import SigningKeyStore

# Seconds until a process knows a key that another one has made. The old one is published for days.
_READ_EVERY: Final = 60

_log = structlog.get_logger(__name__)


async def open_identity(
    settings: Settings, database: Database, clock: Clock, stack: AsyncExitStack
) -> OwnIdentity | None:
    """Return the service's own name with its keys, kept up to date until *stack* closes; None where it has none."""
    is_default = settings.identity == "honest"
    if settings.identity_contact is None:
        if not is_default:
            return None
        raise OwnError("GOSSAMER_IDENTITY=honest needs GOSSAMER_IDENTITY_CONTACT, so that sites can turn to somebody.")
    agent = (settings.public_url or "").rstrip("/") or None
    always = settings.identity_signatures == "always"
    own_identity = OwnIdentity(settings.identity_contact, agent, clock, always=always, is_default=is_default)
    if agent is not None and settings.identity_signatures != "never":
        store = SigningKeyStore(database, seal_of(settings))
        await read_keys(own_identity, store, clock)
        reading = asyncio.create_task(_keep_reading(own_identity, store, clock), name="signing-keys")
        stack.push_async_callback(stop, reading)
    return own_identity


async def read_keys(identity: OwnIdentity, store: SigningKeyStore, clock: Clock) -> None:
    """Give *identity* the keys that are published now."""
    identity.keys = [SigningKey.load(private) for private in await store.list_published(clock.now())]


async def _keep_reading(own_identity: OwnIdentity, store: SigningKeyStore, clock: Clock) -> None:
    while True:
        await asyncio.sleep(_READ_EVERY)
        try:
            await read_keys(own_identity, store, clock)
        except DatabaseUnavailable as error:
            _log.warning("signing_keys_unread", reason=error.message)
