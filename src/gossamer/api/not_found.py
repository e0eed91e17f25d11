"""Answers for paths without a route; a limited key learns nothing more there than elsewhere."""

from collections.abc import Sequence
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from gossamer.api.addresses import caller_address
from gossamer.api.answers import RawAnswer, json_answer
from gossamer.api.errors import answer_to, not_found, problem, wrong_method
from gossamer.api.requests import headers_of, may_be_endless, token_of
from gossamer.core.access import Group
from gossamer.core.errors import ServiceError, Unauthenticated
from gossamer.operations import Operations

_NOT_FOUND = 404
_WRONG_METHOD = 405
_VERSIONS: Final = frozenset({"v1", "v2"})
_LEGACY: Final = "v0"
_ACCOUNT: Final = ("team", "concurrency-check", "feedback", "webhooks", "slack", "support", "keyless")
# The first row that fits counts.
_ROWS: Final = (
    ("batch/scrape", Group.BATCH_SCRAPE),
    ("scrape", Group.SCRAPE),
    ("history", Group.SCRAPE),
    ("crawl", Group.CRAWL),
    ("map", Group.MAP),
    *((path, Group.RESEARCH) for path in ("search/research", "search/developer", "research", "developer")),
    ("search", Group.SEARCH),
    ("extract", Group.EXTRACT),
    ("agent", Group.AGENT),
    ("parse", Group.PARSE),
    *((path, Group.BROWSER) for path in ("browser", "interact")),
    ("monitor", Group.MONITOR),
    ("llmstxt", Group.LLMSTXT),
    ("deep-research", Group.DEEP_RESEARCH),
    *((path, Group.XCLAW) for path in ("xclaw", "fireclaw")),
    *((path, Group.ACCOUNT) for path in _ACCOUNT),
)
_PREFIXES: Final = tuple((tuple(path.split("/")), group) for path, group in _ROWS)
_INTERACT: Final = ("scrape", "interact")


class NotFoundAnswer:
    """Answers what no route took."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    async def answer(self, request: Request, failure: Exception) -> Response:
        """Return the response to *request*, which ended in *failure*."""
        answer = await self._refusal(request) or _nowhere(request, failure)
        headers = {name.decode(): value.decode() for name, value in answer.headers}
        return Response(answer.body, answer.status, headers)

    async def _refusal(self, request: Request) -> RawAnswer | None:
        """Return the refusal of a key that may not even look here; None otherwise, and without a key."""
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


def _nowhere(request: Request, failure: Exception) -> RawAnswer:
    status = failure.status_code if isinstance(failure, HTTPException) else 500
    if status == _NOT_FOUND:
        return not_found(request.url.path)
    if status == _WRONG_METHOD:
        return wrong_method(request.method, sorted(_methods(request)))
    return json_answer(status, problem("The request could not be served."))


def _methods(request: Request) -> set[str]:
    """Return the methods that the path has, over all its routes: each of them knows its own alone."""
    routes: Sequence[BaseRoute] = request.app.routes
    method_lists = (route.methods or () for route in routes if isinstance(route, Route) and _is_of_path(route, request))
    return {method for methods in method_lists for method in methods}


def _is_of_path(route: Route, request: Request) -> bool:
    return route.matches(request.scope)[0] is not Match.NONE


def group_of_path(path: str) -> Group | None:
    """Return the group that *path*, whose escapes are resolved, would belong to; None outside the versions.

    A path of a version that fits no row is UNKNOWN, which keys that are limited to groups are refused.
    """
    _, version, *rest = f"{path}/".split("/")
    segments = tuple(rest[:-1])
    if version == _LEGACY:
        return Group.LEGACY
    if version not in _VERSIONS:
        # Nobody serves another spelling, and nobody may learn that by trying.
        return Group.UNKNOWN if version.lower() in _VERSIONS | {_LEGACY} else None
    if {"", ".", ".."} & set(segments):
        return Group.UNKNOWN
    if (*segments[:1], *segments[2:3]) == _INTERACT:
        return Group.BROWSER
    return next((group for prefix, group in _PREFIXES if segments[: len(prefix)] == prefix), Group.UNKNOWN)
