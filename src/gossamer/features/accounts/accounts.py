"""Authentication: the principal of a token, and its permissions.

A key is found by its hash, so no comparison leaks a part of it. What is known of it is remembered for
a few seconds; a change therefore reaches every process well within the minute the specification
allows, and the process that made it at once.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final, TypeAlias

from gossamer.core.access import Limits, Principal
from gossamer.core.accounts import FIRST_ORGANIZATION, OPEN_TEAM, Actor, ApiKey, Deed, NewKey, Team
from gossamer.core.errors import OwnError, RestrictionsUnverified, Unauthenticated
from gossamer.core.ids import key_hash, key_hint, new_api_key, new_id
from gossamer.core.restrictions import NONE, network
from gossamer.core.specs import TermsUse
from gossamer.core.visit_identity import VisitIdentity
from gossamer.features.accounts.texts import name_of
from gossamer.ports.accounts import Grant
from gossamer.ports.clock import Clock
from gossamer.store.accounts.keys import KeyStore
from gossamer.store.accounts.teams import TeamStore

# Callers without a key: in open mode, and the command line. Both are the operator, whom no team's settings bind.
_OPEN: Final = "open"
_CLI: Final = "cli"
_KEYLESS: Final = frozenset({_OPEN, _CLI})
_REMEMBERED: Final = 10_000
_REMEMBER_FOR_SECONDS: Final = 15.0
_UNKNOWN: Final = "Unauthorized: Invalid token"
_DELETED: Final = "Unauthorized: The team of this key was deleted"
# The actor in the audit log for what happens without a person.
_SERVICE: Final = "service"
_Standing: TypeAlias = tuple[Principal, datetime | None]
_Read: TypeAlias = Callable[[], Awaitable[_Standing]]
_Find: TypeAlias = Callable[[str], Awaitable[Grant | None]]


@dataclass(frozen=True, slots=True)
class FirstKey:
    """The key made at first start: the only time it is known in clear."""

    api_key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class _CachedKey:
    """The cached read of a key, with its time on the monotonic clock."""

    read_at: float
    principal: Principal
    expires_at: datetime | None


class Accounts:
    """Authenticates. In open mode every caller is the first team, without a key and without limits."""

    def __init__(
        self,
        keys: KeyStore,
        teams: TeamStore,
        clock: Clock,
        *,
        open_mode: bool = False,
        identity: VisitIdentity | None = None,
    ) -> None:
        self._keys = keys
        self._teams = teams
        self._clock = clock
        self._open_mode = open_mode
        self._identity = identity
        self._known: OrderedDict[str, _CachedKey] = OrderedDict()
        self._changes = 0
        self._used: dict[str, datetime] = {}

    async def first_start(self) -> FirstKey | None:
        """Make the first team and its key; None when the team had a key before, be it one that has ended."""
        # In this order: a team that another process makes meanwhile has its key before we look for one.
        team = await self._teams.team(OPEN_TEAM)
        if await self._keys.of_team(OPEN_TEAM):
            return None
        api_key = new_api_key()
        key = self._first_key(api_key, "Default", _SERVICE)
        if team is None:
            # Of several processes that start at the same moment, one makes the team and shows its key.
            is_created = await self._make_first_team(api_key, key)
        else:
            # It was made in open mode, which needs no key.
            is_created = await self._keys.add(key, key_hash(api_key), _describe_making(key))
        return FirstKey(api_key) if is_created else None

    async def let_in(self, api_key: str) -> bool:
        """Make *api_key*, which the operator chose, a key of the first team, unless it is a key already.

        False when it was revoked or has expired, and stays so: it was ended for a reason that a setting
        left behind on some machine must not undo.
        """
        hashed = key_hash(api_key)
        if await self._keys.grant(hashed) is None:
            await self._add_first(api_key, "GOSSAMER_API_KEY", _SERVICE)
        grant = await self._keys.grant(hashed)
        return grant is not None and self._is_live(grant.key)

    async def new_key(self, actor: Actor, name: str) -> NewKey:
        """Make another key for the first team, which is made with it when it is not there yet."""
        api_key = new_api_key()
        return NewKey(await self._add_first(api_key, name_of(name, "key"), actor.name), api_key)

    async def authenticate(self, token: str | None) -> Principal:
        """Return the principal of *token*; None means no header, "" a header without a token.

        Raises Unauthenticated, and RestrictionsUnverified when what the key may do cannot be read.
        """
        if self._open_mode:
            return await self.principal_of(_OPEN)
        if token is None:
            raise Unauthenticated("Unauthorized")
        if not token:
            raise Unauthenticated("Unauthorized: Token missing")
        hashed = key_hash(token)
        principal = await self._principal(hashed, partial(self._read_granted, self._keys.grant, hashed))
        self._used[principal.key_id] = self._clock.now()
        return principal

    async def principal_of(self, key_id: str) -> Principal:
        """Return the principal of a key, without the key itself; raises as `authenticate`."""
        if key_id == _CLI:
            return Principal(team_id=OPEN_TEAM, key_id=_CLI, identity=self._identity)
        if key_id == _OPEN:
            return await self._principal(f"id {_OPEN}", self._read_open)
        return await self._principal(f"id {key_id}", partial(self._read_granted, self._keys.grant_of, key_id))

    async def terms_of(self, key_id: str) -> TermsUse:
        """Return what a key takes pages for; nothing in particular for one that is gone."""
        try:
            return (await self.principal_of(key_id)).terms
        except Unauthenticated:
            return TermsUse()

    async def identity_of(self, key_id: str) -> VisitIdentity | None:
        """Return the identity under which sites are visited for a key; that of its team for one that is gone."""
        try:
            return (await self.principal_of(key_id)).identity
        except Unauthenticated:
            key = await self._keys.key(key_id)
            team = None if key is None else await self._teams.team(key.team_id)
            return (team.identity if team else None) or self._identity

    async def why_not(self, key_id: str) -> str | None:
        """Return the reason that work begun with a key may not go on, None when it may."""
        if key_id in _KEYLESS:
            return None
        key = await self._keys.key(key_id)
        if key is None or key.revoked_at is not None:
            return "The API key that started this was revoked."
        team = await self._teams.team(key.team_id)
        if team is not None and team.purge_at is not None:
            return "The team that started this was deleted."
        return None if self._is_live(key) else "The API key that started this has expired."

    async def proves_ownership(self, token: str) -> bool:
        """Return whether *token* is a live key of the first team that nothing restricts; in open mode all own it."""
        if self._open_mode:
            return True
        grant = await self._keys.grant(key_hash(token)) if token else None
        return (
            grant is not None
            and grant.team.team_id == OPEN_TEAM
            and self._is_live(grant.key)
            and grant.key.restrictions == NONE
            and grant.key.addresses == ()
        )

    def forget(self) -> None:
        """Read every key again when it comes next: something about keys, teams or organizations was changed."""
        self._changes += 1
        self._known.clear()

    async def write_use(self) -> None:
        """Store when keys were used last; between two calls that is kept in memory alone."""
        used, self._used = self._used, {}
        try:
            await self._keys.note_use(used)
        except BaseException:
            # Still to be written; what came in meanwhile is newer.
            self._used = used | self._used
            raise

    async def _principal(self, name: str, read: _Read) -> Principal:
        """Return the principal remembered under *name*, or read now."""
        now = self._clock.monotonic()
        cached_key = self._known.get(name)
        if cached_key is None or now - cached_key.read_at >= _REMEMBER_FOR_SECONDS:
            cached_key = await self._read(name, read, now)
        if _is_over(cached_key.expires_at, self._clock.now()):
            raise Unauthenticated(_UNKNOWN)
        return cached_key.principal

    async def _read(self, name: str, read: _Read, now: float) -> _CachedKey:
        changes = self._changes
        self._known.pop(name, None)
        try:
            principal, expires_at = await read()
        except OwnError as error:
            raise RestrictionsUnverified from error
        cached_key = _CachedKey(now, principal, expires_at)
        # A principal read during a change may be from before it.
        if changes == self._changes:
            self._remember(name, cached_key)
        return cached_key

    async def _read_granted(self, find: _Find, key: str) -> _Standing:
        grant = await find(key)
        if grant is None or not self._is_live(grant.key):
            raise Unauthenticated(_UNKNOWN)
        if grant.team.purge_at is not None:
            raise Unauthenticated(_DELETED)
        return self._principal_of(grant), grant.key.expires_at

    async def _read_open(self) -> _Standing:
        threats, team = await self._teams.threats(OPEN_TEAM), await self._teams.team(OPEN_TEAM)
        identity = (team.identity if team else None) or self._identity
        return Principal(team_id=OPEN_TEAM, key_id=_OPEN, threats=threats.settings, identity=identity), None

    def _principal_of(self, grant: Grant) -> Principal:
        key, team = grant.key, grant.team
        if key.restrictions is None or key.addresses is None:
            raise RestrictionsUnverified
        chosen = key.restrictions.identity or team.identity
        return Principal(
            team_id=team.team_id,
            key_id=key.key_id,
            restrictions=key.restrictions.rules(),
            addresses=tuple(map(network, key.addresses)),
            limits=Limits(
                team_rates=team.rate_limits,
                key_rate=key.restrictions.rate_per_minute,
                team_concurrency=team.concurrency,
                key_concurrency=key.restrictions.concurrency,
                metered=team.credits is not None or key.restrictions.credit_budget is not None,
            ),
            zero_data_retention=grant.features.zero_data_retention,
            threats=grant.threats,
            terms=key.restrictions.terms,
            identity=VisitIdentity(chosen) if chosen else self._identity,
        )

    def _remember(self, name: str, cached_key: _CachedKey) -> None:
        self._known[name] = cached_key
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _is_live(self, key: ApiKey) -> bool:
        return key.revoked_at is None and not _is_over(key.expires_at, self._clock.now())

    async def _add_first(self, api_key: str, name: str, maker: str) -> ApiKey:
        """Add a key to the first team, which is made when it is not there yet."""
        key = self._first_key(api_key, name, maker)
        if not await self._make_first_team(api_key, key):
            await self._keys.add(key, key_hash(api_key), _describe_making(key))
        return key

    async def _make_first_team(self, api_key: str, key: ApiKey) -> bool:
        team = first_team(key.created_at)
        of_team = Deed(team.created_at, key.created_by, "team.created", team.name, team.team_id)
        return await self._teams.add_team(team, key, key_hash(api_key), [of_team, _describe_making(key)])

    def _first_key(self, api_key: str, name: str, maker: str) -> ApiKey:
        return new_key(OPEN_TEAM, name, api_key, maker, self._clock.now())


def first_team(now: datetime) -> Team:
    """Return the team that is there before anybody makes one."""
    return Team(team_id=OPEN_TEAM, organization_id=FIRST_ORGANIZATION, name="Default", created_at=now)


def new_key(
    team_id: str, name: str, api_key: str, created_by: str, now: datetime, *, expires_at: datetime | None = None
) -> ApiKey:
    """Return the record of *api_key*, which nothing restricts."""
    return ApiKey(
        key_id=new_id(),
        team_id=team_id,
        name=name,
        hint=key_hint(api_key),
        created_by=created_by,
        created_at=now,
        expires_at=expires_at,
        restrictions=NONE,
        addresses=(),
    )


def _describe_making(key: ApiKey) -> Deed:
    return Deed(key.created_at, key.created_by, "key.created", key.name, key.team_id, detail={"hint": key.hint})


def _is_over(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at <= now
