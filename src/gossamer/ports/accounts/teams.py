"""Organizations and teams, and the log of what was changed about them."""

from collections.abc import Sequence
from typing import Protocol

from gossamer.core.accounts import ApiKey, AuditEntry, Deed, Features, Organization, Team
from gossamer.core.threats import TeamThreats
from gossamer.ports.accounts.changes import TeamChange


class TeamStore(Protocol):
    """Organizations and teams. Sequences are in order of name."""

    async def organizations(self, team_ids: Sequence[str] | None) -> Sequence[Organization]:
        """Return the organizations of these teams, all for None."""

    async def organization(self, id_or_name: str) -> Organization | None:
        """Return the one with this id, else the oldest with this name."""

    async def add_organization(self, organization: Organization, deed: Deed) -> None:
        """Add one."""

    async def set_features(self, organization_id: str, features: Features, deed: Deed) -> bool:
        """Set what its teams may use; False when there is no such organization."""

    async def features_of(self, team_id: str) -> Features | None:
        """Return the features of a team; None when there is no such team."""

    async def teams(self, team_ids: Sequence[str] | None) -> Sequence[Team]:
        """Return these teams, all for None."""

    async def team(self, team_id: str) -> Team | None:
        """Return a team."""

    async def add_team(self, team: Team, key: ApiKey, key_hash: str, deeds: Sequence[Deed]) -> bool:
        """Add a team and its first key in one step; False, and nothing is added, when the team's id is known."""

    async def update_team(self, team_id: str, change: TeamChange, deed: Deed) -> Team | None:
        """Change a team, and the bound that its charges count against; return it as it is now."""

    async def webhook_secret(self, team_id: str, *, offered: str, replace: bool, deed: Deed) -> str | None:
        """Return the secret that signs the team's webhooks; *offered* becomes it if there is none or with *replace*.

        It is sealed where it is kept. None when there is no such team. Raises SecretUnreadable.
        """

    async def threats(self, team_id: str) -> TeamThreats:
        """Return the team's threat protection; the defaults when it has none. Raises RestrictionsUnverified."""

    async def set_threats(self, team_id: str, threats: TeamThreats, deed: Deed) -> bool:
        """Set the team's threat protection; False when there is no such team."""

    async def audit(self, team_id: str, *, before: int | None, limit: int) -> Sequence[AuditEntry]:
        """Return up to *limit* changes, newest first, with numbers below *before*."""
