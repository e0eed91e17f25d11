"""Endpoints as values: method, path, endpoint group, body, answer, and the function to run.

Every route serves in one order: authenticate, enter (address, group, rate), read, validate, run,
answer. A caller without a key learns nothing about what a route would have accepted. The group
is a property of the route, never derived from the text of a path, so a route cannot be in no group.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from pydantic import BaseModel
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from gossamer.api.addresses import blob_locator, caller_address, origin_of
from gossamer.api.answers import RawAnswer, StreamedAnswer, json_answer
from gossamer.api.client_presence import ClientGone, WhilePresent
from gossamer.api.errors import RequestRefused, answer_to
from gossamer.api.relay import RecordingReceive, forward_request
from gossamer.api.requests import (
    IN_LINE_BYTES,
    count_declared_bytes,
    headers_of,
    may_be_endless,
    query_of,
    read_body,
    token_of,
)
from gossamer.core.access import AccessRequest, Group, Mode, Principal
from gossamer.core.errors import ServiceError
from gossamer.core.ids import is_id
from gossamer.core.tracing import span
from gossamer.operations import Operations
from gossamer.operations.sessions import HeldByReplica
from gossamer.wire.agent_hints import hint_for
from gossamer.wire.bodies import read
from gossamer.wire.documents import Locate
from gossamer.wire.issues import InvalidBody

BodyT = TypeVar("BodyT", bound=BaseModel)
Json = Mapping[str, Any]
AnyAnswer: TypeAlias = RawAnswer | StreamedAnswer

# Reads a body from the headers of a request and its messages.
Accept: TypeAlias = Callable[[Mapping[str, str], Receive], Awaitable[Any]]

# Errors that refuse a request, and that `answer_to` has an answer for.
REFUSALS = (ServiceError, InvalidBody, RequestRefused)

# The status that web servers log for a client that left.
_CLIENT_CLOSED = RawAnswer(499, b"", ())


@dataclass(frozen=True, slots=True)
class Call:
    """An authenticated request: who calls, on which door, and what was sent beside the body."""

    operations: Operations
    caller: Principal
    group: Group
    origin: str
    scope: Scope

    @property
    def path(self) -> Mapping[str, str]:
        """Return the variable parts of the path by name."""
        parameters: Mapping[str, str] = self.scope["path_params"]
        return parameters

    @property
    def job_id(self) -> str:
        """Return the id of the path; raises RequestRefused when it is none."""
        if not is_id(self.path["id"]):
            raise RequestRefused(400, "Invalid job ID format. Job ID must be a valid UUID.")
        return self.path["id"].lower()

    @property
    def address(self) -> str:
        """Return the address that was called, as the caller sees it, without its query."""
        return f"{self.origin}{self.scope['path']}"

    @property
    def query(self) -> Mapping[str, str]:
        """Return the parameters of the query."""
        return query_of(self.scope)

    @property
    def headers(self) -> Mapping[str, str]:
        """Return the headers by lower-case name."""
        return headers_of(self.scope)

    def may_ask(self, ask: AccessRequest) -> bool:
        """Return whether the caller's key may ask for that."""
        return all(rule.refusal(ask) is None for rule in self.caller.restrictions)

    @property
    def locate(self) -> Locate:
        """Return a function from the name of stored bytes to their address for this caller."""
        return blob_locator(self.origin)


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[BodyT]):
    """One method of one path.

    *run* gets the call and the validated body (None where *body* is None) and returns the
    answer's JSON, or an answer that sends itself. *query* tells what each parameter means, and
    *once* that an idempotency key is taken. *mode* is what it counts as against rates of requests,
    None for what is never counted. *by_job* leaves it to the job of the path's `id` which group it belongs to.
    *first* is asked before the body is read; *prepare* makes of a body what *run* gets, where it is large in another
    process. *dress* turns an answer, as a rule to a failure, into what this version says. Where the body is no JSON,
    *accept* reads it, and *run* gets what that gives; *body* is then for the reference alone. An *answer* that is no
    JSON is given by its media type; *also* is the media type of another form of the answer. *hints* is the kind of
    hints that agents get with it, empty for none.
    """

    method: str
    path: str
    group: Group
    summary: str
    version: str
    answer: type[BaseModel] | str
    run: Callable[[Call, BodyT], Awaitable[Json | AnyAnswer]]
    body: type[BodyT] | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    once: bool = False
    mode: Mode | None = None
    by_job: bool = False
    dress: Callable[[RawAnswer], RawAnswer] = field(default=lambda answer: answer)
    accept: Accept | None = None
    also: str = ""
    hints: str = ""
    first: Callable[[Call], Awaitable[None]] | None = None
    prepare: Callable[[BodyT], Any] | None = None


def endpoints_of(group: Group, version: str = "v2", **shared: Any) -> Callable[..., Endpoint[Any]]:
    """Return a function that makes an endpoint of *group* from method, path, summary, answer, function and options.

    All endpoints that it makes have the *shared* options, too.
    """

    def endpoint(method: str, path: str, summary: str, answer: Any, run: Any, **options: Any) -> Endpoint[Any]:
        return Endpoint(method, path, group, summary, version, answer, run, **shared, **options)

    return endpoint


class OpenRoute(Route):
    """A route without a key: *show* answers who has the secret that is in the request."""

    def __init__(self, path: str, show: Callable[[Scope, Receive], Awaitable[RawAnswer]], method: str = "GET") -> None:
        super().__init__(path, show, methods=[method], include_in_schema=False)
        self._show = show
        self.app = self._serve

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["route"] = self
        try:
            answer = await self._show(scope, receive)
        except REFUSALS as failure:
            answer = answer_to(failure)
        except ClientGone:
            return
        await answer(scope, receive, send)


class EndpointRoute(Route):
    """A route that serves an Endpoint."""

    def __init__(self, endpoint: Endpoint[Any], operations: Operations) -> None:
        super().__init__(endpoint.path, endpoint.run, methods=[endpoint.method])
        self.group = endpoint.group
        self.serves = endpoint
        self._operations = operations
        self.app = self._serve

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Figures and logs name it.
        scope["route"] = self
        headers = headers_of(scope)
        try:
            with span("gate"):
                caller = await self._operations.authenticate(token_of(headers))
                await self._operations.enter(
                    caller, self._find_group(scope), self.serves.mode, called_from=caller_address(scope)
                )
        except ServiceError as failure:
            # Nobody reads a stranger's body to its end.
            answer: AnyAnswer = self.serves.dress(answer_to(failure, close=may_be_endless(headers)))
        else:
            answer = await self._answer(scope, headers, receive, caller)
        await answer(scope, receive, send)

    def _find_group(self, scope: Scope) -> Group | None:
        """Return the group that is asked for, None when a job has to tell it."""
        return None if self.serves.by_job and is_id(scope["path_params"]["id"]) else self.group

    async def _answer(self, scope: Scope, headers: Mapping[str, str], receive: Receive, caller: Principal) -> AnyAnswer:
        call = Call(self._operations, caller, self.group, origin_of(scope, headers), scope)
        heard = RecordingReceive(receive) if self.group is Group.BROWSER else None
        try:
            try:
                if self.serves.first is not None:
                    await self.serves.first(call)
                has_json = self.serves.body is not None and self.serves.accept is None
                accept = partial(self._read, caller.team_id) if has_json else self.serves.accept
                answer = await answer_call(partial(self._run, call), headers, heard or receive, accept)
                return self.serves.dress(answer) if isinstance(answer, RawAnswer) else answer
            except HeldByReplica as elsewhere:
                body = b"" if heard is None else heard.body
                return await forward_request(elsewhere, self._operations, scope, receive, body)
        except REFUSALS as failure:
            return self.serves.dress(
                answer_to(failure, hints=self._hints({"code": getattr(failure, "code", "")}, call))
            )
        except ClientGone:
            return _CLIENT_CLOSED

    async def _run(self, call: Call, body: Any) -> Json | AnyAnswer:
        answer = await self.serves.run(call, body)
        return answer if isinstance(answer, RawAnswer | StreamedAnswer) else {**answer, **self._hints(answer, call)}

    def _hints(self, answer: Json, call: Call) -> Json:
        """Return the hint for an agent that wants one with *answer*, by its name; empty when there is none."""
        if not self.serves.hints or call.headers.get("x-firecrawl-agent-hints") != "true":
            return {}
        hint = hint_for(self.serves.hints, answer, call.may_ask)
        return {} if hint is None else {"agent_hints": [hint]}

    async def _read(self, team_id: str, headers: Mapping[str, str], receive: Receive) -> Any:
        """Return the parsed request; a large body is read in its team's turn and away from the event loop."""
        door, bodies = self.serves, self._operations.bodies
        async with bodies.turn(team_id, count_declared_bytes(headers)):
            what = (await read_body(headers, receive), door.body, door.version, door.prepare)
            return unwrap(read(*what) if len(what[0]) <= IN_LINE_BYTES else await bodies.run(team_id, read, *what))


def unwrap(outcome: Any) -> Any:
    """Return the *outcome* of reading a body; raise it when it is an InvalidBody."""
    if isinstance(outcome, InvalidBody):
        raise outcome
    return outcome


async def answer_call(
    run: Callable[[Any], Awaitable[Json | AnyAnswer]],
    headers: Mapping[str, str],
    receive: Receive,
    accept: Accept | None,
) -> AnyAnswer:
    """Return the answer of *run* to the body that *accept* reads, None without one. Raises REFUSALS."""
    try:
        body = None if accept is None else await accept(headers, receive)
        async with WhilePresent(receive):
            outcome = await run(body)
        return outcome if isinstance(outcome, RawAnswer | StreamedAnswer) else json_answer(200, outcome)
    except ClientGone:
        return _CLIENT_CLOSED
