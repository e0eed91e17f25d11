# ruff: noqa: E501, RUF001 - words of many languages, kept as tables
"""Whether a text may be what a field asks for: by its kind, by being whole, and no word by which things are called."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gossamer.content.extraction.vocabulary import Kind, find
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values.contacts import phones
from gossamer.content.values.dates import only_date
from gossamer.features.understanding.supporting.asked import about, are_kin, asked, canonical, is_term
from gossamer.features.understanding.supporting.belonging import kinds, phrases
from gossamer.features.understanding.supporting.belonging.cards import is_in_title
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.belonging.spot import BESIDE, NEAR, NUMBER, Spot
from gossamer.features.understanding.supporting.countries import is_country
from gossamer.features.understanding.supporting.said import Line

_WORDS: Final = re.compile(r"[^\W\d_]{3}")
_IN_WORDS: Final = re.compile(
    r"unlimited|free|none|n/?a\b|contact|on request|by arrangement|varies|custom|included|gratis|kostenlos|unbegrenzt|"
    r"tb[ad]\b|any\b|no\b|half|full|one|two|three|four|five|six|seven|eight|nine|ten|x{0,3}[sl]\b|m\b|(?:extra )?(?:small|medium|large)\b|one size",
    re.IGNORECASE,
)
_PART_OF_PLACE: Final = frozenset({"city", "country", "region", "postalCode", "street"})
_RANGE_BEHIND: Final = re.compile(r"\s?(?:–|—|-|to|until|till|bis|à|a|au|al|tot)\s[^\d]{0,12}\d")
_WHOLE_PLACES: Final = (asked("address"), asked("venue"))
_RANGE_BEFORE: Final = re.compile(r"\d[^\d]{0,8}\s?(?:–|—|-|to|until|till|bis|à|a|au|al|tot)\s?[^\w\s]?\s?\Z")
_FAX: Final = re.compile(r"\b(?:fax|telefax)\b[^\d]{0,12}\Z", re.IGNORECASE)
# A city has no figures, a street has some or is called so; neither is a country.
_STREET: Final = re.compile(
    r"\d|str(?:\.|eet|aße|asse)|road|rue|calle|via|avenue|lane|straat|weg|platz|square|place|quay|way\b", re.IGNORECASE
)
_STREETS: Final = re.compile(r"(?:\b(?:street|road|lane|avenue|quay)|straße|strasse|straat)\Z", re.IGNORECASE)
_SHAPES: Final[Mapping[str, Callable[[str], bool]]] = {
    "city": lambda text: not (NUMBER.search(text) or is_country(text) or _STREETS.search(text)),
    "street": lambda text: _STREET.search(text) is not None and kinds.ADDRESS_LIKE.fullmatch(text) is None,
}
_PLAIN_KINDS: Final = frozenset(
    {Sort.EMAIL, Sort.PHONE, Sort.ADDRESS, Sort.CURRENCY, Sort.LANGUAGE, Sort.COUNTRY, Sort.CODE, Sort.WHEN}
)
_NEVER: Final = frozenset(
    {Sort.EMAIL, Sort.PHONE, Sort.STOCK, Sort.CURRENCY, Sort.COUNTRY, Sort.ADDRESS, Sort.PERSON, Sort.PLACE}
)
_PLAIN: Final = word_set("price cost fee amount rate monthly month yearly year total")
_LINE: Final = 160
# "5.90 m x 4.25 m" is nothing's piece.
_SIDES: Final = re.compile(r"\d[\d.,]{0,9}\s?[^\W\d_]{0,3}(?:\s?[x×]\s?\d[\d.,]{0,9}\s?[^\W\d_]{0,3}){1,2}")
_DAYS: Final = re.compile(r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b", re.IGNORECASE)
_IN_A_PLACE: Final = re.compile(r"\b(?:in|near|bei Stadt|à)\s\Z")
# Whose page it is not, and who did something else than what is asked for.
_OTHER_FIRM: Final = re.compile(
    r"\b(?:part of|(?:web)?sites? by|designe?d? by|web\s?design:?|powered by|(?:built|made) with|sponsored by|member of|owned by|built by|(?:listen|watch|follow us|find us|available|hosted|subscribe|buy it|get it|download) (?:on|from))\s"
    r"(?:the\s|der\s)?\Z",
    re.IGNORECASE,
)
_OTHER_DEED: Final = re.compile(
    r"\b(translat|illustrat|photo|picture|foreword|edit|narrat|review|design|produc|map|music|sponsor)\w*:?\s(?:by\s)?\Z",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(r"updat|modif|chang|revis|edit", re.IGNORECASE)
_LEADING: Final = 30
_INITIAL: Final = 2
_ANYBODYS: Final = word_set("email mail e contact general office main info address team company")
_CLOSE: Final = 2
_SHORT_LINE: Final = 60
_MOST_BLOCKS: Final = 4
_LEAD: Final = re.compile(r"(?:\A|[,;:|·•.!?()–—])\s*([^\W\d_]+(?:\s[^\W\d_]+)?):?\s\Z")
_COUNTED: Final = re.compile(r"[^\w]{0,3}[\d.,/½¼¾⅓⅔\s–-]{1,12}\s?")


def may_be_value(spot: Spot) -> bool:
    """Return whether the words there, labelled or not, can be a value of the field at all."""
    if not phrases.says_something(spot.value) or not kinds.may_say(spot.own, spot.value):
        return False
    if _is_its_name(spot) or _leads_to_a_value(spot):
        return False
    return spot.claimants.is_in_entry or spot.own.is_name or not _is_label(spot)


def _leads_to_a_value(spot: Spot) -> bool:
    """Return whether a line begins with it, and a colon stands behind: "Artist: Ann Lowe".

    What an entry is called may lead to what is said of it alone: "Blue: £39".
    """
    is_led_on = spot.line.text[spot.found.end : spot.found.end + 2].lstrip().startswith(":")
    if spot.found.start or not is_led_on or spot.own.is_name:
        return False
    many = spot.said.once("labels", _labels)[spot.value.casefold()]
    return not spot.claimants.is_in_entry or many > 1


def _labels(lines: Sequence[Line]) -> Counter[str]:
    """Return how often each label stands on the page."""
    told = (one.label for line in lines for one in line.outlined.claims if not one.by_author)
    return Counter(label.strip(" :").casefold() for label in told)


def _is_label(spot: Spot) -> bool:
    """Return whether it is all of a line by which the page calls something else."""
    return spot.is_whole_line and spot.line.text.strip(" :").casefold() in spot.said.labels


def may_be(spot: Spot, own: int) -> bool:
    """Return whether it is of the kind that the field asks for, whose words are *own* away, and no piece of a phrase."""
    if spot.own.words == {"unit"} and spot.claimants.is_in_entry:
        # "225 g unsalted butter".
        return _COUNTED.fullmatch(spot.line.text[: spot.found.start]) is not None
    if not _is_fitting(spot, own):
        return False
    if (
        kinds.says_day(spot.own, spot.value)
        or spot.is_whole_line
        or sort_of(spot.own) in _PLAIN_KINDS
        or (spot.claimants.is_in_entry and spot.own.is_name)
        or _SIDES.fullmatch(spot.value)
    ):
        return not phrases.is_loose(spot.value) or spot.is_whole_line
    is_enumerated = spot.claimants.many and phrases.is_enumerated(spot.found)
    return not phrases.is_loose(spot.value) and (own <= NEAR or is_enumerated or phrases.is_phrase(spot.found))


def is_part(spot: Spot, labels: Sequence[str]) -> bool:
    """Return whether a label speaks of what it is a part of: "Where: Hall 7, Leipzig" of a city, "19:30 - 23:00" of an end."""
    concept = spot.own.concept
    if concept is None or spot.is_whole_line or not phrases.is_phrase(spot.found):
        return False
    if concept.name == "endDate":
        return _RANGE_BEFORE.search(spot.line.text[max(0, spot.found.start - _LINE) : spot.found.start]) is not None
    return concept.name in _PART_OF_PLACE and any(about(one, label) > 0 for one in _WHOLE_PLACES for label in labels)


def are_its_days(spot: Spot, labels: Sequence[str]) -> bool:
    """Return whether labels name the days whose hours the field asks for: "Monday - Friday" for "weekdayHours"."""
    if "hour" not in words_of(spot.own.name) or spot.is_number:
        return False
    days = [one.group().casefold()[:3] for label in labels for one in _DAYS.finditer(label)]
    days += [day[:3] for label in labels for word in words_of(f"{label} ") if _DAYS.fullmatch(day := canonical(word))]
    asked_for = [one[:3] for one in words_of(spot.own.name) if _DAYS.fullmatch(one)]
    if "weekday" in spot.own.words:
        asked_for = ["mon"]
    if "weekend" in spot.own.words:
        asked_for = ["sat"]
    return bool(days) and all(one in days for one in asked_for)


def whose(spot: Spot) -> bool | None:
    """Return whether a heading says that an address or a number is the one asked for, or another's; None: it does not."""
    sort = sort_of(spot.own)
    if sort not in {Sort.EMAIL, Sort.PHONE}:
        return None
    headings = [*spot.line.outlined.headings[1:]]
    around = spot.said.blocks_of(spot.line.number)[:_MOST_BLOCKS]
    headings += [spot.said.lines[block.first].text for block in around if block.is_record]
    headings += [
        above.text
        for above in spot.said.lines[max(0, spot.line.number - _CLOSE) : max(0, spot.line.number)]
        if above.outlined.headings == spot.line.outlined.headings and len(above.text) <= _SHORT_LINE
    ]
    told = [word for heading in headings for word in words_of(f"{heading} ")]
    if sort is Sort.EMAIL and _ANYBODYS.issuperset(words_of(spot.own.name)) and _is_somebodys(spot.value, told):
        return False
    if any(is_term(spot.own, word) for word in told if word not in kinds.ANY_CONTACT):
        return True
    if sort is Sort.PHONE and _is_of_anybody_else(spot, told):
        return False
    others = [one for one in spot.claimants.others if sort_of(one) is sort]
    return (
        False if any(is_term(one, word) for one in others for word in told if word not in kinds.ANY_CONTACT) else None
    )


def dialled(lines: Sequence[Line]) -> frozenset[str]:
    """Return the figures of the telephone numbers that there are."""
    return frozenset("".join(filter(str.isdigit, one)) for line in lines for one in phones(line.text))


def _is_of_anybody_else(spot: Spot, told: Sequence[str]) -> bool:
    """Return whether the field asks for one of several numbers, and neither headings nor its line say that it is this."""
    which = [one for one in words_of(spot.own.name) if one not in kinds.ANY_CONTACT and one not in kinds.OWNERS]
    if not which or len(spot.said.once("dialled", dialled)) <= 1:
        return False
    known = {word for term in spot.own.terms for word in term} - kinds.ANY_CONTACT
    labels = " ".join(one.label for one in spot.line.outlined.claims)
    beside = (*told, *words_of(f"{spot.line.text} {labels} "))
    return not any(word in known or is_term(spot.own, word) for word in beside if word not in kinds.ANY_CONTACT)


def _is_somebodys(address: str, told: Sequence[str]) -> bool:
    """Return whether the address has the name of somebody in a heading or at the head of its card: "a.nwosu@…"."""
    names = {part for part in re.split(r"[._-]", address.partition("@")[0].casefold()) if len(part) > _INITIAL}
    return not names.isdisjoint(told)


def _is_fitting(spot: Spot, own: int) -> bool:  # noqa: C901, PLR0911 - one for each kind of text
    field_asked, text = spot.own, spot.value
    has_figures = NUMBER.search(text) is not None
    if field_asked.is_measure and not has_figures:
        return own <= BESIDE or _IN_WORDS.match(text) is not None
    sort, concept = sort_of(field_asked), field_asked.concept
    if concept is not None and concept.name in _SHAPES and not _SHAPES[concept.name](text):
        return False
    if kinds.is_no_color(field_asked, text) or (has_figures and not is_on_its_side(spot)):
        return False
    if kinds.is_no_town(field_asked, text) or kinds.is_only_a_code(field_asked, text):
        return own <= BESIDE
    if _is_led_by_another(spot) or _is_of_somebody_else(spot, sort, own):
        return False
    if sort is Sort.PHONE and "fax" not in field_asked.words and spot.is_led_by(_FAX):
        return False
    if sort is Sort.WHEN:
        return (kinds.is_of(sort, text) or own <= BESIDE) and is_on_its_side(spot)
    if kinds.CLOCK.fullmatch(text):
        return own <= NEAR
    if (field_asked.is_measured and not kinds.MEASURED.match(text)) or not kinds.is_of(sort, text):
        return own <= BESIDE and sort not in _NEVER
    if "@" in text and not field_asked.is_email:
        return False
    if field_asked.is_name and has_figures and (only_date(text) is not None or not _WORDS.search(text)):
        return False
    if not field_asked.is_of_time and has_figures and only_date(text) is not None:
        return sort is Sort.OTHER and own <= NEAR
    return not (spot.claimants.is_in_entry and field_asked.is_name and not is_in_title(spot))


def is_on_its_side(spot: Spot) -> bool:
    """Return whether, of two ends of a range, it is not the other one than is asked for: "from 26 October to 27 March"."""
    text = spot.line.text
    if (
        spot.own.begins
        and not spot.own.ends
        and _RANGE_BEFORE.search(text[max(0, spot.found.start - _LINE) : spot.found.start])
    ):
        return False
    is_first = _RANGE_BEHIND.match(text, spot.found.end) is not None
    return not (spot.own.ends and not spot.own.begins and is_first)


def says_which(spot: Spot) -> bool:
    """Return whether the line has words by which this price, say, is told from others: "further subscribers: $6"."""
    which = [one for one in spot.own.words if one not in _PLAIN]
    return any(
        is_term(spot.own, word) for word in words_of(f"{spot.line.text[:_LINE]} ") if word not in _PLAIN
    ) and bool(which)


def _is_led_by_another(spot: Spot) -> bool:
    """Return whether the words before it name something else of the same kind: "Updated 4 October"."""
    lead = _LEAD.search(spot.line.text[max(0, spot.found.start - _LINE) : spot.found.start])
    told, own = find(f"{lead.group(1)} ") if lead is not None else None, spot.own.concept
    if own is None and told is not None and told.name == "dateModified" and spot.own.takes == "day":
        return _CHANGED.search(spot.own.name) is None
    if told is None or own is None or told is own or told.kind is not own.kind or own.kind is Kind.TEXT:
        return False
    return not are_kin(spot.own, asked(told.name)) or own.kind is Kind.DATE


def _is_of_somebody_else(spot: Spot, sort: Sort, own: int) -> bool:
    """Return whether the words before a name tell another firm, another deed, or that it is a place."""
    match sort:
        case Sort.FIRM | Sort.NAME | Sort.OTHER:
            return own > BESIDE and (spot.is_led_by(_OTHER_FIRM) or _is_led_by_another_deed(spot))
        case Sort.PERSON | Sort.USER:
            is_place = sort is Sort.PERSON and spot.is_led_by(_IN_A_PLACE)
            return is_place or _is_led_by_another_deed(spot)
        case _:
            return False


def _is_led_by_another_deed(spot: Spot) -> bool:
    """Return whether somebody did something else than the field asks for: "Translated by" tells no author."""
    lead = _OTHER_DEED.search(spot.line.text[max(0, spot.found.start - _LEADING) : spot.found.start])
    return lead is not None and lead.group(1).casefold() not in spot.own.name.casefold()


def _is_its_name(spot: Spot) -> bool:
    """Return whether the words are those of the field itself, and no value: "a max load"."""
    told = [one for one in words_of(f"{spot.value} ") if not one.isdigit()]
    if spot.own.concept is not None and spot.own.concept.kind is Kind.AVAILABILITY:
        return False
    names = {" ".join(one) for one in spot.own.terms}
    if not told or len(told) > NEAR or any(map(str.isdigit, spot.value)):
        return False
    if "".join(told) == "".join(words_of(spot.own.name)):
        return True
    return " ".join(told) in names or all(is_term(spot.own, one) or canonical(one) in spot.own.words for one in told)
