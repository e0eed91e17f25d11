"""Lists that scripts make: a box that shows what is chosen, and opens the others when it is used."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click, Press
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.wordsets import word_set

_OFFERS: Final = word_set("option menuitem treeitem radio")
_MOST_TOLD: Final = 8


async def choose_from_popup(run: Run, field: Element, value: str) -> None:
    """Open the list of *field* and choose *value* there. Raises Stuck with what it offers where that is not in it."""
    before = await run.see()
    if field.node.expanded is not True:
        await run.do(Click(field.ref))
    page = await run.look()
    offered = _offered(before, page, field)
    chosen = _called(offered, value)
    if chosen is None:
        await run.do(Press("Escape"), unasked=True)
        raise Stuck(f'The list has no option "{value}".', tuple(e.name or e.text for e in offered)[:_MOST_TOLD])
    await run.do(Click(chosen.ref))


async def choose_said(run: Run, field: Element, tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Open the list of *field* and choose what the words say of it; return these words, () where they say none."""
    before = await run.see()
    await run.do(Click(field.ref), unasked=True, shows=True)
    page = await run.look()
    said = [(option, part) for option in _offered(before, page, field) if (part := _said(tokens, option))]
    if len(said) != 1:
        await run.do(Press("Escape"), unasked=True, shows=True)
        if any(d.holds(field) for d in before.dialogs) and not (await run.look()).dialogs:
            raise Stuck("The form was closed with the list in it.")
        return ()
    await run.do(Click(said[0][0].ref))
    return said[0][1]


def _said(tokens: Sequence[Token], option: Element) -> tuple[Token, ...]:
    """Return the words in a row that say the option, all of its name; () when they do not."""
    wanted = words(option.name or option.text)
    said = [(t, w) for t in tokens for w in words(t.text)]
    for i in range(len(said) - len(wanted) + 1):
        if wanted and tuple(w for _, w in said[i : i + len(wanted)]) == wanted:
            return tuple(dict.fromkeys(t for t, _ in said[i : i + len(wanted)]))
    return ()


def _offered(before: PageModel, page: PageModel, field: Element) -> list[Element]:
    """Return the choices that have come up, or those inside the field where they were there before."""
    now = page.by_ref.get(field.ref)
    usable = [
        e for e in page.elements if e.node.role != "text" and e.kind in _OFFERS and e.seen and not e.node.disabled
    ]
    known = {folded(e.name or e.text) for e in before.elements if e.kind in _OFFERS and e.seen}
    new = [e for e in usable if e.ref not in before.by_ref]
    # A page that is drawn anew has all its lists again.
    new = [e for e in new if folded(e.name or e.text) not in known] or new
    return new or [e for e in usable if now is not None and now.holds(e)]


def _called(offered: list[Element], value: str) -> Element | None:
    exact = [e for e in offered if folded(e.name or e.text) == folded(value)]
    said = words(value)
    whole = [e for e in offered if said and words(e.name or e.text)[: len(said)] == said]
    found = exact or whole
    return found[0] if len(found) == 1 else None
