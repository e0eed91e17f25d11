"""Planner: a prompt carried out without a model.

For each clause every frame proposes plans on the page as it is; the plan that accounts for most words wins, then the
best score. Words that nothing accounts for stop the prompt where it is, and the answer names them with the nearest
candidates. Nothing is tried at random; the same prompt on the same page does the same. Text of pages is only looked up,
never read as a command.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import AnswerDialog, Budget, Click, Interaction
from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.approach import Choice, find_plan
from gossamer.features.interact.rules.commands import Command, Phrase, names_something, wanted_words
from gossamer.features.interact.rules.covers import clear_cover, covering
from gossamer.features.interact.rules.frames import frames_for
from gossamer.features.interact.rules.grounding import Target, nearest
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.report import summary
from gossamer.features.interact.rules.run import BudgetSpent, Run, Stuck, log_rule_failure
from gossamer.features.interact.rules.segments import TooLong, clauses, normal
from gossamer.features.interact.rules.similarity import (
    best_match,
    folded,
    words,
)
from gossamer.features.interact.rules.tokens import Token
from gossamer.ports.live_pages import LivePage


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
        """Return the result of *prompt*. Raises TimedOut and SessionLost."""
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
            following = pieces[number + 1 :]
            before = words(run.meant)
            _prepare(run, source, piece, following)
            try:
                if not (number and _only_confirms(piece, before) and await _nothing_is_asked(run)):
                    await _carry_out(run, readings(source, piece))
            except Stuck as stuck:
                return await _report_stop(run, source, stuck, following)
            except Exception as error:  # noqa: BLE001 - the boundary of all rules, which read pages of strangers
                log_rule_failure(error)
                failure = Stuck(f"“{run.meant}” could not be carried out: a rule failed on this page.")
                return await _report_stop(run, source, failure, following)
        await run.keep_page()
        return await _report_end(run)


def _prepare(run: Run, source: str, piece: Sequence[Token], following: Sequence[tuple[Token, ...]]) -> None:
    """Let *run* know which clause is at work, and what the clauses behind it say of it."""
    run.meant = source[piece[0].start : piece[-1].end]
    run.following = len(following)
    run.upcoming = frozenset(w for p in following[:1] for t in p for w in words(t.text))
    run.sent_later = any(_only_sends(p) for p in following)
    run.answered_later = any(_answers(source, p) for p in following[:1])
    confirming = lexicon.word_list("reading", "confirming")
    run.confirms = any(_only_confirms(p, words(run.meant)) for p in following[:1]) or any(
        t.norm in confirming for t in piece[1:]
    )


def _only_confirms(piece: tuple[Token, ...], before: tuple[str, ...] = ()) -> bool:
    """Return whether a clause only accepts what the page asks back, or what was done *before* it."""
    confirming = lexicon.word_list("reading", "confirming")
    wording = [t for t in piece if t.kind != "mark"]
    rest = {t.norm for t in wording[1:] if names_something(t)}
    plain = lexicon.word_list("page", "cover") | confirming | lexicon.word_list("page", "confirmed")
    return bool(wording) and wording[0].norm in confirming and all(w in plain or best_match(w, before) for w in rest)


def _answers(source: str, piece: tuple[Token, ...]) -> bool:
    """Return whether a clause may answer a dialog: "then cancel it", "click OK"."""
    names = frozenset[str]().union(*(lexicon.phrase_set("page", name) for name in ("accept", "reject", "close")))
    return any(
        c.action in {"accept", "reject", "close"} or (c.action == "press" and folded(c.object.bare.raw) in names)
        for c in readings(source, piece)
    )


def _only_sends(piece: tuple[Token, ...]) -> bool:
    """Return whether a clause does nothing but send the form: "and save it", "then submit"."""
    first = readings("", piece)[0]
    return first.action == "submit" and {t.norm for t in first.content} <= lexicon.word_list("page", "form_nouns")


async def _nothing_is_asked(run: Run) -> bool:
    page = await run.see()
    asks = page.snapshot.dialog is not None or any(d.kind == "dialog" for d in page.dialogs)
    return not asks and bool(run.performed)


async def _carry_out(run: Run, commands: Sequence[Command]) -> None:
    """Carry out a clause by the best plan for any of its readings. Raises Stuck."""
    first = commands[0]
    if first.negated or not first.clause.tokens or not await _holds(run, first.condition):
        return
    page = await run.settled()
    run.remember_lists(page)
    command, plan = await find_plan(run, page, commands, _best)
    if plan is None and (_was_pressed(run, first) or await _is_clear_already(run, first)):
        return
    if plan is None:
        candidates = nearest(page, Target(first.rest if first.rest.tokens else first.clause))
        raise Stuck(f"The page has nothing for “{first.wording}”.", candidates, (first.wording,))
    if leftover_tokens := plan.left(command):
        raise _not_understood(page, command, leftover_tokens)
    if not plan.answers_dialog:
        await _pass_dialog(run)
    await plan.carry(run)


async def _pass_dialog(run: Run) -> None:
    """Accept a mere message of the page. Raises Stuck where it asks something that the clause does not answer."""
    dialog = (await run.see()).snapshot.dialog
    if dialog is None:
        return
    if dialog.kind != "alert":
        raise Stuck(f"The page asks: “{dialog.message}” It has to be accepted or dismissed first.")
    run.notices.append(f"The page said: “{dialog.message}”")
    await run.do(AnswerDialog(accept=True))


def _best(run: Run, page: Page, commands: Sequence[Command]) -> Choice:
    """Return the reading and the plan that account for most words, then the best score, then the first one."""
    allowed = (command for command in commands if not command.negated)
    choices = [(c, plan) for c in allowed for propose in frames_for(c.action) for plan in propose(run, page, c)]
    return max(choices, key=lambda f: (round(f[1].coverage(f[0]), 3), f[1].score), default=(commands[0], None))


def _was_pressed(run: Run, command: Command) -> bool:
    """Return whether the clause only names the button that was used last: "then click Save"."""
    last = run.acts[-1] if run.acts else None
    is_click = last is not None and isinstance(last.step, Click)
    return is_click and command.action == "press" and words(command.rest.raw) == words(last.name if last else "")


async def _is_clear_already(run: Run, command: Command) -> bool:
    """Return whether a clause would only get a banner out of the way, and nothing covers the page."""
    plain = lexicon.word_list("page", "cover") | lexicon.word_list("page", "minimal") | {"all"}
    if command.action not in {"accept", "reject", "close"} or not {t.norm for t in command.content} <= plain:
        return False
    covered = bool(covering(await run.see()))
    if not covered:
        run.notices.append(f"Nothing covers the page, so nothing had to be done for “{command.wording}”.")
    return not covered


async def _holds(run: Run, condition: Phrase | None) -> bool:
    """Return whether something covers the page, the only condition of a clause that is read. Raises Stuck."""
    if condition is None:
        return True
    condition_words = {w for _, w in wanted_words(condition.tokens)} - lexicon.word_list("page", "appearing")
    if not condition_words or not condition_words <= lexicon.word_list("page", "cover"):
        raise Stuck(f"Whether “{condition.raw}” is not looked up without a model.", left=(condition.raw,))
    page = await run.settled()
    covered = page.snapshot.dialog is not None or bool(covering(page))
    if not covered:
        run.answer.sentences.append(f"The condition “{condition.raw}” does not hold, so nothing was done.")
    return covered


def _not_understood(page: Page, command: Command, leftover_tokens: Sequence[Token]) -> Stuck:
    """Return the refusal for the words that are left over, those that stand together as one piece."""
    leftover_starts = {t.start for t in leftover_tokens}
    runs = [list(run) for over, run in groupby(command.clause.tokens, lambda t: t.start in leftover_starts) if over]
    pieces = tuple(command.clause.source[run[0].start : run[-1].end] for run in runs)
    named, verb = " and ".join(f"“{p}”" for p in pieces), "means" if len(pieces) == 1 else "mean"
    sentence = f"It is not clear what {named} {verb} on this page, so “{command.wording}” was not done."
    return Stuck(sentence, nearest(page, Target(Phrase(command.clause.source, tuple(leftover_tokens)))), pieces)


async def _report_stop(run: Run, source: str, stuck: Stuck, rest: Sequence[tuple[Token, ...]]) -> Interaction:
    """Return the answer of a prompt that was not carried out to its end."""
    output = " ".join(part for part in (*run.answer.sentences, summary(run.acts), str(stuck)) if part)
    later = tuple(source[p[0].start : p[-1].end] for p in rest)
    leftovers = stuck.left or ((run.meant,) if not isinstance(stuck, BudgetSpent) else ())
    await run.keep_page()
    return run.interaction(done=False, output=output, not_understood=(*leftovers, *later), candidates=stuck.candidates)


async def _report_end(run: Run) -> Interaction:
    """Return the answer of a prompt that was carried out."""
    dialog = (await run.see()).snapshot.dialog
    if dialog is not None and dialog.kind != "alert":
        return run.interaction(done=False, output=f"{summary(run.acts)} The page asks: “{dialog.message}”".strip())
    if dialog is not None:
        await _pass_dialog(run)
    output = "\n".join(run.answer.sentences) or summary(run.acts) or "Nothing had to be done."
    return run.interaction(done=True, output=output)
