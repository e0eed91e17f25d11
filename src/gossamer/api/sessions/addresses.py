"""Ids of sessions in the paths that callers send, and addresses of sessions in responses."""

from collections.abc import Mapping

from gossamer.api.endpoints import Call
from gossamer.core.errors import NotFound
from gossamer.core.ids import is_id
from gossamer.operations.sessions import OpenedSession
from gossamer.wire.v2.sessions import SessionAddresses


def session_id(path: Mapping[str, str]) -> str:
    """Return the session's id of a path; what is no id is no session either, so it raises NotFound."""
    if not is_id(path["id"]):
        raise NotFound("Browser session not found.")
    return path["id"].lower()


def addresses(call: Call, opened: OpenedSession) -> SessionAddresses:
    """Return this caller's addresses of a session."""
    return SessionAddresses(call.origin, opened.session.session_id, opened.tokens)
