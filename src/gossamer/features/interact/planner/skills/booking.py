"""Booking and buying: search first where there is a form, then take the offer that is asked for."""

from gossamer.core.interaction import Click, WaitFor
from gossamer.features.interact.planner.grounding.finding import Description
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.page.elements import TYPED
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills import acting, pointing
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.comparing import extreme_in, measured, take_extreme
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.submitting import nearest_send_button

_PATIENCE = 6


async def book(run: Run, command: Command) -> None:  # noqa: C901
    """Fill in what is said of the journey or thing, search, and take the offer that is wanted, else the first one."""
    page = await run.see()
    if not command.whole():
        await acting.act(run, command)
        return
    extreme = extreme_in(command.whole())
    fields = [f for f in page.fields if f.seen and f.kind in TYPED | {"select"}]
    pairs = align(command.whole(), fields, page) if fields else []
    if pairs:
        for field, value in pairs:
            await set_field(run, (await run.see()).by_ref.get(field.ref, field), value)
        page = await run.see()
        button = nearest_send_button(page, page.by_ref.get(pairs[-1][0].ref))
        if button is None:
            raise Stuck("The page has no button that searches.")
        await run.do(Click(button.ref))
    if extreme is not None:
        if (
            not pairs
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
    if pairs:
        return
    if command.object.name and (await run.finder()).find(Description(command.object, command.chunks)):
        await acting.act(run, command)
        return
    await pointing.click(run, command)
