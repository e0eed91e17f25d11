"""`gossamer map URL`: the addresses of a site, without a server."""

import json
import sys
from datetime import timedelta
from functools import partial

from rich.console import Console

from gossamer.bootstrap import open_service
from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.crawl_output import write_whole
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.running import run as run_command
from gossamer.cli.web_commands import MapCommand
from gossamer.core.access import Group
from gossamer.core.crawls import FoundLink, MapSpec, SiteMap
from gossamer.core.urls import web_url
from gossamer.settings import Settings


def _make_spec(request: MapCommand) -> MapSpec:
    """Return the map that is asked for; InvalidTarget when the URL cannot be read."""
    return MapSpec(
        url=web_url(request.url),
        search=request.search,
        sitemap=request.sitemap,
        llms_txt=request.llms_txt,
        subdomains=request.subdomains,
        limit=request.limit,
        timeout=timedelta(milliseconds=request.timeout_ms),
        origin="cli",
    )


def run(request: MapCommand) -> int:
    """Map and write; return the exit code."""
    return run_command(partial(_map, request), partial(_write, request=request), request.allow)


async def _map(request: MapCommand, settings: Settings) -> SiteMap:
    spec = _make_spec(request)
    with Console(stderr=True).status(f"Mapping {request.url} …"):
        async with open_service(settings, make_first_key=False, jobs=False) as service:
            return await service.operations.maps.map(SELF, Group.MAP, spec)


def _write(site_map: SiteMap, *, request: MapCommand) -> int:
    text = "".join(_line(link, as_json=request.as_json) for link in site_map.links)
    if request.output is None:
        sys.stdout.write(text)
    else:
        request.output.parent.mkdir(parents=True, exist_ok=True)
        write_whole(request.output, text)
    if site_map.warning:
        Console(stderr=True).print(site_map.warning, style="yellow")
    return ExitCode.DONE if site_map.links else ExitCode.NO_RESULT


def _line(link: FoundLink, *, as_json: bool) -> str:
    if not as_json:
        return link.url + "\n"
    fields = {"url": link.url, "title": link.title, "description": link.description}
    return json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False) + "\n"
