"""llms.txt: a site's pages with their titles and descriptions, as one Markdown file."""

from gossamer.features.llmstxt.generation import LlmsTxtFiles, LlmsTxtStatus
from gossamer.features.llmstxt.sources import LlmsTxtSources
