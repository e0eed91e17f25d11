"""Drag and drop: by mouse moves, and through the browser where a page uses the HTML drag API.

Chromium takes the mouse over when a draggable element is pulled; it is asked to hand that drag to us
(`Input.setInterceptDrags`), and then gets its events from us.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.tools.documents import ElementHandle
from gossamer.browser.tools.pointer import Mouse, TabSpot, point_at, reach
from gossamer.core.errors import StepFailed

_MOVES = 12
# Widgets that move with the mouse look at it between moves.
_PAUSE = 0.008
# How far into an element "before" and "after" are.
_SIDE = 0.15


class _Drag(msgspec.Struct):
    data: dict[str, Any]


async def drag(
    session: TargetSession, source: ElementHandle, target: ElementHandle, place: Literal["middle", "before", "after"]
) -> None:
    """Drag one element onto another. Raises StepFailed when the first cannot be reached."""
    await reach(target)
    start = await reach(source)
    end = await _side(target, place)
    *_, outermost = target.document.chain()
    if not await outermost.call("isInView", end.x, end.y):
        raise StepFailed("The two elements cannot be seen at the same time, so one cannot be dragged to the other.")
    await _Dragging(session).do(start, lambda: _side(target, place), end)


async def drag_by(session: TargetSession, source: ElementHandle, dx: float, dy: float) -> None:
    """Drag an element by so many pixels."""
    start = await reach(source)
    end = TabSpot(start.x + dx, start.y + dy)

    async def still() -> TabSpot:
        return end

    await _Dragging(session).do(start, still, end)


async def _side(target: ElementHandle, place: Literal["middle", "before", "after"]) -> TabSpot:
    middle = await point_at(target)
    if place == "middle":
        return middle
    box = await target.call("boxNumbers")
    share = (_SIDE if place == "before" else 1 - _SIDE) - 0.5
    # Items in a row are ordered from left to right.
    if await target.call("inRow"):
        return TabSpot(middle.x + box[2] * share, middle.y)
    return TabSpot(middle.x, middle.y + box[3] * share)


class _Dragging:
    def __init__(self, session: TargetSession) -> None:
        self._session = session
        self._mouse = Mouse(session)
        self._begun: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    async def do(self, start: TabSpot, aim: Callable[[], Awaitable[TabSpot]], end: TabSpot) -> None:
        session, mouse = self._session, self._mouse
        session.on("Input.dragIntercepted", _Drag, self._note_drag)
        await session.send("Input.setInterceptDrags", enabled=True)
        at = start
        try:
            await mouse.move(start)
            await mouse.press(start, clickCount=1)
            # The first pixels tell a drag from a click.
            for step in (TabSpot(start.x + 3, start.y + 3), TabSpot(start.x + 6, start.y + 6)):
                await mouse.move(step, held="left")
                at = step
            if self._begun.done():
                await self._html(await aim())
                return
            for share in range(1, _MOVES + 1):
                at = TabSpot(start.x + (end.x - start.x) * share / _MOVES, start.y + (end.y - start.y) * share / _MOVES)
                await mouse.move(at, held="left")
                if self._begun.done():
                    await self._html(await aim())
                    return
                await asyncio.sleep(_PAUSE)
            # Lists make room while something is over them: what was aimed at may lie elsewhere by now.
            at = await aim()
            await mouse.move(at, held="left")
        finally:
            mouse.release(at, clickCount=1)
            session.send("Input.setInterceptDrags", enabled=False)

    def _note_drag(self, event: _Drag) -> None:
        if not self._begun.done():
            self._begun.set_result(event.data)

    async def _html(self, end: TabSpot) -> None:
        data = self._begun.result()
        for kind in ("dragEnter", "dragOver", "dragOver", "drop"):
            await self._session.send("Input.dispatchDragEvent", type=kind, x=end.x, y=end.y, data=data)
