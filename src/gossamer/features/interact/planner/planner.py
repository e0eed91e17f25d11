"""Carries a prompt out without a model: commands from the language, elements from the page, steps from the skills.

Same prompt, same page: same steps. What is not understood or not there ends the prompt where it is, with the
nearest candidates; nothing is tried at random. Text of pages is only ever looked up, never read as a command.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.interaction import Budget, Click, Interaction
from gossamer.features.interact.planner.gist import follow_gist
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.lexicon import Action
from gossamer.features.interact.planner.language.parsing import commands
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.reinterpreting import meant_on, rescue
from gossamer.features.interact.planner.running import BudgetSpent, Run, Stuck
from gossamer.features.interact.planner.skills import (
    acting,
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
from gossamer.features.interact.planner.skills.submitting import SENDS, send_buttons
from gossamer.features.interact.planner.wordsets import word_set
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
    "act": acting.act,
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
    "repeat": states.repeat,
    "use": pointing.click,
}


class DeterministicPlanner:
    """Understands ordinary English instructions and questions about a page."""

    async def run(  # noqa: C901
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
        # What is closed is opened one after the other only when the prompt speaks of looking for something.
        run.may_explore = any(c.explore or c.until is not None for c in understood) or bool(
            set(re.findall(r"\w+", prompt.casefold())) & _HIDING
        )
        run.only_asked = only_asks(prompt)
        skipped: list[Command] = []
        for i, command in enumerate(understood):
            run.meant = command.said
            rest = understood[i + 1 :]
            before = understood[i - 1] if i else None
            if (
                before is not None
                and before.stated
                and before not in skipped
                and run.performed
                and _refers_only(command)
            ):
                # "X is the date I need. Select it.": that it is to be so was enough.
                continue
            try:
                await self._carry_out(run, command, rest)
            except BudgetSpent as spent:
                await run.last_page()
                run.tell(spent.sentence)
                return run.interaction(done=False, not_understood=(command.said,))
            except Stuck as stuck:
                if command.stated and command.action in {"find", "set", "fill", "read", "close", "open"} and rest:
                    # A fact that leads to what is asked for, as "I am looking at x": the commands behind it say what
                    # to do.
                    skipped.append(command)
                    run.clipboard = next(
                        (
                            t.text
                            for t in Phrase.of(command.said).tokens
                            if t.kind in {"quote", "date", "time", "number"}
                        ),
                        run.clipboard,
                    )
                    continue
                if not run.performed and not run.only_asked and await self._gist(run, prompt):
                    skipped.clear()
                    break
                await run.last_page()
                near = f" Nearest: {', '.join(stuck.candidates)}." if stuck.candidates else ""
                run.tell(f'Stopped at "{command.said}": {stuck.sentence}{near}')
                return run.interaction(done=False, not_understood=(command.said,), candidates=stuck.candidates)
            except TimedOut:
                raise
        try:
            await self._finish(run)
        except Stuck as stuck:
            run.notices.append(stuck.sentence)
        await run.last_page()
        if not run.told:
            run.tell(_summary(run))
        return run.interaction(done=not run.unanswered, not_understood=tuple(run.unanswered))

    async def _gist(self, run: Run, prompt: str) -> bool:
        run.meant = prompt
        try:
            return await follow_gist(run, prompt)
        except BudgetSpent:
            raise
        except Stuck:
            return False

    async def _carry_out(self, run: Run, command: Command, rest: tuple[Command, ...]) -> None:
        if command.negated or (
            run.performed and command.action in {"open", "find", "choose", "click"} and _says_again(command)
        ):
            return
        if command.when is not None and not await _is_so(run, command.when):
            return
        if command.action in {"open", "find", "go"} and rest and (rest[0].explore or _names_a_place_only(command)):
            # What it is opened for is found by opening what is closed; opening all of it first would be in the way.
            return
        page = await run.see()
        run.sent_next = bool(rest) and _sends(rest[0], page)
        if (
            command.means is not None
            and command.action in {"sort", "set", "drag", "find", "use", "mark"}
            and command.means.action == "drag"
        ):
            command = command.means
        skill = (meant_on(command, page) if page.snapshot.dialog is None else None) or _SKILLS[command.action]
        before = len(run.performed)
        try:
            await skill(run, command)
        except BudgetSpent:
            raise
        except Stuck:
            if len(run.performed) > before or not await rescue(run, command):
                raise

    async def _finish(self, run: Run) -> None:
        """Send off a form of a single field that an entry was made in, when that is all the form is for."""
        if run.form_fields != 1 and not run.finished_form:
            return
        page = await run.look()
        buttons = [e for e in page.elements if e.kind in {"button", "link"} and e.seen and e.name]
        if len(buttons) == 1 and send_buttons(page) == buttons and buttons[0].ref not in run.used:
            await run.do(Click(buttons[0].ref))


_ASKS: Final = re.compile(
    r"(?:and |so |but )?(?:what|which|who|whose|whom|where|when|why|how|is|are|was|were|do|does|did|has|have|had)\b",
    re.IGNORECASE,
)


def only_asks(prompt: str) -> bool:
    """Return whether *prompt* is nothing but questions; "can you …?" asks for something to be done."""
    sentences = [sentence.strip() for sentence in re.split(r"(?<=[.?!;])\s+", prompt.strip()) if sentence.strip()]
    return bool(sentences) and all(s.endswith("?") and _ASKS.match(s) for s in sentences)


_HIDING: Final = word_set(
    "tab tabs section sections tree folder folders panel panels accordion expand collapsed hidden inside find locate "
    "navigate look search page pages somewhere open browse explore"
)


async def _is_so(run: Run, condition: Phrase) -> bool:
    page = await run.see()
    negative = "unless" in condition.norms or "not" in condition.norms or "no" in condition.norms
    subject = condition.without(
        "if",
        "unless",
        "there",
        "is",
        "are",
        "a",
        "an",
        "not",
        "no",
        "appears",
        "appear",
        "shows",
        "up",
        "pops",
        "you",
        "see",
        "visible",
        "shown",
        "present",
        "any",
        "the",
        "exists",
        "asked",
        "open",
    )
    finder = Finder(page)
    there = bool(subject) and bool(
        finder.find(Description(subject)) or (page.dialogs and subject.kinds[:1] == ("dialog",))
    )
    if page.snapshot.dialog is not None and subject.kinds[:1] == ("dialog",):
        there = True
    return there != negative


_PLACES: Final = word_set(
    "file files tree folder folders list page pages table site website structure directory through the a this these "
    "of in all different various main whole form"
)


def _names_a_place_only(command: Command) -> bool:
    """Return whether it says where to look and not for what: "browse the file tree and click x"."""
    whole = command.whole()
    return (
        command.action in {"find", "go", "open"}
        and bool(whole)
        and not whole.quotes
        and set(whole.norms) <= _PLACES
        and command.until is None
    )


def _sends(command: Command, page: PageModel) -> bool:
    """Return whether a command only sends a form off."""
    if command.action == "submit":
        return True
    if command.action not in {"click", "open", "find", "act", "book"} or not command.object:
        return False
    if folded(command.object.name.literal) in SENDS:
        return True
    found = Finder(page).find(Description(Phrase.of(command.said)))
    return bool(found) and found[0].element.kind == "button" and found[0].element in send_buttons(page)


def _refers_only(command: Command) -> bool:
    return (
        command.times is None
        and command.action in {"choose", "fill", "set"}
        and refers_back(command.object)
        and not command.chunks
        and command.verb != "retype"
    )


def _says_again(command: Command) -> bool:
    """Return whether it only says that what was done is done to all of them."""
    norms = set(command.whole().norms)
    return bool(norms & {"them", "each"}) and norms <= word_set("them each of one by all every the individually and")


def _summary(run: Run) -> str:
    count = len(run.performed)
    return f"Done in {count} step{'' if count == 1 else 's'}."
