"""Prompts on eight small applications, judged by what the application's data say afterwards.

    python -m bench.interact_apps --base-url http://127.0.0.1:3002 --api-key KEY --split dev [--only mail,board-02]
    python -m bench.interact_apps --serve

A mailbox, a board, a shop, users, settings, a help desk, a booking and files, each with ten prompts as people write
them and one or two for what the application does not have. Per task a fresh page is scraped, the prompt sent once over
the HTTP API, the page asked what became of its data, and the session ended. Printed: the verdict of each task (see
`judging.py`), then how many of each there are by kind of prompt and by application, and the seconds prompts took.

The service must be allowed to visit loopback (GOSSAMER_EGRESS_ALLOW=127.0.0.0/8). The prompts were written without a
look at the planner. Those of the split "dev" are there to learn from; those of "held" are there to measure, which they
do as long as nobody reads what becomes of each: run them with --quiet and without --out.
"""

import argparse
import contextlib
import json
import statistics
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.interact_apps.judging import Verdict, judge, reached
from bench.interact_apps.service import Reply, Service
from bench.interact_apps.site import Report, Site, serving
from bench.interact_apps.tasks import Task, all_tasks

# The page tells of its end when the session is over.
_FAREWELL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a task; *seconds* is how long the prompt took, *starts* how often the page began."""

    task: Task
    verdict: Verdict
    reply: Reply
    report: Report | None
    seconds: float = 0.0
    starts: int = 0

    def record(self) -> Mapping[str, Any]:
        """Return a line of the file of results."""
        task, reply, report = self.task, self.reply, self.report
        return {
            "id": task.name,
            "app": task.app,
            "split": task.split,
            "kind": task.kind,
            "prompt": task.prompt,
            "verdict": self.verdict,
            "seconds": round(self.seconds, 2),
            "starts": self.starts,
            "status": reply.status,
            "success": reply.success,
            "output": reply.body.get("output"),
            "notUnderstood": reply.body.get("notUnderstood"),
            "error": reply.body.get("error"),
            "reached": reached(task.goal, reply, report),
            "unchanged": report and report.unchanged,
            "failure": report and report.failure,
            "data": report and report.app,
        }


def measured(task: Task, site: Site, service: Service) -> Outcome:
    """Do one task."""
    visit = site.visit(task)
    scrape, reply = service.scrape(visit.url)
    if scrape is None:
        return Outcome(task, Verdict.ERROR, reply, None)
    began = time.monotonic()
    reply = service.interact(scrape, task.prompt)
    seconds = time.monotonic() - began
    visit.settle()
    service.leave(scrape)
    time.sleep(_FAREWELL_SECONDS)
    report = visit.last()
    return Outcome(task, judge(task.goal, reply, report), reply, report, seconds, visit.starts())


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    count = Counter(outcome.verdict for outcome in outcomes)
    figures = "  ".join(f"{verdict} {count[verdict]}" for verdict in Verdict)
    return f"{name:9} {len(outcomes):3}: {100 * count[Verdict.RIGHT] / len(outcomes):5.1f} % right  ({figures})"


def _groups(outcomes: Sequence[Outcome]) -> Mapping[str, list[Outcome]]:
    """Return the outcomes by kind, by application, and all of them."""
    found: dict[str, list[Outcome]] = {}
    for name in (lambda task: task.kind, lambda task: task.app, lambda _: "all"):
        for outcome in outcomes:
            found.setdefault(name(outcome.task), []).append(outcome)
    return found


def _summary(outcomes: Sequence[Outcome]) -> None:
    print()
    for name, some in _groups(outcomes).items():
        print(_line(name, some))
    seconds = [outcome.seconds for outcome in outcomes]
    silent = sum(outcome.report is None for outcome in outcomes)
    again = sum(outcome.starts > 1 for outcome in outcomes)
    print(f"a prompt: median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s")
    print(f"pages that reported nothing {silent}, that began again {again}")


def _chosen(split: str, only: str) -> list[Task]:
    wanted = set(filter(None, only.split(",")))
    return [
        task
        for task in all_tasks()
        if split in ("all", task.split) and (not wanted or not wanted.isdisjoint((task.name, task.app)))
    ]


def _run(options: argparse.Namespace, site: Site, tasks: Sequence[Task]) -> list[Outcome]:
    service = Service(options.base_url, options.api_key)
    outcomes = []
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(options.out.open("w", encoding="utf-8")) if options.out else None
        for task in tasks:
            outcome = measured(task, site, service)
            outcomes.append(outcome)
            if file:
                print(json.dumps(outcome.record(), ensure_ascii=False), file=file, flush=True)
            if not options.quiet:
                print(f"{outcome.verdict:15} {task.name:12} {outcome.seconds:5.1f} s  {task.prompt[:80]}", flush=True)
    return outcomes


def _show(site: Site) -> None:
    for app in dict.fromkeys(task.app for task in all_tasks()):
        print(site.open(app).url, flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        threading.Event().wait()


def main() -> None:
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", default="http://127.0.0.1:3002")
    parser.add_argument("--api-key", default="")
    parser.add_argument("--split", choices=["dev", "held", "all"], default="dev")
    parser.add_argument("--only", default="", help="names of tasks and applications, by commas")
    parser.add_argument("--out", type=Path, help="a file for all that is known of each task, a line of JSON each")
    parser.add_argument("--quiet", action="store_true", help="print the summary alone")
    parser.add_argument("--serve", action="store_true", help="serve the applications to look at, until interrupted")
    options = parser.parse_args()
    tasks = _chosen(options.split, options.only)
    if not tasks:
        parser.error("no task of this split has such a name")
    with serving() as site:
        if options.serve:
            _show(site)
        else:
            _summary(_run(options, site, tasks))


if __name__ == "__main__":
    main()
