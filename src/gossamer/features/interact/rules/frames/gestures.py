"""Gestures: what is done with mouse, keyboard and clock alone: drag, wait, select text, upload a file."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from gossamer.core.interaction import Drag, Upload, WaitFor
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, Element
from gossamer.features.interact.rules.grounding import Match, Target, ground
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Frame, Plan, starts, step_plan
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import SAME, best_match, count_words, folded, words

_MOST_SECONDS: Final = 30
_SURE: Final = 0.8
_SIDES: Final[Mapping[str, Literal["after", "before"]]] = MappingProxyType(
    {"under": "after", "after": "after", "above": "before", "before": "before"}
)


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for gestures."""
    chooses_file = command.action == "choose" and {"file", "document"} & set(command.object.norms)
    found = _upload if chooses_file else _GESTURES.get(command.action)
    return found(run, page, command) if found is not None else []


def _movable(page: Page) -> list[Element]:
    found = [e for e in page.elements if e.node.attributes.get("draggable") == "true" or "draggable" in e.classes]
    listed = [e for group in page.groups for e in group if e.text and e.kind not in CONTROLS | FIELDS]
    return [e for e in (*found, *listed) if e.seen and not e.is_text]


def _drag(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for dragging a thing onto, before or behind another one, or to a position in its list."""
    things = ground(page, Target(command.object), _movable(page)) or ground(page, Target(command.object))
    if command.object.all or not things:
        return []
    thing = things[0].element
    roles = {"to", "into", "on", "beside", *_SIDES}
    goal = next((c for c in command.chunks if c.role in roles), None)
    place: Match | None = None
    where: Literal["middle", "before", "after"] = "middle"
    if goal is not None and (goal.phrase.content or not goal.phrase.ordinal):
        where = _SIDES.get(goal.role, "middle")
        beside = ground(page, Target(goal.phrase), _movable(page))
        places = [*_boxes(page, goal.phrase), *beside] if where == "middle" else beside
        place = next((m for m in places if m.element is not thing and not thing.holds(m.element)), None)
    if place is None:
        place, where = _position(page, command, thing)
    draggable = thing.node.attributes.get("draggable") == "true" or command.verb.startswith("drag")
    if place is None or (command.verb == "put" and where == "middle" and not draggable):
        return []
    onto = place.element

    async def carry(run: Run) -> None:
        before = await run.see()
        await run.do(Drag(thing.ref, onto.ref, where))
        await changed(run, before)

    return [Plan(0.9 if draggable else 0.65, things[0].explained | place.explained, carry)]


def _boxes(page: Page, goal: Phrase) -> list[Match]:
    """Return the boxes that are called so by a name or a heading of their own: columns, lists, folders."""
    wording = words(goal.bare.raw)
    found: list[Match] = []
    for element in (e for e in page.elements if e.seen and e.inside):
        own = [words(n) for n in (element.node.name, *(e.text for e in element.inside if e.kind == "heading"))]
        # "The Done column" is called "Done".
        score = max((count_words(wording, name, SAME) / len(name) for name in own if name), default=0.0)
        if score >= _SURE:
            found.append(Match(element, score, starts(goal.tokens)))
    return sorted(found, key=lambda m: -m.score)


def _position(page: Page, command: Command, thing: Element) -> tuple[Match | None, Literal["before", "after"]]:
    """Return what *thing* is to be dragged before or behind: "put X first", "move X to the 3rd position"."""
    wording, group = folded(command.wording), page.group_of(thing)
    ordinal = next((int(t.value) for t in command.rest.tokens if t.kind == "ordinal" and t.value), 0)
    first = re.search(r"\b(?:first|top|beginning|start)\b", wording) is not None
    last = re.search(r"\b(?:last|bottom|end)\b", wording) is not None
    place = ordinal if 0 < ordinal <= len(group) else 1 if first else len(group) if last else 0
    if not place or group[place - 1] is thing:
        return None, "after"
    after = place > group.index(thing) + 1
    around = (*(w for n in page.section_names(thing) for w in words(n)), "top", "bottom", "end", "position")
    explained = frozenset(t.start for t, w in wanted_words(command.content) if best_match(w, around))
    return Match(group[place - 1], 1.0, explained), "after" if after else "before"


def _wait(_run: Run, _page: Page, command: Command) -> list[Plan]:
    """Return the plan for waiting some seconds, until a quoted text is shown or gone, or until the page rests."""
    wording = folded(command.wording)
    seconds = next((t.value for t in command.clause.tokens if t.value and t.kind in {"number", "word"}), None)
    phrase = command.until or command.chunk("for") or command.rest
    gone = re.search(r"\b(?:gone|disappears?|no longer|vanish)", wording) is not None
    step = WaitFor(text=phrase.quotes[0], gone=gone) if phrase.quotes else WaitFor()
    if seconds is not None and re.search(r"\bseconds?\b|\bsecs?\b|\bs\b", wording):
        step = WaitFor(seconds=min(float(seconds), _MOST_SECONDS))
    return [step_plan(1.0, command.whole, step)]


def _upload(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for giving the page a file: "a file called notes.txt containing hello"."""
    field = next((f for f in page.fields if f.kind == "upload"), None)
    tokens = command.rest.tokens
    name = next((t.text for t in tokens if re.fullmatch(r"[\w.-]+\.\w{1,5}", t.text)), None)
    if field is None or name is None:
        return []
    holding = {"containing", "content", "contents", "saying", "text"}
    start = next((n + 1 for n, t in enumerate(tokens) if t.norm in holding), len(tokens))
    end = next((n for n, t in enumerate(tokens) if n > start and t.norm == ","), len(tokens))
    value = Phrase(command.rest.source, tokens[start:end])
    explained = command.whole - starts(tokens[end:])
    return [step_plan(0.9, explained, Upload(field.ref, name, value.literal.encode()))]


_GESTURES: Final[Mapping[str, Frame]] = MappingProxyType({"drag": _drag, "wait": _wait, "upload": _upload})
