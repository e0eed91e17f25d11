"""Header values that callers give to jobs and monitors are nowhere in clear in the database."""

import json
from dataclasses import replace

import pytest
from sqlalchemy import Text, select, type_coerce, update

from gossamer.core.crawls import BatchSpec, CrawlSpec, Webhook
from gossamer.core.errors import SecretUnreadable
from gossamer.core.monitoring import CrawlTarget, ScrapeTarget
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.store.database import Database
from gossamer.store.jobs.specs import pack_spec
from gossamer.store.monitors import MonitorStore
from gossamer.store.schema import job_specs, monitors
from gossamer.store.sealing import Seal
from tests.contracts.jobs import NOON, SITE, TEAM, Bench, batch, crawl
from tests.contracts.test_monitor_store import Queued, a_monitor

SECRET = 'Bearer s3cret "quoted" ü'
HEADERS = {"Authorization": SECRET, "Cookie": "sid=s3cret"}
HOOK = Webhook(web_url("https://hook.org/in"), headers={"X-Token": "s3cret"}, metadata={"kept": "in clear"})
PAGE = ScrapeSpec(web_url(SITE), headers=HEADERS)
RAW_JOBS, RAW_MONITORS = (select(type_coerce(table.c.spec, Text)) for table in (job_specs, monitors))


@pytest.fixture
async def bench(database: Database) -> Bench:
    return await Bench(database).prepare()


async def stored(database: Database, query: object) -> str:
    found: str = await database.read(lambda connection: connection.execute(query).scalar_one())  # type: ignore[call-overload]
    return found


@pytest.mark.parametrize(
    "spec",
    [
        crawl(scrape=PAGE),
        crawl(webhook=HOOK),
        batch("/a", "/b", scrape=PAGE, webhook=HOOK),
    ],
    ids=["of the pages of a crawl", "of a webhook", "of both, of a batch"],
)
async def test_headers_of_a_job_are_sealed_and_come_back(bench: Bench, spec: CrawlSpec | BatchSpec) -> None:
    job = await bench.start(spec=spec)
    raw = await stored(bench.database, RAW_JOBS)
    assert "s3cret" not in raw
    assert json.loads(raw)
    found = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert found is not None
    assert found.spec == spec


async def test_what_is_no_header_is_stored_as_it_was(bench: Bench) -> None:
    spec = crawl(webhook=replace(HOOK, headers={}), prompt='"headers":{"@":"map","v":{"a":"b"}}')
    await bench.start(spec=spec)
    assert await stored(bench.database, RAW_JOBS) == pack_spec(spec)


async def test_headers_of_a_job_from_before_they_were_sealed_are_read(bench: Bench) -> None:
    spec = crawl(scrape=PAGE, webhook=HOOK)
    job = await bench.start(spec=spec)
    clear = update(job_specs).values(spec=type_coerce(pack_spec(spec), Text))
    await bench.database.write(lambda connection: connection.execute(clear))
    assert "s3cret" in await stored(bench.database, RAW_JOBS)
    found = await bench.jobs.job(job.job_id, TEAM, now=NOON)
    assert found is not None
    assert found.spec == spec


async def test_headers_of_a_monitor_are_sealed_wherever_they_stand(database: Database) -> None:
    store = MonitorStore(database, Queued())
    url = web_url(SITE)
    monitor = a_monitor()
    targets = (
        ScrapeTarget("t", (url,), PAGE, {"headers": HEADERS, "waitFor": 5}),
        CrawlTarget("c", CrawlSpec(url, PAGE), {"limit": 3}, {"headers": HEADERS}),
    )
    monitor = replace(monitor, spec=replace(monitor.spec, targets=targets, webhook=HOOK))
    await store.create(monitor, due_at=None)
    assert "s3cret" not in await stored(database, RAW_MONITORS)
    assert await store.monitor(monitor.monitor_id, monitor.team_id) == monitor
    again = replace(monitor, spec=replace(monitor.spec, webhook=replace(HOOK, headers={"X-Token": "s3cret too"})))
    await store.update(again, due_at=None, comparable=["t"])
    assert "s3cret" not in await stored(database, RAW_MONITORS)
    assert await store.monitor(monitor.monitor_id, monitor.team_id) == again


async def test_a_monitor_from_before_is_read_and_sealed_by_its_next_change(database: Database) -> None:
    store = MonitorStore(database, Queued())
    monitor = a_monitor()
    monitor = replace(monitor, spec=replace(monitor.spec, webhook=HOOK))
    await store.create(monitor, due_at=None)
    [opened] = await database.read(lambda connection: connection.execute(select(monitors.c.spec)).scalars().all())
    await database.write(lambda connection: connection.execute(update(monitors).values(spec=type_coerce(opened, Text))))
    assert "s3cret" in await stored(database, RAW_MONITORS)
    assert await store.monitor(monitor.monitor_id, monitor.team_id) == monitor
    await store.update(monitor, due_at=None, comparable=["t"])
    assert "s3cret" not in await stored(database, RAW_MONITORS)


async def test_another_key_opens_none_of_them(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    job = await bench.start(spec=crawl(scrape=PAGE))
    monkeypatch.setattr(bench.database.engine.dialect, "seal", Seal(lambda: "the key of another deployment"))
    with pytest.raises(SecretUnreadable):
        await bench.jobs.job(job.job_id, TEAM, now=NOON)
