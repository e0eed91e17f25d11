"""Reading a table over all its pages: leafed to the end, and back to where it was."""

from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.exploring import following_page, page_numbers

_MOST_PAGES: Final = 20


async def all_pages(run: Run) -> tuple[PageModel, ...] | None:
    """Return the pages of the list that is shown, this one first; None when there are too many to leaf through.

    Only the controls that lead to the next page are used; afterwards the page is as it was.
    """
    page = await run.see()
    pages = [page]
    while (control := following_page(page)) is not None and not _is_last(control):
        if len(pages) >= _MOST_PAGES:
            return None
        before = page.root.text
        await run.do(Click(control.ref), unasked=True, shows=True)
        page = await run.look()
        if page.root.text == before:
            break
        pages.append(page)
    if len(pages) > 1:
        first = [e for n, e in page_numbers(page) if n == 1]
        if first:
            await run.do(Click(first[0].ref), unasked=True, shows=True)
        await run.look()
    return tuple(pages)


def _is_last(control: Element) -> bool:
    return control.node.disabled or any("disabled" in a.classes for a in list(control.ancestors())[:1])
