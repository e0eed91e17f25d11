"""Options of a scrape that versions 1 and 2 share."""

from datetime import timedelta
from typing import Annotated, Any

from pydantic import Field, model_validator

from gossamer.core.formats import Format
from gossamer.core.specs import Location, ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.wire.freshness import Age
from gossamer.wire.locations import Place
from gossamer.wire.page_actions import PageActions, check_waiting, core_actions
from gossamer.wire.shapes import Selectors, Shape, StrictShape, TargetHeaders, written
from gossamer.wire.threats import ThreatProtection, override_of
from gossamer.wire.timeouts import Timeout, WaitTime, patience


class AuditMetadata(Shape):
    """The origin of a request, for the caller's own records."""

    username: Annotated[str, Field(min_length=1, max_length=1024)]


class PageOptions(StrictShape):
    """Options for how a page is fetched and read."""

    # Here for its place; each version has formats of its own.
    formats: Any = None
    headers: TargetHeaders | None = None
    include_tags: Selectors | None = None
    exclude_tags: Selectors | None = None
    only_main_content: bool = True
    only_clean_content: bool = False
    timeout: Timeout | None = None
    wait_for: WaitTime = 0
    mobile: bool = False
    actions: PageActions | None = None
    location: Place | None = None
    skip_tls_verification: bool | None = None
    remove_base64_images: Annotated[bool, Field(alias="removeBase64Images")] = True
    fast_mode: bool = False
    use_mock: str | None = None
    block_ads: bool = True
    max_age: Age | None = None
    store_in_cache: bool = True
    threat_protection: ThreatProtection | None = None
    audit_metadata: AuditMetadata | None = None

    @model_validator(mode="after")
    def _waits_fit(self) -> "PageOptions":
        if self.wait_for or self.actions:
            check_waiting(self.wait_for, self.timeout, self.actions)
        return self

    def spec_with(
        self,
        url: str,
        *,
        formats: tuple[Format, ...],
        default_timeout: timedelta,
        place: Place | None = None,
        **more: Any,
    ) -> ScrapeSpec:
        """Return the request for *url* with these options; *more* are further fields of the spec."""
        place = place or self.location
        has_agent = more.get("agent") is not None
        return self.to_core(
            ScrapeSpec,
            url=WebUrl(str(url)),
            written_url=written(url),
            formats=formats,
            main_only=self.only_main_content,
            timeout=patience(self.timeout, self.wait_for, formats, default=default_timeout, agent=has_agent),
            wait_for=timedelta(milliseconds=self.wait_for),
            actions=core_actions(self.actions),
            location=place.location() if place else Location(),
            fast=self.fast_mode,
            threat_protection=override_of(self.threat_protection),
            username="" if self.audit_metadata is None else self.audit_metadata.username,
            clean_only=self.only_clean_content,
            **more,
        )
