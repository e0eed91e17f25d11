"""Finding elements and clicking them."""

import asyncio
import json
from typing import Any

import msgspec

from gossamer.browser.page import Evaluated, Page, ScriptFailed
from gossamer.browser.scripts import script
from gossamer.browser.snapshot import Properties

_LOOK_EVERY = 0.05


class _FrameTree(msgspec.Struct, rename="camel"):
    frame: "_FrameId"
    child_frames: list["_FrameTree"] = []


class _FrameId(msgspec.Struct):
    id: str


class _Tree(msgspec.Struct, rename="camel"):
    frame_tree: _FrameTree


class Point(msgspec.Struct):
    """A place in the viewport, in CSS pixels."""

    x: float
    y: float


class BadSelector(Exception):
    """The selector is no CSS selector."""


async def elements(page: Page, selector: str, *, visible: bool) -> list[str]:
    """Return handles of the elements that match, in document order; frames are searched last."""
    handles = await _in_frame(page, selector, None, visible=visible)
    if handles:
        return handles
    tree = await page.session.ask(_Tree, "Page.getFrameTree")
    for frame in _frames(tree.frame_tree)[1:20]:
        try:
            handles = await _in_frame(page, selector, frame, visible=visible)
        except ScriptFailed:
            continue
        if handles:
            return handles
    return []


def _frames(tree: _FrameTree) -> list[str]:
    return [tree.frame.id, *(frame for child in tree.child_frames for frame in _frames(child))]


async def _in_frame(page: Page, selector: str, frame: str | None, *, visible: bool) -> list[str]:
    expression = f"({script('locate')})({json.dumps(selector)},{json.dumps(visible)})"
    evaluated = await page.evaluate(expression, frame_id=frame, by_value=False)
    if evaluated.thrown is not None:
        if "SyntaxError" in evaluated.complaint():
            raise BadSelector
        raise ScriptFailed(evaluated.complaint())
    if evaluated.result.object_id is None:
        return []
    listed = await page.session.ask(
        Properties, "Runtime.getProperties", objectId=evaluated.result.object_id, ownProperties=True
    )
    return [p.value.object_id for p in listed.result if p.name.isdigit() and p.value and p.value.object_id]


async def appear(page: Page, selector: str, seconds: float) -> list[str]:
    """Wait until a visible element matches, and return those that do; empty when none came in time.

    Looked up again and again from outside, so that it survives navigations.
    """
    end = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            handles = await elements(page, selector, visible=True)
        except ScriptFailed:
            handles = []
        remaining = end - asyncio.get_running_loop().time()
        if handles or remaining <= 0:
            return handles
        await asyncio.sleep(min(_LOOK_EVERY, remaining))


async def on_element(page: Page, handle: str, name: str, *arguments: Any) -> Any:
    """Call the function in `scripts/<name>.js` with the element as `this`."""
    evaluated = await page.session.ask(
        Evaluated,
        "Runtime.callFunctionOn",
        functionDeclaration=script(name),
        objectId=handle,
        arguments=[{"value": argument} for argument in arguments],
        returnByValue=True,
        awaitPromise=True,
    )
    if evaluated.thrown is not None:
        raise ScriptFailed(evaluated.complaint())
    return evaluated.result.value


async def click(page: Page, handle: str) -> None:
    """Click the middle of an element with the mouse; one that is covered gets the event all the same."""
    aimed = await on_element(page, handle, "aim")
    if aimed is None:
        await on_element(page, handle, "click")
        return
    at = msgspec.convert(aimed, Point)
    mouse = {"x": at.x, "y": at.y}
    pressed = {**mouse, "button": "left", "clickCount": 1}
    send = page.session.send
    send("Input.dispatchMouseEvent", type="mouseMoved", **mouse)
    send("Input.dispatchMouseEvent", type="mousePressed", buttons=1, **pressed)
    await send("Input.dispatchMouseEvent", type="mouseReleased", **pressed)
