"""Giving a deed what it takes, a person or a name: in the menu, list, field or prompt that its control opened."""

from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, Press
from gossamer.features.interact.planner.grounding.likeness import folded, stem, words
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.deeds.controlling import field_of, fresh
from gossamer.features.interact.planner.skills.deeds.entities import leads_elsewhere
from gossamer.features.interact.planner.skills.deeds.saying import Deed, telling
from gossamer.features.interact.planner.skills.labelled import enter_said
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.wordsets import word_set

_COMMITS: Final = word_set("save ok okay apply done update rename move assign change")
# These commit a field only where it is the only one of its box: "Add" may add something else.
_OWN_COMMITS: Final = word_set("confirm create add set copy submit send continue")


async def give(run: Run, deed: Deed, before: PageModel) -> None:
    """Give the deed's value to what its control has opened, and commit it. Raises Stuck when nothing takes it."""
    page = await run.look()
    if page.snapshot.dialog is not None:
        if page.snapshot.dialog.kind == "prompt":
            await run.do(AnswerDialog(text=deed.text))
        return
    if (held := _that_holds_name(page, deed, before)) is not None:
        await fill(run, held, deed.text)
        return
    if deed.value is not None and await _several(run, page, deed, before):
        await _commit(run, None)
        return
    choice = _choice(before, page, deed)
    if choice is not None:
        await run.do(Click(choice.ref))
        await _commit(run, None)
        return
    field = field_of(page, deed) or _new_field(before, page)
    if field is None:
        raise Stuck(f"The page does not offer “{deed.text}” for that.", _offered(before, page))
    await fill(run, field, offered_by(field, deed))


async def _several(run: Run, page: PageModel, deed: Deed, before: PageModel) -> bool:
    """Give a form of several fields what is said of each; False when it is no such form, or takes not all of it."""
    if deed.value is None or not page.dialogs or len(page.dialogs) == len(before.dialogs):
        return False
    fields = [f for f in page.fields if f.seen and page.dialogs[-1].holds(f)]
    if len(fields) < _SEVERAL or len(deed.value.tokens) < _SEVERAL:
        return False
    left = await enter_said(run, deed.value.source, deed.value.tokens)
    if left:
        raise Stuck(f"The form takes nothing as “{' '.join(t.text for t in left)}”.")
    return True


_SEVERAL: Final = 2


def _that_holds_name(page: PageModel, deed: Deed, before: PageModel) -> Element | None:
    """Return the one field of what has come up that holds the name which is to be another one."""
    if deed.verb != "rename" and "name" not in deed.parts:
        return None
    name = folded(" ".join(t.text for t in telling(deed.target)))
    fields = [f for f in page.fields if f.kind in TYPED and f.seen and f.ref not in before.by_ref]
    found = [f for f in fields if f.node.value and folded(f.node.value) == name]
    return found[0] if len(found) == 1 else None


def offered_by(field: Element, deed: Deed) -> str:
    """Return what it is to be as the field offers it, as it was said where the field offers nothing."""
    return next((c for c in deed.choices for o in field.node.options if folded(o) == folded(c)), deed.text)


async def fill(run: Run, field: Element, value: str) -> None:
    """Set a field, and commit it as the page wants: by its button, or the Enter key."""
    await set_field(run, field, value)
    await _commit(run, field)


async def _commit(run: Run, field: Element | None) -> None:
    page = await run.look()
    if run.sent_next or page.snapshot.dialog is not None:
        return
    last = field if field is None else page.by_ref.get(field.ref)
    button = _button(page, last)
    if button is not None:
        await run.do(Click(button.ref))
    elif last is not None and last.kind in TYPED:
        await run.do(Press("Enter", last.ref))


def _button(page: PageModel, last: Element | None) -> Element | None:
    """Return the button that commits: in the box of the field, or of what the control opened and is still open."""
    boxes = list(last.ancestors())[:_FEW_BOXES] if last is not None else page.dialogs
    for box in boxes:
        if box.node.tag in {"body", "html", "main"}:
            break
        alone = sum(e.kind in TYPED and e.seen for e in box.walk()) == 1
        found = [
            e for e in box.walk() if e.kind == "button" and e.seen and not e.node.disabled and _commits(e, alone=alone)
        ]
        if found:
            return found[-1]
        if box.kind == "dialog" or box.node.tag == "form":
            break
    return None


_FEW_BOXES: Final = 6


def _commits(element: Element, *, alone: bool) -> bool:
    name = words(element.name)
    return bool(name) and (name[0] in _COMMITS or (alone and name[0] in _OWN_COMMITS))


def _choice(before: PageModel, page: PageModel, deed: Deed) -> Element | None:
    """Return the choice of the value's name that has come up."""
    for text in deed.choices:
        if (choice := _called(before, page, text)) is not None:
            return choice
    return None


def _called(before: PageModel, page: PageModel, text: str) -> Element | None:
    said = words(text)
    found = [
        e for e in page.elements
        if e.node.role != "text" and e.seen and e.kind not in TYPED | {"select", "heading"} and not e.node.disabled
        and (e.actionable or e.kind in {"item", "option", "menuitem"})
    ]  # fmt: skip
    exact = [e for e in found if folded(e.name or e.text) == folded(text)]
    begun = [e for e in found if said and _plain(e)[: len(said)] == said and len(_plain(e)) <= len(said) + 2]
    for called in (exact, begun):
        new = fresh(before, page, called)
        new = [e for e in new if not any(o is not e and e.holds(o) for o in new)]
        new = [e for e in new if e.kind != "link" or not leads_elsewhere(e) or e.ref not in before.by_ref]
        if new:
            return new[0]
    return None


def _plain(element: Element) -> tuple[str, ...]:
    return words(element.name or element.text)


def _new_field(before: PageModel, page: PageModel) -> Element | None:
    fields = [f for f in page.fields if f.kind in TYPED and f.seen and f.kind != "search" and not f.node.disabled]
    new = [f for f in fields if f.ref not in before.by_ref]
    new = [f for f in new if f.node.focused] or new
    if len(new) > 1:
        old = {stem(w) for f in before.fields for w in words(before.label(f))}
        new = [f for f in new if not {stem(w) for w in words(page.label(f))} <= old] or new
    return new[0] if new else next((f for f in fields if f.node.focused), None)


def _offered(before: PageModel, page: PageModel) -> tuple[str, ...]:
    new = [e for e in page.actionable if e.ref not in before.by_ref and e.seen and e.name]
    return tuple(dict.fromkeys(e.name for e in new))[:8]
