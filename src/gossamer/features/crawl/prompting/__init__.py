"""Options of a crawl from a prompt, read by rules: the same words always give the same options.

No model is used. The warning says how the prompt was understood, so that a caller sees what the
crawl will do; what is not understood changes nothing.
"""

from gossamer.features.crawl.prompting.parsed_prompt import PromptReading, read_prompt

__all__ = ["PromptReading", "read_prompt"]
