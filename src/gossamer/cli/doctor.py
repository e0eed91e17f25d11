"""`gossamer doctor`: what is there, what is missing, and how to fix it."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from gossamer.browser.executable import Installed, Missing, find_chromium
from gossamer.cli.problems import explain, read_settings
from gossamer.net.egress import EgressPolicy
from gossamer.settings import Settings
from gossamer.store.database import database_url, open_engine
from gossamer.store.migrating import migrate

_OLDEST_PYTHON = (3, 11)
_LOW_DISK_BYTES = 1024**3
_LIBRARIES = "Install the libraries it needs: `playwright install-deps chromium-headless-shell`, or a package of it."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    *needed* is false when the service works without it; *advice* is true when nothing is
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
    settings = read_settings()
    if settings is None:
        return 2
    if only is not None and only not in _CHECKS:
        return explain(f"There is no part called {only}.", f"Parts are: {', '.join(_CHECKS)}.", code=2)
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


def _data(settings: Settings) -> Iterator[Finding]:
    try:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        writable = os.access(settings.home, os.W_OK)
    except OSError:
        writable = False
    yield Finding(
        "data", writable, str(settings.home), "Make the folder writable, or set GOSSAMER_HOME to one that is."
    )
    if writable:
        free = shutil.disk_usage(settings.home).free
        text = f"{free / 1024**3:.1f} GB free"
        yield Finding(
            "data", free > _LOW_DISK_BYTES, text, "Free some space, or set GOSSAMER_HOME elsewhere.", needed=False
        )


def _database(settings: Settings) -> Iterator[Finding]:
    url = database_url(settings.database_url, settings.home)
    engine = None
    try:
        engine = open_engine(url)
        migrate(engine)
        yield Finding("database", fine=True, text=f"{engine.dialect.name} answers")
    except Exception as error:  # noqa: BLE001 - whatever it is, the person is told
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        yield Finding(
            "database", fine=False, text=reason, remedy="Check GOSSAMER_DATABASE_URL and that the server runs."
        )
    finally:
        if engine is not None:
            engine.dispose()


def _chromium(settings: Settings) -> Iterator[Finding]:
    found = find_chromium(settings.chromium)
    if isinstance(found, Missing):
        yield Finding(
            "chromium",
            fine=False,
            text="screenshots, page actions and pages made by scripts are not available",
            remedy=found.reason,
            needed=False,
        )
        return
    if isinstance(found, Installed) and (problem := _start_problem(found.path)):
        yield Finding("chromium", fine=False, text=f"{found.path} does not start: {problem}", remedy=_LIBRARIES)
        return
    yield Finding("chromium", fine=True, text=str(found.path) if isinstance(found, Installed) else found.address)
    if isinstance(found, Installed) and hasattr(os, "geteuid") and os.geteuid() == 0:
        yield Finding(
            "chromium",
            fine=False,
            text="as root it runs without its sandbox",
            remedy="Run the service as an ordinary user.",
            advice=True,
        )


def _start_problem(path: Path) -> str | None:
    """Return why the program does not start (mostly a missing library), or None."""
    try:
        tried = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if tried.returncode == 0 else (tried.stderr.strip().splitlines() or ["no reason given"])[-1]


def _egress(settings: Settings) -> Iterator[Finding]:
    try:
        EgressPolicy.parse(settings.egress_allow)
    except ValueError as error:
        yield Finding("egress", fine=False, text=str(error), remedy="Correct GOSSAMER_EGRESS_ALLOW.")
        return
    opened = settings.egress_allow or "nothing private"
    yield Finding("egress", fine=True, text=f"public addresses; opened: {opened}")


def _port(settings: Settings) -> Iterator[Finding]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            text = f"{settings.host}:{settings.port}: {error.strerror}"
            yield Finding(
                "port", fine=False, text=text, remedy="Stop what uses it, or set GOSSAMER_PORT.", needed=False
            )
            return
    yield Finding("port", fine=True, text=f"{settings.host}:{settings.port} is free")


_CHECKS: Mapping[str, Callable[[Settings], Iterator[Finding]]] = {
    "python": _python,
    "data": _data,
    "database": _database,
    "chromium": _chromium,
    "egress": _egress,
    "port": _port,
}
