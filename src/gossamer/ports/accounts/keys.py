"""Keys: how a caller is found, and what an admin changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gossamer.core.access import Network
from gossamer.core.accounts import ApiKey, Deed, Features, Team
from gossamer.core.restrictions import Restrictions
from gossamer.core.threats import DEFAULTS, ThreatSettings
from gossamer.ports.accounts.changes import KeyChange


@dataclass(frozen=True, slots=True)
class Grant:
    """A key with everything that says what its holder may do."""

    key: ApiKey
    team: Team
    features: Features
    threats: ThreatSettings = DEFAULTS


class KeyStore(Protocol):
    """Keys by their hash; the key itself is never stored.

    Restrictions and addresses that cannot be read, or are missing, are None in what is returned.
    """

    async def grant(self, key_hash: str) -> Grant | None:
        """Return the key with this hash, its team, features and threat protection, in one read.

        A revoked or expired key is returned too. Raises RestrictionsUnverified when its team, organization or threat
        protection cannot be read.
        """

    async def grant_of(self, key_id: str) -> Grant | None:
        """Return the same by the id of the key."""

    async def key(self, key_id: str) -> ApiKey | None:
        """Return a key, be it revoked."""

    async def of_team(self, team_id: str) -> Sequence[ApiKey]:
        """Return all keys of a team in order of their making, revoked ones too."""

    async def add(self, key: ApiKey, key_hash: str, deed: Deed) -> bool:
        """Add a key to a team that is there; False when its hash is known, be it of a revoked key."""

    async def update(self, key_id: str, change: KeyChange, deed: Deed) -> None:
        """Change all of it in one step."""

    async def revoke(self, key_id: str, deed: Deed) -> None:
        """End it at the moment of *deed*, unless it was revoked before."""

    async def restrict(self, key_id: str, restrictions: Restrictions, deed: Deed) -> None:
        """Set all that it is restricted to, and with it the budget that its charges count against."""

    async def set_addresses(self, key_id: str, addresses: Sequence[Network], deed: Deed) -> None:
        """Set from where it may be used; empty for anywhere."""

    async def note_use(self, moments: Mapping[str, datetime]) -> None:
        """Set by key when it was last used; an earlier moment than the one that is known changes nothing."""
