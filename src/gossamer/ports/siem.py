"""Streams of teams' requests to receivers of their own."""

from datetime import datetime
from typing import Protocol

from gossamer.core.accounts import Deed
from gossamer.core.crawls import Webhook
from gossamer.core.siem import SiemBatch, SiemStream


class SiemStore(Protocol):
    """Streams by team; what is told are the team's activities, which are the outbox.

    A stream begins with the requests after it was set. Each request is told at least once, unless its receiver takes
    nothing for a day. Two processes do not get the same batch, unless one of them dies with it or the stream is set
    meanwhile.
    """

    async def stream(self, team_id: str) -> SiemStream:
        """Return the stream of a team. Raises SecretUnreadable."""

    async def set_stream(self, team_id: str, webhook: Webhook | None, deed: Deed) -> bool:
        """Let *webhook* be told from now on, None ends the stream; return whether there is such a team.

        With the address that was told before, a stream goes on where it was.
        """

    async def secret(self, team_id: str) -> str | None:
        """Return what signs the team's webhooks. Raises SecretUnreadable."""

    async def due(self, *, now: datetime, limit: int) -> SiemBatch | None:
        """Return up to *limit* requests of a stream whose time has come, perhaps none; None when no stream is due.

        After each try in vain they are half as many.
        """

    async def settle(self, batch: SiemBatch, *, next_at: datetime, trouble: str = "") -> None:
        """Go on behind *batch* at *next_at*, or with *trouble* try it again then; not if it was set anew."""
