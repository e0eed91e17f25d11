"""Whether the entity that is meant is the only one: a list that goes on may hold another one of that name."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import WaitFor
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import Element
from gossamer.features.interact.planner.running import Run, Stuck, ambiguous
from gossamer.features.interact.planner.skills.deeds.entities import found_for, tells
from gossamer.features.interact.planner.skills.deeds.saying import telling
from gossamer.features.interact.planner.skills.reading.leafing import other_pages


async def only_one(run: Run, command: Command, target: Sequence[Token], meant: Sequence[Element]) -> Sequence[Element]:
    """Return *meant* as it is on the page once the other pages of the list were looked through.

    Raises Ambiguous when these have entries that the same words choose. A number or a sign, as "P-203", is of one
    entry, and no other page is looked at for it; nor is one where the list cannot be gone back to.
    """
    page = await run.see()
    told = telling(target)
    if len(meant) != 1 or not told or any(any(c.isdigit() for c in t.text) for t in told if t.kind != "quote"):
        return meant
    # What stands at the one that is meant has to stand at another, too: "the overdue invoice of Ada".
    own = tuple(t for t in told if tells(meant[0], (t,)))
    others = [[e for e in found_for(one, target) if tells(e, own)] for one in await other_pages(run)]
    if any(others):
        raise ambiguous(page, command.said, [*meant, *(e for found in others for e in found)])
    return await _again(run, target, meant) if others else meant


async def _again(run: Run, target: Sequence[Token], meant: Sequence[Element]) -> Sequence[Element]:
    """Return the same entries on the page that was gone back to, which may draw its list a moment later."""
    for _ in range(_PATIENCE):
        if len(found := found_for(await run.look(), target)) == len(meant):
            return found
        await run.do(WaitFor(seconds=0.3), unasked=True)
    raise Stuck(f"“{meant[0].text[:60]}” is not shown any more.")


_PATIENCE: Final = 6
