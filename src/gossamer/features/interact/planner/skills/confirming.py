"""What a page asks before it does something: answered only when the prompt says so, else told."""

import re
from typing import Final

from gossamer.core.interaction import AnswerDialog, Click
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.wordsets import word_set

_AGREEING: Final = re.compile(
    r"\b(?:confirm\w*|accept\w*|agree\w*|(?:say|answer|choose|click|press|hit) [\"“']?(?:yes|ok|okay)|approve the)\b",
    re.IGNORECASE,
)
_REFUSING: Final = re.compile(
    r"\b(?:dismiss\w*|cancel|call it off|(?:say|answer|choose|click|press|hit) [\"“']?no)\b", re.IGNORECASE
)
_YES: Final = word_set("yes ok okay confirm continue proceed sure agree accept")
_NO: Final = word_set("no cancel keep abort back nevermind never dismiss")
_CONFIRMING: Final = word_set(
    "confirm confirmed accept it that this the a question dialog dialogue prompt popup alert box window message "
    "confirmation deletion removal comes up appears shown and then yes ok okay say click press answer agree with to "
    "which what is asked when if asks page button in "
)
_LONGEST: Final = 240


def says_yes(run: Run) -> bool:
    """Return whether the prompt says to accept what the page asks; "accept the invitation" alone does not."""
    verb, _, rest = run.meant.partition(" ")
    return _AGREEING.search(run.prompt.replace(f"{verb} {rest}", rest)) is not None


def says_no(run: Run) -> bool:
    """Return whether the prompt says to call off what the page asks."""
    verb, _, rest = run.meant.partition(" ")
    return _REFUSING.search(run.prompt.replace(f"{verb} {rest}", rest)) is not None


def question_of(before: PageModel, after: PageModel) -> tuple[str, Element] | None:
    """Return what the page has come to ask, and the button that says yes; None when it asks nothing new.

    A page asks when it shows a button that calls it off and one that goes on, and nothing to type into.
    """
    known = {folded(e.name) for e in before.actionable if e.seen}
    new = [e for e in after.actionable if e.seen and e.kind in {"button", "link"} and words(e.name)]
    new = [e for e in new if e.ref not in before.by_ref or folded(e.name) not in known]
    refusing = [e for e in new if words(e.name)[0] in _NO]
    for no in refusing:
        for box in list(no.ancestors())[:3]:
            others = [e for e in new if e is not no and box.holds(e) and words(e.name)[0] not in _NO]
            fields = [e for e in box.walk() if e.kind in TYPED | {"select", "radio", "checkbox"} and e.seen]
            if fields or len(others) > _FEW:
                break
            if others:
                agreeing = [e for e in others if words(e.name)[0] in _YES]
                asked = " ".join(t.text for t in box.walk() if t.text and not t.inside and not _in_button(t))
                return asked.strip()[:_LONGEST], (agreeing or others)[-1 if not agreeing else 0]
    return None


_FEW: Final = 2


def _in_button(element: Element) -> bool:
    return any(a.kind == "button" for a in (element, *element.ancestors()))


async def answer_question(run: Run, before: PageModel) -> None:
    """Accept what the page asks when the prompt says so, leave it when the prompt goes on to call it off.

    Raises Stuck with the question when the prompt says neither.
    """
    if says_no(run):
        return
    page = await run.look()
    dialog = page.snapshot.dialog
    if dialog is not None:
        if dialog.kind == "alert":
            return
        if not says_yes(run):
            raise Stuck(f"The page asks “{dialog.message}” before it does that: say whether to accept or dismiss it.")
        await run.do(AnswerDialog())
        run.confirmed = True
        return
    asked = question_of(before, page)
    if asked is None:
        return
    question, yes = asked
    if not says_yes(run):
        raise Stuck(f"The page asks “{question or yes.name}” before it does that: say whether to confirm it.")
    await run.do(Click(yes.ref))
    run.confirmed = True


async def agreed(run: Run, command: Command) -> bool:
    """Use the button by which what the page has just asked is accepted, for a clause that says only that."""
    before = run.asked_after
    asked = question_of(before, await run.look()) if before is not None and only_confirms(command) else None
    if asked is None:
        return False
    run.settle(command)
    await run.do(Click(asked[1].ref))
    run.confirmed, run.asked_after = True, None
    return True


async def still_asked(run: Run) -> str | None:
    """Return what the page asks since a button was used, and nobody has answered; None when it asks nothing."""
    asked = question_of(run.asked_after, await run.see()) if run.asked_after is not None else None
    return None if asked is None else asked[0] or asked[1].name


def on_condition(command: Command) -> bool:
    """Return whether it is to be accepted only if something is asked: "say OK when asked"."""
    said = [t.norm for t in command.clause]
    return bool({"when", "if"} & set(said)) and bool({"asked", "asks"} & set(said))


def only_confirms(command: Command) -> bool:
    """Return whether a clause says only that what is asked is to be accepted."""
    said = {t.norm for t in command.clause}
    return bool(said) and said <= _CONFIRMING and bool(said & {"confirm", "accept", "yes", "ok", "okay", "agree"})
