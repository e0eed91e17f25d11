"""What the visible page says: values with their labels, and records that repeat."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

# Signs that say yes without a word.
TICKS: Final = frozenset("✓✔☑✅")
_MOST_AROUND: Final = 16


@dataclass(frozen=True, slots=True)
class Fact:
    """A value and what the page calls it.

    *place* is readable by people ("table 2, row 3, Price"), *group* is the nearest heading above, or empty. *quote* is
    label and value as they stand on the page, blanks collapsed; where they stand apart it is the value alone. *path* is
    the headings above each other that *label* joins, the outermost first, where the column of a table has such.
    """

    label: str
    text: str
    place: str
    group: str = ""
    quote: str = ""
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One of many that look alike: a row, a card, an item.

    *cells* are by the table's heading, by the label the page gives, or by what the markup lets guess: title, price,
    old price, date, rating, reviews, author, location, description and so on; "text" is what has no other name.
    *link* and *image* are absolute addresses, empty where there is none. *items* are the entries of lists in it.
    """

    cells: Mapping[str, Fact]
    text: str
    link: str = ""
    image: str = ""
    place: str = ""
    items: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordList:
    """Records that stand together under *heading*, which may be empty, in the order of the page.

    *is_headed*: the heading leads to it, with nothing but sentences between. *label* is what it is called for those who
    do not see it, *marks* are the phrases by which the author calls the list as a whole, in classes, id and itemprop.
    *names* are the words of what its elements are called by their author; *is_aside*: it stands beside the content.
    *sections* are the places of the lists that it puts together, each with its own heading, *holders* those of lists
    whose entries are such sections.
    """

    place: str
    heading: str
    records: tuple[Record, ...]
    names: frozenset[str] = frozenset()
    is_aside: bool = False
    sections: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    is_headed: bool = False
    label: str = ""
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SpanClaim:
    """What the characters *start* to *end* of a line are called, by a label, a heading of a table or its author.

    *by_author*: nobody sees it; it is what an element is named by ("price").
    """

    label: str
    start: int
    end: int
    by_author: bool = False


class Inner(NamedTuple):
    """The characters *start* to *end* of a line that stand in an element of their own.

    Its *kind* is its tag and its classes.
    """

    start: int
    end: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """A line of the page with what claims it.

    *headings* are those it stands under, the outermost first; of a heading *level* is 1 to 6, else 0. *cell* is table,
    row and column of a table's cell, counted from 0 (a row of -1 heads the columns). *apart* are words for the part of
    the page it stands in, when that speaks of something else ("Similar products"), else empty. *is_choice*: it is
    offered in a field of a form. *is_item*: it is an entry of a list. *elements* are those within the line, and *kind*
    is how the one around it is made: its tag and classes, with the tag around it where it has no class. *part* is
    "nav", "aside", "footer", or "header" for that of the site, where it stands in such, else empty.
    """

    text: str
    headings: tuple[str, ...] = ()
    level: int = 0
    claims: tuple[SpanClaim, ...] = ()
    cell: tuple[int, int, int] | None = None
    apart: str = ""
    is_choice: bool = False
    is_item: bool = False
    elements: tuple[Inner, ...] = ()
    kind: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines *first* to before *last* that stand in one element; *is_record*: it is one of several that look alike."""

    first: int
    last: int
    is_record: bool


def blocks_around(blocks: Sequence[Block], lines: int) -> Iterator[tuple[int, ...]]:
    """Yield for each line the numbers of the innermost blocks around it, inner ones first."""
    ordered = sorted(range(len(blocks)), key=lambda at: (-blocks[at].first, blocks[at].last))
    opened: list[int] = []
    for line in range(lines):
        while opened and blocks[opened[-1]].last <= line:
            opened.pop()
        while ordered and blocks[ordered[-1]].first <= line:
            at = ordered.pop()
            opened += [at] if blocks[at].last > line else []
        yield tuple(opened[: -_MOST_AROUND - 1 : -1])


@dataclass(frozen=True, slots=True)
class Outline:
    """A page as *lines*, in its order, and the *blocks* they stand in, outer ones before inner ones."""

    lines: tuple[OutlineLine, ...] = ()
    blocks: tuple[Block, ...] = ()
