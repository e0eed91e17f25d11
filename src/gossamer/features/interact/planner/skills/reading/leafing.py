"""Reading a table over all its pages: leafed to the end, and back to where it was."""

from collections.abc import Callable
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.exploring import (
    current_number,
    following_page,
    page_before,
    page_numbers,
    previous_control,
)

_MOST_PAGES: Final = 20


async def all_pages(run: Run) -> tuple[PageModel, ...] | None:
    """Return the pages of the list that is shown, this one first; None when there are too many to leaf through.

    Only the controls that lead to the page before and the next one are used; afterwards the page is as it was.
    """
    here = await run.see()
    before = await _leafed(run, page_before)
    if before is None:
        return None
    await _go(run, following_page, len(before))
    after = await _leafed(run, _next)
    if after is None or len(before) + len(after) >= _MOST_PAGES:
        return None
    home = [e for n, e in page_numbers(await run.see()) if n == current_number(here)]
    if after and home:
        await run.do(Click(home[0].ref), unasked=True, shows=True)
    else:
        await _go(run, previous_control, len(after))
    await run.look()
    return (here, *before, *after)


async def _leafed(run: Run, control_of: Callable[[PageModel], Element | None]) -> list[PageModel] | None:
    """Return the pages that a control leads to, one after the other; None when there are too many."""
    page, pages = await run.see(), list[PageModel]()
    while (control := control_of(page)) is not None:
        if len(pages) >= _MOST_PAGES:
            return None
        text = page.root.text
        await run.do(Click(control.ref), unasked=True, shows=True)
        page = await run.look()
        if page.root.text == text:
            break
        pages.append(page)
    return pages


def _next(page: PageModel) -> Element | None:
    control = following_page(page)
    return None if control is None or _is_last(control) else control


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


async def _go(run: Run, control_of: Callable[[PageModel], Element | None], times: int) -> None:
    """Go as many pages, where a control does that."""
    for _ in range(times):
        control = control_of(await run.look())
        if control is None or control.node.disabled:
            return
        await run.do(Click(control.ref), unasked=True, shows=True)
    await run.look()


def _is_last(control: Element) -> bool:
    return control.node.disabled or any("disabled" in a.classes for a in list(control.ancestors())[:1])
