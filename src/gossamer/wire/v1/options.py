"""Scrape options of version 1: flat in a scrape, nested as `scrapeOptions` elsewhere."""

from datetime import timedelta
from typing import Any, Literal

from pydantic import Field, model_validator

from gossamer.core.formats import Format, Markdown
from gossamer.core.specs import AgentOption, Location, PdfOptions, ProxyTier, ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.wire.freshness import Age, cache_policy
from gossamer.wire.locations import Place
from gossamer.wire.page_actions import PageActions, check_waiting, core_actions
from gossamer.wire.request_options import AuditMetadata, username_of
from gossamer.wire.shapes import Selectors, StrictShape, TargetHeaders, written
from gossamer.wire.threats import ThreatProtection, override_of
from gossamer.wire.timeouts import Timeout, WaitTime, patience
from gossamer.wire.v1.formats import ChangeTrackingOptions, Formats, JsonOptions, check_json_options, core_formats

DEFAULT_TIMEOUT_MS = 30_000
_DEFAULT_FORMATS = (Markdown(),)
# Version 1 never answered from a stored copy unless it was asked to.
_DEFAULT_AGE = timedelta(0)


class ScrapeOptions(StrictShape):
    """Options of a scrape: how a page is fetched, and which formats are returned."""

    formats: Formats | None = None
    headers: TargetHeaders | None = None
    include_tags: Selectors | None = None
    exclude_tags: Selectors | None = None
    only_main_content: bool = True
    only_clean_content: bool = False
    timeout: Timeout | None = None
    wait_for: WaitTime = 0
    extract: JsonOptions | None = None
    json_options: JsonOptions | None = None
    change_tracking_options: ChangeTrackingOptions | None = None
    mobile: bool = False
    parse_pdf: bool = Field(default=True, alias="parsePDF")
    actions: PageActions | None = None
    location: Place | None = None
    # The older name of `location`.
    geolocation: Place | None = None
    skip_tls_verification: bool | None = None
    remove_base64_images: bool = Field(default=True, alias="removeBase64Images")
    fast_mode: bool = False
    use_mock: str | None = None
    block_ads: bool = True
    proxy: Literal["basic", "stealth", "enhanced", "auto"] = "basic"
    max_age: Age | None = None
    store_in_cache: bool = True
    threat_protection: ThreatProtection | None = None
    audit_metadata: AuditMetadata | None = None

    @model_validator(mode="after")
    def _waits_fit(self) -> "ScrapeOptions":
        if self.wait_for or self.actions:
            check_waiting(self.wait_for, self.timeout, self.actions)
        return self

    @model_validator(mode="after")
    def _options_fit_formats(self) -> "ScrapeOptions":
        check_json_options(self.formats or (), self.json_options, self.extract)
        return self

    def spec_for(self, url: str, **request: Any) -> ScrapeSpec:
        """Return the request for *url* with these options; *request* adds fields of the spec."""
        place = self.location or self.geolocation
        formats = self._core_formats()
        agent = request.pop("agent", None) or self._navigation()
        return ScrapeSpec(
            url=WebUrl(str(url)),
            written_url=written(url),
            formats=formats,
            headers=self.headers or {},
            include_tags=tuple(self.include_tags or ()),
            exclude_tags=tuple(self.exclude_tags or ()),
            main_only=self.only_main_content,
            timeout=patience(
                self.timeout,
                self.wait_for,
                formats,
                default=timedelta(milliseconds=DEFAULT_TIMEOUT_MS),
                agent=agent is not None,
            ),
            wait_for=timedelta(milliseconds=self.wait_for),
            mobile=self.mobile,
            pdf=PdfOptions(parse=self.parse_pdf),
            actions=core_actions(self.actions),
            location=place.location() if place else Location(),
            skip_tls_verification=self.skip_tls_verification,
            remove_base64_images=self.remove_base64_images,
            fast=self.fast_mode,
            block_ads=self.block_ads,
            proxy=ProxyTier(self.proxy),
            cache=cache_policy(max_age=self.max_age, store=self.store_in_cache, default=_DEFAULT_AGE),
            agent=agent,
            threat_protection=override_of(self.threat_protection),
            username=username_of(self.audit_metadata),
            clean_only=self.only_clean_content,
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
