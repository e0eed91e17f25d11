"""The endpoints of agents: runs, their list, threads, traces and snapshots."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.jobs import arrival
from gossamer.core.access import Group, Mode
from gossamer.core.errors import CallerError, NotFound, ThreadNotFound
from gossamer.core.ids import is_id
from gossamer.core.research import ResearchKind
from gossamer.wire import agent_answers, v2
from gossamer.wire.agent_trace import RESULT, AgentTrace, TracedRun, trace_json
from gossamer.wire.answers import Acknowledged

_PATH: Final = "/v2/agent"
_KIND: Final = ResearchKind.AGENT
_LATEST_MS: Final = 253_402_300_799_000


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of agents."""
    every, run = endpoints_of(Group.AGENT), _PATH + "/{id}"
    options: dict[str, Any] = {"body": v2.AgentRequest, "once": True, "mode": Mode.EXTRACT}
    yield every("POST", _PATH, "Let an agent answer a question", agent_answers.AgentStarted, start, **options)
    before = {"before": "Only runs from before then, in milliseconds since 1970; take it from `next`."}
    yield every("GET", _PATH, "Runs of agents", agent_answers.AgentList, list_runs, query=before)
    data = {"includeData": "`true` to have the data of each run."}
    yield every("GET", _PATH + "/threads/{id}", "Read a thread", agent_answers.AgentThread, thread, query=data)
    yield every("GET", run, "Read an agent's run", agent_answers.AgentAnswer, status)
    yield every("DELETE", run, "Cancel an agent's run", Acknowledged, cancel)
    live = {"liveView": "`true` to list browser sessions that are open."}
    yield every("GET", run + "/trace", "What a run did", AgentTrace, trace, query=live)
    yield every("GET", run + "/snapshots/{snapshot}", "Something a run made", agent_answers.AgentSnapshot, snapshot)


async def start(call: Call, body: v2.AgentRequest) -> Json:
    """Begin to answer a question from pages that the agent finds, and return the run's id.

    Works without a language model too: values and sentences of pages, with citations.
    """
    job_id, thread_place = await call.operations.research.start(
        call.caller, call.group, body.spec(), arrival(call, "v2")
    )
    return agent_answers.started_json(job_id, thread_place)


async def status(call: Call, _: None) -> Json:
    """Return the state of a run, and its answer once it has ended. It is kept for 24 hours."""
    reading = await call.operations.research.read(call.caller, call.group, _KIND, call.job_id)
    await call.operations.research.handed_out(reading)
    return agent_answers.agent_json(
        reading.job, reading.spec, reading.answer, warning=reading.warning, error=reading.error, stop=reading.stop
    )


async def cancel(call: Call, _: None) -> Json:
    """Cancel a run; what it found until then is its `partial`."""
    await call.operations.research.cancel(call.caller, call.group, call.job_id)
    return {"success": True}


async def list_runs(call: Call, _: None) -> Json:
    """Return the team's runs, the youngest first, 20 at a time."""
    runs, following = await call.operations.research.runs(call.caller, call.group, _before(call))
    if following is None:
        return agent_answers.agents_json(runs, None)
    return agent_answers.agents_json(runs, f"{call.origin}{_PATH}?before={int(following.timestamp() * 1000)}")


async def thread(call: Call, _: None) -> Json:
    """Return the runs of a thread, the first turn first."""
    thread_id = call.path["id"]
    if not is_id(thread_id):
        raise ThreadNotFound("Thread not found")
    runs = await call.operations.research.thread(call.caller, call.group, thread_id)
    include = call.query.get("includeData", "").lower() == "true"
    shown = [
        agent_answers.thread_run_json(run.job, run.spec, run.answer, stop=run.stop, include_data=include)
        for run in runs
    ]
    return agent_answers.thread_json(thread_id.lower(), shown)


async def trace(call: Call, _: None) -> Json:
    """Return the steps of a run in order: its plans, searches, pages and omissions, with reasons."""
    job_id = call.job_id
    reading = await call.operations.research.read(call.caller, call.group, _KIND, job_id)
    history = await call.operations.research.history(call.caller, call.group, _KIND, job_id)
    facets = () if reading.job.keeps_nothing else reading.plan.facets
    run = TracedRun(reading.job, facets, history.steps, history.urls, history.pages, reading.stop)
    return trace_json(run, live_view=call.query.get("liveView", "").lower() == "true")


async def snapshot(call: Call, _: None) -> Json:
    """Return the text of a page that a run read, or its result as JSON."""
    job_id, name = call.job_id, call.path["snapshot"]
    history = await call.operations.research.history(call.caller, call.group, _KIND, job_id)
    text = next((page.document.markdown for page in history.pages if page.scrape_id == name), None)
    if name == RESULT:
        reading = await call.operations.research.read(call.caller, call.group, _KIND, job_id)
        answer = None if reading.job.keeps_nothing else reading.answer
        text = None if answer is None else json.dumps(answer.data, ensure_ascii=False)
    if text is None:
        raise NotFound("Snapshot not found")
    return {"success": True, "id": job_id, "snapshotId": name, "snapshot": text}


def _before(call: Call) -> datetime | None:
    before = call.query.get("before")
    if before is None:
        return None
    if not (before.isascii() and before.isdecimal() and int(before) <= _LATEST_MS):
        raise CallerError("`before` must be a number of milliseconds since 1970.")
    return datetime.fromtimestamp(int(before) / 1000, UTC)
