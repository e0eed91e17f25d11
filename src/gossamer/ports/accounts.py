"""Organizations, teams, keys, people and their sessions, as they are kept.

Whatever changes something takes a `Deed`, which is written into the audit log in the same
transaction, and only if something changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import Enum, auto
from typing import Any, TypeAlias

from gossamer.core.accounts import UNCHANGED, ApiKey, Features, Role, Team, Unchanged, User
from gossamer.core.threats import DEFAULTS, ThreatSettings
from gossamer.core.visit_identity import VisitIdentity

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


@dataclass(frozen=True, slots=True)
class Account:
    """A person, the hash of their password, and their second factor, sealed; None for who has none."""

    user: User
    password_hash: str = field(repr=False)
    factor: str | None = field(default=None, repr=False)


class MembershipOutcome(Enum):
    """The outcome of changing a membership."""

    CHANGED = auto()
    NO_MEMBER = auto()
    # A team that has admins keeps one.
    LAST_ADMIN = auto()


class JoinOutcome(Enum):
    """The outcome of joining a team; an invitation is used up by JOINED alone."""

    JOINED = auto()
    # It was used, withdrawn, or is too old.
    GONE = auto()
    ALREADY_IN = auto()
    # Somebody with the new person's address came to be meanwhile.
    ADDRESS_TAKEN = auto()


@dataclass(frozen=True, slots=True)
class Grant:
    """A key with everything that says what its holder may do."""

    key: ApiKey
    team: Team
    features: Features
    threats: ThreatSettings = DEFAULTS


@dataclass(frozen=True, slots=True)
class LastAdmin:
    """A person cannot be deleted, because these teams would be without an admin."""

    teams: Sequence[str]


@dataclass(frozen=True, slots=True)
class AccountChange:
    """A change."""

    def given(self) -> Mapping[str, Any]:
        """Return the values to change, by name."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if value is not UNCHANGED}


@dataclass(frozen=True, slots=True)
class TeamChange(AccountChange):
    """A change of a team."""

    name: str | Unchanged = UNCHANGED
    credits: int | Unchanged | None = UNCHANGED
    concurrency: int | Unchanged | None = UNCHANGED
    rate_limits: Mapping[str, int] | Unchanged = UNCHANGED
    identity: VisitIdentity | Unchanged | None = UNCHANGED


@dataclass(frozen=True, slots=True)
class KeyChange(AccountChange):
    """A change of a key, without its restrictions."""

    name: str | Unchanged = UNCHANGED
    expires_at: datetime | Unchanged | None = UNCHANGED
