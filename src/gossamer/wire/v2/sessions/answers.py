"""Responses of sessions."""

import json
from collections.abc import Iterable
from typing import Any

from gossamer.core.interaction import Interaction, Performed
from gossamer.core.sessions import CodeOutcome, Session, SessionState
from gossamer.wire.answers import drop_nulls, pick, to_json
from gossamer.wire.v2.sessions.addresses import SessionAddresses
from gossamer.wire.v2.sessions.steps import steps_json

# Clients take a step that nobody understood for done unless this is not zero.
_NOT_DONE = 1


def created_json(session: Session, addresses: SessionAddresses) -> dict[str, Any]:
    """Return the answer to opening a session."""
    return {"success": True, "id": session.session_id, **addresses.json(), **pick(session, "expires_at")}


def sessions_json(sessions: Iterable[tuple[Session, SessionAddresses]]) -> dict[str, Any]:
    """Return the answer to asking which sessions there are."""
    return {"success": True, "sessions": [session_json(session, addresses) for session, addresses in sessions]}


def session_json(session: Session, addresses: SessionAddresses) -> dict[str, Any]:
    """Return a session, where the caller reaches it, and why it ended."""
    ended = {"scrapeId": session.scrape_id, "endReason": to_json(session.end_reason)}
    return {
        "id": session.session_id,
        "status": session.state.value,
        **addresses.json(),
        "streamWebView": session.spec.viewable,
        **pick(session, "created_at", "last_activity", "expires_at"),
        **drop_nulls(ended),
    }


def execution_json(outcome: CodeOutcome) -> dict[str, Any]:
    """Return the answer to running code: a success even when the code failed, which `error` tells."""
    return {"success": True, **_outcome(outcome)}


def end_json(milliseconds: int, credits_billed: int | None) -> dict[str, Any]:
    """Return the answer to ending a session; *credits_billed* None says that it had ended before."""
    billed = drop_nulls({"creditsBilled": credits_billed})
    end = {"status": SessionState.DESTROYED.value, "cleanupQueued": True}
    return {"success": True, "sessionDurationMs": milliseconds, **billed, **end}


def ran(outcome: CodeOutcome, addresses: SessionAddresses) -> dict[str, Any]:
    """Return the answer to an interaction in code."""
    success = outcome.exit_code == 0 and not outcome.killed
    return {"success": success, **_outcome(outcome), **_session(addresses)}


def interaction_json(interaction: Interaction, addresses: SessionAddresses) -> dict[str, Any]:
    """Return the answer to an interaction in words.

    What was not understood, or could not be done, is no success: clients would take it for done.
    """
    body: dict[str, Any] = {
        "success": interaction.done,
        "output": interaction.output,
        "stdout": "",
        "stderr": "",
        "result": _text(interaction.output if interaction.data is None else interaction.data),
        "exitCode": 0 if interaction.done else _NOT_DONE,
        "killed": False,
    }
    if not interaction.done:
        body["error"] = interaction.output
    return {**body, **_session(addresses), **_account(interaction)}


def steps_taken(url: str | None, steps: Iterable[Performed]) -> dict[str, Any]:
    """Return the answer to asking what was done; *url* is the page that the session began with."""
    return {"success": True, "steps": steps_json(steps), **drop_nulls({"url": url})}


def _account(interaction: Interaction) -> dict[str, Any]:
    """Return the account of an answer to a prompt."""
    body = {
        "steps": steps_json(interaction.steps),
        **pick(interaction, "quotes", "not_understood", "candidates", "notices", "made_by"),
        **drop_nulls({"data": interaction.data}),
    }
    if interaction.made_by == "model":
        usage = interaction.usage
        body["usage"] = {**pick(usage, "calls", "prompt_tokens", "completion_tokens"), "totalTokens": usage.tokens}
        body["transcript"] = list(interaction.transcript)
    return body


def _outcome(outcome: CodeOutcome) -> dict[str, Any]:
    body = pick(outcome, "stdout", "result", "stderr", "exit_code", "killed")
    return body | drop_nulls({"error": outcome.error, "truncated": outcome.truncated or None})


def _session(addresses: SessionAddresses) -> dict[str, str]:
    return {"sessionId": addresses.session_id, **addresses.json()}


def _text(value: Any) -> str:
    """Return *value* as the one string that clients read."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
