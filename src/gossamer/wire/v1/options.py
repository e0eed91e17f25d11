"""Scrape options of version 1: flat in a scrape, nested as `scrapeOptions` elsewhere."""

from datetime import timedelta
from typing import Any, Literal

from pydantic import Field, model_validator

from gossamer.core.formats import Format, Markdown
from gossamer.core.specs import AgentOption, PdfOptions, ProxyTier, ScrapeSpec
from gossamer.wire.freshness import cache_policy
from gossamer.wire.locations import Place
from gossamer.wire.request_options import PageOptions
from gossamer.wire.v1.formats import ChangeTrackingOptions, Formats, JsonOptions, check_json_options, core_formats

DEFAULT_TIMEOUT_MS = 30_000
_DEFAULT_FORMATS = (Markdown(),)
# Version 1 never answered from a stored copy unless it was asked to.
_DEFAULT_AGE = timedelta(0)


class ScrapeOptions(PageOptions):
    """Options of a scrape: how a page is fetched, and which formats are returned."""

    formats: Formats | None = None
    extract: JsonOptions | None = None
    json_options: JsonOptions | None = None
    change_tracking_options: ChangeTrackingOptions | None = None
    parse_pdf: bool = Field(default=True, alias="parsePDF")
    # The older name of `location`.
    geolocation: Place | None = None
    proxy: Literal["basic", "stealth", "enhanced", "auto"] = "basic"

    @model_validator(mode="after")
    def _options_fit_formats(self) -> "ScrapeOptions":
        check_json_options(self.formats or (), self.json_options, self.extract)
        return self

    def spec_for(self, url: str, **request: Any) -> ScrapeSpec:
        """Return the request for *url* with these options; *request* adds fields of the spec."""
        formats = self._core_formats()
        agent = request.pop("agent", None) or self._navigation()
        return self.spec_with(
            url,
            formats=formats,
            default_timeout=timedelta(milliseconds=DEFAULT_TIMEOUT_MS),
            pdf=PdfOptions(parse=self.parse_pdf),
            place=self.location or self.geolocation,
            proxy=ProxyTier(self.proxy),
            cache=cache_policy(max_age=self.max_age, store=self.store_in_cache, default=_DEFAULT_AGE),
            agent=agent,
            check_injection=self._checks_injection(),
            **request,
        )

    def _core_formats(self) -> tuple[Format, ...]:
        if self.formats is None:
            return _DEFAULT_FORMATS
        return core_formats(self.formats, self.json_options, self.extract, self.change_tracking_options)

    def _navigation(self) -> AgentOption | None:
        agents = (options.navigation() for options in (self.json_options, self.extract) if options is not None)
        return next((agent for agent in agents if agent is not None), None)

    def _checks_injection(self) -> bool:
        return any(options.check_prompt_injection for options in (self.json_options, self.extract) if options)
