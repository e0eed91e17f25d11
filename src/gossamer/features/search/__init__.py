"""Searching: our own index and providers elsewhere are asked at once, and what they find becomes one list."""

from gossamer.features.search.feedback import FeedbackDesk
from gossamer.features.search.indexing import Indexer
from gossamer.features.search.searching import Searching, SourceResults
