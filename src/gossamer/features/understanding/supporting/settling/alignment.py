"""What the entries of a list vouch for: values that stand in their entry where others have theirs."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from gossamer.content.values.numbers import NUMBER
from gossamer.features.understanding.supporting.belonging.phrases import SMALL
from gossamer.features.understanding.supporting.said import Found, Said
from gossamer.features.understanding.supporting.settling.leaf import Leaf
from gossamer.features.understanding.supporting.settling.rows import PARTS, Row, cell_of, slot_of

_FIGURES: Final = re.compile(r"\d+")
_AMOUNT: Final = re.compile(NUMBER)
_PROSE: Final = 70
_LONGEST: Final = 1_000
_MOST_LINES: Final = 60
_NEAR: Final = 60
# The word right before a number, and right behind it: "sleeps 4", "52 ft", "£9 a night".
_LEADS: Final = re.compile(r"((?:[^\W\d_]+\s)?([^\W\d_]+))[\s:]{0,2}[$€£¥₹]?\s?\Z")
_FOLLOWS: Final = re.compile(
    r"\s?[€£%°]?\s?((?:(?:per|a|an|each|every|pro|par|la|le|por|im|al)\s)?[^\W\d_]+|%)", re.IGNORECASE
)


def aligned(rows: Sequence[Row], names: Sequence[str | None], said: Said) -> set[str]:
    """Return the pointers of values that stand where at least half of the other entries have theirs.

    In one column or row of a table, at one place of cards that are made alike, between the same words. *rows* and
    *names* are as in `of_rows`.
    """
    begins = [
        row[name].seen.found.line.number if name is not None and name in row and not row[name].is_read else None
        for row, name in zip(rows, names, strict=True)
    ]
    spots_of = {
        leaf.at: [*_spots(leaf, begin, said)] for row, begin in zip(rows, begins, strict=True) for leaf in row.values()
    }
    # What two fields of an entry have speaks for neither: a free plan costs nothing a month, and nothing a year.
    apart = [{field: leaf for field, leaf in row.items() if not any(_beside(field, row))} for row in rows]
    shared = {
        field: Counter(spot for row in apart if field in row for spot in set(spots_of[row[field].at]))
        for field in dict.fromkeys(key for row in rows for key in row)
    }
    told = Counter(field for row in apart for field in row)
    return {
        leaf.at
        for row in rows
        for field, leaf in row.items()
        if any(shared[field][spot] > 1 and 2 * shared[field][spot] > told[field] for spot in spots_of[leaf.at])
    }


def _beside(field: str, row: Row) -> Iterator[str]:
    """Yield the other fields of *row* that were given what stands there as well: one number, and two prices."""
    own = row[field]
    return (
        one for one, leaf in row.items() if one != field and leaf.spot == own.spot and not isinstance(leaf.value, str)
    )


def _spots(leaf: Leaf, begin: int | None, said: Said) -> Iterator[Hashable]:
    """Yield by what a value's place can be that of others; its entry is called what stands in the line *begin*."""
    if leaf.is_read or leaf.is_in_other_words:
        return
    if (cell := cell_of(leaf)) is not None:
        yield from _in_table(leaf, cell)
        return
    found, is_number = leaf.seen.found, not isinstance(leaf.value, str)
    if is_number and leaf.card is not None:
        yield from _between_words(leaf, said)
    if (slot := slot_of(leaf)) is None or (is_number and len(found.line.text) > _PROSE):
        # Sentences are no places.
        return
    opening = PARTS.split(found.line.text[: found.start])[-1]
    # The heading of the list is no name of an entry, whose headings are of another level.
    place = (*slot, found.line.outlined.level, any(map(str.isalnum, opening)))
    # Of a sentence it is what the same words lead to: "and works from Leeds".
    yield from ((*place, word) for word in opening.split()[-1:])
    part = opening + PARTS.split(found.line.text[found.start :])[0]
    is_piece = 2 * (found.end - found.start) < len(part)
    if len(found.line.text) > _PROSE and is_piece:
        return
    # "Two" of "Two games" is no food where others have all that stands there.
    is_scrap = is_piece and not is_number and not _is_marked(found)
    yield *place, is_scrap
    is_whole = found.end - found.start >= len(found.line.text) - 1
    if found.line.outlined.level and found.line.number == begin and is_whole:
        yield leaf.made, tuple(one for one in found.line.outlined.headings if one != found.line.text)
    elif begin is not None and found.line.number != begin:
        # A badge above one of the names moves all that is below it.
        yield "below", found.line.number - begin, *place[1:], is_scrap


def _is_marked(found: Found) -> bool:
    """Return whether what stands there has figures, or fills an element of its own."""
    inside = found.line.outlined.elements
    text = found.line.text[found.start : found.end]
    return any(map(str.isdigit, text)) or any((one.start, one.end) == (found.start, found.end) for one in inside)


def _in_table(leaf: Leaf, cell: tuple[int, int, int]) -> Iterator[Hashable]:
    text, found = leaf.seen.found.line.text, leaf.seen.found
    # Words within a cell are no places.
    if not isinstance(leaf.value, str) or 2 * (found.end - found.start) > len(text):
        # Last year may stand in brackets: "6.1 (5.7)".
        nth = len(_FIGURES.findall(text[: found.start]))
        yield cell[0], "row", cell[1], nth
        yield cell[0], "column", cell[2], nth


def _between_words(leaf: Leaf, said: Said) -> Iterator[Hashable]:
    """Yield the words around a number, if there are any, and around no other number of its line or card."""
    around = _around(leaf.seen.found)
    if any(around) and not any(_around(one) == around for one in _others(leaf, said)):
        yield leaf.made, *around


def _others(leaf: Leaf, said: Said) -> Iterator[Found]:
    """Yield the other numbers of the line of a number, and of the other lines of its card."""
    found = leaf.seen.found
    first, count = leaf.card or (0, 0)
    for line in said.lines[first : first + min(count, _MOST_LINES)]:
        if line.number != found.line.number:
            yield from (Found(line, one.start(), one.end()) for one in _AMOUNT.finditer(line.text[:_LONGEST]))
    near = _AMOUNT.finditer(found.line.text, max(0, found.start - _LONGEST), found.end + _LONGEST)
    beside = (replace(found, start=one.start(), end=one.end()) for one in near)
    yield from (one for one in beside if not (one.start < found.end and found.start < one.end))


def _around(found: Found) -> tuple[str, str]:
    """Return the words right before and behind what stands there, empty for none."""
    before = _LEADS.search(found.line.text[max(0, found.start - _NEAR) : found.start])
    behind = _FOLLOWS.match(found.line.text, found.end)
    # "joined in" and "left in".
    lead = before.group(1 if before.group(2).casefold() in SMALL else 2) if before is not None else ""
    return lead.casefold(), behind.group(1).casefold() if behind is not None else ""
