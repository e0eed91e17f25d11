"""Prices whose cents only their style sets off, written as they are read: "$12<sup>99</sup>" becomes "$12.99"."""

from typing import Final

import turbohtml

from gossamer.content.amounts import MOST_BEFORE, PARTS, are_cents, is_set_off
from gossamer.content.markdown.survey import Survey

_INLINE: Final = frozenset(
    {"a", "b", "bdi", "data", "em", "font", "i", "ins", "mark", "small", "span", "strong", "sup", "u"}
)
# Pieces of text that the figures before are put together from.
_STEPS: Final = 6


def settle(survey: Survey) -> None:
    """Put a point before cents."""
    # Asking each of these elements costs a tenth of a selector with the names of cents.
    for element in [part for part in survey.node.iter_elements(PARTS) if is_set_off(part)]:
        if element.parent is None:
            continue
        before = _before(element)
        whole = before.rstrip()
        # What calls itself cents is that across a gap; what is raised behind one may be the number of a note.
        if whole and (whole == before or element.tag not in {"sup", "small"}) and are_cents(element, whole):
            _join(element)


def _join(element: turbohtml.Element) -> None:
    beside = element.previous_sibling
    while isinstance(beside, turbohtml.Text) and not beside.data.strip():
        blank, beside = beside, beside.previous_sibling
        blank.extract()
    if isinstance(beside, turbohtml.Text):
        beside.data = beside.data.rstrip()
    element.insert_before(turbohtml.Text("."))
    if element.tag == "sup":
        element.unwrap()


def _before(element: turbohtml.Element) -> str:
    """Return the last characters before *element* on its line."""
    read = ""
    at: turbohtml.Node = element
    for _ in range(_STEPS):
        if len(read) >= MOST_BEFORE:
            break
        beside = at.previous_sibling
        if beside is None:
            above = at.parent
            if not isinstance(above, turbohtml.Element) or above.tag not in _INLINE:
                break
            at = above
            continue
        at = beside
        if isinstance(beside, turbohtml.Text):
            read = beside.data[-MOST_BEFORE:] + read
        elif isinstance(beside, turbohtml.Element):
            if beside.tag not in _INLINE:
                break
            read = beside.text[-MOST_BEFORE:] + read
    return read[-MOST_BEFORE:]
