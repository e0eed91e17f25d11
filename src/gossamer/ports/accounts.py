"""Teams and their keys."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class KeyRecord:
    """A key as stored: its hash, never the key."""

    key_id: str
    team_id: str
    name: str
    hash: str


class AccountStore(Protocol):
    """Teams and keys; a revoked key is as unknown as one that never was."""

    async def key_by_hash(self, key_hash: str) -> KeyRecord | None:
        """Return the live key with this hash, or None."""

    async def team_exists(self) -> bool:
        """Return whether any team is there: false only before the first start."""

    async def create_team(self, *, team_id: str, name: str, key: KeyRecord, now: datetime) -> bool:
        """Make a team and its key in one step; False when *team_id* already exists."""

    async def add_key(self, key: KeyRecord, *, now: datetime) -> bool:
        """Add a key to an existing team; False when its hash is known, be it of a revoked key."""

    async def is_live(self, key_id: str) -> bool:
        """Return whether the key is there and not revoked."""

    async def webhook_secret(self, team_id: str, *, offered: str, replace: bool) -> str | None:
        """Return what signs the team's webhooks; *offered* becomes it if there is none, or with *replace*.

        None when there is no such team.
        """
