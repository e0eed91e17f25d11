"""Choosing from one day to another, in a calendar that the page shows or in two fields for days."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Day, Token
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.calendars import calendar_of, choose_day
from gossamer.features.interact.planner.skills.stages import onward
from gossamer.features.interact.planner.skills.steppers import set_said
from gossamer.features.interact.planner.wordsets import word_set

_BETWEEN: Final = word_set("to until till through and - \u2013 \u2014")
_STAYS: Final = word_set("room stay table place reservation booking night nights trip come")
_GOING_ON: Final = word_set("and then continue proceed go on next please")
_MOST_DAYS: Final = 31


def span_in(tokens: Sequence[Token]) -> tuple[Day, Day, tuple[Token, ...]] | None:
    """Return the two days that are said, with the words that say them: "from 14 to 17 May"; None when none are."""
    for i, token in enumerate(tokens):
        last = token.value
        if not isinstance(last, Day):
            continue
        at = i - 1
        while at > 0 and tokens[at].norm == "the":
            at -= 1
        if at < 1 or tokens[at].norm not in _BETWEEN:
            continue
        before = tokens[at - 1]
        first = before.value
        if (
            isinstance(first, float)
            and before.kind in {"number", "ordinal"}
            and first == int(first)
            and 1 <= first <= _MOST_DAYS
        ):
            first = replace(last, day=int(first))
        if isinstance(first, Day):
            return first, last, tuple(tokens[at - 1 : i + 1])
    return None


def spans(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a command says from which day to which, on a page that shows a calendar for both."""
    del whole, norms
    return (
        not command.question
        and command.action not in {"book", "read", "search"}
        and span_in(command.clause) is not None
        and calendar_of(page) is not None
        and not any(f.kind == "date" and f.seen for f in page.fields)
    )


async def choose_span(run: Run, command: Command) -> None:
    """Choose the first day and the last; numbers that are said besides are set as well."""
    found = span_in(command.clause)
    if found is None:
        return
    first, last, said = found
    await choose_day(run, first)
    await choose_day(run, last if last.year or not first.year else replace(last, year=first.year))
    run.take(*said)
    run.evidence.give(Phrase(command.source, said).raw)
    # What somebody stays in is what the page is for.
    run.take(*(t for t in command.clause if t.norm in _STAYS))
    await set_said(run, command.clause)
    rest = [t for t in command.clause if t.kind == "word" and t.start > said[-1].start]
    if rest and all(t.norm in _GOING_ON for t in rest) and (control := onward(await run.see())) is not None:
        # "… to 22 March, continue": there is a next step.
        await run.do(Click(control.ref), unasked=True)
        run.take(*rest)
