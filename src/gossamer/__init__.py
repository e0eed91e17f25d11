"""Gossamer: a self-hosted web-data service.

`from gossamer import Gossamer` (or `AsyncGossamer`) is the service inside a Python program: docs/library.md.
"""

from typing import TYPE_CHECKING

from gossamer.core.late_exports import late_exports

if TYPE_CHECKING:
    from gossamer.library import (
        AsyncGossamer,
        AsyncPages,
        Check,
        Document,
        Extraction,
        FailedPage,
        FoundLink,
        Gossamer,
        GossamerError,
        Interaction,
        LlmsTxt,
        Pages,
    )

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


# Commands that need no library, and programs that import the package alone, start without it.
__getattr__ = late_exports(__name__, dict.fromkeys(__all__, "library"))
