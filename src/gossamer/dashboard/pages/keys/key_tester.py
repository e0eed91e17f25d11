"""The key tester: whether a request with a key would pass, without making it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from gossamer.core.access import AccessRequest
from gossamer.core.errors import CallerError, NotAllowed, RestrictionsUnverified
from gossamer.dashboard.pages.keys.key_lookup import KEYS, live_keys
from gossamer.dashboard.pages.keys.trials import TRIALS
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn
from gossamer.operations.gate import admit

_PATH: Final = f"{KEYS}/test"
_EXAMPLE: Final = '{\n  "url": "https://example.com",\n  "formats": ["markdown"]\n}'
_PASSES: Final = "This key's restrictions let the request pass."
_GROUP_PASSES: Final = "This key may call the endpoint; its body is not looked at here."
# As much as the API itself reads.
_MAX_BODY: Final = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a request; *kind* is "passes", "refused" or "unreadable"."""

    kind: str
    message: str


async def tester(visit: Visit, session: SignIn) -> Response:
    """Show the tester."""
    chosen = {"key": visit.query.one("key"), "version": "v2", "endpoint": "scrape", "body": _EXAMPLE}
    return await _page(visit, session, chosen, None)


async def test(visit: Visit, session: SignIn) -> Response:
    """Say whether the request would pass. Nothing is executed, recorded or charged."""
    chosen = {name: visit.form.one(name) for name in ("key", "version", "endpoint", "body")}
    verdict = await _verdict(visit, session, chosen)
    if visit.htmx:
        return visit.fragment("keys/verdict.html", session, verdict=verdict)
    return await _page(visit, session, chosen, verdict)


async def _verdict(visit: Visit, session: SignIn, chosen: dict[str, str]) -> Verdict:
    trial = TRIALS.get(chosen["version"], {}).get(chosen["endpoint"])
    if trial is None:
        return Verdict("unreadable", f"Version {chosen['version'][:10]} of the API has no such endpoint.")
    try:
        caller = await visit.operations.members.principal_of(session.actor, chosen["key"])
        # In the order of the API: what it refuses at the door it does not read.
        admit(caller, AccessRequest(trial.group))
        # A body may be as long as the API's; on the loop everybody would wait for it.
        admit(caller, await asyncio.to_thread(trial.ask, chosen["body"]))
    except (NotAllowed, RestrictionsUnverified) as failure:
        return Verdict("refused", failure.message)
    except CallerError as failure:
        return Verdict("unreadable", failure.message)
    return Verdict("passes", _PASSES if trial.shape else _GROUP_PASSES)


async def _page(visit: Visit, session: SignIn, chosen: dict[str, str], verdict: Verdict | None) -> Response:
    keys = await live_keys(visit, session)
    return visit.page("keys/test.html", session, keys=keys, trials=TRIALS, chosen=chosen, verdict=verdict)


def routes() -> Iterator[Route]:
    """Yield the routes of the key tester."""
    yield SignedInRoute("GET", _PATH, tester, admins_only=True)
    yield SignedInRoute("POST", _PATH, test, admins_only=True, max_body=_MAX_BODY)
