"""Sessions of people who signed in, and the sign-ins that failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from gossamer.core.accounts import Deed, Features, Role, Team, User

# A team somebody is in, what they are in it, and what it may use.
InTeam: TypeAlias = tuple[Team, Role, Features]


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session as it is kept: the hash of its token, never the token. *team_id* is what is looked at."""

    token_hash: str
    user_id: str
    team_id: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session and its person, with all the teams they are in, by name; there may be none."""

    record: SessionRecord
    user: User
    teams: Sequence[InTeam]


@dataclass(frozen=True, slots=True)
class Failures:
    """The number of failed sign-ins, this one included, *since* the first that counts."""

    count: int
    since: datetime


class SessionStore(Protocol):
    """Sessions by the hash of their token. What has ended may still be there until it is swept."""

    async def open(self, session: SessionRecord, deed: Deed, *, password_hash: str) -> bool:
        """Add a session of somebody whose password has this hash; False when it was changed meanwhile."""

    async def replace(self, session: SessionRecord, deed: Deed, *, instead_of: str) -> bool:
        """Add a session in place of the one whose token has the hash *instead_of*; False when that had ended."""

    async def signed_in(self, token_hash: str) -> SignedIn | None:
        """Return a session."""

    async def teams_of(self, user_id: str) -> Sequence[InTeam]:
        """Return the teams that a person is in, by name, but for deleted ones."""

    async def seen(self, token_hash: str, at: datetime) -> None:
        """Note that it was used."""

    async def close(self, token_hash: str, deed: Deed) -> None:
        """End a session, if it is there."""

    async def count(self, subjects: Sequence[str], *, now: datetime, window: timedelta) -> Sequence[Failures]:
        """Count a sign-in as failed for each of *subjects*, before it is known; begin anew after *window*.

        Who tries many passwords at the same moment is counted for each.
        """

    async def forgive(self, account: str, address: str | None) -> None:
        """Take back what was counted for a sign-in that succeeded: all of *account*, this one of *address*."""

    async def sweep(self, *, now: datetime, idle: timedelta, window: timedelta) -> None:
        """Forget sessions that ended or were idle for so long, invitations that ended, and failures before *window*."""
