"""The key that a page is about."""

from gossamer.core.accounts import ApiKey
from gossamer.core.errors import NotFound
from gossamer.dashboard.visits import Visit
from gossamer.operations.accounts import SignIn

KEYS = "/dashboard/keys"


async def keys_of(visit: Visit, session: SignIn) -> list[ApiKey]:
    """Return the keys of the team that is looked at, youngest first."""
    return list(reversed(await visit.operations.members.keys(session.actor, session.team.team_id)))


async def live_keys(visit: Visit, session: SignIn) -> list[ApiKey]:
    """Return the keys of the team that can be used, youngest first."""
    return [key for key in await keys_of(visit, session) if is_live(visit, key)]


async def key_of(visit: Visit, session: SignIn) -> ApiKey:
    """Return the key in the path, which may not have been revoked; NotFound for other teams' keys too."""
    for key in await keys_of(visit, session):
        if key.key_id == visit.path["key_id"] and key.revoked_at is None:
            return key
    raise NotFound("There is no such API key in this team, or it was revoked.")


def is_live(visit: Visit, key: ApiKey) -> bool:
    """Return whether the key opens anything."""
    return key.revoked_at is None and not has_expired(visit, key)


def has_expired(visit: Visit, key: ApiKey) -> bool:
    """Return whether the key's time is over."""
    return key.expires_at is not None and key.expires_at <= visit.now()
