"""The documents of a tab: its own and those of its frames, each with a world of ours in it.

A reference is "f3e17": the 17th element that was named in the third document that was met in this session.
Numbers are never used twice, so a reference of a document that is gone names nothing.
"""

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.page import Evaluated, FrameNavigated, Page, World
from gossamer.browser.scripts import script
from gossamer.browser.snapshot import Described
from gossamer.browser.tools.scripts import toolbox
from gossamer.core.errors import StepFailed

_WORLD = "page tools"
_QUIET = 100
_REFERENCE = re.compile(r"f(\d+)e(\d+)")
_GONE = "The element is not on the page any more; look at the page again."


class DocumentGone(Exception):
    """The page went to another document, or the frame went away, while it was asked."""


class _FrameInfo(msgspec.Struct, rename="camel"):
    target_id: str
    type: str = ""


class _DocumentAttached(msgspec.Struct, rename="camel"):
    session_id: str
    target_info: _FrameInfo


class _DocumentDetached(msgspec.Struct, rename="camel"):
    session_id: str


@dataclass(eq=False, slots=True)
class Document:
    """A document with our tools in it. *element* is the number of its frame's element in *parent*, 0 without one."""

    number: int
    session: TargetSession
    frame_id: str
    context: int
    parent: "Document | None" = None
    element: int = 0
    reported: set[tuple[str, int]] = field(default_factory=set)

    @property
    def prefix(self) -> str:
        """Return the beginning of references to its elements."""
        return f"f{self.number}e"

    def chain(self) -> Iterator["Document"]:
        """Yield it and the documents it lies in, innermost first."""
        document: Document | None = self
        while document is not None:
            yield document
            document = document.parent

    async def call(self, tool: str, *arguments: Any) -> Any:
        """Call a tool and return its value. Raises DocumentGone."""
        evaluated = await self._evaluate(_calling(tool, arguments), by_value=True)
        return evaluated.result.value

    async def handle(self, number: int) -> str | None:
        """Return the protocol's handle of an element, None when it is not in the document any more."""
        return (await self._evaluate(_calling("elementOf", (number,)), by_value=False)).result.object_id

    async def _evaluate(self, expression: str, *, by_value: bool) -> Evaluated:
        try:
            evaluated = await self.session.ask(
                Evaluated,
                "Runtime.evaluate",
                expression=expression,
                contextId=self.context,
                awaitPromise=True,
                returnByValue=by_value,
                userGesture=True,
            )
        except CommandRefused as refused:
            raise DocumentGone(refused.message) from refused
        if evaluated.thrown is not None:
            raise DocumentGone(evaluated.complaint())
        return evaluated

    async def settle(self, watched: int, limit: int) -> None:
        """Wait until nothing changes in it any more: *watched* ms at least, *limit* ms at most. Raises DocumentGone."""
        await self._evaluate(f"({script('settle')})({watched},{_QUIET},{limit})", by_value=True)

    async def open(self) -> None:
        """Put the tools into it."""
        await self._evaluate(toolbox(), by_value=True)


def _calling(tool: str, arguments: tuple[Any, ...]) -> str:
    return f"gossamer.{tool}({','.join(json.dumps(argument) for argument in arguments)})"


@dataclass(frozen=True, slots=True)
class ElementHandle:
    """An element: its *number* in its *document*."""

    document: Document
    number: int

    async def call(self, tool: str, *arguments: Any) -> Any:
        """Call a tool on it. Raises DocumentGone."""
        return await self.document.call(tool, self.number, *arguments)


class TabDocuments:
    """Knows the documents of one tab that were met. A frame with a process of its own has a session of its own."""

    def __init__(self, page: Page, numbers: Iterator[int] | None = None) -> None:
        self._page = page
        self._numbers = numbers or itertools.count(1)
        self._by_context: dict[tuple[str, int], Document] = {}
        self._sessions: dict[str, TargetSession] = {}

    def follow(self) -> None:
        """Learn of frames that have processes of their own, and of documents that go, from now on."""
        self._page.on_shown = lambda frame, _: self._forget(frame)
        self._follow(self._page.session)

    def _follow(self, session: TargetSession) -> None:
        session.on("Target.attachedToTarget", _DocumentAttached, self._add_session)
        session.on("Target.detachedFromTarget", _DocumentDetached, self._drop_session)
        session.send(
            "Target.setAutoAttach",
            autoAttach=True,
            waitForDebuggerOnStart=False,
            flatten=True,
            filter=[{"type": "iframe"}],
        )

    def _add_session(self, event: _DocumentAttached) -> None:
        session = self._page.session.connection.session(event.session_id)
        session.on("Page.frameNavigated", FrameNavigated, lambda shown: self._forget(shown.frame.id))
        session.send("Page.enable")
        self._sessions[event.target_info.target_id] = session
        self._follow(session)

    def _drop_session(self, event: _DocumentDetached) -> None:
        for frame, session in tuple(self._sessions.items()):
            if session.id == event.session_id:
                del self._sessions[frame]
                session.forget()

    def _forget(self, frame: str) -> None:
        """Forget the document of a frame that shows another one, which may be in a process that numbers worlds anew."""
        for key in [key for key, met in self._by_context.items() if met.frame_id == frame]:
            del self._by_context[key]

    async def top(self) -> Document:
        """Return the tab's own document. Raises DocumentGone."""
        return await self._enter(self._page.session, self._page.frame_id, None, 0)

    async def inner(self, parent: Document, element: int) -> Document | None:
        """Return the document of the frame that an element holds, None when it holds none. Raises DocumentGone."""
        handle = await parent.handle(element)
        if handle is None:
            return None
        try:
            described = await parent.session.ask(Described, "DOM.describeNode", objectId=handle)
        except CommandRefused as refused:
            raise DocumentGone(refused.message) from refused
        frame = described.node.frame_id
        return await self._enter(self._sessions.get(frame, parent.session), frame, parent, element) if frame else None

    async def _enter(self, session: TargetSession, frame: str, parent: Document | None, element: int) -> Document:
        try:
            world = await session.ask(World, "Page.createIsolatedWorld", frameId=frame, worldName=_WORLD)
        except CommandRefused as refused:
            raise DocumentGone(refused.message) from refused
        key = (session.id, world.execution_context_id)
        document = self._by_context.get(key)
        if document is None:
            self._forget(frame)
            document = Document(next(self._numbers), session, frame, world.execution_context_id, parent, element)
            await document.open()
            self._by_context[key] = document
        return document

    def place(self, ref: str) -> ElementHandle:
        """Return the element of a reference. Raises StepFailed when its document is gone."""
        reference = _REFERENCE.fullmatch(ref)
        if reference is None:
            raise StepFailed(f"There is no element {ref!r}; references are those of the last look at the page.")
        number = int(reference[1])
        document = next((met for met in self._by_context.values() if met.number == number), None)
        if document is None:
            raise StepFailed(_GONE)
        return ElementHandle(document, int(reference[2]))


def report_missing_element() -> StepFailed:
    """Return the error for an element that is not there any more."""
    return StepFailed(_GONE)
