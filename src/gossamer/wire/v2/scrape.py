"""Scrapes of one page and batches of version 2."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from gossamer.core.errors import ExchangeDisabled
from gossamer.core.specs import ScrapeSpec
from gossamer.core.timestamps import aware
from gossamer.wire.agents import Agent
from gossamer.wire.batches import BatchOptions
from gossamer.wire.integrations import Integration
from gossamer.wire.shapes import Origin, TargetUrl, broken_rule, example
from gossamer.wire.v2.options import OwnProfile, ScrapeOptions
from gossamer.wire.v2.tools import NO_TOOLS, ToolCalls

# Stands for the page of a request that names none.
_NO_PAGE: Final = "http://alexandria.invalid/"


class ScrapeRequest(ScrapeOptions):
    """One page and what is wanted of it."""

    model_config = example(url="https://example.com", formats=["markdown", {"type": "screenshot"}])

    url: TargetUrl
    origin: Origin = "api"
    integration: Integration | None = None
    zero_data_retention: bool = False
    profile: Annotated[
        OwnProfile | None,
        Field(description="Cookies and storage under a name of the team, with which a browser visits."),
    ] = None
    agent: Agent | None = None
    as_of: Annotated[
        datetime | None,
        Field(
            strict=False,
            description="Answer with the stored version that was the last one at this time; nothing is fetched.",
        ),
    ] = None
    alexandria: ToolCalls | None = None

    @model_validator(mode="before")
    @classmethod
    def _needs_no_page(cls, members: Any) -> Any:
        if not isinstance(members, dict) or members.get("alexandria") is None:
            return members
        if members.get("url") is not None:
            raise broken_rule("`alexandria` cannot be combined with `url`.")
        return {**members, "url": _NO_PAGE}

    def spec(self) -> ScrapeSpec:
        """Return the request as the core knows it. Raises ExchangeDisabled for calls of tools."""
        if self.alexandria is not None:
            raise ExchangeDisabled(NO_TOOLS)
        spec = self.spec_for(
            self.url,
            zero_data_retention=self.zero_data_retention,
            agent=self.agent.option() if self.agent else None,
            origin=self.origin,
            integration=self.integration,
        )
        return spec if self.as_of is None else replace(spec, cache=replace(spec.cache, as_of=aware(self.as_of)))


class BatchScrapeRequest(ScrapeOptions, BatchOptions):
    """Many pages and what is wanted of each."""

    model_config = example(urls=["https://example.com", "https://example.org"], formats=["markdown"])
