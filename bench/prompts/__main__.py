"""Plain-language prompts on eight small sites, as users of a scraping service write them.

    python -m bench.prompts --base-url http://127.0.0.1:3002 --api-key KEY --split dev [--only shop,jobs-02]
    python -m bench.prompts --oracle --split dev    (needs a Chromium, no service: are the expectations reachable?)
    python -m bench.prompts --serve --split dev     (to look at the sites)

Per task a fresh copy of a site is scraped, the prompt sent once, the pages asked what became of them, and the session
ended. The service must be allowed to visit loopback (GOSSAMER_EGRESS_ALLOW=127.0.0.0/8). The split "unseen" measures
only as long as nobody reads what becomes of each task: run it with --quiet and without --out.
"""

import argparse
import contextlib
import json
import statistics
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench.prompts.judging import Answer, Verdict, judge
from bench.prompts.service import Service
from bench.prompts.site import Site, serving
from bench.prompts.tasks import LASTING, SPLITS, Task, tasks_of

# The page tells of its end when the session is over.
_FAREWELL_SECONDS = 0.1


def measured(task: Task, site: Site, service: Service) -> dict[str, Any]:
    """Do one task and return all that is known of it."""
    visit = site.visit(task.split, task.site)
    scrape, error = service.scrape(visit.url)
    answer, body, seconds = Answer(False, "", error=error, broken=True), {}, 0.0
    if scrape:
        began = time.monotonic()
        answer, body = service.interact(scrape, task.prompt)
        seconds = time.monotonic() - began
        visit.settle()
        service.leave(scrape)
        time.sleep(_FAREWELL_SECONDS)
    states = visit.states()
    verdict, lacks = judge(task, answer, states)
    return {
        "id": task.name,
        "site": task.site,
        "verdict": verdict,
        "seconds": round(seconds, 2),
        "prompt": task.prompt,
        "success": answer.success,
        "output": answer.words,
        "lacks": lacks,
        "error": body.get("error", error),
        "body": {key: value for key, value in body.items() if key not in ("success", "output", "error")},
        "state": states[-1] if states else None,
    }


def _line(name: str, rows: list[dict[str, Any]]) -> str:
    count = Counter(row["verdict"] for row in rows)
    figures = "  ".join(f"{verdict} {count[verdict]}" for verdict in Verdict)
    return f"{name:8} {len(rows):3}: {100 * count[Verdict.RIGHT] / len(rows):5.1f} % right  ({figures})"


def _summary(rows: list[dict[str, Any]]) -> None:
    for site in dict.fromkeys(row["site"] for row in rows):
        print(_line(site, [row for row in rows if row["site"] == site]))
    print(_line("all", rows))
    seconds = [row["seconds"] for row in rows]
    silent = sum(row["state"] is None for row in rows)
    print(f"a prompt: median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s; silent pages {silent}")


def _run(options: argparse.Namespace, site: Site, tasks: list[Task]) -> None:
    service, rows = Service(options.base_url, options.api_key), []
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(options.out.open("w", encoding="utf-8")) if options.out else None
        for task in tasks:
            row = measured(task, site, service)
            rows.append(row)
            if file:
                print(json.dumps(row, ensure_ascii=False), file=file, flush=True)
            if not options.quiet:
                head = " ".join((row["output"] or str(row["error"])).split())[:90]
                print(
                    f"{row['verdict']:13} {task.name:9} {row['seconds']:5.1f} s  {task.prompt[:70]} → {head}",
                    flush=True,
                )
    _summary(rows)


def main() -> None:
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", default="http://127.0.0.1:3002")
    parser.add_argument("--api-key", default="")
    parser.add_argument("--split", choices=SPLITS, default="dev")
    parser.add_argument("--only", default="", help="names of tasks and sites, by commas")
    parser.add_argument("--out", type=Path, help="a file for all that is known of each task, a line of JSON each")
    parser.add_argument("--quiet", action="store_true", help="print the totals alone")
    parser.add_argument("--oracle", action="store_true", help="drive the sites by hand-written steps instead")
    parser.add_argument("--serve", action="store_true", help="serve the sites to look at, until interrupted")
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    tasks = [task for task in tasks_of(options.split) if not only or not only.isdisjoint((task.name, task.site))]
    if not tasks:
        parser.error("no task of this split has such a name")
    with serving() as site:
        if options.serve:
            for name in LASTING:
                if any(task.site == name for task in tasks):
                    print(site.visit(options.split, name).url, flush=True)
            with contextlib.suppress(KeyboardInterrupt):
                threading.Event().wait()
        elif options.oracle:
            from bench.prompts.oracle import run

            run(site, tasks)
        else:
            _run(options, site, tasks)


if __name__ == "__main__":
    main()
