"""Controls of an entry that are called by a verb with what it takes: "Send reminder", "Add to Dinner", "Print label".

Such a name says all there is to do, so it is looked for whatever the verb means elsewhere; where no entry that is
meant has it, nothing was done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, ambiguous
from gossamer.features.interact.planner.skills.confirming import answer_question
from gossamer.features.interact.planner.skills.deeds.controlling import from_menu_of, named_controls
from gossamer.features.interact.planner.skills.deeds.entities import found_for
from gossamer.features.interact.planner.skills.deeds.only_one import only_one
from gossamer.features.interact.planner.skills.deeds.saying import VALUE_NOUNS, Deed, naming, telling
from gossamer.features.interact.planner.wordsets import word_set

_OWNING = word_set("of for from to on at")
_PUTTING = word_set("add put move save copy")


async def used_full_name(run: Run, command: Command) -> bool:
    """Use the control of the entry that is called as the whole wish; False when there is none, and nothing was done.

    Raises Ambiguous when several entries are meant alike and have it.
    """
    if command.question or command.times is not None or command.object.ordinal is not None or not command.chunks:
        return False
    page = await run.see()
    for deed in _deeds(command):
        found = found_for(page, deed.target)
        if not found:
            continue
        if len(found) == 1:
            found = list(await only_one(run, command, deed.target, found))
        control = await _control(run, await run.see(), deed, found)
        if control is None:
            return False
        run.settle(command)
        run.entity = Phrase(command.source, deed.target)
        before = await run.see()
        await run.do(Click(control.ref))
        await answer_question(run, before)
        return True
    return False


async def _control(run: Run, page: PageModel, deed: Deed, found: Sequence[Element]) -> Element | None:
    controls = [named_controls(entry, deed) for entry in found]
    having = [entry for entry, named in zip(found, controls, strict=True) if named]
    if len(found) > 1 or len(having) > 1:
        if having:
            raise ambiguous(page, " ".join(t.text for t in deed.target), having)
        return None
    return controls[0][0] if controls[0] else await from_menu_of(run, replace(deed, shown=found[0].text), found[0])


def _deeds(command: Command) -> Iterator[Deed]:
    """Yield "send a reminder for x" as "send reminder", and "add x to my Dinner playlist" as "add to dinner"."""
    verb = command.verb
    for n, chunk in enumerate(command.chunks):
        said, behind = naming(command.object.tokens), tuple(t for c in command.chunks[n:] for t in c.phrase.tokens)
        if n == 0 and chunk.role in _OWNING and said and all(t.text.islower() for t in said) and telling(behind):
            yield Deed(verb, (f"{verb} {' '.join(t.norm for t in said)}",), behind, item=command.object.tokens)
        if n == 0 and verb in _PUTTING and chunk.role in {"to", "in", "into"} and telling(command.object.tokens):
            place = naming(chunk.phrase.tokens)
            named = tuple(t for t in place if t.norm not in VALUE_NOUNS) or place
            names = tuple(f"{verb} {chunk.word} {' '.join(t.norm for t in p)}" for p in (place, named) if p)
            yield Deed(verb, names, command.object.tokens)
