"""`gossamer new-key`: another key for the first team, printed once."""

import asyncio

from gossamer.bootstrap import open_accounts
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError


def run(name: str) -> int:
    """Make a key and print it; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING

    async def make() -> str:
        async with open_accounts(settings) as accounts:
            return await accounts.new_key(name)

    try:
        print(asyncio.run(make()))
    except ServiceError as error:
        return explain(error.message)
    return 0
