"""What the gate costs a request: 1,000 restricted keys of 100 teams, on SQLite.

    .venv/bin/python bench/gate.py [--rounds 20]

A request here is what stands before its work: look the key up, let it in (address, endpoint group,
rate), reduce its spec and ask every restriction. *cold* is a key that nobody remembers, as after 15
seconds without it: its row is read and its restrictions are verified. CPU is that of all threads.
"""

import argparse
import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from gossamer.bootstrap import open_service
from gossamer.core.access import Group, Mode
from gossamer.core.accounts import Features
from gossamer.core.actions import Click, WaitFor
from gossamer.core.errors import NotAllowed
from gossamer.core.formats import Html, Links, Markdown
from gossamer.core.restrictions import GROUPS, Restrictions
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.operations import Operations
from gossamer.operations.gate import admit, access_request
from gossamer.settings import Settings

TEAMS, KEYS_A_TEAM = 100, 10
ADMIN = "an-admin-token-for-measuring"
ALLOWED = ScrapeSpec(
    web_url("https://shop.example.org/a?b=1"), formats=(Markdown(), Links()), actions=(WaitFor("main"), Click("a"))
)
REFUSED = ScrapeSpec(web_url("https://elsewhere.example.com/"), formats=(Html(),))
KINDS = (
    Restrictions(allowed_formats=("markdown", "links", "screenshot")),
    Restrictions(allowed_endpoints=(Group.SCRAPE, Group.CRAWL, Group.MAP)),
    Restrictions(allowed_domains=("example.org", "example.net")),
    Restrictions(no_model=True),
    Restrictions(
        allowed_formats=("markdown", "links", "screenshot"),
        allowed_endpoints=GROUPS,
        allowed_domains=tuple(f"h{n}.org" for n in range(50)) + ("example.org",),
        no_model=True,
        rate_per_minute=1_000_000,
    ),
)


async def made(operations: Operations) -> list[str]:
    """Make the teams and their keys, every fifth of which may be used from certain addresses alone."""
    members = operations.members
    actor = members.operator(ADMIN)
    kinds, keys = itertools.cycle(KINDS), []
    for number in range(TEAMS):
        team = await members.create_team(actor, f"Team {number}", features=Features(True, True, True))
        for _ in range(KEYS_A_TEAM):
            key = await members.create_key(actor, team.team.team_id, "A key")
            await members.restrict_key(actor, key.key.key_id, next(kinds))
            if number % 5 == 0:
                await members.set_key_addresses(actor, key.key.key_id, ["10.0.0.0/8", "127.0.0.0/8", "2001:db8::/32"])
            keys.append(key.secret)
    return keys


async def asked(operations: Operations, key: str, spec: ScrapeSpec) -> None:
    """Do what stands before the work of a scrape."""
    caller = await operations.authenticate(key)
    await operations.enter(caller, Group.SCRAPE, Mode.SCRAPE, called_from="127.0.0.1")
    admit(caller, access_request(Group.SCRAPE, spec))


async def refused(operations: Operations, key: str) -> None:
    """Do the same for what most of the keys may not do."""
    try:
        await asked(operations, key, REFUSED)
    except NotAllowed:
        pass


async def cost(keys: list[str], once: Callable[[str], Awaitable[None]]) -> float:
    """CPU milliseconds of one request, over all keys."""
    order = random.sample(keys, len(keys))
    before = time.process_time()
    for key in order:
        await once(key)
    return (time.process_time() - before) / len(order) * 1000


async def main(rounds: int) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory(prefix="gossamer-gate-") as home:
        settings = Settings(home=Path(home), admin_token=ADMIN)
        async with open_service(settings, jobs=False) as service:
            operations = service.operations
            keys = await made(operations)
            actor = operations.members.operator(ADMIN)
            [first, *_] = await operations.members.teams(actor)
            [key_id, *_] = [key.key_id for key in await operations.members.keys(actor, first.team_id)]
            figures: dict[str, list[float]] = {"cold": [], "remembered": [], "remembered, refused": []}
            for _ in range(rounds):
                # Saving restrictions lets this process forget what it knows of keys.
                await operations.members.restrict_key(actor, key_id, KINDS[0])
                figures["cold"].append(await cost(keys, lambda key: asked(operations, key, ALLOWED)))
                figures["remembered"].append(await cost(keys, lambda key: asked(operations, key, ALLOWED)))
                figures["remembered, refused"].append(await cost(keys, lambda key: refused(operations, key)))
    print(f"{len(keys)} keys of {TEAMS} teams, {rounds} rounds; CPU ms a request")
    for name, found in figures.items():
        print(f"{name:20} median {statistics.median(found):.4f}   worst round {max(found):.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    asyncio.run(main(parser.parse_args().rounds))
