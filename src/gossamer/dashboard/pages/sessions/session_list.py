"""Browser sessions as people see them: page, owner, end, and address."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gossamer.core.sessions import EndReason, SessionState
from gossamer.dashboard.links import ShownLink, link
from gossamer.dashboard.pages.activity.activity_list import name_of
from gossamer.operations.sessions import OpenedSession
from gossamer.wire.v2.sessions import SessionAddresses

_EMPTY: Final = "Empty page"
_REASONS: Final[Mapping[EndReason, str]] = {
    EndReason.ASKED: "Ended by a program or a person",
    EndReason.IDLE: "Not used for too long",
    EndReason.EXPIRED: "Its time was over",
    EndReason.CREDITS: "Credits ran out",
    EndReason.REVOKED: "Its key may no longer use it",
    EndReason.STOPPED: "The service was stopped",
    EndReason.LOST: "Its page or its browser was lost",
}
_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session in a list; *watch* and *use* are the live view's addresses, empty where there is none.

    *is_lost* says that the process is gone which had its browser. *ended*, *reason* and *credits* are those of its end.
    """

    session_id: str
    page: ShownLink
    kind: str
    profile: str
    key_name: str
    since: datetime
    until: datetime
    is_lost: bool
    watch: str
    use: str
    ended: datetime | None
    lasted: str
    reason: str
    credits: int | None


@dataclass(frozen=True, slots=True)
class SessionRows:
    """Those that are open, and those that ended; youngest first."""

    open: tuple[SessionRow, ...]
    ended: tuple[SessionRow, ...]


def lines(
    sessions: Iterable[OpenedSession], names: Mapping[str, str], *, origin: str, uses: bool, now: datetime
) -> SessionRows:
    """Return the rows of *sessions*; *names* are those of keys by id, *uses* whether the person may use sessions.

    A scrape that was ended before its first interaction had no session.
    """
    listed = [(opened.session, _line(opened, names, origin, now, uses=uses)) for opened in sessions]
    return SessionRows(
        tuple(line for session, line in listed if session.state is SessionState.ACTIVE),
        tuple(
            line for session, line in listed if session.ended_at is not None and session.ended_at > session.created_at
        ),
    )


def _line(opened: OpenedSession, names: Mapping[str, str], origin: str, now: datetime, *, uses: bool) -> SessionRow:
    session, opening = opened.session, opened.session.spec.opening
    is_open, is_lost = session.state is SessionState.ACTIVE, session.alive_until < now
    addresses = SessionAddresses(origin, session.session_id, opened.tokens)
    is_seen = is_open and not is_lost and session.spec.viewable
    return SessionRow(
        session_id=session.session_id,
        page=ShownLink(_EMPTY, None) if opening.url is None else link(opening.url),
        kind="On its own" if session.scrape_id is None else "After a scrape",
        profile=opening.profile.name if opening.profile else "",
        key_name=name_of(session.key_id, names),
        since=session.created_at,
        until=session.expires_at,
        is_lost=is_lost,
        watch=addresses.view if is_seen else "",
        use=addresses.control if is_seen and uses else "",
        ended=session.ended_at,
        lasted=_duration(session.ended_at - session.created_at) if session.ended_at else "",
        reason=_REASONS[session.end_reason] if session.end_reason else "",
        credits=session.credits,
    )


def _duration(duration: timedelta) -> str:
    minutes, seconds = divmod(int(duration.total_seconds()), _MINUTE)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
