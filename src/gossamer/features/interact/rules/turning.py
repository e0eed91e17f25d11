"""Turning pages: the controls that lead on in a series, or load more of a list."""

from typing import Final

from gossamer.features.interact.rules.elements import FIELDS, Element
from gossamer.features.interact.rules.lexicon import phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.similarity import folded

_LONGEST: Final = 40
_FEWEST: Final = 2


def _is_on(element: Element) -> bool:
    """Return whether a control can be used: a disabled one marks the end of a series."""
    off = element.node.disabled or "disabled" in element.classes
    off = off or element.node.attributes.get("aria-disabled") == "true"
    above = element.parent
    return element.seen and not off and not (above is not None and "disabled" in above.classes)


def _called(element: Element, names: frozenset[str]) -> bool:
    said = {folded(element.name), element.name.strip().casefold(), folded(element.node.described)}
    return bool(said & names) or folded(element.name.strip(" ‹›«»<>→←")) in names  # noqa: RUF001


def next_control(page: Page) -> Element | None:
    """Return what leads to the next page of a series; None on the last one."""
    usable = [e for e in page.usable if e.kind not in FIELDS and _is_on(e)]
    by_rel = [e for e in usable if e.node.attributes.get("rel") == "next"]
    by_name = [e for e in usable if _called(e, phrase_set("page", "next"))]
    by_class = [
        e for e in usable if "next" in e.classes and len(e.text) < _LONGEST and e.kind in {"link", "button", ""}
    ]
    return next(iter([*by_rel, *by_name, *by_class]), None) or _next_number(page, usable)


def _next_number(page: Page, usable: list[Element]) -> Element | None:
    """Return the link with the number behind that of the page that is shown."""
    shown = [
        e
        for e in page.elements
        if e.text.isdigit() and (e.node.attributes.get("aria-current") or e.classes & {"current", "active"})
    ]
    numbers = {int(e.text): e for e in usable if e.text.isdigit() and e.kind in {"link", "button", ""}}
    return numbers.get(int(shown[0].text) + 1) if shown else None


def previous_control(page: Page) -> Element | None:
    """Return what leads to the page before; None on the first one."""
    usable = [e for e in page.usable if e.kind not in FIELDS and _is_on(e)]
    by_rel = [e for e in usable if e.node.attributes.get("rel") == "prev"]
    return next(iter([*by_rel, *(e for e in usable if _called(e, phrase_set("page", "previous")))]), None)


def numbered_control(page: Page, number: int) -> Element | None:
    """Return what leads to page *number* of a series, -1 for the last one; None where the page has no such control."""
    numbers = [e for e in page.usable if e.kind in {"link", "button", ""} and e.text.isdigit() and e.seen]
    if number < 0:
        named = [e for e in page.usable if folded(e.name) in {"last", "last page", "»|"}]
        return next(iter(named), max(numbers, key=lambda e: int(e.text), default=None))
    return next((e for e in numbers if int(e.text) == number), None)


def more_control(page: Page) -> Element | None:
    """Return the button that loads more of the list on this page; None without one."""
    usable = [e for e in page.usable if e.kind in {"button", "link", ""} and e.seen and len(e.name) < _LONGEST]
    names = phrase_set("page", "more") - {"more", "next", "show next"}
    return next((e for e in usable if _is_more(e, names)), None)


def _is_more(element: Element, names: frozenset[str]) -> bool:
    said = folded(element.name)
    return said in names or any(said.startswith(f"{one} ") and len(one.split()) >= _FEWEST for one in names)


def is_loading(element: Element) -> bool:
    """Return whether a button says that it is at work: "Loading…", or it is disabled for a moment."""
    name = element.name.casefold()
    off = element.node.attributes.get("aria-disabled") == "true" and name.endswith(("…", "..."))
    return off or name.rstrip(".… ").split(" ")[0] in word_list("page", "busy")
