"""An agent that follows an instruction on a site before the page is read."""

from gossamer.features.agent.agent import Errand, NavigatingAgent
from gossamer.features.agent.agent_scraping import AgentScraping
from gossamer.features.agent.journeys import Journey
