"""/dashboard/monitors: the team's monitors, a form for a new one, and what their checks found."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from pydantic import ValidationError
from starlette.responses import Response

from gossamer.core.access import Group, Principal
from gossamer.core.accounts import SignIn
from gossamer.core.errors import AlreadyRunning, NotFound, ServiceError
from gossamer.core.monitoring import Check, Monitor, MonitorStatus
from gossamer.dashboard.pages.monitors import drafts, views
from gossamer.dashboard.pages.playground import keys
from gossamer.dashboard.results import blob_path
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit
from gossamer.operations.monitors import MonitorView
from gossamer.wire import v2

_HERE: Final = "/dashboard/monitors"
_MOST: Final = 100
_CHECKS: Final = 30
_PAGES: Final = 100
_PREVIEWED: Final = 3_000


def routes() -> Iterator[Route]:
    """Yield the pages of monitors."""
    yield SignedInRoute("GET", _HERE, monitors)
    yield SignedInRoute("GET", _HERE + "/new", new)
    yield SignedInRoute("POST", _HERE + "/new", create)
    yield SignedInRoute("POST", _HERE + "/preview", preview)
    yield SignedInRoute("GET", _HERE + "/{id}", monitor)
    yield SignedInRoute("GET", _HERE + "/{id}/edit", edit)
    yield SignedInRoute("POST", _HERE + "/{id}/edit", change)
    yield SignedInRoute("GET", _HERE + "/{id}/delete", ask_to_delete)
    yield SignedInRoute("POST", _HERE + "/{id}/delete", delete)
    yield SignedInRoute("POST", _HERE + "/{id}/run", run)
    yield SignedInRoute("POST", _HERE + "/{id}/pause", pause)
    yield SignedInRoute("POST", _HERE + "/{id}/resume", resume)
    yield SignedInRoute("POST", _HERE + "/{id}/test", test)
    yield SignedInRoute("GET", _HERE + "/{id}/checks/{check_id}", check)


async def monitors(visit: Visit, session: SignIn) -> Response:
    """Show the team's monitors."""
    operations, caller = visit.operations.monitors, onlooker(session)
    monitor_views = await operations.all(caller, Group.ACCOUNT, limit=_MOST, offset=0)
    rows = [views.row(view) for view in monitor_views]
    alerts = await operations.last_alerts(caller, Group.ACCOUNT, [row.monitor_id for row in rows])
    token = await operations.feed_token(caller, Group.ACCOUNT)
    feed = f"{visit.origin}/feeds/{token}.atom"
    return visit.page("monitors/page.html", session, rows=rows, alerts=alerts, feed=feed)


async def new(visit: Visit, session: SignIn) -> Response:
    """Show the form for a monitor."""
    return await _form(visit, session, drafts.MonitorDraft(urls=visit.query.one("url")))


async def create(visit: Visit, session: SignIn) -> Response:
    """Create the monitor that the form describes, and check it: what changes is compared with the page as it is now."""
    draft = drafts.MonitorDraft.of(visit.form)
    try:
        request = v2.MonitorRequest.model_validate(draft.body())
        caller = await _principal(visit, session, draft.key)
        await visit.operations.enter(caller, Group.MONITOR, None, called_from=visit.address)
        monitors = visit.operations.monitors
        view = await monitors.create(caller, Group.MONITOR, request.spec(), called_at=visit.origin)
        monitor_id = view.monitor.monitor_id
        await monitors.run(caller, Group.MONITOR, monitor_id)
    except ValidationError as failure:
        return await _form(visit, session, draft, error=drafts.sentence(failure))
    except ServiceError as failure:
        return await _form(visit, session, draft, error=failure.message)
    return visit.leave(f"{_HERE}/{monitor_id}", "monitor-made")


async def edit(visit: Visit, session: SignIn) -> Response:
    """Show the form for a monitor as it is."""
    view = await visit.operations.monitors.read(onlooker(session), Group.ACCOUNT, visit.path["id"])
    return await _form(visit, session, drafts.MonitorDraft.of_monitor(view.monitor), view.monitor)


async def change(visit: Visit, session: SignIn) -> Response:
    """Make the monitor what the form describes."""
    operations, draft = visit.operations.monitors, drafts.MonitorDraft.of(visit.form)
    before = (await operations.read(onlooker(session), Group.ACCOUNT, visit.path["id"])).monitor
    try:
        request = v2.MonitorUpdate.model_validate(draft.changes(before))
        caller = await _principal(visit, session, draft.key)
        await visit.operations.enter(caller, Group.MONITOR, None, called_from=visit.address)
        await operations.change(caller, Group.MONITOR, before.monitor_id, request.changes(), None)
    except ValidationError as failure:
        return await _form(visit, session, draft, before, error=drafts.sentence(failure))
    except ServiceError as failure:
        return await _form(visit, session, draft, before, error=failure.message)
    return visit.leave(f"{_HERE}/{before.monitor_id}", "monitor-changed")


async def preview(visit: Visit, session: SignIn) -> Response:
    """Show what would be watched: the first address, read as a check reads it."""
    draft = drafts.MonitorDraft.of(visit.form)
    try:
        request = v2.ScrapeRequest.model_validate(draft.scrape_body())
        caller = await _principal(visit, session, draft.key)
        await visit.operations.enter(caller, Group.SCRAPE, None, called_from=visit.address)
        result = await visit.operations.scrape(caller, Group.SCRAPE, request.spec(), "v2")
    except ValidationError as failure:
        return visit.fragment("monitors/preview.html", session, text="", error=drafts.sentence(failure))
    except ServiceError as failure:
        return visit.fragment("monitors/preview.html", session, text="", error=failure.message)
    shot = result.document.screenshot
    picture = "" if shot is None else blob_path(shot)
    text = result.document.markdown or ""
    prices = await visit.operations.monitors.watched_prices(text) if draft.what == "price" else None
    shown = text[:_PREVIEWED]
    return visit.fragment("monitors/preview.html", session, text=shown, picture=picture, prices=prices, error="")


async def monitor(visit: Visit, session: SignIn) -> Response:
    """Show a monitor and its checks."""
    operations, caller, monitor_id = visit.operations.monitors, onlooker(session), visit.path["id"]
    view = await operations.read(caller, Group.ACCOUNT, monitor_id)
    entries = await operations.checks(caller, Group.ACCOUNT, monitor_id, limit=_CHECKS, offset=0)
    token = await operations.feed_token(caller, Group.ACCOUNT, monitor_id)
    return visit.page(
        "monitors/monitor.html",
        session,
        row=views.row(view),
        facts=views.facts(view),
        checks=[views.check_row(entry) for entry in entries],
        prices=await _prices(visit, session, view, entries),
        feed=f"{visit.origin}/feeds/{token}.atom",
    )


async def _prices(
    visit: Visit, session: SignIn, view: MonitorView, checks: Sequence[Check]
) -> Sequence[tuple[str, str]] | None:
    """Return the prices that a monitor of prices saw on its first page at the last check; None where none is kept."""
    if visit.htmx or not checks or view.criteria is None or "price" not in view.criteria.fields:
        return None
    caller, operations = onlooker(session), visit.operations
    _, pages = await operations.monitors.check(
        caller, Group.ACCOUNT, view.monitor.monitor_id, checks[0].check_id, after=0, limit=1
    )
    if not pages or pages[0].current_scrape_id is None:
        return None
    with suppress(NotFound):
        report = await operations.reports.scrape(caller, pages[0].current_scrape_id)
        if report.document is not None:
            return await operations.monitors.watched_prices(report.document.markdown or "")
    return None


async def check(visit: Visit, session: SignIn) -> Response:
    """Show what a check found."""
    operations, caller, monitor_id = visit.operations.monitors, onlooker(session), visit.path["id"]
    view = await operations.read(caller, Group.ACCOUNT, monitor_id)
    record, pages = await operations.check(
        caller, Group.ACCOUNT, monitor_id, visit.path["check_id"], after=0, limit=_PAGES
    )
    return visit.page(
        "monitors/check.html",
        session,
        row=views.row(view),
        check=views.check_row(record),
        pages=[views.page_view(page, view.monitor) for page in pages],
        is_cut=record.summary.total > len(pages),
    )


async def ask_to_delete(visit: Visit, session: SignIn) -> Response:
    """Ask whether the monitor is really to be deleted."""
    view = await visit.operations.monitors.read(onlooker(session), Group.ACCOUNT, visit.path["id"])
    return visit.dialog("monitors/delete.html", session, title="Delete this monitor?", row=views.row(view))


async def delete(visit: Visit, session: SignIn) -> Response:
    """Delete the monitor."""
    await visit.operations.monitors.delete(onlooker(session), Group.ACCOUNT, visit.path["id"])
    return visit.leave(_HERE, "monitor-deleted")


async def run(visit: Visit, session: SignIn) -> Response:
    """Start a check now; when one runs already, show that one."""
    monitor_id = visit.path["id"]
    try:
        started = (await visit.operations.monitors.run(onlooker(session), Group.ACCOUNT, monitor_id)).check_id
    except AlreadyRunning as running:
        started = running.check_id
    return visit.leave(f"{_HERE}/{monitor_id}/checks/{started}", "monitor-running")


async def pause(visit: Visit, session: SignIn) -> Response:
    """Pause the monitor."""
    return await _set(visit, session, MonitorStatus.PAUSED, "monitor-paused")


async def resume(visit: Visit, session: SignIn) -> Response:
    """Let the monitor run again."""
    return await _set(visit, session, MonitorStatus.ACTIVE, "monitor-resumed")


async def test(visit: Visit, session: SignIn) -> Response:
    """Send a test message to every receiver."""
    await visit.operations.monitors.test(onlooker(session), Group.ACCOUNT, visit.path["id"])
    return visit.leave(f"{_HERE}/{visit.path['id']}", "monitor-tested")


async def _set(visit: Visit, session: SignIn, status: MonitorStatus, notice: str) -> Response:
    monitor_id = visit.path["id"]
    await visit.operations.monitors.change(onlooker(session), Group.ACCOUNT, monitor_id, {}, status)
    return visit.leave(f"{_HERE}/{monitor_id}", notice)


async def _form(
    visit: Visit, session: SignIn, draft: drafts.MonitorDraft, monitor: Monitor | None = None, *, error: str = ""
) -> Response:
    """Show the form of a new monitor, or of *monitor*, with what is wrong with it."""
    api_keys = await visit.operations.members.keys(session.actor, session.team.team_id)
    values: Mapping[str, Any] = {"keys": keys.choices(api_keys, now=visit.now()), "what": drafts.WHAT}
    return visit.page(
        "monitors/form.html",
        session,
        status=400 if error else 200,
        draft=draft,
        error=error,
        monitor=monitor,
        schedules=drafts.SCHEDULES,
        thresholds=drafts.with_chosen(drafts.THRESHOLDS, draft.threshold, "At least {} % of the picture"),
        digests=drafts.DIGESTS,
        debounces=drafts.with_chosen(drafts.DEBOUNCES, draft.debounce, "Wait {} minutes for more"),
        **values,
    )


async def _principal(visit: Visit, session: SignIn, key_id: str) -> Principal:
    """Return the principal of the team's key that the monitor runs with."""
    if not key_id:
        raise NotFound("The team has no key that can be used. An admin can create one on the page API keys.")
    principal = await visit.operations.members.principal_of(session.actor, key_id)
    if principal.team_id != session.team.team_id:
        raise NotFound("API key not found.")
    return principal
