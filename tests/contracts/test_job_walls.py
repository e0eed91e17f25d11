from datetime import datetime
from functools import partial

import pytest

from gossamer.core.crawls import Wall
from gossamer.core.jobs import DeliveryTicket, NewJob
from gossamer.core.specs import ProfileUse, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.ports.frontier import Chunk, EntryReturned
from gossamer.ports.webhooks import Delivered
from gossamer.store.database import Database
from gossamer.store.job_walls import pass_walls
from tests.contracts.jobs import HOOK, HOUR, MINUTE, NOON, SITE, TEAM, Bench, crawl, found, take

WAITING = ScrapeSpec(web_url(SITE), profile=ProfileUse("shop", save=False, waits=True))


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


def wall(met_at: datetime, host: str = "e.org:443") -> Wall:
    return Wall(host, web_url(f"{SITE}/account"), "login", met_at)


async def meet(bench: Bench, job: NewJob, *walls: Wall) -> None:
    [entry] = (await bench.begin(job)).entries
    returned = [EntryReturned(entry, NOON)]
    await bench.commit(job, Chunk(returned=returned, walls=walls, profile="shop"))


async def walls_of(bench: Bench, job: NewJob) -> tuple[Wall, ...]:
    found_job = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert found_job is not None
    return found_job.walls


async def test_a_wall_stands_until_its_profile_is_saved(bench: Bench, database: Database) -> None:
    job = await bench.start(found("/account"), spec=crawl(scrape=WAITING))
    await meet(bench, job, wall(NOON), wall(NOON + MINUTE))
    assert await walls_of(bench, job) == (wall(NOON),)
    for team, profile in (("others", "shop"), (TEAM, "another")):
        await database.write(partial(pass_walls, team_id=team, profile=profile, now=NOON))
    assert [item.passed_at for item in await walls_of(bench, job)] == [None]
    await database.write(partial(pass_walls, team_id=TEAM, profile="shop", now=NOON + HOUR))
    assert [item.passed_at for item in await walls_of(bench, job)] == [NOON + HOUR]
    assert await bench.jobs.pass_walls(job.job_id, TEAM, now=NOON) == 0


async def test_a_wall_that_is_met_again_is_told_again_but_not_by_a_page_from_before(bench: Bench) -> None:
    job = await bench.start(found("/a"), found("/b"), found("/c"), spec=crawl(scrape=WAITING, webhook=HOOK))
    entries = (await bench.begin(job, plan=take(3))).entries
    met = [wall(NOON), wall(NOON + MINUTE), wall(NOON + HOUR)]
    for entry, item in zip(entries, met, strict=True):
        chunk = Chunk(returned=[EntryReturned(entry, NOON + 2 * HOUR)], walls=[item], profile="shop")
        await bench.commit(job, chunk, plan=take(0))
        await bench.jobs.pass_walls(job.job_id, TEAM, now=NOON + 30 * MINUTE)
    [last] = await walls_of(bench, job)
    assert (last.met_at, last.times) == (NOON + HOUR, 2)
    bag = await bench.outbox.due(DeliveryTicket(job.job_id, TEAM, 1), now=NOON, limit=9)
    assert bag is not None
    assert [event.type for event in bag.events] == ["crawl.started"]
    await bench.outbox.settle(DeliveryTicket(job.job_id, TEAM, 1), [Delivered(1)], now=NOON)
    bag = await bench.outbox.due(DeliveryTicket(job.job_id, TEAM, 1), now=NOON, limit=9)
    assert bag is not None
    told = {"walls": [{"host": "e.org:443", "url": f"{SITE}/account", "verdict": "login"}]}
    assert [(event.type, event.extra) for event in bag.events] == [("crawl.paused", told)]
