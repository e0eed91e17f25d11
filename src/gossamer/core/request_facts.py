"""What becomes known of a request while it is served: its id, who made it, what it cost.

Tasks that the request starts add to the same facts, so that its line of the access log has them all.
"""

from contextvars import ContextVar
from typing import Any

_facts: ContextVar[dict[str, Any] | None] = ContextVar("request_facts", default=None)


def begin_request(request_id: str) -> dict[str, Any]:
    """Return the facts of the request that this task serves from now on."""
    facts: dict[str, Any] = {"request_id": request_id}
    _facts.set(facts)
    return facts


def note_caller(team_id: str, key_id: str) -> None:
    """Note who made the request, if this task serves one."""
    if (facts := _facts.get()) is not None:
        facts |= {"team": team_id, "key": key_id}


def note_credits(count: int) -> None:
    """Note that the request, if this task serves one, was charged *count* credits more."""
    if count and (facts := _facts.get()) is not None:
        facts["credits"] = facts.get("credits", 0) + count
