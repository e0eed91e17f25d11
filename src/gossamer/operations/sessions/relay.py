"""Passing requests for a session on to the process that has it, which authenticates them itself.

What is passed on carries a mark: who made the request, as the process sees it that took it, signed with the
deployment's secret over the method and the target, and good for two minutes. A stranger cannot make one, so a key's
allowed addresses hold on the way too. What carries a mark is never passed on again: processes that
disagree about who has a session would send it in circles.
"""

import hashlib
import hmac
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from gossamer.core.ids import same_secret
from gossamer.ports.clock import Clock
from gossamer.ports.replicas import ReplicaReply, ReplicaRequest, Replicas, ReplicaSocket

MARK: Final = "x-gossamer-relayed"
_PURPOSE: Final = b"gossamer relay"
_GOOD_FOR_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a relayed request: the client's *address*, None when it is unknown."""

    address: str | None


class Relay:
    """Passes requests on; *secret* is the deployment's."""

    def __init__(self, replicas: Replicas, secret: Callable[[], str], clock: Clock) -> None:
        self._replicas = replicas
        self._secret = secret
        self._clock = clock

    async def ask(self, address: str, request: ReplicaRequest, *, called_from: str | None) -> ReplicaReply:
        """Return the reply of the process at *address*. Raises NotReached."""
        return await self._replicas.ask(address, self._mark_request(request, called_from))

    def connect(
        self, address: str, request: ReplicaRequest, *, called_from: str | None
    ) -> AbstractAsyncContextManager[ReplicaSocket]:
        """Open a WebSocket to the process at *address*. Raises NotReached and UpgradeRefused."""
        return self._replicas.connect(address, self._mark_request(request, called_from))

    def origin(self, method: str, target: str, mark: str) -> Origin | None:
        """Return the origin of a request that carries *mark*; None when the mark is not ours, or too old."""
        at, _, rest = mark.partition(" ")
        address, _, signature = rest.rpartition(" ")
        if not same_secret(signature, self._signature(method, target, at, address)):
            return None
        is_fresh = abs(self._clock.now().timestamp() - int(at)) <= _GOOD_FOR_SECONDS
        return Origin(address or None) if is_fresh else None

    def _mark_request(self, request: ReplicaRequest, called_from: str | None) -> ReplicaRequest:
        at, address = str(int(self._clock.now().timestamp())), called_from or ""
        signature = self._signature(request.method, request.target, at, address)
        return replace(request, headers=(*request.headers, (MARK, f"{at} {address} {signature}")))

    @cached_property
    def _key(self) -> bytes:
        return hmac.new(self._secret().encode(), _PURPOSE, hashlib.sha256).digest()

    def _signature(self, method: str, target: str, at: str, address: str) -> str:
        signed = f"{method}\n{target}\n{at}\n{address}"
        return hmac.new(self._key, signed.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
