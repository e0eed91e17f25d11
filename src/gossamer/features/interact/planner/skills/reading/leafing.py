"""Reading a table over all its pages: leafed to the end, and back to where it was."""

from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.exploring import (
    current_number,
    following_page,
    page_numbers,
    previous_control,
)

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
        else:
            await _go_back(run, len(pages) - 1)
        await run.look()
    return tuple(pages)


async def other_pages(run: Run) -> tuple[PageModel, ...]:
    """Return the pages behind the first one of a list; () on another page, and where there is no way back to it."""
    page = await run.see()
    return (await all_pages(run) or ())[1:] if following_page(page) is not None and _is_first(page) else ()


def _is_first(page: PageModel) -> bool:
    """Return whether the page is known to be the first of its series, and can be gone back to."""
    number = current_number(page)
    if number is not None:
        return number == 1
    back = previous_control(page)
    return back is not None and (back.node.disabled or "disabled" in back.classes or _is_last(back))


async def _go_back(run: Run, times: int) -> None:
    """Go back as many pages, where a control does that."""
    for _ in range(times):
        back = previous_control(await run.look())
        if back is None or back.node.disabled:
            return
        await run.do(Click(back.ref), unasked=True, shows=True)


def _is_last(control: Element) -> bool:
    return control.node.disabled or any("disabled" in a.classes for a in list(control.ancestors())[:1])
