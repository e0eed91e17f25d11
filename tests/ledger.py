"""Random work that costs credits, in a process that is killed again and again; and what the books must say then.

`worked` runs the whole service, without a way in, in a process of its own over a real site, and kills it (SIGKILL) at
random moments. Teams with a bound, without one, and with one that changes all the time scrape (pages that come, fail
or are given up), map, crawl, scrape batches and cancel them, several at a time. `wrong` looks for disagreements.
"""

import asyncio
import json
import os
import random
import signal
import sys
from asyncio import subprocess
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
from sqlalchemy import Connection, func, select

from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group
from gossamer.core.accounts import Actor, Features
from gossamer.core.crawls import BatchSpec, CrawlSpec, MapSpec
from gossamer.core.errors import ServiceError
from gossamer.core.jobs import JobKind
from gossamer.core.restrictions import Restrictions
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.operations import JobArrival
from gossamer.settings import Settings
from gossamer.store.credits import SqlCreditStore
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.row_encoding import unpack_document
from gossamer.store.schema import activities, credit_accounts, job_pages, jobs, ledger, scrapes, usage_days
from gossamer.testing.site.graph import Graph

SITE = Graph(pages=60, links=6, page_bytes=1_500, latency=0.003)
_OPERATOR = Actor("operator", operator=True)
_ARRIVAL = JobArrival("http://127.0.0.1", "v2")
# Never changed, so that what was used of it can be compared with it in the end.
FIXED = 700
_AT_ONCE = 12
_RUNNING = jobs.c.state == "scraping"
_READY, _TOLD, _DONE = "ready", "told", "done"


@dataclass(slots=True)
class Told:
    """What the killed processes told of: credits by id of scrapes and maps, how many were refused, how often killed."""

    credits: dict[str, int] = field(default_factory=dict)
    jobs: set[str] = field(default_factory=set)
    outcomes: Counter[str] = field(default_factory=Counter)
    kills: int = 0


async def worked(  # noqa: PLR0917
    home: Path, database: str | None, site: str, operations: int, kills: int, seed: int
) -> Told:
    """Do so many random operations, killed so many times in between; jobs may still run in the end."""
    told, chance = Told(), random.Random(seed)
    done = 0
    # Moments at which it is killed, in operations.
    moments = sorted(chance.randrange(operations) for _ in range(kills))
    while done < operations:
        until = moments.pop(0) if moments else operations
        dies = until < operations
        async with _process(home, database, site, chance.randrange(2**32), operations - done) as (process, lines):
            async for line in lines:
                _note(told, line)
                done += line[0] == _DONE
                if dies and done >= until:
                    process.send_signal(signal.SIGKILL)
                    told.kills += 1
                    break
            # What it had told and nobody had read yet was told all the same.
            async for line in lines:
                _note(told, line)
                done += line[0] == _DONE
    return told


async def ended(home: Path, database: str | None, site: str) -> None:
    """Wait until all jobs have ended."""
    async with _process(home, database, site, 0, 0) as (_, lines):
        async for _line in lines:
            pass


def _note(told: Told, line: Sequence[str]) -> None:
    match line:
        case [word, "credits", scrape_id, amount] if word == _TOLD:
            told.credits[scrape_id] = int(amount)
        case [word, "job", job_id] if word == _TOLD:
            told.jobs.add(job_id)
        case [word, name, outcome] if word == _DONE:
            told.outcomes[f"{name} {outcome}"] += 1


@asynccontextmanager
async def _process(
    home: Path, database: str | None, site: str, seed: int, operations: int
) -> AsyncIterator[tuple[subprocess.Process, AsyncIterator[list[str]]]]:
    command = [sys.executable, "-m", "tests.ledger", str(home), database or "-", site, str(seed), str(operations)]
    with (home / "ledger.log").open("ab") as log:
        process = await subprocess.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=log)
        assert process.stdout is not None
        try:
            yield process, _lines(process.stdout)
            if await process.wait() not in {0, -signal.SIGKILL}:
                raise RuntimeError((home / "ledger.log").read_text("utf-8")[-3000:])
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[list[str]]:
    while line := await stream.readline():
        # The last one of who was killed may be half a line.
        if line.endswith(b"\n"):
            yield line.decode().split()


# In the process that is killed


class _Worker:
    """Does random operations."""

    def __init__(self, service: RunningService, keys: dict[str, tuple[str, str]], site: str, seed: int) -> None:
        self._operations = service.operations
        self._keys = keys
        self._site = site
        self._chance = random.Random(seed)
        self._jobs: list[tuple[str, str, JobKind]] = []

    async def work(self, operations: int) -> None:
        """Do so many, several at a time."""
        kinds = [self._scrape, self._give_up, self._map, self._crawl, self._batch, self._cancel, self._rule]
        chosen = iter(self._chance.choices(kinds, weights=[64, 10, 8, 4, 4, 3, 7], k=operations))
        async with asyncio.TaskGroup() as group:
            for _ in range(_AT_ONCE):
                group.create_task(self._run(chosen))

    async def _run(self, chosen: Iterator[Callable[[str, str], Awaitable[None]]]) -> None:
        for operation in chosen:
            team, secret = self._keys[self._chance.choice(sorted(self._keys))]
            outcome = "done"
            try:
                await operation(team, secret)
            except ServiceError as error:
                outcome = error.code
            _say(_DONE, operation.__name__.lstrip("_"), outcome)

    async def _scrape(self, _team: str, secret: str) -> None:
        path = self._chance.choices([self._page(), "/dead/0", "/missing/0", "/slow/0"], weights=[80, 8, 6, 6])[0]
        timeout = timedelta(seconds=0.3 if path == "/slow/0" else 20)
        await self._scraped(secret, path, timeout)

    async def _give_up(self, _team: str, secret: str) -> None:
        slow = self._scraped(secret, self._chance.choice(["/slow/1", self._page()]), timedelta(seconds=20))
        task = asyncio.create_task(slow)
        await asyncio.wait([task], timeout=self._chance.uniform(0, 0.03))
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def _scraped(self, secret: str, path: str, timeout: timedelta) -> None:  # noqa: ASYNC109
        caller = await self._operations.authenticate(secret)
        spec = ScrapeSpec(web_url(self._site + path), timeout=timeout)
        result = await self._operations.scrape(caller, Group.SCRAPE, spec, "v2")
        _say(_TOLD, "credits", result.scrape_id, result.credits_used)

    async def _map(self, _team: str, secret: str) -> None:
        caller = await self._operations.authenticate(secret)
        start = self._chance.choice(["/", "/", "/dead/1"])
        found = await self._operations.maps.map(caller, Group.MAP, MapSpec(web_url(self._site + start)), "v1")
        _say(_TOLD, "credits", found.map_id, found.credits_used)

    async def _crawl(self, team: str, secret: str) -> None:
        caller = await self._operations.authenticate(secret)
        url = web_url(self._site + "/")
        spec = CrawlSpec(url, ScrapeSpec(url), limit=self._chance.randint(1, 12))
        job_id = await self._operations.crawls.start(caller, Group.CRAWL, spec, _ARRIVAL)
        self._started(secret, job_id, JobKind.CRAWL)

    async def _batch(self, team: str, secret: str) -> None:
        caller = await self._operations.authenticate(secret)
        paths = [self._page() for _ in range(self._chance.randint(1, 8))]
        # The last one is forbidden, so it fails at once.
        urls = (*(web_url(self._site + path) for path in [*paths, "/missing/2"]), web_url("http://10.0.0.1/"))
        spec = BatchSpec(urls, ScrapeSpec(urls[0]))
        job_id = await self._operations.batches.start(caller, Group.BATCH_SCRAPE, spec, _ARRIVAL)
        self._started(secret, job_id, JobKind.BATCH)

    async def _cancel(self, _team: str, _secret: str) -> None:
        if not self._jobs:
            return
        secret, job_id, kind = self._jobs.pop(self._chance.randrange(len(self._jobs)))
        caller = await self._operations.authenticate(secret)
        group = Group.CRAWL if kind is JobKind.CRAWL else Group.BATCH_SCRAPE
        await self._operations.jobs.cancel(caller, group, job_id, frozenset({kind}))

    async def _rule(self, _team: str, _secret: str) -> None:
        """Change what a team, or a key, may spend."""
        members, chance = self._operations.members, self._chance
        allowance = chance.choice([None, chance.randrange(20_000)])
        if chance.random() < 0.5:
            await members.update_team(_OPERATOR, self._keys["changing"][0], credits=allowance)
            return
        [key] = [one for one in await members.keys(_OPERATOR, self._keys["budget"][0]) if one.name == "budget"]
        await members.restrict_key(_OPERATOR, key.key_id, Restrictions(credit_budget=allowance))

    def _page(self) -> str:
        return f"/page/{self._chance.randrange(1, SITE.pages)}"

    def _started(self, secret: str, job_id: str, kind: JobKind) -> None:
        self._jobs.append((secret, job_id, kind))
        _say(_TOLD, "job", job_id)


def _say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def _keys(service: RunningService, home: Path) -> dict[str, tuple[str, str]]:
    """Return team and key by what they are for, made at the first start."""
    kept = home / "keys.json"
    if kept.exists():
        return {name: (team, secret) for name, (team, secret) in json.loads(kept.read_text("utf-8")).items()}
    members, found = service.operations.members, {}
    features = Features(key_restrictions=True)
    for name, allowance in {"fixed": FIXED, "changing": 500, "free": None}.items():
        made = await members.create_team(_OPERATOR, name, features=features, credits=allowance)
        found[name] = (made.team.team_id, made.key.secret)
    budget = await members.create_key(_OPERATOR, found["free"][0], "budget")
    found["budget"] = (found["free"][0], budget.secret)
    kept.with_suffix(".new").write_text(json.dumps(found), "utf-8")
    kept.with_suffix(".new").rename(kept)
    return found


async def _main(home: Path, database: str | None, site: str, seed: int, operations: int) -> None:
    settings = Settings(
        home=home,
        database_url=database,
        egress_allow=site.removeprefix("http://"),
        chromium="none",
        workers=0,
        log_level="warning",
    )
    async with open_service(settings) as service:
        worker = _Worker(service, await _keys(service, home), site, seed)
        _say(_READY)
        await worker.work(operations)
        if not operations:
            await _all_ended(settings)


async def _all_ended(settings: Settings) -> None:
    books = _open(settings.database_url, settings.home)
    running = select(func.count()).select_from(jobs).where(_RUNNING)
    while await books.read(lambda connection: connection.execute(running).scalar()):  # noqa: ASYNC110 - no event tells
        await asyncio.sleep(0.1)
    await books.close()


def _open(database: str | None, home: Path) -> Database:
    return Database(open_engine(database_url(database, home)))


# Over HTTP


async def rushed(url: str, admin_token: str, site: str, *, allowance: int, requests: int) -> tuple[str, Counter[str]]:
    """Ask a service for so many scrapes at once for a new team that can pay *allowance* of them.

    Returns the team's id, and how many answers there were of each status, with their `code` if they have one.
    """
    admin, body = {"authorization": f"Bearer {admin_token}"}, {"name": "rush", "credits": allowance}
    connector = aiohttp.TCPConnector(limit=requests)
    async with aiohttp.ClientSession(connector=connector) as client:
        async with client.post(f"{url}/admin/teams", json=body, headers=admin) as answer:
            team = await answer.json()
        caller = {"authorization": f"Bearer {team['apiKey']}"}

        async def scrape(number: int) -> str:
            asked = {"url": f"{site}/page/{number % (SITE.pages - 1) + 1}", "maxAge": 0}
            async with client.post(f"{url}/v2/scrape", json=asked, headers=caller) as answer:
                told = await answer.json()
                return " ".join(filter(None, [str(answer.status), told.get("code")]))

        answers = await asyncio.gather(*(scrape(number) for number in range(requests)))
    return team["teamId"], Counter(answers)


async def spent(home: Path, database: str | None, team: str) -> dict[str, int]:
    """Return what the books say of a team."""
    books = _open(database, home)
    balance = await SqlCreditStore(books).balance(team, now=datetime.now(UTC))
    query = select(func.coalesce(func.sum(ledger.c.credits), 0)).where(ledger.c.team_id == team)
    entered = int(await books.read(lambda connection: connection.execute(query).scalar_one()))
    await books.close()
    return {"used": balance.used, "reserved": balance.reserved, "ledger": entered}


# Afterwards


async def wrong(home: Path, database: str | None, told: Told) -> tuple[list[str], str]:
    """Return what disagrees in the books, in sentences, and a summary."""
    books = _open(database, home)
    store = SqlCreditStore(books)
    # Who was killed cannot give back what it had set aside; that is swept once its time is over.
    later = datetime.now(UTC) + timedelta(minutes=10)
    swept = await store.sweep(now=later)
    found = await books.read(lambda connection: list(_disagreements(connection, told)))
    teams = {team for team, _ in json.loads((home / "keys.json").read_text("utf-8")).values()}
    for team in sorted(teams):
        found += await _history_disagrees(books, store, team)
    summary = await books.read(_summary)
    await books.close()
    return found, f"{summary}; {swept} reservations of killed processes swept"


def _summary(connection: Connection) -> str:
    entries, total = connection.execute(select(func.count(), func.sum(ledger.c.credits))).one()
    states = connection.execute(select(jobs.c.state, func.count()).group_by(jobs.c.state)).all()
    told = ", ".join(f"{count} {state}" for state, count in sorted(states))
    return f"{entries} entries of {total} credits; jobs: {told}"


def _disagreements(connection: Connection, told: Told) -> Iterator[str]:
    entries = connection.execute(select(ledger.c.reference, ledger.c.credits))
    entered: dict[str, int] = {reference: amount for reference, amount in entries}  # noqa: C416 - rows are no pairs
    for scrape_id, amount in told.credits.items():
        if entered.get(scrape_id) != amount:
            yield f"{scrape_id} was told to cost {amount} and is entered with {entered.get(scrape_id)}"
    yield from _single_disagreements(connection, entered)
    yield from _job_disagreements(connection, entered, told)
    yield from _sum_disagreements(connection)
    yield from _account_disagreements(connection)


def _account_disagreements(connection: Connection) -> Iterator[str]:
    """Compare accounts with their owners' days, and with what their owners' jobs have in flight."""
    for row in connection.execute(select(credit_accounts)):
        column = "team_id" if row.owner_id == row.team_id else "key_id"
        days = select(func.coalesce(func.sum(usage_days.c.credits), 0)).where(usage_days.c[column] == row.owner_id)
        in_flight = select(func.coalesce(func.sum(jobs.c.page_price * jobs.c.in_flight), 0)).where(
            jobs.c[column] == row.owner_id, _RUNNING
        )
        expected = tuple(int(connection.execute(query).scalar_one()) for query in (days, in_flight))
        if (row.used, row.reserved) != expected:
            yield f"the account of {row.owner_id} says {row.used} used and {row.reserved} set aside, not {expected}"
        if row.allowance == FIXED and row.used + row.reserved > FIXED:
            yield f"{row.used} of {FIXED} credits were spent, and {row.reserved} more are set aside"


def _single_disagreements(connection: Connection, entered: dict[str, int]) -> Iterator[str]:
    """Compare scrapes and maps with their entries: what each document says it cost, and failures for nothing."""
    rows = connection.execute(
        select(scrapes.c.id, scrapes.c.error_code, scrapes.c.document, activities.c.operation).join(
            activities, activities.c.id == scrapes.c.id
        )
    )
    singles = 0
    for scrape_id, error_code, document, operation in rows:
        cost = 0 if error_code else 1 if operation == "map" else unpack_document(document).metadata["creditsUsed"]
        singles += cost
        if entered.get(scrape_id, 0) != cost:
            yield f"{operation} {scrape_id} cost {cost} and is entered with {entered.get(scrape_id, 0)}"
    of_singles = sum(amount for reference, amount in entered.items() if ":" not in reference)
    if singles != of_singles:
        yield f"scrapes and maps cost {singles}, and {of_singles} was entered for them"


def _job_disagreements(connection: Connection, entered: dict[str, int], told: Told) -> Iterator[str]:
    """Compare each job with its entries and with what its documents say."""
    by_job: dict[str, int] = defaultdict(int)
    for reference, amount in entered.items():
        if ":" in reference:
            by_job[reference.partition(":")[0]] += amount
    rows = connection.execute(select(jobs.c.number, jobs.c.id, jobs.c.state, jobs.c.credits)).all()
    documents = _costs_of_documents(connection)
    for number, job_id, state, credits_used in rows:
        if not credits_used == by_job.pop(job_id, 0) == documents[number]:
            yield f"job {job_id} ({state}) used {credits_used}, its documents {documents[number]}"
    if by_job:
        yield f"{len(by_job)} jobs were charged and are not there"
    if missing := told.jobs - {row.id for row in rows}:
        yield f"{len(missing)} jobs were told of and are not there"


def _costs_of_documents(connection: Connection) -> dict[int, int]:
    costs: dict[int, int] = defaultdict(int)
    query = select(job_pages.c.job, scrapes.c.document).join(scrapes, scrapes.c.id == job_pages.c.scrape_id)
    for number, document in connection.execute(query):
        costs[number] += unpack_document(document).metadata["creditsUsed"]
    return costs


def _sum_disagreements(connection: Connection) -> Iterator[str]:
    day = 86_400_000
    entries = connection.execute(
        select(ledger.c.team_id, ledger.c.key_id, ledger.c.operation, ledger.c.charged_at, ledger.c.credits)
    ).all()
    summed: dict[tuple[str, str, str, int], list[int]] = defaultdict(lambda: [0, 0])
    for team, key, operation, at, amount in entries:
        one = summed[team, key, operation, at // day]
        one[0] += amount
        one[1] += 1
    kept = {
        (row.team_id, row.key_id, row.operation, row.day): [row.credits, row.charges]
        for row in connection.execute(select(usage_days))
    }
    if kept != summed:
        yield "the days are not the sums of the ledger"


async def _history_disagrees(books: Database, store: SqlCreditStore, team: str) -> list[str]:
    query = select(func.coalesce(func.sum(ledger.c.credits), 0)).where(ledger.c.team_id == team)
    total = int(await books.read(lambda connection: connection.execute(query).scalar_one()))
    told: Any = {
        "history": sum(one.credits for one in await store.history(team, by_key=False)),
        "history by key": sum(one.credits for one in await store.history(team, by_key=True)),
        "balance": (await store.balance(team, now=datetime.now(UTC))).used,
    }
    return [f"{name} of {team} says {amount}, the ledger {total}" for name, amount in told.items() if amount != total]


if __name__ == "__main__":
    _home, _database, _site, _seed, _operations = sys.argv[1:]
    asyncio.run(_main(Path(_home), None if _database == "-" else _database, _site, int(_seed), int(_operations)))
    os._exit(0)
