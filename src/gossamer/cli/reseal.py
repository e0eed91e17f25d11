"""`gossamer reseal`: stored secrets under the new GOSSAMER_SECRET_KEY."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack

from gossamer.bootstrap.database import open_database
from gossamer.bootstrap.secrets import seal_of
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError
from gossamer.settings import Settings
from gossamer.store.resealing import Resealed
from gossamer.store.resealing import reseal as seal_anew


def reseal() -> int:
    """Seal anew what the key before had sealed; return the exit code, 0 when that key is not needed any more."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    try:
        kinds = asyncio.run(_reseal(settings))
    except ServiceError as error:
        return explain(error.message)
    for kind in kinds:
        if kind.rows or kind.unreadable:
            unreadable = f", {kind.unreadable} cannot be read with either key" if kind.unreadable else ""
            print(f"{kind.kind}: {kind.rows} sealed anew{unreadable}")
    if any(kind.unreadable for kind in kinds):
        return explain("Some values were sealed with a key that is neither the present one nor the one before.")
    print("Everything is sealed with the present key; GOSSAMER_SECRET_KEY_PREVIOUS can go.")
    return 0


async def _reseal(settings: Settings) -> Sequence[Resealed]:
    async with AsyncExitStack() as stack:
        return await seal_anew(await open_database(settings, stack), seal_of(settings))
