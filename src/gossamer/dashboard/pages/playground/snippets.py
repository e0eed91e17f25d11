"""The same request as code: curl, Python and JavaScript, made from the body that is sent.

No snippet ever holds a key: readers put theirs in place of YOUR_API_KEY, and a file in place of YOUR_FILE.pdf.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pprint import pformat
from typing import Any, Final

from gossamer.dashboard.pages.playground.bodies import Mode, Playing

KEY: Final = "YOUR_API_KEY"
FILE: Final = "YOUR_FILE.pdf"
_WIDTH: Final = 80
_SHORT: Final = 60
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Calls for which Python and JavaScript clients wait themselves.
_CALLS: Final[Mapping[Mode, str]] = {Mode.SCRAPE: "scrape", Mode.CRAWL: "crawl", Mode.MAP: "map", Mode.PARSE: "parse"}
_RESULTS: Final[Mapping[Mode, tuple[str, str]]] = {
    Mode.SCRAPE: ("document", "document"),
    Mode.CRAWL: ("job", "job.data"),
    Mode.MAP: ("found", "found.links"),
    Mode.PARSE: ("document", "document"),
}


@dataclass(frozen=True, slots=True)
class Snippet:
    """Code in one language."""

    name: str
    label: str
    code: str


def snippets(played: Playing, origin: str) -> tuple[Snippet, ...]:
    """Return the snippets that do the same as *played*, for the service at *origin*."""
    if played.mode is Mode.EXPLAIN:
        # The API has no such request.
        return (Snippet("command", "Command line", f"gossamer explain {_quote(played.body['url'])}"),)
    return (
        Snippet("curl", "curl", curl(played, origin)),
        Snippet("python", "Python", python(played, origin)),
        Snippet("javascript", "JavaScript", javascript(played, origin)),
    )


def curl(played: Playing, origin: str) -> str:
    """Return a command for a POSIX shell."""
    body = _quote(_json(played.body))
    if played.mode is Mode.PARSE:
        # --form would read an option of its own after a semicolon.
        sent = f"  --form-string options={body} \\\n  -F file=@{FILE}"
    else:
        sent = f"  -H 'Content-Type: application/json' \\\n  -d {body}"
    return (
        f"curl -X POST {_quote(f'{origin}/v2/{played.mode.value}')} \\\n  -H 'Authorization: Bearer {KEY}' \\\n{sent}"
    )


def python(played: Playing, origin: str) -> str:
    """Return a program for firecrawl-py."""
    name, shown = _RESULTS[played.mode]
    imports = "from firecrawl import Firecrawl\n"
    if played.mode is Mode.PARSE:
        imports += "from firecrawl.v2.types import ParseOptions\n"
        arguments = [_literal(FILE, 4), f"options=ParseOptions({', '.join(_keywords(played))})"]
    else:
        arguments = [_literal(played.body["url"], 4), *_keywords(played)]
    listed = "".join(f"    {argument},\n" for argument in arguments)
    return (
        "# pip install firecrawl-py\n"
        f"{imports}\n"
        f"client = Firecrawl(api_key='{KEY}', api_url={_literal(origin, 0)})\n"
        f"{name} = client.{_CALLS[played.mode]}(\n{listed})\n"
        f"print({shown})"
    )


def javascript(played: Playing, origin: str) -> str:
    """Return a module for the package firecrawl."""
    name, shown = _RESULTS[played.mode]
    options = {option: value for option, value in played.body.items() if option != "url"}
    argument = f", {_json(options)}" if options else ""
    imports = 'import Firecrawl from "firecrawl";\n'
    if played.mode is Mode.PARSE:
        imports += 'import { readFile } from "node:fs/promises";\n'
        subject = f"{{ data: await readFile({_json(FILE)}), filename: {_json(FILE)} }}"
    else:
        subject = _json(played.body["url"])
    return (
        "// npm install firecrawl\n"
        f"{imports}\n"
        f'const client = new Firecrawl({{ apiKey: "{KEY}", apiUrl: {_json(origin)} }});\n'
        f"const {name} = await client.{_CALLS[played.mode]}({subject}{argument});\n"
        f"console.log({shown});"
    )


def _quote(text: str) -> str:
    """Return *text* as one word of a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _keywords(played: Playing) -> Iterator[str]:
    """Yield the arguments of the client's method; a crawl takes the options of its pages beside its own."""
    options = {**played.body, **played.body.get("scrapeOptions", {})}
    for option, value in options.items():
        if option not in {"url", "scrapeOptions"}:
            keyword = _CAPITAL.sub("_", option).lower()
            yield f"{keyword}={_literal(value, len(keyword) + 5)}"


def _literal(value: Any, indent: int) -> str:
    """Return *value* as Python writes it; lines after the first stand *indent* further in."""
    text = pformat(value, width=_WIDTH - indent, sort_dicts=False) if isinstance(value, list | dict) else repr(value)
    return text.replace("\n", "\n" + " " * indent)


def _json(value: Any, indent: str = "") -> str:
    """Return *value* as JSON, which is JavaScript too; what is long has a line for each member."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | dict) or (len(line) <= _SHORT and indent):
        return line
    inner = indent + "  "
    if isinstance(value, list):
        members = [_json(member, inner) for member in value]
    else:
        members = [f"{json.dumps(name)}: {_json(member, inner)}" for name, member in value.items()]
    first, last = "[]" if isinstance(value, list) else "{}"
    return first + "".join(f"\n{inner}{member}," for member in members).removesuffix(",") + f"\n{indent}{last}"
