"""Threat protection of teams in SQL."""

from typing import Any, Final

from sqlalchemy import Connection, bindparam, select

from gossamer.core.errors import RestrictionsUnverified
from gossamer.core.threats import DEFAULTS, TeamThreats, ThreatSettings
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import threat_protection
from gossamer.store.tagged_json import Tagged, Unpackable

_SETTINGS: Final = Tagged(ThreatSettings)
_OF_TEAM: Final = select(threat_protection.c.settings, threat_protection.c.updated_at).where(
    threat_protection.c.team_id == bindparam("team_id")
)
# Of a statement that joins the table.
THREATS: Final = (threat_protection.c.settings.label("threat_settings"),)


def settings_of(stored: str | None) -> ThreatSettings:
    """Return the settings of a column, the defaults for NULL. Raises RestrictionsUnverified when it cannot be read."""
    if stored is None:
        return DEFAULTS
    try:
        team_settings = _SETTINGS.unpack(stored)
    except (Unpackable, ValueError, TypeError, AttributeError) as error:
        raise RestrictionsUnverified from error
    if not isinstance(team_settings, ThreatSettings):
        raise RestrictionsUnverified
    return team_settings


def threats_of(connection: Connection, team_id: str) -> TeamThreats:
    """Return the threat protection of a team."""
    row = connection.execute(_OF_TEAM, {"team_id": team_id}).first()
    return TeamThreats() if row is None else TeamThreats(settings_of(row.settings), moment(row.updated_at))


def set_threats(connection: Connection, database: Database, team_id: str, threats: TeamThreats) -> None:
    """Set the threat protection of a team that is there."""
    values: dict[str, Any] = {"settings": _SETTINGS.pack(threats.settings)}
    if threats.updated_at is not None:
        values["updated_at"] = millis(threats.updated_at)
    statement = database.insert(threat_protection).values(team_id=team_id, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=["team_id"], set_=values))
