"""Prompts carried out by rules: lexicon (data) → clauses → commands → grounding → frames → run."""

from gossamer.features.interact.rules.planner import RulesPlanner

__all__ = ["RulesPlanner"]
