"""The scope of a crawl, decided from the address alone."""

from gossamer.features.crawl.scope.rules import Scope, path_depth

__all__ = ["Scope", "path_depth"]
