"""A value that the page supports, with where it was seen."""

from dataclasses import dataclass
from typing import Any, Final

from gossamer.content.values.availability import availability
from gossamer.features.understanding.supporting.asked import Asked, are_kin
from gossamer.features.understanding.supporting.belonging import LABELLED
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.said import words

_ALMOST: Final = 0.1
TICKED: Final = " \u25a2\u2610\u25a1\u2022\u25cf\u25e6\u00b7*-"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value that was *seen*, the field it is of, and its JSON pointer *at*.

    *card* are the first of the lines in which its entry of a list is told, and how many they are. *is_read*:
    it was read without the model, and where that was is not told.
    """

    at: str
    asked: Asked
    value: Any
    seen: Seen
    card: tuple[int, int] | None = None
    is_read: bool = False

    @property
    def is_labelled(self) -> bool:
        """Return whether the page labels it."""
        return self.seen.weight >= LABELLED

    @property
    def is_named_beside(self) -> bool:
        """Return whether the page labels it, or has a word of the field right beside it: "Size S"."""
        return self.seen.weight >= LABELLED - _ALMOST

    @property
    def is_in_title(self) -> bool:
        """Return whether it stands in the title of the page."""
        return self.seen.found.line.outlined.level == 1

    @property
    def is_in_other_words(self) -> bool:
        """Return whether the page says in other words, and maybe more exactly, what can be had: "Only 2 left"."""
        if not isinstance(self.value, str) or " " not in self.value.strip() or availability(self.value) is None:
            return False
        return self.value.strip().casefold() not in self.seen.found.line.text.casefold()

    @property
    def text(self) -> str:
        """Return a text as it is compared, empty for anything else."""
        return " ".join(word.text for word in words(self.value)) if isinstance(self.value, str) else ""

    @property
    def made(self) -> tuple[str, ...]:
        """Return how the author made the elements around it: that of its line, and that within its line if any."""
        found = self.seen.found
        within = (
            one
            for one in found.line.outlined.elements
            if one.start <= found.start and found.end <= one.end + 1 and one.kind.partition(".")[0] != "a"
        )
        inner = min(within, key=lambda one: one.end - one.start, default=None)
        # A box to be ticked is none of the words.
        told = len(found.line.text.lstrip(TICKED))
        is_part = inner is not None and inner.end - inner.start < told - 1
        return tuple(filter(None, (found.line.outlined.kind, inner.kind if inner is not None and is_part else "")))

    @property
    def spot(self) -> tuple[int, int]:
        """Return line and first character of where it was seen."""
        return self.seen.found.line.number, self.seen.found.start

    def is_the_same(self, other: "Leaf") -> bool:
        """Return whether both are one text, given for fields that one text cannot answer."""
        return self.text != "" and self.text == other.text and not are_kin(self.asked, other.asked)
