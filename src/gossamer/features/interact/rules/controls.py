"""Controls: the buttons of a name, the one that sends a form, and what leads on in a series or loads more of a list."""

from collections.abc import Iterable, Sequence
from typing import Final

from gossamer.content.text.names import singular
from gossamer.features.interact.rules.effects import is_sending
from gossamer.features.interact.rules.elements import FIELDS, TYPED, Element
from gossamer.features.interact.rules.lexicon import phrase_set
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.similarity import folded, words

_LONGEST: Final = 40
_KINDS: Final = frozenset({"link", "button", ""})


def called(controls: Iterable[Element], names: Iterable[str]) -> list[Element]:
    """Return those of *controls* that are called by one of *names*, in the order of the names."""
    all_controls = list(controls)
    return [e for name in names for e in all_controls if folded(e.name) == folded(name)]


def buttons_in(box: Element, labels: Iterable[str] = ()) -> list[Element]:
    """Return the buttons of *box* that can be used, without those that leave it, unless they have one of *labels*."""
    leaving = (phrase_set("page", "close") | phrase_set("page", "reject")) - frozenset(labels)
    usable = (e for e in box.walk() if e.kind == "button" and e.seen and not e.node.disabled and e.name)
    return [e for e in usable if folded(e.name) not in leaving]


def send_button(page: Page, field: Element | None, names: Sequence[str]) -> Element | None:
    """Return the button that sends the form of *field*: in the innermost box around it that has one."""
    typed = [f for f in page.fields if f.kind in TYPED]
    for box in field.ancestors() if field else page.elements[:1]:
        buttons = buttons_in(box)
        send_buttons = _senders(buttons, names)
        if send_buttons and (field is None or any(map(box.holds, typed))):
            return send_buttons[0]
        if box.kind in {"form", "dialog"} and buttons:
            return buttons[-1]
    return None


def _senders(buttons: Sequence[Element], names: Sequence[str]) -> list[Element]:
    """Return those of *buttons* that send a form: by one of *names*, by their type, else by what they are called."""
    submits = [e for e in buttons if e.node.attributes.get("type") == "submit"]
    return called(buttons, names) or submits or [e for e in buttons if is_sending(e.name)]


def is_on(element: Element) -> bool:
    """Return whether a control can be used: a disabled one marks the end of a series."""
    off = element.node.disabled or element.node.attributes.get("aria-disabled") == "true"
    return element.seen and not off and not any("disabled" in e.classes for e in (element, element.parent) if e)


def _turning(page: Page, rel: str, names: frozenset[str]) -> list[Element]:
    """Return the controls that lead on by relation or name."""
    usable = [e for e in page.usable if e.kind not in FIELDS and is_on(e)]

    def is_called(e: Element) -> bool:
        own_words = {folded(e.name), e.name.strip().casefold(), folded(e.node.described)}
        return bool(own_words & names) or folded(e.name.strip(" ‹›«»<>→←")) in names  # noqa: RUF001

    named = [e for e in usable if is_called(e)]
    return [*(e for e in usable if e.node.attributes.get("rel") == rel), *named]


def next_control(page: Page) -> Element | None:
    """Return the control for the next page of a series, by relation, name, class or number; None on the last one."""
    next_controls = _turning(page, "next", phrase_set("page", "next"))
    if not next_controls:
        next_controls = [
            e for e in page.usable if "next" in e.classes and len(e.text) < _LONGEST and e.kind in _KINDS and is_on(e)
        ]
    if next_controls:
        return next_controls[0]
    numbers = [e for e in page.elements if e.text.isdigit() and not e.is_text]
    shown = [e for e in numbers if e.node.attributes.get("aria-current") or e.classes & {"current", "active"}]
    return find_page_control(page, int(shown[0].text) + 1) if shown else None


def find_page_control(page: Page, number: int) -> Element | None:
    """Return the control for page *number* of a series; None where the page has none."""
    numbers = [e for e in page.usable if e.kind in _KINDS and e.text.isdigit() and is_on(e)]
    return next((e for e in numbers if int(e.text) == number), None)


def more_control(page: Page) -> Element | None:
    """Return the button that loads more of the list on this page; None without one."""
    names = phrase_set("page", "more") - {"more", "next", "show next"}
    usable = [e for e in page.usable if e.kind in _KINDS and e.seen and len(e.name) < _LONGEST]
    begins = tuple(f"{n} " for n in names)
    # "More courses" loads more of them where the page lists courses; "More filters" does not.
    lists = {singular(w) for t in page.titles for w in words(t)}
    called = ((folded(e.name), e) for e in usable if not e.node.attributes.get("aria-haspopup"))
    return next((e for name, e in called if name in names or name.startswith(begins) or _is_more(e, lists)), None)


def _is_more(element: Element, lists: set[str]) -> bool:
    name = words(element.name)
    return element.kind == "button" and len(name) == 2 and name[0] == "more" and singular(name[1]) in lists  # noqa: PLR2004
