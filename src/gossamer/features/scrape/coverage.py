"""The last step of a document: the part of its Markdown that was asked for, and how much of the page it has."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from gossamer.content.page import tokens
from gossamer.core.documents import Document
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.pages import FetchedPage
from gossamer.features.scrape.reading import Reading

_FIRST_ERROR: Final = 400
# The coverages by their reasons; the first that holds is reported. All other reasons are a status or a verdict:
# something else stands in the place of the page.
_COVERAGES: Final = ("blocked", "empty", "truncated", "partial")
_BY_REASON: Final = {
    "no_text": "empty",
    **dict.fromkeys(("max_tokens", "size_limit", "pages_left"), "truncated"),
    **dict.fromkeys(("unread_pages", "not_finished", "scripts"), "partial"),
}
_MOVED: Final = "The page has changed since `cursor` was made, so this begins at its start."
_UNMET: Final = "Nothing on the page has to do with `query`, so this is its beginning."
_TOO_LARGE: Final = "{count} parts of the page were left out: each is larger than `maxTokens` allows."


def gaps_of(page: FetchedPage, reading: Reading, *, lacks_content: bool) -> Iterator[str]:
    """Yield the reasons why an answer has not all of *page*; it *lacks_content* that scripts would have brought."""
    if (verdict := reading.metadata.get("pageVerdict")) is not None:
        yield str(verdict)
    if page.status >= _FIRST_ERROR:
        yield f"status_{page.status}"
    facts = {
        "no_text": not page.body.strip() or (reading.markdown is not None and not reading.markdown.strip()),
        "size_limit": reading.is_cut,
        "pages_left": reading.pages_total > reading.pages_read,
        "unread_pages": reading.has_unread_pages,
        "not_finished": not page.complete,
        "scripts": lacks_content,
    }
    yield from (reason for reason, holds in facts.items() if holds)


def coverage_json(reasons: Iterable[str]) -> dict[str, Any]:
    """Return the coverage of an answer for which these *reasons* hold, as metadata."""
    unique_reasons = list(dict.fromkeys(reasons))
    coverages = {_BY_REASON.get(reason, "blocked") for reason in unique_reasons}
    coverage = next((name for name in _COVERAGES if name in coverages), "complete")
    return {"coverage": coverage, "coverageReasons": unique_reasons} if unique_reasons else {"coverage": coverage}


def finish_document(document: Document, spec: ExcerptSpec | None, gaps: tuple[str, ...]) -> Document:
    """Return *document* with the part of its Markdown that *spec* asks for, and how much of the page that is."""
    if spec is not None and document.markdown is not None:
        document, gaps = _shorten_document(document, document.markdown, spec, gaps)
    counted = {} if document.markdown is None else {"tokens": tokens.count_tokens(document.markdown)}
    return replace(document, metadata={**document.metadata, **counted, **coverage_json(gaps)})


def _shorten_document(
    document: Document, markdown: str, spec: ExcerptSpec, gaps: tuple[str, ...]
) -> tuple[Document, tuple[str, ...]]:
    from gossamer.content.answering.excerpts import excerpt  # noqa: PLC0415 - loaded with the first question

    part = excerpt(markdown, spec)
    notices = {_MOVED: part.is_moved, _UNMET: part.is_unmet, _TOO_LARGE.format(count=part.left_out): part.left_out}
    warning = " ".join(filter(None, (document.warning, *(sentence for sentence, holds in notices.items() if holds))))
    document = replace(document, markdown=part.markdown, warning=warning or None)
    if not part.is_cut:
        return document, gaps
    url = str(document.metadata.get("url") or "")
    passages = tuple(
        {
            "markdownSpan": [passage.start, passage.end],
            "url": url + ("" if "#" in url or not passage.fragment else "#") + passage.fragment,
            **({} if passage.cursor is None else {"cursor": str(passage.cursor)}),
        }
        for passage in part.passages
    )
    metadata = {**document.metadata, "totalTokens": part.total_tokens}
    return replace(document, passages=passages, metadata=metadata), (*gaps, "max_tokens")
