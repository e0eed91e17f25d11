"""Session requests, and the errors for sessions that a caller cannot have."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.core.access import Permits
from gossamer.core.errors import ServiceError, SessionEnded, SessionLost
from gossamer.core.sessions import EndReason, Session, SessionSpec
from gossamer.core.usage import Activity

_DESTROYED: Final = "Browser session has been destroyed"
_WHY: Final[Mapping[EndReason, str]] = {
    EndReason.IDLE: "it was not used for too long",
    EndReason.EXPIRED: "its time was over",
    EndReason.CREDITS: "the credits of the team or of the API key ran out",
    EndReason.REVOKED: "the API key that opened it may not have it any more",
    EndReason.STOPPED: "the service was stopped",
}


class HeldByReplica(Exception):
    """Another process has the session's browser; it is asked at *address*."""

    def __init__(self, address: str) -> None:
        super().__init__(f"the session is at {address}")
        self.address = address


@dataclass(frozen=True, slots=True)
class Here:
    """This process: its name among those of the deployment, and where the others ask it."""

    owner: str
    address: str


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """Limits on sessions: for a process, and for a team over all processes."""

    process: int = 50
    team: int = 20


@dataclass(frozen=True, slots=True)
class SessionAuthorization:
    """Whether a session may go on: *why_not* is a sentence when not, *permits* tells where it may not go."""

    why_not: str | None = None
    permits: Permits | None = None


SessionAuthorizer: TypeAlias = Callable[[Session], Awaitable[SessionAuthorization]]


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session to be opened for a team's key.

    It has the id of the scrape that it continues, else its own. *reservation* is the price of its first minute,
    which was set aside; None for who has no bound on credits.
    """

    session_id: str
    team_id: str
    key_id: str
    spec: SessionSpec
    scrape_id: str | None = None
    permits: Permits | None = None
    prompted: bool = False
    reservation: str | None = None
    activity: Activity | None = None


def gone(reason: EndReason | None) -> ServiceError:
    """Return the error for a session that ended for *reason*, which is None when it is not known."""
    if reason is None or reason is EndReason.LOST:
        return lost()
    why = _WHY.get(reason)
    return SessionEnded(f"{_DESTROYED}: {why}." if why else f"{_DESTROYED}.")


def lost() -> SessionLost:
    """Return the error for a session whose browser is gone."""
    return SessionLost(f"{_DESTROYED}: its page crashed, or its browser, or the process that had it, is gone.")
