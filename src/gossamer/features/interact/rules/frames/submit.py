"""Submit: fill in a form with what the clause says and send it; done when the page has taken it."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click, Press
from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.effects import is_sending, taken
from gossamer.features.interact.rules.elements import TYPED, Element
from gossamer.features.interact.rules.frames.fill import around, fill_values
from gossamer.features.interact.rules.grounding import SURE, Target, ground
from gossamer.features.interact.rules.lexicon import phrase_set, phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, folded, words

_LOOKS: Final = 4
_SECONDS: Final = 0.25
_ACTIONS: Final = frozenset({"submit", "buy", "act", "create", "add", "search"})


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for sending the form of the page, with or without values to fill in first."""
    if command.action not in _ACTIONS or command.negated:
        return []
    fields = form_fields(page)
    given = assign(page, command.rest, fields)
    if command.action == "search":
        # A form that searches by several fields: each part of the clause goes to its own.
        command = command.as_("submit")
        if len(given.values) < 2:  # noqa: PLR2004
            return []
    sender = _sender(page, command, fields)
    form = next((a for v in given.values[:1] for a in v.element.ancestors() if a.kind == "form"), None)
    if form is not None and sender is not None and not form.holds(sender):
        # A button beside the form may be called so, too: it has opened it.
        sender = send_button(page, given.values[0].element, phrases("page", "submit")) or sender
    if sender is None or not (given or (command.action == "submit" and not command.rest.content)):
        return []
    explained = given.explained | around(page, given, command)
    explained |= command.says(sender.name, *_opened_for(page, sender))
    explained |= command.places(*page.titles, *page.section_names(sender))
    if command.action == "submit" and not given:
        explained |= {t.start for t in command.content if t.norm in word_list("page", "form_nouns")}

    async def carry(run: Run) -> None:
        await fill_and_send(run, command, sender)

    return [Plan(0.9, explained, carry, f"send with {sender.name}", final=True)]


def _sender(page: Page, command: Command, fields: Sequence[Element]) -> Element | None:
    """Return the button that does what the verb says: called so, else the one that sends the only form."""
    buttons = [e for e in page.usable if e.kind in {"button", "link", "icon"} and e.seen and not e.node.disabled]
    buttons = [e for e in buttons if any(d.holds(e) for d in page.dialogs)] or buttons
    whole = ground(page, Target(command.rest), buttons) if command.action == "submit" and command.rest.content else []
    if whole and whole[0].score >= SURE:
        return whole[0].element
    verb = words(command.verb)
    named = [e for e in buttons if verb and words(e.name) and not _in_record(page, e)]
    whole_verb = [e for e in named if set(verb) <= set(words(e.name))]
    if not whole_verb and command.action != "submit":
        whole_verb = [e for e in named if best_match(verb[0], words(e.name)[:1])]
    named = [e for e in whole_verb if e.kind == "button" or command.action not in {"act", "create", "add"}]
    if named:
        return max(named, key=lambda e: (e.kind == "button", -len(e.name)))
    if command.action == "submit" or (command.action == "buy" and fields):
        filled = [f for f in fields if f.node.value] or list(fields)
        return send_button(page, filled[-1] if filled else None, phrases("page", "submit"))
    return None


def _opened_for(page: Page, sender: Element) -> Sequence[str]:
    """Return what the open dialog of *sender* is called, or the page that has no other form: "New task"."""
    dialog = next((d for d in page.dialogs if d.holds(sender)), None)
    headings = [h for h in page.headings if dialog.holds(h)] if dialog is not None else page.headings[:1]
    return [h.text for h in headings]


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
    sent = await taken(run, page, button)
    if command.action in {"add", "create"} and not _says_more(page, sent):
        sent = await _later(run, page)
        if not _says_more(page, sent):
            raise Stuck(f"“{button.name}” was used, and the page shows nothing new.")


async def _later(run: Run, before: Page) -> Page:
    """Return the page when it says something else than *before*, or after a second."""
    for _ in range(_LOOKS):
        await run.wait(_SECONDS)
        if _says_more(before, page := await run.look()):
            break
    return page


def _says_more(before: Page, page: Page) -> bool:
    """Return whether *page* says something else than *before*: an emptied field says nothing."""
    if page.snapshot.url != before.snapshot.url or len(page.dialogs) != len(before.dialogs):
        return True
    one, other = ([e.text for e in p.texts if e.seen] for p in (before, page))
    return page.snapshot.dialog is not None or one != other


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
    boxes = [a for a in field.ancestors() if len(a.inside) > 1 or a.kind == "form"] if field else page.elements[:1]
    leaving = phrase_set("page", "close") | phrase_set("page", "reject")
    for box in boxes:
        buttons = [e for e in box.walk() if e.kind == "button" and e.seen and not e.node.disabled and e.name]
        buttons = [e for e in buttons if folded(e.name) not in leaving]
        submits = [e for e in buttons if e.node.attributes.get("type") == "submit"]
        named = [e for n in names for e in buttons if folded(e.name) == folded(n)]
        found = named or submits or [e for e in buttons if is_sending(e.name)]
        if found and (field is None or any(f.kind in TYPED and box.holds(f) for f in page.fields)):
            return found[0]
        if box.kind in {"form", "dialog"} and buttons:
            return buttons[-1]
    return None
