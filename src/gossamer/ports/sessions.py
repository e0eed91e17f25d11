"""Sessions and profiles, as all processes see them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gossamer.core.interaction import Performed
from gossamer.core.sessions import EndReason, Opening, ProfileClaim, RecordedPage, Session, SessionState, StorageState
from gossamer.core.usage import Activity


@dataclass(frozen=True, slots=True)
class Visit:
    """The visit of a scrape's page; *opening* is None when it must not be kept."""

    opening: Opening | None


@dataclass(frozen=True, slots=True)
class ForgottenSessions:
    """The number of deleted sessions, and names of their blobs, which are to be deleted."""

    count: int
    blobs: tuple[str, ...]


class SessionStore(Protocol):
    """Sessions, whichever process has their browser.

    A session whose owner has not kept it alive is lost, and is ended by the process that finds it. An ended session is
    charged in the transaction that ends it, and only once. What a session was opened
    with, what was done in it and what it showed are kept sealed.
    """

    async def create(
        self, session: Session, *, team_limit: int, reservation: str | None = None, activity: Activity | None = None
    ) -> None:
        """Record a session, and that the team asked for it; *reservation* is what was set aside for it.

        A session that has ended already is only recorded. Raises AlreadyThere when there is one of that id,
        TooManySessions when the team has *team_limit* others, and ProfileBusy when one of them saves the same
        profile, or a claim of it is there. Those that are lost do not count. Calls of several processes never exceed
        the limit.
        """

    async def discard(self, session_id: str, *, now: datetime) -> None:
        """Forget a session whose page could not be opened, and give back what was set aside for it."""

    async def find(self, session_id: str, team_id: str | None) -> Session | None:
        """Return a session of the team, or with None of any, for who has a token; None when there is none."""

    async def of_team(
        self, team_id: str, state: SessionState | None, *, since: datetime, limit: int = 100
    ) -> Sequence[Session]:
        """Return a team's sessions that were opened, or ended, *since* then, or are active; youngest first."""

    async def touch(
        self, session: Session, *, prompted: bool = False, now: datetime, activity: Activity | None = None
    ) -> None:
        """Note that it is used, and what for; one that was prompted once stays so."""

    async def keep_alive(self, owner: str, session_ids: Collection[str], *, until: datetime) -> frozenset[str]:
        """Say that the process *owner* still has these; return those that are still active."""

    async def end(self, session_id: str, reason: EndReason, *, credits_used: int, now: datetime) -> Session | None:
        """End it, charge it and give back what was set aside for it; None when it had ended before."""

    async def accept_loss(self, session_id: str) -> None:
        """Note that the team ended one that was lost: from then on it has ended as others do that were asked to."""

    async def lost(self, *, now: datetime) -> Sequence[Session]:
        """Return active sessions whose owner does not keep them alive any more."""

    async def forget(self, *, before: datetime, limit: int) -> ForgottenSessions:
        """Forget up to *limit* sessions that ended before, with what was done in them."""

    async def add_steps(self, session_id: str, steps: Sequence[Performed]) -> None:
        """Add to what was done in it; the first 2000 steps are kept."""

    async def steps(self, session_id: str) -> Sequence[Performed]:
        """Return the steps that were done in it, in order."""

    async def save_recording(self, session_id: str, pages: Sequence[RecordedPage]) -> None:
        """Keep what it showed, in place of what was kept before; the blobs expire with it."""

    async def recording(self, session_id: str) -> Sequence[RecordedPage]:
        """Return the pages that it showed; empty when nothing was kept."""

    async def profile(self, team_id: str, name: str) -> StorageState | None:
        """Return a profile; None when nothing was saved under this name."""

    async def save_profile(self, team_id: str, name: str, state: StorageState, *, now: datetime) -> None:
        """Save a profile, sealed, in place of what was saved before."""

    async def claim_profile(self, wanted: ProfileClaim, *, now: datetime) -> None:
        """Let nobody else save a profile until the claim's time is over; raises ProfileBusy when somebody may.

        Of calls of several processes one succeeds. Claiming it again with the same claim does nothing.
        """

    async def save_claimed_profile(self, claimed: ProfileClaim, state: StorageState, *, now: datetime) -> bool:
        """Save a profile as `save_profile`; False, and nothing is saved, when the claim is not there any more."""

    async def release_profile(self, claimed: ProfileClaim) -> None:
        """Give a claim back; harmless when it is not there any more."""

    async def visit(self, scrape_id: str, team_id: str, *, now: datetime, key_id: str | None = None) -> Visit | None:
        """Return the visit of a scrape's page; None when the team has no such scrape, or not any more.

        With *key_id* only a scrape of this key counts.
        """
