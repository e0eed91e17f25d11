"""Following a job over a socket: first what is there, then each page as it finishes, then the end.

The end is sent after every page. A client takes a final status for the end, so while pages are
still to come the job is shown as running.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from gossamer.api.endpoints import Json
from gossamer.api.sockets import CallNow, Socket
from gossamer.core.jobs import Job, JobKind, JobState
from gossamer.operations import Reading
from gossamer.wire.documents import document_json
from gossamer.wire.jobs import summary_json

# What is there at the start comes in one frame; a slow client must be able to take it
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
    position = 0

    async def look(limit: int, max_bytes: int) -> Reading:
        nonlocal position
        call = await call_now()
        found = await call.operations.jobs.read(
            call.caller, call.group, call.path["id"], kinds, after=position, limit=limit, max_bytes=max_bytes
        )
        position = found.pages[-1].position if found.pages else position
        return found

    seen = await look(_CATCHUP_PAGES, _CATCHUP_BYTES)
    # One that has ended and has no pages has lost them with their first reading.
    whole = position >= seen.job.progress.done or not seen.pages
    job = seen.job if whole else _still_running(seen.job)
    await socket.say({"type": "catchup", "data": show(job, seen.pages, locate, next_url=None, warning=seen.warning)})
    while seen.pages or not seen.job.state.final:
        if not seen.pages:
            await (await call_now()).operations.jobs.changed(seen.job, seconds=_ROUND_SECONDS)
        seen = await look(_SLICE_PAGES, _SLICE_BYTES)
        for page in seen.pages:
            await socket.say({"type": "document", "data": document_json(page.document, locate)})
    for frame in _end(seen.job, with_snapshot=wants_snapshot and job.state is not JobState.COMPLETED):
        await socket.say(frame)
    await (await call_now()).operations.jobs.handed_out(seen.job)


def _still_running(job: Job) -> Job:
    return replace(job, state=JobState.SCRAPING, finished_at=None, error=None)


def _end(job: Job, *, with_snapshot: bool) -> Iterator[dict[str, Any]]:
    """Yield what tells of the end of *job*. Clients know no word for being cancelled but the status."""
    summary = summary_json(job)
    if job.state is JobState.FAILED:
        yield {"type": "error", "error": job.error or "The job failed."}
        return
    if with_snapshot or job.state is JobState.CANCELLED:
        yield {"type": "status", "data": summary}
    yield {"type": "done", "data": summary}
