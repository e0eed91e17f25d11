"""What a crawl prompt came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PromptReading:
    """Crawl options in the names of version 2 of the API, and what the caller should know about them."""

    options: Mapping[str, Any]
    warning: str | None
