"""A running browser: its connection, its process when it is ours, and pages in contexts of their own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import msgspec
import structlog

from gossamer.browser.cdp.connection import Connection
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.cdp.transports import PipeTransport, SocketFailed, SocketTransport
from gossamer.browser.emulation import DESKTOP, Identity
from gossamer.browser.executable import Installed, Remote
from gossamer.browser.flags import command_line
from gossamer.browser.lodging import Lodging, lodge
from gossamer.browser.options import BrowserOptions
from gossamer.browser.page import Page
from gossamer.browser.process import ChromiumProcess

_log = structlog.get_logger(__name__)

# Disposing of a context takes some 10 ms; a browser that needs this long for it is stuck.
_DISPOSAL = 0.7
_START = 20.0
_REPLY = 3.0
_LOG_TAIL = 2000
_NO_SANDBOX = ("no usable sandbox", "without --no-sandbox", "sandbox_linux", "zygote_host_impl")


_TOLD = "The browser of this service could not be started; its operator finds the reason in the log."


class StartFailed(Exception):
    """The browser could not be started.

    The text says why, for the operator: it has paths and what the program said. *told* is the
    sentence for callers.
    """

    def __init__(self, reason: str, *, told: str = _TOLD, no_sandbox: bool = False) -> None:
        super().__init__(reason)
        self.told = told
        self.no_sandbox = no_sandbox


class _Version(msgspec.Struct, rename="camel"):
    product: str = ""
    user_agent: str = ""


class _Context(msgspec.Struct, rename="camel"):
    browser_context_id: str


class _Target(msgspec.Struct, rename="camel"):
    target_id: str


class _Process(msgspec.Struct):
    type: str
    id: int


class _Processes(msgspec.Struct, rename="camel"):
    process_info: list[_Process]


class _Attached(msgspec.Struct, rename="camel"):
    session_id: str


@dataclass(slots=True, eq=False)
class RunningBrowser:
    """A browser that answers. *process* and *lodging* are None when somebody else runs it."""

    connection: Connection
    identity: Identity
    product: str
    process: ChromiumProcess | None = None
    lodging: Lodging | None = None
    proxy: str | None = None
    served: int = 0
    open_pages: int = 0

    @property
    def alive(self) -> bool:
        """Return whether it can still be asked."""
        return self.connection.alive

    @contextlib.asynccontextmanager
    async def open_page(self, *, looked_at: bool) -> AsyncIterator[Page]:
        """Open an empty page in a fresh context, which is gone when the block ends, however it ends."""
        self.served += 1
        self.open_pages += 1
        context = _PageContext(self)
        try:
            yield await context.open(looked_at=looked_at)
        finally:
            self.open_pages -= 1
            await context.dispose()

    async def answers(self) -> bool:
        """Return whether it replies within a few seconds."""
        try:
            async with asyncio.timeout(_REPLY):
                await self.connection.browser.send("Browser.getVersion")
        except (BrowserGone, CommandRefused, TimeoutError):
            return False
        return True

    async def processes(self) -> list[tuple[str, int]]:
        """Return kind ("browser", "renderer", …) and id of each of its processes; none when it does not reply.

        Asked of the browser: walking the machine's process table costs a hundred times as much.
        """
        try:
            async with asyncio.timeout(_REPLY):
                listed = await self.connection.browser.ask(_Processes, "SystemInfo.getProcessInfo")
        except (BrowserGone, CommandRefused, TimeoutError):
            return []
        return [(process.type, process.id) for process in listed.process_info]

    async def close(self) -> None:
        """End it and wait until its processes and its folder are gone."""
        await self.connection.close()
        if self.process is not None:
            await self.process.kill()
        if self.lodging is not None:
            lodging, self.lodging = self.lodging, None
            await asyncio.to_thread(lodging.clear)

    def abandon(self, reason: str) -> None:
        """Tell every page that the browser is gone; whoever owns it will close it."""
        _log.warning("browser_abandoned", reason=reason)
        self.connection.lost(reason)


class _PageContext:
    """Makes and removes one browser context. Disposal is the same whether opening finished or was cancelled."""

    def __init__(self, browser: RunningBrowser) -> None:
        self._browser = browser
        self._creating: asyncio.Future[msgspec.Raw] | None = None
        self._page: Page | None = None

    async def open(self, *, looked_at: bool) -> Page:
        root = self._browser.connection.browser
        proxy = self._browser.proxy
        routed = {"proxyServer": proxy, "proxyBypassList": "<-loopback>"} if proxy else {}
        self._creating = root.send("Target.createBrowserContext", disposeOnDetach=True, **routed)
        # Shielded: a cancelled reply would leave a context whose name we never learn.
        created = msgspec.json.decode(await asyncio.shield(self._creating), type=_Context)
        root.send("Browser.setDownloadBehavior", behavior="deny", browserContextId=created.browser_context_id)
        target = await root.ask(
            _Target,
            "Target.createTarget",
            url="about:blank",
            browserContextId=created.browser_context_id,
            width=DESKTOP.width,
            height=DESKTOP.height,
        )
        attached = await root.ask(_Attached, "Target.attachToTarget", targetId=target.target_id, flatten=True)
        session = self._browser.connection.session(attached.session_id)
        self._page = Page(session, target.target_id, looked_at=looked_at)
        return self._page

    async def dispose(self) -> None:
        """Remove the context; a second cancellation does not stop this, and a stuck browser is given up."""
        if self._creating is None:
            return
        disposal = asyncio.create_task(self._disposed())
        try:
            await asyncio.shield(disposal)
        except asyncio.CancelledError:
            await disposal
            raise

    async def _disposed(self) -> None:
        if self._page is not None:
            self._page.session.forget()
        if self._creating is None or not self._browser.alive:
            return
        try:
            async with asyncio.timeout(_DISPOSAL):
                created = msgspec.json.decode(await self._creating, type=_Context)
                root = self._browser.connection.browser
                await root.send("Target.disposeBrowserContext", browserContextId=created.browser_context_id)
        except TimeoutError:
            self._browser.abandon("a browser context could not be removed")
        except (BrowserGone, CommandRefused):
            return


async def start(chromium: Installed, options: BrowserOptions, *, sandbox: bool) -> RunningBrowser:
    """Start a browser of our own and wait until it answers. Raises StartFailed."""
    lodging = lodge(options.home)
    proxy = options.egress.gateway.address if options.egress else None
    command = command_line(chromium, lodging.profile, proxy=proxy, sandbox=sandbox)
    browser: RunningBrowser | None = None
    process: ChromiumProcess | None = None
    connection = Connection()
    try:
        process = ChromiumProcess.start(command, str(lodging.log))
        transport = await PipeTransport.open(process.read_fd, process.write_fd, connection.received, connection.lost)
        connection.carried_by(transport)
        async with asyncio.timeout(_START):
            version = await connection.browser.ask(_Version, "Browser.getVersion")
        browser = RunningBrowser(connection, Identity.of(version.user_agent), version.product, process, lodging)
    except (BrowserGone, CommandRefused, TimeoutError, OSError) as error:
        raise _start_failed(chromium, lodging, error) from error
    finally:
        if browser is None:
            await connection.close()
            if process is not None:
                await process.kill()
            lodging.clear()
    _log.info("browser_started", product=browser.product, kind=chromium.kind, sandbox=sandbox)
    return browser


def _start_failed(chromium: Installed, lodging: Lodging, error: Exception) -> StartFailed:
    try:
        tail = lodging.log.read_text("utf-8", "replace")[-_LOG_TAIL:].strip()
    except OSError:
        tail = ""
    said = tail.splitlines()[-1] if tail else str(error) or type(error).__name__
    no_sandbox = any(sign in tail.lower() for sign in _NO_SANDBOX)
    return StartFailed(f"{chromium.path} could not be started: {said}", no_sandbox=no_sandbox)


async def connect(remote: Remote, options: BrowserOptions) -> RunningBrowser:
    """Connect to a browser that somebody else runs. Raises StartFailed."""
    connection = Connection()
    browser: RunningBrowser | None = None
    try:
        async with asyncio.timeout(_START):
            transport = await SocketTransport.open(remote.address, connection.received, connection.lost)
            connection.carried_by(transport)
            version = await connection.browser.ask(_Version, "Browser.getVersion")
        proxy = options.egress.gateway.address if options.egress else None
        browser = RunningBrowser(connection, Identity.of(version.user_agent), version.product, proxy=proxy)
    except (SocketFailed, BrowserGone, CommandRefused, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        raise StartFailed(f"The browser at {remote} does not answer: {reason}") from error
    finally:
        if browser is None:
            await connection.close()
    return browser
