"""The state that a page's scripts start from: JSON in `<script>`, assignments of literals, data layers.

It has no vocabulary, so its objects come as things without a known kind, and whoever reads them must know by other
signs (its name, its address) which of them the page is about. Scripts are never run; only literals are read.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import turbohtml

from gossamer.content.charset import storable
from gossamer.content.structured import lenient_json
from gossamer.content.structured.items import Item, Value

_MAX_BYTES: Final = 3_000_000
_MAX_ROOTS: Final = 60
_MAX_NODES: Final = 40_000
_MAX_DEPTH: Final = 14
_MAX_TEXT: Final = 20_000
_MAX_FOUND: Final = 40
# Literals that are not JSON are read slowly; and so that a page of nothing but beginnings ends, each counts as more.
_MAX_LITERALS: Final = 150_000
_EACH: Final = 400

_DATA: Final = 'script[type="application/json" i], script#__NEXT_DATA__, script#__NUXT_DATA__'
# Names that hold data; the other variables of a page's code are no matter.
_HOLDS: Final = (
    r"state|data|product|item|store|page|props|model|detail|article|offer|recipe|context|catalog|layer|config"
)
_ASSIGNED: Final = re.compile(
    r"(?:\b(?:window|self|globalThis)(?:\.|\[['\"])|\b(?:var|let|const)\s)"
    rf"(?=[\w$.]{{0,40}}(?i:{_HOLDS}))([\w$.]{{2,60}})(?:['\"]\])?\s{{0,4}}=\s{{0,4}}(?:JSON\.parse\(\s{{0,4}})?(?=[\[{{\"'])"
    r"|\b([\w$.]{0,40}[dD]ata[lL]ayer[\w$.]{0,20})(?:\.push\(|\s{0,4}=\s{0,4})\s{0,4}(?=[\[{])"
)
_CODE: Final = re.compile(r"javascript|ecmascript|module|^$", re.IGNORECASE)


def state(document: turbohtml.Node, is_wanted: Callable[[Mapping[str, Any]], bool]) -> list[Item]:
    """Return the objects of the page's state that *is_wanted* takes, outer ones first."""
    items: list[Item] = []
    nodes = _MAX_NODES
    for name, root in _roots(document):
        level: list[Any] = [root]
        depth = 0
        while level and nodes > 0 and depth < _MAX_DEPTH:
            inner: list[Any] = []
            for node in level:
                nodes -= 1
                if isinstance(node, dict):
                    if is_wanted(node):
                        items.append(_item(node, f"state {name}", 0))
                        if len(items) >= _MAX_FOUND:
                            return items
                    inner.extend(value for value in node.values() if isinstance(value, (dict, list)))
                elif isinstance(node, list):
                    inner.extend(value for value in node if isinstance(value, (dict, list)))
                if nodes <= 0:
                    break
            level, depth = inner, depth + 1
    return items


def _roots(document: turbohtml.Node) -> Iterator[tuple[str, Any]]:
    remaining_bytes = _MAX_BYTES
    count = 0
    work = lenient_json.MendingBudget(_MAX_LITERALS)
    for script in document.select(_DATA):
        text = script.text
        if (remaining_bytes := remaining_bytes - len(text)) < 0:
            return
        try:
            yield storable(script.attr("id") or "script"), lenient_json.read(text, _first(text), work)[0]
        except (ValueError, RecursionError):
            continue
        if (count := count + 1) >= _MAX_ROOTS:
            return
    for script in document.select("script:not([src])"):
        if not _CODE.search(script.attr("type") or ""):
            continue
        text = script.text
        if (remaining_bytes := remaining_bytes - len(text)) < 0:
            return
        for root in _find_assignments(text, work):
            yield root
            if (count := count + 1) >= _MAX_ROOTS:
                return


def _first(text: str) -> int:
    return next((at for at, sign in enumerate(text[:200]) if sign in "{["), 0)


def _find_assignments(text: str, work: lenient_json.MendingBudget) -> Iterator[tuple[str, Any]]:
    at = 0
    while work.left > 0 and (match := _ASSIGNED.search(text, at)) is not None:
        at = match.end()
        work.take(_EACH)
        try:
            value, end = _literal(text, at, work)
        except (ValueError, RecursionError):
            continue
        at = max(end, at)
        if isinstance(value, (dict, list)):
            yield storable(match.group(1) or match.group(2) or "script"), value


def _literal(text: str, at: int, work: lenient_json.MendingBudget) -> tuple[Any, int]:
    value, end = lenient_json.read(text, at, work)
    # JSON written as a string: JSON.parse("…").
    return (
        (lenient_json.loads(value, work), end) if isinstance(value, str) and value[:1] in {"{", "["} else (value, end)
    )


def _item(node: Mapping[str, Any], source: str, depth: int) -> Item:
    kind = node.get("__typename") or node.get("@type")
    item = Item(source, (storable(kind),) if isinstance(kind, str) and kind else ())
    for name, value in list(node.items())[:400]:
        for item_value in _values(value, source, depth):
            item.add(storable(str(name)), item_value)
    return item


def _values(value: Any, source: str, depth: int) -> Iterator[Value]:
    if isinstance(value, bool):
        yield value
    elif isinstance(value, str):
        if value.strip():
            yield storable(value[:_MAX_TEXT])
    elif isinstance(value, list) and depth < 5:  # noqa: PLR2004 - what is deeper is no property of the thing
        for entry in value[:100]:
            yield from _values(entry, source, depth + 1)
    elif isinstance(value, Mapping) and depth < 5 and value:  # noqa: PLR2004
        yield _item(value, source, depth + 1)
