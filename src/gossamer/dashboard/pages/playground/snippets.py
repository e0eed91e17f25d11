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
# The variable of the code that holds the scrape whose page is used.
_SCRAPED: Final = "scrape_id"
_WIDTH: Final = 80
_SHORT: Final = 60
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# The client's method, the field of the body that it takes first, and the name and the use of its result.
_CALLS: Final[Mapping[Mode, tuple[str, str, str, str]]] = {
    Mode.SCRAPE: ("scrape", "url", "document", "document"),
    Mode.CRAWL: ("crawl", "url", "job", "job.data"),
    Mode.MAP: ("map", "url", "found", "found.links"),
    Mode.SEARCH: ("search", "query", "found", "found.web"),
    Mode.EXTRACT: ("extract", "urls", "answer", "answer.data"),
    Mode.INTERACT: ("interact", "scrape", "answer", "answer.output"),
    Mode.PARSE: ("parse", "", "document", "document"),
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
    path, before, body = played.mode.value, "", played.body
    if played.mode is Mode.PARSE:
        # --form would read an option of its own after a semicolon.
        sent = f"  --form-string options={_quote(_json(body))} \\\n  -F file=@{FILE}"
        return _post(_quote(f"{origin}/v2/parse"), sent)
    if played.mode is Mode.INTERACT:
        body = {name: value for name, value in body.items() if name not in {"url", "scrape"}}
        path, scrape = "scrape/$ID/interact", played.body.get("scrape")
        opened = _post(_quote(f"{origin}/v2/scrape"), _as_json({"url": played.body.get("url")}))
        before = f"ID={_quote(scrape)}\n" if scrape else f"ID=$({opened} | jq -r .data.metadata.scrapeId)\n"
    address = f'{_quote(origin)}"/v2/{path}"' if before else _quote(f"{origin}/v2/{path}")
    return before + _post(address, _as_json(body))


def _post(address: str, sent: str) -> str:
    return f"curl -X POST {address} \\\n  -H 'Authorization: Bearer {KEY}' \\\n{sent}"


def _as_json(body: Mapping[str, Any]) -> str:
    return f"  -H 'Content-Type: application/json' \\\n  -d {_quote(_json(body))}"


def python(played: Playing, origin: str) -> str:
    """Return a program for firecrawl-py."""
    call, subject, name, shown = _CALLS[played.mode]
    imports, before = "from firecrawl import Firecrawl\n", ""
    if played.mode is Mode.PARSE:
        imports += "from firecrawl.v2.types import ParseOptions\n"
        arguments = [_literal(FILE, 4), f"options=ParseOptions({', '.join(_keywords(played))})"]
    else:
        first = _literal(played.body[subject], 4) if subject in played.body else _SCRAPED
        arguments = [first, *_keywords(played)]
    if played.mode is Mode.INTERACT and "scrape" not in played.body:
        before = f"{_SCRAPED} = client.scrape({_literal(played.body.get('url'), 4)}).metadata.scrape_id\n"
    listed = "".join(f"    {argument},\n" for argument in arguments)
    return (
        "# pip install firecrawl-py\n"
        f"{imports}\n"
        f"client = Firecrawl(api_key='{KEY}', api_url={_literal(origin, 0)})\n"
        f"{before}{name} = client.{call}(\n{listed})\n"
        f"print({shown})"
    )


def javascript(played: Playing, origin: str) -> str:
    """Return a module for the package firecrawl."""
    call, subject, name, shown = _CALLS[played.mode]
    options = {option: value for option, value in played.body.items() if option not in {"url", "scrape", "query"}}
    arguments = [_json(options)] if options else []
    imports, before = 'import Firecrawl from "firecrawl";\n', ""
    if played.mode is Mode.PARSE:
        imports += 'import { readFile } from "node:fs/promises";\n'
        arguments.insert(0, f"{{ data: await readFile({_json(FILE)}), filename: {_json(FILE)} }}")
    elif played.mode is not Mode.EXTRACT:
        arguments.insert(0, _json(played.body[subject]) if subject in played.body else _SCRAPED)
    if played.mode is Mode.INTERACT and "scrape" not in played.body:
        before = f"const {_SCRAPED} = (await client.scrape({_json(played.body.get('url'))})).metadata.scrapeId;\n"
    return (
        "// npm install firecrawl\n"
        f"{imports}\n"
        f'const client = new Firecrawl({{ apiKey: "{KEY}", apiUrl: {_json(origin)} }});\n'
        f"{before}const {name} = await client.{call}({', '.join(arguments)});\n"
        f"console.log({shown});"
    )


def _quote(text: str) -> str:
    """Return *text* as one word of a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _keywords(played: Playing) -> Iterator[str]:
    """Yield the arguments of the client's method; a crawl takes the options of its pages beside its own."""
    options = dict(played.body)
    if played.mode is Mode.CRAWL:
        options |= options.pop("scrapeOptions", {})
    for option, value in options.items():
        if option not in {"url", "query", "urls", "scrape"}:
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
