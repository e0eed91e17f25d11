"""Buttons: which of them can be used, which are called so, and which one sends a form."""

from collections.abc import Iterable, Sequence

from gossamer.features.interact.rules.effects import is_sending
from gossamer.features.interact.rules.elements import TYPED, Element
from gossamer.features.interact.rules.lexicon import phrase_set
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.similarity import folded


def called(controls: Iterable[Element], names: Iterable[str]) -> list[Element]:
    """Return those of *controls* that are called by one of *names*, in the order of the names."""
    known = list(controls)
    return [e for name in names for e in known if folded(e.name) == folded(name)]


def buttons_in(box: Element, kept: Iterable[str] = ()) -> list[Element]:
    """Return the buttons of *box* that can be used, without those that leave it, unless their name is *kept*."""
    leaving = (phrase_set("page", "close") | phrase_set("page", "reject")) - frozenset(kept)
    usable = (e for e in box.walk() if e.kind == "button" and e.seen and not e.node.disabled and e.name)
    return [e for e in usable if folded(e.name) not in leaving]


def send_button(page: Page, field: Element | None, names: Sequence[str]) -> Element | None:
    """Return the button that sends the form of *field*: in the innermost box around it that has one."""
    boxes = [a for a in field.ancestors() if len(a.inside) > 1 or a.kind == "form"] if field else page.elements[:1]
    typed = [f for f in page.fields if f.kind in TYPED]
    for box in boxes:
        buttons = buttons_in(box)
        submits = [e for e in buttons if e.node.attributes.get("type") == "submit"]
        found = called(buttons, names) or submits or [e for e in buttons if is_sending(e.name)]
        if found and (field is None or any(map(box.holds, typed))):
            return found[0]
        if box.kind in {"form", "dialog"} and buttons:
            return buttons[-1]
    return None
