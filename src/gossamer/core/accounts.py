"""Organizations, their teams, the people in these, and the keys that speak for teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum
from typing import Final

from gossamer.core.restrictions import Restrictions
from gossamer.core.visit_identity import VisitIdentity

# The one that is there before anybody makes one; the first team is in it.
FIRST_ORGANIZATION: Final = "00000000-0000-4000-8000-000000000000"
OPEN_TEAM: Final = "00000000-0000-4000-8000-000000000001"


class Unchanged(Enum):
    """A marker for members that are not changed, where None means something else."""

    UNCHANGED = "unchanged"


UNCHANGED: Final = Unchanged.UNCHANGED


class Role(StrEnum):
    """The role of a member: a MEMBER reads and uses, an ADMIN also manages."""

    ADMIN = "admin"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Features:
    """Features for the teams of an organization."""

    key_restrictions: bool = False
    ip_restrictions: bool = False
    zero_data_retention: bool = False


@dataclass(frozen=True, slots=True)
class Organization:
    """Some teams under one set of features. *purge_at* is when it is removed, None unless it is deleted."""

    organization_id: str
    name: str
    features: Features
    created_at: datetime
    purge_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team's billing: *credits* a billing month, None for no limit.

    *concurrency* pages at once, None for the deployment's setting; *rate_limits* requests a minute by mode
    (`core.access.Mode`), without a bound where none is named. Billing months begin on the day of
    the month of *created_at*, at midnight UTC. *purge_at* is when it is removed, None unless it is deleted. Sites are
    visited as *identity*, None for the deployment's setting.
    """

    team_id: str
    organization_id: str
    name: str
    created_at: datetime
    credits: int | None = None
    concurrency: int | None = None
    rate_limits: Mapping[str, int] = field(default_factory=dict)
    purge_at: datetime | None = None
    identity: VisitIdentity | None = None


@dataclass(frozen=True, slots=True)
class User:
    """A person who can sign in, unless they are deleted: *purge_at* is when they are removed."""

    user_id: str
    email: str
    name: str
    created_at: datetime
    purge_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ProvenPerson:
    """Somebody whose *email* another service vouches for."""

    email: str
    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a team."""

    user: User
    role: Role
    since: datetime


@dataclass(frozen=True, slots=True)
class Invitation:
    """An open invitation to a team; *email* is empty when anybody with the link may accept it."""

    invitation_id: str
    team_id: str
    role: Role
    email: str
    created_by: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as people see it: never the key itself.

    *hint* is its first and last characters. *restrictions* and *addresses* (CIDRs the key may be used from,
    empty for any) are None when what is stored cannot be read: such a key is refused everything.
    """

    key_id: str
    team_id: str
    name: str
    hint: str
    created_by: str
    created_at: datetime
    last_used_at: datetime | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    restrictions: Restrictions | None = None
    addresses: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a change, as the audit log names them.

    *roles* are the person's roles by team. An *operator* (the admin token, the command line) may do everything.
    """

    name: str
    user_id: str | None = None
    roles: Mapping[str, Role] = field(default_factory=dict)
    operator: bool = False


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A change: who did what to what; *detail* never holds a secret."""

    number: int
    at: datetime
    team_id: str
    actor: str
    action: str
    target: str
    detail: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry of the audit log by *actor*: *action* as "key.created", *target* by name.

    *team_id* is empty for what concerns an organization, *organization_id* is that of the team when it is empty.
    """

    at: datetime
    actor: str
    action: str
    target: str
    team_id: str = ""
    organization_id: str = ""
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key just made; *secret* is the key itself, known this once."""

    key: ApiKey
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NewTeam:
    """A team just made, with its first key."""

    team: Team
    key: NewKey


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """An invitation just made; *token* belongs into the link and is known this once."""

    invitation: Invitation
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An invitation as its link shows it; *email* is empty when anybody may accept it."""

    team_id: str
    team_name: str
    role: Role
    email: str


@dataclass(frozen=True, slots=True)
class SignIn:
    """A signed-in person, looking at *team*.

    *teams* are all they are in, by name, and *roles* what they are in each. *features* are those of
    the organization of *team*. Requests that change something have to bring *csrf* along; compare
    it in constant time.
    """

    user: User
    team: Team
    features: Features
    teams: Sequence[Team]
    roles: Mapping[str, Role]
    csrf: str = field(repr=False)

    @property
    def role(self) -> Role:
        """Return the person's role in `team`."""
        return self.roles[self.team.team_id]

    @property
    def actor(self) -> Actor:
        """Return the person as who changes something."""
        return Actor(name=self.user.email, user_id=self.user.user_id, roles=self.roles)
