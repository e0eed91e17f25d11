"""Forms in steps: what is not on this step may be on the next, and what is said of several steps is said at once.

Only the control that goes on is used by itself. What ends the form is used when everything that was said of it is done,
and only where it was asked for by a verb that means it, as "book".
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from gossamer.core.interaction import Check, Click
from gossamer.features.interact.planner.accounting.coverage import telling_words
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Refused, Run, Stuck
from gossamer.features.interact.planner.skills import labelled
from gossamer.features.interact.planner.skills.calendars import calendar_of, choose_day
from gossamer.features.interact.planner.skills.forms import read_form
from gossamer.features.interact.planner.skills.picking import offered
from gossamer.features.interact.planner.skills.reading.selecting import rows_of
from gossamer.features.interact.planner.skills.spans import span_in
from gossamer.features.interact.planner.skills.stages import onward, step_names
from gossamer.features.interact.planner.skills.steppers import set_said
from gossamer.features.interact.planner.wordsets import word_set

_CONTINUING: Final = word_set(
    "continue proceed go on next onward onwards forward to the with a step page then and section part one ahead screen"
)
_STAYS: Final = word_set("room stay table place reservation booking night nights trip")
_MOST_STEPS: Final = 6


def goes_on(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it is said to go on to the next step, or to one that is named."""
    del whole, norms
    said = [t.norm for t in command.clause if t.kind != "mark"]
    named = {w for name in step_names(page) for w in words(name)}
    return (
        bool(said)
        and (said[0] in {"continue", "proceed"} or said[:2] == ["go", "on"] or "next" in said)
        and onward(page) is not None
        and all(w in _CONTINUING or w in named for w in said)
    )


async def go_on(run: Run, command: Command) -> None:
    """Go to the next step, and on to the one that is named. Raises Refused when the page does not let go on."""
    said = {t.norm for t in command.clause if t.kind == "word" and t.norm not in _CONTINUING}
    for _ in range(_MOST_STEPS):
        await _next(run)
        if not said or said & set(_current_words(await run.see())):
            run.settle(command)
            return
    raise Stuck(f"No step is called “{command.said}”.")


def _current_words(page: PageModel) -> tuple[str, ...]:
    now = next((e for e in page.elements if e.node.attributes.get("aria-current") == "step"), None)
    heads = [e.text for e in page.elements if e.kind == "heading" and e.node.level != 1]
    return tuple(w for text in ([now.text] if now is not None else heads) for w in words(text))


async def _next(run: Run) -> PageModel:
    """Go one step on. Raises Refused when the page complains instead."""
    page = await run.see()
    control = onward(page)
    if control is None:
        raise Stuck("The form does not go on from here.")
    before = page.root.text
    await run.do(Click(control.ref), unasked=True, shows=True)
    page = await run.look()
    said = [e.text for e in page.elements if e.node.role == "alert" and e.text and e.text not in before]
    if said:
        raise Refused(f"The page says: “{said[0]}”")
    return page


async def further_on(run: Run, command: Command, attempt: Callable[[], Awaitable[None]]) -> bool:
    """Carry *attempt* out on the next step where that offers what is named; False when it does not."""
    page = await run.see()
    if onward(page) is None or command.action not in {"choose", "find", "set", "click", "add", "fill"}:
        return False
    if command.question or offers(page, command):
        return False
    try:
        page = await _next(run)
    except Refused:
        # This step is not done yet.
        return False
    if not offers(page, command):
        await _back(run, page)
        return False
    await attempt()
    return True


async def _back(run: Run, page: PageModel) -> None:
    control = next((e for e in page.elements if e.kind in {"button", "link"} and words(e.name)[:1] == ("back",)), None)
    if control is not None and control.seen:
        await run.do(Click(control.ref), unasked=True, shows=True)


def offers(page: PageModel, command: Command) -> bool:
    """Return whether the step offers a choice or a field that is called as a command says."""
    said = [w for t in telling_words(command.whole()) for w in words(t.text)]
    if not said:
        return True
    names = [e.name or e.text for e in page.actionable if e.seen and not e.node.disabled]
    names += [page.label(f) for f in page.fields if f.seen]
    return any(all(any(stem(s) == stem(w) for w in words(name)) for s in said) for name in names)


def books_in_steps(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether something is to be booked by a form in steps that the page shows."""
    del norms
    return command.action == "book" and not command.question and bool(whole) and onward(page) is not None


async def book_in_steps(run: Run, command: Command) -> None:
    """Give each step what is said of it; what ends the form is used when the whole prompt was gone through."""
    left: tuple[Token, ...] = command.clause
    page = await run.see()
    for _ in range(_MOST_STEPS):
        left = await _enter_step(run, command, left)
        page = await run.see()
        if onward(page) is None:
            break
        page = await _next(run)
    run.ends = True


async def _enter_step(run: Run, command: Command, left: Sequence[Token]) -> tuple[Token, ...]:
    """Do what the words say of the step that is shown; return the words that it takes nothing of."""
    page = await run.see()
    rest = tuple(left)
    span = span_in(rest)
    if span is not None and calendar_of(page) is not None:
        await choose_day(run, span[0])
        await choose_day(run, span[1])
        rest = _without(rest, span[2])
        run.take(*span[2])
    await set_said(run, rest)
    if (choice := offered(await run.see(), rest)) is not None:
        await run.do(Click(choice[0].ref), unasked=True)
        run.take(*choice[1])
        rest = _without(rest, choice[1])
    page = await run.see()
    boxes = [e for e in page.elements if e.kind in {"checkbox", "switch"} and not _in_row(page, e)]
    for said in read_form(command.source, rest, boxes, page).said:
        now = (await run.see()).by_ref.get(said.element.ref, said.element)
        await run.do(Check(now.ref, on=said.value is True), unasked=True)
        run.take(*said.words)
        rest = _without(rest, said.words)
    await labelled.enter_said(run, command.source, rest)
    run.take(*(t for t in command.clause if t.norm in _STAYS))
    return rest


def _in_row(page: PageModel, element: Element) -> bool:
    return any(row.cells and row.element.holds(element) for row in rows_of(page))


def _without(tokens: Sequence[Token], used: Sequence[Token]) -> tuple[Token, ...]:
    starts = {t.start for t in used}
    return tuple(t for t in tokens if t.start not in starts)


async def end(run: Run) -> None:
    """Use what ends the form, once all that was said of it is done; `Run.do` refuses while words are unused."""
    page = await run.look()
    while onward(page) is not None:
        page = await _next(run)
    ends = [
        e
        for e in page.elements
        if e.kind == "button" and e.seen and set(words(e.name)[:1]) & _ENDING and not e.node.disabled
    ]
    if len(ends) == 1:
        await run.do(Click(ends[0].ref))


_ENDING: Final = word_set("confirm book reserve finish order buy pay place submit complete send")
