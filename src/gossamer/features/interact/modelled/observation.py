"""A page as text for a model: one line an element, with its reference, bounded in size.

What does not fit is left out by how little it matters: text far from what is seen first, controls last.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Node, Snapshot

# The page's own text, in bytes of UTF-8.
PAGE_BYTES: Final = 60_000
READ_BYTES: Final = 16_000

_LONGEST_NAME: Final = 400
_LONGEST_TEXT: Final = 2_000
_LONGEST_VALUE: Final = 300
_LONGEST_HREF: Final = 160
_MOST_OPTIONS: Final = 40
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_CONTROLS: Final = frozenset(
    {
        "button",
        "checkbox",
        "combobox",
        "gridcell",
        "link",
        "listbox",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "tab",
        "textbox",
        "treeitem",
    }
)
# Roles that only group; they are shown when they have a name.
_SILENT: Final = frozenset(
    {"document", "generic", "none", "paragraph", "presentation", "rowgroup", "strong", "emphasis"}
)
# Elements of drawings, which are told apart by size and colour.
_DRAWN: Final = frozenset({"circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "text"})
_TELLING: Final = ("type", "placeholder", "min", "max", "step", "draggable")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    weight: int


def describe(snapshot: Snapshot, *, limit: int = PAGE_BYTES) -> str:
    """Return a description of *snapshot*, in at most *limit* bytes and a few lines of address, tabs and dialog."""
    lines = list(_lines(snapshot.root, snapshot, 0))
    fitting_lines, left_out = _fitting(lines, limit)
    shown = [*_frame(snapshot), *fitting_lines]
    if left_out:
        shown.append(f"({left_out} more lines of the page do not fit here: scroll, or use read.)")
    return "\n".join(shown)


def reading(snapshot: Snapshot, ref: str | None, about: str) -> str | None:
    """Return the text of an element or of the page, only lines with words of *about* if given; None without element."""
    node = snapshot.root if ref is None else snapshot.find(ref)
    if node is None:
        return None
    lines = [line.text.strip() for line in _lines(node, snapshot, 0)]
    # The value of a field is shortened in its line.
    lines += [node.value] if ref is not None and node.value and len(node.value) > _LONGEST_VALUE else []
    words = [word for word in re.findall(r"\w+", about.casefold()) if len(word) > 1]
    chosen = [line for line in lines if any(word in line.casefold() for word in words)] if words else lines
    return _clip_text("\n".join(chosen or lines), READ_BYTES)


def _frame(snapshot: Snapshot) -> Iterator[str]:
    yield f"Address: {_plain(snapshot.url, 500)}"
    yield f"Title: {_plain(snapshot.title, 300)}"
    if len(snapshot.tabs) > 1:
        tabs = (
            f"{tab.index}{' (active)' if tab.active else ''} {_quote_text(tab.title)}" for tab in snapshot.tabs[:20]
        )
        yield f"Tabs: {'; '.join(tabs)}"
    if snapshot.dialog is not None:
        message = _quote_text(snapshot.dialog.message)
        yield f"A {snapshot.dialog.kind} dialog is open and waits for answer_dialog: {message}"
    if snapshot.selection:
        yield f"Selected text: {_quote_text(snapshot.selection)}"
    below = snapshot.extent[1] - snapshot.scroll[1] - snapshot.viewport[1]
    if snapshot.scroll[1] > 0 or below > 1:
        yield f"Scrolled {snapshot.scroll[1]:.0f} px; {max(0, below):.0f} px of the page are below what is seen."


def _lines(node: Node, snapshot: Snapshot, depth: int) -> Iterator[_Line]:
    """Yield the lines of *node* and of all inside, without saying the same text twice."""
    if node.role == "text":
        yield _Line(f"{'  ' * depth}{_plain(node.text or node.name, _LONGEST_TEXT)}", _weight(node, snapshot))
        return
    own_line = _own(node)
    if not own_line and not node.children and node.text:
        own_line = _plain(node.text, _LONGEST_TEXT)
    if own_line:
        yield _Line(f"{'  ' * depth}[ref={node.ref}] {own_line}", _weight(node, snapshot))
    if _is_told_whole(node, own_line):
        return
    for child in node.children:
        yield from _lines(child, snapshot, depth + 1 if own_line else depth)


def _own(node: Node) -> str:
    """Return the line of the element itself, "" when it only groups others."""
    matters = _acts(node) or node.scrolls or (node.role not in _SILENT) or bool(node.name)
    if not matters:
        return ""
    name = node.name or ("" if _has_elements(node) else node.text)
    parts = [node.role if node.role != "generic" else node.tag or "element", _quote_text(name) if name else ""]
    parts += [f"({node.described[:200]})" if node.described else "", *_states(node), *_telling(node, named=bool(name))]
    return _plain(" ".join(part for part in parts if part), 1_200)


def _states(node: Node) -> Iterator[str]:
    if node.value is not None:
        yield f"value={_quote_text(node.value[:_LONGEST_VALUE])}"
    for name in ("checked", "selected", "expanded", "pressed"):
        state = getattr(node, name)
        if state is not None:
            yield f"{name}={str(state).lower()}"
    yield from (name for name in ("disabled", "readonly", "required", "focused") if getattr(node, name))
    if node.level is not None:
        yield f"level={node.level}"
    if node.scrolls:
        yield "scrollable"
    if node.options:
        more = f" and {len(node.options) - _MOST_OPTIONS} more" if len(node.options) > _MOST_OPTIONS else ""
        yield f"options: {', '.join(_quote_text(option) for option in node.options[:_MOST_OPTIONS])}{more}"


def _telling(node: Node, *, named: bool) -> Iterator[str]:
    """Yield the marks of an element: attributes, and looks where it has no words."""
    attributes: Mapping[str, str] = node.attributes
    if href := attributes.get("href"):
        yield f"-> {href[:_LONGEST_HREF]}"
    yield from (f"{key}={attributes[key][:60]}" for key in _TELLING if attributes.get(key))
    if _acts(node) and not named:
        yield from (f"{key}={attributes[key][:60]}" for key in ("id", "class", "alt", "title") if attributes.get(key))
    if node.tag in _DRAWN or (_acts(node) and not named and not node.text):
        yield f"at {node.box.x:.0f},{node.box.y:.0f} size {node.box.width:.0f}x{node.box.height:.0f}"
        yield from (f"colour {colour}" for colour in (node.background or node.color,) if colour)


def _is_told_whole(node: Node, own_line: str) -> bool:
    """Return whether the element's line says all that is in it."""
    if any(_acts(inner) or inner.scrolls for child in node.children for inner in child.walk()):
        return False
    text = " ".join(node.text.split())
    return bool(own_line) and (not text or text in " ".join(node.name.split()) or node.role == "option")


def _acts(node: Node) -> bool:
    return node.clickable or node.editable or node.role in _CONTROLS or node.attributes.get("draggable") == "true"


def _has_elements(node: Node) -> bool:
    return any(child.role != "text" or child.text for child in node.children)


def _weight(node: Node, snapshot: Snapshot) -> int:
    """Return the weight of a line: controls before text, visible before hidden."""
    is_visible = -node.box.height <= node.box.y <= (snapshot.viewport[1] or node.box.y)
    return (2 if _acts(node) or node.role in {"heading", "dialog", "alert", "alertdialog"} else 0) + (
        1 if is_visible else 0
    )


def _fitting(lines: list[_Line], limit: int) -> tuple[list[str], int]:
    """Return the lines that fit, in their order, and how many do not."""
    room, chosen = limit, set[int]()
    for index in sorted(range(len(lines)), key=lambda index: -lines[index].weight):
        size = len(lines[index].text.encode()) + 1
        if size <= room:
            room -= size
            chosen.add(index)
    return [line.text for index, line in enumerate(lines) if index in chosen], len(lines) - len(chosen)


def _quote_text(text: str) -> str:
    return f'"{_plain(text, _LONGEST_NAME)}"'


def _plain(text: str, longest: int) -> str:
    return _clip_text(" ".join(_CONTROL.sub(" ", text).split()), longest)


def _clip_text(text: str, longest: int) -> str:
    """Return *text* in at most *longest* bytes of UTF-8 and a sign that it was longer."""
    raw = text.encode()
    return text if len(raw) <= longest else raw[:longest].decode(errors="ignore") + "…"
