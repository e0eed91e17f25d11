"""Gossamer inside a Python program: the same core, without a server."""

from gossamer.core.crawls import FoundLink
from gossamer.core.documents import Document
from gossamer.core.errors import ServiceError as GossamerError
from gossamer.library.client import AsyncGossamer
from gossamer.library.results import Extraction, Interaction
from gossamer.library.waiting import Gossamer

__all__ = ["AsyncGossamer", "Document", "Extraction", "FoundLink", "Gossamer", "GossamerError", "Interaction"]
