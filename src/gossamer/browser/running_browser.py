"""A running browser: its connection, its process when Gossamer started it, and its isolated contexts."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
import structlog

from gossamer.browser.cdp.connection import Connection
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.cdp.transports import PipeTransport, SocketFailed, SocketTransport
from gossamer.browser.certificate_store import home_with_roots
from gossamer.browser.contexts import Context, Contexts
from gossamer.browser.emulation import Identity
from gossamer.browser.executable import Installed, Remote
from gossamer.browser.flags import command_line
from gossamer.browser.options import BrowserOptions
from gossamer.browser.process import ChromiumProcess
from gossamer.browser.profile_dirs import ProfileDir, lodge

_log = structlog.get_logger(__name__)

_START = 20.0
_REPLY = 3.0
_LOG_TAIL = 2000
_NO_SANDBOX = ("no usable sandbox", "without --no-sandbox", "sandbox_linux", "zygote_host_impl")


_MESSAGE = "The browser could not be started. The service's log has the reason."


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
    contexts: Contexts
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
            contexts = Contexts(connection)
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
            contexts = Contexts(connection, options.egress.gateway.address if options.egress else None)
            await contexts.follow()
        browser = RunningBrowser(connection, Identity.of(version.user_agent), version.product, contexts)
    except (SocketFailed, BrowserGone, CommandRefused, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        raise StartFailed(f"The browser at {remote} does not answer: {reason}") from error
    finally:
        if browser is None:
            await connection.close()
    return browser
