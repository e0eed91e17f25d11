"""Which Chromium to use.

The headless shell comes first: a page in it costs a third to a sixth of one in the full
browser, which also starts processes for windows nobody sees.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

_SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")
_FULL_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge")
_MAC_APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_PLAYWRIGHT_SHELL = ("*/headless_shell", "*/chrome-headless-shell")
_PLAYWRIGHT_FULL = ("*/chrome", "*/Chromium.app/Contents/MacOS/Chromium", "*/*.app/Contents/MacOS/Google Chrome*")
_NONE = "none"
_ADDRESS = re.compile(r"(?:wss?|https?)://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Installed:
    """A Chromium we can start; *kind* says headless shell or full browser."""

    path: Path
    kind: Literal["shell", "full"]


@dataclass(frozen=True, slots=True)
class Remote:
    """A Chromium that somebody else runs, by the address of its debugging port.

    Who knows the whole *address* has the browser, so as text it is scheme, host and port alone.
    """

    address: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


@dataclass(frozen=True, slots=True)
class Missing:
    """There is none; *reason* is a sentence for the operator. *chosen* when the operator wants none."""

    reason: str
    chosen: bool = False


Chromium: TypeAlias = Installed | Remote | Missing


def find_chromium(setting: str | None = None, *, registries: tuple[Path, ...] | None = None) -> Chromium:
    """Return the Chromium to use, without starting it.

    *setting* is a path, a command on PATH, or a CDP address, and is then the only candidate; "none" is for none.
    *registries* are the folders where Playwright keeps the browsers it downloads.
    """
    if setting:
        return _find_named(setting)
    folders = _playwright_folders() if registries is None else registries
    for path, kind in _candidates(folders):
        if _executable(path):
            return Installed(path, kind)
    return Missing(
        "No Chromium was found. Install the package chromium-headless-shell or chromium, run `playwright install "
        "chromium-headless-shell` (from `gossamer[browser]`), or set GOSSAMER_CHROMIUM to its path or CDP address."
    )


def confinable(chromium: Chromium, gateway: str) -> Chromium:
    """Return *chromium*, or Missing when it runs on another machine and cannot reach *gateway*.

    *gateway* is the address of the filtering proxy. On loopback over there is something else,
    which must get neither the pages nor the proxy's password.
    """
    if not isinstance(chromium, Remote) or _is_here(chromium.address) or not _is_here(gateway):
        return chromium
    return Missing(
        f"The Chromium at {chromium} runs on another machine and cannot reach the filtering proxy of this service. "
        "Set GOSSAMER_FILTERING_PROXY to an address of this machine that it can reach, such as 10.0.0.5:3128."
    )


def _is_here(url: str) -> bool:
    """Return whether the host of *url* means the machine that uses it."""
    host = (urlsplit(url).hostname or "").removesuffix(".")
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _find_named(setting: str) -> Chromium:
    if setting == _NONE:
        return Missing("GOSSAMER_CHROMIUM is `none`.", chosen=True)
    if _ADDRESS.match(setting):
        return _remote(setting)
    program = shutil.which(Path(setting).expanduser())
    if program is None:
        return Missing(
            f"GOSSAMER_CHROMIUM names {setting}, which is not a program that can be started. "
            "Correct it, leave it out to have one found, or set it to `none` to do without."
        )
    kind: Literal["shell", "full"] = "shell" if "headless" in Path(program).name else "full"
    return Installed(Path(program), kind)


def _remote(setting: str) -> Remote | Missing:
    try:
        named = bool(urlsplit(setting).hostname)
    except ValueError:
        named = False
    return Remote(setting) if named else Missing("GOSSAMER_CHROMIUM is an address without a host.")


def _candidates(registries: tuple[Path, ...]) -> Iterator[tuple[Path, Literal["shell", "full"]]]:
    for path in _on_path(_SHELL_NAMES):
        yield path, "shell"
    for path in _find_downloads(registries, "chromium_headless_shell-", _PLAYWRIGHT_SHELL):
        yield path, "shell"
    for path in _on_path(_FULL_NAMES):
        yield path, "full"
    for path in _find_downloads(registries, "chromium-", _PLAYWRIGHT_FULL):
        yield path, "full"
    if sys.platform == "darwin":
        for name in _MAC_APPLICATIONS:
            yield Path(name), "full"


def _on_path(names: tuple[str, ...]) -> Iterator[Path]:
    return (Path(program) for name in names if (program := shutil.which(name)))


def _find_downloads(registries: tuple[Path, ...], prefix: str, patterns: tuple[str, ...]) -> Iterator[Path]:
    """Yield the downloads of Playwright, the newest revision first."""
    revisions = [folder for registry in registries for folder in registry.glob(f"{prefix}*")]
    for folder in sorted(revisions, key=_revision, reverse=True):
        for pattern in patterns:
            yield from sorted(folder.glob(pattern))


def _revision(folder: Path) -> int:
    digits = folder.name.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def _playwright_folders() -> tuple[Path, ...]:
    home = Path.home()
    if sys.platform == "darwin":
        return (home / "Library/Caches/ms-playwright",)
    return (home / ".cache/ms-playwright",)


def _executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
