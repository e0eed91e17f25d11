"""The page as HTML: shadow roots opened, frames put in their place.

A closed shadow root is found by the protocol and handed to our own world, so the page sees no difference.
"""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.page import Page, RemoteObject, ScriptFailed
from gossamer.browser.page_settling import settle_frame
from gossamer.core.errors import TooLarge, Unreachable

_FRAME_LIMIT = 40
_DEPTH_LIMIT = 4
_FRAME_TIME = 2.0
# Seconds that all large frames of other origins may take to show anything.
_FRAMES_WAIT = 1.5
# CSS pixels: a smaller frame is not what the page is about.
_LARGE_FRAME = 250_000
_CLOSED_LIMIT = 500
_DOM_TIME = 3.0
_ATTEMPTS = 4


class _Serialised(msgspec.Struct):
    html: str
    frames: int
    large: bool


class _Property(msgspec.Struct):
    name: str
    value: RemoteObject | None = None


class Properties(msgspec.Struct):
    """The properties of a JavaScript value."""

    result: list[_Property] = []


class _Node(msgspec.Struct, rename="camel"):
    frame_id: str = ""


class Described(msgspec.Struct):
    """A node, as far as it is a frame."""

    node: _Node


class _DomNode(msgspec.Struct, rename="camel"):
    backend_node_id: int = 0
    shadow_root_type: str = ""
    children: "list[_DomNode]" = []
    shadow_roots: "list[_DomNode]" = []
    content_document: "_DomNode | None" = None


class _Dom(msgspec.Struct):
    root: _DomNode


class _NodeRef(msgspec.Struct):
    object: RemoteObject


async def html_of(page: Page, limit: int) -> str:
    """Return the document as HTML. Raises TooLarge beyond *limit* characters.

    A page that navigates while it is read is read again; one that does so all the time is frozen.
    """
    for attempt in range(_ATTEMPTS):
        try:
            return await _SnapshotReader(page, limit).read()
        except ScriptFailed:
            if attempt == _ATTEMPTS - 2:
                page.freeze()
            documents = page.documents
            await page.until(lambda: page.documents > documents, 0.2)  # noqa: B023
    raise Unreachable("The page kept navigating and could not be read.")


class _SnapshotReader:
    """Reads one document and the frames in it."""

    def __init__(self, page: Page, limit: int) -> None:
        self._page = page
        self._limit = limit
        self._frames = 0
        self._wait = _FRAMES_WAIT
        self._token = f"slot-{secrets.token_hex(8)}-"

    async def read(self) -> str:
        return await self._document(self._page.frame_id, 0)

    async def _document(self, frame_id: str, depth: int) -> str:
        token = f"{self._token}{depth}-{self._frames}-"
        if depth:
            await self._wait_for_frame(frame_id)
        if await self._page.call("may_have_closed", frame_id=frame_id):
            await self._open_closed(frame_id)
        value = await self._page.call("serialise", self._limit, token, depth > 0, frame_id=frame_id)
        serialised = msgspec.convert(value, _Serialised)
        if serialised.large:
            raise TooLarge(f"The page is larger than {self._limit} characters of HTML.")
        self._limit -= len(serialised.html)
        if not serialised.frames or depth >= _DEPTH_LIMIT:
            return serialised.html
        return await self._fill_frames(frame_id, serialised.html, token, depth)

    async def _wait_for_frame(self, frame_id: str) -> None:
        """Give a large frame time until it shows anything: only small parts of it are seen from the page around."""
        clock = asyncio.get_running_loop().time
        began = clock()
        size = await self._page.evaluate("innerWidth * innerHeight", frame_id=frame_id)
        if self._wait > 0 and (size.result.value or 0) > _LARGE_FRAME:
            await settle_frame(self._page, frame_id, self._wait)
            self._wait -= clock() - began

    async def _open_closed(self, frame_id: str) -> None:
        """Hand the closed shadow roots of a document to serialise.js; those of other origins are refused."""
        session, world = self._page.session, await self._page.world(frame_id)
        try:
            async with asyncio.timeout(_DOM_TIME):
                dom = await session.ask(_Dom, "DOM.getDocument", depth=-1, pierce=True)
        except (CommandRefused, TimeoutError):
            return
        for number in islice(_find_closed_roots(dom.root), _CLOSED_LIMIT):
            with suppress(CommandRefused):
                node = await session.ask(_NodeRef, "DOM.resolveNode", backendNodeId=number, executionContextId=world)
                keep = "function () { (globalThis.gossamerClosed ||= new Map()).set(this.host, this); }"
                await session.send("Runtime.callFunctionOn", functionDeclaration=keep, objectId=node.object.object_id)
        # The browser would report every change of the document from now on.
        session.send("DOM.disable")

    async def _fill_frames(self, frame_id: str, html: str, token: str, depth: int) -> str:
        """Put the content of frames of other origins where serialise.js marked their place."""
        for number, inner in enumerate(await self._inner_frames(frame_id)):
            mark = f' data-gossamer-slot="{token}{number}">'
            self._frames += 1
            if self._frames > _FRAME_LIMIT:
                break
            html = html.replace(mark, ">" + await self._frame(inner, depth + 1), 1)
        return html

    async def _frame(self, frame_id: str, depth: int) -> str:
        """Return a frame's content; empty when it cannot be read: the page counts without it."""
        try:
            async with asyncio.timeout(_FRAME_TIME):
                return await self._document(frame_id, depth)
        except (ScriptFailed, TooLarge, TimeoutError):
            return ""

    async def _inner_frames(self, frame_id: str) -> list[str]:
        """Return the ids of the frames that serialise.js kept, in its order."""
        session = self._page.session
        frame_list = await self._page.evaluate("globalThis.gossamerFrames", frame_id=frame_id, by_value=False)
        if frame_list.result.object_id is None:
            return []
        listed = await session.ask(
            Properties, "Runtime.getProperties", objectId=frame_list.result.object_id, ownProperties=True
        )
        elements = [p.value.object_id for p in listed.result if p.name.isdigit() and p.value and p.value.object_id]
        described = [session.ask(Described, "DOM.describeNode", objectId=element) for element in elements]
        return [description.node.frame_id for description in await asyncio.gather(*described)]


def _find_closed_roots(root: _DomNode) -> Iterator[int]:
    """Return the closed shadow roots in a document and in the frames of it."""
    work = [root]
    while work:
        node = work.pop()
        if node.shadow_root_type == "closed":
            yield node.backend_node_id
        work += (*node.children, *node.shadow_roots)
        if node.content_document is not None:
            work.append(node.content_document)
