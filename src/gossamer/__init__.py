"""Gossamer: a self-hosted web-data service.

`from gossamer import Gossamer` (or `AsyncGossamer`) is the service inside a Python program: docs/library.md.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gossamer.library import (
        AsyncGossamer,
        Check,
        Document,
        Extraction,
        FoundLink,
        Gossamer,
        GossamerError,
        Interaction,
        LlmsTxt,
    )

__all__ = [
    "AsyncGossamer",
    "Check",
    "Document",
    "Extraction",
    "FoundLink",
    "Gossamer",
    "GossamerError",
    "Interaction",
    "LlmsTxt",
]


def __getattr__(name: str) -> Any:
    # Commands that need no library, and programs that import the package alone, start without it.
    if name in __all__:
        from gossamer import library  # noqa: PLC0415

        return getattr(library, name)
    raise AttributeError(f"module 'gossamer' has no attribute {name!r}")
