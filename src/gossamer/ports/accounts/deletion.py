"""Deletion of teams, users and organizations: first marked, and removed for good when their grace period is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gossamer.core.accounts import Deed, User


@dataclass(frozen=True, slots=True)
class LastAdmin:
    """A person cannot be deleted, because these teams would be without an admin."""

    teams: Sequence[str]


class DeletionStore(Protocol):
    """Marks, which can be taken back until `purge_at`.

    What is marked twice keeps the first moment. None is returned for what is not there, or is removed already.
    """

    async def delete_team(self, team_id: str, purge_at: datetime, deed: Deed) -> datetime | None:
        """Mark a team and return when it is removed; its open invitations are withdrawn."""

    async def restore_team(self, team_id: str, deed: Deed) -> bool:
        """Take the mark of a team away; False when it is not there, or its organization is deleted."""

    async def delete_organization(self, organization_id: str, purge_at: datetime, deed: Deed) -> datetime | None:
        """Mark an organization and all its teams, and return when they are removed."""

    async def restore_organization(self, organization_id: str, deed: Deed) -> bool:
        """Take the mark of an organization away, and of the teams that were deleted with it."""

    async def delete_user(self, user_id: str, purge_at: datetime, deed: Deed) -> datetime | LastAdmin | None:
        """Mark a person, end their sessions, and return when they are removed."""

    async def restore_user(self, user_id: str, deed: Deed) -> bool:
        """Take the mark of a person away."""

    async def user(self, id_or_email: str) -> User | None:
        """Return a person, be they deleted and not removed yet."""
