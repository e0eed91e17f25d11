"""The character U+0000, which databases do not take, in texts of callers."""

import json
from typing import Any

import pytest

from tests.unit.api.stub import HEADERS, URL, StubOperations, client

NUL = "a\0b"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v2/scrape", {"url": URL, "profile": {"name": NUL}}),
        ("/v1/scrape", {"url": URL, "formats": ["json"], "jsonOptions": {"prompt": NUL}}),
        ("/v2/crawl", {"url": URL, "webhook": {"url": URL, "metadata": {"key": NUL}}}),
        ("/v2/crawl", {"url": URL, "webhook": {"url": URL, "metadata": {NUL: "value"}}}),
        ("/v2/monitor", {"name": NUL, "schedule": {"text": "hourly"}, "targets": []}),
        ("/v2/search", {"query": NUL}),
        ("/v2/browser", {"profile": {"name": NUL}}),
    ],
)
async def test_it_is_refused_wherever_a_body_has_it(path: str, body: dict[str, Any]) -> None:
    stub = StubOperations()
    async with client(stub) as api:
        answer = await api.post(path, headers=HEADERS, json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
    assert "U+0000" in answer.json()["error"]
    assert stub.asked == []


async def test_its_escaped_name_in_a_text_is_no_such_character() -> None:
    script = r"document.title.replace(/\u0000/g, '')"
    body = {"url": URL, "actions": [{"type": "executeJavascript", "script": script}]}
    assert rb"\\u0000" in json.dumps(body).encode()
    stub = StubOperations()
    async with client(stub) as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, json=body)
    assert answer.status_code == 200
    assert len(stub.asked) == 1
