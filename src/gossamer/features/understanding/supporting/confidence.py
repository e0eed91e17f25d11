"""How sure it is that the page says a value of the field that it was given for.

Two witnesses make sure: the rules read the same as the model, the entries of a list all have theirs in the same place,
it is the title of the page, or the page speaks of the field and nothing else that it says may be meant. Of lies that
pass nearly all are the page's own words that only one witness tells of this field.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from gossamer.content.page_model.model import Claim
from gossamer.content.text.names import word_set, words_of
from gossamer.core.understanding import Confidence
from gossamer.features.understanding.supporting.asked import SURE, about, is_named_by
from gossamer.features.understanding.supporting.belonging import LABELLED, SPOKEN
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.spot import ABBREVIATED
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.place import Place
from gossamer.features.understanding.supporting.said import DESCRIPTION, Said

_PARTED: Final = re.compile(r"[,;|·(/]|\s[–—-]\s")  # noqa: RUF001 - signs that pages use
_STOP: Final = re.compile(r"[.!?]\s")
_BEHIND: Final = re.compile(r"\W?\Z|\s[|–—·-]\s|:\s")  # noqa: RUF001 - signs that pages use
# What the page itself may be: its title is none of a book, or of an exhibition that it tells of.
_PAGES: Final = word_set("page article post news story blog document recipe job title headline")
# Longer than what is abbreviated.
_WORD: Final = 12
# As long as sentences are.
_SENTENCE: Final = 40
# Rules may read whose they are as others do.
_REACHED: Final = frozenset({Sort.EMAIL, Sort.PHONE})
# A label about half of which is the field's own name.
_ITS_LABEL: Final = LABELLED + 0.4


@dataclass(frozen=True, slots=True)
class Witnesses:
    """A value that was *seen* on a page, in a *place* of the answer.

    *is_read*: the rules read the same, *is_alone*: nothing else of the page may be meant, *is_named_once*: nothing else
    is called so, *is_named_first*: nothing above it is, which all take time to find out.
    """

    seen: Seen
    place: Place
    said: Said
    is_read: bool
    is_alone: Callable[[], bool]
    is_named_once: Callable[[], bool]
    is_named_first: Callable[[], bool]

    def confidence(self) -> Confidence:
        """Return how sure it is; what the other entries of its list have is not known yet."""
        if self._are_two() and self._is_first():
            return Confidence.HIGH
        return Confidence.MEDIUM if self._is_one() else Confidence.LOW

    def _is_one(self) -> bool:
        if self.is_read:
            return self._is_own()
        if self.place.home is not None:
            return True
        if self.seen.found.line.is_around:
            return self.seen.weight >= _ITS_LABEL
        return self.place.many or self.seen.weight >= SPOKEN

    def _are_two(self) -> bool:
        if self.is_read:
            return self._is_own() and self._is_agreed()
        line = self.seen.found.line
        # A description has words of many fields beside each other.
        if self.place.home is not None or line.is_around or line.place == DESCRIPTION:
            return False
        if self.place.many:
            return self._is_labelled()
        if self._is_its_title():
            return True
        if self.seen.weight >= LABELLED:
            # "Top scorer" is no scorer.
            return self._is_labelled() and self.is_alone()
        return self.seen.weight >= SPOKEN and self._is_named() and self.is_named_once() and self.is_alone()

    def _is_first(self) -> bool:
        """Return whether what is labelled comes first behind its label, and nothing was called so before.

        "Venue: Council Chamber, Thame Road" names one venue; "Race officer: Bo Lind" may be said of the next race.
        """
        if self.place.home is not None or self.place.many or self.seen.weight < LABELLED:
            return True
        return not self._is_behind_another() and self.is_named_first()

    def _is_behind_another(self) -> bool:
        """Return whether a text, and no amount or day, stands behind another one that has the field's label."""
        found = self.seen.found
        if self.place.own.takes == "day" or found.line.text[found.start].isdigit():
            return False
        before = (found.line.text[one.start : found.start] for one in self._labels())
        return any(map(_has_a_part, before))

    def _is_own(self) -> bool:
        """Return whether it stands in no part about something else; an aside tells of others, and rules may read it."""
        outlined = self.seen.found.line.outlined
        return not outlined.apart and outlined.part != "aside"

    def _is_agreed(self) -> bool:
        """Return whether nothing speaks against what the rules read as well."""
        if sort_of(self.place.own) in _REACHED:
            return self.is_alone()
        is_spoken = self.seen.weight >= SPOKEN
        if self.place.home is not None or self.place.many or self.seen.weight >= LABELLED:
            return self.place.home is not None or is_spoken or self._is_whole() or self.is_alone()
        # The rules may have read it as the check does, and both of something else.
        return self.is_named_once() and ((is_spoken and self._is_named()) or self.is_alone())

    def _is_its_title(self) -> bool:
        """Return whether a title is asked for, and it is the page's before the site's name: "Blue kettle | Shop"."""
        found = self.seen.found
        name = words_of(self.place.own.name)
        if (
            found.line.outlined.level != 1
            or name[-1:] not in {("title",), ("headline",)}
            or not _PAGES.issuperset(name)
        ):
            return False
        return not found.line.text[: found.start].strip() and _BEHIND.match(found.line.text, found.end) is not None

    def _is_named(self) -> bool:
        """Return whether the sentence has all words of the field's name that are not said of anything."""
        before, after = (told(self.seen.found, _SENTENCE) for told in (self.said.before, self.said.after))
        return is_named_by(self.place.own, (*before, *after))

    def _is_labelled(self) -> bool:
        """Return whether the page surely labels it as the field."""
        return any(True for _ in self._labels())

    def _labels(self) -> Iterator[Claim]:
        """Yield the labels of it that are surely about the field, whose sentence has not ended before it."""
        found = self.seen.found
        claims = (one for one in found.line.outlined.claims if one.start <= found.start < one.end)
        claims = (one for one in claims if not _has_ended(found.line.text[one.start : found.start]))
        return (one for one in claims if not one.by_author and about(self.place.own, one.label) >= SURE)

    def _is_whole(self) -> bool:
        """Return whether nothing else stands in its line."""
        text = self.seen.found.line.text
        return not any(map(str.isalnum, text[: self.seen.found.start] + text[self.seen.found.end :]))


def _has_a_part(text: str) -> bool:
    """Return whether words stand in *text* before a sign that parts values."""
    last = max((one.start() for one in _PARTED.finditer(text)), default=0)
    return any(map(str.isalnum, text[:last]))


def _has_ended(text: str) -> bool:
    """Return whether a sentence ends in *text*; "max. 4" goes on."""
    before = (text[max(0, stop.start() - _WORD) : stop.start()] for stop in _STOP.finditer(text))
    return any(not ABBREVIATED.search(one) for one in before)
