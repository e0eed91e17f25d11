"""The page as HTML: shadow roots opened, frames put in their place."""

import asyncio
import secrets

import msgspec

from gossamer.browser.page import Page, RemoteObject, ScriptFailed
from gossamer.core.errors import TooLarge, Unreachable

_FRAME_LIMIT = 40
_DEPTH_LIMIT = 4
_FRAME_TIME = 2.0
_ATTEMPTS = 4


class _Serialised(msgspec.Struct):
    html: str
    frames: int
    large: bool


class _Property(msgspec.Struct):
    name: str
    value: RemoteObject | None = None


class _Properties(msgspec.Struct):
    result: list[_Property] = []


class _Node(msgspec.Struct, rename="camel"):
    frame_id: str = ""


class _Described(msgspec.Struct):
    node: _Node


async def html_of(page: Page, limit: int) -> str:
    """Return the document as HTML. Raises TooLarge beyond *limit* characters.

    A page that navigates while it is read is read again; one that does so all the time is frozen.
    """
    for attempt in range(_ATTEMPTS):
        try:
            return await _Reader(page, limit).read()
        except ScriptFailed:
            if attempt == _ATTEMPTS - 2:
                page.freeze()
            documents = page.documents
            await page.until(lambda: page.documents > documents, 0.2)  # noqa: B023
    raise Unreachable("The page kept navigating and could not be read.")


class _Reader:
    """Reads one document and the frames in it."""

    def __init__(self, page: Page, limit: int) -> None:
        self._page = page
        self._limit = limit
        self._frames = 0
        self._token = f"slot-{secrets.token_hex(8)}-"

    async def read(self) -> str:
        return await self._document(self._page.frame_id, 0)

    async def _document(self, frame_id: str, depth: int) -> str:
        token = f"{self._token}{depth}-{self._frames}-"
        value = await self._page.call("serialise", self._limit, token, depth > 0, frame_id=frame_id)
        serialised = msgspec.convert(value, _Serialised)
        if serialised.large:
            raise TooLarge(f"The page is larger than {self._limit} characters of HTML.")
        self._limit -= len(serialised.html)
        if not serialised.frames or depth >= _DEPTH_LIMIT:
            return serialised.html
        return await self._filled(frame_id, serialised.html, token, depth)

    async def _filled(self, frame_id: str, html: str, token: str, depth: int) -> str:
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
        kept = await self._page.evaluate("globalThis.gossamerFrames", frame_id=frame_id, by_value=False)
        if kept.result.object_id is None:
            return []
        listed = await session.ask(
            _Properties, "Runtime.getProperties", objectId=kept.result.object_id, ownProperties=True
        )
        elements = [p.value.object_id for p in listed.result if p.name.isdigit() and p.value and p.value.object_id]
        described = [session.ask(_Described, "DOM.describeNode", objectId=element) for element in elements]
        return [found.node.frame_id for found in await asyncio.gather(*described)]
