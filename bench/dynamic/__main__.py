"""Does a scrape bring the page that a browser shows, and does a browser run only where it must?

    python -m bench.dynamic variants FOLDER [--pages 40] [--hosts each|one] [--seed 1] [--show]
    python -m bench.dynamic frameworks [--show]
    python -m bench.dynamic crawl [--pages 40] [--rounds 1]

`variants` makes six pages of each of a corpus (FOLDER is a WCXB split; see `variants.py`) and scrapes them without
`waitFor`. With `--hosts each` every page is a site of its own, so nothing can be learnt from another; with `one` all
are one site. `frameworks` scrapes every page of six sites made with real frameworks (`frameworks.py`). `crawl` crawls
one site with three static and three dynamic sections of so many pages (`mixed.py`), with `GOSSAMER_RENDER=auto` and
`always` in turns. A page is right when its
Markdown has the known content as the page without scripts has it. "Rendered" counts every page that a browser was used
for, whether its copy was the better one or not.
"""

import argparse
import concurrent.futures
import random
import time
from collections import Counter, defaultdict
from pathlib import Path

import psutil

from bench.dynamic import mixed
from bench.dynamic.frameworks import build, pages
from bench.dynamic.serving import Site, ask, service
from bench.dynamic.variants import SCRIPTED, STATIC, VARIANTS, recall, sources, variant
from bench.quality.ours import main_content

# Of the known content that the page without scripts gives, so much has to be there.
_RIGHT = 0.93


class Tally:
    """Counts pages by kind."""

    def __init__(self, options):
        self.options = options
        self.counts = defaultdict(Counter)
        self.seconds = defaultdict(list)

    def add(self, kind, name, document, got, wanted, *, took=0.0, looked=False, scripted=True, how="", error=""):
        """Count a page of *kind* whose *document* has *got* of the content, of which *wanted* can be had."""
        metadata = document.get("metadata") or {}
        right = got >= _RIGHT * wanted
        rendered = looked or metadata.get("fetchedBy") == "browser"
        self.counts[kind].update(all=1, right=right, rendered=rendered, warned=bool(document.get("warning")))
        self.seconds[kind].append(took)
        if self.options.show and (not right or (rendered and not scripted)):
            state = "rendered in vain" if right else f"WRONG {got:.2f} of {wanted:.2f}"
            why = metadata.get("renderReason") or document.get("warning") or error
            print(f"{name} {kind}: {state}; {how}; {metadata.get('fetchedBy')}: {why[:160]}")

    def show(self, groups):
        """Print the shares by kind and by group of kinds."""
        print(f"{'kind':16} {'pages':>5} {'right':>7} {'rendered':>9} {'warned':>7} {'median s':>9}")
        for kind, tally in self.counts.items():
            n, middle = tally["all"], sorted(self.seconds[kind])[len(self.seconds[kind]) // 2]
            shares = f"{tally['right'] / n:7.1%} {tally['rendered'] / n:9.1%} {tally['warned'] / n:7.1%}"
            print(f"{kind:16} {n:5} {shares} {middle:9.2f}")
        for title, kinds in groups.items():
            group = sum((self.counts[kind] for kind in kinds if kind in self.counts), Counter())
            if n := group["all"]:
                right, rendered = group["right"] / n, group["rendered"] / n
                print(f"{title}: {group['right']} of {n} right ({right:.1%}), {rendered:.1%} rendered")


def chosen(options):
    """Return as many pages of the corpus as were asked for: source, its variants by name, and what can be had of it."""
    found = list(sources(options.folder))
    random.Random(options.seed).shuffle(found)
    taken = 0
    for source in found:
        if taken >= options.pages:
            return
        made = {name: variant(source, name) for name in VARIANTS}
        if made["fetched"] is None:
            continue
        taken += 1
        yield source, made, recall(source.gold, main_content(made["bare"].html, "http://e.org/"))


def variants(options):
    """Scrape the variants of a corpus."""
    site, asked = Site(), []
    for source, made, wanted in chosen(options):
        for one in filter(None, made.values()):
            host = site.host(len(asked) if options.hosts == "each" else 0)
            path = f"/{one.name}/{source.id}.html"
            site.add(path, "text/html; charset=utf-8", one.html)
            for name, (kind, text) in one.files.items():
                site.add(name, kind, text)
            asked.append((source, one, wanted, path, site.url(host, path)))
    random.Random(options.seed).shuffle(asked)
    with service(options.render) as (api, _), concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        answers = list(pool.map(lambda one: ask(api, "/v2/scrape", {"url": one[-1], "maxAge": 0}), asked))
    tally = Tally(options)
    for name in VARIANTS:
        for (source, one, wanted, path, _), (answer, took) in zip(asked, answers, strict=True):
            if one.name == name:
                document = answer.get("data") or {}
                got = recall(source.gold, document.get("markdown") or "")
                tally.add(
                    name,
                    source.id,
                    document,
                    got,
                    wanted,
                    took=took,
                    looked=site.hits[path] > 1,
                    scripted=name in SCRIPTED,
                    how=one.how,
                    error=answer.get("error", ""),
                )
    tally.show({"content in the HTML": STATIC, "brought by a script": SCRIPTED})


def frameworks(options):
    """Scrape the sites of frameworks."""
    site, made = Site(), pages()
    hosts = {}
    for number, (name, folder) in enumerate(build(options.cache).items()):
        hosts[name] = site.host(number)
        routes = [page.path for page in made if page.framework == name]
        site.add_folder(hosts[name], folder, fallback=routes if name not in {"small", "astro"} else ())
    tally = Tally(options)
    with service(options.render) as (api, _):
        for page in made:
            host = hosts[page.framework]
            answer, took = ask(api, "/v2/scrape", {"url": site.url(host, page.path), "maxAge": 0})
            document = answer.get("data") or {}
            kind = page.framework if page.scripted else f"{page.framework} (made ahead)"
            tally.add(
                kind,
                page.path,
                document,
                recall(page.text, document.get("markdown") or ""),
                1.0,
                took=took,
                looked=site.hits[host, page.path] > 1,
                scripted=page.scripted,
                error=answer.get("error", ""),
            )
    ahead = [kind for kind in tally.counts if "ahead" in kind]
    later = [kind for kind in tally.counts if "ahead" not in kind]
    tally.show({"content in the HTML": ahead, "brought by a script": later})


def crawl(options):
    """Crawl a mixed site, in turns with and without deciding."""
    site = Site()
    for number in range(options.rounds):
        known = mixed.build(site, site.host(number), options.pages)
        for render in ("auto", "always"):
            site.hits.clear()
            with service(render) as (api, process):
                crawl_once(options, site, api, process, known, site.url(site.host(number), "/"), render)


def crawl_once(options, site, api, process, known, start, render):
    """Crawl once and print what came of it."""
    body = {
        "url": start,
        "limit": 10_000,
        "sitemap": "skip",
        "maxConcurrency": 8,
        "scrapeOptions": {"formats": ["markdown"], "maxAge": 0, "onlyMainContent": True},
    }
    root = psutil.Process(process.process.pid)
    before, begun = cpu(root), time.monotonic()
    job = ask(api, "/v2/crawl", body)[0]["id"]
    while ask(api, f"/v2/crawl/{job}")[0]["status"] == "scraping":
        time.sleep(0.2)
    took = time.monotonic() - begun
    spent = cpu(root) - before
    tally = Tally(options)
    seen, path = 0, f"/v2/crawl/{job}"
    while path:
        found = ask(api, path)[0]
        for document in found["data"]:
            address = "/" + document["metadata"]["sourceURL"].split("/", 3)[3]
            if address in known:
                section, text = known[address]
                seen += 1
                got = recall(text, document.get("markdown") or "")
                scripted = section in mixed.SCRIPTED
                tally.add(section, address, document, got, 1.0, looked=site.hits[address] > 1, scripted=scripted)
        path = found.get("next") and "/" + found["next"].split("/", 3)[3]
    missing = len(known) - seen
    print(
        f"--- GOSSAMER_RENDER={render}: {seen} pages, {seen / took:.1f} pages/s, {1000 * spent / seen:.0f} ms CPU a page, {missing} missing"
    )
    tally.show({"content in the HTML": mixed.STATIC, "brought by a script": mixed.SCRIPTED})


def cpu(root):
    """Return the CPU seconds of a process tree, its ended children included."""
    total = 0.0
    for process in [root, *root.children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


def main():
    """Run by the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run in (("variants", variants), ("frameworks", frameworks), ("crawl", crawl)):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        command.add_argument("--render", choices=["auto", "always", "never"], default="auto")
        command.add_argument("--show", action="store_true", help="name the pages that are wrong, or rendered in vain")
        command.add_argument("--seed", type=int, default=1)
        if name == "frameworks":
            command.add_argument("--cache", type=Path, default=Path(".tools"), help="where the sites are built")
            continue
        command.add_argument("--pages", type=int, default=40)
        if name == "crawl":
            command.add_argument("--rounds", type=int, default=1)
            continue
        command.add_argument("folder", type=Path)
        command.add_argument("--hosts", choices=["each", "one"], default="each")
        command.add_argument("--at-once", type=int, default=4)
    options = parser.parse_args()
    options.run(options)


main()
