"""Guards around a provider: its budget, its circuit breaker, and its cache."""

from gossamer.searchers.guarding.breaker import Breaker
from gossamer.searchers.guarding.budget import Budget
from gossamer.searchers.guarding.memory import Remembering
