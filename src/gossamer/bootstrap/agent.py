"""The agent that navigates for scrapes; it uses live pages as sessions do."""

from gossamer.bootstrap.live_pages import LivePages
from gossamer.bootstrap.pages import Pages
from gossamer.core.interaction import Budget
from gossamer.features.agent import Agent, AgentScraping
from gossamer.settings import Settings


def build_agent(settings: Settings, pages: Pages, live: LivePages) -> AgentScraping:
    """Build it; its time is bounded by each scrape's timeout."""
    return AgentScraping(
        agent=Agent(live.opened, live.interacting, at_once=settings.agents_at_once),
        scraping=pages.scraping,
        prices=settings.prices,
        budget=Budget(steps=settings.agent_steps, pages=settings.agent_pages, seconds=float("inf")),
    )
