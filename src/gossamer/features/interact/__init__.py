"""A prompt carried out on a page that stays open, with a model or without one."""

from gossamer.features.interact.interaction import Interacting

__all__ = ["Interacting"]
