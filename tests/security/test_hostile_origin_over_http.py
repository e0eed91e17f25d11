"""Whatever an origin does, the HTTP client answers in time, with a page or the right error."""

import time
from datetime import timedelta

import psutil
import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError
from gossamer.core.specs import Location
from gossamer.net.http import HttpAnswer, HttpClient
from gossamer.net.profiles import browser_headers
from tests.hostile import CONTENT_CASES, TRANSPORT_CASES, HostileCase, HostileOrigin
from tests.stalls import Stalls

CASES = (*TRANSPORT_CASES, *CONTENT_CASES)
PROFILE = browser_headers(Location(), mobile=False)


async def outcome(
    client: HttpClient, origin: HostileOrigin, case: HostileCase | str, seconds: float
) -> HttpAnswer | ServiceError:
    deadline = Deadline.after(timedelta(seconds=seconds))
    try:
        return await client.get(origin.url(case), deadline=deadline, headers={}, profile=PROFILE)
    except ServiceError as error:
        return error


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_every_case_ends_in_time_as_expected(
    client: HttpClient, origin: HostileOrigin, case: HostileCase
) -> None:
    budget = 1.0 if case.slow else 20.0
    async with Stalls() as stalls:
        started = time.monotonic()
        result = await outcome(client, origin, case, budget)
        elapsed = await stalls.elapsed(started)
    assert case.accepts(result if isinstance(result, ServiceError) else None), result
    assert elapsed < budget + 1.0


@pytest.mark.parametrize("name", ["gzip-bomb", "deflate-bomb", "brotli-bomb", "zstd-bomb", "nested-bomb"])
async def test_a_bomb_takes_no_more_memory_than_the_limit(client: HttpClient, origin: HostileOrigin, name: str) -> None:
    await outcome(client, origin, name, 60)  # builds the bomb, which costs memory of its own
    before = psutil.Process().memory_info().rss
    await outcome(client, origin, name, 60)
    assert psutil.Process().memory_info().rss - before < 250_000_000


@pytest.mark.parametrize(
    "name",
    ["length-too-long", "chunks-truncated", "gzip-corrupt", "gzip-truncated", "gzip-label-on-text", "unknown-coding"],
)
async def test_what_came_of_a_broken_page_is_kept_with_a_warning(
    client: HttpClient, origin: HostileOrigin, name: str
) -> None:
    result = await outcome(client, origin, name, 10)
    assert isinstance(result, HttpAnswer)
    assert b"HOSTILE-MARKER" in result.body
    assert len(result.warnings) == 1


@pytest.mark.parametrize(
    "name", ["short-redirect-chain", "cookie-gate", "raw-deflate", "header-not-ascii", "status-999"]
)
async def test_a_strange_but_sound_page_is_read_whole(client: HttpClient, origin: HostileOrigin, name: str) -> None:
    result = await outcome(client, origin, name, 10)
    assert isinstance(result, HttpAnswer)
    assert b"HOSTILE-MARKER" in result.body
    assert result.warnings == ()


async def test_an_error_names_the_host_and_no_address(client: HttpClient, origin: HostileOrigin) -> None:
    result = await outcome(client, origin, "resets", 10)
    assert isinstance(result, ServiceError)
    assert str(origin.port) not in result.message
