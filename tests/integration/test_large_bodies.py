"""Large bodies of requests: read in a helper process, those of one team one after the other."""

import asyncio
import json
import pickle
import pickletools
from collections.abc import AsyncIterator

import pytest

from gossamer.content.offload import Offload
from gossamer.core.errors import CallerError
from gossamer.core.seeds import read_part
from gossamer.operations.bodies import LargeBodies
from gossamer.wire import v2
from gossamer.wire.batches import BatchOrder
from gossamer.wire.bodies import read
from gossamer.wire.issues import InvalidBody

URLS = [f"https://example.org/{n}?a={n}" for n in range(10_000)]
LARGE = 2 * 1024 * 1024


@pytest.fixture
async def bodies() -> AsyncIterator[LargeBodies]:
    async with Offload() as offload:
        yield LargeBodies(offload)


async def test_a_large_batch_comes_back_from_its_helper_in_few_pieces(bodies: LargeBodies) -> None:
    body = json.dumps({"urls": URLS}).encode()
    what = (body, v2.BatchScrapeRequest, "v2", v2.BatchScrapeRequest.order)
    order = await bodies.run("team", read, *what)
    # Each piece is made again in the service, on its event loop; in line there is one for each of the URLs at least.
    assert sum(1 for _ in pickletools.genops(pickle.dumps(order))) < len(URLS) / 10
    in_line = read(*what)
    assert isinstance(order, BatchOrder)
    assert order == in_line
    assert [entry.url for part in order.seeds.parts for entry in read_part(part)] == URLS
    assert (order.spec.urls, order.spec.limit) == ((URLS[0],), len(URLS))


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (json.dumps({"urls": [*URLS, "http://"]}).encode(), "Invalid URL `http://`"),
        (json.dumps({"urls": URLS[:1], **{f"k{n}": n for n in range(50_000)}}).encode(), "Too many keys in an object"),
        (json.dumps({"urls": URLS[:1], "more": [[]] * 50_000}).encode(), "Unrecognized key in body"),
        (b'{"a":' * 20_000, "Bad request, malformed JSON"),
        (b"[" + b"1," * 50_000 + b"1]", "Bad Request"),
    ],
)
async def test_a_large_body_is_refused_with_the_words_of_a_small_one(
    bodies: LargeBodies, body: bytes, says: str
) -> None:
    refusal = await bodies.run("team", read, body, v2.BatchScrapeRequest, "v2", v2.BatchScrapeRequest.order)
    assert isinstance(refusal, InvalidBody)
    assert refusal.error.startswith(says)
    with_same_words = read(body, v2.BatchScrapeRequest, "v2")
    assert (refusal.error, refusal.details, refusal.code) == (
        with_same_words.error,
        with_same_words.details,
        with_same_words.code,
    )


async def test_a_body_that_takes_too_much_is_the_callers_mistake(bodies: LargeBodies) -> None:
    with pytest.raises(CallerError, match="Send it in several smaller ones"):
        await bodies.run("team", bytearray, 8 * 1024**3)


async def test_a_team_has_one_large_body_read_at_a_time_and_others_do_not_wait(bodies: LargeBodies) -> None:
    order: list[str] = []

    async def send(team_id: str, size: int, name: str) -> None:
        async with bodies.turn(team_id, size):
            order.append(name)

    async with bodies.turn("a", LARGE):
        waiting = asyncio.create_task(send("a", LARGE, "large, same team"))
        leaving = asyncio.create_task(send("a", LARGE, "left"))
        await send("a", 1000, "small, same team")
        await send("b", LARGE, "large, other team")
        leaving.cancel()
        await asyncio.wait([leaving])
        assert order == ["small, same team", "large, other team"]
    await waiting
    await send("a", LARGE, "later")
    assert order[2:] == ["large, same team", "later"]
