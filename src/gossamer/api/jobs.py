"""The endpoints of jobs: status, errors, URLs, cancelling and watching, the same for every kind and version."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gossamer.api.answers import StreamedAnswer, stream_list
from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.errors import RequestRefused
from gossamer.api.job_watch import watch
from gossamer.api.requests import idempotency_key
from gossamer.api.sockets import CallNow, Socket, SocketEndpoint
from gossamer.core.access import Group, Mode
from gossamer.core.jobs import Job, JobKind, JobUrl
from gossamer.operations import JobArrival, Problems
from gossamer.wire import compliance, pagination
from gossamer.wire.diagnoses import diagnosis_json
from gossamer.wire.job_answers import Cancelled, JobDiagnosis, JobErrors, JobStatus, JobUrls, Resumed
from gossamer.wire.jobs import CANCELLED, error_json, urls_json
from gossamer.wire.pagination import Paging

_CSV = "text/csv"
_MAX_ANSWER = 10 * 1024 * 1024
_URLS_QUERY = {
    "skip": "Skip entries up to this position; take it from `next`.",
    "limit": pagination.QUERY["limit"],
}


def arrival(call: Call, dialect: str) -> JobArrival:
    """Return the arrival of a request for a job; AlreadyUsed when its idempotency key is none."""
    return JobArrival(called_at=call.origin, dialect=dialect, idempotency_key=idempotency_key(call.headers))


async def room_for_batch(call: Call) -> None:
    """Refuse a batch before it is read where none of its pages could wait."""
    await call.operations.batches.check_room(call.caller, call.group)


@dataclass(frozen=True, slots=True)
class JobEndpoints:
    """The endpoints that read jobs of some *kinds* in one version of the API.

    *show* gives a status its shape. *checks_id* are the endpoints that tell an id that is no UUID
    from an unknown one. With *always_next* a running job always has a next page.
    """

    version: str
    path: str
    group: Group
    kinds: frozenset[JobKind]
    show: Callable[..., Json]
    checks_id: frozenset[str] = frozenset({"status", "cancel", "errors"})
    always_next: bool = False

    def endpoints(self) -> Iterator[Endpoint[Any]]:
        """Yield the endpoints that all versions have."""
        path, jobs = self.path + "/{id}", self._jobs
        yield jobs("GET", path, "Read a job", JobStatus, self.status, query=pagination.QUERY)
        yield jobs("DELETE", path, "Cancel a job", Cancelled, self.cancel)
        yield jobs("GET", path + "/errors", "Pages that failed", JobErrors, self.errors)

    def errors_by_delete(self) -> Endpoint[Any]:
        """Return the endpoint of clients that ask for errors with the wrong method."""
        return self._jobs("DELETE", self.path + "/{id}/errors", "Pages that failed", JobErrors, self.errors)

    def report_endpoints(self) -> Iterator[Endpoint[Any]]:
        """Yield the endpoints of version 2 alone: going on at walls, and reports on a job and its URLs.

        The last two are counted, because all of the job is read.
        """
        path, jobs = self.path + "/{id}", self._jobs
        yield jobs("POST", path + "/resume", "Go on at walls", Resumed, self.resume)
        yield jobs("GET", path + "/urls", "Every URL the job met", JobUrls, self.urls, query=_URLS_QUERY)
        summary = "Why a job behaved as it did"
        yield jobs("GET", path + "/diagnosis", summary, JobDiagnosis, self.diagnosis, mode=Mode.CRAWL)
        options: dict[str, Any] = {"query": compliance.QUERY, "also": _CSV, "mode": Mode.CRAWL}
        summary = "By what right pages were fetched"
        yield jobs("GET", path + "/compliance", summary, compliance.Compliance, self.compliance, **options)

    @property
    def _jobs(self) -> Callable[..., Endpoint[Any]]:
        return endpoints_of(self.group, self.version, by_job=True)

    def socket(self) -> SocketEndpoint:
        """Return the WebSocket of watchers."""
        return SocketEndpoint(self.path + "/{id}", self.group, self.watch)

    async def status(self, call: Call, _: None) -> Json:
        """Return the state of the job, and its finished pages from `skip` on.

        A page of the answer ends after `limit` documents or 10 MiB; follow `next` for the rest.
        The same address is a WebSocket: it tells what is there (`catchup`), then every page as it
        is finished (`document`), then `done`.
        """
        paging = Paging.read(call.query)
        reading = await call.operations.jobs.read(
            call.caller,
            call.group,
            self._id(call, "status"),
            self.kinds,
            after=paging.skip,
            limit=paging.limit,
            max_bytes=_MAX_ANSWER,
        )
        following = paging.following(reading.job, len(reading.pages), while_running=self.always_next)
        next_url = None if following is None else paging.next_url(call.address, following)
        # A reading from behind the last page has seen none of them.
        if following is None and paging.skip <= reading.job.progress.done:
            await call.operations.jobs.handed_out(reading.job)
        return self.show(reading.job, reading.pages, call.locate, next_url=next_url, warning=reading.warning)

    async def cancel(self, call: Call, _: None) -> Json:
        """End the job now. Pages that are finished stay; pages in flight are neither kept nor charged."""
        await call.operations.jobs.cancel(call.caller, call.group, self._id(call, "cancel"), self.kinds)
        return CANCELLED

    async def resume(self, call: Call, _: None) -> Json:
        """Let a job with `waitAtWalls` go on where it waits; ending a session that saves the profile does the same."""
        jobs = call.operations.jobs
        return {
            "success": True,
            "resumed": await jobs.resume(call.caller, call.group, self._id(call, "cancel"), self.kinds),
        }

    async def errors(self, call: Call, _: None) -> StreamedAnswer:
        """Return the pages that could not be had, each with a code, and the URLs that robots.txt forbids."""
        problems = await call.operations.jobs.problems(call.caller, call.group, self._id(call, "errors"), self.kinds)
        return StreamedAnswer(_errors(problems))

    async def urls(self, call: Call, _: None) -> Json:
        """Return every URL the job met, once each, with what became of it and why."""
        paging = Paging.read(call.query)
        job, urls = await call.operations.jobs.urls(
            call.caller, call.group, self._id(call, "errors"), self.kinds, after=paging.skip, limit=paging.limit
        )
        full = len(urls) == paging.limit
        return urls_json(job, urls, next_url=paging.next_url(call.address, urls[-1].position) if full else None)

    async def diagnosis(self, call: Call, _: None) -> Json:
        """Return the reasons for the job's behaviour, and the changes to make. Sent headers are left out."""
        diagnosis = await call.operations.jobs.diagnosis(call.caller, call.group, self._id(call, "errors"), self.kinds)
        return {"success": True, **diagnosis_json(diagnosis)}

    async def compliance(self, call: Call, _: None) -> StreamedAnswer:
        """Return for every URL that the job met whether it was fetched and by what right, and each request for it."""
        form = call.query.get("format") or ("csv" if _CSV in call.headers.get("accept", "") else "json")
        if form not in {"csv", "json"}:
            raise RequestRefused(400, "`format` is `csv` or `json`.", code="BAD_REQUEST")
        job_id = self._id(call, "errors")
        job, urls = await call.operations.jobs.visits(call.caller, call.group, job_id, self.kinds)
        if form == "json":
            return StreamedAnswer(_compliance(job, urls))
        return StreamedAnswer(_compliance_table(urls), b"text/csv; charset=utf-8")

    async def watch(self, call_now: CallNow, socket: Socket) -> None:
        """Tell the client what the job has, and what it gets, until it ends."""
        await watch(call_now, socket, self.kinds, self.show)

    def _id(self, call: Call, door: str) -> str:
        return call.job_id if door in self.checks_id else call.path["id"]


async def _errors(problems: Problems) -> AsyncGenerator[bytes]:
    yield b'{"success":true,"errors":['
    async for part in stream_list(problems.failed, partial(error_json, problems.job.job_id)):
        yield part
    yield b'],"robotsBlocked":['
    async for part in stream_list(problems.forbidden, lambda url: url.url):
        yield part
    yield b"]}"


async def _compliance(job: Job, urls: AsyncIterator[Sequence[JobUrl]]) -> AsyncGenerator[bytes]:
    yield f'{{"success":true,"status":"{job.state}","urls":['.encode()
    async for part in stream_list(urls, compliance.compliance_json):
        yield part
    yield b"]}"


async def _compliance_table(urls: AsyncIterator[Sequence[JobUrl]]) -> AsyncGenerator[bytes]:
    yield compliance.compliance_csv((), has_head=True).encode()
    async for part in urls:
        yield compliance.compliance_csv(part, has_head=False).encode()
