"""Sessions and profiles, as all processes see them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from gossamer.core.interaction import Performed
from gossamer.core.sessions import Access, EndReason, Opening, Session, SessionState, StorageState


class SessionStore(Protocol):
    """Sessions, whichever process has their browser.

    A session that its owner has not kept alive is lost: `reap` ends it. An ended session is charged in
    the transaction that ends it, once.
    """

    async def create(
        self, session: Session, tokens: dict[Access, str], *, team_limit: int | None, now: datetime
    ) -> None:
        """Record a session; *tokens* are stored hashed. Raises TooManySessions when the team has *team_limit* active ones,
        and ProfileBusy when another active session saves the same profile.
        """

    async def find(self, session_id: str, team_id: str) -> Session | None:
        """Return a session of the team, None when there is none."""

    async def find_by_scrape(self, scrape_id: str, team_id: str) -> Session | None:
        """Return the youngest session that continues a scrape."""

    async def opened_by(self, session_id: str, access: Access, token: str) -> Session | None:
        """Return the session if *token* opens it; compared in constant time."""

    async def of_team(self, team_id: str, state: SessionState | None, *, limit: int = 100) -> Sequence[Session]:
        """Return a team's sessions of the last day, youngest first."""

    async def touch(self, session_id: str, *, prompted: bool, now: datetime) -> None:
        """Note that it is used."""

    async def keep_alive(self, owner: str, *, until: datetime) -> None:
        """Say that the process *owner* still has its sessions."""

    async def end(
        self, session_id: str, reason: EndReason, *, credits_used: int, reservation: str | None, now: datetime
    ) -> Session | None:
        """End it and charge it; None when it had ended before."""

    async def lost(self, *, now: datetime) -> Sequence[Session]:
        """Return active sessions whose owner is gone or whose time is long over."""

    async def forget(self, *, before: datetime) -> int:
        """Forget sessions that ended before, with their steps; return how many."""

    async def add_steps(self, session_id: str, steps: Sequence[Performed]) -> None:
        """Add to what was done in it."""

    async def steps(self, session_id: str) -> Sequence[Performed]:
        """Return what was done in it, in order."""

    async def profile(self, team_id: str, name: str) -> StorageState | None:
        """Return a profile; None when nothing was saved under this name. It is sealed where it is kept."""

    async def save_profile(self, team_id: str, name: str, state: StorageState, *, now: datetime) -> None:
        """Save a profile."""

    async def opening(self, scrape_id: str, team_id: str, *, now: datetime) -> Opening | None:
        """Return how a scrape's page was visited, so that it can be visited again; None when that is not kept (any more)."""
