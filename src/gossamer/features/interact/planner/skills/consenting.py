"""Agreeing to what a form has a box for: "accept the terms"."""

from typing import Final

from gossamer.core.interaction import Check
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.wordsets import word_set

_AGREEING: Final = word_set("accept agree acknowledge confirm consent approve")
_SMALL: Final = word_set("the to a an all our your my of and i with please that you have read")


def consents(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a command agrees to what one box of the page asks for."""
    del whole, norms
    first = command.clause[0].norm if command.clause else ""
    return first in _AGREEING and not command.question and _box(command, page) is not None


async def consent(run: Run, command: Command) -> None:
    """Tick the box."""
    box = _box(command, await run.see())
    if box is not None:
        await run.do(Check(box.ref))
        run.settle(command)


def _box(command: Command, page: PageModel) -> Element | None:
    said = [t.norm for t in command.clause[1:] if t.kind != "mark" and t.norm not in _SMALL]
    found = [
        e
        for e in page.elements
        if e.kind in {"checkbox", "switch"}
        and e.seen
        and not e.node.disabled
        and said
        and all(any(related(s, w) for w in words(e.name)) for s in said)
    ]
    return found[0] if len(found) == 1 else None
