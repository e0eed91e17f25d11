"""Scrapes for which an agent navigates first: recorded, kept and charged like any other."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gossamer.core.documents import ScrapeResult
from gossamer.core.interaction import Budget
from gossamer.core.orders import ScrapeOrder
from gossamer.core.prices import PriceTable
from gossamer.core.specs import AgentOption, ScrapeSpec
from gossamer.core.urls import without_credentials
from gossamer.features.agent import budgets
from gossamer.features.agent.agent import Errand, NavigatingAgent
from gossamer.features.agent.journeys import Journey
from gossamer.features.scrape import Gather, GatheredPages, Performed, Scraping, opening_of


class AgentScraping:
    """Scrapes what an agent reaches; *budget* bounds its steps and pages, the scrape's timeout its time."""

    def __init__(self, *, agent: NavigatingAgent, scraping: Scraping, prices: PriceTable, budget: Budget) -> None:
        self._agent = agent
        self._scraping = scraping
        self._prices = prices
        self._budget = budget

    @property
    def available(self) -> bool:
        """Return whether there is a browser to navigate with."""
        return self._agent.available

    def bounds(self, spec: ScrapeSpec) -> tuple[int, int]:
        """Return the least and the most that a scrape of *spec* costs."""
        return budgets.least(self._prices, spec), budgets.most(self._prices, spec, self._budget)

    async def scrape(self, order: ScrapeOrder, *, credits_left: int, answers: bool) -> ScrapeResult:
        """Return the pages that the agent reached, in the formats of *order*, recorded and charged.

        It costs *credits_left* at most: when they are used up, the answer is what was reached. Without *answers*
        the metadata has no words of the agent, which may repeat a page's. Raises as a scrape.
        """
        budget = budgets.within(self._prices, order.spec, self._budget, credits_left)
        started_order = replace(order, deadline=order.due())
        return await self._scraping.scrape(
            started_order, gather=self._gathering(started_order, budget, answers=answers)
        )

    async def perform(self, order: ScrapeOrder) -> Performed:
        """Do the same within the bounds of this deployment, and leave recording it to the caller.

        What the site did wrong is in it, not raised.
        """
        started_order = replace(order, deadline=order.due())
        return await self._scraping.perform(
            started_order, gather=self._gathering(started_order, self._budget, answers=False)
        )

    def _gathering(self, order: ScrapeOrder, budget: Budget, *, answers: bool) -> Gather:
        spec = order.spec
        errand = _errand(spec, budget, order.team_id, use_model=order.use_model)

        async def gather() -> GatheredPages:
            journey = await self._agent.travel(errand, deadline=order.due(), permits=order.permits)
            price = self._prices.navigated(spec, pages=len(journey.pages), steps=journey.steps)
            metadata = {"agent": _metadata(_option(spec), journey, answers=answers)}
            warnings = journey.warnings if answers else _warnings(journey)
            return GatheredPages(journey.pages, price, metadata, (*warnings, *journey.unsaved))

        return gather


def _errand(spec: ScrapeSpec, budget: Budget, team_id: str, *, use_model: bool) -> Errand:
    return Errand(
        opening=opening_of(spec),
        instruction=_option(spec).prompt,
        budget=budget,
        use_model=use_model,
        picture=spec.screenshot,
        team_id=team_id,
    )


def _option(spec: ScrapeSpec) -> AgentOption:
    if spec.agent is None:
        raise ValueError("nobody said what the agent is to do")
    return spec.agent


def _metadata(option: AgentOption, journey: Journey, *, answers: bool) -> Mapping[str, Any]:
    """Return the metadata about the agent, in the names of the wire."""
    interaction = journey.interaction
    metadata = {
        "model": option.model,
        "prompt": option.prompt,
        "done": interaction.done,
        "steps": journey.steps,
        "pages": [without_credentials(page.url) for page in journey.pages],
        "madeBy": interaction.made_by,
    }
    if answers:
        metadata["output"] = interaction.output
    if answers and interaction.data is not None:
        metadata["data"] = interaction.data
    return metadata


def _warnings(journey: Journey) -> tuple[str, ...]:
    """Return that not everything was done, without words of a page."""
    return ("Not all of the agent's prompt was done.",) if journey.warnings else ()
