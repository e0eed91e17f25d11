"""Answering questions from what the page shows, with the place the answer stands at; nothing is made up."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import likeness, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.comparing import Extreme, extreme_in, measured
from gossamer.features.interact.planner.skills.exploring import following_page, is_part
from gossamer.features.interact.planner.skills.reading.asking import PRICE, telling
from gossamer.features.interact.planner.skills.reading.contacts import asks_contact, contact_asked, value_in
from gossamer.features.interact.planner.skills.reading.counting import counted
from gossamer.features.interact.planner.skills.reading.leafing import all_pages
from gossamer.features.interact.planner.skills.reading.listing import listed
from gossamer.features.interact.planner.skills.reading.looking import titled, told
from gossamer.features.interact.planner.skills.reading.parts import asks_how_long, part_asked, takes_time
from gossamer.features.interact.planner.skills.reading.pricing import priced, prices_of
from gossamer.features.interact.planner.skills.reading.selecting import (
    Row,
    asked_of,
    bounds_of,
    column,
    nouns_of,
    rows_of,
    rows_over,
    selected,
    told_number,
)
from gossamer.features.interact.planner.skills.reading.summing import asks_sum, summed
from gossamer.features.interact.planner.skills.reading.tallying import tally
from gossamer.features.interact.planner.skills.reading.unfolding import (
    asks_the_same,
    count_unfolded,
    loads_more,
    unfold,
)
from gossamer.features.interact.planner.skills.reading.untold import NOTHING, Untold, leave_open
from gossamer.features.interact.planner.skills.rows import own_text
from gossamer.features.interact.planner.skills.values import arithmetic, count_of, plain
from gossamer.features.interact.planner.wordsets import word_set

_LISTS: Final = word_set("titles names links prices headings items emails buttons options rows images")
_YES_OR_NO: Final = word_set("is are was were does do did has have had can isn't aren't")
_ONLY: Final = word_set("only just solely")
_ON: Final = word_set("checked ticked selected on enabled chosen")


async def read(run: Run, command: Command) -> None:
    """Answer from the page; the answer is in the run's data, None when the page does not tell.

    What is not shown is looked for behind what shows more: other panels, folded parts, the details of an entry.
    """
    phrase = command.object if command.question or not command.chunks else command.whole()
    try:
        await _tell(run, command, phrase)
    except Untold as untold:
        counts = phrase.norms[:2] == ("how", "many") or command.action == "count"
        opens = count_unfolded if counts else unfold
        found = await opens(run, phrase) if command.question else None
        if found is not None:
            _answer(run, found[0], [found[1]])
            return
        run.tell(untold.sentence)
        run.data = None
        run.unanswered.append(command.said)


async def _tell(run: Run, command: Command, phrase: Phrase) -> None:  # noqa: C901, PLR0911, PLR0912
    """Answer from what is shown. Raises Untold when that does not tell."""
    page = await run.see()
    norms = [t.norm for t in phrase.tokens]
    if command.question and asks_the_same(page, phrase):
        # The page has the very question, and its answer folded up behind it.
        leave_open(NOTHING)
    if asks_sum(page, phrase):
        answer_, quotes = await summed(run, phrase)
        _answer(run, answer_, quotes)
        return
    if norms[:2] == ["how", "many"] or command.action == "count" or (_counts(norms) and count_of(page, phrase)):
        number, places = await tally(run, page, phrase)
        _answer(run, number, places)
        return
    if command.question and norms[:1] and norms[0] in _YES_OR_NO:
        _answer_yes_or_no(run, page, phrase)
        return
    asks_of_all = extreme_in(phrase) is not None or _asks_which(phrase)
    if command.question and asks_of_all and is_part(page):
        # What is on the other pages of the list counts as well.
        pages = await all_pages(run)
        run.leafed = [*run.leafed, *(pages or ())[1:]]
    if (chosen := _selected(run, command, page, phrase)) is not None:
        _tell_rows(run, *chosen)
        _tell_of_more(run, page)
        return
    if any(n in {"all", "list", "every"} or n in _LISTS for n in norms) or command.verb == "list":
        if set(norms) & _ONLY:
            # Which of them are meant is said, and nothing was found to tell it.
            leave_open(NOTHING)
        values = listed(page, phrase)
        if values:
            _answer(run, [v for v, _ in values], [q for _, q in values])
            _tell_of_more(run, page)
            return
    if (extreme := extreme_in(phrase)) is not None and _tell_extreme(run, page, phrase, extreme):
        return
    if extreme is not None and (rows := measured(page, extreme)):
        wanted = (max if extreme.most else min)(a for a, _ in rows)
        row = next(e for a, e in rows if a == wanted)
        run.used.append(next((w for w in row.walk() if w is not row and w.kind in {"button", "link"}), row).ref)
        _answer(run, own_text(row) or row.text, [row.text])
        return
    if extreme is not None:
        leave_open(NOTHING)
        return
    if (result := arithmetic(phrase.raw)) is not None:
        _answer(run, plain(result), [])
        return
    found = _of_nth(page, phrase) or _of_row(page, phrase)
    found = found or (priced(page, phrase) if {"price", "cost", "costs", "much"} & set(norms) else None)
    found = found or part_asked(page, phrase) or contact_asked(page, phrase)
    found = found or titled(page, phrase) or _told(page, phrase)
    if found is not None and asks_how_long(phrase) and not takes_time(found[0]):
        # Another piece of the entry that was asked about.
        found = None
    if found is None:
        leave_open(NOTHING)
        return
    _answer(run, found[0], [found[1]])


def _told(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:
    """Return what the page tells; of a number to call, or an address, only that, and only where it is one."""
    found, pattern = told(page, phrase), asks_contact(phrase)
    if found is None or pattern is None:
        return found
    # What a text tells of somebody else's number is no answer.
    return value_in(found, pattern)


def _tell_of_more(run: Run, page: PageModel) -> None:
    """Say that a list goes on over pages that were not looked at."""
    if following_page(page) is not None and not run.leafed:
        run.tell("The list goes on: this is what the page that is shown tells.")


def _selected(
    run: Run, command: Command, page: PageModel, phrase: Phrase
) -> tuple[list[Row], list[str], list[str]] | None:
    """Return the rows that are asked for, what is asked of each, and the words that no row tells; None for one answer.

    Pages that were gone through before are read as well.
    """
    norms = set(phrase.norms)
    pages = [*run.leafed, page]
    rows = rows_over(pages)
    asked = asked_of(rows, phrase)
    bounded = bool(bounds_of(phrase)[0])
    every = bool(norms & {"all", "list", "every", "each"}) or command.verb == "list"
    if len(rows) < 2 or norms & _WIDGETS or extreme_in(phrase) is not None:  # noqa: PLR2004
        return None
    if not bounded and not (every and len(asked) > 1) and not (every and run.leafed):
        kept, missed = selected(page, phrase, rows)
        which = phrase.norms[0] in {"which", "what"} and any(n != singular(n) for n in norms & _plurals(page, rows))
        filtered = (every or which) and not missed and 0 < len(kept) < len(rows)
        return (
            (kept, asked if "with" in norms else [], []) if filtered or (every and "with" in norms and asked) else None
        )
    kept, missed = selected(page, phrase, rows)
    return kept, asked, missed


def _asks_which(phrase: Phrase) -> bool:
    return phrase.norms[:1] in {("which",), ("list",)} or phrase.quantity == "all"


def _plurals(page: PageModel, rows: Sequence[Row]) -> set[str]:
    return {f"{noun}s" for noun in nouns_of(page, rows)}


_WIDGETS: Final = word_set("link links button buttons option options choice choices image images field fields")


def _tell_rows(run: Run, rows: Sequence[Row], asked: Sequence[str], missed: Sequence[str]) -> None:
    if missed:
        leave_open(f"No entry of the page tells “{' '.join(missed)}”.")
        return
    if not rows:
        run.data = []
        run.tell("None.")
        return
    of_each = [*asked] if {"title", "name"} & set(asked) or not asked else ["title", *asked]
    of_each = [
        name
        for i, name in enumerate(of_each)
        if not any(all(column(r, name) == column(r, other) for r in rows) for other in of_each[:i])
    ]
    if len(of_each) < 2:  # noqa: PLR2004
        _answer(run, [row.title for row in rows], [row.text for row in rows])
        return
    table = [{name: column(row, name) for name in of_each} for row in rows]
    run.data = table
    told_ = [", ".join(dict.fromkeys(value for value in line.values() if value)) for line in table]
    run.clipboard = "; ".join(told_)
    run.quotes += [row.text[:500] for row in rows]
    run.tell("; ".join(told_))


def _tell_extreme(run: Run, page: PageModel, phrase: Phrase, extreme: Extreme) -> bool:
    """Answer which of the rows that are meant has the most or least; return whether that could be told or left open."""
    rows = rows_over((page, *run.leafed))
    if len(rows) < 2:  # noqa: PLR2004
        return False
    if loads_more(page):
        leave_open("The list goes on, and only a part of it is shown.")
    kept, missed = selected(page, phrase, rows)
    if missed:
        if not measured(page, extreme):
            return False
        leave_open(f"No entry of the page tells “{' '.join(missed)}”.")
        return True
    if extreme.measure == "price" and any(len(prices_of(row.element)) > 1 for row in kept):
        leave_open("The entries of the page tell several prices each.")
    about = {"price": ("price",), "duration": ("longest",)}.get(extreme.measure, extreme.about)
    numbers = [(number, row) for row in kept if (number := told_number(row, about)) is not None]
    if len(numbers) < len(kept) or not numbers:
        if extreme.measure == "number" and extreme.about:
            leave_open(NOTHING)
            return True
        return False
    wanted = (max if extreme.most else min)(n for n, _ in numbers)
    row = next(r for n, r in numbers if n == wanted)
    inner = next((w for w in row.element.walk() if w is not row.element and w.kind in {"button", "link"}), row.element)
    run.used.append(inner.ref)
    _answer(run, row.text, [row.element.text])
    return True


def _answer_yes_or_no(run: Run, page: PageModel, phrase: Phrase) -> None:
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
    leave_open(NOTHING)


def _of_nth(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:
    """Return what is asked of the nth entry of the page's list: its price, its title, or all it says."""
    if phrase.ordinal is None or phrase.quotes:
        return None
    rows = [row.element for row in rows_of(page)]
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
    named = rows_of(page)[index]
    nouns = nouns_of(page)
    if named.name and any(singular(w) in nouns for w in asked) and not asked_of([named], phrase)[1:]:
        return named.name, named.text
    return None


def _of_row(page: PageModel, phrase: Phrase) -> tuple[str, str] | None:
    """Return what the one row of a table that is meant tells of what is asked: "the status of ticket 103"."""
    rows = [row for row in rows_of(page) if row.cells]
    kept, missed = selected(page, phrase, rows)
    if missed or len(kept) != 1 or len(rows) < 2:  # noqa: PLR2004
        return None
    row = kept[0]
    heads = {singular(w) for h, _ in row.cells for w in words(h)}
    if phrase.norms[0] == "who":
        people = [cell for head, cell in row.cells if set(words(head)) & _PEOPLE]
        return (people[0], row.text) if len(people) == 1 else None
    said = {stem(w) for w in words(phrase.raw)}
    # What only says again which row is meant is no answer: "how much does the pottery course cost".
    asked = [
        a for a in asked_of(rows, phrase) if a in heads and not {stem(w) for w in words(column(row, a) or "")} <= said
    ]
    value = column(row, asked[0]) if len(asked) == 1 else None
    if value and _asks_much(phrase) and not (PRICE.search(value) or _NUMBER.fullmatch(value)):
        # What only says which row is meant is no price of it.
        return None
    return (value, row.text) if value else None


def _asks_much(phrase: Phrase) -> bool:
    return bool({"price", "cost", "costs"} & set(phrase.norms)) or phrase.norms[:2] == ("how", "much")


_NUMBER: Final = re.compile(r"\d[\d.,]*(?:\s?%)?|free", re.IGNORECASE)


_PEOPLE: Final = word_set(
    "customer person name author owner sender user employee contact member client player driver who"
)


def _head(row: Element) -> str:
    return next((e.text for e in row.walk() if e.kind in {"heading", "link"} and e.text), "")


def _counts(norms: Sequence[str]) -> bool:
    return any(norms[i : i + 2] == ["number", "of"] for i in range(len(norms))) or "total" in norms


def _answer(run: Run, value: object, quotes: Sequence[str]) -> None:
    run.data = value
    run.clipboard = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    run.quotes += [q[:500] for q in dict.fromkeys(quotes)]
    run.tell(", ".join(map(str, value)) if isinstance(value, list) else str(value))
