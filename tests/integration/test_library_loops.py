"""Gossamer inside programs that have an event loop of their own."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gossamer import AsyncGossamer, Gossamer, GossamerError
from gossamer.testing.site import Site, running_site
from tests.asking import ask_until


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


async def test_the_asynchronous_client_does_the_same(site: Site, tmp_path: Path) -> None:
    async with AsyncGossamer(home=tmp_path, allow=[site.host]) as web:
        page = await web.scrape(site.url("/article"))
        pages = [found async for found in web.crawl(site.url("/article"), limit=1)]
    assert [found.markdown for found in pages] == [page.markdown]


async def test_the_waiting_client_works_where_a_loop_runs_already(site: Site, tmp_path: Path) -> None:
    # As in a notebook.
    with Gossamer(home=tmp_path, allow=[site.host]) as web:
        assert web.scrape(site.url("/article")).markdown


def test_closing_ends_the_calls_of_other_threads(site: Site, tmp_path: Path) -> None:
    with ThreadPoolExecutor() as threads, Gossamer(home=tmp_path, allow=[site.host]) as web:
        pages = web.crawl(site.url("/"), limit=20)
        next(pages)
        with pytest.raises(GossamerError, match="open already"):
            web.open()
        waiting = threads.submit(web.scrape, site.url("/slow?ms=60000"))
        ask_until(bool, lambda: site.visits_of("/slow"))
        web.close_all()
        with pytest.raises(GossamerError, match="closed before this call was done"):
            waiting.result()
        with pytest.raises(GossamerError, match="Use it inside"):
            next(pages)
        assert list(web.open().batch([site.url("/article")]))


async def test_closing_ends_the_calls_of_other_tasks(site: Site, tmp_path: Path) -> None:
    web = AsyncGossamer(home=tmp_path, allow=[site.host])
    async with web:
        waiting = asyncio.create_task(web.scrape(site.url("/slow?ms=60000")))
        pages = web.crawl(site.url("/"), limit=20)
        await anext(pages)
    for call in (waiting, anext(pages)):
        with pytest.raises(GossamerError, match="closed before this call was done"):
            await call
