"""Switching what the page does by what it says of it: "stop reminding patients by mail", "allow overbooking".

The verb says which way, and all other words have to be words of one switch, here or in another panel.
"""

from typing import Final

from gossamer.core.interaction import Check
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, ambiguous
from gossamer.features.interact.planner.skills.panels import Panels, switches
from gossamer.features.interact.planner.skills.picking import naming
from gossamer.features.interact.planner.wordsets import word_set

_WAYS: Final = {
    **dict.fromkeys(
        ("stop", "disallow", "forbid", "prohibit", "disable", "deactivate", "turn off", "switch off"), False
    ),
    **dict.fromkeys(("start", "allow", "permit", "enable", "activate", "turn on", "switch on", "keep"), True),
}
_SMALL: Final = word_set("the a an and or of in on at by to for with my your me us i please as it all any again from")


async def switched(run: Run, command: Command) -> bool:
    """Bring the one switch that is described into the state that is said; False when there is none."""
    if command.verb not in _WAYS or command.question or command.negated or not command.object or command.whole().quotes:
        return False
    said = {stem(singular(w)) for w in naming(command) if w not in _SMALL}
    if not said:
        return False
    page = await run.see()
    found = _described(page, said)
    if not found and switches(page):
        async for panel in Panels(run, folded_too=False):
            if found := _described(panel, said):
                page = panel
                break
    if len(found) > 1:
        raise ambiguous(page, command.said, found)
    if not found:
        return False
    on = _WAYS[command.verb]
    run.settle(command)
    if found[0].node.checked is on:
        run.tell("It is so already.")
    else:
        await run.do(Check(found[0].ref, on=on))
    return True


def _described(page: PageModel, said: set[str]) -> list[Element]:
    """Return the switches and boxes, of no entry of a list, whose names have all the words, and not many more."""
    found: list[Element] = []
    for element in page.elements:
        if element.kind not in {"switch", "checkbox"} or not element.seen or element.node.disabled:
            continue
        name = {stem(singular(w)) for w in words(element.name or page.label(element)) if w not in _SMALL}
        if said <= name and len(said) * 2 >= len(name):
            found.append(element)
    exact = [e for e in found if {stem(singular(w)) for w in words(e.name or page.label(e)) if w not in _SMALL} == said]
    return exact if len(exact) == 1 else found
