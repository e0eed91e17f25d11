"""/dashboard/playground: requests as one of the team's keys, and the same as code."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from starlette.responses import Response

from gossamer.core.access import Group, Principal
from gossamer.core.accounts import Role, SignIn
from gossamer.core.errors import NotFound, RestrictionsUnverified
from gossamer.core.jobs import JobKind
from gossamer.core.uploads import MAX_UPLOAD
from gossamer.dashboard.forms import Form
from gossamer.dashboard.pages.activity.jobs import job_view, url_lines
from gossamer.dashboard.pages.playground import bodies, keys
from gossamer.dashboard.pages.playground.bodies import Mode, Unfit
from gossamer.dashboard.pages.playground.keys import KeyChoice
from gossamer.dashboard.pages.playground.requests import BegunJob, Outcome, Player, RefusedRequest, run
from gossamer.dashboard.pages.playground.snippets import Snippet, snippets
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit
from gossamer.wire.extract_answers import extract_json

_HERE: Final = "/dashboard/playground"
# A file that is a little too large is refused with the code that the API gives, beside the form.
_OVER: Final = 1024 * 1024
_NO_KEYS: Final = "The team has no key that can be used. An admin can create one on the page API keys."
_MODES_BY_NAME: Final[Mapping[str, Mode]] = {mode.value: mode for mode in Mode}
_KINDS: Final = frozenset({JobKind.CRAWL, JobKind.EXTRACT})
# Pages listed under the progress of a crawl; the activity page has all of it.
_FIRST: Final = 12


def routes() -> Iterator[Route]:
    """Yield the pages of the playground."""
    yield SignedInRoute("GET", _HERE, playground)
    yield SignedInRoute("GET", _HERE + "/crawl/{id}", progress)
    yield SignedInRoute("POST", _HERE + "/{mode}", play, max_file=MAX_UPLOAD + _OVER)
    yield SignedInRoute("POST", _HERE + "/{mode}/code", code)


async def playground(visit: Visit, session: SignIn) -> Response:
    """Show the form of a mode."""
    mode = _MODES_BY_NAME.get(visit.query.one("mode"), Mode.SCRAPE)
    form = bodies.first_form(mode, visit.query)
    return await _page(visit, session, mode, form, key_id=visit.query.one("key"))


async def play(visit: Visit, session: SignIn) -> Response:
    """Run what the form asks for, and show what came of it."""
    mode = _mode(visit)
    outcome = await _outcome(visit, session, mode)
    if visit.htmx:
        crawl = await _crawl_of(visit, session, outcome)
        return visit.fragment("playground/result.html", session, outcome=outcome, **crawl)
    return await _page(visit, session, mode, visit.form, key_id=visit.form.one("key"), outcome=outcome)


async def code(visit: Visit, session: SignIn) -> Response:
    """Return the form's request as code, and what limits the chosen key."""
    mode = _mode(visit)
    choices = await _choices(visit, session)
    return visit.fragment(
        "playground/code.html",
        session,
        waits=bodies.MODES[mode].waits,
        snippets=await _snippets(mode, visit.form, visit.origin),
        key=keys.choose_key(choices, visit.form.one("key")),
        tells_limits=session.role is Role.ADMIN,
        fresh=True,
    )


async def progress(visit: Visit, session: SignIn) -> Response:
    """Return the progress of a crawl; the fragment asks again until the crawl has ended."""
    return visit.fragment("playground/crawl.html", session, **await _crawl(visit, session, visit.path["id"]))


async def _outcome(visit: Visit, session: SignIn, mode: Mode) -> Outcome:
    key_id = visit.form.one("key")
    if not key_id:
        return RefusedRequest(_NO_KEYS, "NOT_FOUND")
    try:
        played = bodies.playing(mode, visit.form)
    except Unfit as failure:
        return RefusedRequest(failure.message, "BAD_REQUEST")
    try:
        principal = await _principal(visit, session, key_id)
    except (NotFound, RestrictionsUnverified) as failure:
        return RefusedRequest(failure.message, failure.code)
    return await run(visit.operations, Player(principal, visit.address, visit.origin), played)


async def _principal(visit: Visit, session: SignIn, key_id: str) -> Principal:
    """Return the key's principal; NotFound when it is not the team's, or was revoked."""
    principal = await visit.operations.members.principal_of(session.actor, key_id)
    if principal.team_id != session.team.team_id:
        # Of another team of the same person: what is looked at is what is billed.
        raise NotFound("API key not found.")
    return principal


async def _page(
    visit: Visit, session: SignIn, mode: Mode, form: Form, *, key_id: str, outcome: Outcome | None = None
) -> Response:
    choices = await _choices(visit, session)
    return visit.page(
        "playground/page.html",
        session,
        mode=mode.value,
        modes=bodies.MODES,
        fields=bodies.FIELDS,
        form=form,
        formats=bodies.FILE_FORMATS if mode is Mode.PARSE else bodies.FORMATS,
        max_upload=MAX_UPLOAD,
        keys=choices,
        key=keys.choose_key(choices, key_id),
        no_keys=_NO_KEYS,
        tells_limits=session.role is Role.ADMIN,
        waits=bodies.MODES[mode].waits,
        snippets=await _snippets(mode, form, visit.origin),
        outcome=outcome,
        fresh=False,
        **await _crawl_of(visit, session, outcome),
    )


def _mode(visit: Visit) -> Mode:
    play_mode = _MODES_BY_NAME.get(visit.path["mode"])
    if play_mode is None:
        raise NotFound("There is no such page.")
    return play_mode


async def _snippets(mode: Mode, form: Form, origin: str) -> Sequence[Snippet]:
    """Return the form as code; nothing while it cannot be used."""
    try:
        # CPU work, as much as was typed: asked for with every key that is pressed.
        return await asyncio.to_thread(lambda: snippets(bodies.playing(mode, form), origin))
    except Unfit:
        return ()


async def _choices(visit: Visit, session: SignIn) -> Sequence[KeyChoice]:
    api_keys = await visit.operations.members.keys(session.actor, session.team.team_id)
    return keys.choices(api_keys, now=visit.now())


async def _crawl_of(visit: Visit, session: SignIn, outcome: Outcome | None) -> Mapping[str, Any]:
    return await _crawl(visit, session, outcome.job_id) if isinstance(outcome, BegunJob) else {}


async def _crawl(visit: Visit, session: SignIn, job_id: str) -> Mapping[str, Any]:
    """Return the progress of a crawl, and the first URLs it met."""
    caller, jobs = onlooker(session), visit.operations.jobs
    reading = await jobs.read(caller, Group.ACCOUNT, job_id, _KINDS, after=0, limit=0, max_bytes=0)
    _, urls = await jobs.urls(caller, Group.ACCOUNT, job_id, _KINDS, after=0, limit=_FIRST)
    answer = ""
    if reading.job.kind is JobKind.EXTRACT and reading.job.state.final:
        status = await visit.operations.extracts.read(caller, Group.ACCOUNT, job_id)
        shown = extract_json(status.job, status.answer, unfilled=status.unfilled, tokens=None, warning=None, error=None)
        answer = "" if status.answer is None else json.dumps(shown.get("data"), ensure_ascii=False, indent=2)
    job = job_view(reading.job, now=visit.now())
    return {"job": job, "urls": url_lines(urls), "warning": reading.warning, "answer": answer}
