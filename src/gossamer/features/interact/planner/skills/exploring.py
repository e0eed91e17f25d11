"""Finding what is not shown yet: in closed sections, other tabs, further down, on the next page."""

from typing import Final

from gossamer.core.interaction import Click, Hover, ScrollBy
from gossamer.features.interact.planner.grounding.finding import EXACT, Description
from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, NotUnderstood, Run, Stuck

_MOST_OPENED: Final = 40
_MOST_SCROLLS: Final = 15
_NEXT: Final = (
    "next",
    "next page",
    ">",
    "\u203a",
    "»",
    "→",
    "older",
    "more results",
    "next \u203a",
    "next »",
    "next >",
)
_MORE: Final = ("load more", "show more", "more", "view more", "see more")


async def find_or_explore(run: Run, described: Description, *, paging: bool = False) -> Match:
    """Return the best match, opening what is closed when the page as it stands has none. Raises Stuck."""
    finder = await run.finder()
    found = finder.find(described)
    if found and (found[0].score >= EXACT or not described.phrase.quotes):
        return found[0]
    nearest = finder.nearest(described)
    first = found[0] if found else None
    explored = None
    if run.may_explore or described.phrase.quotes:
        explored = await _open_closed(run, described)
    explored = explored or await _scroll(run, described)
    if explored is None and paging:
        explored = await _leaf(run, described)
    if explored is not None:
        return explored
    if first is not None:
        again = (await run.finder()).find(described)
        if again:
            return again[0]
    raise Stuck(f'Nothing on the page is "{described.said}".', nearest)


def closed(page: PageModel) -> list[Element]:
    """Return what can be opened and is not: sections, branches, tabs."""
    found: list[Element] = []
    for element in page.elements:
        if element.node.role == "text" or not element.seen or element.node.disabled:
            continue
        if element.kind == "tab" and element.node.expanded is None:
            if element.node.selected is not True:
                found.append(element)
        elif (element.node.expanded is False and element.kind not in {"select", "combobox", "textbox", "search"}) or (
            element.node.expanded is None and _looks_closed(element)
        ):
            found.append(element)
    return found


def _looks_closed(element: Element) -> bool:
    classes = element.classes
    return (
        (
            bool(classes & {"expandable", "collapsed", "closed"})
            and bool(classes & {"hitarea", "folder", "toggle", "header", "hit"})
        )
        or ("folder" in classes and element.node.tag == "span")
        or element.node.tag == "summary"
    )


async def _open_closed(run: Run, described: Description) -> Match | None:
    tried: set[str] = set()
    for _ in range(_MOST_OPENED):
        page = await run.look()
        targets = [e for e in closed(page) if e.ref not in tried]
        if not targets:
            return None
        target = targets[0]
        tried.add(target.ref)
        try:
            await run.do(Click(_handle(target).ref))
        except (BudgetSpent, NotUnderstood):
            raise
        except Stuck:
            continue
        await run.look()
        finder = await run.finder()
        found = finder.find(described)
        if found and (found[0].score >= EXACT or not described.phrase.quotes):
            return found[0]
    return None


def _handle(target: Element) -> Element:
    return target


async def _scroll(run: Run, described: Description) -> Match | None:
    page = await run.see()
    if page.snapshot.extent[1] <= page.snapshot.viewport[1] + page.snapshot.scroll[1] + 4:
        return None
    for _ in range(_MOST_SCROLLS):
        before = (page.snapshot.scroll, page.snapshot.extent, len(page.elements))
        await run.do(ScrollBy("down"))
        page = await run.look()
        found = (await run.finder()).find(described)
        if found and (found[0].score >= EXACT or not described.phrase.quotes):
            return found[0]
        if (page.snapshot.scroll, page.snapshot.extent, len(page.elements)) == before:
            return None
    return None


def next_control(page: PageModel) -> Element | None:
    """Return what leads to the next page of a series; None on the last one."""
    for element in page.actionable:
        if (
            element.kind in {"textbox", "select"}
            or not element.seen
            or element.node.disabled
            or "disabled" in element.classes
        ):
            continue
        if element.node.attributes.get("rel") == "next" or element.node.attributes.get("aria-disabled") == "true":
            if element.node.attributes.get("rel") == "next":
                return element
            continue
        if folded(element.name) in _NEXT or element.name.strip() in _NEXT or folded(element.node.described) in _NEXT:
            if any("disabled" in a.classes for a in list(element.ancestors())[:1]):
                continue
            return element
    by_class = [
        e
        for e in page.actionable
        if "next" in e.classes and e.seen and e.kind in {"link", "button", "icon", ""} and not e.node.disabled
    ]
    return by_class[0] if by_class else None


_PREVIOUS: Final = (
    "previous", "prev", "previous page", "<", "\u2039", "«", "←", "newer", "\u2039 previous", "« previous",
    "< previous",
)  # fmt: skip


def previous_control(page: PageModel) -> Element | None:
    """Return what leads to the page before in a series, also where it cannot be used on the first; None without one."""
    return next(
        (
            e
            for e in page.elements
            if e.kind in {"button", "link"} and e.seen and (folded(e.name) in _PREVIOUS or e.name.strip() in _PREVIOUS)
        ),
        None,
    )


def following_page(page: PageModel) -> Element | None:
    """Return what leads to the next page of a series, by its name or its number; None on the last one."""
    return next_control(page) or _next_number(page)


def page_before(page: PageModel) -> Element | None:
    """Return what leads to the page before in a series, by its name or its number; None on the first one."""
    number = current_number(page)
    if number is not None:
        return next((e for n, e in page_numbers(page) if n == number - 1), None)
    back = previous_control(page)
    barred = back is not None and (
        back.node.disabled
        or back.node.attributes.get("aria-disabled") == "true"
        or any("disabled" in e.classes for e in (back, *list(back.ancestors())[:1]))
    )
    return None if barred else back


def is_part(page: PageModel) -> bool:
    """Return whether a page is one of a series, with others before or behind it."""
    return following_page(page) is not None or page_before(page) is not None


def more_control(page: PageModel) -> Element | None:
    """Return what loads more of a list; None when all is there."""
    for element in page.actionable:
        if (
            element.kind in {"button", "link", ""}
            and element.seen
            and not element.node.disabled
            and any(folded(element.name).startswith(m) and len(folded(element.name)) < len(m) + 20 for m in _MORE)
        ):
            return element
    return None


def page_numbers(page: PageModel) -> list[tuple[int, Element]]:
    """Return the numbered controls of a series of pages."""
    found = [
        (int(folded(e.name)), e)
        for e in page.actionable
        if e.kind in {"link", "button", ""} and folded(e.name).isdigit() and len(folded(e.name)) <= 3  # noqa: PLR2004
    ]
    return found if len(found) > 1 and [n for n, _ in found] == sorted(n for n, _ in found) else []


async def _leaf(run: Run, described: Description) -> Match | None:
    while await advance(run):
        found = (await run.finder()).find(described)
        if found and (found[0].score >= EXACT or not described.phrase.quotes):
            return found[0]
    return None


async def advance(run: Run) -> bool:
    """Go to the next page of a series; False when there is none, or it changes nothing."""
    page = await run.look()
    control = following_page(page)
    if control is None or not await run.leave_page():
        return False
    before = page.root.text
    await run.do(Click(control.ref))
    return (await run.look()).root.text != before


def _next_number(page: PageModel) -> Element | None:
    active = current_number(page)
    if active is None:
        return None
    return next((e for n, e in page_numbers(page) if n == active + 1), None)


def current_number(page: PageModel) -> int | None:
    """Return the number of the page of a series that is shown; None when the page does not tell."""
    return next(
        (
            n
            for n, e in page_numbers(page)
            if e.classes & {"active", "current", "selected"}
            or "aria-current" in e.node.attributes
            or any(a.classes & {"active", "current", "selected"} for a in list(e.ancestors())[:1])
        ),
        None,
    )


async def hover_then_click(run: Run, path: list[Description]) -> None:
    """Follow a path of menus: each is hovered, or clicked when that shows nothing; the last one is clicked."""
    for i, described in enumerate(path):
        match = await run.need(described)
        if i == len(path) - 1:
            await run.do(Click(match.element.ref))
            return
        await run.do(Hover(match.element.ref))
        await run.look()
        if not (await run.finder()).find(path[i + 1]):
            await run.do(Click(match.element.ref))
