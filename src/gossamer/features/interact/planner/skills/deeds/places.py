"""Views in which an entity may stand: folders, tabs and pages, gone to by the words that name them, or one by one."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.likeness import related, stem, words
from gossamer.features.interact.planner.language.phrases import owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, NotUnderstood, Run, Stuck
from gossamer.features.interact.planner.skills.deeds.entities import found_for, leads_elsewhere
from gossamer.features.interact.planner.skills.deeds.saying import Deed
from gossamer.features.interact.planner.skills.exploring import advance
from gossamer.features.interact.planner.wordsets import word_set

_GENERAL: Final = word_set("the a an my folder tab page view section list box area column category")
_MOST_PAGES: Final = 20
_MOST_TABS: Final = 10


def named_view(page: PageModel, said: Sequence[Token]) -> Element | None:
    """Return what leads to the view of that name: a link, a tab, a folder; its counter and symbol do not matter."""
    wanted = [singular(owner(t.norm)) for t in said if t.kind != "mark" and t.norm not in _GENERAL]
    if not wanted:
        return None

    def called(element: Element) -> bool:
        name = [singular(w) for w in words(element.name or element.text) if not w.isdigit() and w != "unread"]
        name = [w for w in name if w not in _GENERAL] or name
        if len(name) != len(wanted):
            return False
        return all(stem(n) == stem(w) or related(n, w) for n, w in zip(name, wanted, strict=True))

    found = [
        e for e in page.elements
        if e.node.role != "text" and e.seen and e.kind not in FIELDS | {"checkbox", "radio", "switch"}
        and e.node.checked is None and e.node.pressed is None
        and (e.actionable or e.kind in {"treeitem", "tab"}) and e.node.tag != "label" and called(e)
    ]  # fmt: skip
    found = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
    leading = [e for e in found if leads_elsewhere(e) or e.kind in {"link", "tab", "treeitem"}]
    plain = [e for e in found if e.kind != "button"]
    return next(iter(leading or plain), None)


async def go_to(run: Run, view: Element) -> None:
    """Go to a view, unless it is the one that is shown."""
    if view.node.selected is not True and "aria-current" not in view.node.attributes:
        await run.do(Click(view.ref), unasked=True)
    await run.look()


async def look_further(run: Run, deed: Deed) -> list[Element]:
    """Return the entries that are meant from the other pages of the list, or the other tabs; [] when none has them."""
    for _ in range(_MOST_PAGES):
        if not await advance(run):
            break
        found = found_for(await run.see(), deed.target)
        if found:
            return found
    return await _in_tabs(run, deed)


async def _in_tabs(run: Run, deed: Deed) -> list[Element]:
    tried: set[str] = set()
    for _ in range(_MOST_TABS):
        page = await run.look()
        tabs = [e for e in page.elements if e.kind == "tab" and e.seen and not e.node.disabled]
        tab = next((e for e in tabs if e.node.selected is not True and e.name not in tried), None)
        if tab is None:
            return []
        tried |= {tab.name, *(e.name for e in tabs if e.node.selected is True)}
        try:
            await run.do(Click(tab.ref), unasked=True)
        except (BudgetSpent, NotUnderstood):
            raise
        except Stuck:
            continue
        if found := found_for(await run.look(), deed.target):
            return found
    return []
