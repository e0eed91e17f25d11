"""Gestures: what is done with the mouse and the clock alone: drag something onto something, wait."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gossamer.core.interaction import Drag, WaitFor
from gossamer.features.interact.rules.commands import Command, Phrase
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, Element
from gossamer.features.interact.rules.grounding import Match, Target, ground
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Frame, Plan, starts, step_plan
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import SAME, count_words, folded, words

_MOST_SECONDS: Final = 30
_SURE: Final = 0.8


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for gestures."""
    gesture_planner = _GESTURES.get(command.action)
    return gesture_planner(run, page, command) if gesture_planner is not None else []


def _movable(page: Page) -> list[Element]:
    draggable_elements = [
        e for e in page.elements if e.node.attributes.get("draggable") == "true" or "draggable" in e.classes
    ]
    listed = [e for group in page.groups for e in group if e.text and e.kind not in CONTROLS | FIELDS]
    return [e for e in (*draggable_elements, *listed) if e.seen and not e.is_text]


def _drag(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for dragging a thing onto another one, or into a box: a column, a list, a folder."""
    goal = next((c.phrase for c in command.chunks if c.role in {"to", "into", "on"} and c.phrase), None)
    things = ground(page, Target(command.object), _movable(page)) or ground(page, Target(command.object))
    if command.object.all or goal is None or goal.ordinal or not things:
        return []
    thing = things[0].element
    places = [*_boxes(page, goal), *ground(page, Target(goal), _movable(page))]
    place = next((m for m in places if m.element is not thing and not thing.holds(m.element)), None)
    draggable = thing.node.attributes.get("draggable") == "true" or command.verb.startswith("drag")
    if place is None or (command.verb == "put" and not draggable):
        return []
    onto = place.element

    async def carry(run: Run) -> None:
        before = await run.see()
        await run.do(Drag(thing.ref, onto.ref))
        await changed(run, before)

    return [Plan(0.9 if draggable else 0.65, things[0].explained | place.explained, carry)]


def _boxes(page: Page, goal: Phrase) -> list[Match]:
    """Return the boxes that are called so by a name or a heading of their own: columns, lists, folders."""
    wording = words(goal.bare.raw)
    matches: list[Match] = []
    for element in (e for e in page.elements if e.seen and e.inside):
        box_names = [words(n) for n in (element.node.name, *(e.text for e in element.inside if e.kind == "heading"))]
        # "The Done column" is called "Done".
        score = max((count_words(wording, name, SAME) / len(name) for name in box_names if name), default=0.0)
        if score >= _SURE:
            matches.append(Match(element, score, starts(goal.tokens)))
    return sorted(matches, key=lambda m: -m.score)


def _wait(_run: Run, _page: Page, command: Command) -> list[Plan]:
    """Return the plan for waiting some seconds, until a quoted text is shown or gone, or until the page rests."""
    wording = folded(command.wording)
    seconds = next((t.value for t in command.clause.tokens if t.value and t.kind in {"number", "word"}), None)
    phrase = command.until or command.chunk("for") or command.rest
    is_gone = re.search(r"\b(?:gone|disappears?|no longer|vanish)", wording) is not None
    step = WaitFor(text=phrase.quotes[0], gone=is_gone) if phrase.quotes else WaitFor()
    if seconds is not None and re.search(r"\bseconds?\b|\bsecs?\b|\bs\b", wording):
        step = WaitFor(seconds=min(float(seconds), _MOST_SECONDS))
    return [step_plan(1.0, command.whole, step)]


_GESTURES: Final[Mapping[str, Frame]] = MappingProxyType({"drag": _drag, "wait": _wait})
