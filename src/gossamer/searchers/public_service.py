"""A public service that answers without an account: asked within its budget and at its pace.

Each has a circuit breaker, as search providers have, and its answers are remembered for a while: what is public belongs
to nobody, so all teams share them.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import structlog

from gossamer.core.circuits import Circuit, Passed
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, TimedOut
from gossamer.net.apis import ApiAnswer, ApiClient, ApiRequest
from gossamer.ports.clock import Clock
from gossamer.ports.search import ProviderFailed
from gossamer.searchers.guarding import Budget
from gossamer.searchers.provider_errors import refusal, transport_failure
from gossamer.searchers.service import ASKED_TOO_OFTEN, Refusal, Unanswered

_log = structlog.get_logger(__name__)

Parameters: TypeAlias = Mapping[str, Any]
_KEPT: Final = timedelta(minutes=10)
_ANSWERS: Final = 128
_MISSING: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
# GitHub says so when its limit for callers without an account is reached.
_TOO_OFTEN: Final = {403: Refusal("it was asked too often, or refused the key (403).", ASKED_TOO_OFTEN)}


class PublicService:
    """A service at *base*; *headers* and *parameters* are sent with each request, *pause* lies between two."""

    def __init__(
        self,
        name: str,
        base: str,
        client: ApiClient,
        clock: Clock,
        *,
        patience: timedelta,
        budget: Budget,
        headers: Mapping[str, str] | None = None,
        parameters: Parameters | None = None,
        pause: timedelta = timedelta(0),
    ) -> None:
        self.name = name
        self.base = base.rstrip("/")
        self._client = client
        self._clock = clock
        self._patience = patience
        self._budget = budget
        self._headers = headers or {}
        self._parameters = parameters or {}
        self._pause = pause
        self._circuit = Circuit()
        self._turn = asyncio.Lock()
        self._next = 0.0
        self._known: OrderedDict[tuple[str, str], tuple[float, bytes | None]] = OrderedDict()

    async def json(self, path: str, deadline: Deadline, **parameters: Any) -> Any:
        """Return the answer at *path* as JSON; None when there is nothing. Raises ProviderFailed and TimedOut."""
        body = await self.read(path, deadline, **parameters)
        if body is None:
            return None
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            raise Unanswered("it sent something that is not JSON.") from None

    async def read(self, path: str, deadline: Deadline, **parameters: Any) -> bytes | None:
        """Return the answer at *path*; None when there is nothing. Raises ProviderFailed and TimedOut.

        Parameters that are None or empty are not sent.
        """
        all_parameters = {**self._parameters, **parameters}
        sent = {name: str(value) for name, value in all_parameters.items() if value is not None and value != ""}
        key = (path, json.dumps(sent, sort_keys=True))
        until, cached = self._known.get(key, (0.0, None))
        if self._clock.monotonic() < until:
            return cached
        body = await self._ask_guarded(ApiRequest(self.base + path, params=sent, headers=self._headers), deadline)
        self._known[key] = self._clock.monotonic() + _KEPT.total_seconds(), body
        self._known.move_to_end(key)
        while len(self._known) > _ANSWERS:
            self._known.popitem(last=False)
        return body

    async def _ask_guarded(self, request: ApiRequest, deadline: Deadline) -> bytes | None:
        entry = self._circuit.enter(self._clock.monotonic())
        if not isinstance(entry, Passed):
            raise ProviderFailed(f"it {entry.described(self._clock.now())}", rest=entry.left)
        try:
            body = await self._ask_service(request, deadline)
        except Unanswered as failure:
            if failure.own_fault:
                self._note_failure(entry, failure)
            raise
        else:
            self._circuit.worked(entry)
            return body
        finally:
            self._circuit.leave(entry)

    def _note_failure(self, passed: Passed, failure: Unanswered) -> None:
        rest = self._circuit.failed(passed, self._clock.monotonic(), str(failure), retry_after=failure.rest)
        seconds = rest.total_seconds() if rest is not None else None
        _log.info("public service failed", service=self.name, why=str(failure), reply=failure.detail, rests=seconds)

    async def _ask_service(self, request: ApiRequest, deadline: Deadline) -> bytes | None:
        await self._wait_for_turn(deadline)
        now = self._clock.now()
        self._budget.spend(now)
        own_deadline = Deadline.after(self._patience)
        try:
            answer: ApiAnswer = await self._client.ask(
                request, deadline=min(own_deadline, deadline, key=lambda bound: bound.at)
            )
        except TimedOut:
            deadline.check()
            raise Unanswered(f"it did not answer within {self._patience.total_seconds():g} seconds.") from None
        except ServiceError as error:
            raise Unanswered(transport_failure(error), detail=error.message) from None
        if answer.status in _MISSING:
            return None
        if answer.status != HTTPStatus.OK:
            raise refusal(_TOO_OFTEN, request, answer, now)
        return answer.body

    async def _wait_for_turn(self, deadline: Deadline) -> None:
        if not self._pause:
            return
        async with deadline.guard(), self._turn:
            await asyncio.sleep(max(0.0, self._next - self._clock.monotonic()))
            self._next = self._clock.monotonic() + self._pause.total_seconds()
