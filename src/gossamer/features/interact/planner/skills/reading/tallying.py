"""Counting what a question asks for: in a lane, under a heading, by a name, by a cell of a table over all its pages."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import related, stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.exploring import is_part
from gossamer.features.interact.planner.skills.reading.asking import ASKING, telling
from gossamer.features.interact.planner.skills.reading.counting import counted, goes_on
from gossamer.features.interact.planner.skills.reading.lanes import lane_count, under_heading
from gossamer.features.interact.planner.skills.reading.leafing import all_pages
from gossamer.features.interact.planner.skills.reading.selecting import (
    Row,
    bounds_of,
    nouns_of,
    rows_of,
    rows_over,
    selected,
)
from gossamer.features.interact.planner.skills.reading.stating import (
    BEING,
    LESS,
    said_number,
    stated,
    stated_of_name,
    stated_of_state,
)
from gossamer.features.interact.planner.skills.reading.unfolding import place_of
from gossamer.features.interact.planner.skills.reading.untold import leave_open

Tally = tuple[int, list[str]]


async def tally(run: Run, page: PageModel, phrase: Phrase) -> Tally:
    """Return how many there are of what is asked, and the places that tell. Raises Untold when the page does not."""
    if bounds_of(phrase)[0]:
        found, missed = selected(page, phrase, rows_of(page))
        if missed or goes_on(page, phrase):
            leave_open()
        return len(found), [row.text for row in found]
    if (told := _told_by_page(page, phrase)) is not None:
        return told[0], [told[1]]
    if (grouped := _grouped(page, phrase)) is not None:
        return grouped
    if (named := _count_named(page, phrase)) is not None:
        if not named or is_part(page):
            leave_open()
        return named, []
    if (number := await _count_cells(run, page, phrase)) is not None:
        return number, []
    number = counted(page, phrase)
    if number is None:
        leave_open()
    if goes_on(page, phrase) or (is_part(page) and not set(phrase.norms) & LESS):
        leave_open(f"This page shows {number}, and there are more pages.")
    return number, []


def _told_by_page(page: PageModel, phrase: Phrase) -> tuple[int, str] | None:
    """Return the number that the page says itself, and where. Raises Untold for what its entries never tell."""
    ways = (stated, stated_of_state, stated_of_name, said_number)
    found = next((number for way in ways if (number := way(page, phrase)) is not None), None)
    if found is None and _EMPLOYED.search(phrase.raw):
        # Who is shown is not all that work there.
        leave_open()
    return found


_EMPLOYED: Final = re.compile(r"\b(?:works? (?:at|for|in|there)|employ(?:s|ed|ees)?)\b", re.IGNORECASE)


def _grouped(page: PageModel, phrase: Phrase) -> Tally | None:
    """Return what a lane, or the list under a heading, holds. Raises Untold for a place that has to be opened."""
    subject = telling(phrase)
    if (lane := lane_count(page, subject)) is not None and _are_entries(page, subject, lane[2]):
        return lane[0], [lane[1]]
    if (place := place_of(page, phrase)) is not None and place.kind != "cell":
        leave_open()
    # A list that goes on is counted over all its pages.
    under = under_heading(page, subject) if not is_part(page) else None
    return None if under is None else (under[0], [under[1]])


def _are_entries(page: PageModel, subject: Sequence[str], named: Sequence[str]) -> bool:
    """Return whether the words that do not name the lane say only what stands in it."""
    known = nouns_of(page) | {singular(c) for e in page.elements for c in e.classes}
    return all(singular(w) in known for w in subject if w not in named)


def _count_named(page: PageModel, phrase: Phrase) -> int | None:
    """Return how many entries say a name that the question has, or have it as a sign; None when it has none."""
    names = [t.text for t in phrase.tokens[1:] if t.kind == "word" and t.text[:1].isupper() and t.norm not in ASKING]
    wanted = [stem(w) for name in names for w in words(owner(name))]
    if not wanted:
        return None
    rows = [row.element for row in rows_of(page) if not _is_running_text(row.text)]
    told_ = [{stem(w) for e in row.walk() for text in _readable(e) for w in words(text)} for row in rows]
    named = [row for row, have in zip(rows, told_, strict=True) if all(w in have for w in wanted)]
    if not rows or not _are_called(page, phrase, named):
        leave_open()
    return len(named)


def _readable(element: Element) -> tuple[str, str, str]:
    return element.text, element.node.described, element.node.name


def _is_running_text(text: str) -> bool:
    return len(words(text)) > _SENTENCE and text.rstrip().endswith((".", "!", "?"))


_SENTENCE: Final = 8


def _are_called(page: PageModel, phrase: Phrase, named: Sequence[Element]) -> bool:
    """Return whether what is counted is what the page calls its entries, or each of those that are counted says it."""
    noun = singular(next((t.norm for t in phrase.tokens if t.kind == "word" and t.norm not in ASKING | {"many"}), ""))
    rows = rows_of(page)
    known = nouns_of(page, rows) | {singular(w) for row in rows[:1] for head, _ in row.cells for w in words(head)}
    own = [{singular(w) for w in (*words(row.text), *row.classes)} for row in named]
    return any(related(noun, k) for k in known) or all(any(related(noun, w) for w in have) for have in own)


async def _count_cells(run: Run, page: PageModel, phrase: Phrase) -> int | None:
    """Return how many rows of a table, over all its pages, hold what the words are; None if no cell is one."""
    rows = rows_of(page, fewest=1) if is_part(page) else rows_of(page)
    subject = [w for w in telling(phrase) if w not in BEING]
    if not rows or not all(row.cells for row in rows) or not subject:
        return None
    nouns = nouns_of(page, rows)
    asked = [w for w in subject if singular(w) not in nouns or any(_holds(row, w) for row in rows)]
    if not asked and (not is_part(page) or set(phrase.norms) & LESS):
        return None
    if not all(any(_holds(row, w) for row in rows) for w in asked):
        return None
    pages = await all_pages(run) if is_part(page) else (page,)
    if pages is None:
        leave_open("The list goes on for too many pages to count.")
    return sum(all(_holds(row, w) for w in asked) for row in rows_over(pages))


def _holds(row: Row, word: str) -> bool:
    """Return whether a cell of the row is the word, and nothing besides."""
    return any(
        len(words(cell)) == 1 and stem(singular(word)) == stem(singular(words(cell)[0])) for _, cell in row.cells
    )
