"""The meaning of an answer without results, and how long its provider is left alone for it."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Final

from gossamer.core.errors import ServiceError, TlsFailed, TooLarge
from gossamer.net.apis import ApiAnswer, ApiRequest
from gossamer.searchers.reading import at, plain_text
from gossamer.searchers.service import ASKED_TOO_OFTEN, REFUSED, Refusal, Unanswered

_LONGEST_REST: Final = timedelta(days=1)
_LONGEST_DETAIL: Final = 300
_SHORTEST_SECRET: Final = 8
# A number of seconds as large as this is a moment: 2001.
_MOMENT: Final = 1_000_000_000

_REFUSALS: Final[Mapping[int, Refusal]] = {
    401: Refusal("it refused the key (401).", REFUSED),
    402: Refusal("its account has no credit left (402).", REFUSED),
    403: Refusal("it refused the key (403).", REFUSED),
    404: Refusal("there is no search at its address (404)."),
    429: Refusal("it was asked too often (429).", ASKED_TOO_OFTEN),
    432: Refusal("its account has used up its plan (432).", REFUSED),
    433: Refusal("its account has used up its limit (433).", REFUSED),
}
# Words by which a 400 is about the account, at services that have no better status for that: Serper ("Not enough
# credits"), Google ("API key not valid").
_OF_THE_ACCOUNT: Final = re.compile(r"credit|quota|api.?key|billing|subscription", re.IGNORECASE)
_SAID: Final = "error.message|error.detail|error|message|detail.error|detail|errors.0.message"


def refusal(refusals: Mapping[int, Refusal], request: ApiRequest, answer: ApiAnswer, now: datetime) -> Unanswered:
    """Return the failure that an *answer* of another status than 200 is; *refusals* are what some mean there."""
    status = answer.status
    detail = _without_secrets(_message(answer.body), request)
    if status == HTTPStatus.BAD_REQUEST and _OF_THE_ACCOUNT.search(detail):
        return Unanswered("it refused the key, or its account is empty (400).", rest=REFUSED, detail=detail)
    refusal_known = refusals.get(status) or _REFUSALS.get(status) or Refusal(_general(status))
    rest = _pause(answer.headers, now) or refusal_known.rest
    return Unanswered(refusal_known.sentence, rest=rest, detail=detail, own_fault=not _of_the_query(status))


def transport_failure(error: ServiceError) -> str:
    """Return the reason why no answer came at all, in a sentence."""
    match error:
        case TlsFailed():
            return "no secure connection to it could be made."
        case TooLarge():
            return "its answer is too large."
    return "it could not be reached, or broke off its answer."


def _without_secrets(text: str, request: ApiRequest) -> str:
    """Return *text* without what was sent to open the account: some providers quote it."""
    sent = " ".join((*request.headers.values(), *request.params.values())).split()
    for word in sent:
        if len(word) >= _SHORTEST_SECRET:
            text = text.replace(word, "…")
    return text


def _message(body: bytes) -> str:
    """Return the provider's message about a failure; empty when it cannot be read."""
    with suppress(ValueError, RecursionError):
        return plain_text(at(json.loads(body), _SAID), longest=_LONGEST_DETAIL)
    return ""


def _general(status: int) -> str:
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return f"it answered with a redirect ({status}), which is not followed; set the address where it is."
    if _of_the_query(status):
        return f"it did not accept this query ({status})."
    return f"it failed ({status})."


def _of_the_query(status: int) -> bool:
    return status in {HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_URI_TOO_LONG, HTTPStatus.UNPROCESSABLE_ENTITY}


def _pause(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """Return the pause for which the headers ask, a day at most; None when they do not say."""
    pause = _retry_after(headers.get("retry-after", "").strip(), now) or _of_windows(headers, now)
    return None if pause is None else min(max(pause, timedelta(seconds=1)), _LONGEST_REST)


def _retry_after(text: str, now: datetime) -> timedelta | None:
    if text.isascii() and text.isdecimal():
        return timedelta(seconds=int(text[:9]))
    with suppress(ValueError, OverflowError):
        moment = parsedate_to_datetime(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - now
    return None


def _of_windows(headers: Mapping[str, str], now: datetime) -> timedelta | None:
    """Return when the last of the windows that are used up opens again.

    Brave writes `X-RateLimit-Remaining: 0, 1500` and `X-RateLimit-Reset: 1, 1419704`, in seconds, a window each; GitHub
    writes the moment, in seconds since 1970.
    """
    remaining_counts, reset = (_numbers(headers.get(f"x-ratelimit-{name}", "")) for name in ("remaining", "reset"))
    used_up = [seconds for remaining, seconds in zip(remaining_counts, reset, strict=False) if remaining == 0]
    if not used_up:
        return None
    last = max(used_up)
    return timedelta(seconds=last - now.timestamp() if last >= _MOMENT else last)


def _numbers(text: str) -> list[int]:
    parts: list[Any] = [part.strip() for part in text.split(",")]
    return [int(part[:9]) for part in parts] if all(part.isascii() and part.isdecimal() for part in parts) else []
