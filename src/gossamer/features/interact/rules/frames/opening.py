"""Open: follow a link, open a record, a tab, a section or a menu, or move through the history."""

import re
from typing import Final
from urllib.parse import urljoin

from gossamer.core.interaction import Back, Click, Forward, GoTo, Reload, SwitchTab
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.grounding import Match
from gossamer.features.interact.rules.lexicon import phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded
from gossamer.features.interact.rules.targets import choose, last_record, matches, only_pronouns
from gossamer.features.interact.rules.turning import next_control, numbered_control, previous_control

_ACTIONS: Final = frozenset({"open", "go", "collapse", "read", "search", "filter", "choose"})
_PLAIN: Final = frozenset({"open", "go", "collapse"})
_PAGE_NUMBER: Final = re.compile(r"(?:to )?(?:the )?page (?:number )?(\d{1,5})", re.IGNORECASE)
_UNFOLDING: Final = frozenset({"expand", "unfold", "uncollapse", "reveal"})
_MOST_OPENED: Final = 40
_LOWER: Final = 0.12


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for going somewhere: an address, the history, a page of a series, or what is named."""
    if command.negated or command.action not in _ACTIONS or command.until is not None:
        return []
    if command.action not in _PLAIN:
        return []
    plans = [*_address(page, command), *_series(page, command), *_tab(page, command), *_all_closed(page, command)]
    return plans or [*_history(command), *_named(run, page, command)]


def _history(command: Command) -> list[Plan]:
    said = f"{command.verb} {folded(command.rest.raw)}"
    step: Back | Forward | Reload | None = None
    if re.search(
        r"\b(?:go|come|move|head|return) back\b|\breturn to the (?:list|previous)|\bprevious page\b|^return ", said
    ):
        step = Back()
    elif re.search(r"\bforward\b", said):
        step = Forward()
    elif re.search(r"\b(?:reload|refresh)\b", said):
        step = Reload()
    if step is None:
        return []

    async def carry(run: Run) -> None:
        await run.do(step)
        await run.settled()

    return [Plan(0.55 if command.content else 0.9, starts(command.clause.tokens), carry, "history")]


def _address(page: Page, command: Command) -> list[Plan]:
    token = next((t for t in command.clause.tokens if t.kind == "address" and "@" not in t.text), None)
    path = next((t for t in command.clause.tokens if t.text.startswith("/")), None)
    if token is None and path is None:
        return []
    url = token.text if token is not None else urljoin(page.snapshot.url, (path or command.clause.tokens[0]).text)

    async def carry(run: Run) -> None:
        await run.do(GoTo(url))
        await run.settled()

    return [Plan(1.2, starts(command.clause.tokens), carry, f"go to {url}")]


def _series(page: Page, command: Command) -> list[Plan]:
    """Return plans for "the next page", "page 4", "the last page"."""
    said = folded(command.rest.raw)
    number = _PAGE_NUMBER.fullmatch(said)
    control = None
    if number:
        control = numbered_control(page, int(number[1]))
    elif re.fullmatch(r"(?:to )?(?:the )?next(?: page| one)?", said):
        control = next_control(page)
    elif re.fullmatch(r"(?:to )?(?:the )?(?:previous|prev|last)(?: page)", said):
        control = previous_control(page) if "last" not in said else numbered_control(page, -1)
    elif re.fullmatch(r"(?:to )?(?:the )?first(?: page)", said):
        control = numbered_control(page, 1)
    if control is None:
        return []
    chosen = control

    async def carry(run: Run) -> None:
        before = await run.see()
        for _ in range(command.times or 1):
            await run.leave_page()
            await run.do(Click(chosen.ref))
            await changed(run, before)

    return [Plan(1.1, starts(command.clause.tokens), carry, "turn the page")]


def _tab(page: Page, command: Command) -> list[Plan]:
    match = re.search(r"\b(?:browser )?tab (\d)\b", folded(command.rest.raw))
    if match is None or not 0 < int(match[1]) <= len(page.snapshot.tabs) or len(page.snapshot.tabs) < 2:  # noqa: PLR2004
        return []

    async def carry(run: Run) -> None:
        await run.do(SwitchTab(int(match[1]) - 1))
        await run.settled()

    return [Plan(0.9, starts(command.clause.tokens), carry, "switch tab")]


def _all_closed(page: Page, command: Command) -> list[Plan]:
    """Return the plan for "expand every section": open all that is folded, one after the other."""
    said = set(command.rest.norms)
    if not command.object.all or not (said & word_list("page", "folded") or command.verb.split()[0] in _UNFOLDING):
        return []
    if command.action == "collapse" or not any(is_closed(e) and e.kind != "tab" for e in page.usable):
        return []

    async def carry(run: Run) -> None:
        opened: set[str] = set()
        for _ in range(_MOST_OPENED):
            now = await run.see()
            closed = [e for e in now.usable if is_closed(e) and e.kind != "tab" and e.ref not in opened]
            if not closed:
                return
            opened.add(closed[0].ref)
            await run.click(closed[0])

    return [Plan(1.0, starts(command.clause.tokens), carry, "expand all")]


def is_closed(element: Element) -> bool:
    """Return whether using *element* only shows more of the page: a tab, a folded section, a closed branch."""
    if not element.seen or element.node.disabled or element.kind in FIELDS:
        return False
    if element.kind == "tab":
        return element.node.selected is not True
    if element.node.attributes.get("aria-haspopup"):
        return False
    folded_look = element.classes & word_list("page", "folded") and element.classes & word_list("page", "folders")
    return (
        element.node.expanded is False
        or bool(folded_look)
        or ("folder" in element.classes and element.node.tag == "span")
    )


def _named(run: Run, page: Page, command: Command) -> list[Plan]:
    pool = [e for e in page.usable if e.kind not in FIELDS - {"select", "combobox"} and e.kind not in TOGGLES]
    if only_pronouns(command.object) and not command.chunks:
        record = last_record(run, page) or _only_record(page)
        found = [Match(record, 1.0, frozenset())] if record is not None else []
    else:
        found = matches(page, command) if command.object.kinds[:1] == ("item",) else matches(page, command, pool)
        found = found or matches(page, command)
    if not found:
        return []

    command_closes = command.action == "collapse"

    async def carry(run: Run) -> None:
        match = _preferred(page, found, command)
        await use_opener(run, match.element, collapse=command.action == "collapse")

    closed = [m for m in found if m.element.node.expanded is command_closes]
    if command.object.plural and not command.object.content and closed:

        async def carry_all(run: Run) -> None:
            for match in closed:
                await use_opener(run, (await run.see()).same(match.element) or match.element, collapse=command_closes)

        return [Plan(0.9, starts(command.clause.tokens), carry_all, "open all")]
    best = found[0]
    return [Plan(best.score, best.explained, carry, f"open {best.element.name[:60]}")]


def _only_record(page: Page) -> Element | None:
    lists = record_lists(page)
    return lists[0].records[0].element if lists and len(lists[0].records) == 1 else None


def _preferred(page: Page, found: list[Match], command: Command) -> Match:
    """Return the match to open: of one record's several links its title, of equals the one that opens something."""
    opening = [m for m in found if m.element.kind in {"link", "tab", "treeitem"} or m.element.node.expanded is not None]
    if opening and opening[0] is not found[0] and opening[0].score >= found[0].score - _LOWER:
        return opening[0]
    return choose(page, found, command.said)


async def use_opener(run: Run, element: Element, *, collapse: bool = False) -> None:
    """Open *element* and see that the page has changed. Raises Stuck."""
    page = await run.see()
    if element.node.expanded is not None and element.node.expanded is not collapse and element.kind != "link":
        return
    if element.node.selected is True and element.kind == "tab":
        return
    target = _opener(page, element)
    before = page
    await run.do(Click(target.ref))
    await changed(run, before)


def _opener(page: Page, element: Element) -> Element:
    """Return what is clicked to open *element*: of a record its title's link, or its own button for details."""
    if element.usable:
        return element
    record = next((r for one in record_lists(page) for r in one.records if r.element is element), None)
    if record is not None and record.link is not None:
        return record.link
    inner = [e for e in element.walk() if e.usable and e.seen and e.kind not in FIELDS | TOGGLES]
    details = [
        e for e in inner if folded(e.name) in phrase_set("page", "more") | {"view", "details", "open", "read more"}
    ]
    if details or inner:
        return (details or inner)[0]
    if element.node.clickable or element.seen:
        return element
    raise Stuck(f"“{element.text[:60]}” does not open.")
