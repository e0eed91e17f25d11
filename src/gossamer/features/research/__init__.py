"""Research: questions answered from pages that are looked for, with citations of their words."""

from gossamer.features.research.deep import deep_progress
from gossamer.features.research.guidance import ResearchGuide
from gossamer.features.research.pages import ResearchPages
from gossamer.features.research.runs import Research, RunHistory, RunStatus
from gossamer.features.research.sources import ResearchSources
