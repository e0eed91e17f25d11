"""Extractions: data in one shape from many pages, on the frontier that crawls and batches have."""

from gossamer.features.extract.extracts import Extracts, ExtractStatus
from gossamer.features.extract.merging import merge
from gossamer.features.extract.pages import ExtractPages
from gossamer.features.extract.sources import PageSources, SiteSearch, WebSearch, lacks
from gossamer.features.extract.stored import page_values
