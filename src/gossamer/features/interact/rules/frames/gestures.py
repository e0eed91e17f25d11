"""Gestures: what is done with mouse, keyboard and clock alone: drag, wait, select text, upload a file."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gossamer.core.interaction import Drag, SelectText, Step, Upload, WaitFor
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, Element
from gossamer.features.interact.rules.grounding import Match, Target, ground
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import best_match, folded, holds_words, words

_MOST_SECONDS: Final = 30


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for gestures."""
    chooses_file = command.action == "choose" and {"file", "document"} & set(command.object.norms)
    found = _UPLOADING if chooses_file else _GESTURES.get(command.action)
    return found(page, command) if found is not None and not command.negated else []


def _movable(page: Page) -> list[Element]:
    found = [e for e in page.elements if e.node.attributes.get("draggable") == "true" or "draggable" in e.classes]
    found = [e for e in found if e.seen and not e.is_text]
    return [
        *found,
        *(e for group in page.groups for e in group if e.seen and e.text and e.kind not in CONTROLS | FIELDS),
    ]


def _drag(page: Page, command: Command) -> list[Plan]:
    goal = command.chunk("to", "into", "on", "under", "above", "beside", "before", "after")
    chunk = next((c for c in command.chunks if c.phrase is goal), None)
    things = ground(page, Target(command.object), _movable(page)) or ground(page, Target(command.object))
    if command.object.all:
        return []
    if goal is not None and goal.ordinal and not goal.content:
        return _to_position(page, command, things)
    if goal is None or chunk is None or not things:
        return _to_position(page, command, things)
    where = {"under": "after", "after": "after", "above": "before", "before": "before"}.get(chunk.role, "middle")
    places = ground(page, Target(goal), _movable(page)) if where != "middle" else []
    places = places or _boxes(page, goal) or ground(page, Target(goal), _movable(page))
    places = [m for m in places if m.element is not things[0].element and not things[0].element.holds(m.element)]
    if not places:
        return []
    thing, place = things[0], places[0]

    async def carry(run: Run) -> None:
        before = await run.see()
        await run.do(Drag(thing.element.ref, place.element.ref, where))  # type: ignore[arg-type]
        await changed(run, before)

    draggable = thing.element.node.attributes.get("draggable") == "true" or command.verb.startswith("drag")
    if command.verb == "put" and not draggable:
        return []
    return [Plan(0.9 if draggable else 0.65, thing.explained | place.explained, carry, "drag")]


def _boxes(page: Page, goal: Phrase) -> list[Match]:
    """Return the boxes that are called so by a name or a heading of their own: columns, lists, folders."""
    said = goal.bare.raw
    found: list[Match] = []
    for element in page.elements:
        if element.is_text or not element.seen or not element.inside:
            continue
        own = [element.node.name, *(e.text for e in element.inside if e.kind == "heading")]
        score = max((_called(said, name) for name in own if name), default=0.0)
        if score >= 0.8:  # noqa: PLR2004
            found.append(Match(element, score, starts(goal.tokens)))
    return sorted(found, key=lambda m: -m.score)


def _called(said: str, name: str) -> float:
    """Return how much of *name* is said: "the Done column" is called "Done"."""
    have = words(name)
    return sum(best_match(w, words(said)) >= 0.9 for w in have) / len(have) if have else 0.0  # noqa: PLR2004


def _to_position(page: Page, command: Command, things: list[Match]) -> list[Plan]:
    """Return the plan for "put X first" and "move X to the top"."""
    said = folded(command.said)
    ordinal = next(
        (int(t.value) for c in command.chunks for t in c.phrase.tokens if t.kind == "ordinal" and t.value), None
    )
    first, last = re.search(r"\b(?:first|top|beginning|start)\b", said), re.search(r"\b(?:last|bottom|end)\b", said)
    if not things or not (first or last or ordinal):
        return []
    thing = things[0].element
    group = page.group_of(thing)
    others = [e for e in group if e is not thing]
    if not others:
        return []
    onto, where = (others[0], "before") if first else (others[-1], "after")
    if ordinal is not None and 0 < ordinal <= len(group):
        at = next(n for n, e in enumerate(group) if e is thing)
        onto, where = group[ordinal - 1], "after" if ordinal - 1 > at else "before"
    around = (*(w for n in page.section_names(thing) for w in words(n)), "top", "bottom", "end", "position")
    explained = things[0].explained | {t.start for t, w in wanted_words(command.content) if best_match(w, around)}

    async def carry(run: Run) -> None:
        before = await run.see()
        await run.do(Drag(thing.ref, onto.ref, where))  # type: ignore[arg-type]
        await changed(run, before)

    return [Plan(0.8, frozenset(explained), carry, "move")]


def _wait(_page: Page, command: Command) -> list[Plan]:
    said = folded(command.said)
    seconds = next(
        (t.value for t in command.clause.tokens if t.value is not None and t.kind in {"number", "word"}), None
    )
    step: Step
    if seconds is not None and re.search(r"\bseconds?\b|\bsecs?\b|\bs\b", said):
        step = WaitFor(seconds=min(float(seconds), _MOST_SECONDS))
    else:
        phrase = command.until or command.chunk("for") or command.rest
        gone = re.search(r"\b(?:gone|disappears?|no longer|vanish)", said) is not None
        text = phrase.quotes[0] if phrase.quotes else ""
        step = WaitFor(text=text or None, gone=gone) if text else WaitFor()

    async def carry(run: Run) -> None:
        await run.do(step)
        await run.settled()

    return [Plan(1.0, starts(command.clause.tokens), carry, "wait")]


def _select_text(page: Page, command: Command) -> list[Plan]:
    wanted = command.rest.quotes[0] if command.rest.quotes else ""
    texts = [
        e
        for e in page.elements
        if not e.is_text and e.text and e.seen and not any(i.text for i in e.inside if not i.is_text)
    ]
    if wanted:
        holding = [e for e in texts if holds_words(e.text, words(wanted))]
    else:
        found = ground(page, Target(command.rest), texts)
        paragraphs = [e for e in texts if e.node.tag == "p"]
        holding = [m.element for m in found] or _nth_paragraph(command.rest, paragraphs)
    if not holding:
        return []
    element = holding[0]

    async def carry(run: Run) -> None:
        await run.do(SelectText(element.ref, wanted or None))

    return [Plan(0.85, starts(command.clause.tokens), carry, "select text")]


def _nth_paragraph(phrase: Phrase, paragraphs: list[Element]) -> list[Element]:
    ordinal = phrase.ordinal
    if ordinal is None or not -len(paragraphs) <= ordinal <= len(paragraphs):
        return paragraphs[:1] if len(paragraphs) == 1 else []
    return [paragraphs[ordinal - 1 if ordinal > 0 else ordinal]]


def _upload(page: Page, command: Command) -> list[Plan]:
    fields = [f for f in page.fields if f.kind == "upload"]
    if not fields:
        return []
    tokens = command.rest.tokens
    name = next((t.text for t in tokens if re.fullmatch(r"[\w.-]+\.\w{1,5}", t.text)), None)
    if name is None:
        return []
    marker = next(
        (n for n, t in enumerate(tokens) if t.norm in {"containing", "content", "contents", "saying", "text"}), None
    )
    body = Phrase(command.rest.source, tokens[marker + 1 :]) if marker is not None else Phrase("")
    extra = next((n for n, t in enumerate(body.tokens) if t.norm == ","), None)
    value = Phrase(body.source, body.tokens[:extra]) if extra is not None else body

    async def carry(run: Run) -> None:
        await run.do(Upload(fields[0].ref, name, value.literal.encode()))
        await run.settled()

    explained = starts(command.clause.tokens) - starts(body.tokens[extra:] if extra is not None else ())
    return [Plan(0.9, explained, carry, f"upload {name}")]


_UPLOADING: Final = _upload
_GESTURES: Final[Mapping[str, Callable[[Page, Command], list[Plan]]]] = MappingProxyType(
    {
        "drag": _drag,
        "wait": _wait,
        "select_text": _select_text,
        "upload": _upload,
    }
)
