"""Codes in words: why a scrape or map failed, and why a URL is no page of a job."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gossamer.core.crawls import Reason

FAILURES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "BAD_REQUEST": "The request could not be honoured as it was asked.",
        "FORBIDDEN": "The key, the team or this deployment does not permit it.",
        "NOT_AVAILABLE": "It asked for something that this server does not have.",
        "unsafe_domain_blocked": "The address may not be reached from this service, or threat protection blocks it.",
        "INSUFFICIENT_CREDITS": "Not enough credits were left.",
        "SCRAPE_NO_CACHED_DATA": "A stored copy was demanded, and none is old enough and young enough.",
        "SCRAPE_LOCKDOWN_CACHE_MISS": "Only a stored copy was allowed, and there is none.",
        "SCRAPE_ACTIONS_NOT_SUPPORTED": "Page actions or pictures were asked for, and there is no browser.",
        "SCRAPE_DNS_RESOLUTION_ERROR": "The name of the site has no address.",
        "SCRAPE_PROMPT_INJECTION_DETECTED": "The page has text that gives orders to language models.",
        "SAFE_MODE_BLOCKED": "Safe mode rules out what was asked for, or the page may give orders to language models.",
        "SCRAPE_PAYMENT_REQUIRED": "The site wants to be paid for the page.",
        "SCRAPE_TERMS_REFUSED": "The site does not allow what the page was to be used for.",
        "SCRAPE_SSL_ERROR": "The certificate of the site, or its TLS, could not be accepted.",
        "PROXY_FAILED": "The proxy in front of this service could not be used; the site was not asked.",
        "SCRAPE_SITE_ERROR": "The site gave no page: it refused or reset the connection, or sent too much.",
        "SCRAPE_ALL_ENGINES_FAILED": "Every way of asking met a block or an empty page.",
        "SCRAPE_UNSUPPORTED_FILE_ERROR": "The file cannot be read: of another type, damaged, encrypted or empty.",
        "SCRAPE_PDF_OCR_REQUIRED": "The PDF is a scan, and only its text was wanted.",
        "SCRAPE_PDF_INSUFFICIENT_TIME_ERROR": "The PDF has more pages than could be read in time.",
        "UNSUPPORTED_FILE_TYPE": "The uploaded file cannot be read: of another type, damaged, encrypted or empty.",
        "SCRAPE_ACTION_ERROR": "One of the page actions could not be done.",
        "SCRAPE_TIMEOUT": "The page was not ready in time.",
        "STEP_FAILED": "Something could not be done on the open page.",
        "BROWSER_QUEUE_TIMEOUT": "Too many pages were rendered for too long; no browser visited it.",
        "CONCURRENCY_QUEUE_TIMEOUT": "Too many scrapes were under way for too long; it was never begun.",
        "MAP_TIMEOUT": "The map was not ready in time.",
        "MAP_FAILED": "Neither the start page nor a sitemap of the site could be read.",
        "PROFILE_BUSY": "Something else was saving the same profile.",
        "DATABASE_UNAVAILABLE": "The database did not answer.",
        "ENGINE_UNAVAILABLE": "What works on jobs had not come up.",
        "BLOBS_UNAVAILABLE": "Pictures and PDFs could not be stored.",
        "OVERLOADED": "The service was at its limit.",
        "STOPPING": "The service was about to stop.",
    }
)
_OWN_FAILURE: Final = "Something failed on our side."

_REFUSALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        Reason.EXTERNAL.value: "It is on another site.",
        Reason.SUBDOMAIN.value: "It is on another subdomain.",
        Reason.OUTSIDE_PATH.value: "It is not below the start page's path.",
        Reason.EXCLUDED.value: "An excluded path matches it.",
        Reason.NOT_INCLUDED.value: "No included path matches it.",
        Reason.DEPTH.value: "It is more links away from the start than was allowed.",
        Reason.PATH_DEPTH.value: "Its path is deeper than was allowed.",
        Reason.ROBOTS.value: "The site's robots.txt forbids it.",
        Reason.FILE_TYPE.value: "It is a file of a type that gives no text.",
        Reason.ENDLESS.value: "It belongs to a part of the site that never ends.",
        Reason.DUPLICATE.value: "It is the same page as another one.",
        Reason.ANSWERED.value: "The questions were answered before it was read.",
        Reason.TIME.value: "The time of the run was over.",
        Reason.LIMIT.value: "The job had as many pages as it was allowed.",
        Reason.FORBIDDEN.value: "The address may not be reached from this service.",
        Reason.NOT_PERMITTED.value: "The key may not visit it.",
        Reason.UNSAFE.value: "Threat protection blocks its domain.",
        Reason.CANCELLED.value: "The job was cancelled before.",
        Reason.DEADLINE.value: "The job took longer than a job may.",
    }
)


def failure(code: str) -> str:
    """Return the meaning of the *code* of a failed scrape or map."""
    return FAILURES.get(code, _OWN_FAILURE)


def refusal(code: str | None) -> str:
    """Return the meaning of the *code* of a URL that is no page; empty when there is no more to say than the code."""
    return "" if code is None else _REFUSALS.get(code) or FAILURES.get(code, "")
