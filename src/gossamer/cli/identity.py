"""`gossamer identity`: the name that sites are told, and the keys that prove it."""

import asyncio
from contextlib import AsyncExitStack

from gossamer.bootstrap import SystemClock
from gossamer.bootstrap.database import open_database
from gossamer.bootstrap.identity import open_identity, read_keys
from gossamer.bootstrap.secrets import seal_of
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError
from gossamer.core.signing import DIRECTORY_PATH
from gossamer.net.own_identity import OwnIdentity
from gossamer.settings import Settings
from gossamer.store.signing_keys import SigningKeyStore


def show(*, rotate: bool) -> int:
    """Print the identity of this service, with *rotate* after a new key was made; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    try:
        own_identity = asyncio.run(_open(settings, rotate=rotate))
    except ServiceError as error:
        return explain(error.message)
    if own_identity is None or not own_identity.is_default:
        print("Sites are visited as an ordinary browser does (GOSSAMER_IDENTITY=browser); nothing is signed.")
    if own_identity is None:
        return 0
    if not own_identity.is_default:
        print("Teams and keys that have chosen `honest` visit them so:")
    print(f"User-Agent: {own_identity.user_agent()}")
    if not own_identity.keys:
        print("Nothing is signed: that takes GOSSAMER_PUBLIC_URL, where sites find the public key.")
        return 0
    print(f"Directory:  {own_identity.agent}{DIRECTORY_PATH}")
    for number, key in enumerate(own_identity.keys):
        print(f"Key:        {key.key_id} ({'still published' if number else 'signs'})")
    return 0


async def _open(settings: Settings, *, rotate: bool) -> OwnIdentity | None:
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        database = await open_database(settings, stack)
        own_identity = await open_identity(settings, database, clock, stack)
        if own_identity is not None and own_identity.keys and rotate:
            store = SigningKeyStore(database, seal_of(settings))
            await store.rotate(clock.now())
            await read_keys(own_identity, store, clock)
        return own_identity
