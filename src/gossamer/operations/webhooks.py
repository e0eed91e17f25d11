"""Deliveries of webhook events: what became of them, and sending one again.

Every key may ask for those of its team; a restricted one has those of jobs and monitors that it made itself.
"""

from collections.abc import Sequence
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.deliveries import Delivery, DeliveryState
from gossamer.core.errors import CallerError
from gossamer.core.ids import is_id
from gossamer.features.webhooks import EventSender
from gossamer.operations.gate import admit, own_key
from gossamer.operations.usage import cursor_of, place_of

_STATES: Final = frozenset({None, *DeliveryState})


class WebhookOperations:
    """Reads deliveries, and sends again by *sender*."""

    def __init__(self, sender: EventSender) -> None:
        self._sender = sender

    async def deliveries(
        self, caller: Principal, *, source_id: str | None, state: str | None, cursor: str | None, limit: int
    ) -> tuple[Sequence[Delivery], str | None]:
        """Return deliveries, the last tried first, and a cursor when there are more.

        Of one job or monitor and one *state* alone where these are named. Raises CallerError.
        """
        admit(caller, AccessRequest(Group.ACCOUNT))
        if source_id is not None and not is_id(source_id):
            raise CallerError("`jobId` must be the id of a job or monitor.")
        if state not in _STATES:
            raise CallerError(f"`state` must be one of {', '.join(DeliveryState)}.")
        deliveries = await self._sender.log.deliveries(
            caller.team_id,
            limit=limit + 1,
            key_id=own_key(caller),
            source_id=source_id,
            state=state,
            before=None if cursor is None else place_of(cursor),
        )
        shown = deliveries[:limit]
        return shown, cursor_of(shown[-1].tried_at, shown[-1].delivery_id) if len(deliveries) > limit else None

    async def resend(self, caller: Principal, delivery_id: str) -> Delivery:
        """Send a delivery that failed or ended again, once. Raises NotFound and CallerError."""
        admit(caller, AccessRequest(Group.ACCOUNT))
        return await self._sender.resend(delivery_id.lower(), caller.team_id, own_key(caller))
