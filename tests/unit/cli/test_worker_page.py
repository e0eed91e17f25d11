"""The page of a worker, over real HTTP."""

import asyncio
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from gossamer.api.metrics import OwnFigures
from gossamer.cli.worker_page import CannotListen, worker_page
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import PAGES
from gossamer.settings import Settings

TOKEN = "a token for the collector"


def get(url: str, token: str = "") -> str:
    with urlopen(Request(url, headers={"authorization": f"Bearer {token}"})) as answer:
        text: str = answer.read().decode()
        return text


async def test_a_worker_shows_its_figures_to_who_has_the_token_and_that_it_lives(tmp_path: Path) -> None:
    meters = Meters()
    meters.add(PAGES, "ok", "http", by=3)
    settings = Settings(home=tmp_path, metrics_token=TOKEN.replace(" ", "-"))
    async with worker_page(settings, OwnFigures(meters), "127.0.0.1:0") as port:
        url = f"http://127.0.0.1:{port}"
        figures = await asyncio.to_thread(get, f"{url}/metrics", TOKEN.replace(" ", "-"))
        assert 'gossamer_pages_total{fetcher="http",outcome="ok"} 3.0' in figures
        assert '"live":true' in await asyncio.to_thread(get, f"{url}/health/live")
        with pytest.raises(HTTPError, match="401"):
            await asyncio.to_thread(get, f"{url}/metrics")


async def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotListen, match="no address of this machine"):
        async with worker_page(Settings(home=tmp_path), OwnFigures(Meters()), "192.0.2.1:0"):
            pass
