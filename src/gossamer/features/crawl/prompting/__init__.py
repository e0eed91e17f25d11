"""Options of a crawl from a prompt, read by rules on the evidence of the site; no model is used.

The warning says how the prompt was understood, so that a caller sees what the crawl will do. What is not understood
changes nothing, and the warning says so.
"""

from gossamer.features.crawl.prompting.prompt_reader import PromptReader, PromptReading

__all__ = ["PromptReader", "PromptReading"]
