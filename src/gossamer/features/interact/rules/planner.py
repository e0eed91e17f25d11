"""Planner: a prompt carried out without a model.

For each clause every frame proposes plans on the page as it is; the plan that accounts for most words wins, then the
best score. Words that nothing accounts for stop the prompt where it is, and the answer names them with the nearest
candidates. Nothing is tried at random; the same prompt on the same page does the same. Text of pages is only looked up,
never read as a command.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import AnswerDialog, Budget, Click, Interaction
from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.approach import Approach, approach
from gossamer.features.interact.rules.commands import Command, Phrase, names_something, wanted_words
from gossamer.features.interact.rules.covers import clear_cover, covering
from gossamer.features.interact.rules.effects import is_final
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.frames import FRAMES
from gossamer.features.interact.rules.frames.opening import is_closed
from gossamer.features.interact.rules.grounding import Target, ground, nearest
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.plans import Plan
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.report import summary
from gossamer.features.interact.rules.run import BudgetSpent, Run, Stuck
from gossamer.features.interact.rules.segments import TooLong, clauses, normal
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.tokens import Token
from gossamer.features.interact.rules.turning import next_control
from gossamer.ports.live_pages import LivePage

_MOST_OPENED: Final = 12
_MOST_PAGES: Final = 10
_LATE_LOOKS: Final = 2
_MOST_STEPS: Final = 3
_LATE_SECONDS: Final = 0.5


class RulesPlanner:
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
        run.uncover = clear_cover
        try:
            # Long prompts take their time, and other requests must not wait for them.
            pieces = await asyncio.to_thread(clauses, prompt)
        except TooLong as error:
            return run.interaction(done=False, output=str(error), not_understood=(prompt,))
        if not pieces:
            return run.interaction(done=False, output="The prompt names nothing to do.", not_understood=(prompt,))
        source = normal(prompt)
        for number, piece in enumerate(pieces):
            run.meant = source[piece[0].start : piece[-1].end]
            run.narrows = bool(re.search(r"\b(?:just|only)\W*$", source[: piece[0].start].casefold()))
            run.following = len(pieces) - number - 1
            run.sent_later = any(_only_sends(p) for p in pieces[number + 1 :])
            run.confirms = _confirms(pieces[number + 1 :]) or any(
                t.norm in lexicon.word_list("reading", "confirming") for t in piece[1:]
            )
            if number and _only_confirms(piece) and await _nothing_is_asked(run):
                continue
            try:
                await _carry_out(run, readings(source, piece))
            except Stuck as stuck:
                return await _stopped(run, source, stuck, pieces[number + 1 :])
        await run.keep_page()
        return await _ended(run)


def _confirms(following: Sequence[tuple[Token, ...]]) -> bool:
    """Return whether the next clause accepts what the page asks back: "delete it and confirm"."""
    return bool(following) and _only_confirms(following[0])


def _only_confirms(piece: tuple[Token, ...]) -> bool:
    said = [t for t in piece if t.kind != "mark"]
    words_said = {t.norm for t in said[1:] if names_something(t)}
    rest = lexicon.word_list("page", "cover") | lexicon.word_list("reading", "confirming")
    confirms = bool(said) and said[0].norm in lexicon.word_list("reading", "confirming")
    return confirms and words_said <= rest | {"question", "alert", "deletion", "prompt", "confirmation", "gone"}


def _only_sends(piece: tuple[Token, ...]) -> bool:
    """Return whether a clause does nothing but send the form: "and save it", "then submit"."""
    first = readings("", piece)[0]
    return first.action == "submit" and {t.norm for t in first.content} <= lexicon.word_list("page", "form_nouns")


async def _nothing_is_asked(run: Run) -> bool:
    page = await run.see()
    return page.snapshot.dialog is None and not page.dialogs and bool(run.performed)


async def _carry_out(run: Run, commands: Sequence[Command]) -> None:
    """Carry out a clause by the best plan for any of its readings. Raises Stuck."""
    if commands[0].condition is not None and not await _holds(run, commands[0]):
        return
    if commands[0].negated or not commands[0].clause.tokens:
        return
    page = await run.settled()
    run.remember_lists(page)
    command, plan = await _found(run, page, commands)
    if plan is None and _was_pressed(run, commands[0]):
        return
    if plan is None:
        raise _not_found(page, commands[0])
    left = plan.left(command)
    if left:
        raise _not_understood(page, command, left)
    await plan.carry(run)


async def _found(run: Run, page: Page, commands: Sequence[Command]) -> tuple[Command, Plan | None]:
    """Return the best reading and plan: on the page as it is, a moment later, or behind what only shows more."""
    command, plan = _best(run, page, commands)
    for _ in range(_LATE_LOOKS):
        if plan is not None and not plan.left(command):
            return command, plan
        # What the clause names may come late.
        page = await _another_look(run, page)
        again, other = _best(run, page, commands)
        if other is not None and (plan is None or other.coverage(again) >= plan.coverage(command)):
            command, plan = again, other
    command, plan = await _approached(run, commands, command, plan)
    if plan is not None and not plan.left(command):
        return command, plan
    return await _revealed(run, commands, command, plan)


async def _approached(
    run: Run, commands: Sequence[Command], command: Command, plan: Plan | None
) -> tuple[Command, Plan | None]:
    """Open what the clause is about, step by step, and read the rest of the clause there."""
    for _ in range(_MOST_STEPS):
        found = _next_step(await run.see(), commands)
        if found is None:
            break
        rest = _without(commands[0].clause.tokens, found.explained)
        page = await run.click(found.element)
        commands = [form for c in readings(commands[0].clause.source, rest) for form in (c, *_sending(c))]
        command, plan = _best(run, page, commands)
        if plan is not None and not plan.left(command):
            break
    return command, plan


def _without(clause: Sequence[Token], gone: Sequence[Token]) -> tuple[Token, ...]:
    """Return *clause* without tokens and without "of the" or "for the" before them."""
    kept: list[Token] = []
    for token in clause:
        if token not in gone:
            kept.append(token)
            continue
        while len(kept) > 1 and kept[-1].norm in {"the", "a", "an", "of", "for"}:
            kept.pop()
    return tuple(kept)


def _sending(command: Command) -> list[Command]:
    """Return *command* as sending the form that it has opened: "add a user" ends with "Save" there."""
    ends = command.verb in lexicon.word_list("page", "ending_verbs")
    return [command.as_("submit")] if command.action in {"add", "create", "buy", "act"} and not ends else []


def _next_step(page: Page, commands: Sequence[Command]) -> Approach | None:
    return next((found for c in commands if (found := approach(page, c)) is not None), None)


def _best(run: Run, page: Page, commands: Sequence[Command]) -> tuple[Command, Plan | None]:
    """Return the reading and the plan that account for most words, then the best score, then the first one."""
    found = [(command, plan) for command in commands for frame in FRAMES for plan in frame(run, page, command)]
    if not found:
        return commands[0], None
    return max(found, key=lambda f: (round(f[1].coverage(f[0]), 3), f[1].score))


def _was_pressed(run: Run, command: Command) -> bool:
    """Return whether the clause only names the button that was used last: "then click Save"."""
    last = run.acts[-1] if run.acts else None
    is_click = last is not None and isinstance(last.step, Click)
    return is_click and command.action == "press" and words(command.rest.raw) == words(last.name if last else "")


async def _revealed(
    run: Run, commands: Sequence[Command], command: Command, plan: Plan | None
) -> tuple[Command, Plan | None]:
    """Open tabs, sections and branches one after the other until the page shows all that the clause names."""
    if commands[0].action in {"read", "count"}:
        return command, plan
    opened: set[str] = set()
    said = {w for t in commands[0].clause.tokens for w in words(t.text)}
    for _ in range(_MOST_OPENED):
        page = await run.see()
        views = [e for e in page.usable if _is_view_named(e, said) and e.name not in opened]
        closed = [*views, *(e for e in page.usable if is_closed(e) and e.name not in opened)]
        if not closed:
            break
        opened.add(closed[0].name)
        try:
            page = await run.click(closed[0])
        except BudgetSpent:
            raise
        except Stuck:
            continue
        again, other = _best(run, page, commands)
        if other is not None and not other.left(again):
            return again, other
    return await _on_later_pages(run, commands, command, plan)


async def _on_later_pages(
    run: Run, commands: Sequence[Command], command: Command, plan: Plan | None
) -> tuple[Command, Plan | None]:
    """Turn the pages of a list until one shows all that the clause names."""
    for _ in range(_MOST_PAGES):
        page = await run.see()
        again, other = _best(run, page, commands)
        if other is not None and (not other.left(again) or plan is None):
            return again, other
        if _next_step(page, commands) is not None:
            again, other = await _approached(run, commands, again, other)
            return again, other
        control = next_control(page)
        if control is None or commands[0].object.ordinal is not None or not await run.leave_page():
            break
        before = page.signature
        if (await run.click(control)).signature == before:
            break
    return command, plan


def _is_view_named(element: Element, said: set[str]) -> bool:
    """Return whether *element* leads to a view of the page that the clause names: "the bin" is behind "Bin"."""
    name = set(words(element.name)) - {"the", "my"}
    leads = element.kind in {"link", "tab", "treeitem"}
    return leads and bool(name) and len(name) <= 2 and name <= said and not is_final(element.name) and element.seen  # noqa: PLR2004


async def _another_look(run: Run, page: Page) -> Page:
    if page.snapshot.dialog is None:
        await run.wait(_LATE_SECONDS)
    return await run.look()


async def _holds(run: Run, command: Command) -> bool:
    """Return whether the condition of a clause holds: whether what it names is there, in the state it names."""
    condition = command.condition
    page = await run.settled()
    if condition is None:
        return True
    said = {t.norm for t in condition.tokens}
    negated = bool(said & (lexicon.word_list("grammar", "negations") | {"no"}))
    wanted = [w for _, w in wanted_words(condition.tokens) if w not in {"shows", "appears", "pops", "asks", "asked"}]
    there = _is_there(run, page, condition, wanted)
    known = (
        *words(page.elements[0].text),
        *(w for e in page.elements for w in e.classes),
        *lexicon.word_list("page", "cover"),
    )
    if not there and wanted and not any(best_match(w, known) for w in wanted):
        raise Stuck(f"The page does not show whether “{condition.raw}”.", left=(condition.raw,))
    if there is negated:
        run.answer.sentences.append(f"The condition “{condition.raw}” does not hold, so nothing was done.")
    return there is not negated


def _is_there(run: Run, page: Page, condition: Phrase, wanted: Sequence[str]) -> bool:
    looks = lexicon.word_list("page", "cover")
    if any(w in looks for w in wanted):
        return page.snapshot.dialog is not None or bool(covering(page))
    state = next((w for w in wanted if w in lexicon.word_list("page", "on") | lexicon.word_list("page", "off")), None)
    if state is not None:
        rest = Phrase(condition.source, tuple(t for t in condition.tokens if t.norm != state))
        found = ground(page, Target(rest), [f for f in page.fields if f.node.checked is not None])
        run.last_ref = found[0].element.ref if found else run.last_ref
        return bool(found) and found[0].element.node.checked is (state in lexicon.word_list("page", "on"))
    telling = [w for w in wanted if lexicon.kinds_of(w)[:1] != ("item",)]
    if len(telling) > 1:
        rows = [r for one in record_lists(page)[:3] for r in one.records]
        if any(best_match(telling[0], r.words) for r in rows):
            return any(all(best_match(w, r.words) >= 0.9 for w in telling) for r in rows)  # noqa: PLR2004
    have = words(page.elements[0].text)
    return bool(wanted) and all(best_match(w, have) for w in wanted)


def _not_found(page: Page, command: Command) -> Stuck:
    candidates = nearest(page, Target(command.rest if command.rest.tokens else command.clause))
    return Stuck(f"The page has nothing for “{command.said}”.", candidates, (command.said,))


def _not_understood(page: Page, command: Command, left: Sequence[Token]) -> Stuck:
    pieces = _pieces(command, left)
    named = " and ".join(f"“{p}”" for p in pieces)
    verb = "means" if len(pieces) == 1 else "mean"
    sentence = f"It is not clear what {named} {verb} on this page, so “{command.said}” was not done."
    return Stuck(sentence, nearest(page, Target(Phrase(command.clause.source, tuple(left)))), pieces)


def _pieces(command: Command, left: Sequence[Token]) -> tuple[str, ...]:
    """Return the words that are left over, those that stand together as one piece."""
    source, tokens = command.clause.source, list(command.clause.tokens)
    gone = {t.start for t in left}
    pieces: list[list[Token]] = []
    for number, token in enumerate(tokens):
        if token.start not in gone:
            continue
        if pieces and tokens[number - 1] is pieces[-1][-1]:
            pieces[-1].append(token)
        else:
            pieces.append([token])
    return tuple(source[p[0].start : p[-1].end] for p in pieces)


async def _stopped(run: Run, source: str, stuck: Stuck, rest: Sequence[tuple[Token, ...]]) -> Interaction:
    """Return the answer of a prompt that was not carried out to its end."""
    done = summary(run.acts)
    output = " ".join(part for part in (*run.answer.sentences, f"{done}" if done else "", str(stuck)) if part)
    later = tuple(source[p[0].start : p[-1].end] for p in rest)
    left = stuck.left or ((run.meant,) if not isinstance(stuck, BudgetSpent) else ())
    await run.keep_page()
    return run.interaction(done=False, output=output, not_understood=(*left, *later), candidates=stuck.candidates)


async def _ended(run: Run) -> Interaction:
    """Return the answer of a prompt that was carried out."""
    page = await run.see()
    if page.snapshot.dialog is not None:
        if page.snapshot.dialog.kind == "alert":
            run.notices.append(f"The page said: “{page.snapshot.dialog.message}”")
            await run.do(AnswerDialog(accept=True))
        else:
            message = f"The page asks: “{page.snapshot.dialog.message}”"
            return run.interaction(done=False, output=f"{summary(run.acts)} {message}".strip())
    output = "\n".join(run.answer.sentences) or summary(run.acts) or "Nothing had to be done."
    return run.interaction(done=True, output=output)
