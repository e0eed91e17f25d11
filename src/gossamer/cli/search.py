"""`gossamer search "words"`: results of the web, without a server."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.page_output import TEXT_FORMATS, refuse_unknown, write_text
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import SearchCommand
from gossamer.core.searches import Found
from gossamer.library.service import Embedded
from gossamer.settings import Settings
from gossamer.wire.searches import hit_json, result_json


def _list_options(request: SearchCommand) -> dict[str, Any]:
    """Return the search in the names of the API."""
    formats = request.formats or (("markdown",) if request.max_tokens is not None else ())
    return {
        "query": request.query,
        "limit": request.limit,
        "sources": list(request.sources) or None,
        "includeDomains": list(request.include_domains) or None,
        "excludeDomains": list(request.exclude_domains) or None,
        "scrapeOptions": {"formats": list(formats), "maxTokens": request.max_tokens} if formats else None,
        "origin": "cli",
    }


def run(request: SearchCommand) -> int:
    """Search and write; return the exit code."""
    refused = refuse_unknown(request.formats, TEXT_FORMATS)
    if refused is not None:
        return refused
    return run_command(partial(_search, request), partial(_write, request=request), request.allow)


async def _search(request: SearchCommand, settings: Settings) -> Found:
    with Console(stderr=True).status(f"Searching {request.query} …"):
        async with open_service(settings, make_first_key=False, jobs=False) as service:
            return await Embedded(service.operations, settings.home).found(_list_options(request))


def _write(search_results: Found, *, request: SearchCommand) -> int:
    for warning in search_results.warnings:
        Console(stderr=True).print(warning, style="yellow")
    lines = list(
        _json_lines(search_results)
        if request.as_json or request.formats or request.max_tokens
        else _blocks(search_results)
    )
    if not lines:
        return ExitCode.NO_RESULT
    write_text("\n".join(lines), request.output)
    return ExitCode.DONE


def _json_lines(search_results: Found) -> Iterator[str]:
    for source, results in search_results.results.items():
        for result in results:
            fields = {"source": source.value, **result_json(hit_json(result.hit), result, str)}
            yield json.dumps(fields, ensure_ascii=False)


def _blocks(search_results: Found) -> Iterator[str]:
    """Yield for each result its title, its address and what it says."""
    for results in search_results.results.values():
        for result in results:
            hit = result.hit
            yield "\n".join(filter(None, (hit.title, hit.url, hit.description))) + "\n"
