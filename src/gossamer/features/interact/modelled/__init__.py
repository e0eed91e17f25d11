"""A prompt carried out by a language model: a loop of tool calls over the page, within bounds.

What the page says is data to it, marked as such; what it asks for is checked before it is done, as anybody's
request would be. Whatever a model writes ends in a right answer or in a clear sentence.
"""

from gossamer.features.interact.modelled.tool_loop import ModelPlanner

__all__ = ["ModelPlanner"]
