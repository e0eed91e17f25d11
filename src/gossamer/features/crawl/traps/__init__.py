"""Endless spaces: addresses that a site makes up faster than they can be fetched.

`endless_shape` says what follows from an address alone, always the same way; `Budgets` count
addresses of kinds that are endless only when there are too many of them. Both let ordinary
sites be: the limit of a crawl is what bounds a large shop, not a guess.
"""

from gossamer.features.crawl.traps.budgets import Budgets
from gossamer.features.crawl.traps.shapes import endless_shape

__all__ = ["Budgets", "endless_shape"]
