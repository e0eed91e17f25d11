"""Keys and secrets of the first team: `gossamer new-key`, `gossamer webhook-secret`."""

import asyncio
from collections.abc import Awaitable, Callable

from gossamer.bootstrap import open_accounts
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError
from gossamer.features.accounts import Accounts


def new_key(name: str) -> int:
    """Make a key and print it, the only time it is known in clear; return the exit code."""
    return _print_one(lambda accounts: accounts.new_key(name))


def webhook_secret(*, new: bool) -> int:
    """Print what signs webhooks, made now if there is none, or with *new*; return the exit code."""
    return _print_one(lambda accounts: accounts.webhook_secret(new=new))


def _print_one(ask: Callable[[Accounts], Awaitable[str | None]]) -> int:
    settings = read_settings()
    if settings is None:
        return BAD_SETTING

    async def answer() -> str | None:
        async with open_accounts(settings) as accounts:
            return await ask(accounts)

    try:
        told = asyncio.run(answer())
    except ServiceError as error:
        return explain(error.message)
    if told is None:
        return explain("There is no team yet.", "Start the service once with keys, or make one by `gossamer new-key`.")
    print(told)
    return 0
