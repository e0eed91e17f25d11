"""The planner without a model: ordinary English imperatives and questions, carried out on a live page."""

from gossamer.features.interact.planner.planner import DeterministicPlanner

__all__ = ["DeterministicPlanner"]
