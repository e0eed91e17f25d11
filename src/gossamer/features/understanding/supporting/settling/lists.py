"""The entries of a list of texts held against each other: they stand together, and are whole where others are."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from gossamer.features.understanding.supporting.asked import ISO_DAY, SURE, Asked, about
from gossamer.features.understanding.supporting.belonging import SPOKEN, is_person_kind
from gossamer.features.understanding.supporting.said import Said
from gossamer.features.understanding.supporting.settling.leaf import TICKED, Leaf
from gossamer.features.understanding.supporting.settling.places import CLOSE, around_the_page, lines_of, made_otherwise

_SEVERAL: Final = 2
_SENTENCE_END: Final = re.compile(r"[^\W\d_]{3}[.!?]\s")
_MOST_ITEMS: Final = 60
_FIGURES: Final = re.compile(r"\d+")
_WORDS: Final = re.compile(r"[^\W\d_]+")
_SENTENCE: Final = 6
_ENDED: Final = re.compile(r"[.!?:;)]\s\Z")
_ENDS: Final = frozenset(".!?;")
# Longer than a card's line is a sentence.
_REMARK: Final = 80


def of_list(leaves: Sequence[Leaf], said: Said) -> set[str]:
    """Return the pointers of texts apart from the other entries of their list, or pieces where those are whole."""
    groups = _groups(leaves, said)
    largest: AbstractSet[str] = max(groups, key=len, default=frozenset())
    fallen: set[str] = set()
    if len(largest) >= _SEVERAL:
        fallen |= {leaf.at for leaf in leaves if not leaf.is_named_beside and any(one == {leaf.at} for one in groups)}
    whole = [leaf for leaf in leaves if _is_whole(leaf)]
    if len(whole) >= _SEVERAL and len(whole) + 1 >= len(leaves):
        fallen |= {leaf.at for leaf in leaves if leaf not in whole and not leaf.is_named_beside}
    return {
        *fallen,
        *made_otherwise(leaves),
        *around_the_page(leaves),
        *_headed_otherwise(leaves),
        *_of_another_sentence(leaves),
        *_alone_among_others(leaves, said),
        *_days_among_others(leaves),
        *_only_named(leaves),
    }


def aligned_texts(leaves: Sequence[Leaf], said: Said) -> set[str]:
    """Return the pointers of texts that begin lines beside those of others of the list, most of them made alike."""
    kinds = Counter(map(_kind, leaves))
    places = {(number, _list_of(number, said)) for leaf in leaves if (number := leaf.seen.found.line.number) >= 0}
    return {
        leaf.at
        for leaf in leaves
        if 2 * kinds[_kind(leaf)] > len(leaves) and places & set(_beside(leaf.seen.found.line.number, said))
    }


def _beside(number: int, said: Said) -> Iterator[tuple[int, int]]:
    """Yield the places right before and behind a line, in its own list: pros are no cons."""
    yield from ((one, _list_of(number, said)) for one in (number - 1, number + 1))


def _list_of(number: int, said: Said) -> int:
    """Return where the innermost element with several lines around a line begins; -1 for none."""
    return next((one.first for one in said.blocks_of(number) if one.last - one.first >= _SEVERAL), -1)


def _kind(leaf: Leaf) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Return how the elements of a text are made, under which headings, and what it stands behind: "00:00 "."""
    found = leaf.seen.found
    before = _WORDS.sub("a", _FIGURES.sub("0", found.line.text[: found.start]))
    return leaf.made, found.line.outlined.headings, before


def _of_another_sentence(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Yield the pointers of those that stand alone in a sentence of a line, in another one of which others stand."""
    by_line: dict[int, Counter[int]] = defaultdict(Counter)
    places = [(leaf, leaf.seen.found.line.number, _sentence(leaf)) for leaf in leaves if not _is_whole(leaf)]
    for _, line, sentence in places:
        by_line[line][sentence] += 1
    for leaf, line, sentence in places:
        told = by_line[line]
        if told[sentence] == 1 and max(told.values()) >= _SEVERAL and not leaf.is_named_beside:
            yield leaf.at


def _only_named(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Yield the pointers of people who are only named, where the page says in other lines who is asked for."""
    if not leaves or not _asks_for_people(leaves[0].asked):
        return
    said_of = {leaf.seen.found.line.number for leaf in leaves if leaf.seen.weight >= SPOKEN}
    if said_of:
        told = ((leaf, leaf.seen.found.line) for leaf in leaves if leaf.seen.weight < SPOKEN)
        yield from (leaf.at for leaf, line in told if line.number not in said_of and len(line.text) > _REMARK)


def _asks_for_people(field: Asked) -> bool:
    return is_person_kind(field) or (field.concept is not None and field.concept.name in {"performer", "organizer"})


def _sentence(leaf: Leaf) -> int:
    found = leaf.seen.found
    return sum(1 for _ in _SENTENCE_END.finditer(found.line.text, 0, found.start))


def _headed_otherwise(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Yield the pointers of those under another heading where some stand under one that names the field: "Desserts"."""
    headed = [leaf for leaf in leaves if any(about(leaf.asked, one) >= SURE for one in _headings(leaf))]
    if headed:
        yield from (leaf.at for leaf in leaves if leaf not in headed and not leaf.is_named_beside and _headings(leaf))


def _headings(leaf: Leaf) -> Sequence[str]:
    return leaf.seen.found.line.outlined.headings[1:]


def _days_among_others(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Yield the pointers of days in ISO 8601 where others are none."""
    days = [leaf for leaf in leaves if ISO_DAY.fullmatch(str(leaf.value))]
    if len(days) < len(leaves):
        yield from (leaf.at for leaf in days)


def _alone_among_others(leaves: Sequence[Leaf], said: Said) -> Iterator[str]:
    """Yield the pointers of those that are one of several in a list of the page, of which the others are not told.

    Other lists of the page are told as a whole, so that one is what is asked for.
    """
    by_block: dict[tuple[int, int], list[Leaf]] = defaultdict(list)
    for leaf in leaves:
        number = leaf.seen.found.line.number
        blocks = (one for one in said.blocks_of(number) if one.last - one.first >= _SEVERAL)
        if _is_whole(leaf) and (block := next(blocks, None)) is not None and block.last - block.first <= _MOST_ITEMS:
            by_block[block.first, block.last].append(leaf)
    is_told = any(len(told) >= _SEVERAL and 2 * len(told) >= last - first for (first, last), told in by_block.items())
    for (first, last), told in by_block.items():
        if is_told and len(told) == 1 < last - first - 1 and not told[0].is_named_beside:
            yield told[0].at


def _groups(leaves: Sequence[Leaf], said: Said) -> list[set[str]]:
    """Return which of them stand close to one another under one heading, each group once."""
    lines = {leaf.at: lines_of(leaf, said) for leaf in leaves}
    groups: list[set[str]] = []
    for leaf in leaves:
        numbers = lines[leaf.at]
        near = [one for one in groups if any(_are_together(numbers, lines[other], said) for other in one)]
        groups = [one for one in groups if one not in near] + [{leaf.at}.union(*near)]
    return groups


def _are_together(one: set[int], other: set[int], said: Said) -> bool:
    return any(
        abs(a - b) <= CLOSE and _share_headings(said.lines[a].outlined.headings, said.lines[b].outlined.headings)
        for a in one
        for b in other
    )


def _share_headings(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether they are the same, or parts of one section of the page: "For the dough", "For the filling"."""
    return one == other or (len(one) == len(other) > _SEVERAL and one[:-1] == other[:-1])


def _is_whole(leaf: Leaf) -> bool:
    """Return whether it is all of a line but for a sign before it, or whole sentences of it."""
    found, text = leaf.seen.found, leaf.seen.found.line.text
    if len(found.line.text[found.start : found.end].split()) >= _SENTENCE:
        begins = not text[: found.start].strip() or _ENDED.search(text[: found.start]) is not None
        return begins and (text[found.end : found.end + 1] in _ENDS or found.end >= len(text) - 1)
    return found.end - found.start >= len(text.lstrip(TICKED)) - 1
