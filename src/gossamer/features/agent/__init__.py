"""An agent that uses a site as it is told, before a page is read."""

from gossamer.features.agent.agent import Agent, Errand
from gossamer.features.agent.agent_scraping import AgentScraping
from gossamer.features.agent.journeys import Journey

__all__ = ["Agent", "AgentScraping", "Errand", "Journey"]
