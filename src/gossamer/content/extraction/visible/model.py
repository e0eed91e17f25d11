"""What the visible page says: values with their labels, and records that repeat."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A value and what the page calls it.

    *place* is readable by people ("table 2, row 3, Price"), *group* is the nearest heading above, or empty. *quote* is
    label and value as they stand on the page, blanks collapsed; where they stand apart it is the value alone.
    """

    label: str
    text: str
    place: str
    group: str = ""
    quote: str = ""


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

    *names* are the words of what its elements are called by their author; *is_aside*: it stands beside the content.
    """

    place: str
    heading: str
    records: tuple[Record, ...]
    names: frozenset[str] = frozenset()
    is_aside: bool = False
