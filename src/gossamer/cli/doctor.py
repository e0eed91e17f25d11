"""`gossamer doctor`: what is there, what is missing, and how to fix it."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gossamer.bootstrap.database import open_database
from gossamer.bootstrap.sessions import LateRunner
from gossamer.browser import Installed, Missing
from gossamer.cli.browser_check import chromium_of, start_problem
from gossamer.cli.health import base_url, is_live, read_render_line
from gossamer.cli.listening_socket import Deaf, listen
from gossamer.cli.problems import BAD_SETTING, data_folder_problems, explain, parse_settings, setting_problems
from gossamer.content.documents import Recogniser, find_recogniser
from gossamer.core.environment import minimal_environment
from gossamer.core.errors import DatabaseUnavailable
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.proxies import Proxies, Proxy, parse_proxies
from gossamer.net.resolver import Resolver
from gossamer.ports.models import Purpose
from gossamer.settings import Settings
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.renderings import RenderMemory
from gossamer.store.threat_lists import FileThreatLists

if TYPE_CHECKING:
    from gossamer.cli.model_probe import ProbedModel

_OLDEST_PYTHON = (3, 11)
_LOW_DISK_BYTES = 1024**3
# How a model fills in schemas, by the way that worked.
_HELD = {"schema": "its server holds it to a JSON Schema", "json": "its server holds it to JSON"}
_TOLD = {
    "prompted": "it is asked in words, and what it writes is repaired where it needs it",
    "tool": "it writes it as the arguments of a tool",
}
_LIBRARIES = "Install the libraries it needs: `playwright install-deps chromium-headless-shell`, or a package of it."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    *needed* is false when the service works without it and no setting asks for it; *advice* is true when nothing is
    missing and something could be better.
    """

    part: str
    fine: bool
    text: str
    remedy: str = ""
    needed: bool = True
    advice: bool = False


def run(*, only: str | None, quiet: bool) -> int:
    """Look at everything (or one part) and print it; 0 when nothing that was looked at is missing."""
    settings = parse_settings()
    if settings is None:
        return BAD_SETTING
    if only is not None and only not in _CHECKS:
        return explain(f"There is no part called {only}.", f"Parts are: {', '.join(PARTS)}.", code=BAD_SETTING)
    chosen = _CHECKS if only is None else {only: _CHECKS[only]}
    findings = [finding for check in chosen.values() for finding in check(settings)]
    if not quiet:
        _print(findings)
    missing = [f for f in findings if not f.fine and not f.advice and (f.needed or only is not None)]
    return 1 if missing else 0


def _print(findings: list[Finding]) -> None:
    console = Console(highlight=False)
    for finding in findings:
        console.print(f"{_mark(finding)} {finding.part:9s} {finding.text}", soft_wrap=True)
        if not finding.fine and finding.remedy:
            console.print(f"                  {finding.remedy}", soft_wrap=True)


def _mark(finding: Finding) -> str:
    if finding.fine:
        return "[green]ok[/]     "
    if finding.advice:
        return "[yellow]note[/]   "
    return "[red]missing[/]" if finding.needed else "[yellow]without[/]"


def _python(_settings: Settings) -> Iterator[Finding]:
    version = ".".join(str(n) for n in sys.version_info[:3])
    yield Finding("python", sys.version_info >= _OLDEST_PYTHON, version, "Use Python 3.11 or newer.")


def _native(_settings: Settings) -> Iterator[Finding]:
    try:
        from gossamer.content.page.compiler import MADE_WITH  # noqa: PLC0415 - not there when it was not compiled
    except ImportError:
        remedy = "Install Gossamer again with this Python; in a source tree: `make serve`."
        yield Finding("native", fine=False, text="the reading of pages is not compiled for this Python", remedy=remedy)
        return
    yield Finding("native", fine=True, text=f"the reading of pages is compiled by {MADE_WITH}")


def _data(settings: Settings) -> Iterator[Finding]:
    problems = list(data_folder_problems(settings.home))
    for problem in problems:
        yield Finding("data", fine=False, text=problem.text, remedy="Set GOSSAMER_HOME to a folder that is writable.")
    if not problems:
        free = shutil.disk_usage(settings.home).free
        yield Finding("data", fine=True, text=str(settings.home))
        text = f"{free / 1024**3:.1f} GB free"
        yield Finding(
            "data", free > _LOW_DISK_BYTES, text, "Free some space, or set GOSSAMER_HOME elsewhere.", needed=False
        )


def _database(settings: Settings) -> Iterator[Finding]:
    if wrong := _wrong("database", settings, "GOSSAMER_DATABASE_URL"):
        yield from wrong
        return
    engine = open_engine(database_url(settings.database_url, settings.home))
    try:
        migrate(engine)
        yield Finding("database", fine=True, text=f"{engine.dialect.name} answers")
        outcomes, hosts = asyncio.run(RenderMemory(Database(engine)).count_static())
        text = f"{outcomes} kinds of pages of {hosts} hosts need no browser (`gossamer doctor --forget HOST`)"
        yield Finding("rendering", fine=True, text=text)
    except DatabaseUnavailable as error:
        yield Finding("database", fine=False, text=error.message)
    finally:
        engine.dispose()


def forget(host: str) -> int:
    """Forget what rendering the pages of *host* brought; return the exit code."""
    settings = parse_settings()
    if settings is None:
        return BAD_SETTING
    try:
        outcomes = asyncio.run(_forget(settings, host))
    except DatabaseUnavailable as error:
        return explain(error.message)
    print(f"{outcomes} outcomes of rendering pages of {host} were forgotten.")
    return 0


async def _forget(settings: Settings, host: str) -> int:
    async with AsyncExitStack() as stack:
        return await RenderMemory(await open_database(settings, stack)).forget(host)


def _blobs(settings: Settings) -> Iterator[Finding]:
    place = (settings.blobs_url or "in the data folder").partition("?")[0]
    yield from _wrong("blobs", settings, "GOSSAMER_BLOBS_URL") or [Finding("blobs", fine=True, text=place)]


def _chromium(settings: Settings) -> Iterator[Finding]:
    chromium = chromium_of(settings)
    if isinstance(chromium, Missing) and chromium.chosen:
        yield Finding("chromium", fine=True, text="none, as was set")
        return
    if isinstance(chromium, Missing):
        text = "screenshots, page actions and pages made by scripts are not available"
        yield Finding("chromium", fine=False, text=text, remedy=chromium.reason, needed=bool(settings.chromium))
        return
    if isinstance(chromium, Installed) and (problem := _version_problem(chromium.path)):
        yield Finding("chromium", fine=False, text=f"{chromium.path} does not start: {problem}", remedy=_LIBRARIES)
        return
    if problem := start_problem(chromium):
        remedy = "Set GOSSAMER_CHROMIUM to a Chromium, or leave it out to have one found."
        yield Finding("chromium", fine=False, text=problem, remedy=remedy)
        return
    yield Finding("chromium", fine=True, text=str(chromium.path) if isinstance(chromium, Installed) else str(chromium))
    if isinstance(chromium, Installed) and hasattr(os, "geteuid") and os.geteuid() == 0:
        yield Finding(
            "chromium",
            fine=False,
            text="as root it runs without its sandbox",
            remedy="Run the service as an ordinary user.",
            advice=True,
        )


def _ocr(settings: Settings) -> Iterator[Finding]:
    recogniser = asyncio.run(find_recogniser(settings.tesseract, settings.ocr_languages))
    if isinstance(recogniser, Recogniser):
        yield Finding("ocr", fine=True, text=f"{recogniser.path} reads {recogniser.languages}")
        return
    text = f"the text of images and scanned pages is not read: {recogniser.reason}"
    yield Finding(
        "ocr",
        fine=False,
        text=text,
        remedy=recogniser.remedy,
        needed=bool(settings.tesseract) and recogniser.remedy != "",
    )


def _code(settings: Settings) -> Iterator[Finding]:
    reason = LateRunner(settings).refusal()
    if reason is not None:
        text = "code cannot be run in browser sessions"
        yield Finding("code", fine=False, text=text, remedy=reason, needed=False)
        return
    bubble = "confined by bubblewrap"
    yield Finding("code", fine=True, text="runs unsandboxed, as was set" if settings.unsandboxed_code else bubble)


def _version_problem(path: Path) -> str | None:
    """Return the reason that the program does not start (mostly a missing library), or None."""
    try:
        tried = subprocess.run(  # noqa: S603
            [path, "--version"], capture_output=True, text=True, timeout=30, check=False, env=minimal_environment()
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if tried.returncode == 0 else (tried.stderr.strip().splitlines() or ["no reason given"])[-1]


def _egress(settings: Settings) -> Iterator[Finding]:
    text = f"public addresses; opened: {settings.egress_allow or 'nothing private'}"
    yield from _wrong("egress", settings, "GOSSAMER_EGRESS_ALLOW") or [Finding("egress", fine=True, text=text)]


def _threats(settings: Settings) -> Iterator[Finding]:
    listing = asyncio.run(FileThreatLists(settings.threat_lists).current())
    if listing.unreadable:
        text = f"cannot be read, or hold no domain: {', '.join(listing.unreadable)}"
        remedy = "Check GOSSAMER_THREAT_LISTS: each must be a file with a domain in each line, or a hosts file."
        yield Finding("threats", fine=False, text=text, remedy=remedy)
        return
    count = sum(len(domains) for _, domains in listing.domains)
    lists = len(listing.domains)
    yield Finding("threats", fine=True, text=f"{lists} read, {count} domains" if lists else "no threat lists")


def _proxies(settings: Settings) -> Iterator[Finding]:
    if wrong := _wrong("proxies", settings, "GOSSAMER_PROXY_BASIC", "GOSSAMER_PROXY_STEALTH"):
        yield from wrong
        return
    basic, stealth = parse_proxies(settings.proxy_basic), parse_proxies(settings.proxy_stealth)
    counts = f"{len(basic)} basic, {len(stealth)} stealth"
    yield Finding("proxies", fine=True, text=counts if basic or stealth else "none: direct")
    proxies = list(dict.fromkeys((*basic, *stealth)))
    for proxy, (is_fine, text) in zip(proxies, asyncio.run(_try_proxies(proxies)), strict=True):
        remedy = "Correct it in GOSSAMER_PROXY_BASIC or GOSSAMER_PROXY_STEALTH, or look at that proxy."
        yield Finding("proxies", is_fine, f"{proxy.name} {text}", remedy)


async def _try_proxies(proxies: Sequence[Proxy]) -> list[tuple[bool, str]]:
    gateway = FilteringProxy(Resolver(EgressPolicy()), Proxies(proxies))
    return await asyncio.gather(*map(gateway.try_out, proxies))


def _mail(settings: Settings) -> Iterator[Finding]:
    if wrong := _wrong("mail", settings, "GOSSAMER_SMTP_URL", "GOSSAMER_SMTP_FROM"):
        yield from wrong
        return
    if settings.smtp_url is None:
        yield Finding("mail", fine=True, text="no e-mail is sent (see GOSSAMER_SMTP_URL)")
        return
    from gossamer.notify.smtp import MailServer, connection_problem  # noqa: PLC0415 - loaded where it is set

    server = MailServer.parse(settings.smtp_url.get_secret_value())
    problem = connection_problem(server)
    text = f"{server.place} answers" if problem is None else f"{server.place} cannot be used: {problem}"
    yield Finding("mail", problem is None, text, "Correct GOSSAMER_SMTP_URL, or look at that server.")


def _wrong(part: str, settings: Settings, *names: str) -> list[Finding]:
    """Return the errors in these settings."""
    return [
        Finding(part, fine=False, text=problem.text, remedy=f"Correct {problem.setting}.")
        for problem in setting_problems(settings)
        if problem.setting in names
    ]


def _model(settings: Settings) -> Iterator[Finding]:
    if not settings.models:
        yield Finding(
            "model", fine=True, text="none: prompts and pages are understood by rules (see GOSSAMER_LLM_MODEL)"
        )
        return
    for probed in asyncio.run(_probe_models(settings)):
        yield from _of_model(probed)


async def _probe_models(settings: Settings) -> list["ProbedModel"]:
    # With it all parts of the service are loaded: a second that the other checks do not need.
    from gossamer.cli.model_probe import probe  # noqa: PLC0415

    return [probed async for probed in probe(settings)]


def _of_model(probed: "ProbedModel") -> Iterator[Finding]:
    if probed.failure:
        remedy = "Prompts are carried out, and pages understood, by rules while it is so."
        yield Finding("model", fine=False, text=f"{probed.described}: {probed.failure}", remedy=remedy)
        return
    purposes = "" if len(probed.purposes) == len(Purpose) else f", for {', '.join(probed.purposes)}"
    yield Finding("model", fine=True, text=f"{probed.described} answers{purposes}")
    yield _of_schemas(probed)
    if probed.uses_tools:
        yield Finding("model", fine=True, text="it uses tools")
    else:
        yield Finding(
            "model",
            fine=False,
            text="asked to use a tool it did not",
            remedy="A model that is made to call tools carries out prompts better.",
            advice=True,
        )


def _of_schemas(probed: "ProbedModel") -> Finding:
    if probed.unfilled:
        remedy = "Structured data is read from pages without it while it is so."
        return Finding("model", fine=False, text=f"no structured data: {probed.unfilled}", remedy=remedy)
    if probed.rung in _HELD:
        return Finding("model", fine=True, text=f"structured data: {_HELD[probed.rung]}")
    return Finding(
        "model",
        fine=False,
        text=f"structured data: {_TOLD[probed.rung]}",
        remedy="It works. A server that takes response_format (OpenAI, Ollama, vLLM, llama.cpp, …) makes it surer.",
        advice=True,
    )


def _search(settings: Settings) -> Iterator[Finding]:
    if wrong := _wrong("search", settings, "GOSSAMER_SEARCH_PROVIDERS", "GOSSAMER_SEARCH_CUSTOM_URL"):
        yield from wrong
        return
    # With it all parts of the service are loaded.
    from gossamer.cli.search_probe import probe  # noqa: PLC0415

    probes = probe(settings)
    if not probes:
        yield Finding("search", fine=True, text="no providers: searches find pages that were fetched before")
    for probed in probes:
        remedy = f"It says: {probed.reply}" if probed.reply else ""
        yield Finding("search", probed.fine, f"{probed.name}: {probed.text}", remedy)


def _port(settings: Settings) -> Iterator[Finding]:
    tried = listen(settings.host, settings.port)
    if isinstance(tried, Deaf) and tried.code != BAD_SETTING and is_live(base_url(settings.host, settings.port)):
        base = base_url(settings.host, settings.port)
        yield Finding("port", fine=True, text=f"{settings.host}:{settings.port}: a service of Gossamer runs there")
        if line := read_render_line(base):
            text = "{working} of {places} pages rendered now, {resting} rest, {waiting} wait in line".format(**line)
            remedy = "Raise GOSSAMER_BROWSER_PAGES where processor and memory allow it."
            yield Finding("rendering", not line["waiting"], text, remedy, advice=True)
    elif isinstance(tried, Deaf):
        yield Finding("port", fine=False, text=tried.reason, remedy=tried.remedy, needed=tried.code == BAD_SETTING)
    else:
        tried.close()
        yield Finding("port", fine=True, text=f"{settings.host}:{settings.port} is free")


_CHECKS: Mapping[str, Callable[[Settings], Iterator[Finding]]] = {
    "python": _python,
    "native": _native,
    "data": _data,
    "database": _database,
    "blobs": _blobs,
    "chromium": _chromium,
    "ocr": _ocr,
    "code": _code,
    "egress": _egress,
    "threats": _threats,
    "proxies": _proxies,
    "mail": _mail,
    "model": _model,
    "search": _search,
    "port": _port,
}
PARTS = tuple(_CHECKS)
