"""Addresses of a session. Each carries the token that opens it: who has the address needs no key.

What the caller may not have, or the session does not offer, has no token, and its address is empty: clients
expect a string.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from gossamer.core.sessions import Access

BROWSER = "/v2/browser"


@dataclass(frozen=True, slots=True)
class SessionAddresses:
    """The addresses of a session for a caller that reaches this service at *origin*."""

    origin: str
    session_id: str
    tokens: Mapping[Access, str]

    @property
    def devtools(self) -> str:
        """Return the address of its DevTools protocol."""
        return self._add_token(Access.DEVTOOLS, "ws" + self.page.removeprefix("http") + "/cdp")

    @property
    def view(self) -> str:
        """Return the page that shows it."""
        return self._add_token(Access.VIEW, self.page + "/live")

    @property
    def control(self) -> str:
        """Return the page that shows it and takes mouse and keyboard."""
        return self._add_token(Access.CONTROL, self.page + "/live")

    @property
    def page(self) -> str:
        """Return its own address."""
        return f"{self.origin}{BROWSER}/{self.session_id}"

    def recording(self, page_id: str) -> str:
        """Return the address of a page's recording, read with a key, below the caller's address of the service."""
        return f"/v2/interact/{self.session_id}/replay/{quote(page_id, safe='')}"

    def playlist(self, page_id: str) -> str:
        """Return the address of a page's recording for a video player."""
        return self._add_token(Access.VIEW, f"{self.page}/replay/{quote(page_id, safe='')}/playlist.m3u8")

    def json(self) -> dict[str, str]:
        """Return the addresses that answers have."""
        return {
            "cdpUrl": self.devtools,
            "liveViewUrl": self.view,
            "interactiveLiveViewUrl": self.control,
        }

    def _add_token(self, access: Access, address: str) -> str:
        token = self.tokens.get(access)
        return "" if token is None else f"{address}?token={quote(token, safe='')}"
