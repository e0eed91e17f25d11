"""Every format through the official Python and JavaScript clients on recorded pages, and what branding and menu found.

    python -m bench.formats QUALITY_DATA [--split dev] [--pages 12] [--more FOLDER] [--pictures FOLDER]

QUALITY_DATA holds wcxb/<split>/html/*.html.gz; the pages are taken evenly from all types of page. FOLDER of `--more`
has further pages (*.html). The pages are served on loopback without what they link to, which is on the internet.
A format is "given" when its field is there, "said" when a warning says why it is not, and "lost" otherwise.
"""

import argparse
import gzip
import json
import tempfile
import threading
import urllib.request
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

from firecrawl import Firecrawl

from gossamer.wire.v2.formats import BY_NAME, BY_OBJECT
from tests.clients.javascript import answer_of, installed
from tests.clients.service import running_service

SCHEMA = {"type": "object", "properties": {"title": {"type": "string"}, "price": {"type": "number"}}}
OPTIONS: dict[str, dict[str, Any]] = {
    "json": {"schema": SCHEMA},
    "deterministicJson": {"schema": SCHEMA},
    "attributes": {"selectors": [{"selector": "a", "attribute": "href"}]},
    "question": {"question": "What is this page about?"},
    "highlights": {"query": "price"},
    "query": {"prompt": "What is this page about?"},
}
FIELDS = {"deterministicJson": "json", "question": "answer", "query": "answer"}
FORMATS = (*BY_NAME, *BY_OBJECT)
# What is not asked for with others.
# The Python client refuses the one and drops the field of the other.
UNKNOWN_TO_PYTHON = ("rawBase64", "attributes")
ALONE = ("rawBase64", "deterministicJson", "query")


def recorded(folder: Path, split: str) -> Iterator[tuple[str, bytes]]:
    """Yield name and HTML of the pages of *split*, of each type in turn."""
    by_type: dict[str, list[str]] = defaultdict(list)
    for path in sorted((folder / f"wcxb/{split}/ground-truth").glob("*.json")):
        kind = (json.loads(path.read_text("utf-8")).get("_internal") or {}).get("page_type")
        by_type[kind["primary"] if isinstance(kind, dict) else str(kind)].append(path.stem)
    for name in filter(None, chain.from_iterable(zip_longest(*by_type.values()))):
        path = folder / f"wcxb/{split}/html/{name}.html.gz"
        if path.exists():
            yield name, gzip.decompress(path.read_bytes())


@contextmanager
def served(pages: dict[str, bytes], in_utf8: set[str]) -> Iterator[str]:
    """Serve *pages* on a free port of loopback; the value is its host and port. Others than *in_utf8* name no charset."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path.strip("/"))
            self.send_response(404 if body is None else 200)
            charset = "; charset=utf-8" if self.path.strip("/") in in_utf8 else ""
            self.send_header("Content-Type", f"text/html{charset}")
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def asked(name: str) -> list[Any]:
    """Return the formats of a request for *name*."""
    wanted = {"type": name, **OPTIONS[name]} if name in OPTIONS else name
    return [wanted, "markdown"] if name == "changeTracking" else [wanted]


def outcome(name: str, document: dict[str, Any]) -> str:
    """Return what came of a format."""
    field = FIELDS.get(name, name)
    if document.get(field) not in (None, "", [], {}):
        return "given"
    if name in ("links", "images", "attributes") and document.get(field) == []:
        return "empty"
    return "said" if document.get("warning") else "lost"


def by_python(client: Firecrawl, url: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each format with its outcome, one request for each."""
    for name in FORMATS:
        if name in UNKNOWN_TO_PYTHON:
            yield name, "not in the client", {}
            continue
        try:
            found = client.scrape(url, formats=asked(name), max_age=600_000, timeout=90_000)
            document = found.model_dump(by_alias=True, exclude_none=True)
            document = _camel_keys(document)
        except Exception as error:  # noqa: BLE001 - what a client raises is a result
            yield name, f"{type(error).__name__}: {error}"[:80], {}
            continue
        yield name, outcome(name, document), document


def by_javascript(program: Path, url: str, service: Any) -> Iterator[tuple[str, str]]:
    """Yield each format with its outcome; formats that may be asked for together are."""
    together = [name for name in FORMATS if name not in ALONE]
    for group in (together, *([name] for name in ALONE)):
        formats = [one for name in group for one in asked(name)]
        told = answer_of(
            program,
            {
                "url": url, "version": "v2", "package": "firecrawl", "apiKey": service.key, "apiUrl": service.url,
                "options": {"formats": formats, "maxAge": 600_000, "timeout": 90_000},
            },
        )  # fmt: skip
        for name in group:
            yield name, outcome(name, told["document"]) if "document" in told else str(told)[:80]


def look(branding: dict[str, Any]) -> str:
    """Return the branding of a page in a line."""
    colors, fonts = branding.get("colors") or {}, branding.get("fonts") or []
    shown = " ".join(
        f"{name}={colors[name]}" for name in ("primary", "background", "textPrimary", "link") if name in colors
    )
    family = ", ".join(font.get("family", "") for font in fonts[:2])
    logo = branding.get("logo") or "-"
    return f"{branding.get('brandName', '-')} | {branding.get('colorScheme', '-')} | {shown} | {family} | {logo[:60]}"


def main() -> None:
    """Ask, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", choices=("dev", "train"), default="dev")
    parser.add_argument("--pages", type=int, default=12)
    parser.add_argument("--more", type=Path)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    pages = dict(islice(recorded(options.data, options.split), options.pages))
    more = {path.stem: path.read_bytes() for path in sorted(options.more.glob("*.html"))} if options.more else {}
    pages |= more
    program = installed() / "scrape.mjs"
    counts: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    looks: list[str] = []
    with tempfile.TemporaryDirectory() as home, served(pages, set(more)) as host:
        with running_service(Path(home), egress_allow=host) as service:
            client = Firecrawl(api_key=service.key, api_url=service.url)
            for page in pages:
                url = f"http://{host}/{page}"
                for name, result, document in by_python(client, url):
                    counts[name, "py"][result] += 1
                    looks.extend(_judged(page, name, document, options.pictures))
                for name, result in by_javascript(program, url, service):
                    counts[name, "js"][result] += 1
    print(f"{len(pages)} pages\n\n| format | py | js |\n|---|---|---|")
    for name in FORMATS:
        print(f"| {name} | {_counted(counts[name, 'py'])} | {_counted(counts[name, 'js'])} |")
    print("\n" + "\n".join(looks))


def _judged(page: str, name: str, document: dict[str, Any], pictures: Path | None) -> Iterator[str]:
    """Yield what has to be judged by eye, and keep the picture to judge it by."""
    if name == "branding":
        yield f"{page} branding: {look(document.get('branding') or {})}"
    if name == "menu" and (menu := document.get("menu")):
        sections = menu["sections"]
        yield f"{page} menu: {menu['confidence']} {len(sections)} sections {sum(len(one['items']) for one in sections)} items"
    if name == "screenshot" and pictures and (address := str(document.get("screenshot", ""))).startswith("http"):
        pictures.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(address, timeout=30) as answer:
            (pictures / f"{page}.png").write_bytes(answer.read())


def _camel_keys(value: Any) -> Any:
    """Return what a model of the Python client holds in the names of the wire."""
    if isinstance(value, dict):
        return {_camel(name): _camel_keys(one) for name, one in value.items()}
    return [_camel_keys(one) for one in value] if isinstance(value, list) else value


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(map(str.title, rest))


def _counted(results: dict[str, int]) -> str:
    order: Sequence[str] = sorted(results, key=lambda result: -results[result])
    return ", ".join(f"{results[result]} {result}" for result in order)


if __name__ == "__main__":
    main()
