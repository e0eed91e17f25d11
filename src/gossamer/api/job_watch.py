"""Following a job over a socket: first what is there, then each page as it finishes, then the end.

The end is sent after every page. A client takes a final status for the end, so while pages are
still to come the job is shown as running.

Many may follow one job. Those with the same key who are at the same place of it, and have heard of the same change, are
sent the same frames: they are read and encoded once.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from gossamer.api.answers import encode_json
from gossamer.api.endpoints import Json
from gossamer.api.sockets import CallNow, Socket
from gossamer.core.jobs import Job, JobKind, JobState
from gossamer.operations import JobReading
from gossamer.wire.documents import document_json
from gossamer.wire.jobs import summary_json

# All pages so far come in the first frame; a slow client must be able to take it
# before it is asked whether it still lives.
_CATCHUP_PAGES = 1000
_CATCHUP_BYTES = 4 * 1024 * 1024
_SLICE_PAGES = 50
_SLICE_BYTES = 1024 * 1024
# Also how soon a revoked key is noticed.
_ROUND_SECONDS = 15.0


async def watch(call_now: CallNow, socket: Socket, kinds: frozenset[JobKind], show: Callable[..., Json]) -> None:
    """Tell the client what the job has and gets until it ends; *show* gives a status its shape.

    Raises NotFound for a job that is not there, or is forgotten meanwhile.
    """
    first = await call_now()
    locate = first.locate
    # JavaScript clients, which cannot set headers, pass snapshots on; to others one without documents is the whole job.
    wants_snapshot = bool(first.scope["subprotocols"])
    version = position = 0

    async def look(limit: int, max_bytes: int, frames_of: Callable[[JobReading], Iterator[Json]]) -> JobReading:
        nonlocal position
        call = await call_now()

        async def read() -> tuple[JobReading, list[str]]:
            reading = await call.operations.jobs.read(
                call.caller, call.group, call.path["id"], kinds, after=position, limit=limit, max_bytes=max_bytes
            )
            return reading, [encode_json(frame).decode() for frame in frames_of(reading)]

        place = (call.address, call.caller.team_id, call.caller.key_id, limit, position, version)
        reading, frames = await call.operations.jobs.looks.of(place, read)
        for frame in frames:
            await socket.send(frame)
            # Sending seldom waits, and many are told at the same time.
            await asyncio.sleep(0)
        position = reading.pages[-1].position if reading.pages else position
        return reading

    def catchup(job_reading: JobReading) -> Iterator[Json]:
        job = job_reading.job if _is_whole(job_reading) else _still_running(job_reading.job)
        data = show(job, job_reading.pages, locate, next_url=None, warning=job_reading.warning)
        yield {"type": "catchup", "data": data}

    def documents(job_reading: JobReading) -> Iterator[Json]:
        for page in job_reading.pages:
            yield {"type": "document", "data": document_json(page.document, locate)}

    latest = first_seen = await look(_CATCHUP_PAGES, _CATCHUP_BYTES, catchup)
    while latest.pages or not latest.job.state.final:
        if not latest.pages:
            version = await (await call_now()).operations.jobs.changed(latest.job, seconds=_ROUND_SECONDS)
        latest = await look(_SLICE_PAGES, _SLICE_BYTES, documents)
    was_complete = first_seen.job.state is JobState.COMPLETED and _is_whole(first_seen)
    for frame in _end(latest.job, with_snapshot=wants_snapshot and not was_complete):
        await socket.say(frame)
    await (await call_now()).operations.jobs.handed_out(latest.job)


def _is_whole(reading: JobReading) -> bool:
    # One that has ended and has no pages has lost them with their first reading.
    return not reading.pages or reading.pages[-1].position >= reading.job.progress.done


def _still_running(job: Job) -> Job:
    return replace(job, state=JobState.SCRAPING, finished_at=None, error=None)


def _end(job: Job, *, with_snapshot: bool) -> Iterator[dict[str, Any]]:
    """Yield the messages for the end of *job*. Clients learn only by the status that a job was cancelled."""
    summary = summary_json(job)
    if job.state is JobState.FAILED:
        yield {"type": "error", "error": job.error or "The job failed."}
        return
    if with_snapshot or job.state is JobState.CANCELLED:
        yield {"type": "status", "data": summary}
    yield {"type": "done", "data": summary}
