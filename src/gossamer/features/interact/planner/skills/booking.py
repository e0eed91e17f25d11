"""Booking and buying: search first where there is a form, then take the offer that is asked for."""

from dataclasses import replace

from gossamer.core.interaction import Click, WaitFor
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import TYPED
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills import acting
from gossamer.features.interact.planner.skills.aligning import NOUNS
from gossamer.features.interact.planner.skills.comparing import extreme_in, measured, take_extreme
from gossamer.features.interact.planner.skills.forms import after_verb, enter, read_form
from gossamer.features.interact.planner.skills.submitting import nearest_send_button

_PATIENCE = 6


async def book(run: Run, command: Command) -> None:
    """Fill in what is said of the journey or thing, search, and take the offer that is wanted, else the first one."""
    page = await run.see()
    if not command.whole() or (refers_back(command.object) and not command.chunks):
        await acting.act(run, replace(command, object=Phrase(command.source), chunks=()))
        return
    extreme = extreme_in(command.whole())
    fields = [f for f in page.fields if f.seen and f.kind in TYPED | {"select"}]
    reading = read_form(command.source, after_verb(command), page.elements, page)
    pairs = reading.said
    if reading:
        await enter(run, reading)
        page = await run.see()
        run.take(*(t for t in command.clause if singular(t.norm) in NOUNS or t.norm in {"one-way", "way"}))
        button = nearest_send_button(page, page.by_ref.get(pairs[-1].element.ref) if pairs else run.last(page))
        if button is None:
            raise Stuck("The page has no button that searches.")
        await run.do(Click(button.ref))
    if extreme is not None:
        if (
            not reading
            and not measured(page, extreme)
            and any(f.node.value for f in fields)
            and (button := nearest_send_button(page, run.last(page))) is not None
        ):
            # The form was filled in before, and not sent off.
            await run.do(Click(button.ref))
        for _ in range(_PATIENCE):
            if measured(await run.look(), extreme):
                break
            await run.do(WaitFor(seconds=0.3))
        await take_extreme(run, command, extreme)
        return
    if reading:
        return
    await acting.act(run, command)
