"""Documents as JSON: what v1 and v2 share.

What was not asked for is left out, never null. The core names stored pictures and PDFs;
*locate* turns such a name into the address where the caller finds it.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from gossamer.core.documents import Document

Locate: TypeAlias = Callable[[str], str]

_BLOB_LISTS = ("screenshots", "pdfs")


def document_json(document: Document, locate: Locate) -> dict[str, Any]:
    """Return *document* as the clients read it."""
    fields = {
        "markdown": document.markdown,
        "html": document.html,
        "rawHtml": document.raw_html,
        "rawBase64": document.raw_base64,
        "links": document.links,
        "images": document.images,
        "screenshot": None if document.screenshot is None else locate(document.screenshot),
        "attributes": document.attributes,
        "actions": actions_json(document.actions, locate),
        "pages": document.pages,
        "blocks": document.blocks,
        "json": document.json,
        "extract": document.extract,
        "summary": document.summary,
        "answer": document.answer,
        "highlights": document.highlights,
        "product": document.product,
        "branding": document.branding,
        "menu": document.menu,
        "audio": _recording(document.audio, locate),
        "video": _recording(document.video, locate),
        "videos": None
        if document.videos is None
        else [{**video, "url": _recording(video["url"], locate)} for video in document.videos],
        "changeTracking": document.change_tracking,
        "evidence": document.evidence,
        "warning": document.warning,
        "metadata": metadata_json(document.metadata),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _recording(written: str | None, locate: Locate) -> str | None:
    """Return the address of a recording; one that was fetched is named as stored bytes are."""
    return written if written is None or "://" in written else locate(written)


def metadata_json(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return *metadata* without what is not known."""
    return {name: value for name, value in metadata.items() if value is not None}


def actions_json(outcome: Mapping[str, Any] | None, locate: Locate) -> dict[str, Any] | None:
    """Return what the actions gave, with addresses for the names of pictures and PDFs."""
    if outcome is None:
        return None
    located = {name: [locate(blob) for blob in outcome.get(name, ())] for name in _BLOB_LISTS}
    return {**outcome, **located}


def shows_scrape_id(origin: str) -> bool:
    """Return whether the caller is the playground of a web site, which wants the id at the top."""
    return "website" in origin
