"""Adding to a batch that is there."""

from dataclasses import replace
from typing import cast

import pytest

from gossamer.core.access import Group, Limits, Principal
from gossamer.core.crawls import BatchSpec
from gossamer.core.errors import AlreadyEnded, NotAllowed, OutOfCredits
from gossamer.core.formats import Json
from gossamer.core.jobs import Job, JobState
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import Jobs
from gossamer.operations import JobArrival
from gossamer.operations.batch import Batches
from tests.threats import threat_watch
from tests.unit.api.stub import NoAgent
from tests.unit.api.stub_jobs import BATCH, BATCH_ID, StubJobs, a_job
from tests.unit.operations.test_spending import SPEC, Purse, spending

ARRIVAL = JobArrival(called_at="http://api.example", dialect="v2")
MORE = BatchSpec((SPEC.url,), SPEC, append_to=BATCH_ID)
OF_A_BOUNDED_TEAM = Principal("team", "colleague", limits=Limits(metered=True))


async def added(purse: Purse, batch: Job, *, by: Principal, more: BatchSpec = MORE) -> str:
    jobs = StubJobs()
    jobs.keep(batch)
    batches = Batches(cast("Jobs", jobs), cast("AgentScraping", NoAgent()), spending(purse), threat_watch())
    return await batches.start(by, Group.BATCH_SCRAPE, more, ARRIVAL)


async def test_a_key_that_nothing_limits_adds_to_a_colleagues_batch_whatever_bound_their_team_has() -> None:
    assert await added(Purse(team=9), a_job(BATCH_ID, BATCH), by=OF_A_BOUNDED_TEAM) == BATCH_ID


@pytest.mark.parametrize(
    ("purse", "limits"),
    [
        (Purse(team=9, key=9), Limits(metered=True)),
        (Purse(), Limits(key_rate=1)),
        (Purse(), Limits(key_concurrency=1)),
    ],
    ids=["budget", "rate", "concurrency"],
)
async def test_a_key_with_a_bound_of_its_own_adds_to_its_own_batches_alone(purse: Purse, limits: Limits) -> None:
    batch = a_job(BATCH_ID, BATCH)
    with pytest.raises(NotAllowed, match="batches that it started"):
        await added(purse, batch, by=replace(OF_A_BOUNDED_TEAM, limits=limits))
    owner = replace(OF_A_BOUNDED_TEAM, key_id=batch.key_id, limits=limits)
    assert await added(purse, batch, by=owner) == BATCH_ID


async def test_what_is_added_costs_what_the_batch_asks_of_its_pages() -> None:
    asked = replace(SPEC, formats=(Json(),))
    batch = a_job(BATCH_ID, BatchSpec((SPEC.url,), asked))
    with pytest.raises(OutOfCredits, match="costs at least 5"):
        await added(Purse(team=4), batch, by=OF_A_BOUNDED_TEAM)
    assert await added(Purse(team=5), batch, by=OF_A_BOUNDED_TEAM) == BATCH_ID


@pytest.mark.parametrize("state", [JobState.COMPLETED, JobState.CANCELLED, JobState.FAILED])
async def test_nothing_is_added_to_a_batch_that_has_ended(state: JobState) -> None:
    with pytest.raises(AlreadyEnded, match="Start a new batch"):
        await added(Purse(team=9), a_job(BATCH_ID, BATCH, state=state), by=OF_A_BOUNDED_TEAM)
