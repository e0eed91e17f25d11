"""People, the teams they are in, and invitations."""

from dataclasses import dataclass, field
from enum import Enum, auto

from gossamer.core.accounts import User


@dataclass(frozen=True, slots=True)
class Account:
    """A person, the hash of their password, and their second factor, sealed; None for who has none."""

    user: User
    password_hash: str = field(repr=False)
    factor: str | None = field(default=None, repr=False)


class Standing(Enum):
    """The outcome of changing a membership."""

    CHANGED = auto()
    NO_MEMBER = auto()
    # A team that has admins keeps one.
    LAST_ADMIN = auto()


class Acceptance(Enum):
    """The outcome of joining a team; an invitation is used up by JOINED alone."""

    JOINED = auto()
    # It was used, withdrawn, or is too old.
    GONE = auto()
    ALREADY_IN = auto()
    # Somebody with the new person's address came to be meanwhile.
    ADDRESS_TAKEN = auto()
