"""Sessions of people who signed in, and the sign-ins that failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from gossamer.core.accounts import Features, Role, Team, User

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
