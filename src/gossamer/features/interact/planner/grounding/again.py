"""The same element on a page that was made anew: pages rebuild their HTML at a click, and the old element is gone."""

from gossamer.features.interact.planner.page.elements import Element, PageModel


def same_on(before: PageModel, element: Element, after: PageModel) -> Element | None:
    """Return the element of *after* that is what *element* was on *before*; None when that is not sure.

    It has the same tag, kind and name, and stands in a row of the same text; of several, the one at the same place
    among as many.
    """
    if element.ref in after.by_ref:
        return after.by_ref[element.ref]
    was, now = _alike(before, before, element), _alike(after, before, element)
    if not now or len(was) != len(now):
        return now[0] if len(now) == 1 else None
    at = next((i for i, e in enumerate(was) if e is element), None)
    return None if at is None else now[at]


def _alike(page: PageModel, before: PageModel, element: Element) -> list[Element]:
    wanted = _row_text(before, element)
    found = [
        e
        for e in page.elements
        if e.node.role != "text"
        and (e.node.tag, e.kind, e.node.name) == (element.node.tag, element.kind, element.node.name)
        and e.seen
        and page.label(e) == before.label(element)
    ]
    in_row = [e for e in found if _row_text(page, e) == wanted]
    return in_row or found


def _row_text(page: PageModel, element: Element) -> str:
    row = page.record(element)
    return "" if row is None else row.text
