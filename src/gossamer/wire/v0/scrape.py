"""`POST /v0/scrape`. The oldest version: whole pages, unknown members ignored, no stored copies."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from gossamer.core import formats as core
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.specs import CachePolicy, Location, PdfOptions, ProxyTier, ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.wire.answers import AnswerShape, OpenAnswerShape
from gossamer.wire.documents import Locate, actions_json, metadata_json
from gossamer.wire.page_actions import PageActions, check_waiting, core_actions
from gossamer.wire.places import Place
from gossamer.wire.schemas import JsonSchema
from gossamer.wire.shapes import Origin, Selectors, Shape, TargetHeaders, TargetUrl, broken_rule
from gossamer.wire.timing import Timeout, WaitTime

_TIMEOUT = timedelta(seconds=60)
_TIMEOUT_WITH_MODEL = timedelta(seconds=90)


def _listed(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


_OneOrMore: TypeAlias = Annotated[Selectors, BeforeValidator(_listed)]


class PageOptions(Shape):
    """What is wanted of the page and how it is fetched."""

    only_main_content: bool = False
    include_html: bool = False
    include_raw_html: bool = False
    include_markdown: bool = True
    include_links: bool = True
    only_include_tags: _OneOrMore | None = None
    remove_tags: _OneOrMore | None = None
    screenshot: bool = False
    full_page_screenshot: bool = False
    wait_for: WaitTime = 0
    headers: TargetHeaders | None = None
    parse_pdf: bool = Field(default=True, alias="parsePDF")
    actions: PageActions | None = None
    geolocation: Place | None = None
    skip_tls_verification: bool = False
    remove_base64_images: bool = Field(default=True, alias="removeBase64Images")
    mobile: bool = False
    use_fast_mode: bool = False

    def formats(self) -> Iterator[core.Format]:
        """Yield the formats that these switches stand for."""
        if self.include_markdown:
            yield core.Markdown()
        if self.include_html:
            yield core.Html()
        if self.include_raw_html:
            yield core.RawHtml()
        if self.include_links:
            yield core.Links()
        if self.screenshot or self.full_page_screenshot:
            yield core.Screenshot(full_page=self.full_page_screenshot)


class ExtractorOptions(Shape):
    """Structured data to be made of the page by a model."""

    mode: Literal["markdown", "llm-extraction", "llm-extraction-from-raw-html", "llm-extraction-from-markdown"] = (
        "markdown"
    )
    extraction_prompt: Annotated[str, Field(max_length=10_000)] | None = None
    extraction_schema: JsonSchema | None = None
    user_prompt: Annotated[str, Field(max_length=10_000)] | None = None

    @model_validator(mode="after")
    def _model_needs_schema(self) -> "ExtractorOptions":
        if self.needs_model and self.extraction_schema is None:
            raise broken_rule("extractorOptions.extractionSchema is required for the llm-extraction modes")
        return self

    @property
    def needs_model(self) -> bool:
        """Return whether a model is asked for."""
        return self.mode != "markdown"


class ScrapeRequest(Shape):
    """One page and what is wanted of it."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"url": "https://example.com", "pageOptions": {"includeHtml": True}}}
    )

    url: TargetUrl
    page_options: PageOptions = PageOptions()
    extractor_options: ExtractorOptions = ExtractorOptions()
    timeout: Timeout | None = None
    origin: Origin = "api"

    @model_validator(mode="after")
    def _waits_fit(self) -> "ScrapeRequest":
        check_waiting(self.page_options.wait_for, self.timeout, self.page_options.actions)
        return self

    def spec(self) -> ScrapeSpec:
        """Return the request as the core knows it."""
        page = self.page_options
        return ScrapeSpec(
            url=WebUrl(self.url),
            formats=(*page.formats(), *self._extraction()),
            headers=page.headers or {},
            include_tags=tuple(page.only_include_tags or ()),
            exclude_tags=tuple(page.remove_tags or ()),
            main_only=page.only_main_content,
            timeout=self._patience(),
            wait_for=timedelta(milliseconds=page.wait_for),
            mobile=page.mobile,
            pdf=PdfOptions(parse=page.parse_pdf),
            actions=core_actions(page.actions),
            location=page.geolocation.location() if page.geolocation else Location(),
            skip_tls_verification=page.skip_tls_verification,
            remove_base64_images=page.remove_base64_images,
            fast=page.use_fast_mode,
            proxy=ProxyTier.BASIC,
            cache=CachePolicy(),
            origin=self.origin,
        )

    def _patience(self) -> timedelta:
        if self.timeout is not None:
            return timedelta(milliseconds=self.timeout)
        return _TIMEOUT_WITH_MODEL if self.extractor_options.needs_model else _TIMEOUT

    def _extraction(self) -> Iterator[core.Format]:
        options = self.extractor_options
        if options.needs_model:
            yield core.Understanding("json", options.model_dump(by_alias=True, exclude_none=True))


class Page(OpenAnswerShape):
    """One page."""

    content: str = ""
    markdown: str | None = None
    html: str | None = None
    raw_html: str | None = None
    links_on_page: list[str] | None = None
    metadata: dict[str, Any]
    warning: str | None = None


class Scraped(AnswerShape):
    """The answer to a scrape."""

    success: bool
    data: Page
    return_code: int


def scraped(result: ScrapeResult, locate: Locate) -> dict[str, Any]:
    """Return the answer to a scrape."""
    return {"success": True, "data": _page(result.document, locate), "returnCode": 200}


def _page(document: Document, locate: Locate) -> dict[str, Any]:
    fields = {
        "content": document.markdown or "",
        "markdown": document.markdown,
        "html": document.html,
        "rawHtml": document.raw_html,
        "linksOnPage": document.links,
        "llm_extraction": document.extra.get("json"),
        "actions": actions_json(document.actions, locate),
        "warning": document.warning,
        "metadata": _metadata(document, locate),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _metadata(document: Document, locate: Locate) -> dict[str, Any]:
    """Return the metadata under the names of this version, with the picture among them."""
    metadata = metadata_json(document.metadata)
    old_names = {
        "pageStatusCode": metadata.pop("statusCode", None),
        "pageError": metadata.pop("error", None),
        "screenshot": None if document.screenshot is None else locate(document.screenshot),
    }
    return {**metadata, **metadata_json(old_names)}
