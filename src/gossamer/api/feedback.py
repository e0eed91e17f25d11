"""How failures of feedback are told: their clients look for a code of its own."""

from dataclasses import replace
from typing import Any, Final

import msgspec

from gossamer.api.answers import Answer, json_answer

_BY_CODE: Final = {
    "BAD_REQUEST": "INVALID_BODY",
    "FEEDBACK_WINDOW_EXPIRED": "FEEDBACK_WINDOW_EXPIRED",
    "FEEDBACK_ON_FAILURE": "SEARCH_FAILED",
    "DATABASE_UNAVAILABLE": "DB_DISABLED",
}
_BY_STATUS: Final = {400: "INVALID_BODY", 404: "JOB_NOT_FOUND", 500: "INTERNAL"}
_NO_SEARCH: Final = "Search not found."


def with_feedback_code(answer: Answer) -> Answer:
    """Return *answer* with what is called `feedbackErrorCode`, where there is one for it."""
    told: dict[str, Any] = msgspec.json.decode(answer.body)
    name = _BY_CODE.get(told.get("code", ""), _BY_STATUS.get(answer.status))
    if name is None:
        return answer
    if told.get("error") == _NO_SEARCH:
        name = "SEARCH_NOT_FOUND"
    coded = json_answer(answer.status, {**told, "feedbackErrorCode": name})
    kept = {header for header, _ in coded.headers}
    return replace(coded, headers=(*coded.headers, *(pair for pair in answer.headers if pair[0] not in kept)))
