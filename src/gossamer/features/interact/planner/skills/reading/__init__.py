"""Questions about a page, answered from what it shows."""

from gossamer.features.interact.planner.skills.reading.answering import read

__all__ = ["read"]
