"""`gossamer doctor JOB`: why a job behaved as it did, read from the database, without a server."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.cli.running import run as run_command
from gossamer.core.access import Group, Principal
from gossamer.core.jobs import JobKind
from gossamer.settings import Settings
from gossamer.wire.diagnoses import decision_json, diagnosis_json

_KINDS = frozenset(JobKind)


@dataclass(frozen=True, slots=True)
class Request:
    """The job, and how it is shown: a report, JSON, or with *each* a line of JSON for every URL."""

    job_id: str
    as_json: bool = False
    each: bool = False


def run(request: Request) -> int:
    """Print the diagnosis; return the exit code."""
    return run_command(partial(_read, request), partial(_write, request=request))


async def _read(request: Request, settings: Settings) -> dict[str, Any] | None:
    async with open_service(settings, make_first_key=False, jobs=False) as service:
        jobs = service.operations.jobs
        caller = Principal(team_id=await jobs.owner(request.job_id), key_id="cli")
        if not request.each:
            return diagnosis_json(await jobs.diagnosis(caller, Group.CRAWL, request.job_id, _KINDS))
        _, slices = await jobs.decisions(caller, Group.CRAWL, request.job_id, _KINDS)
        async for decisions in slices:
            sys.stdout.write("".join(_line(decision_json(decision)) for decision in decisions))
    return None


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _write(found: dict[str, Any] | None, *, request: Request) -> None:
    if found is None:
        return
    if request.as_json:
        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=2) + "\n")
        return
    console = Console(highlight=False)
    for name, value in _facts(found):
        console.print(f"{name:10s} {value}", soft_wrap=True, markup=False)
    for sentence in found["advice"]:
        console.print(f"[yellow]change[/] {sentence}", soft_wrap=True)


def _facts(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Job", f"{found['kind']} {found['id']}, {found['status']}"
    yield "Team, key", f"{found['teamId']}, {found['keyId']}"
    yield "Began", found["createdAt"] + ("" if found["seconds"] is None else f", took {found['seconds']:.1f} s")
    for name in ("error", "warning"):
        if found[name]:
            yield name.capitalize(), found[name]
    yield "Options", json.dumps(found["options"], ensure_ascii=False)
    yield "Pages", _counted(found["pages"])
    yield "Credits", str(found["creditsUsed"])
    yield "Fetched by", _counted(found["fetchedBy"]) or "nothing"
    for reason, count in found["renderReasons"].items():
        yield "Rendered", f"{count} because {reason}"
    for reason in found["reasons"]:
        yield reason["state"].capitalize(), f"{reason['count']} {reason['code']}"
    yield "Retries", str(found["retries"])
    for url in found["mostRetried"]:
        yield "", f"{url['retries']} of {url['url']} ({url['state']})"
    yield "Waited", f"{found['hostDelaySeconds']:.1f} s for hosts, over {found['hostDelays']} delays of pages"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)
