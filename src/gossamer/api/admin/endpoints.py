"""Endpoints of the admin API, which only the admin token opens; API keys are refused here."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Generic

from pydantic import BaseModel
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from gossamer.api.addresses import origin_of
from gossamer.api.endpoints import REFUSALS, AnyAnswer, BodyT, Json, answer_call, unwrap
from gossamer.api.errors import answer_to
from gossamer.api.requests import headers_of, may_be_endless, query_of, read_body, token_of
from gossamer.core.accounts import Actor
from gossamer.core.errors import ServiceError
from gossamer.operations import Operations
from gossamer.wire.bodies import read


@dataclass(frozen=True, slots=True)
class AdminCall:
    """A request of the operator's: the *actor* they are, and what was sent beside the body."""

    operations: Operations
    actor: Actor
    origin: str
    path: Mapping[str, str]
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AdminEndpoint(Generic[BodyT]):
    """One method of one path below /admin; see `Endpoint`. An *answer* that is a file is given by its media type."""

    version: ClassVar[str] = "admin"
    once: ClassVar[bool] = False

    method: str
    path: str
    summary: str
    answer: type[BaseModel] | str
    run: Callable[[AdminCall, BodyT], Awaitable[Json | AnyAnswer]]
    body: type[BodyT] | None = None
    query: Mapping[str, str] = field(default_factory=dict)


class AdminRoute(Route):
    """A route that serves an AdminEndpoint."""

    def __init__(self, endpoint: AdminEndpoint[Any], operations: Operations) -> None:
        super().__init__(endpoint.path, endpoint.run, methods=[endpoint.method])
        self.serves = endpoint
        self._operations = operations
        self.app = self._serve

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Figures and logs name it.
        scope["route"] = self
        headers = headers_of(scope)
        try:
            actor = self._operations.members.operator(token_of(headers))
        except ServiceError as failure:
            # Nobody reads a stranger's body to its end.
            answer: AnyAnswer = answer_to(failure, close=may_be_endless(headers))
        else:
            answer = await self._answer(scope, headers, receive, actor)
        await answer(scope, receive, send)

    async def _answer(self, scope: Scope, headers: Mapping[str, str], receive: Receive, actor: Actor) -> AnyAnswer:
        origin = origin_of(scope, headers)
        endpoint = self.serves
        try:
            call = AdminCall(self._operations, actor, origin, scope["path_params"], query_of(scope))
            run = partial(endpoint.run, call)
            return await answer_call(run, headers, receive, None if endpoint.body is None else self._read)
        except REFUSALS as failure:
            return answer_to(failure)

    async def _read(self, headers: Mapping[str, str], receive: Receive) -> Any:
        return unwrap(read(await read_body(headers, receive), self.serves.body, self.serves.version))
