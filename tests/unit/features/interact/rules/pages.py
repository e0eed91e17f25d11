"""Small pages as snapshots, for tests of the rules without a browser."""

from itertools import count
from typing import Any

from gossamer.core.interaction import Box, Node, Snapshot
from gossamer.features.interact.rules.commands import Phrase
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.tokens import tokens

_refs = count()


def node(role: str, name: str = "", *children: Node, **more: Any) -> Node:
    """Return a node that takes up room; its text is its own name and that of what is inside it."""
    number = next(_refs)
    text = more.pop("text", " ".join(part for part in (name, *(c.text for c in children)) if part))
    tag = more.pop("tag", {"link": "a", "button": "button", "row": "tr", "cell": "td"}.get(role, "div"))
    box = Box(0, 20.0 * number, 200, 18)
    return Node(f"e{number}", role, name=name, text=text, tag=tag, box=box, children=children, **more)


def words(text: str) -> Node:
    """Return a text between elements."""
    return Node(f"t{next(_refs)}", "text", name=text, text=text, box=Box(0, 0, 100, 18))


def field(label: str, **more: Any) -> Node:
    """Return a text field with a label."""
    return node("textbox", label, tag="input", value=more.pop("value", ""), editable=True, text="", **more)


def row(*cells: str) -> Node:
    """Return a row of a table."""
    return node("row", "", *(node("cell", "", words(cell), tag="td") for cell in cells))


def table(headers: tuple[str, ...], *rows: tuple[str, ...]) -> Node:
    """Return a table with a row of headers."""
    head = node("row", "", *(node("columnheader", header, tag="th") for header in headers))
    return node("table", "", head, *(row(*cells) for cells in rows), tag="table")


def page(*children: Node, title: str = "Shop") -> Page:
    """Return a page with these elements."""
    return Page(Snapshot("http://shop.example/", title, node("document", "", *children, tag="html")))


def phrase(text: str) -> Phrase:
    """Return *text* as one phrase of a prompt."""
    return Phrase(text, tokens(text))
