"""Filling the index from stored pages, behind everybody's back."""

from gossamer.features.search.indexing.indexer import Indexer
