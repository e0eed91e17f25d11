"""Submit: fill in a form with what the clause says and send it; done when the page has taken it."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click, Press
from gossamer.features.interact.rules.assignment import Assignment, assign, form_fields
from gossamer.features.interact.rules.commands import Command, wanted_words
from gossamer.features.interact.rules.effects import check_sent, is_sending
from gossamer.features.interact.rules.elements import TYPED, Element
from gossamer.features.interact.rules.frames.fill import around, fill_values
from gossamer.features.interact.rules.grounding import SURE, Target, ground
from gossamer.features.interact.rules.lexicon import phrase_set, phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import best_match, folded, words
from gossamer.features.interact.rules.targets import only_pronouns

_ACTIONS: Final = frozenset({"submit", "buy", "act", "create", "fill", "add", "search", "press"})


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for sending the form of the page, with or without values to fill in first."""
    if command.action not in _ACTIONS or command.negated:
        return []
    fields = form_fields(page)
    if command.action == "press":
        return _pressed(page, command, fields)
    given = assign(page, command.rest, fields)
    if command.action != "search":
        return _sent(page, command, fields, given)
    # A form that searches by several fields: each part of the clause goes to its own.
    return _sent(page, command.as_("submit"), fields, given) if len(given.values) > 1 else []


def _sent(page: Page, command: Command, fields: Sequence[Element], given: Assignment) -> list[Plan]:
    sender = _sender(page, command, fields)
    opens = command.action in {"create", "act", "add", "buy"} or (command.action == "submit" and command.rest.content)
    if sender is None or command.action == "fill" or (opens and not given):
        return _plain(command, sender, page)
    explained = set(given.explained) | _said_by(sender, page, command) | around(page, given, command)
    if command.action == "submit" and not given:
        explained |= {t.start for t in command.content if t.norm in word_list("page", "form_nouns")}
    if given.values or given.toggles or command.action in {"submit", "buy", "act"}:
        score = 0.9 if given or only_pronouns(command.object) or command.action == "submit" else 0.75

        async def carry(run: Run) -> None:
            await fill_and_send(run, command, sender)

        return [Plan(score, frozenset(explained), carry, f"send with {sender.name}", final=True)]
    return []


def _pressed(page: Page, command: Command, fields: Sequence[Element]) -> list[Plan]:
    """Return the plan for "press login" where the only button that sends the form is called something else."""
    filled = [f for f in fields if f.node.value]
    said = folded(command.object.bare.raw)
    if said not in phrase_set("page", "submit") or not filled:
        return []
    button = send_button(page, filled[-1], phrases("page", "submit"))
    if button is None:
        return []

    async def carry(run: Run) -> None:
        await run.click(button)

    return [Plan(0.6, starts(command.clause.tokens), carry, f"send with {button.name}", final=True)]


def _plain(command: Command, sender: Element | None, page: Page) -> list[Plan]:
    """Return the plan for a button that does what the verb says and needs no values."""
    if sender is None or command.action not in {"act", "buy"} or command.object.all:
        return []

    async def carry(run: Run) -> None:
        await fill_and_send(run, command, sender)

    return [Plan(0.75, frozenset(_said_by(sender, page, command)), carry, f"use {sender.name}", final=True)]


def _said_by(sender: Element, page: Page, command: Command) -> set[int]:
    around = [
        *words(sender.name),
        *words(page.snapshot.title),
        *(w for name in page.section_names(sender) for w in words(name)),
    ]
    return {t.start for t, w in wanted_words(command.content) if best_match(w, tuple(around))}


def _sender(page: Page, command: Command, fields: Sequence[Element]) -> Element | None:
    """Return the button that does what the verb says: called so, else the one that sends the only form."""
    buttons = [e for e in page.usable if e.kind in {"button", "link", "icon"} and e.seen and not e.node.disabled]
    inside = [e for e in buttons if any(d.holds(e) for d in page.dialogs)]
    buttons = inside or buttons
    verb = words(command.verb)
    named = [e for e in buttons if verb and set(verb) <= set(words(e.name)) and not _in_record(page, e)]
    if command.action != "submit" and not named:
        named = [
            e
            for e in buttons
            if verb and words(e.name) and best_match(verb[0], words(e.name)[:1]) and not _in_record(page, e)
        ]
    if command.action in {"act", "create", "add"}:
        named = [e for e in named if e.kind == "button"]
    whole = ground(page, Target(command.rest), buttons) if command.rest.content else []
    if whole and whole[0].score >= SURE and command.action == "submit":
        return whole[0].element
    if named:
        return max(named, key=lambda e: (any(d.holds(e) for d in page.dialogs), e.kind == "button", -len(e.name)))
    if command.action == "submit" or (command.action == "buy" and fields):
        filled = [f for f in fields if f.node.value]
        return send_button(page, (filled or list(fields) or [None])[-1], phrases("page", "submit"))  # type: ignore[list-item]
    return None


def _in_record(page: Page, element: Element) -> bool:
    record = page.record(element)
    return record is not None and record is not element


async def fill_and_send(run: Run, command: Command, sender: Element) -> None:
    """Give the form the values of *command* and use *sender*. Raises Stuck with what the page says against it."""
    await fill_values(run, command.rest)
    if run.sent_later:
        return
    page = await run.see()
    button = page.same(sender) or sender
    await run.do(Click(button.ref))
    await check_sent(run, page, button)


async def send_form(run: Run, page: Page, field: Element | None, names: Sequence[str]) -> None:
    """Use the button that sends the form of *field*, by *names* in their order; Enter where there is none."""
    button = send_button(page, field, names)
    if button is not None:
        await run.do(Click(button.ref))
    elif field is not None:
        await run.do(Press("Enter", field.ref))
    await run.settled()


def send_button(page: Page, field: Element | None, names: Sequence[str]) -> Element | None:
    """Return the button that sends the form of *field*: in the innermost box around it that has one."""
    if field is None:
        boxes = [page.elements[0]]
    else:
        boxes = [a for a in field.ancestors() if len(a.inside) > 1 or a.kind == "form"]
    for box in boxes:
        buttons = [e for e in box.walk() if e.kind == "button" and e.seen and not e.node.disabled and e.name]
        buttons = [
            e for e in buttons if folded(e.name) not in phrase_set("page", "close") | phrase_set("page", "reject")
        ]
        submits = [e for e in buttons if e.node.attributes.get("type") == "submit"]
        named = [e for n in names for e in buttons if folded(e.name) == folded(n)]
        found = named or submits or [e for e in buttons if is_sending(e.name)]
        if found and (field is None or len([f for f in page.fields if f.kind in TYPED and box.holds(f)]) > 0):
            return found[0]
        if box.kind in {"form", "dialog"} and buttons:
            return buttons[-1]
    return None
