"""Answers for paths without a route; a limited key learns nothing more there than elsewhere."""

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from gossamer.api.addresses import caller_address
from gossamer.api.answers import Answer, json_answer
from gossamer.api.errors import answer_to, not_found, problem, wrong_method
from gossamer.api.groups import group_of_path
from gossamer.api.requests import headers_of, may_be_endless, token_of
from gossamer.core.errors import ServiceError, Unauthenticated
from gossamer.operations import Operations

_NOT_FOUND = 404
_WRONG_METHOD = 405


class NotFoundAnswer:
    """Answers what no route took."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    async def answer(self, request: Request, failure: Exception) -> Response:
        """Return what to answer to *request*, which ended in *failure*."""
        answer = await self._refusal(request) or _nowhere(request, failure)
        headers = {name.decode(): value.decode() for name, value in answer.headers}
        return Response(answer.body, answer.status, headers)

    async def _refusal(self, request: Request) -> Answer | None:
        """Return why the caller's key may not even look here; a caller without a key gets the usual 404."""
        group = group_of_path(request.scope["path"])
        headers = headers_of(request.scope)
        token = token_of(headers)
        if group is None or token is None:
            return None
        try:
            caller = await self._operations.authenticate(token)
            await self._operations.enter(caller, group, None, called_from=caller_address(request.scope))
        except Unauthenticated:
            return None
        except ServiceError as refusal:
            return answer_to(refusal, close=may_be_endless(headers))
        return None


def _nowhere(request: Request, failure: Exception) -> Answer:
    status = failure.status_code if isinstance(failure, HTTPException) else 500
    if status == _NOT_FOUND:
        return not_found(request.url.path)
    if status == _WRONG_METHOD:
        return wrong_method(request.method, ", ".join(sorted(_methods(request))))
    return json_answer(status, problem("The request could not be served."))


def _methods(request: Request) -> set[str]:
    """Return the methods that the path has, over all its routes: each of them knows its own alone."""
    routes: Sequence[BaseRoute] = request.app.routes
    found = (route.methods or () for route in routes if isinstance(route, Route) and _is_of_path(route, request))
    return {method for methods in found for method in methods}


def _is_of_path(route: Route, request: Request) -> bool:
    return route.matches(request.scope)[0] is not Match.NONE
