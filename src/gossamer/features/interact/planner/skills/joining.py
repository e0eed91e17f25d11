"""Putting somebody or something on a list of its own: "put Ada on the waiting list", in the view of that name.

The view is gone to by its name; there a form of one field, and a button that adds, takes what is said.
"""

from typing import Final

from gossamer.core.interaction import Click, Type
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.deeds.entities import found_for, leads_elsewhere
from gossamer.features.interact.planner.skills.deeds.places import go_to, named_view
from gossamer.features.interact.planner.skills.panels import current
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.wordsets import word_set

_PUTTING: Final = word_set("put add place")
_ADDS: Final = word_set("add join put")
_FEW_BOXES: Final = 4


async def joined_list(run: Run, command: Command) -> bool:
    """Add what is named to the list that a view of that name shows; False when there is no such view or form.

    What the page has an entry for is no new one, and is left to what can be done with the entry.
    """
    said = command.object
    where = command.role("on", "to", "in", "into")
    if command.verb.split()[:1] != command.verb.split() or command.verb not in _PUTTING or not said or where is None:
        return False
    if said.ordinal is not None or said.quantity == "all" or len(command.chunks) != 1 or not _is_name(said):
        return False
    page = await run.see()
    view = named_view(page, where.tokens)
    if view is None or not leads_elsewhere(view) or found_for(page, said.tokens):
        return False
    home = current(page)
    await go_to(run, view)
    page = await run.see()
    found = [(f, b) for f in page.fields if (b := _button(page, f)) is not None]
    if len(found) != 1:
        if home is not None and (back := named_view(page, Phrase.of(home.name).tokens)) is not None:
            await go_to(run, back)
        return False
    field, button = found[0]
    run.settle(command)
    await run.do(Type(field.ref, said.literal))
    now = (await run.look()).by_ref.get(button.ref)
    await run.do(Click((now or button).ref))
    return True


def _is_name(phrase: Phrase) -> bool:
    return bool(phrase.quotes) or any(t.text[:1].isupper() for t in phrase.tokens)


def _button(page: PageModel, field: Element) -> Element | None:
    """Return the button that adds what is typed into this field, the only one of its form."""
    if field.kind not in TYPED or not field.seen or field.node.disabled or is_search(field, page):
        return None
    for box in list(field.ancestors())[:_FEW_BOXES]:
        if sum(f.kind in TYPED and f.seen and box.holds(f) for f in page.fields) > 1:
            return None
        found = [e for e in box.walk() if e.kind == "button" and e.seen and set(words(e.name)[:1]) & _ADDS]
        if found:
            return found[0] if len(found) == 1 else None
    return None
