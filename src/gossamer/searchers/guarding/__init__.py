"""What stands between the searches and a provider: its budget, its breaker, and what it answered lately."""

from gossamer.searchers.guarding.breaker import Breaker
from gossamer.searchers.guarding.budget import Budget
from gossamer.searchers.guarding.memory import Remembering

__all__ = ["Breaker", "Budget", "Remembering"]
