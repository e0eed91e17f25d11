"""Gossamer inside programs that have an event loop of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gossamer import AsyncGossamer, Gossamer
from gossamer.testing.site import Site, running_site


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
