"""A snapshot as text, and elements found in it by what people call them."""

from collections.abc import Iterator

from gossamer.core.interaction import Node, Snapshot
from gossamer.sandbox.commands.replies import Misused

# fmt: off
_USED = frozenset(
    {
        "button", "checkbox", "combobox", "link", "listbox", "menuitem", "menuitemcheckbox",
        "menuitemradio", "option", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox",
        "treeitem",
    }
)
# fmt: on
_TEXT = 200


def outline(snapshot: Snapshot, *, usable: bool) -> str:
    """Return the page as indented lines, only those of elements that can be used when *usable*."""
    lines = [f"{snapshot.title} ({snapshot.url})"]
    if snapshot.dialog is not None:
        lines.append(f"! a {snapshot.dialog.kind} dialog asks: {snapshot.dialog.message}")
    lines.extend(_lines(snapshot.root, 0, usable=usable))
    return "\n".join(lines)


def _lines(node: Node, depth: int, *, usable: bool) -> Iterator[str]:
    shown = is_usable(node) if usable else _says_something(node)
    if shown:
        yield "  " * (0 if usable else depth) + _line(node)
    for child in node.children:
        yield from _lines(child, depth + shown, usable=usable)


def is_usable(node: Node) -> bool:
    """Return whether somebody would click it or type into it."""
    return node.role in _USED or node.clickable or node.editable


def _says_something(node: Node) -> bool:
    return node.role == "text" or bool(node.name) or is_usable(node) or node.value is not None


def _line(node: Node) -> str:
    if node.role == "text":
        return f'- text: "{_short(node.text or node.name)}"'
    name = node.name or (node.text if is_usable(node) else "")
    states = [f"ref={node.ref}", *_states(node)]
    return f"- {node.role}" + (f' "{_short(name)}"' if name else "") + "".join(f" [{state}]" for state in states)


def _states(node: Node) -> Iterator[str]:
    if node.value is not None:
        yield f'value="{_short(node.value)}"'
    if node.checked is not None:
        yield "mixed" if node.checked == "mixed" else "checked" if node.checked else "unchecked"
    for name in ("selected", "expanded", "pressed", "disabled", "focused"):
        if getattr(node, name):
            yield name


def _short(text: str) -> str:
    return text if len(text) <= _TEXT else text[:_TEXT] + "…"


def find(snapshot: Snapshot, called: str) -> Node:
    """Return the one element that is called so. Raises Misused when there is none, or more than one."""
    reference = called.removeprefix("@").removeprefix("ref=")
    if (node := snapshot.find(reference)) is not None:
        return node
    if called.startswith("@"):
        raise Misused(f"There is no element {called}; `browser snapshot` shows those that are there now.")
    nodes = find_named(snapshot, called)
    if not nodes:
        raise Misused(f'There is no element called "{called}"; `browser snapshot` shows what there is.')
    if len(nodes) > 1:
        several = ", ".join(f"@{node.ref} ({node.role})" for node in nodes[:5])
        raise Misused(f'{len(nodes)} elements are called "{called}": {several}. Name one by its reference.')
    return nodes[0]


def find_named(snapshot: Snapshot, called: str) -> list[Node]:
    """Return the elements of this name, text or id, in reading order."""
    nodes = [node for node in snapshot.walk() if node.role != "text"]
    if called.startswith("#"):
        return [node for node in nodes if node.attributes.get("id") == called[1:]]
    folded = _fold(called)
    named = [node for node in nodes if _fold(node.name or node.text) == folded]
    # A name that a label or a row shares with the field or link in it means the field or link.
    return list(filter(_is_widget, named)) or [node for node in named if node.clickable] or named


def _is_widget(node: Node) -> bool:
    return node.role in _USED or node.editable


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()
