"""The stream of a team's requests to a SIEM. Keys without restrictions set it, and every key reads it."""

from collections.abc import Callable
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.accounts import Deed
from gossamer.core.crawls import Webhook
from gossamer.core.deliveries import Delivery
from gossamer.core.errors import CallerError, NotAllowed, NotFound
from gossamer.core.siem import SiemStream
from gossamer.core.urls import WebUrl, host_of
from gossamer.features.webhooks import SiemStreams
from gossamer.operations.gate import admit
from gossamer.ports.clock import Clock
from gossamer.store.siem import SiemStore

_LOCKED: Final = "This API key is restricted and cannot change where the requests of its team are told."
_NONE: Final = "No SIEM is set: PUT /v2/team/siem with a `url` first."


class SiemOperations:
    """Reads, sets and tests streams; *screen* raises ForbiddenTarget for an address that may not be called."""

    def __init__(self, store: SiemStore, streams: SiemStreams, clock: Clock, screen: Callable[[WebUrl], None]) -> None:
        self._store = store
        self._streams = streams
        self._clock = clock
        self._screen = screen

    async def read(self, caller: Principal) -> SiemStream:
        """Return the stream of the caller's team."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._store.stream(caller.team_id)

    async def set(self, caller: Principal, webhook: Webhook | None) -> SiemStream:
        """Let *webhook* be told, None for nobody. Raises NotAllowed for a restricted key, and ForbiddenTarget."""
        self._admit(caller)
        if webhook is not None:
            self._screen(webhook.url)
        # Collectors have their secrets in path and query.
        target = "" if webhook is None else host_of(webhook.url)
        actor = f"API key {caller.key_id}"
        deed = Deed(self._clock.now(), actor, "siem.updated", target, caller.team_id)
        if not await self._store.set_stream(caller.team_id, webhook, deed):
            raise NotFound("Team not found.")
        return await self._store.stream(caller.team_id)

    async def test(self, caller: Principal) -> Delivery:
        """Send a test event, and return what became of it. Raises CallerError without a stream."""
        self._admit(caller)
        webhook = (await self._store.stream(caller.team_id)).webhook
        if webhook is None:
            raise CallerError(_NONE)
        return await self._streams.test(caller.team_id, webhook)

    def _admit(self, caller: Principal) -> None:
        admit(caller, AccessRequest(Group.ACCOUNT))
        if caller.restrictions:
            raise NotAllowed(_LOCKED)
