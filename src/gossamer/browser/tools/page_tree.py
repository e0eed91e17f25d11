"""The page tree of a tab: one walk over each document, joined into one tree."""

import asyncio
import itertools
from dataclasses import replace

import msgspec

from gossamer.browser.tools.documents import Document, DocumentGone, TabDocuments
from gossamer.browser.tools.findings import SessionFindings, find
from gossamer.core.interaction import Node

# More than this is not looked at; a page of so many elements is not used by its look but by its search field.
NODES = 5_000
_FRAMES = 40
_DEPTH = 6
_FRAME_TIME = 3.0


class Walk(msgspec.Struct):
    """The result of walking a document; *frames* are elements, *edges* the positions of their viewports."""

    root: Node
    title: str
    scroll: tuple[float, float]
    extent: tuple[float, float]
    viewport: tuple[float, float]
    frames: list[int]
    edges: list[tuple[float, float]]
    nodes: int
    selection: str = ""
    cut: bool = False


_DECODE = msgspec.json.Decoder(Walk).decode


async def look(documents: TabDocuments) -> Walk:
    """Return the tab's document with those of its frames in their places. Raises DocumentGone."""
    return await _Look(documents).walk(await documents.top(), (0.0, 0.0), 0)


class _Look:
    """One look, which has so many nodes and frames to give away."""

    def __init__(self, documents: TabDocuments) -> None:
        self._documents = documents
        self._nodes = NODES
        self._frames = _FRAMES
        self._numbers = itertools.count()
        self._findings: dict[str, SessionFindings] = {}

    async def walk(self, document: Document, at: tuple[float, float], depth: int) -> Walk:
        """Walk over a document whose viewport begins *at*, and over its frames."""
        session = document.session
        if session.id not in self._findings:
            self._findings[session.id] = await find(session)
        await self._findings[session.id].tell(document)
        walk = _DECODE(await document.call("look", document.prefix, next(self._numbers), *at, self._nodes))
        self._nodes -= walk.nodes
        if walk.frames and depth < _DEPTH:
            frames = await self._inside(document, walk, at, depth)
            walk.root = _with_frames(walk.root, {ref: inner.root for ref, inner in frames.items()})
            walk.cut = walk.cut or any(inner.cut for inner in frames.values())
        return walk

    async def _inside(self, document: Document, walk: Walk, at: tuple[float, float], depth: int) -> dict[str, Walk]:
        """Return the documents of frames by the references of the elements they are in."""
        walks: dict[str, Walk] = {}
        for element, edge in zip(walk.frames, walk.edges, strict=True):
            if self._frames <= 0 or self._nodes <= 0:
                walk.cut = True
                break
            self._frames -= 1
            try:
                async with asyncio.timeout(_FRAME_TIME):
                    inner = await self._documents.inner(document, element)
                    if inner is not None:
                        corner = (at[0] + edge[0], at[1] + edge[1])
                        walks[f"{document.prefix}{element}"] = await self.walk(inner, corner, depth + 1)
            except (DocumentGone, TimeoutError):
                # The page counts without a frame that cannot be read now.
                continue
        return walks


def _with_frames(node: Node, frames: dict[str, Node]) -> Node:
    """Return *node* with the documents of frames inside their elements, their text told by all around them."""
    inner = frames.get(node.ref) if node.role != "text" else None
    if inner is not None:
        return replace(node, children=(inner,), text=inner.text)
    children = tuple(_with_frames(child, frames) for child in node.children)
    if all(new is old for new, old in zip(children, node.children, strict=True)):
        return node
    added = [new.text[len(old.text) :] for new, old in zip(children, node.children, strict=True) if new is not old]
    return replace(node, children=children, text=" ".join([node.text, *added]).strip())
