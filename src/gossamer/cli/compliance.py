"""`gossamer compliance JOB`: by what right the pages of a job were fetched, from the database or a running service."""

import json
import sys
from dataclasses import dataclass
from functools import partial
from typing import Literal

from gossamer import bootstrap
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.job_doctor import KINDS, fetch_report
from gossamer.core.access import Group, Principal
from gossamer.settings import Settings
from gossamer.wire.compliance import compliance_csv, compliance_json


@dataclass(frozen=True, slots=True)
class ComplianceCommand:
    """The job, and the form of the report: JSON Lines or CSV; *url* and *key* are as for `gossamer doctor JOB`."""

    job_id: str
    form: Literal["json", "csv"] = "json"
    url: str | None = None
    key: str | None = None


def run(request: ComplianceCommand) -> int:
    """Print the report; return the exit code."""
    if request.url is None:
        from gossamer.cli.running import run as run_command  # noqa: PLC0415 - it loads what reads pages

        return run_command(partial(_read, request), lambda _: None)
    answer = fetch_report(request.job_id, request.url, request.key, f"compliance?format={request.form}")
    if isinstance(answer, int):
        return answer
    sys.stdout.write(answer.decode() if request.form == "csv" else "".join(map(_line, json.loads(answer)["urls"])))
    return ExitCode.DONE


async def _read(request: ComplianceCommand, settings: Settings) -> None:
    async with bootstrap.open_service(settings, make_first_key=False, jobs=False) as service:
        jobs = service.operations.jobs
        caller = Principal(team_id=await jobs.owner(request.job_id), key_id="cli")
        _, slices = await jobs.visits(caller, Group.CRAWL, request.job_id, KINDS)
        if request.form == "csv":
            sys.stdout.write(compliance_csv((), has_head=True))
        async for urls in slices:
            is_table = request.form == "csv"
            lines = (_line(compliance_json(url)) for url in urls)
            sys.stdout.write(compliance_csv(urls, has_head=False) if is_table else "".join(lines))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
