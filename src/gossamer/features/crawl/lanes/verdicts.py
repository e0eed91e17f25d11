"""The outcome of a scrape for a job: a page, a retry later, or the end of an entry."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final, TypeAlias

from gossamer.core.crawls import Reason, Refusal
from gossamer.core.documents import Document
from gossamer.core.errors import (
    ForbiddenTarget,
    NameNotResolved,
    NotAllowed,
    OwnError,
    ServiceError,
    SiteError,
    TimedOut,
    Unreachable,
)
from gossamer.core.pages import FetchedPage
from gossamer.core.retry_after import retry_after
from gossamer.features.scrape import Performed

# Attempts in all. A host that only asks for patience gets more of it.
BUSY_TRIES: Final = 5
FAULT_TRIES: Final = 3
# The second attempt has all the time a page may take; a third would not have more.
_TIMEOUT_TRIES: Final = 2

# Answers after which a page is fetched again.
BUSY: Final = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
_FIRST_ERROR: Final = 400


def without_data(performed: Performed) -> Performed | None:
    """Return the record of a page that has no data, None for a page that may have some.

    What a page says of its error is nobody's data, and costs nothing. A busy site's answer stays as it is: the page
    is fetched again.
    """
    page = performed.page
    if performed.document is None or page is None:
        return performed
    if page.status < _FIRST_ERROR:
        return None
    if page.status in BUSY:
        return performed
    error = SiteError(f"The site answered {page.status}.")
    record = replace(performed.record, credits=0, error_code=error.code, document=None, page=None, page_key=None)
    return replace(performed, record=record, document=None, page=None, error=error)


@dataclass(frozen=True, slots=True)
class Page:
    """It came."""

    document: Document
    fetched: FetchedPage


@dataclass(frozen=True, slots=True)
class PushedBack:
    """The host wants to be left alone: for *pause*, or for a while."""

    pause: timedelta | None


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The host gave none: try again in a while."""


@dataclass(frozen=True, slots=True)
class TooSlow:
    """It did not come in its time: try again behind all others."""


@dataclass(frozen=True, slots=True)
class OwnFault:
    """It was our side; try again in a moment."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The egress policy refuses it, or it led to where the job's key may not go."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Failed:
    """It cannot be had."""

    code: str
    message: str


Fault: TypeAlias = PushedBack | NoAnswer | TooSlow | OwnFault | Forbidden | Failed


def verdict(performed: Performed, *, tries: int, now: datetime) -> Page | Fault:
    """Return the verdict on *performed* for an entry with *tries* earlier attempts."""
    document, page = performed.document, performed.page
    if performed.error is not None or document is None or page is None:
        return _fault(performed.error or OwnError("The scrape returned nothing."), tries)
    if page.status not in BUSY:
        return Page(document, page)
    if tries + 1 < BUSY_TRIES:
        return PushedBack(retry_after(page.headers, now))
    phrase = HTTPStatus(page.status).phrase
    return Failed(SiteError.code, f"The site answered {page.status} ({phrase}) at each of {BUSY_TRIES} attempts.")


def _fault(error: ServiceError, tries: int) -> Fault:
    match error:
        case ForbiddenTarget():
            return Forbidden(Refusal(Reason.FORBIDDEN, error.message))
        case NotAllowed():
            return Forbidden(Refusal.of(error))
        case TimedOut() if tries + 1 < _TIMEOUT_TRIES:
            return TooSlow()
        case Unreachable() | NameNotResolved() if tries + 1 < FAULT_TRIES:
            return NoAnswer()
        case OwnError() if tries + 1 < FAULT_TRIES:
            return OwnFault()
    return Failed(error.code, error.message)
