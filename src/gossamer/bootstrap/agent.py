"""The agent that navigates for scrapes; it uses live pages as sessions do."""

from gossamer.bootstrap.live_pages import LivePageServices
from gossamer.bootstrap.pages import PageServices
from gossamer.core.interaction import Budget
from gossamer.features.agent import AgentScraping, NavigatingAgent
from gossamer.settings import Settings


def build_agent(settings: Settings, pages: PageServices, live: LivePageServices) -> AgentScraping:
    """Build it; its time is bounded by each scrape's timeout."""
    return AgentScraping(
        agent=NavigatingAgent(live.opened, live.interacting, at_once=settings.agents_at_once),
        scraping=pages.scraping,
        prices=settings.prices,
        budget=Budget(steps=settings.agent_steps, pages=settings.agent_pages, seconds=float("inf")),
    )
