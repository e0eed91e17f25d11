import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Any

import pytest

from gossamer.api.answers import StreamedAnswer, stream_list
from tests.unit.api.stub import Exchange


async def slices(*found: Sequence[int]) -> AsyncIterator[Sequence[int]]:
    for one in found:
        yield one


async def inside(*found: Sequence[int]) -> bytes:
    return b"".join([part async for part in stream_list(slices(*found), lambda n: {"n": n})])


@pytest.mark.parametrize(
    ("found", "numbers"), [((), []), (([], []), []), (([1], [], [2, 3]), [1, 2, 3]), (([], [4]), [4])]
)
async def test_slices_become_one_list_whichever_are_empty(found: tuple[list[int], ...], numbers: list[int]) -> None:
    assert json.loads(b"[" + await inside(*found) + b"]") == [{"n": n} for n in numbers]


class Endless:
    """Parts without end; knows whether anybody still wants them."""

    def __init__(self, *, breaks_after: int = 10**9) -> None:
        self.given = 0
        self.left = asyncio.Event()
        self._breaks_after = breaks_after

    async def parts(self) -> AsyncGenerator[bytes]:
        try:
            while True:
                if self.given >= self._breaks_after:
                    raise RuntimeError("the database is gone")
                self.given += 1
                yield b"x"
                await asyncio.sleep(0)
        finally:
            self.left.set()


async def stay() -> dict[str, Any]:
    await asyncio.Event().wait()
    return {}


async def test_nothing_is_made_for_a_client_that_left() -> None:
    endless = Endless()
    messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    messages.put_nowait({"type": "http.disconnect"})
    await asyncio.wait_for(StreamedAnswer(endless.parts())({}, messages.get, Exchange().send), 10)
    assert endless.left.is_set()


async def test_a_failure_in_the_middle_does_not_look_like_an_end() -> None:
    endless, done = Endless(breaks_after=3), _Remembering()
    with pytest.raises(RuntimeError):
        await StreamedAnswer(endless.parts())({}, stay, done.send)
    assert [message.get("more_body") for message in done.messages[1:]] == [True] * 3


class _Remembering:
    def __init__(self) -> None:
        self.messages: list[Any] = []

    async def send(self, message: Any) -> None:
        self.messages.append(message)
