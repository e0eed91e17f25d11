"""The one table from failures to HTTP: which status, and what the body says."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from gossamer.api.answers import Header, RawAnswer, json_answer
from gossamer.core.errors import PageRefused, RateLimited, ServiceError, StillReading, ThreadBusy
from gossamer.wire.issues import InvalidBody

STATUS: Mapping[str, int] = MappingProxyType(
    {
        "BAD_REQUEST": 400,
        "NOT_AVAILABLE": 400,
        "PARSE_UNSUPPORTED_OPTIONS": 400,
        "UNSUPPORTED_FILE_TYPE": 400,
        "SCRAPE_ACTIONS_NOT_SUPPORTED": 400,
        "UNAUTHORIZED": 401,
        "SIGN_IN_REFUSED": 401,
        "INSUFFICIENT_CREDITS": 402,
        "FORBIDDEN": 403,
        "FOREIGN_ORIGIN": 403,
        "exchange_not_enabled": 403,
        "SCRAPE_PROMPT_INJECTION_DETECTED": 403,
        "SAFE_MODE_BLOCKED": 403,
        # Not 402, by which clients know that their own credits are used up.
        "SCRAPE_PAYMENT_REQUIRED": 403,
        "SCRAPE_TERMS_REFUSED": 403,
        "unsafe_domain_blocked": 403,
        "NOT_FOUND": 404,
        "thread_not_found": 404,
        "SCRAPE_NO_CACHED_DATA": 404,
        "SCRAPE_LOCKDOWN_CACHE_MISS": 404,
        "SCRAPE_PDF_INSUFFICIENT_TIME_ERROR": 408,
        "SCRAPE_TIMEOUT": 408,
        "MAP_TIMEOUT": 408,
        "CONCURRENCY_QUEUE_TIMEOUT": 408,
        "BROWSER_QUEUE_TIMEOUT": 408,
        "IDEMPOTENCY_KEY_USED": 409,
        "JOB_ENDED": 409,
        "MONITOR_PAUSED": 409,
        "MONITOR_RUNNING": 409,
        "thread_busy": 409,
        "ALREADY_EXISTS": 409,
        "SESSION_LOST": 409,
        "SESSION_BUSY": 409,
        "PROFILE_BUSY": 409,
        "REPLAY_UNAVAILABLE": 409,
        "FEEDBACK_WINDOW_EXPIRED": 409,
        "FEEDBACK_ON_FAILURE": 409,
        "SESSION_ENDED": 410,
        "thread_expired": 410,
        # The site answered; what it sent cannot be read.
        "SCRAPE_PDF_OCR_REQUIRED": 422,
        "SCRAPE_UNSUPPORTED_FILE_ERROR": 422,
        "PARSE_UPLOAD_UNPARSED_LIMIT_REACHED": 429,
        "QUEUE_FULL": 429,
        "TOO_MANY_MONITORS": 429,
        "TOO_MANY_SESSIONS": 429,
        "RATE_LIMITED": 429,
        # The clients tell this failure by its code and expect the status of an answer.
        "SCRAPE_DNS_RESOLUTION_ERROR": 200,
        "MAP_FAILED": 500,
        "SCRAPE_ACTION_ERROR": 500,
        "STEP_FAILED": 500,
        "SCRAPE_ALL_ENGINES_FAILED": 500,
        "SCRAPE_SITE_ERROR": 500,
        "SCRAPE_SSL_ERROR": 500,
        "RESTRICTIONS_UNVERIFIED": 500,
        "USAGE_UNREADABLE": 500,
        "SECRET_UNREADABLE": 500,
        "DATABASE_REFUSED": 500,
        "UNKNOWN_ERROR": 500,
        "MESSAGE_REFUSED": 502,
        "MODEL_FAILED": 502,
        "PROXY_FAILED": 502,
        "SEARCH_FAILED": 503,
        "OVERLOADED": 503,
        "STOPPING": 503,
        "DATABASE_UNAVAILABLE": 503,
        "ENGINE_UNAVAILABLE": 503,
        "BLOBS_UNAVAILABLE": 503,
    }
)
# Codes that the wire does not show: clients know these failures by status and sentence.
_UNSHOWN = frozenset({"UNAUTHORIZED", "NOT_FOUND"})
_CLOSE: tuple[Header, ...] = ((b"connection", b"close"),)
_HEADERS: Mapping[str, tuple[Header, ...]] = {
    "UNAUTHORIZED": ((b"www-authenticate", b"Bearer"),),
    "QUEUE_FULL": ((b"retry-after", b"30"),),
    "TOO_MANY_SESSIONS": ((b"retry-after", b"30"),),
    "OVERLOADED": ((b"retry-after", b"1"),),
    "RESTRICTIONS_UNVERIFIED": ((b"retry-after", b"2"),),
    "STOPPING": ((b"retry-after", b"5"),),
    "DATABASE_UNAVAILABLE": ((b"retry-after", b"2"),),
    "ENGINE_UNAVAILABLE": ((b"retry-after", b"5"),),
    "BLOBS_UNAVAILABLE": ((b"retry-after", b"2"),),
}


class RequestRefused(Exception):
    """The request cannot be read, or leads nowhere; nothing was asked of the product."""

    def __init__(self, status: int, error: str, *, code: str | None = None, close: bool = False) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.code = code
        self.close = close


def problem(error: str, *, code: str | None = None, details: object = None) -> dict[str, Any]:
    """Return the body that every failure has."""
    body: dict[str, Any] = {"success": False}
    if code is not None:
        body["code"] = code
    body["error"] = error
    if details is not None:
        body["details"] = details
    return body


def answer_to(
    failure: ServiceError | InvalidBody | RequestRefused, *, close: bool = False, hints: Mapping[str, Any] | None = None
) -> RawAnswer:
    """Return the answer for a request that ended in *failure*; *close* the connection after it."""
    match failure:
        case InvalidBody():
            return json_answer(400, problem(failure.error, code=failure.code, details=failure.details or None))
        case RequestRefused():
            extra = _CLOSE if failure.close else ()
            return json_answer(failure.status, problem(failure.error, code=failure.code), extra)
        case ServiceError():
            code = None if failure.code in _UNSHOWN else failure.code
            extra = (*_HEADERS.get(failure.code, ()), *_pause(failure), *(_CLOSE if close else ()))
            body = problem(failure.message, code=code, details=_details(failure)) | dict(hints or {})
            if isinstance(failure, ThreadBusy):
                body["runId"] = failure.run_id
            return json_answer(STATUS[failure.code], body, extra)


def _pause(failure: ServiceError) -> tuple[Header, ...]:
    if not isinstance(failure, RateLimited | StillReading):
        return ()
    return ((b"retry-after", str(failure.retry_after).encode()),)


def _details(failure: ServiceError) -> object:
    """Return the progress of a document that is being read, or the findings for which a page is refused; else None."""
    if isinstance(failure, PageRefused):
        return list(failure.findings)
    if not isinstance(failure, StillReading):
        return None
    details: dict[str, Any] = {
        "state": "processing_continues",
        "jobStatus": "running" if failure.is_running else "queued",
        "estimatedRemainingSeconds": failure.seconds,
        "retryAfterSeconds": failure.retry_after,
    }
    if failure.pages is not None:
        details["documentPages"] = failure.pages
    if failure.is_long:
        details["mayExceedProcessingWindow"] = True
    return details


def not_found(path: str) -> RawAnswer:
    """Return the answer for a path that nobody serves."""
    return json_answer(404, problem(f"Cannot find {path[:200]}. The API reference is at /docs.", code="NOT_FOUND"))


def wrong_method(method: str, allowed: Sequence[str]) -> RawAnswer:
    """Return the answer for a method that the path does not have."""
    listed = ", ".join(allowed)
    body = problem(f"{method[:20]} is not allowed here; use {listed}.", code="METHOD_NOT_ALLOWED")
    return json_answer(405, {**body, "allowed_methods": allowed}, ((b"allow", listed.encode()),))


def unknown_error(error_id: str) -> RawAnswer:
    """Return the answer for an error that nobody expected; the id is in the log."""
    error = f"An unexpected error occurred on our side. Report it with this error id: {error_id}"
    return json_answer(500, problem(error, code="UNKNOWN_ERROR"))
