"""The document of a scrape, put together from the reading and the facts of the visit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from gossamer.content.media_type import document_kind
from gossamer.core.actions import StoredOutcome
from gossamer.core.documents import Document
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.timestamps import instant
from gossamer.core.urls import without_credentials
from gossamer.features.scrape.answer_fields import Statement
from gossamer.features.scrape.reading import Reading
from gossamer.features.scrape.safety import safety_json
from gossamer.features.scrape.stored import may_read

_FIRST_ERROR = 400
_PDF = "application/pdf"
_OF_AN_ERROR = "The site answered {status}: the data may be from an error page."
_NO_BODY = "The site answered {status} with an empty body."
_NO_TEXT = "The page has no text."
_NOTHING_SELECTED = "The parts of the page that were selected have no text."


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a visit beside the page's own content; *extra_metadata* is added to the metadata.

    *render_reason* says why a browser rendered the page although nobody asked for that, *render_skipped* why none did
    although its content is in doubt.
    """

    scrape_id: str
    page: FetchedPage
    credits_used: int
    from_store: bool
    screenshot: str | None
    outcome: StoredOutcome | None
    warnings: tuple[str, ...] = ()
    extra_metadata: Mapping[str, Any] = field(default_factory=dict)
    render_reason: str | None = None
    render_skipped: str | None = None


def compose(spec: ScrapeSpec, facts: Facts, reading: Reading, statement: Statement) -> Document:
    """Return the document of a scrape; *statement* is what was understood of its page."""
    warnings = (*spec.notices, *facts.warnings, *facts.page.warnings, *reading.warnings, *statement.warnings)
    if statement.fields and facts.page.status >= _FIRST_ERROR:
        warnings = (*warnings, _OF_AN_ERROR.format(status=facts.page.status))
    warnings = (*warnings, *_emptiness(spec, facts, reading))
    outcome = facts.outcome
    if outcome is None and spec.actions is not None:
        outcome = StoredOutcome()
    return Document(
        metadata={
            **reading.metadata,
            **_visit(spec, facts, reading),
            **statement.metadata,
            **facts.extra_metadata,
            **safety_json(spec, reading.injections),
        },
        markdown=reading.markdown,
        html=reading.html,
        raw_html=reading.raw_html,
        raw_base64=reading.raw_base64,
        links=reading.links,
        images=reading.images,
        screenshot=facts.screenshot,
        attributes=reading.attributes,
        actions=None if outcome is None else outcome.as_json(),
        pages=reading.pages,
        blocks=reading.blocks,
        **reading.fields,
        **statement.fields,
        warning=" ".join(dict.fromkeys(warnings)) or None,
    )


def _emptiness(spec: ScrapeSpec, facts: Facts, reading: Reading) -> Iterator[str]:
    """Yield the reason that the page has no text, which is easily taken for a page that was read."""
    if not facts.page.body.strip():
        yield _NO_BODY.format(status=facts.page.status)
    elif reading.markdown is not None and not reading.markdown.strip() and not facts.warnings:
        yield _NOTHING_SELECTED if spec.include_tags or spec.exclude_tags else _NO_TEXT


def _visit(spec: ScrapeSpec, facts: Facts, reading: Reading) -> Mapping[str, Any]:
    page = facts.page
    visit: dict[str, Any] = {
        "sourceURL": _source(spec),
        "url": without_credentials(page.url),
        "statusCode": page.status,
        "scrapeId": facts.scrape_id,
        "proxyUsed": page.tier,
        "creditsUsed": facts.credits_used,
        "fetchedBy": page.fetcher,
    }
    if facts.from_store or may_read(spec):
        visit["cacheState"] = "hit" if facts.from_store else "miss"
    if facts.render_reason:
        visit["renderReason"] = facts.render_reason
    if facts.render_skipped:
        visit["renderSkipped"] = facts.render_skipped
    if page.content_type:
        visit["contentType"] = _PDF if document_kind(page.body, page.media_type) == "pdf" else page.content_type
    if page.status >= _FIRST_ERROR:
        visit["error"] = _reason(page.status)
    if not page.verified:
        visit["tlsVerified"] = False
    if facts.from_store:
        visit["cachedAt"] = instant(page.fetched_at)
    if reading.pages_read:
        visit["numPages"] = reading.pages_read
        visit["totalPages"] = reading.pages_total
    return visit


def _source(spec: ScrapeSpec) -> str:
    """Return the address as the caller wrote it, which may not show a password."""
    hidden = without_credentials(spec.url)
    return spec.written_url if spec.written_url and hidden == spec.url else hidden


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"Status {status}"
