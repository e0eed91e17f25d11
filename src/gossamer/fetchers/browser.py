"""Pages as a browser shows them."""

from typing import ClassVar

from gossamer.browser import Browser
from gossamer.core.pages import Capability, FetchedPage, FetchRequest


class BrowserFetcher:
    """Renders a page in Chromium; the dearest fetcher and the only one that can act on a page."""

    name: ClassVar[str] = "browser"
    cost: ClassVar[int] = 100
    capabilities: ClassVar[frozenset[Capability]] = frozenset(
        {Capability.RENDER, Capability.SCREENSHOT, Capability.STYLES, Capability.ACTIONS, Capability.WAIT}
    )

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        """Return the page as it is after its scripts ran."""
        return await self._browser.fetch(request)
