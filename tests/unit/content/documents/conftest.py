"""Documents as the confined child reads them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import TypeAlias

import pytest_asyncio

from gossamer.content.documents import ParsedDocument, ReadingOptions, read
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline

Read: TypeAlias = Callable[..., Awaitable[ParsedDocument]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def parse() -> AsyncIterator[Read]:
    """Give a function that returns the document in a body, called by its name."""
    async with Offload() as offload:

        async def parse_document(body: bytes, name: str = "") -> ParsedDocument:
            deadline = Deadline.after(timedelta(seconds=20))
            return await read(body, "", ReadingOptions(name=name), deadline, offload=offload, owner="t")

        yield parse_document
