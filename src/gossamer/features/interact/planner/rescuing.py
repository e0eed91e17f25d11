"""What else a command may mean when its verb led nowhere: what it names letter by letter."""

import re
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import NotUnderstood, Run
from gossamer.features.interact.planner.skills import (
    choosing,
    filling,
)
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.entitling import is_entitled
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.skills.submitting import submit
from gossamer.features.interact.planner.wordsets import word_set


async def rescue(run: Run, command: Command) -> bool:  # noqa: C901
    """Carry out a command by what of the page it names letter by letter; False when that is nothing."""
    page = await run.see()
    whole = Phrase.of(command.said)
    fields = [f for f in page.fields if f.kind in TYPED | {"select"} and f.seen and not f.node.readonly]
    if not (command.action == "search" or (command.verb and "search" in whole.norms)):
        # What is to be searched for is typed only where that is asked.
        fields = [f for f in fields if command.verb in filling.TYPING or not is_search(f, page)]
    if command.action in {"fill", "set", "find", "use", "search", "choose", "submit"} and fields:
        pairs = align(whole, fields, page)
        pointed = len(pairs) > 1 or (bool(pairs) and filling.names_label(command, page, pairs[0][0]))
        meant = [is_entitled(run.prompt, run.meant, page, field, value) for field, value in pairs]
        if pointed and all(meant) and all(re.search(r"[A-Z\d@]", v) or v in whole.quotes for _, v in pairs):
            for field, value in pairs:
                await filling.put(run, field, value)
            if command.action == "search":
                await submit(run, replace(command, object=Phrase(command.object.source), chunks=()))
            return True
    if command.action not in word_set("find choose set open go click read mark fill"):
        return False
    named = _mentioned(page, whole)
    if not named or command.object.quantity == "all":
        # What is called so once is not all that is spoken of.
        return False
    try:
        await run.require(*named)
    except NotUnderstood:
        return False
    for element in named:
        if (await run.see()).by_ref.get(element.ref) is None:
            return True
        if element.kind in {"checkbox", "radio", "switch"}:
            await choosing.apply(run, element)
        else:
            await run.do(Click(element.ref))
    return True


def _mentioned(page: PageModel, whole: Phrase) -> list[Element]:
    """Return what can be used and is named in the words by its very name, longest names first, no word twice."""
    taken: set[int] = set()
    found: list[Element] = []
    tokens = whole.tokens
    usable = [e for e in page.actionable if e.name and e.kind not in FIELDS and e.seen]
    for length in range(min(6, len(tokens)), 0, -1):
        for start in range(len(tokens) - length + 1):
            span = range(start, start + length)
            if taken & set(span):
                continue
            part = whole.part(start, start + length)
            text = part.quotes[0] if len(part.tokens) == 1 and part.quotes else part.raw
            if length == 1 and not part.quotes and (len(text) < 2 or (text.islower() and folded(text) in _COMMON)):  # noqa: PLR2004
                continue
            match = next((e for e in usable if folded(e.name) == folded(text)), None)
            if match is not None:
                taken |= set(span)
                found.append(match)
    return sorted(found, key=lambda e: e.index)


_COMMON: Final = word_set(
    "the a an to of in on it is and or submit ok cancel close go search next back more all no yes x send"
)
