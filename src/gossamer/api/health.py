"""Is the process there, and can it work? No more than that: health is public."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from http import HTTPStatus
from typing import Any

from starlette.requests import Request

from gossamer.api.answers import RawAnswer, json_answer
from gossamer.operations import Operations

# Longer than a healthy part takes; a probe that hangs is a part that is not ready.
_PATIENCE_SECONDS = 5.0

Page = Callable[[Request], Coroutine[Any, Any, RawAnswer]]


def health_pages(operations: Operations) -> Mapping[str, Page]:
    """Return the health pages by path."""

    async def live(_: Request) -> RawAnswer:
        return json_answer(200, {"status": "ok", "live": True})

    async def ready(_: Request) -> RawAnswer:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                reason_by_part = dict(await operations.ready())
        except TimeoutError:
            reason_by_part = {}
        parts = {name: not reason for name, reason in reason_by_part.items()}
        all_ready = bool(parts) and all(parts.values())
        body: dict[str, Any] = {"status": "ok" if all_ready else "unavailable", "ready": all_ready, **parts}
        if reasons := {name: reason for name, reason in reason_by_part.items() if reason}:
            body["reasons"] = reasons
        body["rendering"] = dict(operations.render_line())
        return json_answer(200 if all_ready else 503, body)

    async def older_live(_: Request) -> RawAnswer:
        return json_answer(200, {"status": "ok"})

    async def older_ready(request: Request) -> RawAnswer:
        answer = await ready(request)
        return json_answer(200, {"status": "ok"}) if answer.status == HTTPStatus.OK else answer

    return {
        "/health/live": live,
        "/health/ready": ready,
        "/v0/health/liveness": older_live,
        "/v0/health/readiness": older_ready,
    }
