"""Durable jobs on DBOS: queues, turns, failover, and the processes that work on them."""

from gossamer.engine.engine import Engine, EngineOptions
from gossamer.engine.watch import Tempo

__all__ = ["Engine", "EngineOptions", "Tempo"]
