"""Results of session operations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gossamer.core.interaction import Interaction, Performed
from gossamer.core.sessions import Access, Session


@dataclass(frozen=True, slots=True)
class OpenedSession:
    """A session and the secrets that open it to others.

    An access that the caller's key may not have, or the session does not offer, has no token.
    """

    session: Session
    tokens: Mapping[Access, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class EndedSession:
    """A session that ended after so many *milliseconds*; *credits* is None when it had ended by itself before."""

    milliseconds: int
    credits: int | None


@dataclass(frozen=True, slots=True)
class PromptResult:
    """The result of a prompt, and the session in which it ran."""

    interaction: Interaction
    opened: OpenedSession


@dataclass(frozen=True, slots=True)
class Shown:
    """A session as somebody sees it who has a token of it, and what that token opens."""

    session: Session
    access: Access


@dataclass(frozen=True, slots=True)
class SessionSteps:
    """The steps of a session, in order, from *url* on; None when it began with an empty page."""

    url: str | None
    steps: Sequence[Performed]
