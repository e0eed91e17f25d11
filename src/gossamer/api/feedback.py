"""Answers as some endpoints and their clients want them: codes of feedback, refused searches, deprecation."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from gossamer.api.answers import RawAnswer, json_answer

_BY_CODE: Final = {
    "BAD_REQUEST": "INVALID_BODY",
    "FEEDBACK_WINDOW_EXPIRED": "FEEDBACK_WINDOW_EXPIRED",
    "FEEDBACK_ON_FAILURE": "SEARCH_FAILED",
    "DATABASE_UNAVAILABLE": "DB_DISABLED",
}
_BY_STATUS: Final = {400: "INVALID_BODY", 404: "JOB_NOT_FOUND", 500: "INTERNAL"}
_NO_SEARCH: Final = "Search not found."
_OK: Final = 200
_BAD_REQUEST: Final = 400
_BAD_GATEWAY: Final = 502
_UNAVAILABLE: Final = 503
_IS_SEARCH: Final = b'"SEARCH_FAILED"'
_INVALID: Final = "Invalid request body"


def with_feedback_code(answer: RawAnswer) -> RawAnswer:
    """Return *answer* with what is called `feedbackErrorCode`, where there is one for it."""
    if answer.status == _OK:
        return answer
    fields: dict[str, Any] = msgspec.json.decode(answer.body)
    name = _BY_CODE.get(fields.get("code", ""), _BY_STATUS.get(answer.status))
    if name is None:
        return answer
    if fields.get("error") == _NO_SEARCH:
        name = "SEARCH_NOT_FOUND"
    return _with_body(answer, {**fields, "feedbackErrorCode": name})


def with_search_refusal(answer: RawAnswer) -> RawAnswer:
    """Return *answer* to a search; a body that does not fit has no code, and one sentence for every fault."""
    if answer.status != _BAD_REQUEST:
        return answer
    fields: dict[str, Any] = msgspec.json.decode(answer.body)
    details = fields.get("details")
    if not details:
        return answer
    error = fields["error"] if details[0]["code"] == "custom" else _INVALID
    return _with_body(answer, {"success": False, "error": error, "details": details})


def with_bad_gateway(answer: RawAnswer) -> RawAnswer:
    """Return *answer* to a search of one kind of source: that nobody answered is the fault of those who were asked."""
    return (
        replace(answer, status=_BAD_GATEWAY) if answer.status == _UNAVAILABLE and _IS_SEARCH in answer.body else answer
    )


def mark_deprecated(name: str, replacement: str = "") -> Callable[[RawAnswer], RawAnswer]:
    """Return a function that adds to an answer that the endpoint *name* is deprecated, in favour of *replacement*."""
    instead = f"Use {replacement} instead." if replacement else "Nothing takes its place."
    message = f"{name} is deprecated. {instead}"
    signs: dict[str, Any] = {"warnings": [message]}
    headers = [(b"deprecation", b"true"), (b"warning", f'299 - "{message}"'.encode())]
    if replacement:
        signs["replacement"] = replacement
        headers.append((b"link", f'<{replacement}>; rel="successor-version"'.encode()))

    def dress(answer: RawAnswer) -> RawAnswer:
        if answer.status == _OK:
            answer = _with_body(answer, {**msgspec.json.decode(answer.body), **signs})
        return replace(answer, headers=(*answer.headers, *headers))

    return dress


def _with_body(answer: RawAnswer, body: dict[str, Any]) -> RawAnswer:
    coded = json_answer(answer.status, body)
    names = {header for header, _ in coded.headers}
    return replace(coded, headers=(*coded.headers, *(pair for pair in answer.headers if pair[0] not in names)))
