"""`POST /v0/scrape`. The oldest version: whole pages, unknown members ignored, no stored copies."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from gossamer.core import formats as core
from gossamer.core.documents import ScrapeResult
from gossamer.core.specs import ScrapeSpec
from gossamer.wire.answers import Success
from gossamer.wire.documents import Locate
from gossamer.wire.page_actions import check_waiting
from gossamer.wire.schemas import JsonSchema
from gossamer.wire.shapes import Origin, Shape, TargetUrl, broken_rule, example
from gossamer.wire.timeouts import Timeout
from gossamer.wire.v0.documents import Page, page_json
from gossamer.wire.v0.options import PageOptions
from gossamer.wire.v0.shapes import LegacyShape

_TIMEOUT = timedelta(seconds=60)
_TIMEOUT_WITH_DATA = timedelta(seconds=90)


class ExtractorOptions(Shape):
    """Structured data to be made of the page."""

    mode: Literal["markdown", "llm-extraction", "llm-extraction-from-raw-html", "llm-extraction-from-markdown"] = (
        "markdown"
    )
    extraction_prompt: Annotated[str, Field(max_length=10_000)] | None = None
    extraction_schema: JsonSchema | None = None
    user_prompt: Annotated[str, Field(max_length=10_000)] | None = None

    @model_validator(mode="after")
    def _extraction_needs_schema(self) -> "ExtractorOptions":
        if self.extracts and self.extraction_schema is None:
            raise broken_rule("extractorOptions.extractionSchema is required for the llm-extraction modes")
        return self

    @property
    def extracts(self) -> bool:
        """Return whether data are asked for."""
        return self.mode != "markdown"

    @property
    def prompt(self) -> str:
        """Return the prompts of the request, one per line; empty when it has none."""
        return "\n".join(text for text in (self.extraction_prompt, self.user_prompt) if text)


class ScrapeRequest(LegacyShape):
    """One page and what is wanted of it."""

    model_config = example(url="https://example.com", pageOptions={"includeHtml": True})

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
        return self.page_options.spec_for(self.url, self._extraction(), timeout=self._patience(), origin=self.origin)

    def _patience(self) -> timedelta:
        if self.timeout is not None:
            return timedelta(milliseconds=self.timeout)
        return _TIMEOUT_WITH_DATA if self.extractor_options.extracts else _TIMEOUT

    def _extraction(self) -> Iterator[core.Format]:
        options = self.extractor_options
        if options.extracts:
            yield core.Json(options.extraction_schema, options.prompt)


class Scraped(Success):
    """The answer to a scrape."""

    data: Page
    return_code: int


def scrape_json(result: ScrapeResult, locate: Locate) -> dict[str, Any]:
    """Return the answer to a scrape."""
    return {"success": True, "data": page_json(result.document, locate), "returnCode": 200}
