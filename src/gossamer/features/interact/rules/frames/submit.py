"""Submit: fill in a form with what the clause says and send it; done when the page has taken it."""

from collections.abc import Sequence

from gossamer.core.interaction import Click, Press
from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.controls import send_button
from gossamer.features.interact.rules.effects import taken
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.frames.fill import around, fill_values
from gossamer.features.interact.rules.lexicon import phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, words


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for sending the form of the page, with or without values to fill in first."""
    fields = form_fields(page)
    assignment = assign(page, command.rest, fields)
    if command.action == "search":
        # A form that searches by several fields: each part of the clause goes to its own.
        command = command.as_("submit")
        if len(assignment.values) < 2:  # noqa: PLR2004
            return []
    sender = _sender(page, command, fields)
    if sender is None or not (assignment or (command.action == "submit" and not command.rest.content)):
        return []
    explained = assignment.explained | around(page, assignment, command)
    explained |= command.says(sender.name, *_name_form(page, sender))
    explained |= command.places(*page.titles, *page.section_names(sender))
    if command.action == "submit" and not assignment:
        explained |= {t.start for t in command.content if t.norm in word_list("page", "form_nouns")}

    async def carry(run: Run) -> None:
        await fill_and_send(run, command, sender)

    return [Plan(0.9, explained, carry)]


def _sender(page: Page, command: Command, fields: Sequence[Element]) -> Element | None:
    """Return the button that does what the verb says: called so, else the one that sends the only form."""
    kinds = {"button"} if command.action in {"act", "create", "add"} else {"button", "link", "icon"}
    usable = (e for e in page.usable if e.kind in kinds and words(e.name) and not e.node.disabled)
    named = [e for e in page.in_front(usable) if page.record(e) in {None, e}]
    called = _match_buttons(named, words(command.verb), whole=command.action == "submit")
    if called:
        return max(called, key=lambda e: (e.kind == "button", -len(e.name)))
    if command.action == "submit" or (command.action == "buy" and fields):
        filled = [f for f in fields if f.node.value] or [*fields]
        return send_button(page, next(reversed(filled), None), phrases("page", "submit"))
    return None


def _match_buttons(named: Sequence[Element], verb: tuple[str, ...], *, whole: bool) -> list[Element]:
    """Return the buttons whose names have all words of *verb*, else, unless it has to be *whole*, begin with it."""
    called = [e for e in named if verb and set(verb) <= set(words(e.name))]
    return called or [e for e in named if verb and not whole and best_match(verb[0], words(e.name)[:1])]


def _name_form(page: Page, sender: Element) -> Sequence[str]:
    """Return the name of the open dialog of *sender*, or of the page with no other form: "New task"."""
    dialog = page.dialog_of(sender)
    headings = [h for h in page.headings if dialog.holds(h)] if dialog is not None else page.headings[:1]
    return [h.text for h in headings]


async def fill_and_send(run: Run, command: Command, sender: Element) -> None:
    """Give the form the values of *command* and use *sender*. Raises Stuck with what the page says against it."""
    await fill_values(run, command.rest)
    if run.sent_later:
        return
    page, button = await run.see(), await run.find(sender)
    await run.do(Click(button.ref))
    await taken(run, page, button)
    adds = command.action in {"add", "create"}
    if adds and await run.watch(lambda sent: _says_more(page, sent)) is None:
        raise Stuck(f"“{button.name}” was used, and the page shows nothing new.")


def _says_more(before: Page, page: Page) -> bool:
    """Return whether *page* says something else than *before*: an emptied field says nothing."""
    texts_before, other = ([e.text for e in p.texts if e.seen] for p in (before, page))
    return page.has_moved(before) or page.snapshot.dialog is not None or texts_before != other


async def send_form(run: Run, page: Page, field: Element | None, names: Sequence[str]) -> None:
    """Use the button that sends the form of *field*, by *names* in their order; Enter where there is none."""
    button = send_button(page, field, names)
    if button is not None:
        await run.do(Click(button.ref))
    elif field is not None:
        await run.do(Press("Enter", field.ref))
    await run.settled()
