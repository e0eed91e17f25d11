"""The secrets that sign a team's webhooks; the only place where they are sealed and opened."""

from sqlalchemy import Connection, bindparam, select, update

from gossamer.store.schema import teams
from gossamer.store.sealing import Seal, is_sealed

_SECRET = select(teams.c.webhook_secret).where(teams.c.id == bindparam("team_id"))
_KEPT = select(teams.c.id, teams.c.webhook_secret).where(teams.c.webhook_secret.is_not(None))
_SET = update(teams).where(teams.c.id == bindparam("of"))


class WebhookSecrets:
    """Secrets in the rows of teams."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    def of(self, connection: Connection, team_id: str) -> str | None:
        """Return the secret of a team; None when it has none. Raises SecretUnreadable."""
        stored = connection.execute(_SECRET, {"team_id": team_id}).scalar()
        return None if stored is None else self._seal.open(stored, _owner(team_id))

    def set(self, connection: Connection, team_id: str, secret: str) -> None:
        """Let *secret* sign from now on."""
        connection.execute(_SET, {"of": team_id, "webhook_secret": self._seal.seal(secret, _owner(team_id))})

    def seal_all(self, connection: Connection) -> None:
        """Seal those from before there was a seal."""
        for team_id, stored in connection.execute(_KEPT.with_for_update()).all():
            if not is_sealed(stored):
                self.set(connection, team_id, stored)


def any_clear(connection: Connection) -> bool:
    """Return whether there are secrets from before there was a seal."""
    return any(not is_sealed(stored) for _, stored in connection.execute(_KEPT))


def _owner(team_id: str) -> str:
    return f"webhooks of {team_id}"
