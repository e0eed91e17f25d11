"""What belongs to a crawl, decided from the address alone."""

from gossamer.features.crawl.scope.rules import Permits, Scope, path_depth

__all__ = ["Permits", "Scope", "path_depth"]
