"""A running browser: its connection, its process when Gossamer started it, and its isolated contexts."""

import asyncio
import contextlib
import hashlib
import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec
import structlog

from gossamer.browser.cdp.connection import Connection
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.cdp.transports import PipeTransport, SocketFailed, SocketTransport
from gossamer.browser.contexts import BrowserContexts, Context
from gossamer.browser.emulation import Identity
from gossamer.browser.executable import Installed, Remote
from gossamer.browser.flags import command_line
from gossamer.browser.options import BrowserOptions
from gossamer.browser.process import ChromiumProcess
from gossamer.browser.profile_dirs import ProfileDir, lodge
from gossamer.net.tls import find_trusted_roots, mozilla_roots

_log = structlog.get_logger(__name__)

_START = 20.0
_REPLY = 3.0
_LOG_TAIL = 2000
_NO_SANDBOX = ("no usable sandbox", "without --no-sandbox", "sandbox_linux", "zygote_host_impl")


_MESSAGE = "The browser could not be started. The service's log has the reason."

_DATABASE = ".pki/nssdb/cert9.db"
# CKA_CLASS, TOKEN, PRIVATE, VALUE, CERTIFICATE_TYPE, ISSUER, SERIAL_NUMBER, SUBJECT, ID; trust for servers, hashes.
_COLUMNS = "a0, a1, a2, a11, a80, a81, a82, a101, a102, ace536358, ace5363b4, ace5363b5"
_CERTIFICATE, _TRUST = (bytes.fromhex(kind) for kind in ("00000001", "ce534353"))
_X509, _IS_AUTHORITY = bytes(4), bytes.fromhex("ce534352")
_VERSION, _LONG = 0xA0, 0x80


# Chromium has a list of its own and reads more roots from NSS's database in the home folder, as `certutil` makes it:
# a table of PKCS #11 objects with a column for each attribute, named by its number. A root is two objects, the
# certificate and how far it is trusted (`CKO_NSS_TRUST`).
def home_with_roots(folder: Path) -> dict[str, str]:
    """Make *folder* a home with the roots that Chromium may not know, and return its environment; empty without any."""
    roots = find_trusted_roots() - mozilla_roots() if sys.platform == "linux" else set()
    if not roots:
        return {}
    home, database = Path(os.path.expanduser("~")), folder / _DATABASE  # noqa: PTH111 - never fails
    database.parent.mkdir(parents=True)
    if (home / _DATABASE).exists():
        shutil.copy(home / _DATABASE, database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(f"CREATE TABLE IF NOT EXISTS nssPublic (id PRIMARY KEY UNIQUE, {_COLUMNS})")
        [[latest]] = connection.execute("SELECT coalesce(max(id), 0) FROM nssPublic")
        objects = (entry for root in roots for entry in _objects(root))
        connection.executemany(
            f"INSERT INTO nssPublic (id, {_COLUMNS}) VALUES (?{', ?' * 12})",  # noqa: S608 - no words of others
            ((number, *entry) for number, entry in enumerate(objects, latest + 1)),
        )
    # Fonts are where they were.
    places = {"XDG_CONFIG_HOME": home / ".config", "XDG_DATA_HOME": home / ".local/share"}
    return {"HOME": str(folder), **{name: os.environ.get(name, str(place)) for name, place in places.items()}}


def _objects(root: bytes) -> Iterator[tuple[bytes | None, ...]]:
    [(_, content)] = _elements(root)
    (_, signed), *_ = _elements(content)
    parts = [part for part, _ in _elements(signed)]
    # Taken as they are encoded: libraries refuse roots with odd numbers. Old certificates begin without a version.
    serial, _, issuer, _, subject = parts[parts[0][0] == _VERSION :][:5]
    sha1 = hashlib.sha1(root, usedforsecurity=False).digest()
    md5 = hashlib.md5(root, usedforsecurity=False).digest()
    yield _CERTIFICATE, b"\1", b"\0", root, _X509, issuer, serial, subject, sha1, None, None, None
    yield _TRUST, b"\1", b"\0", None, None, issuer, serial, None, None, _IS_AUTHORITY, sha1, md5


def _elements(encoded: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield each element that is encoded (DER), and its content."""
    position = 0
    while position < len(encoded):
        length, start = encoded[position + 1], position + 2
        if length & _LONG:
            start += length & ~_LONG
            length = int.from_bytes(encoded[position + 2 : start])
        yield encoded[position : start + length], encoded[start : start + length]
        position = start + length


class StartFailed(Exception):
    """The browser could not be started.

    The text says why, for the operator: it has paths and what the program said. *message* is the
    sentence for callers.
    """

    def __init__(self, reason: str, *, message: str = _MESSAGE, no_sandbox: bool = False) -> None:
        super().__init__(reason)
        self.message = message
        self.no_sandbox = no_sandbox


class _Version(msgspec.Struct, rename="camel"):
    product: str = ""
    user_agent: str = ""


class BrowserProcess(msgspec.Struct, frozen=True, rename={"kind": "type", "pid": "id", "seconds": "cpuTime"}):
    """A process of a browser: "browser", "renderer", …, and the seconds of processor time that it has used."""

    kind: str
    pid: int
    seconds: float = 0.0


class _Processes(msgspec.Struct, rename="camel"):
    process_info: list[BrowserProcess]


@dataclass(slots=True, eq=False)
class RunningBrowser:
    """A browser that answers. *process* and *profile_dir* are None when somebody else runs it.

    *started_at* is on the clock that only goes forward.
    """

    connection: Connection
    identity: Identity
    product: str
    contexts: BrowserContexts
    process: ChromiumProcess | None = None
    profile_dir: ProfileDir | None = None
    served: int = 0
    worn: bool = False
    started_at: float = 0.0

    @property
    def alive(self) -> bool:
        """Return whether it can still be asked."""
        return self.connection.alive

    @property
    def draining(self) -> bool:
        """Return whether it shall get no new work: it is worn, or one of its contexts could not be closed."""
        return self.worn or self.contexts.stuck

    @contextlib.asynccontextmanager
    async def open_context(self, *, looked_at: bool) -> AsyncIterator[Context]:
        """Open a context with an empty page. It is gone when the block ends, however it ends, unless it is kept."""
        self.served += 1
        context = self.contexts.new()
        try:
            await context.open(looked_at=looked_at)
            yield context
        finally:
            if not context.kept:
                await context.dispose()

    async def answers(self) -> bool:
        """Return whether it replies within a few seconds."""
        try:
            async with asyncio.timeout(_REPLY):
                await self.connection.browser.send("Browser.getVersion")
        except (BrowserGone, CommandRefused, TimeoutError):
            return False
        return True

    async def processes(self) -> list[BrowserProcess]:
        """Return its processes; none when it does not reply.

        Asked of the browser: walking the machine's process table costs a hundred times as much.
        """
        try:
            async with asyncio.timeout(_REPLY):
                listed = await self.connection.browser.ask(_Processes, "SystemInfo.getProcessInfo")
        except (BrowserGone, CommandRefused, TimeoutError):
            return []
        return listed.process_info

    async def close(self) -> None:
        """End it and wait until its processes and its folder are gone."""
        await self.connection.close()
        await self.contexts.ended()
        if self.process is not None:
            await self.process.kill()
        if self.profile_dir is not None:
            profile_dir, self.profile_dir = self.profile_dir, None
            await asyncio.to_thread(profile_dir.clear)


async def start(chromium: Installed, options: BrowserOptions, *, sandbox: bool) -> RunningBrowser:
    """Start a browser of our own and wait until it answers. Raises StartFailed."""
    profile_dir = lodge(options.home)
    proxy = options.egress.gateway.address if options.egress else None
    command = command_line(chromium, profile_dir.profile, proxy=proxy, sandbox=sandbox)
    browser: RunningBrowser | None = None
    process: ChromiumProcess | None = None
    connection = Connection()
    try:
        environment = await asyncio.to_thread(home_with_roots, profile_dir.folder / "home")
        process = ChromiumProcess.start(command, str(profile_dir.log), environment)
        transport = await PipeTransport.open(process.read_fd, process.write_fd, connection.received, connection.lost)
        connection.carried_by(transport)
        async with asyncio.timeout(_START):
            version = await connection.browser.ask(_Version, "Browser.getVersion")
            contexts = BrowserContexts(connection)
            await contexts.follow()
        identity = Identity.of(version.user_agent)
        browser = RunningBrowser(connection, identity, version.product, contexts, process, profile_dir)
    except (BrowserGone, CommandRefused, TimeoutError, OSError) as error:
        raise _explain_failure(chromium, profile_dir, error) from error
    finally:
        if browser is None:
            await connection.close()
            if process is not None:
                await process.kill()
            profile_dir.clear()
    _log.info("browser_started", product=browser.product, kind=chromium.kind, sandbox=sandbox)
    return browser


def _explain_failure(chromium: Installed, profile_dir: ProfileDir, error: Exception) -> StartFailed:
    try:
        tail = profile_dir.log.read_text("utf-8", "replace")[-_LOG_TAIL:].strip()
    except OSError:
        tail = ""
    last_line = tail.splitlines()[-1] if tail else str(error) or type(error).__name__
    no_sandbox = any(sign in tail.lower() for sign in _NO_SANDBOX)
    return StartFailed(f"{chromium.path} could not be started: {last_line}", no_sandbox=no_sandbox)


async def connect(remote: Remote, options: BrowserOptions) -> RunningBrowser:
    """Connect to a browser that somebody else runs. Raises StartFailed."""
    connection = Connection()
    browser: RunningBrowser | None = None
    try:
        async with asyncio.timeout(_START):
            transport = await SocketTransport.open(remote.address, connection.received, connection.lost)
            connection.carried_by(transport)
            version = await connection.browser.ask(_Version, "Browser.getVersion")
            contexts = BrowserContexts(connection, options.egress.gateway.address if options.egress else None)
            await contexts.follow()
        browser = RunningBrowser(connection, Identity.of(version.user_agent), version.product, contexts)
    except (SocketFailed, BrowserGone, CommandRefused, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        raise StartFailed(f"The browser at {remote} does not answer: {reason}") from error
    finally:
        if browser is None:
            await connection.close()
    return browser
