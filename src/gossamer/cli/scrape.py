"""`gossamer scrape URL`: one page, without a server."""

import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from rich.console import Console

from gossamer.bootstrap import Service, open_service
from gossamer.cli.problems import explain, read_settings
from gossamer.core.access import Group, Principal
from gossamer.core.documents import Document
from gossamer.core.errors import ServiceError
from gossamer.core.formats import Format, Html, Images, Links, Markdown, RawHtml, Screenshot
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.accounts import OPEN_TEAM
from gossamer.telemetry import configure_logs

_FORMATS: Mapping[str, Format] = {
    "markdown": Markdown(),
    "html": Html(),
    "rawHtml": RawHtml(),
    "links": Links(),
    "images": Images(),
    "screenshot": Screenshot(),
}
_SELF = Principal(team_id=OPEN_TEAM, key_id="cli")


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for."""

    url: str
    formats: tuple[str, ...]
    output: Path | None
    whole: bool
    wait_ms: int
    timeout_ms: int
    mobile: bool
    allow: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """One format's result, as it is written."""

    suffix: str
    data: bytes


def run(request: Request) -> int:
    """Scrape and write; return the exit code."""
    unknown = [name for name in request.formats if name not in _FORMATS]
    if unknown:
        return explain(f"Unknown format: {', '.join(unknown)}.", f"Known are: {', '.join(_FORMATS)}.", code=2)
    settings = read_settings()
    if settings is None:
        return 2
    configure_logs("warning", "auto")
    allowed = ",".join([settings.egress_allow, *request.allow]).strip(",")
    try:
        pieces = asyncio.run(_scrape(request, settings.model_copy(update={"egress_allow": allowed})))
    except ServiceError as error:
        return explain(error.message)
    except KeyboardInterrupt:
        return explain("Interrupted.", code=130)
    _write(pieces, request.output)
    return 0


async def _scrape(request: Request, settings: Any) -> Mapping[str, Piece]:
    console = Console(stderr=True)
    spec = _spec(request)
    with console.status(f"Scraping {request.url} …"):
        async with open_service(settings, make_first_key=False) as service:
            result = await service.operations.scrape(_SELF, Group.SCRAPE, spec)
            pieces = await _pieces(service, request, result.document)
    if result.document.warning:
        console.print(result.document.warning, style="yellow")
    return pieces


def _spec(request: Request) -> ScrapeSpec:
    return ScrapeSpec(
        url=web_url(request.url),
        formats=tuple(_FORMATS[name] for name in dict.fromkeys(request.formats)),
        main_only=not request.whole,
        wait_for=timedelta(milliseconds=request.wait_ms),
        timeout=timedelta(milliseconds=request.timeout_ms),
        mobile=request.mobile,
        cache=replace(CachePolicy(), store=False),
    )


async def _pieces(service: Service, request: Request, document: Document) -> Mapping[str, Piece]:
    made: dict[str, Piece] = {}
    for name in dict.fromkeys(request.formats):
        if name == "screenshot":
            picture = await service.operations.blob(document.screenshot or "")
            made[name] = Piece(".png", picture.data if picture else b"")
        else:
            made[name] = _text_piece(name, document)
    return made


def _text_piece(name: str, document: Document) -> Piece:
    match name:
        case "markdown":
            return Piece(".md", _line(document.markdown))
        case "html":
            return Piece(".html", _line(document.html))
        case "rawHtml":
            return Piece(".raw.html", _line(document.raw_html))
        case _:
            found = document.links if name == "links" else document.images
            return Piece(f".{name}.json", (json.dumps(found or [], indent=2, ensure_ascii=False) + "\n").encode())


def _line(text: str | None) -> bytes:
    return ((text or "").rstrip("\n") + "\n").encode("utf-8", "replace")


def _write(pieces: Mapping[str, Piece], output: Path | None) -> None:
    if output is None:
        for piece in pieces.values():
            sys.stdout.buffer.write(piece.data)
        sys.stdout.buffer.flush()
        return
    if len(pieces) == 1 and not output.is_dir():
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(next(iter(pieces.values())).data)
        return
    output.mkdir(parents=True, exist_ok=True)
    for piece in pieces.values():
        (output / f"page{piece.suffix}").write_bytes(piece.data)
