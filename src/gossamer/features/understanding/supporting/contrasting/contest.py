"""A value that was seen for a field of the page's own thing, against what else the page may say of that field."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final

from gossamer.content.values.numbers import number
from gossamer.features.understanding.supporting.asked import SURE, Asked
from gossamer.features.understanding.supporting.belonging import LABELLED, Claimants, weight
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.said import Found, Line, Said

_AS_PLAIN: Final = 0.2


@dataclass(frozen=True, slots=True)
class Contest:
    """Where a value was *seen*; what is *taken* are the values of the other fields, which are no other answers."""

    said: Said
    claimants: Claimants
    seen: Seen
    taken: AbstractSet[Any]

    @property
    def field(self) -> Asked:
        """Return the field that is asked for."""
        return self.claimants.own

    @property
    def own(self) -> Found:
        """Return where the value was seen."""
        return self.seen.found

    @property
    def part(self) -> str:
        """Return the part of the page around its content that it was seen in, empty for none."""
        return self.own.line.outlined.part

    @property
    def is_named_beside(self) -> bool:
        """Return whether it is labelled, or has a word of the field right beside it."""
        return self.seen.weight >= LABELLED - _AS_PLAIN

    @property
    def title(self) -> Line | None:
        """Return the first title of the page that people see."""
        return next((line for line in self.said.titles if line.place != "title"), None)

    def is_taken(self, found: Found, *, is_number: bool = False) -> bool:
        """Return whether what stands there is the value of another field."""
        told = number(text_of(found)) if is_number else None
        return text_of(found).casefold() in self.taken or (told is not None and told in self.taken)

    def weighed(self, found: Found, *, is_number: bool = False) -> float | None:
        """Return how well the page says what stands there of the field; None when it does not, or time is up."""
        return weight(found, self.said, self.claimants, is_number=is_number) if self.said.may_judge() else None

    def is_as_plain(self, found: Found, *, is_number: bool = False) -> bool:
        """Return whether the page says what stands there as plainly of the field as the value."""
        how = self.weighed(found, is_number=is_number)
        return how is not None and how >= self._least(found)

    def _least(self, other: Found) -> float:
        """Return how plainly something else has to be said: in one line the nearer is meant, and labels are exact."""
        if self.seen.weight >= LABELLED + SURE:
            return LABELLED + SURE
        is_exact = other.line.number == self.own.line.number or self.seen.weight >= LABELLED
        return self.seen.weight if is_exact else self.seen.weight - _AS_PLAIN

    def begin(self) -> int:
        """Return the number of the line with the title of the page, 0 where it is not before the value."""
        numbers = (line.number for line in self.said.titles if line.place != "title")
        return next((one for one in numbers if one <= self.own.line.number), 0)

    def may_be_instead(self, line: Line) -> bool:
        """Return whether *line* is about what the page is about: no menu and no aside."""
        outlined = line.outlined
        return not outlined.apart and (outlined.part not in {"nav", "aside"} or outlined.part == self.part)


def text_of(found: Found) -> str:
    """Return the words that stand there."""
    return found.line.text[found.start : found.end]


def comparable(text: str) -> str:
    """Return a telephone number, say, without the signs that it is written with."""
    return "".join(filter(str.isalnum, text.casefold()))
