"""Carries a prompt out without a model: commands from the language, elements from the page, steps from the skills.

Same prompt, same page: same steps. What is not understood or not there ends the prompt where it is, with the
nearest candidates; nothing is tried at random. Text of pages is only ever looked up, never read as a command.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Budget, Click, Interaction, Press, SetValue, Type
from gossamer.features.interact.planner.accounting.telling import summary
from gossamer.features.interact.planner.gist import follow_gist
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.lexicon import Action
from gossamer.features.interact.planner.language.listing import unlisted
from gossamer.features.interact.planner.language.parsing import TooLong, commands
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.merging import merged
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.reinterpreting.rules import SURE, WHOLE, meant_on
from gossamer.features.interact.planner.rescuing import rescue
from gossamer.features.interact.planner.restating.restating import restated
from gossamer.features.interact.planner.running import Ambiguous, BudgetSpent, NotUnderstood, Refused, Run, Stuck
from gossamer.features.interact.planner.skills import (
    acting,
    amending,
    booking,
    choosing,
    closing,
    computing,
    creating,
    deeds,
    editing,
    going,
    marking,
    moving,
    opening,
    pointing,
    reading,
    searching_in,
    selecting_text,
    signing_in,
    states,
    submitting,
    uploading,
)
from gossamer.features.interact.planner.skills.conditions import is_so, subject_of
from gossamer.features.interact.planner.skills.confirming import still_asked
from gossamer.features.interact.planner.skills.entitling import restates
from gossamer.features.interact.planner.skills.joining import joined_list
from gossamer.features.interact.planner.skills.offered import choose_offered
from gossamer.features.interact.planner.skills.panels import elsewhere, names_panel_thing
from gossamer.features.interact.planner.skills.setting import clear_field
from gossamer.features.interact.planner.skills.steppers import set_said
from gossamer.features.interact.planner.skills.submitting import SENDS, send_buttons
from gossamer.features.interact.planner.skills.switching import switched
from gossamer.features.interact.planner.skills.titling import titled_first
from gossamer.features.interact.planner.skills.wizards import end, further_on
from gossamer.features.interact.planner.wordsets import word_set
from gossamer.ports.live_pages import LivePage

Skill = Callable[[Run, Command], Awaitable[None]]


async def _clear(run: Run, command: Command) -> None:
    """Empty the field that is named, or use the control that empties what is named; one that opens it does not."""
    page = await run.see()
    described = Description(command.object, command.chunks)
    fields = [f for f in page.fields if f.seen and f.kind in TYPED]
    found = Finder(page).find(described, pool=fields)
    match = found[0] if found and found[0].element.kind in TYPED else await run.need(described)
    element = match.element
    if element.kind in TYPED:
        await clear_field(run, element)
        return
    called = [e for e in page.actionable if e.seen and e.kind in {"button", "link"} and _empties(e, command)]
    if len(called) != 1:
        raise Stuck(f'Nothing on the page empties "{command.object.raw}".', tuple(e.name for e in called))
    run.evidence.give(command.verb)
    await run.require(called[0], fits=True)
    await run.do(Click(called[0].ref))


def _empties(element: Element, command: Command) -> bool:
    name = words(element.name)
    said = list(command.object.name.words())
    return bool(set(name[:1]) & _EMPTYING) and all(any(related(w, n) for n in name[1:]) for w in said)


_EMPTYING: Final = word_set("clear empty reset erase wipe remove")


_SKILLS: Final[Mapping[Action, Skill]] = {
    "click": pointing.click,
    "double": pointing.click,
    "right": pointing.click,
    "fill": states.fill,
    "set": states.set_,
    "add": states.add,
    "choose": states.choose,
    "uncheck": choosing.uncheck,
    "open": opening.open_,
    "collapse": closing.collapse,
    "close": closing.close,
    "drag": moving.drag,
    "sort": moving.sort,
    "submit": submitting.submit,
    "search": searching_in.search_in,
    "find": opening.find,
    "read": reading.read,
    "count": reading.read,
    "compute": computing.compute,
    "scroll": moving.scroll,
    "wait": going.wait,
    "go": going.go,
    "press": going.press,
    "login": signing_in.login,
    "act": acting.act,
    "book": booking.book,
    "create": creating.create,
    "format": states.set_,
    "hover": pointing.hover,
    "focus": pointing.focus,
    "highlight": selecting_text.highlight,
    "copy": editing.copy,
    "paste": editing.paste,
    "clear": _clear,
    "mark": marking.mark,
    "load": going.load,
    "resize": moving.resize,
    "upload": uploading.upload,
    "repeat": states.repeat,
    "use": pointing.click,
}


# What these do is said by all their words, and none of them names what stands on the page.
_WHOLE: Final = frozenset[Action](
    {"sort", "read", "count", "compute", "scroll", "wait", "press", "highlight", "copy", "paste", "resize", "format"}
)


class DeterministicPlanner:
    """Understands ordinary English instructions and questions about a page."""

    async def run(  # noqa: C901, PLR0911, PLR0912, PLR0915
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
        prompt = unlisted(prompt)
        run.prompt = prompt
        try:
            # Long sentences take their time, and nobody else is to wait for them.
            plain = await _plainly(run, prompt)
            if plain != prompt:
                run.prompt = f"{prompt}\n{plain}"
            understood = await asyncio.to_thread(commands, plain)
        except TooLong as error:
            run.tell(str(error))
            return run.interaction(done=False, not_understood=(prompt,))
        if not understood:
            run.tell("The prompt says nothing to do.")
            return run.interaction(done=False, not_understood=(prompt,))
        # What is closed is opened one after the other only when the prompt speaks of looking for something.
        run.may_explore = any(c.explore or c.until is not None for c in understood) or bool(
            set(re.findall(r"\w+", prompt.casefold())) & _HIDING
        )
        run.only_asked = only_asks(prompt)
        skipped: list[Command] = []
        before: Command | None = None
        todo = understood
        while todo:
            command, rest = merged(todo, await run.see())
            now, todo, last = (command, *rest), rest, before
            before = command
            run.begin(command)
            if last is not None and last.stated and last not in skipped and run.performed and _refers_only(command):
                # "X is the date I need. Select it.": that it is to be so was enough.
                run.settle(command)
                continue
            try:
                await self._carry_out(run, command, rest)
                await _taken_by_the_page(run)
            except BudgetSpent as spent:
                return await _stopped(run, spent, now)
            except Stuck as stuck:
                if command.stated and command.action in {"find", "set", "fill", "read", "close", "open"} and rest:
                    # A fact that leads to what is asked for, as "I am looking at x": the commands behind it say what
                    # to do.
                    skipped.append(command)
                    if run.performed:
                        await set_said(run, command.clause)
                    run.clipboard = next(
                        (
                            t.text
                            for t in Phrase.of(command.said).tokens
                            if t.kind in {"quote", "date", "time", "number"}
                        ),
                        run.clipboard,
                    )
                    continue
                try:
                    final = run.performed or run.only_asked or isinstance(stuck, NotUnderstood | Ambiguous)
                    # What is to become of something is not done by using the thing itself.
                    final = final or command.action in {"mark", "close", "clear"}
                    if not final and await self._gist(run, plain, rest):
                        break
                except Stuck as other:
                    return await _stopped(run, other, now)
                return await _stopped(run, stuck, now)
        try:
            await self._finish(run)
            await _taken_by_the_page(run)
        except Stuck as stuck:
            return await _stopped(run, stuck, ())
        if (asked := await _open_question(run)) is not None:
            return await _stopped(run, Stuck(asked), ())
        for command in skipped:
            # A fact whose values were used led to what was done; one that fills in a form has to be used as a whole.
            if not _fills_in(run, command) and all(
                run.evidence.has(t) for t in command.clause if t.kind in {"quote", "date", "time", "number"}
            ):
                run.settle(command)
        await run.keep_page()
        return _ended(run)

    async def _gist(self, run: Run, prompt: str, rest: tuple[Command, ...]) -> bool:
        for command in rest:
            run.begin(command)
        run.meant = prompt
        try:
            return await follow_gist(run, prompt)
        except (BudgetSpent, NotUnderstood):
            raise
        except Stuck:
            return False

    async def _carry_out(self, run: Run, command: Command, rest: tuple[Command, ...]) -> None:
        if _asks_nothing(run, command) or _leads_on(command, rest):
            run.settle(command)
            return
        conditioned = await _conditioned(run, command)
        if conditioned is None:
            return
        command = conditioned
        await _commit(run, command)
        page = await run.see()
        run.sent_next = bool(rest) and _sends(rest[0], page)
        command = await titled_first(run, command)
        meant = meant_on(command, page) if page.snapshot.dialog is None else None
        if await amending.amended(run, command) or (meant not in SURE and await _by_its_names(run, command)):
            return
        if (
            command.means is not None
            and command.action in {"sort", "set", "drag", "find", "use", "mark"}
            and command.means.action == "drag"
        ):
            command = command.means
        meant = meant_on(command, page) if page.snapshot.dialog is None else None
        skill = meant or _SKILLS[command.action]
        before, told = len(run.performed), len(run.told)
        if await _use(run, command, meant, page):
            return
        if command.action in {"find", "choose", "set", "fill"} and len(run.performed) > before:
            await set_said(run, command.clause)
        if skill in WHOLE or command.action in _WHOLE:
            run.settle(command)
        elif len(run.performed) == before and len(run.told) == told and not run.settled(command):
            raise Stuck("Nothing on this page was found to do for it.")

    async def _finish(self, run: Run) -> None:
        """Send off a form of a single field that an entry was made in, when that is all the form is for."""
        await _leave_field(run)
        if run.ends:
            await end(run)
            return
        if run.form_fields != 1 and not run.finished_form:
            return
        page = await run.look()
        buttons = [e for e in page.elements if e.kind in {"button", "link"} and e.seen and e.name]
        if len(buttons) == 1 and send_buttons(page) == buttons and buttons[0].ref not in run.used:
            await run.do(Click(buttons[0].ref))


async def _by_its_names(run: Run, command: Command) -> bool:
    """Carry a command out by what the page has for the things it names, whatever its verb; False when it has none."""
    if (await run.see()).snapshot.dialog is None and (
        await choose_offered(run, command) or await switched(run, command) or await joined_list(run, command)
    ):
        return True
    return await deeds.carried_out(run, command) or await creating.create_by_name(run, command)


async def _plainly(run: Run, prompt: str) -> str:
    """Return the prompt in plain commands, where it is one wish that its own words ask for; else as it is."""
    page = await run.see()
    reading = None if only_asks(prompt) else restated(page, prompt)
    if reading is None or not restates(prompt, reading.text, page):
        return prompt
    if reading.loose:
        run.tell(f"Understood as: {reading.text}")
    return reading.text


async def _use(run: Run, command: Command, meant: Skill | None, page: PageModel) -> bool:
    """Use the skill for a command here, or where the page has what is named; return whether that was elsewhere."""
    before = len(run.performed)

    async def again() -> None:
        await (meant_on(command, await run.see()) or _SKILLS[command.action])(run, command)

    try:
        if meant is None and await further_on(run, command, again):
            return True
        # A step that was looked at and left again changes nothing for what is tried next.
        before = len(run.performed)
        if meant is None and names_panel_thing(command, page) and await elsewhere(run, command, again):
            return True
        await (meant or _SKILLS[command.action])(run, command)
    except BudgetSpent:
        raise
    except Stuck as stuck:
        if len(run.performed) > before or not await _otherwise(run, command, again, stuck):
            raise
    return False


async def _otherwise(run: Run, command: Command, again: Callable[[], Awaitable[None]], stuck: Stuck) -> bool:
    """Do it in another panel, or by what is named letter by letter; return whether that was possible.

    A panel that says all that is named comes before what is only like it on this one.
    """
    if isinstance(stuck, Ambiguous):
        # Where no field here is called so, another panel may have one that is.
        return command.action == "set" and await elsewhere(run, command, again)
    if await elsewhere(run, command, again):
        return True
    return not isinstance(stuck, NotUnderstood) and await rescue(run, command)


async def _conditioned(run: Run, command: Command) -> Command | None:
    """Return the command with what its condition speaks of filled in; None when the condition does not hold."""
    if command.when is None:
        return command
    if not await _is_so(run, command.when):
        run.tell(f"It is not so: “{command.when.raw}”; nothing was done for “{command.said}”.")
        run.settle(command)
        return None
    if refers_back(command.object) and (subject := subject_of(command.when)):
        # "If the light is on, turn it off."
        return replace(command, object=subject, clause=(*subject.tokens, *command.clause))
    return command


async def _commit(run: Run, command: Command) -> None:
    """Leave the field that was typed into last, before the page is read: what it holds counts from then on."""
    last = run.performed[-1].step if run.performed and command.action in {"read", "count"} else None
    if isinstance(last, Type | SetValue) and not (isinstance(last, Type) and last.submit):
        await run.do(Press("Tab", last.ref), unasked=True)


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


def _fills_in(run: Run, command: Command) -> bool:
    """Return whether several of its values were typed."""
    typed = [done.step.text for done in run.performed if isinstance(done.step, Type)]
    return sum(bool(text) and text in command.said for text in typed) > 1


async def _is_so(run: Run, condition: Phrase) -> bool:
    """Return whether a condition holds. Raises NotUnderstood when the page does not tell."""
    so = is_so(await run.see(), condition)
    if so is None:
        raise NotUnderstood(
            f"The page does not tell whether it is so: “{condition.raw}”, so nothing was done for it.",
            (condition.raw,),
        )
    return so


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


def _asks_nothing(run: Run, command: Command) -> bool:
    """Return whether nothing is to be done for it: it says what is not to be done, or again what was done."""
    return command.negated or (
        bool(run.performed) and command.action in {"open", "find", "choose", "click"} and _says_again(command)
    )


def _leads_on(command: Command, rest: tuple[Command, ...]) -> bool:
    """Return whether it only leads to the next command, which finds what this one speaks of by opening things."""
    if {"pages", "through"} <= set(command.whole().norms) | set(command.verb.split()):
        return False
    return command.action in {"open", "find", "go"} and bool(rest) and (rest[0].explore or _names_a_place_only(command))


async def _taken_by_the_page(run: Run) -> None:
    """Raise Stuck when the page complains about what was sent."""
    refused = await run.refusal()
    if refused is not None:
        raise Refused(f"The page says: “{refused}”")


async def _leave_field(run: Run) -> None:
    """Leave a field of no form that was set last: what it holds counts from then on, and nothing else takes it."""
    last = run.performed[-1].step if run.performed else None
    if not isinstance(last, SetValue):
        return
    field = (await run.see()).by_ref.get(last.ref)
    if field is not None and field.kind == "spinner" and not any(a.node.tag == "form" for a in field.ancestors()):
        await run.do(Press("Tab", last.ref), unasked=True)


async def _open_question(run: Run) -> str | None:
    """Return what the page asks before it does what it was told; None when it asks nothing, or was only used."""
    dialog = (await run.see()).snapshot.dialog
    if dialog is None and (asked := await still_asked(run)) is not None:
        return f"The page asks “{asked}” before it does that: say whether to confirm it."
    if dialog is None or dialog.kind == "alert" or not run.deeds:
        return None
    return f"The page asks “{dialog.message}” before it does that: say whether to accept or dismiss it."


async def _stopped(run: Run, stuck: Stuck, missed: Sequence[Command]) -> Interaction:
    """Return that the prompt ended early: what was done, why it ended, and what was not done."""
    await run.keep_page()
    if done := summary(run.acts):
        run.told.insert(0, done)
    run.unanswered += run.left() if isinstance(stuck, Refused) else ()
    if isinstance(stuck, BudgetSpent | Refused) or not missed:
        run.tell(stuck.sentence)
        missed = missed[isinstance(stuck, Refused) :]
    else:
        near = f" Nearest: {', '.join(stuck.candidates)}." if stuck.candidates else ""
        run.tell(f'Stopped at "{missed[0].said}": {stuck.sentence}{near}')
    named = [*run.unanswered, *(stuck.left if isinstance(stuck, NotUnderstood) else [c.said for c in missed[:1]])]
    named += [c.said for c in missed[1:] if c.said]
    return run.interaction(done=False, not_understood=tuple(dict.fromkeys(named)), candidates=stuck.candidates)


def _ended(run: Run) -> Interaction:
    """Return what came of a prompt whose commands were all carried out, with the words that none of them used."""
    left = run.left()
    if run.data is None and (done := summary(run.acts)):
        run.told.insert(0, done)
    if left:
        run.tell(f"Not understood: {', '.join(f'“{piece}”' for piece in left)}.")
    if not run.told:
        run.tell("Nothing had to be done.")
    return run.interaction(done=not run.unanswered and not left, not_understood=(*run.unanswered, *left))
