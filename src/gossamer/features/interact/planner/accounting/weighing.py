"""Which steps cannot be taken back: those are never done for words that are only half understood."""

from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, Press, Step, Type
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.wordsets import word_set

# What a control is called that commits somebody, by its first words.
_COMMITS: Final = word_set(
    "buy book pay order purchase checkout reserve send submit delete remove trash erase discard publish post subscribe "
    "unsubscribe confirm save create cancel transfer sign log login logout signin signout register apply rename "
    "approve reject donate vote invite upload reply add"
)
# What only shows something, though it sends a form.
_SHOWS: Final = word_set("search find show go filter filters next previous back clear reset open close more view sort")


# What a control is called that does something of its own, by its first word.
_ACTING: Final = word_set(
    "new add create delete remove trash rename edit modify reply forward send compose write search save clear reset "
    "cancel buy book pay order subscribe unsubscribe upload download archive share publish copy print"
)


def own_verb(element: Element) -> str | None:
    """Return the verb that a button is named after; None when its name says no such thing."""
    name = words(element.name)
    return name[0] if element.kind in {"button", "link", "menuitem"} and name and name[0] in _ACTING else None


def is_final(page: PageModel, step: Step) -> bool:
    """Return whether *step* commits somebody: sends a form off, buys, books, pays, deletes, signs in or out."""
    if isinstance(step, AnswerDialog):
        return step.accept and page.snapshot.dialog is not None and page.snapshot.dialog.kind != "alert"
    ref = getattr(step, "ref", None)
    element = page.by_ref.get(ref) if ref else None
    if isinstance(step, Click):
        return element is not None and _commits(element)
    enters = (isinstance(step, Type) and step.submit) or (isinstance(step, Press) and step.key == "Enter")
    return enters and element is not None and element.kind in FIELDS and element.kind != "search"


def sends(page: PageModel, step: Step) -> bool:
    """Return whether *step* sends a form off, even if that only shows something."""
    ref = getattr(step, "ref", None)
    element = page.by_ref.get(ref) if ref else None
    return element is not None and (
        (isinstance(step, Click) and element.kind == "button" and _sends(element)) or is_final(page, step)
    )


def _commits(element: Element) -> bool:
    if element.kind in {"checkbox", "radio", "tab", "option"} or element.kind in FIELDS:
        return False
    name = words(element.name or element.node.value or "")
    if name and name[0] in _SHOWS:
        return False
    if any(w in _COMMITS for w in name[:2]):
        return True
    return element.kind == "button" and _sends(element) and folded(element.name) not in _SHOWS


def _sends(element: Element) -> bool:
    kind = element.node.attributes.get("type", "")
    in_form = any(a.node.tag == "form" for a in element.ancestors())
    return kind == "submit" or (element.node.tag == "button" and not kind and in_form)
