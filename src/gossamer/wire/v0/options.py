"""Page options of version 0: switches for formats, whole pages, no stored copies."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field

from gossamer.core import formats as core
from gossamer.core.specs import CachePolicy, Location, PdfOptions, ProxyTier, ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.wire.locations import Place
from gossamer.wire.page_actions import PageActions, core_actions
from gossamer.wire.shapes import Selectors, TargetHeaders, written
from gossamer.wire.timeouts import WaitTime
from gossamer.wire.v0.shapes import LegacyShape


def _make_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


_OneOrMore: TypeAlias = Annotated[Selectors, BeforeValidator(_make_list)]


class PageOptions(LegacyShape):
    """Options of a scrape: what is returned, and how the page is fetched."""

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
    skip_tls_verification: bool | None = None
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

    def spec_for(self, url: str, understood: Iterable[core.Format] = (), **request: Any) -> ScrapeSpec:
        """Return the request for *url*; *understood* are formats beside these, *request* adds fields of the spec."""
        return self.to_core(
            ScrapeSpec,
            url=WebUrl(str(url)),
            written_url=written(url),
            formats=(*self.formats(), *understood),
            include_tags=tuple(self.only_include_tags or ()),
            exclude_tags=tuple(self.remove_tags or ()),
            main_only=self.only_main_content,
            wait_for=timedelta(milliseconds=self.wait_for),
            pdf=PdfOptions(parse=self.parse_pdf),
            actions=core_actions(self.actions),
            location=self.geolocation.location() if self.geolocation else Location(),
            fast=self.use_fast_mode,
            proxy=ProxyTier.BASIC,
            cache=CachePolicy(),
            **request,
        )
