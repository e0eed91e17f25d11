from dataclasses import replace

import pytest

from gossamer.core.jobs import Job, JobState, Progress
from gossamer.wire.issues import InvalidBody
from gossamer.wire.pagination import Paging
from tests.unit.api.stub_jobs import a_job


def running(done: int) -> Job:
    return a_job(progress=Progress(done=done, queued=5, known=done + 5))


def ended(done: int, state: JobState = JobState.COMPLETED) -> Job:
    return replace(running(done), state=state)


def test_what_is_not_asked_for_has_a_default() -> None:
    assert Paging.read({}) == Paging(skip=0, limit=100, continued=False, limited=False)
    assert Paging.read({"skip": "0"}).continued
    assert Paging.read({"limit": "7", "skip": "010"}) == Paging(10, 7, continued=True, limited=True)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"skip": "-1"}, "Invalid pagination: skip must be a whole number at least 0."),
        ({"skip": "x"}, "Invalid pagination: skip must be a whole number at least 0."),
        ({"skip": ""}, "Invalid pagination: skip must be a whole number at least 0."),
        ({"skip": "99999999999"}, "Invalid pagination: skip must be a whole number at least 0."),
        ({"skip": "\u0663"}, "Invalid pagination: skip must be a whole number at least 0."),
        ({"limit": "0"}, "Invalid pagination: limit must be a whole number from 1 to 1000."),
        ({"limit": "1001"}, "Invalid pagination: limit must be a whole number from 1 to 1000."),
        ({"limit": "1.5"}, "Invalid pagination: limit must be a whole number from 1 to 1000."),
    ],
)
def test_a_page_that_cannot_be_is_refused(query: dict[str, str], sentence: str) -> None:
    with pytest.raises(InvalidBody) as caught:
        Paging.read(query)
    assert caught.value.error == sentence
    assert caught.value.details[0]["path"] == [next(iter(query))]


@pytest.mark.parametrize(
    ("query", "job", "returned", "v2", "v1"),
    [
        # The first request: there is more, or there may be.
        ({}, running(250), 100, 100, 100),
        ({}, running(50), 50, 50, 50),
        ({}, running(0), 0, 0, 0),
        ({}, ended(250), 100, 100, 100),
        ({}, ended(100), 100, None, None),
        ({}, ended(0), 0, None, None),
        ({}, ended(3, JobState.CANCELLED), 3, None, None),
        # Its pages were forgotten with the reading before.
        ({}, ended(100), 0, None, None),
        ({"skip": "0"}, ended(100), 0, None, None),
        # One that followed a `next`: another only if this one brought something.
        ({"skip": "100"}, running(250), 100, 200, 200),
        ({"skip": "200"}, running(250), 50, 250, 250),
        ({"skip": "250"}, running(250), 0, None, 250),
        ({"skip": "0"}, running(0), 0, None, 0),
        ({"skip": "100"}, ended(250), 100, 200, 200),
        ({"skip": "200"}, ended(250), 50, None, None),
        ({"skip": "900"}, ended(250), 0, None, None),
        # Fewer than asked for, because of their size.
        ({"skip": "0", "limit": "100"}, ended(250), 3, 3, 3),
    ],
)
def test_a_next_page_is_promised_when_one_may_come(
    query: dict[str, str], job: Job, returned: int, v2: int | None, v1: int | None
) -> None:
    asked = Paging.read(query)
    assert asked.following(job, returned, while_running=False) == v2
    assert asked.following(job, returned, while_running=True) == v1


def test_the_next_page_is_as_long_as_this_one_was_asked_to_be() -> None:
    address = "http://api.example:3002/v2/crawl/x"
    assert Paging.read({}).next_url(address, 100) == f"{address}?skip=100"
    assert Paging.read({"limit": "100"}).next_url(address, 100) == f"{address}?skip=100&limit=100"
