"""What the layout says of a place: a title of something else, a card of its own, one of several with prices."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from gossamer.content.page_model.model import Block
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values.contacts import EMAIL, PHONE
from gossamer.features.understanding.supporting.asked import canonical, is_like
from gossamer.features.understanding.supporting.belonging import phrases
from gossamer.features.understanding.supporting.belonging.spot import NUMBER, PRICED, Spot

_WORDS: Final = re.compile(r"[^\W\d_]{3}")
_CARD: Final = 12
_ABOVE: Final = 2
_UNDER_TITLE: Final = 5
# A card has no such long lines.
_PROSE: Final = 160
_SEVERAL_ROWS: Final = 3
_TELLS_NO_ROW: Final = word_set("current total min max number value amount name per unit")


def is_title_of_another(spot: Spot) -> bool:
    """Return whether it is the whole of a heading, or of a name, which says what the thing is called."""
    if spot.own.is_name:
        return False
    name, found = spot.claimants.name, spot.found
    is_named_here = name is not None and name.line.number == spot.line.number
    if name is not None and is_named_here and found.start <= name.start and name.end <= found.end:
        return any(one.is_name for one in spot.claimants.others)
    is_title = spot.line.outlined.level == 1 or (spot.claimants.is_in_entry and spot.line.outlined.level > 0)
    is_title = is_title and spot.line.text not in spot.claimants.above
    is_named = spot.own.is_measure or any(one.is_name for one in spot.claimants.others)
    return spot.is_whole_line and is_title and is_named


def is_of_a_record(spot: Spot) -> bool:
    """Return whether it stands in a card of its own title, one of several, and the page's own thing is asked for."""
    if spot.claimants.is_in_entry or spot.claimants.many:
        return False
    for block in spot.said.blocks_of(spot.line.number):
        if block.is_record and block.last - block.first > 1:
            first = spot.said.lines[block.first]
            return first.number != spot.line.number and first.outlined.level != 1 and NUMBER.search(first.text) is None
    return False


def is_listed(spot: Spot) -> bool:
    """Return whether the page's own thing is asked for, and this stands in one of several cards that have prices."""
    if spot.claimants.is_in_entry or spot.claimants.many or len(spot.line.text) > _PROSE or is_near_title(spot):
        return False
    for block in spot.said.blocks_of(spot.line.number):
        if not block.is_record or any(one.outlined.level == 1 for one in spot.said.lines[block.first : block.last]):
            continue
        beside = [
            one
            for number in (block.first - 1, block.last)
            for one in spot.said.blocks_of(number)
            if one.is_record and (one.last == block.first or one.first == block.last)
        ]
        if _is_priced(spot, block) and any(_is_priced(spot, one) for one in beside):
            return True
    return False


def is_near_title(spot: Spot, under: int = _UNDER_TITLE) -> bool:
    """Return whether it stands right under the title of the page and no other heading, or above it."""
    if spot.line.outlined.level > 1 or len(spot.line.outlined.headings) > 1:
        return False
    title = next((line.number for line in spot.said.titles if line.place != "title"), 0)
    return title - _ABOVE <= spot.line.number <= title + under


def is_of_another_column(spot: Spot) -> bool:
    """Return whether it stands in a column, or a row, for something else than what the page is about."""
    cell = spot.line.outlined.cell
    if cell is None or spot.claimants.is_in_entry or spot.claimants.many:
        return False
    titles = set().union(*(words_of(f"{line.text} ") for line in spot.said.titles))
    told = [(line.outlined.cell, line.text) for line in spot.said.in_table(cell[0]) if line.outlined.cell is not None]
    columns = {at[2] for at, text in told if at[1] < 0 and at[2] and _is_in(text, titles)}
    rows = {at[1] for at, text in told if at[1] >= 0 and not at[2] and _is_in(text, titles)}
    heads = (text for at, text in told if (at[1] < 0 and at[2] == cell[2] > 0) or (not at[2] and at[1] == cell[1] >= 0))
    if cell[2] and any(_is_sibling(text, titles) for text in heads):
        return True
    return bool((columns and cell[2] and cell[2] not in columns) or (rows and cell[1] >= 0 and cell[1] not in rows))


def is_of_another_row(spot: Spot, labels: Sequence[str]) -> bool:
    """Return whether it stands in one of several rows, and neither row nor column say which of them is asked for.

    "Address" in the row "Queenstown" is not that of the head office.
    """
    cell = spot.line.outlined.cell
    if cell is None or cell[1] < 0 or not cell[2] or spot.claimants.is_in_entry or spot.claimants.many:
        return False
    told = [(line.outlined.cell, line.text) for line in spot.said.in_table(cell[0]) if line.outlined.cell is not None]
    rows = {at[1] for at, _ in told if at[1] >= 0}
    if len(rows) < _SEVERAL_ROWS or not any(at[1] < 0 for at, _ in told):
        return False
    said = {word for label in (*labels, spot.line.text) for word in words_of(f"{label} ")}
    rest = {one for one in spot.own.words - _TELLS_NO_ROW if not any(is_like(one, word) for word in said)}
    heads = {word for at, text in told if at[1] == cell[1] and not at[2] for word in words_of(f"{text} ")}
    return bool(rest) and not any(is_like(one, word) or canonical(word) == one for one in rest for word in heads)


def is_of_a_person(spot: Spot) -> bool:
    """Return whether it is the job of somebody: how that one is reached stands right behind it."""
    concept = spot.own.concept
    if concept is None or concept.name != "jobTitle" or spot.claimants.is_in_entry or spot.line.number < 0:
        return False
    beside = spot.said.lines[spot.line.number + 1 : spot.line.number + 1 + _ABOVE]
    return any(EMAIL.search(one.text) or PHONE.search(one.text) for one in beside)


def _is_sibling(text: str, titles: AbstractSet[str]) -> bool:
    """Return whether a heading of a table names another model than the title: "Aurum VT-12" beside "Aurum VT-9"."""
    words = set(words_of(f"{text} "))
    figures = {word for word in words if word.isdigit()}
    shared = {word for word in (words - figures) & titles if len(word) > 1}
    return bool(shared) and words - figures <= titles and bool(figures) and not figures & titles


def _is_in(text: str, titles: AbstractSet[str]) -> bool:
    """Return whether a heading of a table, which has a figure or several words, repeats words of the title."""
    words = set(words_of(f"{text} "))
    return words <= titles and (len(words) > 1 or any(map(str.isdigit, text)))


def is_in_title(spot: Spot) -> bool:
    """Return whether it is in the title of its card, or where nothing tells what that is."""
    title = spot.claimants.title
    if title is None or spot.line.number < 0:
        return True
    if spot.line.number != title.number:
        return spot.line.number < title.number
    return (
        bool(title.outlined.level)
        or phrases.is_clause(spot.found)
        or _WORDS.search(spot.line.text[: spot.found.start]) is None
    )


def _is_priced(spot: Spot, block: Block) -> bool:
    lines = spot.said.lines[block.first : min(block.last, block.first + _CARD)]
    return any(PRICED.search(line.text) for line in lines)
