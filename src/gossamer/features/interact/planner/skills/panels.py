"""Looking through the page's own panels: what is named may stand behind another tab, or a part that is folded up.

Only what shows is used for that, never what does: tabs, the entries of a navigation that lead nowhere else, and what
folds parts of the page up. Where no panel speaks of what is named, the page is left as it was.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.accounting.coverage import telling_words
from gossamer.features.interact.planner.accounting.weighing import own_verb
from gossamer.features.interact.planner.grounding.likeness import related, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, owner
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, Run, Stuck
from gossamer.features.interact.planner.skills.submitting import names_button
from gossamer.features.interact.planner.wordsets import word_set

_MOST_PANELS: Final = 12
_LONGEST_NAME: Final = 3
_FEWEST: Final = 2
_CURRENT: Final = word_set("active current selected on cur open sel")
_SHUT_KINDS: Final = word_set("select combobox textbox search date")
_LEAVES: Final = word_set("log sign logout signout exit quit leave delete remove buy pay order")
_LOOKED_FOR: Final = word_set("choose set fill open find go act uncheck click use mark add close")


def names_panel_thing(command: Command, page: PageModel) -> bool:
    """Return whether the page as it is says no word of what a command names, and has other panels to look into."""
    said = named_words(command)
    return (
        bool(said)
        and command.action in {"set", "choose", "fill"}
        and not command.whole().quotes
        and not _speaks(page, said, least=1)
        and bool(switches(page))
    )


async def elsewhere(run: Run, command: Command, attempt: Callable[[], Awaitable[None]]) -> bool:
    """Carry *attempt* out in the first other panel that speaks of all that is named; False when none does."""
    said = named_words(command)
    if not said or command.action not in _LOOKED_FOR or command.question:
        return False
    async for panel in Panels(run):
        if not _speaks(panel, said) and not _labels(panel, command):
            continue
        if command.action == "close" and not names_button(command, panel, command.whole(), set()):
            # What closes is used only where it is called as all that is said.
            continue
        before = len(run.performed)
        try:
            await attempt()
        except BudgetSpent:
            raise
        except Stuck:
            if len(run.performed) > before:
                raise
            continue
        return True
    return False


class Panels:
    """The other panels of the page, each shown in turn; when all were looked at, the first one is shown again."""

    def __init__(self, run: Run, *, folded_too: bool = True) -> None:
        self._run = run
        self._folded_too = folded_too

    async def __aiter__(self) -> AsyncIterator[PageModel]:
        """Yield the page with each panel shown."""
        run = self._run
        page = await run.see()
        home, tried = current(page), set[str]()
        told, seen = len(run.acts), run.evidence.copy()
        for _ in range(_MOST_PANELS):
            page = await run.look()
            target = next((e for e in self._targets(page) if _key(e) not in tried), None)
            if target is None:
                break
            tried.add(_key(target))
            try:
                await run.do(Click(target.ref), unasked=True, shows=True)
            except BudgetSpent:
                raise
            except Stuck:
                continue
            shown = await run.look()
            if _address(shown) != _address(page):
                return
            yield shown
            await self._fold(target)
            # It was not this one: what it is called accounts for nothing.
            del run.acts[told:]
            run.evidence = seen.copy()
        if home is not None and tried:
            again = next((e for e in switches(await run.look()) if _key(e) == _key(home)), None)
            if again is not None:
                await run.do(Click(again.ref), unasked=True, shows=True)
                del run.acts[told:]
                run.evidence = seen

    async def _fold(self, part: Element) -> None:
        """Fold a part up again that was unfolded only to look into it."""
        if part.kind == "tab" or part.node.expanded is None:
            return
        page = await self._run.look()
        again = [e for e in page.elements if _key(e) == _key(part) and e.node.expanded is True]
        if len(again) == 1:
            try:
                await self._run.do(Click(again[0].ref), unasked=True, shows=True)
            except BudgetSpent:
                raise
            except Stuck:
                return

    def _targets(self, page: PageModel) -> list[Element]:
        found = [e for e in switches(page) if not is_current(e)]
        return [*found, *folded_parts(page)] if self._folded_too else found


def _key(element: Element) -> str:
    return f"{element.node.tag} {element.name}"


def _address(page: PageModel) -> str:
    return page.snapshot.url.partition("#")[0]


def named_words(command: Command) -> tuple[str, ...]:
    """Return the words of a command that name something on a page, without its verb and what is to be typed."""
    verb = set(command.verb.split())
    tokens = [t for t in command.clause if t.norm not in verb | _SETTING and t.kind == "word"]
    return tuple(
        w
        for t in telling_words(Phrase(command.source, tuple(tokens)))
        for w in words(owner(t.text))
        if w not in _SETTING and w not in verb
    )


_SETTING: Final = word_set("turn on off switch change set enable disable please like want i'd prefer make to sent have")


def _speaks(page: PageModel, said: Sequence[str], *, least: int = 0) -> bool:
    """Return whether the page says all these words, or at *least* so many."""
    have = {w for e in page.elements for text in _readable(e) for w in words(text)}
    stems = {stem(w) for w in have}
    hits = sum(stem(s) in stems or any(related(s, w) for w in have) for s in said)
    return hits >= (least or len(said))


def _labels(page: PageModel, command: Command) -> bool:
    """Return whether a field of the page is called as what is to be set to a value."""
    if command.action not in {"set", "fill"} or command.role("to", "as") is None:
        return False
    said = [w for w in words(command.object.bare.raw) if w not in _SETTING]
    return bool(said) and any(
        f.seen and set(words(page.label(f))) and all(any(related(s, w) for w in words(page.label(f))) for s in said)
        for f in page.fields
    )


def _readable(element: Element) -> Iterable[str]:
    yield element.node.name
    yield element.text if not element.inside else ""
    yield element.node.described
    yield from element.node.options


def switches(page: PageModel) -> list[Element]:
    """Return what shows another panel of the same page: tabs, and a navigation's entries without an address."""
    if page.dialogs:
        return []
    tabs = [e for e in page.elements if e.kind == "tab" and e.seen and not e.node.disabled and e.node.role != "text"]
    if len(tabs) >= _FEWEST:
        return tabs
    for box in page.elements:
        if box.node.tag not in {"nav", "aside"} and box.node.role not in {"navigation", "tablist", "menubar"}:
            continue
        found = [e for e in box.walk() if e is not box and _switches(e)]
        found = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
        if len(found) >= _FEWEST:
            return found
    return _steps(page)


def _steps(page: PageModel) -> list[Element]:
    """Return the buttons of a form's steps, where all of them can be gone to and one is said to be the current one."""
    for marked in page.elements:
        if marked.node.attributes.get("aria-current") != "step" or marked.parent is None:
            continue
        for box in (marked.parent, *list(marked.parent.ancestors())[:1]):
            found = [e for e in box.walk() if e is not box and _switches(e)]
            found = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
            if len(found) >= _FEWEST and any(marked is e for e in found):
                return found
    return []


def _switches(element: Element) -> bool:
    node = element.node
    href = node.attributes.get("href", "")
    return (
        node.role != "text"
        and element.seen
        and not node.disabled
        and (node.clickable or element.kind in {"button", "link", "tab", "menuitem"})
        and 0 < len(words(element.name or element.text)) <= _LONGEST_NAME
        and (not href or "#" in href)
        and own_verb(element) is None
        and not set(words(element.name)[:1]) & _LEAVES
        and not any(a.node.tag == "form" for a in element.ancestors())
    )


def current(page: PageModel) -> Element | None:
    """Return the switch of the panel that is shown; None when the page does not tell."""
    return next((e for e in switches(page) if is_current(e)), None)


def is_current(element: Element) -> bool:
    """Return whether a tab or an entry of a navigation is the one whose panel is shown."""
    node = element.node
    own = set(node.attributes.get("class", "").casefold().split()) & _CURRENT
    return (
        node.selected is True
        or node.pressed is True
        or bool(own)
        or node.attributes.get("aria-current", "false") not in {"false", ""}
        or (element.parent is not None and element.parent.node.tag == "li" and bool(element.parent.classes & _CURRENT))
    )


def folded_parts(page: PageModel) -> list[Element]:
    """Return what unfolds a part of the page: no menu, no list to choose from, no dialog."""
    return [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.seen
        and not e.node.disabled
        and (not page.dialogs or any(d.holds(e) for d in page.dialogs))
        and e.kind not in _SHUT_KINDS
        and not e.node.attributes.get("aria-haspopup")
        and own_verb(e) is None
        and (e.node.expanded is False or (e.node.tag == "summary" and e.node.expanded is not True))
        and (e.kind in {"button", "link", "tab", ""} or e.node.tag == "summary")
    ]
