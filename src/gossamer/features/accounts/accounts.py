"""Who a token speaks for. Keys are found by their hash, so no comparison leaks a prefix.

A principal is remembered for a few seconds; revoking a key therefore reaches every
process well within the minute the specification allows.
"""

from collections import OrderedDict
from dataclasses import dataclass

from gossamer.core.access import Principal
from gossamer.core.errors import Unauthenticated
from gossamer.core.ids import key_hash, new_api_key, new_id, new_webhook_secret
from gossamer.ports.accounts import AccountStore, KeyRecord
from gossamer.ports.clock import Clock

OPEN_TEAM = "00000000-0000-4000-8000-000000000001"
# Who needs no key: callers in open mode, and the command line, which has the data in its hands.
_KEYLESS = frozenset({"open", "cli"})
_OPEN_CALLER = Principal(team_id=OPEN_TEAM, key_id="open")
_REMEMBERED = 10_000
_REMEMBER_FOR_SECONDS = 15.0


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
        self._known: OrderedDict[str, tuple[float, Principal]] = OrderedDict()

    async def first_start(self) -> FirstKey | None:
        """Make the first team and its key if there is no team yet; None when there was one."""
        if await self._store.team_exists():
            return None
        api_key = new_api_key()
        return FirstKey(api_key) if await self._make_first_team(api_key, "Default") else None

    async def let_in(self, api_key: str) -> bool:
        """Make *api_key*, which the operator chose, a key of the first team, unless it is a key already.

        False when it was revoked, and stays so: whoever revoked it had a reason that a setting
        left behind on some machine must not undo.
        """
        hashed = key_hash(api_key)
        if await self._store.key_by_hash(hashed) is None:
            await self._add_key(api_key, "GOSSAMER_API_KEY")
        return await self._store.key_by_hash(hashed) is not None

    async def new_key(self, name: str) -> str:
        """Make another key for the first team and return it: the only time it is known in clear."""
        api_key = new_api_key()
        await self._add_key(api_key, name)
        return api_key

    async def webhook_secret(self, *, new: bool) -> str | None:
        """Return what signs the first team's webhooks, made now if there is none, or with *new*.

        None when there is no team yet, or no team at all as in open mode.
        """
        return await self._store.webhook_secret(OPEN_TEAM, offered=new_webhook_secret(), replace=new)

    async def _add_key(self, api_key: str, name: str) -> None:
        """Add a key to the first team, which is made when it is not there yet."""
        if await self._store.team_exists() or not await self._make_first_team(api_key, name):
            await self._store.add_key(_record(api_key, name), now=self._clock.now())

    async def _make_first_team(self, api_key: str, name: str) -> bool:
        key = _record(api_key, name)
        return await self._store.create_team(team_id=OPEN_TEAM, name="Default", key=key, now=self._clock.now())

    async def authenticate(self, token: str | None) -> Principal:
        """Return who *token* speaks for; None means no header, "" a header without a token."""
        if self._open_mode:
            return _OPEN_CALLER
        if token is None:
            raise Unauthenticated("Unauthorized")
        if not token:
            raise Unauthenticated("Unauthorized: Token missing")
        return await self._principal(key_hash(token))

    async def why_not(self, key_id: str) -> str | None:
        """Return why work that was begun with a key may not go on, or None when it may."""
        if key_id in _KEYLESS or await self._store.is_live(key_id):
            return None
        return "The API key that started this was revoked."

    async def _principal(self, hashed: str) -> Principal:
        now = self._clock.monotonic()
        remembered = self._known.get(hashed)
        if remembered and now - remembered[0] < _REMEMBER_FOR_SECONDS:
            return remembered[1]
        key = await self._store.key_by_hash(hashed)
        if key is None:
            self._known.pop(hashed, None)
            raise Unauthenticated("Unauthorized: Invalid token")
        principal = Principal(team_id=key.team_id, key_id=key.key_id)
        self._remember(hashed, now, principal)
        return principal

    def _remember(self, hashed: str, now: float, principal: Principal) -> None:
        self._known[hashed] = (now, principal)
        self._known.move_to_end(hashed)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _record(api_key: str, name: str) -> KeyRecord:
    return KeyRecord(key_id=new_id(), team_id=OPEN_TEAM, name=name, hash=key_hash(api_key))
