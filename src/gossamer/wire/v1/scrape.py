"""Scrapes of one page and batches of version 1."""

from pydantic import model_validator

from gossamer.core.specs import ScrapeSpec
from gossamer.wire.agents import Agent
from gossamer.wire.batches import BatchOptions
from gossamer.wire.integrations import Integration
from gossamer.wire.page_actions import check_waiting
from gossamer.wire.shapes import Origin, TargetUrl, example
from gossamer.wire.v1.formats import check_one_agent
from gossamer.wire.v1.options import DEFAULT_TIMEOUT_MS, ScrapeOptions


class ScrapeRequest(ScrapeOptions):
    """One page and what is wanted of it."""

    model_config = example(url="https://example.com", formats=["markdown", "links"])

    url: TargetUrl
    origin: Origin = "api"
    integration: Integration | None = None
    zero_data_retention: bool = False
    agent: Agent | None = None

    @model_validator(mode="after")
    def _options_fit(self) -> "ScrapeRequest":
        check_one_agent(self.agent, self.json_options)
        check_waiting(self.wait_for, self.timeout or DEFAULT_TIMEOUT_MS, None)
        return self

    def spec(self) -> ScrapeSpec:
        """Return the request as the core knows it."""
        return self.spec_for(
            self.url,
            zero_data_retention=self.zero_data_retention,
            agent=self.agent.option() if self.agent else None,
            origin=self.origin,
            integration=self.integration,
        )


class BatchScrapeRequest(ScrapeOptions, BatchOptions):
    """Many pages and what is wanted of each."""

    model_config = example(urls=["https://example.com", "https://example.org"], formats=["markdown"])
