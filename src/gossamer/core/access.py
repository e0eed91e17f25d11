"""Who asks, for what. The gate decides on `Ask`, never on a route."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Group(StrEnum):
    """Endpoint groups that a key can be limited to, and those that are always reachable."""

    SCRAPE = "scrape"
    BATCH_SCRAPE = "batch-scrape"
    CRAWL = "crawl"
    MAP = "map"
    SEARCH = "search"
    EXTRACT = "extract"
    AGENT = "agent"
    PARSE = "parse"
    BROWSER = "browser"
    MONITOR = "monitor"
    RESEARCH = "research"
    LLMSTXT = "llmstxt"
    DEEP_RESEARCH = "deep-research"
    XCLAW = "xclaw"
    ACCOUNT = "account"
    LEGACY = "v0"


@dataclass(frozen=True, slots=True)
class Ask:
    """What a request wants, reduced to what restrictions speak of."""

    group: Group
    formats: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    urls: tuple[str, ...] = ()


class Restriction(Protocol):
    """A limit on what a key may do. Restrictions only narrow."""

    def refusal(self, ask: Ask) -> str | None:
        """Return why *ask* is refused, or None."""


@dataclass(frozen=True, slots=True)
class Principal:
    """The authenticated caller: a team, and the key that spoke for it."""

    team_id: str
    key_id: str
    restrictions: tuple[Restriction, ...] = field(default=())
