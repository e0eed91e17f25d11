"""Documents as version 0 shows them: the text under `content` too, the picture among the metadata."""

from typing import Annotated, Any

from pydantic import Field

from gossamer.core.documents import Document
from gossamer.wire.answers import OpenAnswerShape, drop_nulls, pick
from gossamer.wire.documents import Locate, actions_json, metadata_json


class Page(OpenAnswerShape):
    """One page."""

    content: str = ""
    markdown: str | None = None
    html: str | None = None
    raw_html: str | None = None
    links_on_page: list[str] | None = None
    llm_extraction: Annotated[Any, Field(alias="llm_extraction")] = None
    metadata: dict[str, Any] | None = Field(None, description="None with `returnOnlyUrls`, which gives a `url` alone.")
    warning: str | None = None


def page_json(document: Document, locate: Locate) -> dict[str, Any]:
    """Return *document* as the clients of this version read it."""
    fields = {
        "content": document.markdown or "",
        **pick(document, "markdown", "html", "raw_html", "warning"),
        "linksOnPage": document.links,
        "llm_extraction": document.json,
        "actions": actions_json(document.actions, locate),
        "metadata": _metadata(document, locate),
    }
    return drop_nulls(fields)


def _metadata(document: Document, locate: Locate) -> dict[str, Any]:
    """Return the metadata under the names of this version, with the picture among them."""
    metadata = metadata_json(document.metadata)
    old_names = {
        "pageStatusCode": metadata.pop("statusCode", None),
        "pageError": metadata.pop("error", None),
        "screenshot": None if document.screenshot is None else locate(document.screenshot),
    }
    return {**metadata, **metadata_json(old_names)}
