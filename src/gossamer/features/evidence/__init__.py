"""Evidence: where each value of an answer stands on the page, and how sure it is that the page says it."""

from gossamer.features.evidence.assessment import assess
from gossamer.features.evidence.page_index import PageIndex, PageSource

__all__ = ["PageIndex", "PageSource", "assess"]
