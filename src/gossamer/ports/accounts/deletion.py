"""Deletion of teams, users and organizations: first marked, and removed for good when their grace period is over."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LastAdmin:
    """A person cannot be deleted, because these teams would be without an admin."""

    teams: Sequence[str]
