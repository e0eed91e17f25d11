"""The mouse: finding a point that reaches an element, going there, and pressing."""

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from gossamer.browser.actions.keys import MODIFIERS
from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.tools.documents import DocumentGone, ElementHandle, report_missing_element
from gossamer.core.errors import StepFailed
from gossamer.core.interaction.steps import Button

# How long an element may take to be reachable: overlays fade, buttons wait for a form to be whole.
_PATIENCE = 1.5
_AGAIN = 0.06
_STILL = 400
_EVENT = "Input.dispatchMouseEvent"
_HELD = {"left": 1, "right": 2, "middle": 4}


class Aimed(msgspec.Struct):
    """A point in the viewport of the element's document, or the *problem*, and the element it is covered *by*."""

    points: list[tuple[float, float]] = []
    problem: str = ""
    by: str = ""
    box: tuple[float, float, float, float] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class TabSpot:
    """A place in the tab's viewport, in CSS pixels."""

    x: float
    y: float


_SENTENCES = {
    "disabled": "The element is disabled.",
    "not shown": "The element is hidden.",
    "without size": "The element has no size, so it cannot be clicked.",
    "out of view": "The element cannot be scrolled into view.",
}


async def reach(place: ElementHandle, spot: tuple[float, float] | None = None, *, enabled: bool = True) -> TabSpot:
    """Scroll an element into view and return a point that reaches it, waiting shortly until there is one.

    *spot* asks for this part of its box, as fractions, whatever lies there. Raises StepFailed.
    """
    clock = asyncio.get_running_loop().time
    end = clock() + _PATIENCE
    centered = spot is not None
    while True:
        aimed = await _aim_at_place(place, spot, enabled=enabled)
        if isinstance(aimed, TabSpot):
            return aimed
        if aimed.problem == "gone":
            raise report_missing_element()
        if clock() >= end:
            raise StepFailed(_description(aimed))
        if aimed.problem == "covered" and not centered:
            centered = await place.call("center")
            continue
        await asyncio.sleep(_AGAIN)


def _description(aimed: Aimed) -> str:
    if aimed.problem == "covered":
        return f"The element is covered by {aimed.by or 'something else'}."
    return _SENTENCES.get(aimed.problem, f"The element cannot be reached: {aimed.problem}.")


async def _aim_at_place(place: ElementHandle, spot: tuple[float, float] | None, *, enabled: bool) -> TabSpot | Aimed:
    if not await _in_view(place):
        return Aimed(problem="gone")
    await place.call("still", _STILL)
    aimed = msgspec.convert(await place.call("aim", spot, enabled), Aimed)
    if aimed.problem:
        return aimed
    [(x, y), *_] = aimed.points
    return await through_frames(place, x, y, checked=spot is None)


async def _in_view(place: ElementHandle) -> bool:
    handle = await place.document.handle(place.number)
    if handle is None:
        return False
    try:
        await place.document.session.send("DOM.scrollIntoViewIfNeeded", objectId=handle)
    except CommandRefused:
        # It has no box of its own; whether something stands for it is seen when it is aimed at.
        return True
    return True


async def through_frames(place: ElementHandle, x: float, y: float, *, checked: bool = False) -> TabSpot | Aimed:
    """Return a point of an element's document as one of the tab, or what covers its frame there."""
    for document in place.document.chain():
        if document.parent is None:
            break
        edge = await document.parent.call("edge", document.element)
        if edge is None:
            return Aimed(problem="gone")
        x, y = x + edge[0], y + edge[1]
        if checked and (cover := await document.parent.call("clear", document.element, x, y)):
            return Aimed(problem="covered", by=cover)
    return TabSpot(x, y)


def bits(modifiers: tuple[str, ...]) -> int:
    """Return modifiers as the protocol has them. Raises StepFailed for an unknown one."""
    total = 0
    for name in modifiers:
        if name not in MODIFIERS:
            raise StepFailed(f"There is no modifier key {name!r}; there are Shift, Control, Alt and Meta.")
        total |= MODIFIERS[name]
    return total


class Mouse:
    """The mouse of one tab.

    Events are sent ahead: one whose handler opens a dialog is not replied to until that is closed.
    """

    def __init__(self, session: TargetSession) -> None:
        self._session = session

    def move(self, at: TabSpot, *, held: Button | None = None, modifiers: int = 0) -> "asyncio.Future[msgspec.Raw]":
        """Move to a point, with a button held or none."""
        more: dict[str, Any] = {"button": held, "buttons": _HELD[held]} if held else {}
        return self._session.send(_EVENT, type="mouseMoved", x=at.x, y=at.y, modifiers=modifiers, **more)

    def press(self, at: TabSpot, button: Button = "left", **more: int) -> "asyncio.Future[msgspec.Raw]":
        """Press a button; *more* are clickCount and modifiers."""
        held = _HELD[button]
        return self._session.send(_EVENT, type="mousePressed", x=at.x, y=at.y, button=button, buttons=held, **more)

    def release(self, at: TabSpot, button: Button = "left", **more: int) -> "asyncio.Future[msgspec.Raw]":
        """Let a button go."""
        return self._session.send(_EVENT, type="mouseReleased", x=at.x, y=at.y, button=button, buttons=0, **more)

    async def click(self, at: TabSpot, button: Button = "left", *, times: int = 1, modifiers: int = 0) -> None:
        """Go to a point and click."""
        self.move(at, modifiers=modifiers)
        for count in range(1, times + 1):
            self.press(at, button, clickCount=count, modifiers=modifiers)
            last = self.release(at, button, clickCount=count, modifiers=modifiers)
        await last

    async def pull(self, start: TabSpot, end: TabSpot) -> None:
        """Press at one point and let go at another."""
        self.move(start)
        self.press(start, clickCount=1)
        self.move(TabSpot((start.x + end.x) / 2, (start.y + end.y) / 2), held="left")
        self.move(end, held="left")
        await self.release(end, clickCount=1)


async def point_at(place: ElementHandle) -> TabSpot:
    """Return the middle of an element's box, whether it can be reached there or not. Raises StepFailed."""
    box = await place.call("boxNumbers")
    if box is None:
        raise report_missing_element()
    point = await through_frames(place, box[0] + box[2] / 2, box[1] + box[3] / 2)
    if not isinstance(point, TabSpot):
        raise DocumentGone
    return point
