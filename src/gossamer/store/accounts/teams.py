"""Organizations and teams in SQL."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, Select, case, or_, select, update

from gossamer.core.accounts import ApiKey, AuditEntry, Deed, Features, Organization, Team
from gossamer.core.threats import TeamThreats
from gossamer.ports.accounts import TeamChange
from gossamer.store.accounts import rows
from gossamer.store.accounts.audit import entries, entry_of, record
from gossamer.store.accounts.keys import add_key, has_key
from gossamer.store.accounts.threats import set_threats, threats_of
from gossamer.store.accounts.webhook_secrets import WebhookSecrets, any_clear
from gossamer.store.credits import set_allowance
from gossamer.store.database import Database
from gossamer.store.schema import organizations, teams

_TEAMS = select(*rows.TEAM).order_by(teams.c.name, teams.c.id)
_ORGANIZATIONS = select(*rows.ORGANIZATION).order_by(organizations.c.name, organizations.c.id)


class TeamStore:
    """Organizations and teams. Sequences are in order of name."""

    def __init__(self, database: Database, secrets: WebhookSecrets) -> None:
        self._database = database
        self._secrets = secrets

    async def organizations(self, team_ids: Sequence[str] | None) -> Sequence[Organization]:
        """Return the organizations of these teams, all for None."""
        query = _ORGANIZATIONS
        if team_ids is not None:
            query = query.where(organizations.c.id.in_(select(teams.c.organization_id).where(teams.c.id.in_(team_ids))))
        return [rows.organization_of(row) for row in await self._all(query)]

    async def organization(self, id_or_name: str) -> Organization | None:
        """Return the one with this id, else the oldest with this name."""
        query = (
            select(*rows.ORGANIZATION)
            .where(or_(organizations.c.id == id_or_name, organizations.c.name == id_or_name))
            .order_by(case((organizations.c.id == id_or_name, 0), else_=1), organizations.c.created_at)
            .limit(1)
        )
        row = await self._first(query)
        return None if row is None else rows.organization_of(row)

    async def add_organization(self, organization: Organization, deed: Deed) -> None:
        """Add one."""
        statement = self._database.insert(organizations).values(rows.organization_values(organization))
        statement = statement.on_conflict_do_nothing().returning(organizations.c.id)

        def transact(connection: Connection) -> None:
            if connection.execute(statement).first() is not None:
                record(connection, deed)

        await self._database.write(transact)

    async def set_features(self, organization_id: str, features: Features, deed: Deed) -> bool:
        """Set what its teams may use; False when there is no such organization."""
        this = organizations.c.id == organization_id

        def transact(connection: Connection) -> bool:
            row = connection.execute(select(*rows.ORGANIZATION).where(this).with_for_update()).first()
            if row is not None and rows.features_of(row) != features:
                connection.execute(update(organizations).where(this).values(asdict(features)))
                record(connection, deed)
            return row is not None

        return await self._database.write(transact)

    async def features_of(self, team_id: str) -> Features | None:
        """Return the features of a team; None when there is no such team."""
        query = (
            select(*rows.ORGANIZATION)
            .select_from(teams)
            .outerjoin(organizations, organizations.c.id == teams.c.organization_id)
            .where(teams.c.id == team_id)
        )
        row = await self._first(query)
        return None if row is None else rows.features_of(row)

    async def teams(self, team_ids: Sequence[str] | None) -> Sequence[Team]:
        """Return these teams, all for None."""
        query = _TEAMS if team_ids is None else _TEAMS.where(teams.c.id.in_(team_ids))
        return [rows.team_of(row) for row in await self._all(query)]

    async def team(self, team_id: str) -> Team | None:
        """Return a team."""
        row = await self._first(_TEAMS.where(teams.c.id == team_id))
        return None if row is None else rows.team_of(row)

    async def add_team(self, team: Team, key: ApiKey, key_hash: str, deeds: Sequence[Deed]) -> bool:
        """Add a team and its first key in one step; False, and nothing is added, when the team's id is known."""
        of_team, of_key = deeds

        def transact(connection: Connection) -> bool:
            if insert_team(connection, self._database, team):
                record(connection, of_team)
                self._set_allowance(connection, team, of_team)
                return add_key(connection, self._database, key, key_hash, of_key)
            # It may be there from a first run of this function, whose connection was lost at its end.
            return has_key(connection, key)

        return await self._database.write(transact)

    async def update_team(self, team_id: str, change: TeamChange, deed: Deed) -> Team | None:
        """Change a team, and the bound that its charges count against; return it as it is now."""
        this = teams.c.id == team_id

        def transact(connection: Connection) -> Team | None:
            row = connection.execute(select(*rows.TEAM).where(this).with_for_update()).first()
            if row is None:
                return None
            before = rows.team_of(row)
            after = replace(before, **change.given())
            if after != before:
                connection.execute(update(teams).where(this).values(rows.team_values(after)))
                record(connection, deed)
            if after.credits != before.credits:
                self._set_allowance(connection, after, deed)
            return after

        return await self._database.write(transact)

    async def webhook_secret(self, team_id: str, *, offered: str, replace: bool, deed: Deed) -> str | None:
        """Return the secret that signs the team's webhooks; *offered* becomes it if there is none or with *replace*.

        It is sealed where it is kept. None when there is no such team. Raises SecretUnreadable.
        """

        def transact(connection: Connection) -> str | None:
            if connection.execute(select(teams.c.id).where(teams.c.id == team_id).with_for_update()).first() is None:
                return None
            current = None if replace else self._secrets.of(connection, team_id)
            if current is not None:
                return current
            self._secrets.set(connection, team_id, offered)
            record(connection, deed)
            return offered

        return await self._database.write(transact)

    async def threats(self, team_id: str) -> TeamThreats:
        """Return the team's threat protection; the defaults when it has none. Raises RestrictionsUnverified."""
        return await self._database.read(lambda connection: threats_of(connection, team_id))

    async def set_threats(self, team_id: str, threats: TeamThreats, deed: Deed) -> bool:
        """Set the team's threat protection; False when there is no such team."""

        def transact(connection: Connection) -> bool:
            if connection.execute(select(teams.c.id).where(teams.c.id == team_id).with_for_update()).first() is None:
                return False
            set_threats(connection, self._database, team_id, threats)
            record(connection, deed)
            return True

        return await self._database.write(transact)

    async def seal_secrets(self) -> None:
        """Seal what was stored in clear before there was a seal."""
        # As a rule there are none, and looking waits for nobody.
        if await self._database.read(any_clear):
            await self._database.write(self._secrets.seal_all)

    async def audit(self, team_id: str, *, before: int | None, limit: int) -> Sequence[AuditEntry]:
        """Return up to *limit* changes, newest first, with numbers below *before*."""
        return [entry_of(row) for row in await self._all(entries(team_id, before, limit))]

    async def _first(self, query: Select[Any]) -> Any:
        return await self._database.read(lambda connection: connection.execute(query).first())

    async def _all(self, query: Select[Any]) -> Sequence[Any]:
        return await self._database.read(lambda connection: connection.execute(query).all())

    def _set_allowance(self, connection: Connection, team: Team, deed: Deed) -> None:
        set_allowance(
            connection,
            self._database,
            team.team_id,
            team.team_id,
            team.credits,
            anchor=team.created_at,
            now=deed.at,
        )


def insert_team(connection: Connection, database: Database, team: Team) -> bool:
    """Add a team; False when its id is known."""
    statement = database.insert(teams).values(rows.team_values(team)).on_conflict_do_nothing()
    return connection.execute(statement.returning(teams.c.id)).first() is not None
