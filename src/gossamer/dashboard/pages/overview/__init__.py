"""/dashboard: where the team stands, and what to do next."""

from collections.abc import Iterator
from typing import Final

from starlette.responses import Response

from gossamer.core.access import Group
from gossamer.core.accounts import SignIn
from gossamer.dashboard.pages.activity import activity_list, jobs
from gossamer.dashboard.pages.overview import figures
from gossamer.dashboard.pages.playground.bodies import Mode, Playing
from gossamer.dashboard.pages.playground.keys import choices
from gossamer.dashboard.pages.playground.snippets import snippets
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit

_LINES: Final = 6
_JOBS: Final = 5
_FIRST_CALL: Final = Playing(Mode.SCRAPE, {"url": "https://example.com", "formats": ["markdown"]})


def routes() -> Iterator[Route]:
    """Yield the first page, and its piece that is kept up to date."""
    yield SignedInRoute("GET", "/dashboard", overview)
    yield SignedInRoute("GET", "/dashboard/running", running)


async def overview(visit: Visit, session: SignIn) -> Response:
    """Show where the team stands."""
    caller, now = onlooker(session), visit.now()
    operations = visit.operations
    since, until = figures.last_days(now)
    activities, _ = await operations.usage.activity(caller, operation=None, cursor=None, limit=_LINES)
    outcomes = await operations.reports.outcomes(caller, [entry.activity_id for entry in activities])
    api_keys = await operations.members.keys(session.actor, session.team.team_id)
    return visit.page(
        "overview/page.html",
        session,
        greeting=figures.greeting(session.user.name),
        missing=figures.missing(await operations.ready()),
        base_url=visit.origin,
        snippets=snippets(_FIRST_CALL, visit.origin),
        credits=figures.credits_of(await operations.usage.balance(caller)),
        chart=figures.days_chart(await operations.usage.days(caller, since=since, until=until), now),
        entries=activity_list.entries(activities, outcomes, activity_list.names_of(api_keys)),
        steps=() if activities else figures.steps(session.role, has_keys=bool(choices(api_keys, now=now))),
        jobs=await _running(visit, session),
    )


async def running(visit: Visit, session: SignIn) -> Response:
    """Return the jobs that run now; what is returned asks again as long as there are any."""
    return visit.fragment("overview/running.html", session, jobs=await _running(visit, session))


async def _running(visit: Visit, session: SignIn) -> list[jobs.JobView]:
    running_jobs = await visit.operations.jobs.running(onlooker(session), Group.ACCOUNT)
    return [jobs.job_view(job, now=visit.now()) for job in running_jobs[:_JOBS]]
