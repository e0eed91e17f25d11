"""Opening and finding: sections, details of a row, links, results."""

from dataclasses import replace

from gossamer.core.interaction import Click, ScrollTo
from gossamer.features.interact.planner.grounding.finding import Description
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.comparing import extreme_in, take_extreme
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
    await run.do(ScrollTo(match.element.ref))
    run.quotes.append(match.element.text[:300] or match.element.name)
    run.tell(f"Found: {(match.element.text or match.element.name)[:300]}")


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
    await run.do(Click(match.element.ref))


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
