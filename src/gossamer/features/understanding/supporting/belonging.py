# ruff: noqa: E501, RUF001 - words of many languages, kept as tables
"""Whether what stands at a place of the page is said of a field: by its label, its heading, the words around it.

A label that people see decides: it is about the field or about something else. Where none is there, words of the field
nearby speak for it, words of another field that are nearer against it, and so does what a number counts or measures.
Where nothing tells, the page may say it of the field.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from gossamer.content.extraction.naming import singular, word_set, words_of
from gossamer.content.extraction.values import units
from gossamer.content.extraction.values.availability import availability
from gossamer.content.extraction.values.dates import only_date
from gossamer.content.extraction.values.roles import Role, role_of
from gossamer.content.extraction.visible.model import Block
from gossamer.content.extraction.vocabulary import Kind, find
from gossamer.features.understanding.supporting.asked import (
    Asked,
    about,
    counts_people,
    dimension,
    is_term,
    role_terms,
)
from gossamer.features.understanding.supporting.said import Found, Line, Said

_LABELLED: Final = 3.0
_SPOKEN: Final = 2.0
_NAMED: Final = 1.5
_HEADED: Final = 1.2
UNCLAIMED: Final = 1.0
_SURE: Final = 0.85
_LONG: Final = 80
_NEAR: Final = 4
_BESIDE: Final = 2
_FAR: Final = 99
_AROUND: Final = 30
_SMALL: Final = 3
_ENDS: Final = re.compile(r"[.!?;]\s|[|·•]|\s[–—]\s")
_SENTENCE: Final = re.compile(r"[.!?;]\s")
_ABBREVIATED: Final = re.compile(r"\b(?:dr|mr|mrs|ms|prof|st|no|inc|ltd|co|approx|ca)\Z", re.IGNORECASE)
_AND: Final = re.compile(r",|\b(?:and|und|et|y|e|or|with|but)\b", re.IGNORECASE)
_WORDS: Final = re.compile(r"[^\W\d_]{3}")
_PRICED: Final = re.compile(r"[$€£¥₹₽₩₺₪₴฿]\s?\d|\d\s?[€£₽₴]")
_CARD: Final = 12
_MONTHS: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|mär)"
_DAY_BEHIND: Final = re.compile(rf"(?:st|nd|rd|th|\.)?\s(?:of\s)?{_MONTHS}", re.IGNORECASE)
_IN_NAME: Final = re.compile(r"(?<![.!?]\s)\b[A-Z][^\W\d_]+\s\Z")
_CODE_BEHIND: Final = re.compile(r"[A-Z]{1,3}\b")
_DIALLED: Final = re.compile(r"\+?\(?\d[\d\s()./-]{6,24}\d")
_UNIT_INSIDE: Final = re.compile(r"(?<=\d)\s?([^\W\d_]{1,14}(?:/h)?[²³]?)")
_FEWEST_DIALLED: Final = 7
_FORMER: Final = re.compile(r"\b(?:before|was|previous|original|old|list|former|instead|vorher|statt)", re.IGNORECASE)
_SENTENCE_LONG: Final = 200
# A time, or a date in figures.
_CLOCK: Final = re.compile(r"\b\d{1,2}:\d\d\b|\b\d{1,4}([/.-])\d{1,2}\1\d{2,4}\b")
_LONG_NAME: Final = 8
_SHORTLY: Final = 8
_AHEAD: Final = re.compile(r"\A[\s:]{0,3}(?:is\s|at\s)?[^\w\s]?\d")
_PAST: Final = re.compile(r"\d\s?\Z")
_FIGURES: Final = re.compile(r"\d+\s?([^\W\d_]*)")
_IN_WORDS: Final = re.compile(
    r"unlimited|free|none|n/?a\b|contact|on request|by arrangement|varies|custom|included|gratis|kostenlos|unbegrenzt|"
    r"tb[ad]\b|any\b|no\b|half|full|one|two|three|four|five|six|seven|eight|nine|ten|x{0,3}[sl]\b|m\b",
    re.IGNORECASE,
)
_MEASURED: Final = re.compile(r"[^\w]{0,3}(?:ca\.?\s|approx\.?\s|up to\s|about\s)?\d")
_UNITS_OF_TIME: Final = word_set("second minute hour day week std stunde heure")
_SHORT_TIMES: Final = {"m": "minute", "min": "minute", "h": "hour", "hr": "hour", "sec": "second", "s": "second"}
_MONEY_BEFORE: Final = re.compile(r"(?:[$€£¥₹₽₩₺₪₴฿]|\b(?:USD|EUR|GBP|CHF|CAD|AUD))\s?\Z")
_MONEY_BEHIND: Final = re.compile(
    r"\s?(?:k|m|bn|million|billion)?\s?(?:[€£₽₴]|(?:USD|EUR|GBP|CHF|euros?|dollars?|pounds?|zł|kr|Kč)\b)"
)
_RATE: Final = re.compile(r"\s?[€£]?\s?(?:a|an|per|/|each|every|pro|par|por)\s?")
# "10 - 20".
_RANGE: Final = re.compile(r"[^\w]{0,3}[\d.,]{1,12}\s?[^\W\d_]{0,3}\s?(?:-|–|—|to|x|×)\s?[^\w]{0,3}")
# "Per serving: 280 kcal, 14 g protein" labels nothing of these.
_PER: Final = re.compile(r"(?:per|pro|each|par|por)\s", re.IGNORECASE)
_PERCENT: Final = re.compile(r"\s?(?:%|percent\b|per cent\b)")
_UNIT: Final = re.compile(r"[\s-]?([^\W\d_]{1,14}(?:/h)?[²³]?)(?![\w])")
_NUMBER: Final = re.compile(r"\d")
_YEAR: Final = re.compile(r"(?:1[89]|20)\d\d\Z")
_BEFORE_YEAR: Final = re.compile(
    r"\b(?:in|since|from|until|of|by|seit|depuis|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|"
    r"nov\w*|dec\w*)"
    r"[\s,.]{1,3}\Z|[./-]\Z|©\s?\Z",
    re.IGNORECASE,
)
# What follows a number and is not what it counts.
_NO_NOUN: Final = word_set(
    "and or of in on at to for with by from per a an the is are was were has have had will can may must out up off more "
    "less than each every about over under after before since until as it its we they you he she our their your this that "
    "time x inc vat incl plus only now today currently left new und oder von im am für mit pro je pm uhr january february "
    "march april june july august september october november december monday tuesday wednesday thursday friday saturday "
    "sunday jan feb mar apr jun jul aug sep oct nov dec million billion thousand bn k m euro dollar pound free approx "
    "monthly yearly annually weekly daily st nd rd th wide high long tall deep"
)
_SHARES: Final = word_set(
    "percent percentage share rate discount ratio saving humidity growth margin change yield alcohol battery"
)
_TELLING: Final = word_set("price old rating review sku brand author availability company")
_NOT_NOW: Final[dict[Role, AbstractSet[str]]] = {
    Role.SAVED: word_set("saving saved save discount off reduction rebate"),
    Role.FEE: word_set(
        "fee shipping delivery deposit installation setup postage activation minimum above over threshold ship"
    ),
    Role.UNIT: word_set("unit kg litre liter per basic"),
    Role.OTHERS: word_set("member student subscriber prime senior"),
}


@dataclass(frozen=True, slots=True)
class Claimants:
    """The field that is asked of the page, and the *others* of its object, whose words may claim what stands there.

    *told* are the words of what a part of the page has to be about when that speaks of something else, *apart*: it may be
    about anything. *is_in_entry*: it is asked of an entry of a list, which has the headings *above* it, the line *title*
    first, its *name* somewhere and these *values*; *many*: it is one of several values.
    """

    own: Asked
    others: Sequence[Asked] = ()
    told: frozenset[str] = frozenset()
    is_in_entry: bool = False
    many: bool = False
    apart: bool = False
    above: AbstractSet[str] = frozenset()
    title: Line | None = None
    name: Found | None = None
    values: AbstractSet[str] = frozenset()
    roles: Sequence[Asked] = field(default_factory=role_terms)

    @property
    def rivals(self) -> Sequence[Asked]:
        """Return what else may claim it: for somebody's role all other roles, too."""
        if not self.own.is_role:
            return self.others
        return (*self.others, *(one for one in self.roles if one.words != self.own.words))

    def may_be_apart(self, apart: str) -> bool:
        """Return whether a part of the page that speaks of something else speaks of what is asked for."""
        words = {singular(word.lower()) for word in apart.split()}
        long = [word for word in words if len(word) > _NEAR]
        # "reviewer" is asked for where there are reviews.
        return self.apart or any(one in words or one.startswith(tuple(long)) for one in self.told)


def is_claimed(found: Found, claimants: Claimants) -> bool:
    """Return whether the page labels what stands there as another field, and as nothing of this one."""
    labels = [
        one.label for one in found.line.outlined.claims if not one.by_author and one.start <= found.start < one.end
    ]
    whole = found.end - found.start >= len(found.line.text) // 2
    if not whole or any(about(claimants.own, label) > 0 for label in labels):
        return False
    return any(about(one, label) >= _SURE for one in claimants.others for label in labels)


def _called(field_asked: Asked, name: str) -> float:
    """Return how surely an element's *name* is that of the field; authors shorten: "loc"."""
    is_short = len(name) >= _SMALL and field_asked.phrase.startswith(name)
    return max(about(field_asked, name), 1.0 if is_short else 0.0)


def _is_of_kind(field_asked: Asked, text: str) -> bool:
    """Return whether *text* may be of the kind that the vocabulary knows the field to be of."""
    kind = field_asked.concept.kind if field_asked.concept is not None else None
    if kind is Kind.EMAIL:
        return "@" in text
    if field_asked.is_person:
        return text.count(" ") < _LONG_NAME and not text.endswith((".", "!", "?"))
    if kind is Kind.PHONE:
        return _WORDS.search(text) is None
    if kind is Kind.AVAILABILITY:
        return availability(text) is not None
    return True


def _timed(unit: str) -> str:
    word = singular(unit.lower())
    return _SHORT_TIMES.get(word, word)


def _is_dialled(number: re.Match[str], start: int, end: int) -> bool:
    """Return whether what stands from *start* to *end* is some of the figures of a telephone's *number*."""
    if not number.start() <= start < number.end():
        return False
    digits = sum(sign.isdigit() for sign in number.group())
    # "14.00 300" are two amounts.
    begins = number.group().startswith(("+", "0", "(")) and digits >= _FEWEST_DIALLED
    is_long = begins or (digits > _FEWEST_DIALLED + 1 and "." not in number.group())
    return is_long and not (start == number.start() and end >= number.end())


def weight(found: Found, said: Said, claimants: Claimants, *, is_number: bool) -> float | None:
    """Return how well the page says of the field what stands there; None when it says it of something else."""
    return _Judge(said, claimants, found, is_number).weight()


@dataclass(frozen=True, slots=True)
class _Judge:
    said: Said
    claimants: Claimants
    found: Found
    is_number: bool

    @property
    def line(self) -> Line:
        return self.found.line

    def weight(self) -> float | None:
        outlined = self.line.outlined
        if (outlined.apart and not self.claimants.may_be_apart(outlined.apart)) or (
            outlined.is_choice and not self.claimants.many
        ):
            return None
        labels = [
            one.label
            for one in outlined.claims
            if not one.by_author and self._labels_fields(one.label) and self._is_covered(one.start, one.end)
        ]
        if labels:
            return self._labelled(labels)
        return self._unlabelled()

    def _labels_fields(self, label: str) -> bool:
        """Return whether *label* is not what a thing is called itself: "Red: 39,00 €"."""
        return not _PER.match(label) and label.casefold() not in self.claimants.values

    def _is_covered(self, start: int, end: int) -> bool:
        """Return whether a label's value is what was found, and not a text in which it stands somewhere."""
        if not start <= self.found.start < end:
            return False
        before = self.line.text[start : self.found.start]
        if any(not _ABBREVIATED.search(before[: one.start()]) for one in _SENTENCE.finditer(before)):
            return False
        if self.is_number:
            return (_NUMBER.search(before) is None and len(before) <= _LONG // 2) or _RANGE.fullmatch(
                before
            ) is not None
        return end - start <= _LONG or self.found.start - start <= _SMALL

    def _labelled(self, labels: Sequence[str]) -> float | None:
        own = max(about(self.claimants.own, label) for label in labels)
        other = max((about(one, label) for one in self._able for label in labels), default=0.0)
        if own <= 0:
            return self._strangely_labelled(labels, other)
        if other > own:
            return None
        if self.is_number and not self._may_be_price():
            return None
        return _LABELLED + own

    def _strangely_labelled(self, labels: Sequence[str], other: float) -> float | None:
        """Return how well it is said of the field behind labels that are not about it: by its own words alone."""
        cell = self.line.outlined.cell
        if self.claimants.own.is_name and cell is not None and (cell[1] < 0 or not cell[2]) and other < _SURE:
            # The first column of a table of rivers is headed "River".
            return UNCLAIMED
        if other > 0 or any(find(f"{label} ") is not None for label in labels):
            return None
        return self._unlabelled() if self._cost(self.claimants.own)[0] <= _BESIDE else None

    @property
    def _able(self) -> Sequence[Asked]:
        """Return those other fields that could take what was found."""
        said = self.line.text[self.found.start : self.found.end]
        has_figures = _NUMBER.search(said) is not None
        return [
            one
            for one in self.claimants.rivals
            if one.takes
            not in {"yes or no", "words" if has_figures else "number", *(() if self.is_number else ("number",))}
        ]

    def _unlabelled(self) -> float | None:
        named = self._named()
        own, fullness = (0, 0) if named else self._cost(self.claimants.own)
        if named is False or (not named and self._is_nearer_another(own, fullness)):
            return None
        if not (self._may_count(own) if self.is_number else self._may_be_called(own)):
            return None
        if self._is_listed():
            return None
        if own <= _NEAR * 3:
            return _SPOKEN + 1 / (1 + own)
        return self._headed(_NAMED if named else UNCLAIMED)

    def _named(self) -> bool | None:
        """Return whether the author calls it as the field, or as something else; None when that does not tell."""
        for one in self.line.outlined.claims:
            if not one.by_author or not self._is_covered(one.start, one.end):
                continue
            own = _called(self.claimants.own, one.label)
            if one.label == "old price" and not self.claimants.own.is_old_price:
                return False
            if own >= _SURE:
                return True
            rivals = max((_called(r, one.label) for r in self._able), default=0.0)
            if not own and (rivals >= 1 or (rivals >= _SURE and set(one.label.split()) <= _TELLING)):
                return False
        return None

    def _headed(self, base: float) -> float | None:
        """Return *base*, or more where a heading or what stands beside it names the field; None if it names another."""
        own, rivals = self.claimants.own, self._able
        beside = [*self._beside()]
        heading = self.line.heading if not self.line.outlined.level else ""
        if any(about(own, one) >= _SURE for one in beside):
            return _LABELLED
        if any(about(one, text) >= _SURE for one in rivals for text in beside):
            return None
        if heading and about(own, heading) > 0:
            return _HEADED + about(own, heading)
        short = len(self.line.text) <= _LONG
        if heading and short and any(about(one, heading) >= _SURE for one in rivals):
            return None
        if own.is_role or self._is_title_of_another() or self._is_of_a_record():
            return None
        return base

    def _beside(self) -> Iterator[str]:
        """Yield the lines that stand alone with this one in an element: "1,340" and "Volunteers"."""
        number = self.line.number
        if len(self.line.text) > _LONG:
            return
        small = [one for one in self.said.blocks_of(number) if 1 < one.last - one.first <= _BESIDE]
        for block in small[:1]:
            for at in range(block.first, block.last):
                if at != number and len(self.said.lines[at].text) <= _LONG:
                    yield self.said.lines[at].text

    def _is_title_of_another(self) -> bool:
        """Return whether it is the whole of a heading, or of a name, which says what the thing is called."""
        if self.claimants.own.is_name:
            return False
        name, found = self.claimants.name, self.found
        is_named_here = name is not None and name.line.number == self.line.number
        if name is not None and is_named_here and found.start <= name.start and name.end <= found.end:
            return any(one.is_name for one in self.claimants.others)
        whole = self.found.end - self.found.start >= len(self.line.text) - 1
        is_title = self.line.outlined.level == 1 or (self.claimants.is_in_entry and self.line.outlined.level > 0)
        is_title = is_title and self.line.text not in self.claimants.above
        is_named = self.claimants.own.is_measure or any(one.is_name for one in self.claimants.others)
        return whole and is_title and is_named

    def _is_of_a_record(self) -> bool:
        """Return whether it stands in a card of its own title, one of several, and the page's own thing is asked for."""
        if self.claimants.is_in_entry or self.claimants.many:
            return False
        for block in self.said.blocks_of(self.line.number):
            if block.is_record and block.last - block.first > 1:
                first = self.said.lines[block.first]
                return (
                    first.number != self.line.number
                    and first.outlined.level != 1
                    and _NUMBER.search(first.text) is None
                )
        return False

    def _cost(self, one: Asked) -> tuple[int, int]:
        """Return how far the nearest word of *one* is from what was found, in its sentence, and how many are there.

        Far beyond all when there is none. A word of the value itself says nothing of another field.
        """
        is_own = one is self.claimants.own
        places = [
            (self._distance(start, end), self.line.text[start:end].casefold())
            for start, end in self.said.terms_in(self.line, one)
            if end >= self.found.start - _SENTENCE_LONG
            and start <= self.found.end + _SENTENCE_LONG
            and self._counts(start, end, is_own=is_own)
        ]
        nearest = min((cost for cost, _ in places), default=_FAR)
        return nearest, len({word for cost, word in places if cost <= nearest + _BESIDE}) if nearest < _FAR else 0

    def _counts(self, start: int, end: int, *, is_own: bool) -> bool:
        """Return whether a word of a field at this place may speak of what was found."""
        if is_own:
            return not self._leads_on(start, end)
        return not (self.found.start <= start < self.found.end or self._is_rate(start))

    def _leads_on(self, start: int, end: int) -> bool:
        """Return whether words behind a text lead to a figure of their own: "Aero Iberia Departs 7:40"."""
        is_behind = start >= self.found.end
        told = self.line.text[self.found.start : self.found.end]
        return (
            is_behind
            and _NUMBER.search(told) is None
            and _AHEAD.search(self.line.text[end : end + _SHORTLY]) is not None
        )

    def _is_nearer_another(self, own: int, fullness: int) -> bool:
        """Return whether words of another field are nearer, or as near and more of them."""
        near = _NEAR if self.is_number or self.claimants.own.is_role else _BESIDE
        for one in self._able:
            if one.words == self.claimants.own.words:
                continue
            cost, count = self._cost(one)
            if cost <= near and (cost < own or (cost == own and count > fullness)):
                return True
            # "The living area": of two fields called so the one whose words are all there.
            whole = count >= len(one.words) < len(self.claimants.own.words)
            if cost == own and cost <= _NEAR and count == fullness and (whole or self._has_its_own()):
                return True
        return False

    def _has_its_own(self) -> bool:
        """Return whether the word of the field that stands beside has a value on its other side: "Departs 7:40 Arrives"."""
        for start, end in self.said.terms_in(self.line, self.claimants.own):
            behind = start >= self.found.end
            beyond = (
                self.line.text[end : end + _SHORTLY] if behind else self.line.text[max(0, start - _SHORTLY) : start]
            )
            if self._distance(start, end) <= 1 and (_AHEAD if behind else _PAST).search(beyond):
                return True
        return False

    def _may_be_called(self, own: int) -> bool:
        """Return whether a text that no label claims is of the kind that the field asks for."""
        field_asked, text = self.claimants.own, self.line.text[self.found.start : self.found.end]
        has_figures = _NUMBER.search(text) is not None
        if field_asked.is_measure and not has_figures:
            return own <= _BESIDE or _IN_WORDS.match(text) is not None
        if (field_asked.is_measured and not _MEASURED.match(text)) or not _is_of_kind(field_asked, text):
            return own <= _BESIDE
        if "@" in text and not field_asked.is_email:
            return False
        if field_asked.is_name and has_figures and (only_date(text) is not None or not _WORDS.search(text)):
            return False
        if not field_asked.is_of_time and has_figures and only_date(text) is not None:
            return own <= _NEAR
        return not (self.claimants.is_in_entry and field_asked.is_name and not self._is_title())

    def _is_title(self) -> bool:
        """Return whether what was found is in the title of its card, or where nothing tells what that is."""
        title = self.claimants.title
        if title is None or self.line.number < 0:
            return True
        if self.line.number != title.number:
            return self.line.number < title.number
        return bool(title.outlined.level) or _WORDS.search(self.line.text[: self.found.start]) is None

    def _is_listed(self) -> bool:
        """Return whether the page's own thing is asked for, and this stands in one of several cards that have prices."""
        if self.claimants.is_in_entry or self.claimants.many:
            return False
        for block in self.said.blocks_of(self.line.number):
            if not block.is_record or any(one.outlined.level == 1 for one in self.said.lines[block.first : block.last]):
                continue
            beside = [
                one
                for number in (block.first - 1, block.last)
                for one in self.said.blocks_of(number)
                if one.is_record and (one.last == block.first or one.first == block.last)
            ]
            if self._is_priced(block) and any(map(self._is_priced, beside)):
                return True
        return False

    def _is_priced(self, block: Block) -> bool:
        lines = self.said.lines[block.first : min(block.last, block.first + _CARD)]
        return any(_PRICED.search(line.text) for line in lines)

    def _is_rate(self, start: int) -> bool:
        """Return whether it is so much by what begins there: "£35 a year"."""
        return start > self.found.end and _RATE.fullmatch(self.line.text[self.found.end : start]) is not None

    def _distance(self, start: int, end: int) -> int:
        if start < self.found.end and self.found.start < end:
            return 0
        between = (
            self.line.text[end : self.found.start]
            if end <= self.found.start
            else self.line.text[self.found.end : start]
        )
        for stop in _ENDS.finditer(between):
            if not _ABBREVIATED.search(between[: stop.start()]):
                return _FAR
        return len(between.split()) + 2 * len(_AND.findall(between))

    def _may_count(self, own: int) -> bool:  # noqa: PLR0911 - one for each look of a number
        """Return whether a number that no label claims may be what the field asks for."""
        text, start, end = self.line.text, self.found.start, self.found.end
        field_asked = self.claimants.own
        if field_asked.is_name:
            return self.line.outlined.level > 0
        if not _is_of_kind(field_asked, text[start:end]):
            return False
        if _PERCENT.match(text, end):
            return own <= _BESIDE or not field_asked.words.isdisjoint(_SHARES)
        if self._is_money():
            return self._may_cost(own)
        if self._is_of_name():
            return own <= _BESIDE
        if any(one.start() <= start < one.end() for one in _CLOCK.finditer(text, max(0, start - _AROUND))):
            return False
        if _YEAR.fullmatch(text[start:end]) and own > _NEAR and not (field_asked.is_of_time or field_asked.is_money):
            return False
        if _YEAR.fullmatch(text[start:end]) and _BEFORE_YEAR.search(text[max(0, start - _AROUND) : start]):
            return field_asked.is_of_time
        if _DAY_BEHIND.match(text, end):
            return field_asked.is_of_time
        return self._may_measure(own)

    def _may_cost(self, own: int) -> bool:
        field_asked = self.claimants.own
        if field_asked.is_counted or (field_asked.is_plural and own > 1) or not self._may_be_price():
            return False
        if field_asked.is_money or own <= _BESIDE:
            return True
        return not any(one.is_money for one in self.claimants.others)

    def _is_of_name(self) -> bool:
        """Return whether the number is part of a name, a code or a telephone number: "Trailrunner 3", "LS1 4AB"."""
        text, start, end = self.line.text, self.found.start, self.found.end
        if _CODE_BEHIND.match(text, end) and not dimension(text[end : end + 3].strip()):
            return True
        around = _DIALLED.finditer(text, max(0, start - _AROUND), min(len(text), end + _AROUND))
        if any(_is_dialled(one, start, end) for one in around):
            return True
        return _IN_NAME.search(text[max(0, start - _AROUND) : start]) is not None

    def _may_measure(self, own: int) -> bool:
        field_asked, unit = self.claimants.own, self._unit
        if unit is None:
            return True
        word = unit.group(1)
        if kind := dimension(word):
            if field_asked.is_money:
                return False
            if own_kind := field_asked.dimension:
                is_own = kind != "time" or _timed(word) == _timed(field_asked.unit or word)
                return own_kind == kind and self._is_in_unit(word) and (is_own or own <= _NEAR or self._is_compound())
            is_anothers = any(one.dimension == kind for one in self.claimants.others)
            return own <= _BESIDE or not (is_anothers or field_asked.is_plural or field_asked.is_counted)
        noun = singular(word.lower())
        if noun in _NO_NOUN or not word.isalpha() or len(word) < _SMALL:
            return True
        return own <= _BESIDE or is_term(field_asked, noun) or counts_people(field_asked, noun)

    def _is_compound(self) -> bool:
        """Return whether it is told in two units: "1 h 52 min"."""
        told = _FIGURES.findall(self.line.text[self.found.start : self.found.end])
        return len(told) > 1 and all(_timed(unit) in _UNITS_OF_TIME for unit in told)

    @property
    def _unit(self) -> re.Match[str] | None:
        """Return the word behind the number, or at the end of an amount with its unit."""
        inside = _UNIT_INSIDE.search(self.line.text, self.found.start, self.found.end)
        return inside or _UNIT.match(self.line.text, self.found.end)

    def _is_in_unit(self, unit: str) -> bool:
        """Return whether so many of *unit* are as many of the unit that the field is asked for in."""
        own = self.claimants.own.unit
        if not own or self.claimants.own.takes != "number" or units.kind_of(unit.lower()) is None:
            return True
        return units.kind_of(own) is None or units.in_unit(Decimal(1), f"1 {unit}", own) == 1

    def _is_money(self) -> bool:
        text = self.line.text
        before = text[max(0, self.found.start - 5) : self.found.start]
        return _MONEY_BEFORE.search(before) is not None or _MONEY_BEHIND.match(text, self.found.end) is not None

    def _may_be_price(self) -> bool:
        """Return whether an amount is not one that was asked before, is saved, or is for something beside."""
        field_asked = self.claimants.own
        if not self._is_money():
            return True
        text = self.line.text
        before = text[max(0, self.found.start - _AROUND) : self.found.start]
        digits = [match.end() for match in _NUMBER.finditer(before)]
        before = before[digits[-1] :] if digits else before
        # What is behind the end of a sentence is said of something else.
        before = re.split(r"[.!?;]\s", before)[-1]
        after = text[self.found.end : self.found.end + _AROUND]
        role = role_of(before, re.sub(r"\A\s?[€£]", "", after))
        if role is Role.OLD:
            return field_asked.is_old_price
        if field_asked.is_old_price:
            claims = (one for one in self.line.outlined.claims if one.start <= self.found.start < one.end)
            return _FORMER.search(before) is not None or any(
                one.by_author and one.label == "old price" for one in claims
            )
        words = frozenset(words_of(field_asked.name))
        return role not in _NOT_NOW or not words.isdisjoint(_NOT_NOW[role]) or not field_asked.concept
