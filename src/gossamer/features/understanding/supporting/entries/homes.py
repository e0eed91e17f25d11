"""Where the entries of a list are told: the card, row, column or lines of each, by the name it has on the page."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from gossamer.content.text.names import words_of
from gossamer.content.values.dates import only_date
from gossamer.features.understanding.supporting.asked import asked
from gossamer.features.understanding.supporting.looking import places
from gossamer.features.understanding.supporting.said import Found, Line, Said

_MOST_PLACES: Final = 8
_NEAR: Final = 200
_MOST_LINES: Final = 60
_MOST_OF_ENTRY: Final = 400
_ENDS: Final = re.compile(r"[.!?;]\s|[|·•]")
_APART: Final = re.compile(r",|\b(?:and|und|et|y|or|but|while)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_MOST_TITLES: Final = 12
_FAR: Final = 99
_SEVERAL: Final = 2


@dataclass(frozen=True, slots=True)
class _Told:
    """Where the names of all entries stand, by line, and the names by the headings above them."""

    by_line: Mapping[int, Sequence[tuple[str, Found]]]
    by_headings: Mapping[tuple[str, ...], AbstractSet[str]]

    @classmethod
    def of(cls, found: Sequence[Sequence[Found]], texts: Sequence[str]) -> "_Told":
        by_line: dict[int, list[tuple[str, Found]]] = {}
        by_headings: dict[tuple[str, ...], set[str]] = {}
        for text, places_of in zip(texts, found, strict=True):
            for one in places_of:
                by_line.setdefault(one.line.number, []).append((text, one))
                by_headings.setdefault(one.line.outlined.headings, set()).add(text)
        return cls(by_line, by_headings)


class Rivals:
    """Where names of other entries stand than of the one called *text*, which stands at *mine*.

    A name within a longer one is not there itself.
    """

    def __init__(self, told: _Told, text: str, mine: Sequence[Found]) -> None:
        self._told = told
        self._text = text
        self._mine = {one.line.number: one for one in mine}

    def at(self, line: int) -> Sequence[Found]:
        """Return those in that line."""
        mine = self._mine.get(line)
        return [
            one
            for text, one in self._told.by_line.get(line, ())
            if text != self._text and not (mine is not None and mine.start <= one.start and one.end <= mine.end)
        ]

    def are_under(self, headings: tuple[str, ...]) -> bool:
        """Return whether there are such under exactly these *headings*."""
        return bool(self._told.by_headings.get(headings, frozenset()) - {self._text})

    def are_made_like(self, name: Found) -> bool:
        """Return whether most of them stand as *name* does, in lines made alike: no heading calls them."""
        lines = [one for told in self._told.by_line.values() for text, one in told if text != self._text]
        kind, level = name.line.outlined.kind, name.line.outlined.level
        alike = [one for one in lines if (one.line.outlined.kind, one.start) == (kind, name.start)]
        return bool(kind) and not level and 2 * len(alike) > len(lines)

    @property
    def are_there(self) -> bool:
        """Return whether there are any."""
        return any(texts - {self._text} for texts in self._told.by_headings.values())


@dataclass(frozen=True, slots=True, eq=False)
class Home:
    """The *lines* that an entry is told in, and the *headings* above them.

    *name* is where its name stands, *title* the line it is called by there, *rivals* are the names of other entries.
    """

    lines: AbstractSet[int]
    headings: AbstractSet[str]
    name: Found
    title: Line | None
    rivals: Rivals

    @property
    def card(self) -> tuple[int, int]:
        """Return the number of its first line, and how many lines it has."""
        return min(self.lines), len(self.lines)

    def holds(self, found: Found) -> bool:
        """Return whether what stands there is said of the entry."""
        number = found.line.number
        if number in self.lines:
            return self._is_nearest(found)
        return found.line.outlined.level > 0 and found.line.text in self.headings

    def _is_nearest(self, found: Found) -> bool:
        """Return whether no other entry's name is nearer, where several are told in one line."""
        rivals = self.rivals.at(found.line.number)
        if not rivals or found.line.number != self.name.line.number:
            return not rivals or found.line.number != self.name.line.number
        own = _distance(found, self.name)
        near = (one for one in rivals if one.end >= found.start - _NEAR and one.start <= found.end + _NEAR)
        return all(own < _distance(found, one) for one in near)


def homes(
    entries: Sequence[Any], names: Sequence[Sequence[str]], said: Said, may_be: Callable[[Found], bool]
) -> list[list[Home]]:
    """Return for each of *entries* the places where it may be told; none for one whose *names* are not there."""
    ways = [[one[way] if way < len(one) else "" for one in names] for way in range(max(map(len, names), default=0))]
    told = [_homes(entries, way, said, may_be) for way in ways]
    return [[home for way in told for home in way[at]] for at in range(len(entries))]


def _homes(
    entries: Sequence[Any], names: Sequence[str], said: Said, may_be: Callable[[Found], bool]
) -> list[list[Home]]:
    found = [
        _places(entry[name], said, name, may_be) if name and isinstance(entry, dict) else []
        for entry, name in zip(entries, names, strict=True)
    ]
    texts = [str(entry[name]).casefold() if name else "" for entry, name in zip(entries, names, strict=True)]
    told = _Told.of(found, texts)
    return [
        [_home(place, said, Rivals(told, texts[at], places_of)) for place in places_of]
        for at, places_of in enumerate(found)
    ]


def headed(names: Sequence[str], said: Said) -> Mapping[str, Home]:
    """Return where the objects of these *names* are told: each under the one heading that it is called by.

    None are where fewer than two have such a heading: one alone may head what tells only a part of it.
    """
    sought = {frozenset(words_of(name)): name for name in names}
    under: dict[str, list[Found]] = {}
    for line in said.lines:
        if line.outlined.level > 1 and (name := sought.get(frozenset(words_of(f"{line.text} ")))) is not None:
            under.setdefault(name, []).append(Found(line, 0, len(line.text)))
    found = {name: places_of for name, places_of in under.items() if len(places_of) == 1}
    if len(found) < _SEVERAL:
        return {}
    told = _Told.of(list(found.values()), list(found))
    return {name: _home(places_of[0], said, Rivals(told, name, places_of)) for name, places_of in found.items()}


def _places(text: Any, said: Said, name: str, may_be: Callable[[Found], bool]) -> list[Found]:
    found = (one for one in places(text, said, asked(name)) if one.line.number >= 0 and may_be(one))
    told = {(one.line.number, one.start): one for one in islice(found, _MOST_PLACES)}
    # A name alone in its line heads an entry, one in a sentence seldom does.
    whole = [one for one in told.values() if one.end - one.start >= len(one.line.text) - 1]
    return whole or list(told.values())


def _home(name: Found, said: Said, rivals: Rivals) -> Home:
    headings = frozenset(name.line.outlined.headings)
    cell = name.line.outlined.cell
    lines = _in_table(cell, said, rivals) if cell is not None else _in_blocks(name, said, rivals)
    told = frozenset(lines)
    title = None if rivals.at(name.line.number) else _title(name, told, said, rivals)
    return Home(told, headings - {title.text if title is not None else ""}, name, title, rivals)


def _title(name: Found, told: AbstractSet[int], said: Said, rivals: Rivals) -> Line:
    """Return the heading among the lines of an entry, or right above them, else the first of them with words."""
    if name.line.outlined.cell is not None:
        return name.line
    lines = [said.lines[number] for number in sorted(told)[:_MOST_TITLES]]
    headed = next((line for line in lines if line.outlined.level), None)
    above = said.lines[min(told) - 1] if told and min(told) > 0 else name.line
    chain = said.lines[min(told)].outlined.headings if told else ()
    # A heading right above is that of one entry, unless others stand under it, too.
    is_own = not rivals.are_under(chain)
    is_item = any(block.is_record for block in said.blocks_of(name.line.number)[:1])
    is_headed = above.outlined.level > 1 and is_own and rivals.are_there and not rivals.are_made_like(name)
    if headed is None and is_headed and not is_item:
        return above
    return headed or next(
        (line for line in lines if _WORD.search(line.text) and only_date(line.text) is None), name.line
    )


def _in_table(cell: tuple[int, int, int], said: Said, rivals: Rivals) -> Iterable[int]:
    """Return the column that a name heads, else its row."""
    table, row, column = cell
    heads = row < 0 or _is_column_of_names(cell, said, rivals)
    return [
        line.number
        for line in said.in_table(table)
        if line.outlined.cell is not None
        and (line.outlined.cell[2] == column if heads else line.outlined.cell[1] == row)
    ]


def _is_column_of_names(cell: tuple[int, int, int], said: Said, rivals: Rivals) -> bool:
    """Return whether other names stand beside it in its row, so that each heads a column."""
    row = (
        line for line in said.in_table(cell[0]) if line.outlined.cell is not None and line.outlined.cell[1] == cell[1]
    )
    return any(rivals.at(line.number) for line in row if line.outlined.cell != cell)


def _in_blocks(name: Found, said: Said, rivals: Rivals) -> Iterable[int]:
    """Return the lines of the largest element around the name that tells of nothing else, or of the lines behind it."""
    number = name.line.number
    best, limit = range(number, number + 1), number + _MOST_LINES
    for block in said.blocks_of(number):
        others = (one for one in range(block.first, block.last) if one != number)
        is_large = block.last - block.first > _MOST_OF_ENTRY
        if is_large or any(rivals.at(one) or _is_above(said.lines[one], name.line) for one in others):
            limit = min(limit, block.last)
            break
        best = range(block.first, block.last)
        more = len(best) > 1 or len(name.line.text) > name.end - name.start + 2
        if block.is_record and more:
            return best
    # With nothing that tells it apart the page itself is its place.
    behind = _behind(name, said, rivals, limit)
    return (*best, *behind) if len(best) <= _MOST_LINES else behind


def _is_above(line: Line, name: Line) -> bool:
    """Return whether *line* is the heading of more than what is called *name*."""
    level = line.outlined.level
    return level == 1 or 0 < level <= name.outlined.level


def _behind(name: Found, said: Said, rivals: Rivals, limit: int) -> range:
    """Return the lines behind the name, up to the next entry's or the next heading of its level."""
    number, level = name.line.number, name.line.outlined.level
    end = number + 1
    while end < min(limit, len(said.lines)):
        line = said.lines[end]
        heads = line.outlined.level and (not level or line.outlined.level <= level)
        if rivals.at(end) or heads or line.outlined.apart != name.line.outlined.apart:
            break
        end += 1
    return range(number, end)


def _distance(one: Found, other: Found) -> int:
    if one.start < other.end and other.start < one.end:
        return 0
    text = one.line.text
    between = text[other.end : one.start] if other.end <= one.start else text[one.end : other.start]
    return _FAR if _ENDS.search(between) else len(between.split()) + 4 * len(_APART.findall(between))
