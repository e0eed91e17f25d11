"""What a page says to a form that was sent off: a complaint is no success, whoever pressed the button."""

import re
from typing import Final

from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel

# Words of pages that did not take what they were given, in alerts and in lines that tell a state.
_COMPLAINT: Final = re.compile(
    r"\b(?:errors?|invalid|wrong|incorrect|fail(?:ed|s)?|denied|refused|rejected|required|missing|expired|unknown"
    r"|can(?:not|['\u2019]t)|could(?: not|n['\u2019]t)|did(?: not|n['\u2019]t)"
    r"|does(?: not|n['\u2019]t)|is(?: not|n['\u2019]t)|no such"
    r"|not (?:found|valid|allowed|possible|recogni[sz]ed|correct|available|accepted|saved|sent)|try again|try later"
    r"|fill in|fill out|must|please (?:enter|fill|choose|select|provide|check|correct)|too (?:short|long|many|few|weak)"
    r"|already (?:taken|exists|in use)|first[.!]?$)",
    re.IGNORECASE,
)
_PRAISE: Final = re.compile(
    r"\b(?:thank|success|sent|saved|added|received|welcome|done|complete[d]?|created|updated|deleted|removed|booked"
    r"|confirmed|subscribed|accepted|paid)",
    re.IGNORECASE,
)
_LONGEST: Final = 300


def complaint(before: PageModel, after: PageModel) -> str | None:
    """Return what the page says against what was sent, in its words; None when it says nothing against it."""
    known = {e.text for e in _telling(before)}
    same = before.root.text == after.root.text
    for element in _telling(after):
        text = element.text[:_LONGEST]
        # What stood there before is said again only by a page that has not changed at all.
        if element.text in known and not (same and _is_alert(element)):
            continue
        if _is_alert(element) and not _PRAISE.search(text):
            return text
        if _COMPLAINT.search(text) and not _PRAISE.search(text):
            return text
    return _refused(before, after)


def _telling(page: PageModel) -> list[Element]:
    return [e for e in page.elements if e.text and e.seen and (_is_alert(e) or _is_status(e))]


def _is_alert(element: Element) -> bool:
    return element.node.role == "alert" or bool(element.classes & {"error", "errors", "alert", "danger", "invalid"})


def _is_status(element: Element) -> bool:
    return element.node.role in {"status", "log"} or "aria-live" in element.node.attributes


def _refused(before: PageModel, after: PageModel) -> str | None:
    """Return that a field has to be filled in, where the browser has kept the form back for it."""
    if before.root.text != after.root.text or before.snapshot.url != after.snapshot.url:
        return None
    empty = [
        f
        for f in after.fields
        if f.kind in FIELDS and f.seen and (f.node.required or "required" in f.node.attributes) and f.node.value == ""
    ]
    return f"“{after.label(empty[0]) or empty[0].name}” has to be filled in." if empty else None
