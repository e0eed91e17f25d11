"""Readings of documents that go on after a request, until the same request comes again."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from datetime import timedelta

import pytest

from gossamer.content.documents import ParsedDocument, Progress
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StillReading, Unsupported
from gossamer.features.scrape import UnfinishedReadings
from gossamer.features.scrape.unfinished import key_of
from gossamer.testing.clock import ManualClock

KEY = key_of("team", b"%PDF-", "options")
DOCUMENT = ParsedDocument("pdf")


class Book:
    """A document that is read when *finish* is set; it counts how often that begins."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.finish = asyncio.Event()
        self.begun = 0
        self.started = asyncio.Event()
        self.ended = asyncio.Event()
        self.progress: Progress = lambda *_: None
        self.failure: Unsupported | None = None

    async def read(self, _deadline: Deadline, progress: Progress) -> ParsedDocument:
        self.begun += 1
        self.progress = progress
        self.started.set()
        try:
            await self.finish.wait()
        finally:
            self.ended.set()
        if self.failure is not None:
            raise self.failure
        return DOCUMENT


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.fixture
async def readings(book: Book) -> AsyncIterator[UnfinishedReadings]:
    async with UnfinishedReadings(book.clock) as readings:
        yield readings


async def asked(readings: UnfinishedReadings, book: Book, seconds: float = 0.3, key: Hashable = KEY) -> ParsedDocument:
    deadline = Deadline.after(timedelta(seconds=seconds))
    return await readings.read(key, book.read, deadline, team_id="team", size=1)


async def test_the_same_request_gets_what_went_on_being_read(readings: UnfinishedReadings, book: Book) -> None:
    with pytest.raises(StillReading) as error:
        await asked(readings, book)
    assert (error.value.is_running, error.value.pages, error.value.code) == (False, None, "SCRAPE_TIMEOUT")
    book.finish.set()
    assert await asked(readings, book, 20) is DOCUMENT
    assert book.begun == 1


async def test_two_requests_at_once_share_a_reading(readings: UnfinishedReadings, book: Book) -> None:
    both = [asyncio.create_task(asked(readings, book, 20)) for _ in range(2)]
    await book.started.wait()
    book.finish.set()
    assert await asyncio.gather(*both) == [DOCUMENT, DOCUMENT]
    assert book.begun == 1


async def test_an_unfinished_reading_says_how_long_it_takes(readings: UnfinishedReadings, book: Book) -> None:
    with pytest.raises(StillReading):
        await asked(readings, book)
    book.progress(0, 0)
    await book.clock.advance(timedelta(seconds=10))
    book.progress(5, 20)
    with pytest.raises(StillReading) as error:
        await asked(readings, book)
    told = error.value
    assert (told.is_running, told.pages, told.seconds, told.retry_after, told.is_long) == (True, 20, 31, 31, False)
    book.progress(5, 10_000)
    with pytest.raises(StillReading) as error:
        await asked(readings, book)
    assert (error.value.retry_after, error.value.is_long) == (60, True)


async def test_a_failure_reaches_who_asks_again_and_is_then_forgotten(readings: UnfinishedReadings, book: Book) -> None:
    with pytest.raises(StillReading):
        await asked(readings, book)
    book.failure = Unsupported("damaged")
    book.finish.set()
    await book.ended.wait()
    with pytest.raises(Unsupported, match="damaged"):
        await asked(readings, book, 20)
    book.failure = None
    assert await asked(readings, book, 20) is DOCUMENT
    assert book.begun == 2


async def test_a_reading_ends_when_its_only_caller_leaves(readings: UnfinishedReadings, book: Book) -> None:
    asking = asyncio.create_task(asked(readings, book, 20))
    await book.started.wait()
    asking.cancel()
    await asyncio.wait([asking])
    await book.ended.wait()
    assert asking.cancelled()


async def test_a_team_has_four_unfinished_readings_at_most(readings: UnfinishedReadings, book: Book) -> None:
    for number in range(4):
        with pytest.raises(StillReading):
            await asked(readings, book, 0.26, key=number)
    fifth = asyncio.create_task(asked(readings, book, 20, key=4))
    book.finish.set()
    assert await fifth is DOCUMENT
