"""Hand-made snapshots: elements in boxes, one row each."""

from itertools import count
from typing import Any

from gossamer.core.interaction import Box, Node, Snapshot


class Sheet:
    """Makes nodes that stand below one another."""

    def __init__(self) -> None:
        self._refs = count(1)
        self._y = 0.0

    def node(self, role: str, name: str = "", *children: Node, **more: Any) -> Node:
        self._y += 0 if children else 20
        more.setdefault("tag", {"link": "a", "textbox": "input", "checkbox": "input"}.get(role, role))
        more.setdefault("clickable", role in {"button", "link", "checkbox", "radio", "textbox", "tab"})
        box = more.pop("box", Box(10, self._y, 120, 18))
        text = more.pop("text", name if not children else " ".join(c.text or c.name for c in children))
        return Node(f"e{next(self._refs)}", role, name, text, box=box, children=children, **more)


def snapshot(*nodes: Node) -> Snapshot:
    text = " ".join(n.text or n.name for n in nodes)
    return Snapshot(
        "http://x/", "Page", Node("root", "document", text=text, tag="html", children=nodes, box=Box(0, 0, 800, 600))
    )
