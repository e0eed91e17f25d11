"""Press: use one control that is named: click, double-click, right-click, hover, focus, or press a key."""

import re
from typing import Final

from gossamer.core.interaction import AnswerDialog, Check, Click, DoubleClick, Hover, Press, Step
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.effects import answer_question, is_final, raise_complaint
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.grounding import SURE, Match, Target, ground
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import words
from gossamer.features.interact.rules.targets import choose, last_element, matches, only_pronouns

_ACTIONS: Final = frozenset({"press", "double", "right", "hover", "focus"})
_KEY: Final = re.compile(
    r"(?:the )?(?:(ctrl|control|shift|alt|meta|cmd)[ +-])?"
    r"(enter|return|tab|escape|esc|space|backspace|delete|home|end|page ?up|page ?down"
    r"|(?:arrow ?)?(?:up|down|left|right)|[a-z])(?: arrow)?(?: key)?",
    re.IGNORECASE,
)
_KEY_NAMES: Final = {
    "return": "Enter", "esc": "Escape", "space": " ", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft",
    "right": "ArrowRight", "pageup": "PageUp", "pagedown": "PageDown",
}  # fmt: skip
_MODIFIERS: Final = {"ctrl": "Control", "cmd": "Meta"}
_MOST_TIMES: Final = 50


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for using what is named, and for a clause that is the very name of a control."""
    if command.negated or command.until is not None:
        return []
    plans = [_named(page, command)]
    if command.action in _ACTIONS:
        plans.append(_key(page, command))
        plans += _targeted(run, page, command)
    return [plan for plan in plans if plan is not None]


def _key(page: Page, command: Command) -> Plan | None:
    match = _KEY.fullmatch(command.object.raw.strip()) if command.action == "press" else None
    vague = match is not None and command.object.norms[:1] == ("the",) and "key" not in command.object.norms
    if (
        match is None
        or vague
        or command.chunk("with", "named") is not None
        or any(words(e.name) == words(command.object.raw) for e in page.usable)
    ):
        return None
    name = match[2].casefold().replace(" ", "").removeprefix("arrow")
    key = _KEY_NAMES.get(name, name.capitalize() if len(name) > 1 else name)
    modifier = (match[1] or "").casefold()
    whole = f"{_MODIFIERS.get(modifier, modifier.capitalize())}+{key}" if modifier else key

    async def carry(run: Run) -> None:
        where = command.chunk("into", "on")
        found = ground(await run.see(), Target(where)) if where else []
        await run.do(Press(whole, found[0].element.ref if found else None, times=command.times or 1))
        await run.settled()

    return Plan(1.2, starts(command.clause.tokens), carry, f"press {whole}")


def _named(page: Page, command: Command) -> Plan | None:
    """Return the plan for a clause that is the name of a control, verb and all: "show the cars", "Sign in"."""
    pool = [e for e in page.usable if e.kind not in FIELDS and e.seen]
    exact = [Match(e, 1.0, frozenset()) for e in pool if _says_all(e, command)]
    if not exact or (command.action in {"read", "count"} and command.clause.tokens[-1].norm == "?"):
        return None
    explained = starts(command.clause.tokens)
    element = exact[0].element

    async def carry(run: Run) -> None:
        await _use(run, choose(await run.see(), exact, command.said), command)

    return Plan(1.0, explained, carry, f"click {element.name}", final=is_final(element.name))


def _says_all(element: Element, command: Command) -> bool:
    """Return whether the name of *element* has the verb of the clause, and the clause all of the name."""
    have = words(element.name)
    said = [w for t in command.clause.tokens for w in words(t.text)]
    fillers = {"the", "a", "an", "button", "link", "all", "me", "my"}
    verb = [w for t in command.verb_tokens for w in words(t.text)]
    return bool(verb) and set(verb) <= set(have) and set(have) <= set(said) and set(said) - set(have) <= fillers


def _targeted(run: Run, page: Page, command: Command) -> list[Plan]:
    if only_pronouns(command.object) and not command.chunks:
        last = last_element(run, page)
        found = [Match(last, 1.0, frozenset())] if last is not None and not command.object.noun else []
        found = found or matches(page, command)
    else:
        fields = set(command.rest.kinds) & FIELDS or set(command.object.kinds) & FIELDS
        pool = None if fields else [e for e in page.usable if e.kind not in TYPED]
        found = matches(page, command, pool if command.rest.kinds[:1] != ("item",) else None) or _readable(
            page, command
        )
    if not found:
        return []

    async def carry(run: Run) -> None:
        if command.object.all and command.object.plural:
            for match in [m for m in found if len(m.explained) == len(found[0].explained)][:_MOST_TIMES]:
                await _use(run, match, command)
            return
        match = choose(await run.see(), found, command.said)
        for _ in range(min(command.times or 1, _MOST_TIMES)):
            await _use(run, match, command)

    best = found[0]
    ordinals = frozenset(t.start for t in command.clause.tokens if t.kind == "ordinal")
    return [Plan(best.score, best.explained | ordinals, carry, f"use {best.element.name}", is_final(best.element.name))]


def _readable(page: Page, command: Command) -> list[Match]:
    """Return texts, shapes and records that may be clicked though they do not look so."""
    pool = [
        e for e in page.elements if not e.is_text and e.seen and (e.kind in {"shape", "heading", "image"} or e.text)
    ]
    pool = [e for e in pool if not e.inside or len(e.text) < 80 or e.kind == "shape"]  # noqa: PLR2004
    return [m for m in matches(page, command, pool) if m.score >= SURE]


async def _use(run: Run, match: Match, command: Command) -> None:
    page = await run.see()
    if page.snapshot.dialog is not None:
        await run.do(AnswerDialog(accept=True))
        return
    element = _clickable(page, match.element)
    before = page
    await run.do(_step(element, command))
    if command.action in {"press", "open", "choose"} and element.kind in {"button", "link", ""}:
        await answer_question(run, before)
        await raise_complaint(run, before, element)
    else:
        await run.settled()


def _clickable(page: Page, element: Element) -> Element:
    """Return what is clicked for *element*: of a record its title's link."""
    if element.usable or element.kind in {"shape", "heading"}:
        return element
    for one in record_lists(page):
        for record in one.records:
            if record.element is element and record.link is not None:
                return record.link
    return next((e for e in element.walk() if e.usable and e.seen), element)


def _step(element: Element, command: Command) -> Step:
    match command.action:
        case "double":
            return DoubleClick(element.ref)
        case "right":
            return Click(element.ref, button="right")
        case "hover":
            return Hover(element.ref)
        case "press" if element.kind in TOGGLES - {"switch"} and element.node.checked is not None:
            return Check(element.ref, on=not element.node.checked if element.kind == "checkbox" else True)
        case _:
            return Click(element.ref)
