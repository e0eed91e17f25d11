"""Findings of the debugging protocol: closed shadow roots, and elements that listen for the mouse.

One small dump of the documents tells both. A page of very many nodes is not dumped: the answer
would take longer than the look itself, and grow without bound.
"""

import asyncio
from dataclasses import dataclass

import msgspec

from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.page import RemoteObject
from gossamer.browser.tools.documents import Document

_NODES = 30_000
_NEW = 400
_GROUP = "page tools"
# Known to be clickable without this, or no use as a thing to click.
_NATIVE = frozenset({"A", "BUTTON", "INPUT", "SELECT", "TEXTAREA", "OPTION", "HTML", "BODY", "SUMMARY", "AREA"})
_ELEMENT = 1


class _Counters(msgspec.Struct):
    nodes: int


class _Strings(msgspec.Struct):
    index: list[int] = []
    value: list[int] = []


class _Flags(msgspec.Struct):
    index: list[int] = []


class _Nodes(msgspec.Struct, rename="camel"):
    node_type: list[int] = []
    node_name: list[int] = []
    parent_index: list[int] = []
    backend_node_id: list[int] = []
    shadow_root_type: _Strings = msgspec.field(default_factory=_Strings)
    is_clickable: _Flags = msgspec.field(default_factory=_Flags)


class _Dumped(msgspec.Struct, rename="camel"):
    frame_id: int
    nodes: _Nodes


class _Dump(msgspec.Struct):
    documents: list[_Dumped]
    strings: list[str]


class _Resolved(msgspec.Struct):
    object: RemoteObject


@dataclass(frozen=True, slots=True)
class _NodeNumbers:
    """The protocol's numbers of nodes, by the tool that needs them."""

    adopt: list[int]
    hears: list[int]


class SessionFindings:
    """Findings in the documents of one session, by frame."""

    def __init__(self, by_frame: dict[str, _NodeNumbers]) -> None:
        self._by_frame = by_frame

    async def tell(self, document: Document) -> None:
        """Tell a document what was found in it and what it was not told before. Harmless when it is gone."""
        findings = self._by_frame.get(document.frame_id)
        if findings is None:
            return
        await _tell(document, "adopt", findings.adopt)
        await _tell(document, "hears", findings.hears)


async def _tell(document: Document, tool: str, nodes: list[int]) -> None:
    new = [node for node in nodes if (tool, node) not in document.reported][:_NEW]
    if not new:
        return
    document.reported.update((tool, node) for node in new)
    session = document.session
    options = {"objectGroup": _GROUP, "executionContextId": document.context}
    resolving = [session.ask(_Resolved, "DOM.resolveNode", backendNodeId=node, **options) for node in new]
    resolved = await asyncio.gather(*resolving, return_exceptions=True)
    handles = [resolution.object.object_id for resolution in resolved if isinstance(resolution, _Resolved)]
    if handles:
        session.send(
            "Runtime.callFunctionOn",
            functionDeclaration=f"function (...nodes) {{ gossamer.{tool}(...nodes); }}",
            executionContextId=document.context,
            arguments=[{"objectId": handle} for handle in handles],
        )
    session.send("Runtime.releaseObjectGroup", objectGroup=_GROUP)


async def find(session: TargetSession) -> SessionFindings:
    """Look through the documents of a session; nothing is found in those of too many nodes."""
    try:
        counted = await session.ask(_Counters, "Memory.getDOMCounters")
        if counted.nodes > _NODES:
            return SessionFindings({})
        dump = await session.ask(_Dump, "DOMSnapshot.captureSnapshot", computedStyles=[])
    except CommandRefused:
        return SessionFindings({})
    closed = next((number for number, text in enumerate(dump.strings) if text == "closed"), None)
    native = {number for number, text in enumerate(dump.strings) if text.upper() in _NATIVE}
    return SessionFindings(
        {dump.strings[document.frame_id]: _find_roots(document.nodes, closed, native) for document in dump.documents}
    )


def _find_roots(nodes: _Nodes, closed: int | None, native: set[int]) -> _NodeNumbers:
    kinds = zip(nodes.shadow_root_type.index, nodes.shadow_root_type.value, strict=True)
    shut = [index for index, kind in kinds if kind == closed]
    # One node tells its tree, and a tree has a node for each of its parents at most.
    one_each = {nodes.parent_index[index]: index for index in reversed(shut)}
    listening = [
        index
        for index in nodes.is_clickable.index
        if nodes.node_type[index] == _ELEMENT and nodes.node_name[index] not in native
    ]
    number = nodes.backend_node_id
    return _NodeNumbers([number[index] for index in sorted(one_each.values())], [number[index] for index in listening])
