"""Use: click, open, fold or point at what is named, go to an address or another page, or press a key."""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urldefrag, urljoin

from gossamer.core import interaction
from gossamer.features.interact.rules import grounding
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.controls import find_page_control, next_control
from gossamer.features.interact.rules.effects import changed, taken
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.lexicon import mapping
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, step_plan
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, words

_PRESSES: Final = frozenset({"press", "double", "right", "hover", "focus"})
_OPENS: Final = frozenset({"open", "go", "collapse"})
_KEY: Final = re.compile(
    r"(?:the )?(?:(ctrl|control|shift|alt|meta|cmd)[ +-])?"
    r"(enter|return|tab|escape|esc|space|backspace|delete|home|end|page ?up|page ?down"
    r"|(?:arrow ?)?(?:up|down|left|right)|[a-z])(?: arrow)?(?: key)?",
    re.IGNORECASE,
)
_KEY_NAMES: Final = mapping("keys")
_PAGE_NUMBER: Final = re.compile(r"(?:to )?(?:the )?page (?:number )?(\d{1,5})", re.IGNORECASE)
_HISTORY: Final[tuple[tuple[str, interaction.Step], ...]] = (
    (
        r"\b(?:go|come|move|head|return) back\b|\breturn to the (?:list|previous)|\bprevious page\b|^return ",
        interaction.Back(),
    ),
    (r"\bforward\b", interaction.Forward()),
    (r"\b(?:reload|refresh)\b", interaction.Reload()),
)
_MOST: Final = 50
_LONG: Final = 80
_LOWER: Final = 0.12
_PLAIN: Final = frozenset({"button", "link", ""})


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for using what is named, and for a clause that is the very name of a control."""
    if command.until is not None:
        return []
    plans = _by_whole_name(page, command)
    if command.action in _PRESSES:
        return [*plans, *_key(page, command), *_plan_use(run, page, command)]
    if command.action not in _OPENS:
        return plans
    certain = [*_address(page, command), *_series(page, command)]
    return [*plans, *(certain or [*_history(command), *_plan_use(run, page, command)])]


def _key(page: Page, command: Command) -> list[Plan]:
    match = _KEY.fullmatch(command.object.raw.strip())
    if match is None or command.action != "press" or command.chunk("with", "named") is not None:
        return []
    if any(words(e.name) == words(command.object.raw) for e in page.usable):
        return []
    name = match[2].casefold().replace(" ", "").removeprefix("arrow")
    keys = [k for k in ((match[1] or "").casefold(), name) if k]
    key_combination = "+".join(_KEY_NAMES.get(k, k.capitalize() if len(k) > 1 else k) for k in keys)
    where = command.chunk("into", "on")
    matches = grounding.ground(page, grounding.Target(where)) if where else []
    step = interaction.Press(key_combination, matches[0].element.ref if matches else None, times=command.times or 1)
    return [step_plan(1.2, command.whole, step)]


def _address(page: Page, command: Command) -> list[Plan]:
    """Return the plan for an address."""
    tokens = [t for t in command.clause.tokens if (t.kind == "address" and "@" not in t.text) or t.text.startswith("/")]
    return [step_plan(1.2, command.whole, interaction.GoTo(urljoin(page.snapshot.url, t.text))) for t in tokens[:1]]


def _history(command: Command) -> list[Plan]:
    wording = f"{command.verb} {folded(command.rest.raw)}"
    steps = (step for pattern, step in _HISTORY if re.search(pattern, wording))
    return [step_plan(0.55 if command.content else 0.9, command.whole, step) for step in list(steps)[:1]]


def _series(page: Page, command: Command) -> list[Plan]:
    """Return plans for "the next page" and "page 4"."""
    wording = folded(command.rest.raw)
    control = None
    if number := _PAGE_NUMBER.fullmatch(wording):
        control = find_page_control(page, int(number[1]))
    elif re.fullmatch(r"(?:to )?(?:the )?next(?: page| one)?", wording):
        control = next_control(page)
    if control is None:
        return []
    chosen = control

    async def carry(run: Run) -> None:
        for _ in range(command.times or 1):
            before = await run.see()
            await run.leave_page()
            await run.do(interaction.Click((await run.find(chosen)).ref))
            await changed(run, before)

    return [Plan(1.1, command.whole, carry)]


def _by_whole_name(page: Page, command: Command) -> list[Plan]:
    """Return the plan for a clause that is the name of a control, verb and all: "show the cars", "Sign in"."""
    wording = {w for t in command.clause.tokens for w in words(t.text)}
    verb = {w for t in command.verb_tokens for w in words(t.text)}
    if not verb or (command.action in {"read", "count"} and command.clause.tokens[-1].norm == "?"):
        return []
    fillers = {"the", "a", "an", "button", "link", "all", "me", "my"}
    pool = [e for e in page.usable if e.kind not in FIELDS and e.seen]
    exact = [e for e in pool if verb <= (have := set(words(e.name))) <= wording and wording - have <= fillers]
    if not exact:
        return []

    async def carry(run: Run) -> None:
        matches = [grounding.Match(e, 1.0, frozenset()) for e in exact]
        await _use(run, grounding.choose(await run.see(), matches, command.wording).element, command)

    return [Plan(1.0, command.whole, carry)]


def _plan_use(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for using what the clause names: one element, or all of several."""
    matches = _find_objects(run, page, command)
    if not matches:
        return []
    opens = command.action in _OPENS
    best, phrase = matches[0], command.object
    closed = [m for m in matches if m.element.node.expanded is (command.action == "collapse")]
    same = [m for m in matches if len(m.explained) == len(best.explained)]
    each = closed if opens else same if phrase.all else []
    every = each[:_MOST] if phrase.plural and (phrase.all or not phrase.content) else []

    async def carry(run: Run) -> None:
        page = await run.see()
        for match in every or [_prefer_match(page, matches, command)] * min(command.times or 1, _MOST):
            await _use(run, await run.find(match.element), command)

    ordinals = frozenset(t.start for t in command.clause.tokens if t.kind == "ordinal")
    explained = command.whole if opens and every else best.explained | ordinals
    return [Plan(best.score, explained, carry)]


def _find_objects(run: Run, page: Page, command: Command) -> list[grounding.Match]:
    """Return the possible objects of the clause, best first: last used, usable, else visible."""
    opens = command.action in _OPENS
    if grounding.only_pronouns(command.object) and not command.chunks:
        last = grounding.last_record(run, page) or _only_record(page) if opens else grounding.last_element(run, page)
        if last is not None and (opens or not command.object.noun):
            return [grounding.Match(last, 1.0, frozenset())]
        return [] if opens else grounding.matches(page, command)
    matches = grounding.matches(page, command, _usual_targets(page, command))
    return matches or (grounding.matches(page, command) if opens else [])


def _usual_targets(page: Page, command: Command) -> list[Element] | None:
    """Return the usual elements to open or press; None for all, where the clause names a field or an item."""
    opens = command.action in _OPENS
    kinds = {*command.rest.kinds, *command.object.kinds}
    if "item" in (*command.rest.kinds[:1], *command.object.kinds[:1]) or (not opens and kinds & FIELDS):
        return None
    barred = (FIELDS - {"select", "combobox"}) | TOGGLES if opens else TYPED
    return [e for e in page.usable if e.kind not in barred]


def _only_record(page: Page) -> Element | None:
    lists = record_lists(page)
    return lists[0].records[0].element if lists and len(lists[0].records) == 1 else None


def _prefer_match(page: Page, matches: Sequence[grounding.Match], command: Command) -> grounding.Match:
    """Return the match to use: to be opened, of equals the one that opens something."""
    opening = [
        m for m in matches if m.element.kind in {"link", "tab", "treeitem"} or m.element.node.expanded is not None
    ]
    if command.action in _OPENS and opening and opening[0].score >= matches[0].score - _LOWER:
        return opening[0]
    return grounding.choose(page, matches, command.wording)


async def _use(run: Run, element: Element, command: Command) -> None:
    """Use *element*; what is opened has to change the page. Raises Stuck."""
    before = await run.see()
    opens, node = command.action in _OPENS, element.node
    unfolded = node.expanded is not None and node.expanded is not (command.action == "collapse")
    if opens and ((unfolded and element.kind != "link") or (node.selected is True and element.kind == "tab")):
        return
    target = _clickable(before, element)
    await run.do(_step(target, command))
    if opens:
        _see_opened(run, before, await changed(run, before), target)
    elif target.kind in _PLAIN:
        page = await taken(run, before, target, changes=False)
        if command.action == "press" and _is_same(before, page):
            run.notices.append(f"Nothing on the page changed when “{target.name}” was clicked.")
    else:
        await run.settled()


def _see_opened(run: Run, before: Page, page: Page, target: Element) -> None:
    """Raise Stuck where a link was to be opened and the page is the same as before, unless it was open already."""
    href = target.node.attributes.get("href", "")
    if href and "#" not in href and urljoin(before.snapshot.url, href) == before.snapshot.url:
        run.notices.append(f"“{target.name}” leads to the page that was open already.")
    elif target.kind == "link" and _is_same(before, page):
        raise Stuck(f"“{target.name}” was clicked, and the page is the same as before.")


def _is_same(before: Page, page: Page) -> bool:
    """Return whether one sees the same, on the same page and at the same place of it, in as many tabs."""
    old_snapshot, other = before.snapshot, page.snapshot
    same = urldefrag(old_snapshot.url).url == urldefrag(other.url).url and old_snapshot.scroll == other.scroll
    return same and len(old_snapshot.tabs) == len(other.tabs) and before.appearance == page.appearance


def _clickable(page: Page, element: Element) -> Element:
    """Return the element to click for *element*: of a record its title's link."""
    if element.usable or element.kind == "heading":
        return element
    links = (r.link for record_list in record_lists(page) for r in record_list.records if r.element is element)
    return next(links, None) or element


def _step(element: Element, command: Command) -> interaction.Step:
    match command.action:
        case "double":
            return interaction.DoubleClick(element.ref)
        case "right":
            return interaction.Click(element.ref, button="right")
        case "hover":
            return interaction.Hover(element.ref)
        case "press" if element.kind in TOGGLES - {"switch"} and element.node.checked is not None:
            return interaction.Check(element.ref, on=not element.node.checked if element.kind == "checkbox" else True)
        case _:
            return interaction.Click(element.ref)
