"""Code hosts, package registries, questions and documentation: each search as data, and the pages we have ourselves."""

from gossamer.searchers.developer.code_hosts import CODE_HOSTS
from gossamer.searchers.developer.documentation import DOCUMENTATION
from gossamer.searchers.developer.listing import ListedSource
from gossamer.searchers.developer.own_index import IndexedCode
from gossamer.searchers.developer.packages import PACKAGES

LISTINGS = {**CODE_HOSTS, **DOCUMENTATION, **PACKAGES}
"""The searches of each service, by its name."""
