"""Pages of jobs: which of an agent, a profile and the ladder gets a page."""

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import AgentOption, ProfileUse, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape import PagesOfJobs

SPEC = ScrapeSpec(web_url("https://e.org/"))
PROFILE = replace(SPEC, profile=ProfileUse("shop"))
AGENT = AgentOption("Load all")
SHARED = ProfileUse("shop", shared=True)


@dataclass
class Remembered:
    """Everything that gets pages, and what it was asked for."""

    asked: list[tuple[str, Any]] = field(default_factory=list)

    async def perform(self, order: ScrapeOrder, gather: Any = None) -> Any:
        self.asked.append((gather or "ladder", order.spec.profile))

    def gathering(self, spec: ScrapeSpec, **_: Any) -> Any:
        return f"profile of {spec.url}"


class Navigator(Remembered):
    async def perform(self, order: ScrapeOrder, gather: Any = None) -> Any:
        self.asked.append(("agent", order.spec.profile))


@pytest.mark.parametrize(
    ("spec", "asked"),
    [
        (SPEC, ("ladder", None)),
        (PROFILE, ("profile of https://e.org/", SHARED)),
        (replace(SPEC, agent=AGENT), ("agent", None)),
        (replace(PROFILE, agent=AGENT), ("agent", SHARED)),
    ],
)
async def test_a_page_is_got_by_what_its_spec_asks_for(spec: ScrapeSpec, asked: tuple[str, Any]) -> None:
    ladder, navigator = Remembered(), Navigator()
    await PagesOfJobs(cast("Any", ladder), navigator, ladder).perform(ScrapeOrder(spec, "team", "key"))
    assert [*ladder.asked, *navigator.asked] == [asked]
