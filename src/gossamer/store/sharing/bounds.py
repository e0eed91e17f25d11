"""Bounds on pages under way as they are stored, and the lock that keeps them."""

from collections.abc import Mapping
from functools import lru_cache

from sqlalchemy import Connection, bindparam, select

from gossamer.core.errors import RestrictionsUnverified
from gossamer.core.restrictions import unpack
from gossamer.store.schema import api_keys, teams

# A part of the team's row that no key refers to, so making keys is not held up.
_HELD = select(teams.c.concurrency).where(teams.c.id == bindparam("team")).with_for_update(key_share=True)
_RESTRICTIONS = select(api_keys.c.restrictions).where(api_keys.c.id == bindparam("key"))


def hold(connection: Connection, team_id: str) -> int | None:
    """Keep everybody else from taking pages of a team until the transaction ends; return the team's bound.

    To be called before credits are touched, whose accounts are locked after the team.
    """
    return connection.execute(_HELD, {"team": team_id}).scalar()


def bounds_of(connection: Connection, team_id: str, key_id: str) -> Mapping[str, int]:
    """Hold the team, and return its bound and that of a key of it, by their ids; who has none is not in it."""
    team = hold(connection, team_id)
    restrictions = connection.execute(_RESTRICTIONS, {"key": key_id}).scalar()
    bounds = {key_id: bound_of_key(restrictions), team_id: team}
    return {owner: bound for owner, bound in bounds.items() if bound is not None}


def bound_of_key(restrictions: str | None) -> int | None:
    """Return the number of pages that a key with these restrictions may have under way; None for no bound."""
    return _concurrency(restrictions) if restrictions else None


@lru_cache(maxsize=1024)
def _concurrency(restrictions: str) -> int | None:
    try:
        return unpack(restrictions).concurrency
    except RestrictionsUnverified:
        # Requests and jobs of the key find out too, and refuse or wait.
        return None
