"""`gossamer watch URL`: prints what changes on a page, without a server.

The last version is kept in the data folder, so that a later run goes on where this one stopped.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from functools import partial

from rich.console import Console

from gossamer.bootstrap import RunningService, open_service
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.problems import explain
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import WatchCommand
from gossamer.core.errors import MessageRefused
from gossamer.library.results import Check
from gossamer.library.watching import Watch, WatchSpec, interval
from gossamer.settings import Settings


def _make_spec(request: WatchCommand) -> WatchSpec:
    """Return the page to watch."""
    return WatchSpec(request.url, request.selectors, request.ignored, request.goal)


def run(request: WatchCommand) -> int:
    """Watch until interrupted, or look once; return the exit code."""
    every = interval(request.every)
    if every is None:
        remedy = "`--every` is a number and a unit, as 30s, 5m, 1h or 1d; 5 s at least."
        return explain(remedy, code=ExitCode.BAD_REQUEST)
    return run_command(partial(_watch, request, every), lambda code: code, request.allow)


async def _watch(request: WatchCommand, every: timedelta, settings: Settings) -> int:
    console = Console(stderr=True)
    async with open_service(settings, make_first_key=False, jobs=False) as service:
        for address in request.notify:
            if (why := await service.notifier.refusal(address)) is not None:
                return explain(why, code=ExitCode.BAD_REQUEST)
        watch = Watch(service.operations, _make_spec(request), settings.home)
        if watch.goal:
            console.print(watch.goal, style="dim")
        while True:
            check = await watch.check()
            print(_json(check) if request.as_json else "\n".join(lines(check)), flush=True)
            if check.alert:
                await _notify(service, request, check, console)
            if request.once:
                return ExitCode.NO_PAGE if check.status == "error" else ExitCode.DONE
            await watch.sleep(every)


async def _notify(service: RunningService, request: WatchCommand, check: Check, console: Console) -> None:
    for address in request.notify:
        try:
            title, text = f"{check.url}: {check.status}", "\n".join(lines(check))
            await service.notifier.send(address, title=title, text=text)
        except MessageRefused as error:
            console.print(error.message, style="yellow")


def lines(check: Check) -> Iterator[str]:
    """Yield the lines printed of a check: its time, its status and the reason, then the differences."""
    yield f"{check.at:%Y-%m-%d %H:%M:%S} {check.status}{f': {check.reason}' if check.reason else ''}"
    yield from (f"  {line}" for line in check.difference)


def _json(check: Check) -> str:
    return json.dumps({**asdict(check), "at": check.at.isoformat()}, ensure_ascii=False)
