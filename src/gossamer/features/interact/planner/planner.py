"""Carries a prompt out without a model: commands from the language, elements from the page, steps from the skills.

Same prompt, same page: same steps. What is not understood or not there ends the prompt where it is, with the
nearest candidates; nothing is tried at random. Text of pages is only ever looked up, never read as a command.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.interaction import Budget, Click, Interaction
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.lexicon import Action
from gossamer.features.interact.planner.language.parsing import commands
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.reinterpreting import meant_on, rescue
from gossamer.features.interact.planner.running import BudgetSpent, Run, Stuck
from gossamer.features.interact.planner.skills import (
    booking,
    choosing,
    computing,
    creating,
    editing,
    filling,
    going,
    moving,
    pointing,
    reading,
    states,
    submitting,
)
from gossamer.features.interact.planner.skills.setting import clear_field
from gossamer.features.interact.planner.skills.submitting import send_buttons
from gossamer.ports.live_pages import LivePage

Skill = Callable[[Run, Command], Awaitable[None]]


async def _clear(run: Run, command: Command) -> None:
    match = await run.need(Description(command.object, command.chunks))
    await clear_field(run, match.element)


_SKILLS: Final[Mapping[Action, Skill]] = {
    "click": pointing.click,
    "double": pointing.click,
    "right": pointing.click,
    "fill": states.fill,
    "set": states.set_,
    "add": states.add,
    "choose": states.choose,
    "uncheck": choosing.uncheck,
    "open": pointing.open_,
    "collapse": pointing.collapse,
    "close": pointing.close,
    "drag": moving.drag,
    "sort": moving.sort,
    "submit": submitting.submit,
    "search": filling.search,
    "find": pointing.find,
    "read": reading.read,
    "count": reading.read,
    "compute": computing.compute,
    "scroll": moving.scroll,
    "wait": going.wait,
    "go": going.go,
    "press": going.press,
    "login": filling.login,
    "act": pointing.act,
    "book": booking.book,
    "create": creating.create,
    "format": states.set_,
    "hover": pointing.hover,
    "focus": pointing.focus,
    "highlight": choosing.highlight,
    "copy": editing.copy,
    "paste": editing.paste,
    "clear": _clear,
    "mark": choosing.mark,
    "load": going.load,
    "resize": moving.resize,
    "upload": filling.upload,
    "repeat": pointing.click,
    "use": pointing.click,
}


class DeterministicPlanner:
    """Understands ordinary English instructions and questions about a page."""

    async def run(
        self,
        page: LivePage,
        prompt: str,
        *,
        budget: Budget,
        deadline: Deadline,
        on_page: Callable[[], Awaitable[None]] | None = None,
    ) -> Interaction:
        """Return what *prompt* led to. Raises TimedOut and SessionLost."""
        run = Run(page, budget, deadline, on_page)
        understood = commands(prompt)
        if not understood:
            run.tell("The prompt says nothing to do.")
            return run.interaction(done=False, not_understood=(prompt,))
        for i, command in enumerate(understood):
            run.meant = command.said
            rest = understood[i + 1 :]
            try:
                await self._carry_out(run, command, rest)
            except Stuck as stuck:
                await run.last_page()
                near = f" Nearest: {', '.join(stuck.candidates)}." if stuck.candidates else ""
                run.tell(f'Stopped at "{command.said}": {stuck.sentence}{near}')
                return run.interaction(done=False, not_understood=(command.said,), candidates=stuck.candidates)
            except TimedOut:
                raise
        try:
            await self._finish(run, understood[-1])
        except Stuck as stuck:
            run.notices.append(stuck.sentence)
        await run.last_page()
        if not run.told:
            run.tell(_summary(run))
        return run.interaction(done=True)

    async def _carry_out(self, run: Run, command: Command, rest: tuple[Command, ...]) -> None:
        if command.negated:
            return
        if command.when is not None and not await _is_so(run, command.when):
            return
        if command.action in {"open", "find", "go"} and rest and rest[0].explore:
            # What it is opened for is found by opening what is closed; opening all of it first would be in the way.
            return
        page = await run.see()
        skill = (meant_on(command, page) if page.snapshot.dialog is None else None) or _SKILLS[command.action]
        before = len(run.performed)
        try:
            await skill(run, command)
        except BudgetSpent:
            raise
        except Stuck:
            if len(run.performed) > before or not await rescue(run, command):
                raise

    async def _finish(self, run: Run, last: Command) -> None:
        """Send off a form of a single field that an entry was made in, when that is all the form is for."""
        if not (last.action in {"fill", "choose"} and run.form_fields == 1) and not run.sorted:
            return
        page = await run.look()
        buttons = [e for e in page.elements if e.kind in {"button", "link"} and e.seen]
        sending = send_buttons(page)
        if len(buttons) == 1 and sending == buttons:
            await run.do(Click(buttons[0].ref))


async def _is_so(run: Run, condition: Phrase) -> bool:
    page = await run.see()
    negative = "unless" in condition.norms or "not" in condition.norms or "no" in condition.norms
    subject = condition.without("if", "unless", "there", "is", "are", "a", "an", "not", "no", "appears", "appear", "shows", "up", "pops", "you", "see", "visible", "shown", "present", "any", "the", "exists", "asked", "open")
    finder = Finder(page)
    there = bool(subject) and bool(finder.find(Description(subject)) or (page.dialogs and subject.kinds[:1] == ("dialog",)))
    if page.snapshot.dialog is not None and subject.kinds[:1] == ("dialog",):
        there = True
    return there != negative


def _summary(run: Run) -> str:
    count = len(run.performed)
    return f"Done in {count} step{'' if count == 1 else 's'}."
