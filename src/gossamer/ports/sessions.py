"""Sessions and profiles, as all processes see them."""

from dataclasses import dataclass

from gossamer.core.sessions import Opening


@dataclass(frozen=True, slots=True)
class Visit:
    """The visit of a scrape's page; *opening* is None when it must not be kept."""

    opening: Opening | None


@dataclass(frozen=True, slots=True)
class ForgottenSessions:
    """The number of deleted sessions, and names of their blobs, which are to be deleted."""

    count: int
    blobs: tuple[str, ...]
