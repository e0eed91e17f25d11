"""Rules of a comparison: what of a page is compared, and what is left out."""

from dataclasses import dataclass
from typing import TypeAlias

# Left, top, right and bottom in pixels.
Box: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class VolatileBlock:
    """A block that differs between two fetches of the same page within a minute.

    *template* are its normalised words, with "*" for those that differ; "" when nothing stays the same. *above* and
    *below* are the normalised stable blocks around it, "" at an end of the page; *count* is how many blocks vary there.
    """

    template: str
    above: str = ""
    below: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class PictureRules:
    """How the screenshots of a page are compared.

    A difference counts from *threshold* on, in percent of the compared pixels; 0 counts any. With *region* only that
    part is compared; *masks* are left out.
    """

    threshold: float = 0.0
    region: Box | None = None
    masks: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparisonRules:
    """What of a page is compared.

    *only_selectors* and *ignore_selectors* are CSS selectors. A block is left out when it has one of *ignore_text*
    (letter case does not matter) or matches one of *ignore_patterns*; with *only_text* or *only_patterns* all blocks
    without such a match are left out. Patterns are RE2 expressions. *volatile* are blocks that `learn_volatile` found.
    With *picture* screenshots are compared, and not the text.
    """

    only_selectors: tuple[str, ...] = ()
    ignore_selectors: tuple[str, ...] = ()
    only_text: tuple[str, ...] = ()
    ignore_text: tuple[str, ...] = ()
    only_patterns: tuple[str, ...] = ()
    ignore_patterns: tuple[str, ...] = ()
    volatile: tuple[VolatileBlock, ...] = ()
    picture: PictureRules | None = None
