"""The agent option over HTTP, on both versions that have it."""

from typing import Any

import httpx
import pytest

from gossamer.testing.site import Site
from tests.clients.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("version", ["v1", "v2"])]


def scrape(service: Service, version: str, body: dict[str, Any]) -> httpx.Response:
    headers = {"Authorization": f"Bearer {service.key}"}
    return httpx.post(f"{service.url}/{version}/scrape", json=body, headers=headers, timeout=100)


def test_an_agent_loads_a_list_before_it_is_read(service: Service, site: Site, version: str) -> None:
    prompt = 'Click "Show more products" until it is gone.'
    answer = scrape(service, version, {"url": site.url("/apps/catalogue"), "agent": {"prompt": prompt}})
    data = answer.json()["data"]
    assert "Showing 72 of 72 products" in data["markdown"]
    told = data["metadata"]["agent"]
    assert (told["model"], told["done"], told["steps"], told["madeBy"]) == ("AGENT-1", True, 11, "deterministic")
    assert data["metadata"]["creditsUsed"] == 4
    assert data["metadata"]["scrapeId"]
    assert "warning" not in data


def test_the_model_may_have_its_other_name(service: Service, site: Site, version: str) -> None:
    agent = {"prompt": "Open the Delivery tab.", "model": "fire-1"}
    answer = scrape(service, version, {"url": site.url("/apps/kettle"), "agent": agent})
    assert "by bicycle" in answer.json()["data"]["markdown"]


@pytest.mark.parametrize(
    "agent", [{}, {"model": "AGENT-1"}, {"prompt": ""}, {"prompt": "Open it.", "model": "AGENT-2"}], ids=str
)
def test_an_agent_without_a_prompt_or_with_another_model_is_refused(
    service: Service, site: Site, version: str, agent: dict[str, str]
) -> None:
    answer = scrape(service, version, {"url": site.url("/apps/kettle"), "agent": agent})
    assert (answer.status_code, answer.json()["success"]) == (400, False)
    assert "agent" in answer.text
