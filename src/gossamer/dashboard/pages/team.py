"""Which team is looked at, for people who are in several."""

from collections.abc import Iterator

from starlette.responses import Response

from gossamer.dashboard import cookies, paths
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn


async def switch(visit: Visit, _: SignIn) -> Response:
    """Look at another team, in a session of its own."""
    token = await visit.operations.members.switch_team(visit.cookies[cookies.SESSION], visit.form.one("team"))
    response = visit.leave(paths.HOME, "team-switched")
    cookies.put(response, cookies.SESSION, token, secure=visit.secure, max_age=cookies.SESSION_SECONDS)
    return response


def routes() -> Iterator[Route]:
    """Yield the route that switches teams."""
    yield SignedInRoute("POST", "/dashboard/team", switch)
