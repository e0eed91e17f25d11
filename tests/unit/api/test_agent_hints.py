"""Hints come to clients that ask for them by a header, beside the answer and beside a failure."""

from dataclasses import replace

import pytest

from gossamer.core.access import Group, Principal
from gossamer.core.errors import Refused
from gossamer.core.restrictions import Restrictions
from tests.unit.api.stub import DOCUMENT, HEADERS, URL, StubOperations, client

GONE = replace(DOCUMENT, metadata={**DOCUMENT.metadata, "statusCode": 404})
WANTED = {**HEADERS, "X-Firecrawl-Agent-Hints": "true"}


@pytest.mark.parametrize(
    ("headers", "groups", "count"),
    [(WANTED, None, 1), (HEADERS, None, 0), (WANTED, (Group.SCRAPE,), 0), (WANTED, (Group.SCRAPE, Group.SEARCH), 1)],
)
async def test_a_scrape_of_a_page_that_is_gone(
    headers: dict[str, str], groups: tuple[Group, ...] | None, count: int
) -> None:
    rules = Restrictions(allowed_endpoints=groups).rules() if groups else ()
    async with client(StubOperations(document=GONE, caller=Principal("team", "key", rules))) as api:
        answer = (await api.post("/v2/scrape", headers=headers, json={"url": URL})).json()
        older = (await api.post("/v1/scrape", headers=headers, json={"url": URL})).json()
    assert len(answer.get("agent_hints", [])) == count
    assert "agent_hints" not in older


async def test_a_failure_has_its_hint_too() -> None:
    async with client(StubOperations(failure=Refused("Every way of asking met a block."))) as api:
        answer = await api.post("/v2/scrape", headers=WANTED, json={"url": URL})
    assert answer.status_code == 500
    assert "another source" in answer.json()["agent_hints"][0]
