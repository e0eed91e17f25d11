"""A page that stays open, without a browser: what it shows is said, and what is done on it is written down."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gossamer.core.actions import Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import Box, Dialog, GoTo, Node, Snapshot, Step, StepResult, Type
from gossamer.core.pages import FetchedPage

START = "https://shop.example/start"


def text(words: str, ref: str = "e0") -> Node:
    return Node(ref, "text", text=words)


def button(ref: str, name: str, **more: Any) -> Node:
    return Node(ref, "button", name, name, tag="button", clickable=True, box=Box(10, 10, 80, 20), **more)


def link(ref: str, name: str, href: str, **more: Any) -> Node:
    attributes = {"href": href, **more}
    return Node(ref, "link", name, name, tag="a", clickable=True, attributes=attributes, box=Box(10, 40, 80, 20))


def field_(ref: str, name: str, value: str = "", **attributes: str) -> Node:
    return Node(ref, "textbox", name, value=value, tag="input", editable=True, attributes=attributes)


@dataclass
class PaperPage:
    """A LivePage. *on* says what a step on an element leads to: another page, which is shown from then."""

    nodes: tuple[Node, ...]
    url: str = START
    title: str = "Shop"
    on: Mapping[str, Callable[["PaperPage"], None]] = field(default_factory=dict)
    done: list[Step] = field(default_factory=list)
    snapshots: int = 0

    @property
    def dialog(self) -> Dialog | None:
        return None

    async def snapshot(self, *, deadline: Deadline) -> Snapshot:
        deadline.check()
        self.snapshots += 1
        words = " ".join(node.text or node.name for node in self.nodes)
        return Snapshot(self.url, self.title, Node("e0", "document", text=words, tag="html", children=self.nodes))

    async def perform(self, step: Step, *, deadline: Deadline) -> StepResult:
        deadline.check()
        ref = getattr(step, "ref", None)
        node = next((node for node in self.nodes if node.ref == ref), None)
        if node is not None and node.disabled:
            raise StepFailed("The element is disabled.")
        self.done.append(step)
        before = self.url
        if isinstance(step, GoTo):
            self.url = step.url
        if isinstance(step, Type):
            self.nodes = tuple(replace(n, value=step.text) if n.ref == ref else n for n in self.nodes)
        if ref is not None and ref in self.on:
            self.on[ref](self)
        return StepResult(before, self.url, navigated=before != self.url)

    async def page(self, *, deadline: Deadline) -> FetchedPage:
        raise NotImplementedError

    async def screenshot(self, *, deadline: Deadline, **_form: Any) -> Captured:
        raise NotImplementedError

    async def evaluate(self, script: str, *, deadline: Deadline) -> object:
        raise NotImplementedError
