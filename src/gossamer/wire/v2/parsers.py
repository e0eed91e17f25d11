"""The `parsers` option: how files that are no web pages are read."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag

from gossamer.core.specs import PdfOptions
from gossamer.wire.issues import UNKNOWN_TYPE
from gossamer.wire.shapes import StrictShape, Whole


class PdfParser(StrictShape):
    """Options for parsing a PDF."""

    type: Literal["pdf"]
    mode: Literal["fast", "auto", "ocr"] = "auto"
    max_pages: Annotated[Whole, Field(ge=1, le=10_000)] | None = None
    pages: bool = False
    # The older name of `pages`.
    page_markdown: bool = False
    blocks: bool = False
    page_markers: bool = False


class ImageParser(StrictShape):
    """Read the text of images."""

    type: Literal["image"]


def _tag(value: Any) -> str | None:
    kind = value.get("type") if isinstance(value, dict) else getattr(value, "type", None)
    return f"@{kind}" if isinstance(kind, str) else None


def _as_object(entry: Any) -> Any:
    return {"type": entry} if isinstance(entry, str) else entry


ParserShape: TypeAlias = Annotated[
    Annotated[PdfParser, Tag("@pdf")] | Annotated[ImageParser, Tag("@image")],
    Discriminator(
        _tag, custom_error_type=UNKNOWN_TYPE, custom_error_message="Invalid parser. Its type is one of pdf, image."
    ),
    BeforeValidator(_as_object),
]


def reads_images(parsers: Sequence[ParserShape] | None) -> bool:
    """Return whether the text of images is recognised: unless *parsers* is given and does not name them."""
    return parsers is None or any(isinstance(parser, ImageParser) for parser in parsers)


def pdf_options(parsers: Sequence[ParserShape] | None) -> PdfOptions:
    """Return how PDFs are read: as they are when *parsers* is given and does not name them."""
    if parsers is None:
        return PdfOptions()
    pdf = next((parser for parser in parsers if isinstance(parser, PdfParser)), None)
    if pdf is None:
        return PdfOptions(parse=False)
    return PdfOptions(
        max_pages=pdf.max_pages,
        pages=pdf.pages or pdf.page_markdown,
        mode=pdf.mode,
        blocks=pdf.blocks,
        page_markers=pdf.page_markers,
    )
