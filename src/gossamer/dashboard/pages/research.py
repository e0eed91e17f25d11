"""/dashboard/research: ask a question, watch the run, and read the report with its citations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError
from starlette.responses import RedirectResponse, Response

from gossamer.core.access import Group, Principal
from gossamer.core.accounts import SignIn
from gossamer.core.errors import NotFound, ServiceError
from gossamer.core.jobs import JobUrl, UrlState
from gossamer.core.research import Citation, Claim, Finding, ResearchKind
from gossamer.dashboard.links import ShownLink, link
from gossamer.dashboard.pages.playground import keys
from gossamer.dashboard.pages.playground.keys import KeyChoice
from gossamer.dashboard.routing import Route, SignedInRoute
from gossamer.dashboard.team_view import onlooker
from gossamer.dashboard.visits import Visit
from gossamer.operations import JobArrival
from gossamer.wire import v2

_HERE: Final = "/dashboard/research"
_KIND: Final = ResearchKind.AGENT
_GROUP: Final = Group.ACCOUNT
_EFFORTS: Final = (("low", "Quick: 6 pages"), ("medium", "Usual: 20 pages"), ("high", "Thorough: 50 pages"))
_NO_KEYS: Final = "The team has no key that can be used. An admin can create one on the page API keys."
# Around a cited passage so much of its page is shown.
_AROUND: Final = 1_500
_MARKS: Final = re.compile(r"\*\*|`|(?<!\S)[|*](?!\S)|^[|*]|[|*]$")
_STATES: Final[Mapping[UrlState, tuple[str, str]]] = {
    UrlState.QUEUED: ("queued", "Waiting"),
    UrlState.RUNNING: ("running", "Reading"),
    UrlState.DONE: ("done", "Read"),
    UrlState.FAILED: ("failed", "Failed"),
    UrlState.REFUSED: ("refused", "Left out"),
}


@dataclass(frozen=True, slots=True)
class RunUrl:
    """A URL that a run met, and why it was left out or failed."""

    address: ShownLink
    state: str
    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """A search or a map of a site, and how many addresses it gave."""

    name: str
    about: str
    count: int
    problem: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of a page with the number of their citation; *passage* is where they can be seen in their page."""

    number: int
    text: str
    value: str
    address: ShownLink
    title: str
    passage: str


@dataclass(frozen=True, slots=True)
class FindingView:
    """A question with its answer, the words it rests on, and those of sources that disagree."""

    question: str
    answer: str
    reason: str
    steps: tuple[str, ...]
    quotes: tuple[Quoted, ...]
    against: tuple[Quoted, ...]


def routes() -> Iterator[Route]:
    """Yield the pages of research."""
    yield SignedInRoute("GET", _HERE, start_page)
    yield SignedInRoute("POST", _HERE, start)
    yield SignedInRoute("GET", _HERE + "/{id}", run_page)
    yield SignedInRoute("GET", _HERE + "/{id}/live", live)
    yield SignedInRoute("GET", _HERE + "/{id}/passages/{number}", passage)


async def start_page(visit: Visit, session: SignIn) -> Response:
    """Show the form, and the team's last runs."""
    return await _form(visit, session)


async def start(visit: Visit, session: SignIn) -> Response:
    """Start a run as one of the team's keys, and show it."""
    try:
        body = v2.AgentRequest.model_validate(_body(visit))
        principal = await _principal(visit, session)
        arrival = JobArrival(visit.origin, "v2")
        job_id, _ = await visit.operations.research.start(principal, Group.AGENT, body.spec(), arrival)
    except ValidationError as failure:
        return await _form(visit, session, problem=failure.errors()[0]["msg"], status=400)
    except ServiceError as failure:
        return await _form(visit, session, problem=failure.message, status=400)
    return RedirectResponse(f"{_HERE}/{job_id}", 303)


async def run_page(visit: Visit, session: SignIn) -> Response:
    """Show a run: its plan, what it reads, what it found."""
    return visit.page("research/run.html", session, **await _run(visit, session))


async def live(visit: Visit, session: SignIn) -> Response:
    """Return the run as it stands; what is returned asks again until the run has ended."""
    return visit.fragment("research/live.html", session, **await _run(visit, session))


async def passage(visit: Visit, session: SignIn) -> Response:
    """Show the words of a citation in their page."""
    caller, job_id = onlooker(session), visit.path["id"]
    reading = await visit.operations.research.read(caller, _GROUP, _KIND, job_id)
    number = visit.path["number"]
    cited = reading.answer.citations if reading.answer is not None else ()
    if not number.isdecimal() or not 1 <= int(number) <= len(cited):
        raise NotFound("There is no such citation.")
    citation = cited[int(number) - 1]
    history = await visit.operations.research.history(caller, _GROUP, _KIND, job_id)
    texts = (page.document.markdown or "" for page in history.pages)
    text = next(
        (candidate for candidate in texts if candidate[citation.start : citation.end] == citation.quote), citation.quote
    )
    return visit.page("research/passage.html", session, job_id=job_id, **_show_citation(citation, text, int(number)))


def _show_citation(citation: Citation, text: str, number: int) -> Mapping[str, Any]:
    start, end = citation.start, citation.end
    return {
        "number": number,
        "title": citation.title,
        "address": link(citation.url),
        "before": text[max(0, start - _AROUND) : start],
        "quote": citation.quote,
        "after": text[end : end + _AROUND],
        "content_hash": citation.content_hash,
        "offsets": (start, end),
    }


async def _form(visit: Visit, session: SignIn, *, problem: str = "", status: int = 200) -> Response:
    choices = await _choices(visit, session)
    runs, _ = await visit.operations.research.runs(onlooker(session), _GROUP, None)
    return visit.page(
        "research/page.html",
        session,
        status=status,
        problem=problem,
        form=visit.form,
        efforts=_EFFORTS,
        keys=choices,
        key=keys.choose_key(choices, visit.form.one("key")),
        no_keys=_NO_KEYS,
        runs=[(job, spec) for job, spec in runs],
    )


def _body(visit: Visit) -> dict[str, Any]:
    form = visit.form
    urls = form.one("urls").split()
    body: dict[str, Any] = {"prompt": form.one("prompt"), "effort": form.one("effort") or "medium"}
    if urls:
        body["urls"] = urls
        body["strictConstrainToURLs"] = "strict" in form
    if form.one("credits"):
        body["maxCredits"] = float(form.one("credits")) if form.one("credits").isdecimal() else -1
    return body


async def _principal(visit: Visit, session: SignIn) -> Principal:
    key_id = visit.form.one("key")
    if not key_id:
        raise NotFound(_NO_KEYS)
    principal = await visit.operations.members.principal_of(session.actor, key_id)
    if principal.team_id != session.team.team_id:
        # Of another team of the same person: what is looked at is what is billed.
        raise NotFound("API key not found.")
    return principal


async def _choices(visit: Visit, session: SignIn) -> Sequence[KeyChoice]:
    api_keys = await visit.operations.members.keys(session.actor, session.team.team_id)
    return keys.choices(api_keys, now=visit.now())


async def _run(visit: Visit, session: SignIn) -> Mapping[str, Any]:
    caller, job_id = onlooker(session), visit.path["id"]
    reading = await visit.operations.research.read(caller, _GROUP, _KIND, job_id)
    history = await visit.operations.research.history(caller, _GROUP, _KIND, job_id)
    answer = reading.answer
    cited = answer.citations if answer is not None else ()
    findings = answer.findings if answer is not None else ()
    return {
        "job": reading.job,
        "spec": reading.spec,
        "facets": reading.plan.facets,
        "steps": [_step(note) for _, note in history.steps if isinstance(note, Mapping) and "found" in note],
        "lines": [_line(url) for url in history.urls],
        "findings": [_finding(job_id, finding, cited) for finding in findings],
        "data": answer.data if answer is not None and reading.spec.schema is not None else None,
        "warning": reading.warning,
        "error": reading.error,
        "stop": reading.stop,
    }


def _step(note: Mapping[str, Any]) -> Step:
    name = "Search" if "query" in note else "Map"
    about = str(note.get("query") or note.get("site") or "")
    return Step(name, about, len(note["found"]), str(note.get("problem", "")))


def _line(url: JobUrl) -> RunUrl:
    state, label = _STATES[url.state]
    reason = url.reason or url.code or ""
    return RunUrl(link(url.url), state, label, reason if url.state in {UrlState.FAILED, UrlState.REFUSED} else "")


def _finding(job_id: str, finding: Finding, cited: Sequence[Citation]) -> FindingView:
    quotes = tuple(_quotes(job_id, finding.claims, cited))
    against = tuple(_quotes(job_id, finding.against, cited))
    return FindingView(finding.facet, finding.answer, finding.reason, finding.steps, quotes, against)


def _plain(quote: str) -> str:
    """Return *quote*, which is Markdown, without the marks of emphasis, code and tables."""
    return " ".join(_MARKS.sub(" ", quote).split())


def _quotes(job_id: str, claims: Sequence[Claim], cited: Sequence[Citation]) -> Iterator[Quoted]:
    for claim in claims:
        if claim.citation in cited:
            number = cited.index(claim.citation) + 1
            citation = claim.citation
            yield Quoted(
                number,
                _plain(citation.quote),
                claim.value,
                link(citation.url),
                citation.title,
                f"{_HERE}/{job_id}/passages/{number}#passage",
            )
