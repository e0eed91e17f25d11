"""JSON-LD as pages carry it: roots, lists and graphs of things, with references by `@id` resolved.

Terms are taken as schema.org's whatever the context says: pages that mean another vocabulary are rare, and contexts
are not fetched. A reference resolves to one shared item, so that nothing grows by being referred to often.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import turbohtml

from gossamer.content.charset import storable
from gossamer.content.structured.items import Item, Value, local
from gossamer.content.text.tolerant_json import Parser

_MAX_BYTES: Final = 4_000_000
_MAX_NODES: Final = 20_000
_MAX_DEPTH: Final = 40
_MAX_TEXT: Final = 200_000
_MAX_MENDED: Final = 300_000
_SHELL: Final = re.compile(r"\A(?:\s|<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[|\ufeff)+")
# Numbers come as they are written; NaN and Infinity are nothing.
_DECODER: Final = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=lambda _: None, strict=False)
# What may stand between two values.
_BETWEEN: Final = " \t\r\n;,"
SOURCE: Final = "JSON-LD"


def json_ld(document: turbohtml.Node) -> list[Item]:
    """Return the things that the page's JSON-LD tells of, in order; what cannot be read is left out."""
    return items_of(list(_read_roots(document)))


def _read_roots(document: turbohtml.Node) -> Iterator[Any]:
    """Yield the value of each script; of what has mistakes, a limited part is mended."""
    remaining_bytes, mendable = _MAX_BYTES, _MAX_MENDED
    for script in document.select('script[type*="ld+json" i]'):
        text = _SHELL.sub("", script.text).rstrip(" \t\r\n;")
        remaining_bytes -= len(text)
        if remaining_bytes < 0:
            return
        with suppress(ValueError, RecursionError):
            while text:
                value, end = _DECODER.raw_decode(text)
                text = text[end:].lstrip(_BETWEEN)
                yield value
                if not text.startswith(("{", "[")):
                    text = ""
        if not text or mendable <= 0:
            continue
        text = text[:mendable]
        # Some pages write entities in place of quotes.
        is_escaped = text[:200].lstrip("[ \n\r\t").startswith("{&") or '"' not in text
        parser = Parser(html.unescape(text) if is_escaped else text, literals=True)
        with suppress(ValueError, RecursionError):
            yield parser.values()
        mendable -= parser.at


def items_of(roots: list[Any], source: str = SOURCE) -> list[Item]:
    """Return the things of decoded JSON-LD."""
    return _Builder(roots, source).items()


class _Builder:
    def __init__(self, roots: list[Any], source: str) -> None:
        self._roots = [node for root in roots for node in _things(root, 0)]
        self._source = source
        self._left = _MAX_NODES
        self._by_id: dict[str, Mapping[str, Any]] = {}
        self._made: dict[int, Item] = {}
        for node in self._roots:
            self._remember(node, 0)

    def items(self) -> list[Item]:
        return [self._item(node, 0) for node in self._roots]

    def _remember(self, node: Any, depth: int) -> None:
        if depth > _MAX_DEPTH or len(self._by_id) >= _MAX_NODES:
            return
        if isinstance(node, list):
            for entry in node:
                self._remember(entry, depth + 1)
        elif isinstance(node, Mapping):
            ident = node.get("@id")
            if isinstance(ident, str) and not _is_reference(node):
                self._by_id.setdefault(ident, node)
            for value in node.values():
                if isinstance(value, (list, Mapping)):
                    self._remember(value, depth + 1)

    def _item(self, node: Mapping[str, Any], depth: int) -> Item:
        if _is_reference(node):
            node = self._by_id.get(str(node["@id"]), node)
        if (existing_item := self._made.get(id(node))) is not None:
            return existing_item
        self._left -= 1
        ident = node.get("@id")
        item = Item(self._source, _kinds(node), ident=storable(ident) if isinstance(ident, str) else "")
        # Kept before it is filled: a ring of references comes back to the same item.
        self._made[id(node)] = item
        if depth < _MAX_DEPTH and self._left > 0:
            for name, value in node.items():
                if not name.startswith("@"):
                    for item_value in self._values(value, depth + 1):
                        item.add(storable(local(name)), item_value)
        return item

    def _values(self, value: Any, depth: int) -> Iterator[Value]:
        if isinstance(value, str):
            if value.strip():
                yield storable(value[:_MAX_TEXT])
        elif isinstance(value, bool):
            yield value
        elif isinstance(value, list) and depth < _MAX_DEPTH:
            for entry in value[:_MAX_NODES]:
                yield from self._values(entry, depth + 1)
        elif isinstance(value, Mapping) and self._left > 0:
            yield from self._values_of(value, depth)

    def _values_of(self, node: Mapping[str, Any], depth: int) -> Iterator[Value]:
        for name in ("@value", "@list", "@set"):
            if name in node:
                yield from self._values(node[name], depth + 1)
                return
        if node:
            yield self._item(node, depth)


def _things(root: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    """Yield the things at the top: of lists and graphs, each member."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(root, list):
        for entry in root[:_MAX_NODES]:
            yield from _things(entry, depth + 1)
    elif isinstance(root, Mapping):
        if "@graph" in root:
            yield from _things(root["@graph"], depth + 1)
        if any(not name.startswith("@") for name in root):
            yield root


def _is_reference(node: Mapping[str, Any]) -> bool:
    return isinstance(node.get("@id"), str) and all(name in {"@id", "@type"} for name in node)


def _kinds(node: Mapping[str, Any]) -> tuple[str, ...]:
    kinds = node.get("@type", ())
    listed = kinds if isinstance(kinds, list) else [kinds]
    return tuple(storable(local(kind)) for kind in listed[:8] if isinstance(kind, str) and kind.strip())
