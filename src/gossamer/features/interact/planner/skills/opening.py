"""Opening and finding: sections, details of a row, links, results."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Click, DoubleClick, ScrollTo
from gossamer.features.interact.planner.accounting.coverage import telling_words
from gossamer.features.interact.planner.grounding.again import same_on
from gossamer.features.interact.planner.grounding.finding import Description
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, owner
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.comparing import extreme_in, take_extreme
from gossamer.features.interact.planner.skills.controls import opens_menu
from gossamer.features.interact.planner.skills.exploring import (
    closed,
    find_or_explore,
)
from gossamer.features.interact.planner.skills.pointing import uncovered
from gossamer.features.interact.planner.skills.rows import main_link, of_results, result, tells
from gossamer.features.interact.planner.skills.searching import search
from gossamer.features.interact.planner.wordsets import word_set


async def find(run: Run, command: Command) -> None:
    """Find what is named and bring it into view; the next command may speak of it."""
    if not command.object:
        return
    described = Description(command.object, command.chunks)
    if (
        of_results(described)
        and (about := command.role("for", "of")) is not None
        and any(f.kind in TYPED for f in (await run.see()).fields)
    ):
        # "The 3rd result for x": x is searched for first.
        await search(run, replace(command, action="search", object=about, chunks=()))
        if (numbered := await result(run, Description(command.object))) is not None:
            await run.do(Click(numbered.element.ref))
            return
    if (extreme := extreme_in(command.whole())) is not None and not command.object.quotes:
        await take_extreme(run, command, extreme)
        return
    match = await find_or_explore(run, Description(command.object, command.chunks), paging=bool(command.object.quotes))
    if _is_shut(match.element) and not command.stated:
        # What is asked to be shown stands behind it.
        await run.do(Click(match.element.ref))
        return
    await run.do(ScrollTo(match.element.ref))
    run.quotes.append(match.element.text[:300] or match.element.name)
    run.tell(f"Found: {(match.element.text or match.element.name)[:300]}")


def _is_shut(element: Element) -> bool:
    """Return whether it is a tab that is not shown, or what unfolds a part that is folded up."""
    node = element.node
    if element.kind == "tab":
        return node.selected is False or node.expanded is False
    folds = node.tag == "summary" or (element.kind == "button" and not node.attributes.get("aria-haspopup"))
    return folds and node.expanded is False


def _found(run: Run, page: PageModel) -> list[Element]:
    """Return what can be opened and mentions what was searched for."""
    if run.clipboard is None:
        return []
    found = [
        e for e in page.elements if e.node.role != "text" and e.seen and e.node.clickable and tells(e, run.clipboard)
    ]
    return [e for e in found if e.kind not in TYPED | {"button"} and not any(o is not e and e.holds(o) for o in found)]


async def open_(run: Run, command: Command) -> None:  # noqa: C901, PLR0911, PLR0912
    """Open what is named: a section, a row's details, a list, a link."""
    phrase = command.object
    finder = await run.finder()
    page = finder.page
    if (
        refers_back(phrase)
        and ((last := run.last(page)) is None or last.kind in TYPED | {"button"})
        and (rows := _found(run, page) or finder.rows())
    ):
        # What was searched for is the first of what was found.
        await run.do(Click(main_link(rows[0]).ref))
        return
    if refers_back(phrase) and run.last(page) is None and (shut := closed(page)):
        await run.do(Click(shut[0].ref))
        return
    if (
        phrase.head
        and phrase.head[0] in word_set("section accordion panel collapsible area part pane header heading block")
    ) or phrase.quantity == "all":
        shut = list(closed(page))
        if phrase.quantity == "all" or (phrase.plural and not phrase.name):
            for element in shut:
                if (await run.see()).by_ref.get(element.ref):
                    await run.do(Click(element.ref))
            return
        if not phrase.name and phrase.ordinal is None and shut:
            await run.do(Click(shut[0].ref))
            return
        if not phrase.name and phrase.ordinal is not None:
            every = finder.expandable()
            if 0 < phrase.ordinal <= len(every) and every[phrase.ordinal - 1].node.expanded is not True:
                await run.do(Click(every[phrase.ordinal - 1].ref))
                return
    described = Description(phrase, command.chunks)
    if of_results(described) and (found := await result(run, described)) is not None:
        await run.do(Click(found.element.ref))
        return
    if not finder.find(described) and described.relations and (shown := await uncovered(run, described)) is not None:
        await run.do(Click(shown.element.ref))
        return
    match = await _row_or(run, described, paging=False)
    if match.element.kind in {"", "item"} and finder.page.by_ref.get(match.element.ref) in finder.rows():
        match = Match(main_link(match.element), match.score)
    if match.element.node.expanded is True and match.element.kind not in {"select", "combobox"}:
        return
    if _is_entry(await run.see(), phrase, match.element):
        await open_entry(run, match.element, phrase)
    else:
        await run.do(Click(match.element.ref))


def _is_entry(page: PageModel, phrase: Phrase, element: Element) -> bool:
    """Return whether it is an entry of a list that is to be opened, and no control."""
    if element.kind in {"", "item", "text"} and element.node.expanded is None and page.record(element) is not None:
        return True
    return phrase.kinds[:1] in {("item",), ("treeitem",)} and element.kind not in {"button", "link", "tab"}


async def open_entry(run: Run, element: Element, phrase: Phrase) -> None:
    """Open an entry where it is called so: by a click, and by a double one where the first only selects it."""
    before = await run.see()
    handle = element if element.kind not in {"item", ""} else handle_of(element, phrase.tokens)
    await run.do(Click(handle.ref))
    after = await run.look()
    now = same_on(before, handle, after)
    if now is not None and not goes_on(before, after) and after.snapshot.dialog is None:
        await run.do(DoubleClick(now.ref))


def handle_of(entry: Element, target: Sequence[Token]) -> Element:
    """Return what of an entry is clicked to open it: its link that is called so, else the words themselves."""
    told = telling_words(Phrase("", tuple(target)))
    inner = [e for e in entry.walk() if e is not entry and e.node.role != "text" and e.seen]
    called = [e for e in inner if any(_says(e, t) for t in told)]
    if any(e.kind == "link" for e in inner):
        return next((e for e in called if e.kind == "link"), main_link(entry))
    places = [e for e in called if e.kind not in FIELDS | {"checkbox", "radio"}]
    places = [e for e in places if not any(o is not e and e.holds(o) for o in places)]
    places = [e for e in places if not any(a.kind == "checkbox" for a in e.walk())]
    return next((e for e in places if not (e.kind == "button" and opens_menu(e))), main_link(entry))


def _says(element: Element, token: Token) -> bool:
    text = f"{element.text} {element.node.name}".casefold()
    said = token.norm.casefold() if token.kind == "quote" else owner(token.norm)
    return said in text if token.kind == "quote" or not said.isalpha() else said in words(text)


_COUNTED: Final = re.compile(r"\b\d{1,6}(?: \w{1,20}){0,2} selected\b", re.IGNORECASE)


def goes_on(before: PageModel, after: PageModel) -> bool:
    """Return whether the page shows something else than before; that something is selected does not count."""
    texts = [_COUNTED.sub("", page.root.text).split() for page in (before, after)]
    return before.snapshot.url != after.snapshot.url or texts[0] != texts[1]


async def _row_or(run: Run, described: Description, *, paging: bool) -> Match:
    """Return the row that is meant by what stands in it ("the mail from Anna"), else the best match."""
    phrase = described.phrase
    by = next((c for c in described.relations if c.role in {"by", "from", "of", "named", "containing", "with"}), None)
    if phrase.kinds[:1] == ("item",) and by is not None:
        finder = await run.finder()
        rows = [r for r in finder.rows() if tells(r, by.phrase.literal)]
        if rows:
            return Match(main_link(rows[0]), 80)
    return await find_or_explore(run, described, paging=paging)
