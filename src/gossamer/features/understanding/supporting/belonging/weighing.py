# ruff: noqa: RUF001 - signs that pages use
"""How well the page says of a field what stands at a place: by labels, by words nearby, by headings, by its kind."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.extraction.vocabulary import find
from gossamer.content.text.names import word_set, words_of
from gossamer.features.understanding.supporting.asked import SURE, Asked, about
from gossamer.features.understanding.supporting.belonging import amounts, money, texts, unknown
from gossamer.features.understanding.supporting.belonging.cards import (
    is_listed,
    is_of_a_person,
    is_of_a_record,
    is_of_another_column,
    is_of_another_row,
    is_title_of_another,
)
from gossamer.features.understanding.supporting.belonging.claimants import Claimants
from gossamer.features.understanding.supporting.belonging.evident import is_around, is_evident
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.otherwise import is_of_another, is_of_the_past
from gossamer.features.understanding.supporting.belonging.spot import ABBREVIATED, BESIDE, NEAR, NUMBER, Spot
from gossamer.features.understanding.supporting.said import Found, Said

LABELLED: Final = 3.0
SPOKEN: Final = 2.0
# Words of the field, however near, are less than a label.
_NEARNESS: Final = 0.95
_NAMED: Final = 1.5
_HEADED: Final = 1.2
UNCLAIMED: Final = 1.0
_PARTLY: Final = 0.6
# A label with a word of the field's description.
_BARELY: Final = 0.4
_LONG: Final = 80
_SMALL: Final = 3
_SENTENCE: Final = re.compile(r"[.!?;]\s")
_NONE: Final = re.compile(r"\W{0,3}(?:no|kein|keine|keinen|pas de|aucun|aucune|sin|senza|geen)\s", re.IGNORECASE)
# "10 - 20".
_RANGE: Final = re.compile(r"[^\w]{0,3}[\d.,]{1,12}\s?[^\W\d_]{0,3}\s?(?:-|–|—|to|x|×)\s?[^\w]{0,3}")
# "Per serving: 280 kcal, 14 g protein" labels nothing of these.
_PER: Final = re.compile(r"(?:per|pro|each|par|por)\s", re.IGNORECASE)
_CARD: Final = 8
_LEGAL: Final = word_set("as ab ag gmbh ltd inc llc plc sa sarl srl bv nv oy co kg limited corp")
_TELLING: Final = word_set("price old rating review sku brand author availability company")


def weight(found: Found, said: Said, claimants: Claimants, *, is_number: bool) -> float | None:
    """Return how well the page says of the field what stands there; None when it says it of something else."""
    is_name = sort_of(claimants.own) in {Sort.FIRM, Sort.NAME, Sort.PLACE}
    return _Judge(Spot(said, claimants, found, is_number, is_name)).weight()


class _Judge:
    """Weighs one place."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot
        self._own = spot.own
        self._line = spot.line

    def weight(self) -> float | None:
        spot, outlined = self._spot, self._line.outlined
        if (outlined.apart and not spot.claimants.may_be_apart(outlined.apart)) or (
            outlined.is_choice and not spot.claimants.many
        ):
            return None
        if not (amounts.is_a_number(spot) if spot.is_number else texts.may_be_value(spot)):
            return None
        if is_of_another_column(spot) or is_of_the_past(spot) or is_of_another(spot):
            return None
        if outlined.part == "nav" and not spot.is_number:
            return None
        if self._is_title_of_the_page() or self._is_remark() or self._is_struck() or self._is_denied():
            return None
        labels = [
            one.label
            for one in outlined.claims
            if not one.by_author and self._labels_fields(one.label) and self._is_covered(one.start, one.end)
        ]
        return self._labelled(labels) if labels else self._unlabelled()

    def _is_remark(self) -> bool:
        """Return whether it stands in brackets behind a value that is labelled: "D (potential B)"."""
        if self._spot.claimants.many or self._spot.is_number:
            return False
        found = self._spot.found
        told = (one for one in self._line.outlined.claims if not one.by_author and one.start < found.start < one.end)
        before = (self._line.text[one.start : found.start] for one in told)
        return any(one.count("(") > one.count(")") and not one.startswith("(") for one in before)

    def _is_title_of_the_page(self) -> bool:
        """Return whether it is in the page's highest heading, which says of no entry what it is or has."""
        claimants = self._spot.claimants
        own = claimants.title.number if claimants.title is not None else -1
        if not claimants.is_in_entry or self._line.outlined.level != 1 or self._line.number == own:
            return False
        return sort_of(self._own) in {Sort.GROUP, Sort.OTHER, Sort.PERSON}

    def _is_struck(self) -> bool:
        """Return whether it is struck out, as what was so before, and that is not asked for."""
        start, end = self._spot.found.start, self._spot.found.end
        claims = (one for one in self._line.outlined.claims if one.by_author and one.label == "old price")
        return not self._own.is_old_price and any(one.start <= start and end <= one.end + 1 for one in claims)

    def _is_denied(self) -> bool:
        """Return whether its line begins by saying that there is none: "No trip - we stay at home"."""
        none = _NONE.match(self._line.text)
        if none is None or none.end() >= self._spot.found.start:
            return False
        return any(start == none.end() for start, _ in self._spot.said.terms_in(self._line, self._own))

    def _labels_fields(self, label: str) -> bool:
        """Return whether *label* is not what a thing is called itself: "Red: 39,00 €"."""
        is_its_own = label.casefold() in self._spot.claimants.values or self._is_named_so(label)
        return not _PER.match(label) and not is_its_own

    def _is_named_so(self, label: str) -> bool:
        """Return whether *label* is what the page is about: "Hotel Skarven AS: post@skarven.example"."""
        if self._spot.claimants.is_in_entry:
            return False
        words = {word for word in words_of(f"{label} ") if word not in _LEGAL}
        return len(words) > 1 and any(words <= set(words_of(f"{line.text} ")) for line in self._spot.said.titles)

    def _is_covered(self, start: int, end: int) -> bool:
        """Return whether a label's value is what was found, and not a text in which it stands somewhere."""
        found = self._spot.found
        if not start <= found.start < end:
            return False
        before = self._line.text[start : found.start]
        if any(not ABBREVIATED.search(before[: one.start()]) for one in _SENTENCE.finditer(before)):
            return False
        if self._spot.is_number:
            return (NUMBER.search(before) is None and len(before) <= _LONG // 2) or _RANGE.fullmatch(before) is not None
        return end - start <= _LONG or found.start - start <= _SMALL

    def _labelled(self, labels: Sequence[str]) -> float | None:
        own = max(about(self._own, label) for label in labels)
        other = max((about(one, label) for one in self._spot.able for label in labels), default=0.0)
        if own <= 0:
            return self._strangely_labelled(labels, other)
        if is_of_another_row(self._spot, labels) or is_of_a_person(self._spot):
            return None
        if (whose := texts.whose(self._spot)) is not None and own > 0:
            return LABELLED + own if whose else None
        if other > own and not texts.is_part(self._spot, labels):
            return None
        is_old = self._own.is_old_price and own >= _PARTLY
        is_asked = is_old or money.may_be_price(self._spot)
        is_placed = amounts.is_in_its_unit(self._spot) and amounts.is_at_its_place(self._spot, labels)
        if self._spot.is_number and not (is_placed and is_asked and money.is_so_called(self._spot, labels)):
            return None
        return LABELLED + own if own > _BARELY else SPOKEN + own

    def _strangely_labelled(self, labels: Sequence[str], other: float) -> float | None:  # noqa: PLR0911 - from the surest
        """Return how well it is said of the field behind labels that are not about it: by its own words alone."""
        cell = self._line.outlined.cell
        if (
            self._own.is_name
            and self._spot.claimants.is_in_entry
            and cell is not None
            and (cell[1] < 0 or not cell[2])
            and other < SURE
        ):
            # The first column of a table of rivers is headed "River".
            return UNCLAIMED
        if other > 0:
            return None
        if texts.are_its_days(self._spot, labels):
            return LABELLED + SURE
        if about(self._own, self._line.heading) >= SURE:
            # A group of rows has the heading, and each of them a label that tells little: "Refrigerant", "Type".
            return _HEADED + SURE
        if unknown.is_headed_by_its_kind(self._spot, labels):
            return UNCLAIMED
        if any(find(f"{label} ") is not None for label in labels):
            return None
        if unknown.is_in_column(self._spot) or unknown.is_in_another_tongue(self._spot, labels):
            return UNCLAIMED
        return self._unlabelled() if self._spot.cost(self._own)[0] <= BESIDE else None

    def _unlabelled(self) -> float | None:
        spot = self._spot
        named = self._named()
        own, fullness = (0, 0) if named else spot.cost(self._own)
        if spot.is_number and amounts.counts_own_people(spot):
            own, fullness = 0, max(fullness, 1)
        if named is False or (not named and spot.is_nearer_another(own, fullness)):
            return None
        kind = amounts if spot.is_number else texts
        if not kind.may_be(spot, own) or (
            is_listed(spot) and not (own <= NEAR and self._own.is_money and texts.says_which(spot))
        ):
            return None
        if own <= NEAR * 3:
            return SPOKEN + _NEARNESS / (1 + own)
        headed = self._headed(_NAMED if named else UNCLAIMED)
        if not spot.is_number and headed is not None and headed < LABELLED and is_around(spot):
            return None
        tells = amounts.is_evident if spot.is_number else is_evident
        return headed if headed != UNCLAIMED or tells(spot) else None

    def _named(self) -> bool | None:
        """Return whether the author calls it as the field, or as something else; None when that does not tell."""
        spot_start, spot_end = self._spot.found.start, self._spot.found.end
        inner_first = sorted(self._line.outlined.claims, key=lambda one: one.end - one.start)
        for one in inner_first:
            if not one.by_author or not self._is_covered(one.start, one.end):
                continue
            if one.label == "title" and self._spot.claimants.many:
                # What an ingredient, say, is called: the title of an item, and not of the page.
                continue
            own = _called(self._own, one.label)
            if own >= SURE:
                return True
            rivals = max((_called(r, one.label) for r in self._spot.able), default=0.0)
            is_whole = 2 * (spot_end - spot_start) >= one.end - one.start
            if is_whole and not own and (rivals >= 1 or (rivals >= SURE and set(one.label.split()) <= _TELLING)):
                return False
        return None

    def _headed(self, base: float) -> float | None:
        """Return *base*, or more where a heading or what stands beside it names the field; None if it names another."""
        own, rivals = self._own, self._spot.able
        beside = [*self._beside()]
        heading = self._line.heading if not self._line.outlined.level else ""
        if any(about(own, one) >= SURE for one in beside) or self._is_somebodys_card():
            return LABELLED
        if any(about(one, text) >= SURE for one in rivals for text in beside):
            return None
        if heading and about(own, heading) > 0:
            return _HEADED + about(own, heading)
        short = len(self._line.text) <= _LONG
        if heading and short and any(about(one, heading) >= SURE for one in rivals):
            return None
        if own.is_role or is_title_of_another(self._spot) or is_of_a_record(self._spot):
            return None
        return base

    def _is_somebodys_card(self) -> bool:
        """Return whether it is the name on a card that says who that is: "Nadia Bassett", "Founding director"."""
        spot, number = self._spot, self._line.number
        if sort_of(self._own) is not Sort.PERSON or not spot.is_whole_line:
            return False
        records = [one for one in spot.said.blocks_of(number) if one.is_record and 1 < one.last - one.first <= _CARD]
        return any(
            at != number and about(self._own, spot.said.lines[at].text) >= SURE
            for block in records[:1]
            for at in range(block.first, block.last)
        )

    def _beside(self) -> Iterator[str]:
        """Yield the lines that stand alone with this one in an element: "1,340" and "Volunteers"."""
        number = self._line.number
        if len(self._line.text) > _LONG:
            return
        small = [one for one in self._spot.said.blocks_of(number) if 1 < one.last - one.first <= BESIDE]
        for block in small[:1]:
            for at in range(block.first, block.last):
                if at != number and len(self._spot.said.lines[at].text) <= _LONG:
                    yield self._spot.said.lines[at].text


def _called(field_asked: Asked, name: str) -> float:
    """Return how surely an element's *name* is that of the field; authors shorten: "loc"."""
    # "v-size" is a size: letters alone are the author's system of names.
    name = " ".join(word for word in name.split() if len(word) >= _SMALL) or name
    is_short = len(name) >= _SMALL and field_asked.phrase.startswith(name)
    return max(about(field_asked, name), 1.0 if is_short else 0.0)
