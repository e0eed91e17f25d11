"""How busy a team is; the same in every version that tells it."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.doors import Call, Endpoint, Json
from gossamer.core.access import Group
from gossamer.wire.job_answers import Concurrency, QueueStatus
from gossamer.wire.jobs import concurrency_json, queue_json


async def queue_status(call: Call, _: None) -> Json:
    """Return how many pages of the team's jobs are in flight and waiting."""
    load = await call.operations.jobs.load(call.caller, call.group)
    return queue_json(load, at_once=call.operations.jobs.job_pages)


async def concurrency(call: Call, _: None) -> Json:
    """Return how many pages of the team's jobs are in flight, and how many of one job may be."""
    load = await call.operations.jobs.load(call.caller, call.group)
    return concurrency_json(load, at_once=call.operations.jobs.job_pages)


def team_endpoints(version: str) -> Iterator[Endpoint[Any]]:
    """Yield what *version* serves. Every key may ask, however restricted."""
    group = Group.ACCOUNT
    yield Endpoint(
        "GET", f"/{version}/team/queue-status", group, "How busy the team is", version, QueueStatus, queue_status
    )
    yield Endpoint("GET", f"/{version}/concurrency-check", group, "Pages in flight", version, Concurrency, concurrency)
