"""`gossamer doctor JOB`: why a job behaved as it did, read from the database, or from a running service."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

from rich.console import Console

from gossamer import bootstrap
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.problems import explain
from gossamer.core.access import Group, Principal
from gossamer.core.jobs import JobKind
from gossamer.settings import Settings
from gossamer.wire.diagnoses import decision_json, diagnosis_json

KINDS = frozenset(JobKind)
# A large job is read as a whole.
_SECONDS: Final = 120.0


@dataclass(frozen=True, slots=True)
class JobDoctorCommand:
    """The job, and how it is shown: a report, JSON, or with *each* a line of JSON for every URL.

    *url* is the service to query, with a *key* of the job's team; None for the database of the settings.
    """

    job_id: str
    as_json: bool = False
    each: bool = False
    url: str | None = None
    key: str | None = None


def run(request: JobDoctorCommand) -> int:
    """Print the diagnosis; return the exit code."""
    if request.url is not None:
        answer = fetch_report(request.job_id, request.url, request.key, "diagnosis")
        if isinstance(answer, int):
            return answer
        _write(json.loads(answer), request=request)
        return ExitCode.DONE
    from gossamer.cli.running import run as run_command  # noqa: PLC0415 - it loads what reads pages

    return run_command(partial(_read, request), partial(_write, request=request))


def fetch_report(job_id: str, url: str, key: str | None, report: str) -> bytes | int:
    """Return a report of a crawl or a batch by the service at *url*.

    Where there is none, print why and return the exit code.
    """
    if not url.startswith(("http://", "https://")):
        return explain("--url must begin with http:// or https://.", code=ExitCode.BAD_REQUEST)
    for kind in ("crawl", "batch/scrape"):
        address = f"{url.rstrip('/')}/v2/{kind}/{quote(job_id, safe='')}/{report}"
        call = HttpRequest(address, headers={} if key is None else {"Authorization": f"Bearer {key}"})  # noqa: S310 - the address that the operator gave
        try:
            with urlopen(call, timeout=_SECONDS) as answer:  # noqa: S310 - as above
                body: bytes = answer.read()
                return body
        except HTTPError as error:
            if error.code != HTTPStatus.NOT_FOUND:
                is_ours = error.code < HTTPStatus.INTERNAL_SERVER_ERROR
                return explain(_reason(error), code=ExitCode.BAD_REQUEST if is_ours else ExitCode.FAILED)
        except (OSError, ValueError) as error:
            return explain(f"{url} does not answer: {error}.", code=ExitCode.FAILED)
    return explain("Job not found", code=ExitCode.NO_RESULT)


def _reason(error: HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, LookupError, TypeError):
        return f"The service answered {error.code}."


async def _read(request: JobDoctorCommand, settings: Settings) -> dict[str, Any] | None:
    async with bootstrap.open_service(settings, make_first_key=False, jobs=False) as service:
        jobs = service.operations.jobs
        caller = Principal(team_id=await jobs.owner(request.job_id), key_id="cli")
        if not request.each:
            return diagnosis_json(await jobs.diagnosis(caller, Group.CRAWL, request.job_id, KINDS))
        _, slices = await jobs.decisions(caller, Group.CRAWL, request.job_id, KINDS)
        async for decisions in slices:
            sys.stdout.write("".join(_line(decision_json(decision)) for decision in decisions))
    return None


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _write(diagnosis: dict[str, Any] | None, *, request: JobDoctorCommand) -> None:
    if diagnosis is None:
        return
    if request.as_json:
        sys.stdout.write(json.dumps(diagnosis, ensure_ascii=False, indent=2) + "\n")
        return
    console = Console(highlight=False)
    for name, value in _facts(diagnosis):
        console.print(f"{name:10s} {value}", soft_wrap=True, markup=False)
    for sentence in diagnosis["advice"]:
        console.print(f"[yellow]change[/] {sentence}", soft_wrap=True)


def _facts(diagnosis: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Job", f"{diagnosis['kind']} {diagnosis['id']}, {diagnosis['status']}"
    yield "Team, key", f"{diagnosis['teamId']}, {diagnosis['keyId']}"
    yield (
        "Began",
        diagnosis["createdAt"] + ("" if diagnosis["seconds"] is None else f", took {diagnosis['seconds']:.1f} s"),
    )
    for name in ("error", "warning"):
        if diagnosis[name]:
            yield name.capitalize(), diagnosis[name]
    yield "Options", json.dumps(diagnosis["options"], ensure_ascii=False)
    yield "Pages", _list_counts(diagnosis["pages"])
    yield "Credits", str(diagnosis["creditsUsed"])
    yield "Fetched by", _list_counts(diagnosis["fetchedBy"]) or "nothing"
    for reason, count in diagnosis["renderReasons"].items():
        yield "Rendered", f"{count} because {reason}"
    for verdict, count in diagnosis["pageVerdicts"].items():
        yield "Verdict", f"{count} {verdict}"
    for reason in diagnosis["reasons"]:
        yield reason["state"].capitalize(), f"{reason['count']} {reason['code']}"
    yield "Retries", str(diagnosis["retries"])
    for url in diagnosis["mostRetried"]:
        yield "", f"{url['retries']} of {url['url']} ({url['state']})"
    yield "Waited", f"{diagnosis['hostDelaySeconds']:.1f} s for hosts, over {diagnosis['hostDelays']} delays of pages"


def _list_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)
