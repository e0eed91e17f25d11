"""/dashboard/usage: what the team used, by month, day and key."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from starlette.responses import Response

from gossamer.core.accounts import SignIn
from gossamer.core.usage import DayUsage
from gossamer.dashboard.pages.usage import figures
from gossamer.dashboard.pages.usage.figures import Month
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit


def routes() -> Iterator[Route]:
    """Yield the pages of usage."""
    yield SignedInRoute("GET", "/dashboard/usage", usage)
    yield SignedInRoute("GET", "/dashboard/usage.csv", download)


async def usage(visit: Visit, session: SignIn) -> Response:
    """Show the team's months, and one of them by day and key."""
    months, shown = await _months(visit, session)
    everything = await _rows(visit, session, shown)
    key_id = visit.query.one("key")
    rows = [row for row in everything if key_id in ("", row.key_id)]
    listed = figures.month_usage(shown.period, rows)
    if key_id:
        since, until = months[0].period.start, months[-1].period.end
        days = await visit.operations.usage.days(onlooker(session), since=since, until=until)
        months = figures.months_of_key(months, days, key_id)
        shown = figures.choose_month(months, shown.name)
    return visit.page(
        "usage/page.html",
        session,
        months=months,
        shown=shown,
        usage=listed,
        keys=figures.month_usage(shown.period, everything).keys,
        key_id=key_id,
        months_chart=figures.months_chart(months, shown, f"/dashboard/usage?{urlencode({'key': key_id})}&month="),
        days_chart=figures.days_chart(listed),
    )


async def download(visit: Visit, session: SignIn) -> Response:
    """Return the rows of a month as comma-separated values."""
    _, shown = await _months(visit, session)
    key_id = visit.query.one("key")
    rows = [row for row in await _rows(visit, session, shown) if key_id in ("", row.key_id)]
    name = f"usage-{shown.name}.csv"
    return Response(
        figures.table(rows),
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def _months(visit: Visit, session: SignIn) -> tuple[Sequence[Month], Month]:
    """Return the months that can be chosen, and the one that was."""
    reports = visit.operations.usage
    caller = onlooker(session)
    running = (await reports.balance(caller)).period
    months = figures.months(await reports.history(caller, by_key=False), running)
    return months, figures.choose_month(months, visit.query.one("month"))


async def _rows(visit: Visit, session: SignIn, month: Month) -> Sequence[DayUsage]:
    return await visit.operations.usage.days(onlooker(session), since=month.period.start, until=month.period.end)
