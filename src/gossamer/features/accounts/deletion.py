"""Deletion of teams, users and organizations, which can be taken back during a grace period.

Whatever is deleted stops working at once: keys are refused, jobs and browser sessions end at their next turn, monitors
rest, and nobody can sign in. When the grace period is over, `features.retention` removes it.
"""

from datetime import datetime, timedelta
from typing import Final, TypeVar

from gossamer.core.accounts import FIRST_ORGANIZATION, OPEN_TEAM, Actor, Deed, User
from gossamer.core.errors import NotAllowed, NotFound
from gossamer.features.accounts.texts import folded
from gossamer.ports.accounts import LastAdmin
from gossamer.ports.clock import Clock
from gossamer.store.accounts.deletion import DeletionStore

_T = TypeVar("_T")

_NO_TEAM: Final = "Team not found."
_NO_ORGANIZATION: Final = "Organization not found."
_NO_USER: Final = "User not found."
_FIRST: Final = "The first team and its organization belong to the service itself and cannot be deleted."


class Deletion:
    """Deletes and restores. Whether the actor may do it is for others to ask."""

    def __init__(self, store: DeletionStore, clock: Clock, *, grace: timedelta) -> None:
        self._store = store
        self._clock = clock
        self._grace = grace

    async def delete_team(self, actor: Actor, team_id: str, name: str, grace: timedelta | None = None) -> datetime:
        """Delete a team and return when it is removed; one that is deleted already keeps its moment.

        *grace* None is that of the service. Raises NotFound, and NotAllowed for the first team.
        """
        if team_id == OPEN_TEAM:
            raise NotAllowed(_FIRST)
        deed = self._make_deed(actor, "team.deleted", name, team_id=team_id)
        return _require(await self._store.delete_team(team_id, self._end(grace), deed), _NO_TEAM)

    async def restore_team(self, actor: Actor, team_id: str, name: str) -> None:
        """Take the deletion of a team back; nothing when it is not deleted.

        Raises NotFound, and NotAllowed while its organization is deleted.
        """
        deed = self._make_deed(actor, "team.restored", name, team_id=team_id)
        if not await self._store.restore_team(team_id, deed):
            raise NotAllowed("The organization of this team is deleted. Restore the organization.")

    async def delete_organization(self, actor: Actor, organization_id: str, grace: timedelta | None = None) -> datetime:
        """Delete an organization with its teams; the rest is as for a team."""
        if organization_id == FIRST_ORGANIZATION:
            raise NotAllowed(_FIRST)
        deed = self._make_deed(actor, "organization.deleted", organization_id, organization_id=organization_id)
        ended = await self._store.delete_organization(organization_id, self._end(grace), deed)
        return _require(ended, _NO_ORGANIZATION)

    async def restore_organization(self, actor: Actor, organization_id: str) -> None:
        """Take the deletion of an organization, and of the teams deleted with it, back. Raises NotFound."""
        deed = self._make_deed(actor, "organization.restored", organization_id, organization_id=organization_id)
        if not await self._store.restore_organization(organization_id, deed):
            raise NotFound(_NO_ORGANIZATION)

    async def user(self, id_or_email: str) -> User:
        """Return a person, be they deleted. Raises NotFound."""
        return _require(await self._store.user(folded(id_or_email)), _NO_USER)

    async def delete_user(self, actor: Actor, user: User, grace: timedelta | None = None) -> datetime:
        """Delete a person; raises NotFound, and NotAllowed for the only admin of a team."""
        deed = self._make_deed(actor, "user.deleted", user.email)
        ended = await self._store.delete_user(user.user_id, self._end(grace), deed)
        if isinstance(ended, LastAdmin):
            names = ", ".join(f"`{name}`" for name in ended.teams)
            raise NotAllowed(
                f"This person is the only admin of {names}. Make another member an admin first, or delete the team."
            )
        return _require(ended, _NO_USER)

    async def restore_user(self, actor: Actor, user: User) -> None:
        """Take the deletion of a person back. Raises NotFound."""
        if not await self._store.restore_user(user.user_id, self._make_deed(actor, "user.restored", user.email)):
            raise NotFound(_NO_USER)

    def _end(self, grace: timedelta | None) -> datetime:
        return self._clock.now() + (self._grace if grace is None else grace)

    def _make_deed(
        self, actor: Actor, action: str, target: str, *, team_id: str = "", organization_id: str = ""
    ) -> Deed:
        return Deed(self._clock.now(), actor.name, action, target, team_id, organization_id)


def _require(what: _T | None, unknown: str) -> _T:
    if what is None:
        raise NotFound(unknown)
    return what
