"""Answering questions from what the page shows, with the place the answer stands at; nothing is made up."""

from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.planner.grounding.finding import Finder
from gossamer.features.interact.planner.grounding.likeness import likeness
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.comparing import extreme_in, measured
from gossamer.features.interact.planner.skills.reading.asking import PRICE, telling
from gossamer.features.interact.planner.skills.reading.counting import counted, goes_on, stated
from gossamer.features.interact.planner.skills.reading.listing import listed
from gossamer.features.interact.planner.skills.reading.looking import priced, titled, told
from gossamer.features.interact.planner.skills.rows import own_text
from gossamer.features.interact.planner.skills.values import arithmetic, count_of, plain
from gossamer.features.interact.planner.wordsets import word_set

_NOTHING: Final = "The page, as it is shown, does not tell."
_LISTS: Final = word_set("titles names links prices headings items emails buttons options rows images")
_YES_OR_NO: Final = word_set("is are was were does do did has have had can isn't aren't")
_ON: Final = word_set("checked ticked selected on enabled chosen")


async def read(run: Run, command: Command) -> None:  # noqa: PLR0911
    """Answer from the page; the answer is in the run's data, None when the page does not tell."""
    page = await run.see()
    phrase = command.object if command.question or not command.chunks else command.whole()
    norms = [t.norm for t in phrase.tokens]
    if norms[:2] == ["how", "many"] or command.action == "count" or (_counts(norms) and count_of(page, phrase)):
        _count(run, command, page, phrase)
        return
    if command.question and norms[:1] and norms[0] in _YES_OR_NO:
        _answer_yes_or_no(run, command, page, phrase)
        return
    if any(n in {"all", "list", "every"} or n in _LISTS for n in norms) or command.verb == "list":
        values = listed(page, phrase)
        if values:
            _answer(run, [v for v, _ in values], [q for _, q in values])
            return
    if (extreme := extreme_in(phrase)) is not None and (rows := measured(page, extreme)):
        wanted = (max if extreme.most else min)(a for a, _ in rows)
        row = next(e for a, e in rows if a == wanted)
        run.used.append(next((w for w in row.walk() if w is not row and w.kind in {"button", "link"}), row).ref)
        _answer(run, own_text(row) or row.text, [row.text])
        return
    if extreme is not None:
        _leave_open(run, command, _NOTHING)
        return
    if (result := arithmetic(phrase.raw)) is not None:
        _answer(run, plain(result), [])
        return
    found = _of_nth(page, phrase)
    found = found or (priced(page, phrase) if {"price", "cost", "costs", "much"} & set(norms) else None)
    found = found or titled(page, phrase) or told(page, phrase)
    if found is None:
        _leave_open(run, command, _NOTHING)
        return
    _answer(run, found[0], [found[1]])


def _leave_open(run: Run, command: Command, sentence: str) -> None:
    run.tell(sentence)
    run.data = None
    run.unanswered.append(command.said)


def _count(run: Run, command: Command, page: PageModel, phrase: Phrase) -> None:
    if (found := stated(page, phrase)) is not None:
        _answer(run, found[0], [found[1]])
        return
    number = counted(page, phrase)
    if number is None:
        _leave_open(run, command, _NOTHING)
    elif goes_on(page, phrase):
        _leave_open(run, command, f"This page shows {number}, and there are more pages.")
    else:
        _answer(run, number, [])


def _answer_yes_or_no(run: Run, command: Command, page: PageModel, phrase: Phrase) -> None:
    """Answer whether there are any, or whether a box is ticked; nothing else of that kind can be read off a page."""
    norms = set(phrase.norms)
    if "there" in phrase.norms[:2] and (number := counted(page, phrase)) is not None:
        _answer(run, f"Yes, {number}." if number else "No.", [])
        return
    subject = " ".join(w for w in telling(phrase) if w not in _ON)
    boxes = [e for e in page.elements if e.kind in {"checkbox", "radio", "switch"} and likeness(subject, e.name) >= 60]  # noqa: PLR2004
    if norms & _ON and boxes and boxes[0].node.checked is not None:
        _answer(run, "Yes." if boxes[0].node.checked else "No.", [boxes[0].name])
        return
    _leave_open(run, command, _NOTHING)


def _of_nth(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:
    """Return what is asked of the nth entry of the page's list: its price, its title, or all it says."""
    if phrase.ordinal is None or phrase.quotes:
        return None
    rows = Finder(page).rows()
    index = phrase.ordinal - 1 if phrase.ordinal > 0 else phrase.ordinal
    if not -len(rows) <= index < len(rows):
        return None
    row = rows[index]
    asked = set(phrase.norms)
    if asked & {"price", "cost", "costs", "much"}:
        found = PRICE.search(row.text)
        return (found.group(), row.text) if found else None
    if asked & {"title", "name", "heading", "called", "headline"}:
        head = _head(row)
        return (head, row.text) if head else None
    return None


def _head(row: Element) -> str:
    return next((e.text for e in row.walk() if e.kind in {"heading", "link"} and e.text), "")


def _counts(norms: Sequence[str]) -> bool:
    return any(norms[i : i + 2] == ["number", "of"] for i in range(len(norms))) or "total" in norms


def _answer(run: Run, value: object, quotes: Sequence[str]) -> None:
    run.data = value
    run.clipboard = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    run.quotes += [q[:500] for q in dict.fromkeys(quotes)]
    run.tell(", ".join(map(str, value)) if isinstance(value, list) else str(value))
