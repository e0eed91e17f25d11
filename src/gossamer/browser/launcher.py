"""Starting browsers: which executable, with or without a sandbox, and how often."""

import asyncio
import os

import structlog

from gossamer.browser.executable import Chromium, Installed, Missing, Remote, confinable, find_chromium
from gossamer.browser.options import BrowserOptions
from gossamer.browser.running_browser import RunningBrowser, StartFailed, connect, start

_log = structlog.get_logger(__name__)

_BETWEEN_STARTS = 1.0


async def start_once(chromium: Chromium, options: BrowserOptions) -> None:
    """Start *chromium*, or connect to it, and end it, or the connection, again. Raises StartFailed."""
    starter = Starter(options, chromium)
    await (await starter.start()).close()


class Starter:
    """Starts browsers, at most one a second: one that cannot live must not be started over and over."""

    def __init__(self, options: BrowserOptions, chromium: Chromium | None = None) -> None:
        self._options = options
        self._chromium = chromium or self._find()
        self._sandbox = options.sandbox != "off"
        self._last = float("-inf")
        self.failure = ""

    def found(self) -> Chromium:
        """Return the Chromium to use. One that was installed meanwhile is found."""
        if isinstance(self._chromium, Missing):
            self._chromium = self._find()
        return self._chromium

    def _find(self) -> Chromium:
        chromium = find_chromium(self._options.chromium)
        egress = self._options.egress
        return chromium if egress is None else confinable(chromium, egress.gateway.address)

    async def start(self) -> RunningBrowser:
        """Return a browser that answers. Raises StartFailed."""
        chromium = self.found()
        if isinstance(chromium, Missing):
            _log.error("browser_missing", reason=chromium.reason)
            raise StartFailed(chromium.reason)
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._last + _BETWEEN_STARTS - loop.time()))
        self._last = loop.time()
        try:
            browser = await self._start_browser(chromium)
        except StartFailed as error:
            self.failure = str(error)
            _log.error("browser_start_failed", reason=self.failure)
            raise
        self.failure = ""
        return browser

    async def _start_browser(self, chromium: Installed | Remote) -> RunningBrowser:
        if isinstance(chromium, Remote):
            return await connect(chromium, self._options)
        if self._sandbox and os.geteuid() == 0:
            self._without_sandbox("Chromium has no sandbox when it runs as root; run the service as another user.")
        try:
            return await start(chromium, self._options, sandbox=self._sandbox)
        except StartFailed as error:
            if not (self._sandbox and error.no_sandbox):
                raise
        self._without_sandbox(
            "The kernel does not allow unprivileged user namespaces, so Chromium runs without its sandbox. "
            "Allow them, or install Chromium's setuid sandbox helper."
        )
        return await start(chromium, self._options, sandbox=False)

    def _without_sandbox(self, reason: str) -> None:
        if self._options.sandbox == "require":
            refusal = f"A sandbox is required. {reason}"
            raise StartFailed(refusal, message=refusal)
        self._sandbox = False
        _log.warning("browser_without_sandbox", reason=reason)
