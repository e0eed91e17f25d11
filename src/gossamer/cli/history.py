"""`gossamer history URL`: versions of a page, and what differs between two, without a server."""

import json
import sys
from dataclasses import replace
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

from gossamer.bootstrap import RunningService, open_service
from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.accounts.database_access import team_named
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import HistoryCommand
from gossamer.core.access import Group, Principal
from gossamer.core.errors import NotFound
from gossamer.settings import Settings
from gossamer.wire.history import difference_json, version_json


def run(request: HistoryCommand) -> int:
    """Print the versions, or a difference; return the exit code."""
    return run_command(partial(_read, request), partial(_write, request=request), ())


async def _read(request: HistoryCommand, settings: Settings) -> Any:
    async with open_service(settings, make_first_key=False, jobs=False) as service:
        caller = await _caller(service, request.team)
        histories = service.operations.histories
        if request.diff:
            older, newer = (*request.versions, "", "")[:2]
            return await histories.difference(
                caller, Group.SCRAPE, request.url, tag=request.tag, older=older, newer=newer
            )
        versions = await histories.versions(
            caller, Group.SCRAPE, request.url, tag=request.tag, limit=request.limit, changes_only=request.changes
        )
    if not versions:
        raise NotFound(
            "There is no version of this page. Versions are kept by monitors, and by scrapes with the `changeTracking` "
            "format of a running service."
        )
    return versions


async def _caller(service: RunningService, team: str) -> Principal:
    # Without a service there may be no team yet; the command line's own pages are those of the first one.
    return replace(SELF, team_id=(await team_named(service.operations.members, team)).team_id) if team else SELF


def _write(answer: Any, *, request: HistoryCommand) -> None:
    if request.diff:
        difference = difference_json(answer.older, answer.newer, answer.comparison)["data"]
        text = (
            json.dumps(difference, ensure_ascii=False, indent=2) + "\n" if request.as_json else answer.comparison.text
        )
        sys.stdout.write(text or "Nothing differs between these versions.\n")
    elif request.as_json:
        sys.stdout.write("".join(json.dumps(version_json(version)) + "\n" for version in answer))
    else:
        table = Table("Time", "Status", "HTTP", "Visibility", "Version", box=None)
        for row in map(version_json, answer):
            table.add_row(row["at"], row["changeStatus"], str(row["statusCode"]), row["visibility"], row["id"])
        Console().print(table)
