"""Who a token speaks for. Keys are found by their hash, so no comparison leaks a prefix.

A principal is remembered for a few seconds; revoking a key therefore reaches every
process well within the minute the specification allows.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from gossamer.core.access import Principal
from gossamer.core.errors import Unauthenticated
from gossamer.core.ids import key_hash, new_api_key, new_id
from gossamer.ports.accounts import AccountStore, KeyRecord
from gossamer.ports.clock import Clock

OPEN_TEAM = "00000000-0000-4000-8000-000000000001"
_OPEN_CALLER = Principal(team_id=OPEN_TEAM, key_id="open")
_REMEMBERED = 10_000
_REMEMBER_FOR = timedelta(seconds=15)


@dataclass(frozen=True, slots=True)
class FirstKey:
    """The key made at first start: the only time it is known in clear."""

    api_key: str


class Accounts:
    """Teams and keys. In open mode every caller is the first team."""

    def __init__(self, store: AccountStore, clock: Clock, *, open_mode: bool = False) -> None:
        self._store = store
        self._clock = clock
        self._open_mode = open_mode
        self._known: OrderedDict[str, tuple[datetime, Principal]] = OrderedDict()

    async def first_start(self, wanted_key: str | None) -> FirstKey | None:
        """Make the first team and its key if there is no team yet; None when there was one."""
        if await self._store.team_exists():
            return None
        api_key = wanted_key or new_api_key()
        key = KeyRecord(key_id=new_id(), team_id=OPEN_TEAM, name="Default", hash=key_hash(api_key))
        made = await self._store.create_team(team_id=OPEN_TEAM, name="Default", key=key, now=self._clock.now())
        return FirstKey(api_key) if made else None

    async def new_key(self, name: str) -> str:
        """Make another key for the first team and return it: the only time it is known in clear."""
        api_key = new_api_key()
        key = KeyRecord(key_id=new_id(), team_id=OPEN_TEAM, name=name, hash=key_hash(api_key))
        await self._store.add_key(key, now=self._clock.now())
        return api_key

    async def is_known(self, api_key: str) -> bool:
        """Return whether *api_key* is a live key."""
        return await self._store.key_by_hash(key_hash(api_key)) is not None

    async def authenticate(self, token: str | None) -> Principal:
        """Return who *token* speaks for; None means no header, "" a header without a token."""
        if self._open_mode:
            return _OPEN_CALLER
        if token is None:
            raise Unauthenticated("Unauthorized")
        if not token:
            raise Unauthenticated("Unauthorized: Token missing")
        return await self._principal(key_hash(token))

    async def _principal(self, hashed: str) -> Principal:
        now = self._clock.now()
        remembered = self._known.get(hashed)
        if remembered and now - remembered[0] < _REMEMBER_FOR:
            return remembered[1]
        key = await self._store.key_by_hash(hashed)
        if key is None:
            self._known.pop(hashed, None)
            raise Unauthenticated("Unauthorized: Invalid token")
        principal = Principal(team_id=key.team_id, key_id=key.key_id)
        self._remember(hashed, now, principal)
        return principal

    def _remember(self, hashed: str, now: datetime, principal: Principal) -> None:
        self._known[hashed] = (now, principal)
        self._known.move_to_end(hashed)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
