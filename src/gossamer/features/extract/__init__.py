"""Extractions: data in one shape from many pages, on the frontier that crawls and batches have."""

from gossamer.features.extract.extracts import Extracts, ExtractStatus
from gossamer.features.extract.pages import ExtractPages, Navigator
from gossamer.features.extract.sources import PageSources, SiteSearch, WebSearch

__all__ = [
    "ExtractPages",
    "ExtractStatus",
    "Extracts",
    "Navigator",
    "PageSources",
    "SiteSearch",
    "WebSearch",
]
