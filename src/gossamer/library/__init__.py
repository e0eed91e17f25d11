"""Gossamer inside a Python program: the same core, without a server."""

from gossamer.core.crawls import FoundLink
from gossamer.core.documents import Document
from gossamer.core.errors import ServiceError as GossamerError
from gossamer.library.client import AsyncGossamer
from gossamer.library.pages import AsyncPages, Pages
from gossamer.library.results import Check, Extraction, FailedPage, Interaction, LlmsTxt
from gossamer.library.waiting import Gossamer

__all__ = [
    "AsyncGossamer",
    "AsyncPages",
    "Check",
    "Document",
    "Extraction",
    "FailedPage",
    "FoundLink",
    "Gossamer",
    "GossamerError",
    "Interaction",
    "LlmsTxt",
    "Pages",
]
