"""Stored results of an extraction's pages, in the form that merging takes."""

from collections.abc import Mapping, Sequence
from typing import Any

from gossamer.core.documents import Document
from gossamer.core.extractions import PageValue
from gossamer.core.jobs import JobPage, JobUrl
from gossamer.core.understanding import Confidence, Evidence, Method, PagePlace, Status


def page_values(pages: Sequence[JobPage], urls: Sequence[JobUrl]) -> list[PageValue]:
    """Return the values of *pages*, in an order that does not depend on which of them came first.

    *urls* are those of the job: addresses that were named come first, as they were named, then what each source led
    to, in its order.
    """
    places = {url.scrape_id: (url.depth, url.position) for url in urls}
    last = (max((depth for depth, _ in places.values()), default=0) + 1, 0)
    ordered = sorted(pages, key=lambda page: (places.get(page.scrape_id, last), page.position))
    return [_page_value(page.document) for page in ordered]


def tokens_of(document: Document) -> int:
    """Return the number of a model's tokens that the page took."""
    tokens = document.metadata.get("tokensUsed")
    return tokens if isinstance(tokens, int) else 0


def _page_value(document: Document) -> PageValue:
    metadata = document.metadata
    return PageValue(
        url=str(metadata.get("url") or metadata.get("sourceURL") or ""),
        value=document.json,
        method=_method(metadata),
        evidence={pointer: _evidence(stored) for pointer, stored in (document.evidence or {}).items()},
        tokens=tokens_of(document),
        model_failure=_model_failure(metadata),
        title=title if isinstance(title := metadata.get("title"), str) else "",
    )


def _method(metadata: Mapping[str, Any]) -> Method:
    stored = metadata.get("methods")
    return Method(stored["json"]) if isinstance(stored, Mapping) and "json" in stored else Method.DETERMINISTIC


def _model_failure(metadata: Mapping[str, Any]) -> str:
    stored = metadata.get("modelFailures")
    return str(stored.get("json", "")) if isinstance(stored, Mapping) else ""


def _evidence(stored: Mapping[str, Any]) -> Evidence:
    sure = stored.get("confidence")
    offsets = (stored["start"], stored["end"]) if "start" in stored else None
    return Evidence(
        stored["url"],
        stored["quote"],
        stored["place"],
        Method(stored["method"]),
        # Pages from before confidence was a number have a word, and no status: all they kept was supported.
        Confidence(sure).number if isinstance(sure, str) else sure,
        Status(stored.get("status", Status.SUPPORTED)),
        offsets,
        stored.get("value"),
        _page_place(stored),
    )


def _page_place(stored: Mapping[str, Any]) -> PagePlace | None:
    box = stored.get("bbox")
    return PagePlace(stored["pageNumber"], tuple(box) if box else None) if "pageNumber" in stored else None
