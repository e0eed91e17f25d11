"""List controls: whether a filter or an order took effect on the list, and the button that applies it.

Some controls act at once, others only when their form is sent. The list itself is the evidence: its records changed, or
they are what was asked for. A control that visibly did nothing is reported, never taken for done.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.core.interaction import Press
from gossamer.features.interact.rules.buttons import buttons_in
from gossamer.features.interact.rules.commands import Command, names_something
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, words

_SURE: Final = 0.75
_SAVED: Final = frozenset({"textarea", "editor", "password", "upload"})

# Whether the list of a page is as it was asked for; None where the page does not show it.
Agrees: TypeAlias = Callable[[Page], bool | None]


@dataclass(frozen=True)
class ListChange:
    """What was done to a list: *what* names it in a sentence; *agrees* checks the list that came of it."""

    what: str
    agrees: Agrees


def shown_list(page: Page) -> tuple[str, ...]:
    """Return the texts of the records of the main list; the text of the page where it has none."""
    lists = [one for one in record_lists(page) if not one.apart]
    return tuple(r.text for r in lists[0].records) if lists else (page.elements[0].text,)


def reacted(was: Page, page: Page) -> bool:
    """Return whether the list, or the address, is another one than it was."""
    return page.snapshot.url != was.snapshot.url or shown_list(page) != shown_list(was)


def apply_button(page: Page, field: Element) -> Element | None:
    """Return the button that applies *field*: in the innermost box around it that has one; None without one."""
    applies = tuple(word_list("page", "applies"))
    for box in field.ancestors():
        named = [
            e for e in buttons_in(box, applies) if words(e.name)[:1] and best_match(words(e.name)[0], applies) >= _SURE
        ]
        named = [e for e in named if page.record(e) in {None, e, page.record(field)} and _is_of(page, e, field)]
        if named:
            after = [e for e in named if e.index > field.index]
            return None if _saves(page, box) else (after or named)[0]
        if box.kind in {"form", "dialog"}:
            return None
    return None


def _is_of(page: Page, button: Element, field: Element) -> bool:
    """Return whether the fields nearest to *button* are those that *field* is one of."""
    fields = [f for f in page.fields if f.kind in FIELDS | TOGGLES]
    nearest = next((box for box in button.ancestors() if any(box.holds(f) for f in fields)), None)
    return nearest is not None and nearest.holds(field)


def _saves(page: Page, box: Element) -> bool:
    """Return whether the fields in *box* are for something that is stored, not for a list that is shown."""
    inside = [f for f in page.fields if box.holds(f)]
    return any(f.kind in _SAVED or (f.node.required and not f.node.value and f.kind in TYPED) for f in inside)


async def take_effect(run: Run, was: Page, used: Element, change: ListChange, *, acted: bool) -> None:
    """Apply what was set by *used*, where it has not *acted* by itself, and check the list. Raises Stuck.

    *was* is the page before. Nothing is applied yet where the next clause sets more in the same form, or sends it.
    """
    page = await run.see()
    field = page.by_ref.get(used.ref)
    if not acted and field is not None and field.kind in FIELDS | TOGGLES:
        button = apply_button(page, field)
        if button is not None and any(_goes_on(page, button, command) for command in run.upcoming):
            return
        if button is not None:
            await run.click(button)
        elif field.kind in TYPED:
            await run.do(Press("Enter", field.ref))
    await run.watch(lambda page: reacted(was, page) or bool(change.agrees(page)))
    _check(run, was, await run.see(), change)


def _check(run: Run, was: Page, page: Page, change: ListChange) -> None:
    """Raise Stuck where the list is not what was asked for; note where that cannot be seen."""
    agrees = change.agrees(page)
    same = shown_list(page) == shown_list(was)
    if same and agrees is False:
        raise Stuck(f"The list did not change after {change.what}, and it is not as asked for.")
    if agrees is False:
        run.notices.append(f"The list changed after {change.what}, but not all of it is as asked for.")
    elif same and agrees is None and page.snapshot.url == was.snapshot.url:
        run.notices.append(f"The list did not change after {change.what}; the page does not show whether it applies.")


def _goes_on(page: Page, button: Element, command: Command) -> bool:
    """Return whether *command*, the next clause, uses *button* itself or sets another field that it applies."""
    named = {w for t in command.clause.tokens for w in words(t.text)} - word_list("grammar", "articles")
    called = set(words(button.name)) - word_list("grammar", "articles")
    # "Then show the cars" may be the button "Show cars".
    if named == called or (command.action in {"press", "submit"} and called <= named):
        return True
    nouns = word_list("page", "form_nouns") | word_list("page", "filter_nouns")
    if command.action == "submit" and {t.norm for t in command.content} <= nouns:
        return True
    if command.action not in {"filter", "choose", "set", "check", "uncheck", "fill", "sort"}:
        return False
    fields = [f for f in page.fields if f.kind in FIELDS | TOGGLES and f.seen and apply_button(page, f) is button]
    values = {w for f in fields for text in (page.label(f), *f.node.options) for w in words(text)}
    return all(best_match(t.norm, tuple(values)) >= _SURE for t in command.content if t.kind == "word") and any(
        names_something(t) for t in command.content
    )
