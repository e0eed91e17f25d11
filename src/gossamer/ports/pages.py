"""Pages kept so that they need not be fetched again."""

from dataclasses import dataclass

from gossamer.core.urls import WebUrl


@dataclass(frozen=True, slots=True)
class PageKey:
    """Which requests may share a copy: one team's, with the same *fingerprint*."""

    team_id: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class KnownPage:
    """Facts about a stored page that need no reading of its body."""

    url: WebUrl
    title: str | None = None
    description: str | None = None
