"""The agent that navigates for scrapes; it uses live pages as sessions do."""

from gossamer.bootstrap.pages import Pages
from gossamer.bootstrap.sessions import SessionRooms
from gossamer.core.interaction import Budget
from gossamer.features.agent import Agent, AgentScraping
from gossamer.settings import Settings


def build_agent(settings: Settings, pages: Pages, rooms: SessionRooms) -> AgentScraping:
    """Build it; its time is bounded by each scrape's timeout."""
    return AgentScraping(
        agent=Agent(rooms.pages, rooms.interacting, at_once=settings.agents_at_once),
        scraping=pages.scraping,
        prices=settings.prices,
        budget=Budget(steps=settings.agent_steps, pages=settings.agent_pages, seconds=float("inf")),
    )
