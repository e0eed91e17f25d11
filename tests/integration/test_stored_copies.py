"""A stored copy that is too old is confirmed by its site, or replaced."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from gossamer.api import create_app
from gossamer.bootstrap import open_service
from gossamer.settings import Settings
from tests.changing_site import Changing, running_changing_site

KEY = "fc-" + "ab" * 16
TEXT = "The page of the mill. " * 30


@pytest.fixture
def site() -> Any:
    with running_changing_site() as found:
        yield found


@pytest.fixture
async def http(tmp_path: Path, site: Changing) -> AsyncIterator[httpx.AsyncClient]:
    place = f"127.0.0.1:{site.server_port}"
    settings = Settings(home=tmp_path, egress_allow=place, chromium="none", api_key=SecretStr(KEY))
    async with open_service(settings, jobs=False) as service:
        transport = httpx.ASGITransport(create_app(service.operations))
        headers = {"authorization": f"Bearer {KEY}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://here", headers=headers) as client:
            yield client


async def scrape(http: httpx.AsyncClient, site: Changing, **options: Any) -> dict[str, Any]:
    body = {"url": f"http://127.0.0.1:{site.server_port}/", **options}
    answer = await http.post("/v2/scrape", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["data"])


async def test_a_copy_that_is_too_old_is_confirmed_without_the_page(http: httpx.AsyncClient, site: Changing) -> None:
    site.pages["/"] = TEXT
    first = await scrape(http, site)
    again = await scrape(http, site, maxAge=1)
    assert [status for status, _ in site.answers] == [200, 304]
    assert again["markdown"] == first["markdown"]
    assert again["metadata"]["statusCode"] == 200
    assert again["metadata"]["cacheState"] == "miss"


async def test_the_confirmed_copy_is_as_young_as_the_answer(http: httpx.AsyncClient, site: Changing) -> None:
    site.pages["/"] = TEXT
    await scrape(http, site)
    await scrape(http, site, maxAge=1)
    assert (await scrape(http, site))["metadata"]["cacheState"] == "hit"
    assert len(site.answers) == 2


async def test_a_page_that_has_changed_replaces_the_copy(http: httpx.AsyncClient, site: Changing) -> None:
    site.pages["/"] = TEXT
    await scrape(http, site)
    site.pages["/"] = "The mill has burnt down. " * 30
    assert "burnt down" in (await scrape(http, site, maxAge=1))["markdown"]
    assert "burnt down" in (await scrape(http, site))["markdown"]
    assert [status for status, _ in site.answers] == [200, 200]


@pytest.mark.parametrize("options", [{"maxAge": 0}, {"maxAge": 1, "headers": {"X-Own": "1"}}], ids=["fresh", "own"])
async def test_who_wants_a_fresh_page_or_sends_headers_gets_the_whole_page(
    http: httpx.AsyncClient, site: Changing, options: dict[str, Any]
) -> None:
    site.pages["/"] = TEXT
    await scrape(http, site)
    await scrape(http, site, **options)
    assert [status for status, _ in site.answers] == [200, 200]
