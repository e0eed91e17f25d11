"""/dashboard/activity: what the team asked for in the last 24 hours, and what became of it."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from starlette.responses import PlainTextResponse, Response, StreamingResponse

from gossamer.core.access import Group
from gossamer.core.accounts import SignIn
from gossamer.core.crawls import CrawlSpec
from gossamer.core.errors import NotFound
from gossamer.core.extractions import ExtractSpec
from gossamer.core.jobs import Job, JobKind
from gossamer.dashboard import results
from gossamer.dashboard.links import link
from gossamer.dashboard.pages.activity import activity_list, exports, jobs
from gossamer.dashboard.pages.activity.reasons import failure, refusal
from gossamer.dashboard.previews import render_preview
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit
from gossamer.operations import JobReading
from gossamer.wire.job_options import crawl_options, extract_options, scrape_options

_HERE: Final = "/dashboard/activity"
_LINES: Final = 25
_URLS: Final = 50
_ANY_KIND: Final = frozenset(JobKind)


def routes() -> Iterator[Route]:
    """Yield the pages of activity."""
    yield SignedInRoute("GET", _HERE, activity)
    yield SignedInRoute("GET", _HERE + "/{id}", detail)
    yield SignedInRoute("GET", _HERE + "/{id}/live", live)
    yield SignedInRoute("GET", _HERE + "/{id}/text", text)
    yield SignedInRoute("GET", _HERE + "/{id}/preview", preview)
    yield SignedInRoute("GET", _HERE + "/{id}/pages", pages)
    yield SignedInRoute("GET", _HERE + "/{id}/cancel", ask_to_cancel)
    yield SignedInRoute("POST", _HERE + "/{id}/cancel", cancel)


async def activity(visit: Visit, session: SignIn) -> Response:
    """Show what was asked for, newest first."""
    names = await _key_names(visit, session)
    operation = visit.query.one("operation")
    # A filter that the form does not offer is none.
    key_id = visit.query.one("key") if visit.query.one("key") in names else ""
    activities, cursor = await visit.operations.usage.activity(
        onlooker(session),
        operation=operation or None,
        key_id=key_id or None,
        cursor=visit.query.one("cursor") or None,
        limit=_LINES,
    )
    outcomes = await visit.operations.reports.outcomes(onlooker(session), [entry.activity_id for entry in activities])
    return visit.page(
        "activity/page.html",
        session,
        entries=activity_list.entries(activities, outcomes, names),
        operations=activity_list.OPERATIONS,
        keys=names,
        operation=operation,
        key_id=key_id,
        is_first="cursor" not in visit.query,
        cursor=cursor,
    )


async def detail(visit: Visit, session: SignIn) -> Response:
    """Show a job, or a single scrape or map."""
    try:
        reading = await _job(visit, session)
    except NotFound:
        return await _scrape(visit, session)
    return await _job_page(visit, session, reading)


async def live(visit: Visit, session: SignIn) -> Response:
    """Return the progress of the job; once it has ended, the whole page is asked for again."""
    reading = await _job(visit, session)
    response = visit.fragment("activity/live.html", session, **await _standing(visit, session, reading.job))
    if reading.job.state.final:
        response.headers["hx-refresh"] = "true"
    return response


async def text(visit: Visit, session: SignIn) -> Response:
    """Return the result of a scrape in one format, as plain text."""
    report = await visit.operations.reports.scrape(onlooker(session), visit.path["id"])
    document, format_name = report.document, visit.query.one("format")
    # CPU work, as much as a page is large.
    content = await asyncio.to_thread(results.text, document, format_name) if document else None
    if content is None:
        raise NotFound("This scrape has no such result.")
    name = f"{report.scrape_id}.{results.SUFFIXES.get(format_name, 'txt')}"
    return PlainTextResponse(content, headers=_saved_as(name) if "download" in visit.query else None)


async def preview(visit: Visit, session: SignIn) -> Response:
    """Show the Markdown of a scrape as it looks."""
    document = (await visit.operations.reports.scrape(onlooker(session), visit.path["id"])).document
    if document is None or document.markdown is None:
        raise NotFound("This scrape has no Markdown.")
    shown = document.markdown[: results.MOST_SHOWN]
    # CPU work, as much as a page is large.
    rendered = await asyncio.to_thread(render_preview, shown)
    is_cut = len(shown) < len(document.markdown)
    return visit.dialog("activity/preview.html", session, title="Preview", rendered=rendered, is_cut=is_cut)


async def pages(visit: Visit, session: SignIn) -> Response:
    """Return all pages that the job has by now, as a file."""
    form = visit.query.one("format")
    if form not in exports.EXPORTS:
        raise NotFound("Pages of a job are there as `jsonl` and as `zip`.")
    job, slices = await visit.operations.jobs.all_pages(
        onlooker(session), Group.ACCOUNT, visit.path["id"], exports.KINDS
    )
    stream = exports.EXPORTS[form](job, slices, lambda name: visit.origin + results.blob_path(name))
    headers = _saved_as(f"{job.kind}-{job.job_id}.{form}")
    return StreamingResponse(stream, media_type=f"application/{form}", headers=headers)


async def ask_to_cancel(visit: Visit, session: SignIn) -> Response:
    """Ask whether the job is really to be cancelled."""
    job = (await _job(visit, session)).job
    view = jobs.job_view(job, now=visit.now())
    return visit.dialog("activity/cancel.html", session, title=f"Cancel this {view.kind.lower()}?", job=view)


async def cancel(visit: Visit, session: SignIn) -> Response:
    """End the job now."""
    job = (await _job(visit, session)).job
    await visit.operations.jobs.cancel(onlooker(session), Group.ACCOUNT, job.job_id, _ANY_KIND)
    return visit.leave(f"{_HERE}/{job.job_id}", "job-cancelled")


def _saved_as(name: str) -> Mapping[str, str]:
    """Return the header by which a browser saves an answer under *name*."""
    return {"content-disposition": f'attachment; filename="{name}"'}


async def _job(visit: Visit, session: SignIn) -> JobReading:
    return await visit.operations.jobs.read(
        onlooker(session), Group.ACCOUNT, visit.path["id"], _ANY_KIND, after=0, limit=0, max_bytes=0
    )


async def _job_page(visit: Visit, session: SignIn, reading: JobReading) -> Response:
    job = reading.job
    state = visit.query.one("state")
    _, states = jobs.FILTERS.get(state, jobs.FILTERS[""])
    after = _position(visit.query.one("after"))
    _, urls = await visit.operations.jobs.urls(
        onlooker(session),
        Group.ACCOUNT,
        job.job_id,
        _ANY_KIND,
        after=after,
        limit=_URLS,
        states=states,
    )
    names = await _key_names(visit, session)
    return visit.page(
        "activity/job.html",
        session,
        **await _standing(visit, session, job),
        target=link(jobs.target_of(job)),
        warning=reading.warning,
        key_name=activity_list.name_of(job.key_id, names),
        dialect=job.dialect,
        expires_at=job.expires_at,
        options=_options(job),
        urls=jobs.url_lines(urls),
        reasons=() if after else await visit.operations.reports.reasons(onlooker(session), job),
        failure=failure,
        refusal=refusal,
        filters={name: label for name, (label, _) in jobs.FILTERS.items()},
        wanted=state,
        is_first=not after,
        following=urls[-1].position if len(urls) == _URLS else None,
    )


async def _standing(visit: Visit, session: SignIn, job: Job) -> Mapping[str, Any]:
    """Return the values that change while the job runs."""
    now = visit.now()
    step = jobs.step_of(job, now=now)
    pace = await visit.operations.reports.pace(onlooker(session), job, step=step)
    return {
        "job": jobs.job_view(job, now=now),
        "timeline": jobs.timeline(job, pace),
        "pace_chart": jobs.pace_chart(job, pace, step=step),
    }


def _position(typed: str) -> int:
    """Return behind which URL the list goes on; what is no position stands for the beginning."""
    return int(typed) if re.fullmatch(r"[0-9]{1,9}", typed) else 0


def _options(job: Job) -> str:
    spec = job.spec
    of_pages = {"scrapeOptions": scrape_options(spec.scrape)}
    match spec:
        case CrawlSpec():
            details = {**crawl_options(spec), **of_pages}
        case ExtractSpec():
            details = {**extract_options(spec), **of_pages}
        case _:
            details = of_pages
    return json.dumps(details, ensure_ascii=False, indent=2)


async def _scrape(visit: Visit, session: SignIn) -> Response:
    report = await visit.operations.reports.scrape(onlooker(session), visit.path["id"])
    names = await _key_names(visit, session)
    document = report.document
    return visit.page(
        "activity/scrape.html",
        session,
        report=report,
        operation=_label(report.operation, document.metadata if document else {}),
        target=link(report.url),
        key_name=activity_list.name_of(report.key_id, names),
        sentence=failure(report.error_code) if report.error_code else "",
        credits=_credits(report.credits, document.metadata if document else {}),
        views=results.views(document) if document else (),
        texts=results.openable(document) if document else (),
        warning=document.warning if document else None,
    )


def _label(operation: str, metadata: Mapping[str, object]) -> str:
    """Return the label of *operation*; a scrape shows by its metadata whether an agent led to its pages."""
    return "Scrape by an agent" if "agent" in metadata else activity_list.operation_label(operation)


def _credits(charged: int | None, metadata: Mapping[str, object]) -> int:
    """Return the price in credits; a page of a job has it in its own metadata, since the job was charged."""
    if charged is not None:
        return charged
    details = metadata.get("creditsUsed")
    return details if isinstance(details, int) else 0


async def _key_names(visit: Visit, session: SignIn) -> Mapping[str, str]:
    keys = await visit.operations.members.keys(session.actor, session.team.team_id)
    return activity_list.names_of(keys)
