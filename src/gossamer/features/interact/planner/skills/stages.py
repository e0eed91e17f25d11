"""The steps of a form that is filled in one step after the other: what they are called, and what goes on."""

from typing import Final

from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.wordsets import word_set

_ONWARD: Final = word_set("continue next proceed forward weiter")
_STEPS: Final = word_set("step steps stepper wizard progress breadcrumb")
_FEWEST: Final = 2


def onward(page: PageModel) -> Element | None:
    """Return the control that goes to the next step; None on the last step, and on a page without steps."""
    if not step_names(page):
        return None
    found = [
        e
        for e in page.elements
        if e.kind in {"button", "link"}
        and e.seen
        and not e.node.disabled
        and words(e.name)[:1]
        and words(e.name)[0] in _ONWARD
        and "month" not in words(e.name)
    ]
    return found[0] if len(found) == 1 else None


def step_names(page: PageModel) -> tuple[str, ...]:
    """Return what the steps of the page's form are called, in their order; () when the page shows no steps."""
    for box in page.elements:
        inside = [e for e in box.inside if e.node.role != "text" and e.text]
        if len(inside) < _FEWEST or any(e.kind in {"cell", "option"} for e in inside):
            continue
        marked = any(e.node.attributes.get("aria-current") == "step" for e in box.walk())
        numbered = all(e.text[:1] == str(i) for i, e in enumerate(inside, 1))
        if marked or numbered or (box.classes & _STEPS and all(len(words(e.text)) <= 3 for e in inside)):  # noqa: PLR2004
            return tuple(e.text for e in inside)
    return ()
