"""Which sessions a caller wants to see."""

from collections.abc import Mapping

from gossamer.core.errors import CallerError
from gossamer.core.sessions import SessionState

QUERY = {"status": "`active` or `destroyed`; both when left out."}


def asked_state(query: Mapping[str, str]) -> SessionState | None:
    """Return the state that sessions are wanted in, None for any; CallerError when there is no such state."""
    status = query.get("status")
    if not status:
        return None
    try:
        return SessionState(status)
    except ValueError as error:
        raise CallerError("Invalid status. Use active or destroyed.") from error
