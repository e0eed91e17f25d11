"""Version 0 of the API: what is left of it. Restricted keys may not use it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from gossamer.api.answers import Answer, json_answer
from gossamer.api.doors import Call, Endpoint, Json
from gossamer.core.access import Group
from gossamer.wire import v0
from gossamer.wire.answers import Acknowledged


async def scrape(call: Call, body: v0.ScrapeRequest) -> Json:
    """Fetch one page and return it whole, as the first version of the API did."""
    return v0.scraped(await call.operations.scrape(call.caller, call.group, body.spec()), call.locate)


async def key_auth(call: Call, _: None) -> Json:  # noqa: ARG001 - whoever comes this far has a key
    """Return whether the key is known."""
    return {"success": True}


def with_return_code(answer: Answer) -> Answer:
    """Return *answer* with its status in the body, where this version's clients look for it."""
    body = msgspec.json.decode(answer.body)
    kept = tuple(h for h in answer.headers if h[0] not in (b"content-type", b"content-length", b"cache-control"))
    return json_answer(answer.status, {**body, "returnCode": answer.status}, kept)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield what this version serves."""
    yield Endpoint(
        "POST",
        "/v0/scrape",
        Group.LEGACY,
        "Scrape one page",
        "v0",
        v0.Scraped,
        scrape,
        body=v0.ScrapeRequest,
        dress=with_return_code,
    )
    yield Endpoint("GET", "/v0/keyAuth", Group.ACCOUNT, "Check a key", "v0", Acknowledged, key_auth)
