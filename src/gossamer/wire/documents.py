"""Documents as JSON: what v1 and v2 share.

What was not asked for is left out, never null. The core names stored pictures and PDFs;
*locate* turns such a name into the address where the caller finds it.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

from pydantic.alias_generators import to_camel

from gossamer.core.documents import Document, ScrapeResult
from gossamer.wire.answers import drop_nulls

Locate: TypeAlias = Callable[[str], str]

_BLOB_LISTS = ("screenshots", "pdfs")
_NAMES: Final = {field.name: to_camel(field.name) for field in fields(Document) if field.name != "metadata"}


def document_json(document: Document, locate: Locate) -> dict[str, Any]:
    """Return *document* as the clients read it."""
    values = {name: value for field, name in _NAMES.items() if (value := getattr(document, field)) is not None}
    located = {
        "screenshot": None if document.screenshot is None else locate(document.screenshot),
        "actions": actions_json(document.actions, locate),
        "audio": _recording(document.audio, locate),
        "video": _recording(document.video, locate),
        "videos": None
        if document.videos is None
        else [{**video, "url": _recording(video["url"], locate)} for video in document.videos],
    }
    return {
        **values,
        **drop_nulls(located),
        "metadata": metadata_json(document.metadata),
    }


def _recording(written: str | None, locate: Locate) -> str | None:
    """Return the address of a recording; one that was fetched is named as stored bytes are."""
    return written if written is None or "://" in written else locate(written)


def metadata_json(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return *metadata* without what is not known."""
    return drop_nulls(metadata)


def actions_json(outcome: Mapping[str, Any] | None, locate: Locate) -> dict[str, Any] | None:
    """Return the results of the actions, with addresses for the names of pictures and PDFs."""
    if outcome is None:
        return None
    located = {name: [locate(blob) for blob in outcome.get(name, ())] for name in _BLOB_LISTS}
    return {**outcome, **located}


def shows_scrape_id(origin: str) -> bool:
    """Return whether the caller is the playground of a web site, which wants the id at the top."""
    return "website" in origin


def scrape_json(result: ScrapeResult, locate: Locate) -> dict[str, Any]:
    """Return the answer to a scrape."""
    answer = {"success": True, "data": document_json(result.document, locate)}
    return {**answer, "scrape_id": result.scrape_id} if shows_scrape_id(result.origin) else answer


def stored_json(document: Document, locate: Locate) -> dict[str, Any]:
    """Return the answer to reading a scrape again."""
    return {"success": True, "data": document_json(document, locate)}
