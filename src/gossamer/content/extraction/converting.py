"""From what a page says to what a schema takes: typed, in range, one of its choices, or nothing."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

import re2

from gossamer.content.addresses import is_web
from gossamer.content.extraction.candidates import Candidate, lines, plain
from gossamer.content.extraction.entities.codes import is_gtin
from gossamer.content.extraction.field_spec import FieldSpec, Setting
from gossamer.content.extraction.shape import SlotShape
from gossamer.content.extraction.vocabulary import Kind
from gossamer.content.locales import pattern, words
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values import contacts, currencies, dates, durations, prices, spans, units
from gossamer.content.values.availability import availability, can_be_had
from gossamer.content.values.names import bare
from gossamer.content.values.numbers import amount, first_number, number, written
from gossamer.content.values.placeholders import is_placeholder

_EARLIEST: Final = 1000
_LATEST: Final = 2200
_TRUE: Final = words("extraction", "converting", "true")
_FALSE: Final = words("extraction", "converting", "false")
_YES: Final = re.compile(r"[✓✔☑✅]|(?:is |are )?(?:included|allowed|available|permitted|welcome)")
_NO: Final = pattern("extraction", "converting", "no")
_BARE: Final = word_set("decimal number numeric digit float figure")
_NAMED: Final = words("extraction", "converting", "named")
_ADDRESS: Final = re.compile(r"(?:https?:)?//|www\.")
# An address that a template has put behind its own: "http://shop.examplehttps://cdn.example/a.jpg".
_PUT_BEHIND: Final = re.compile(r"\Ahttps?://[^/?#\s]{1,253}(?=https?://)")
# The sign that is left of the title of a page.
_TITLED: Final = " | "
_LENGTHS: Final = {"second": 1, "sec": 1, "hour": 3600, "week": 604800, "day": 86400}
# "3 - 5 days".
_ENDS: Final = re.compile(r"(\d[\d.,]{0,12})\s?(?:-|–|—|to|bis)\s?(\d[\d.,]{0,12})(\s?[^\d]{0,20})")  # noqa: RUF001
_FROM_TO: Final = re.compile(r"\d\s?[kKmM]?\s?[€£$]?\s?(?:–|—|-|\bto\b|\bbis\b)\s?[€£$]\s?\d")  # noqa: RUF001
_PRICED: Final = frozenset({"price", "originalPrice", "highPrice", "unitPrice"})
# "19:30", "7 pm": when it begins, on whatever day.
_HOUR: Final = re.compile(r"\d{1,2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?(?:\s?[Uu]hr)?")
_DIALLED: Final = re.compile(r"(?:\+|\(?0)[\d\s()/-]{7,22}")
_MAX_TEXT: Final = 100_000
_MAX_NAME: Final = 1_000


def convert(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    """Return the value of *candidate* in the type that *spec* asks for; None when it does not say that."""
    if is_placeholder(plain(candidate.text)):
        return None
    value = _READERS.get(spec.kind, _text)(candidate, spec, setting)
    if value is None or value == "":
        return None
    if spec.shape.enum:
        return _choose_value(value, spec.shape.enum)
    return value if _fits(value, spec.shape) else None


def _choose_value(value: Any, choices: tuple[Any, ...]) -> Any | None:
    """Return the one of *choices* that *value* means; None when none does, or several might."""
    if value in choices:
        return value
    spoken = words_of(str(value))
    names = [(choice, words) for choice in choices if (words := words_of(str(choice)))]
    alike = [choice for choice, words in names if "".join(words) == "".join(spoken)]
    held = alike[:1] or [choice for choice, words in names if set(words) <= set(spoken)]
    return held[0] if len(held) == 1 else None


def _fits(value: Any, shape: SlotShape) -> bool:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        above = shape.minimum is None or value >= shape.minimum
        return above and (shape.maximum is None or value <= shape.maximum)
    if shape.pattern and isinstance(value, str):
        return _matches(shape.pattern, value)
    return True


def _matches(pattern: str, value: str) -> bool:
    try:
        # A caller's pattern meets a stranger's text: only an engine that never backtracks may try it.
        return re2.search(pattern, value) is not None
    except re2.error:
        return True


def _numeric(value: Decimal, shape: SlotShape) -> Any | None:
    """Return *value* as the number that *shape* takes."""
    if not value.is_finite() or abs(value) > 10**15:
        return None
    if "number" in shape.types:
        return float(value) if value != value.to_integral_value() else int(value)
    if "integer" in shape.types:
        return int(value) if value == value.to_integral_value() else None
    return None


def _one(value: Decimal | None, text: str, shape: SlotShape) -> Any | None:
    """Return a number where one is taken, else the words that say it."""
    if value is None:
        return None
    if shape.is_numeric:
        return _numeric(value, shape)
    return text if _takes_text(shape) else None


def _takes_text(shape: SlotShape) -> bool:
    return not shape.types or "string" in shape.types


def _text(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    text = plain(candidate.text)[:_MAX_TEXT]
    shape = spec.shape
    if shape.types == {"boolean"}:
        return _boolean(candidate, spec, setting)
    if _takes_text(shape):
        if spec.concept == "salary" and spec.sought in {prices.Sought.LEAST, prices.Sought.MOST}:
            end = prices.price(text, country=setting.country, sought=spec.sought)
            return end.printed if end is not None else None
        # An address is no name of anybody, nor is the title of a page that of who makes the product.
        is_none = spec.concept in _NAMED and (_ADDRESS.match(text) or (spec.concept == "brand" and _TITLED in text))
        if is_none:
            return None
        return bare(text) if spec.concept == "author" else text
    return _number(candidate, spec, setting)


def _name(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    return _text(candidate, spec, setting) if len(candidate.text) <= _MAX_NAME else None


def _long(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    if not _takes_text(spec.shape):
        return None
    return (
        "\n".join(lines(candidate.text))[:_MAX_TEXT]
        if spec.name.lower() in {"body", "content"}
        else plain(candidate.text)
    )


def _code(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    text = plain(candidate.text)
    if not text or len(text) > 80 or (spec.concept == "gtin" and not is_gtin(text)):  # noqa: PLR2004 - no code is that long
        return None
    if _takes_text(spec.shape):
        return text
    # "CK-12" is no number.
    value = number(text, machine=True)
    return _numeric(value, spec.shape) if value is not None else None


def _price(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    text = plain(candidate.text)
    price = _price_in(text, candidate, spec, setting)
    if price is None or price.amount < 0:
        return None
    currency = currencies.requested(words_of(spec.name), spec.shape.description)
    if currency and price.currency and not prices.may_be(price.currency, currency):
        return None
    return _convert_price(price, text, candidate, spec, setting)


def _convert_price(
    price: prices.Price, text: str, candidate: Candidate, spec: FieldSpec, setting: Setting
) -> Any | None:
    if spec.shape.is_numeric:
        return _numeric(price.amount, spec.shape)
    if not _takes_text(spec.shape):
        return None
    if setting.has_currency or spec.words & _BARE or "currency" in spec.words:
        return written(price.amount)
    if text != price.printed or not candidate.machine:
        return price.printed
    return f"{text} {price.currency}".strip()


def _price_in(text: str, candidate: Candidate, spec: FieldSpec, setting: Setting) -> prices.Price | None:
    if spec.concept in _PRICED:
        return prices.price(
            text, country=setting.country, hint=candidate.currency, machine=candidate.machine, sought=spec.sought
        )
    bare = number(text, machine=candidate.machine)
    if bare is not None:
        return prices.Price(bare, prices.currency(candidate.currency, country=setting.country), text)
    # A field for a price of its own, such as that of the delivery, takes any role: the page labels it so.
    amounts = prices.prices(text, country=setting.country, limit=1)
    return amounts[0] if amounts and amount(text[text.find(amounts[0].printed) :]) is not None else None


def _currency(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    text = plain(candidate.text)
    sign = candidate.currency or text
    currency = prices.currency(sign, country=setting.country)
    if currency == sign and currency not in prices.CODES:
        price = prices.price(text, country=setting.country)
        currency = price.currency if price is not None and price.currency else currency
    return currency if _takes_text(spec.shape) and 0 < len(currency) <= 4 else None  # noqa: PLR2004 - codes and signs


def _availability(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    state = availability(plain(candidate.text))
    if state is None:
        return None
    if spec.shape.types == {"boolean"}:
        return can_be_had(state) != ("sold" in spec.words and "out" in spec.words)
    if choices := spec.shape.enum:
        return _choose_value(state, choices) or _choose_value("InStock" if can_be_had(state) else "OutOfStock", choices)
    return state if _takes_text(spec.shape) else None


def _rating(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    rating = contacts.rating(plain(candidate.text))
    if rating is None:
        return None
    if spec.shape.is_numeric and (value := _numeric(rating.value, spec.shape)) is not None:
        return value
    return plain(candidate.text) if _takes_text(spec.shape) else None


def _count(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    text = plain(candidate.text)
    return _one(_amount(text, candidate, spec), text, spec.shape)


def _number(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    text = plain(candidate.text)
    if not candidate.machine and spec.shape.is_numeric and _DIALLED.fullmatch(text) is not None:
        # "Office: 0113 496 0000" counts no offices.
        return None
    value = number(text, machine=candidate.machine)
    # From so much to so much is no one amount.
    is_range = spec.shape.is_numeric and spec.sought is prices.Sought.NOW and _FROM_TO.search(text) is not None
    if value is None and spec.shape.is_numeric and not is_range:
        price = prices.price(text, country=setting.country, sought=spec.sought)
        value = price.amount if price is not None else None
    if value is None and len(text) <= 40 and not is_range:  # noqa: PLR2004 - a number with its unit, no sentence with a number in it
        value = _amount(text, candidate, spec)
    if value is not None and (unit := spec.unit):
        value = units.in_unit(value, text, unit)
    elif value is not None and spec.shape.is_numeric and (unit := spec.time_unit):
        value = _lasting(value, text, unit, spec)
    if value is not None and words_of(spec.name) == ("year",) and not _EARLIEST <= value <= _LATEST:
        # "22 years" is how long something lasted.
        return None
    return _one(value, text, spec.shape)


def _lasting(value: Decimal, text: str, unit: str, spec: FieldSpec) -> Decimal | None:
    """Return *value*, which *text* says, in the unit of time *unit*."""
    length = durations.in_unit(value, text, unit)
    return None if length is not None and length != value and spec.is_of_work else length


def _amount(text: str, candidate: Candidate, spec: FieldSpec) -> Decimal | None:
    if not spec.shape.is_numeric:
        return first_number(text, machine=candidate.machine)
    ends = _ENDS.fullmatch(text) if spec.sought in {prices.Sought.LEAST, prices.Sought.MOST} else None
    if ends is None:
        return amount(text, machine=candidate.machine)
    low, high, rest = ends.groups()
    return amount(f"{low if spec.sought is prices.Sought.LEAST else high}{rest}")


def _date(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    text = plain(candidate.text)
    shape = spec.shape
    is_end = spec.concept == "endDate"
    if not shape.format and "time" in words_of(spec.name):
        if not shape.is_numeric and _HOUR.fullmatch(text):
            return text
        if not candidate.machine:
            # A day is no hour.
            hours = spans.hours(text)
            return (hours.ends if is_end else hours.begins) or None if hours is not None else None
    lasting = None if candidate.machine else spans.days(text)
    parsed_date = lasting[is_end] if lasting is not None else dates.moment(text, language=setting.language)
    if shape.is_numeric:
        return _year(parsed_date, text, spec)
    if parsed_date is None:
        # A year alone is what "founded" wants; a date it is not.
        return text if not shape.format and text.isdigit() and len(text) == 4 else None  # noqa: PLR2004
    return dates.iso_date(parsed_date) if shape.format == "date" else dates.iso(parsed_date)


def _year(parsed_date: date | None, text: str, spec: FieldSpec) -> Any | None:
    year = parsed_date.year if parsed_date is not None else first_number(text)
    return _numeric(Decimal(year), spec.shape) if year is not None else None


def _duration(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    text = plain(candidate.text)
    duration = durations.duration(text)
    shape = spec.shape
    is_of_calendar = shape.is_numeric and spec.time_unit in {"month", "year"}
    if is_of_calendar or (duration is None and words_of(spec.name) == ("length",) and units.is_measure(text)):
        # That of a film is a time, that of a board is not; and months are no number of minutes.
        return _number(candidate, spec, setting) if shape.is_numeric else text
    if shape.is_numeric:
        unit = next((size for word, size in _LENGTHS.items() if word in spec.words), 60)
        if duration is None:
            bare = number(text, machine=candidate.machine)
            return _numeric(bare, shape) if bare is not None else None
        value = Decimal(str(duration.total_seconds())) / unit
        return _numeric(value if "number" in shape.types else Decimal(round(value)), shape) if duration else None
    if not _takes_text(shape):
        return None
    if shape.format == "duration":
        return durations.iso_duration(duration) if duration else None
    return text if duration else None


def _url(candidate: Candidate, spec: FieldSpec, setting: Setting) -> Any | None:
    text = _PUT_BEHIND.sub("", candidate.text.strip())
    # A place on the page itself is nobody's address or picture.
    if not text or " " in text or text.startswith("#") or not _takes_text(spec.shape):
        return None
    address = setting.base.absolute(text)
    return address if address and is_web(address) else None


def _email(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    return contacts.email(plain(candidate.text)) if _takes_text(spec.shape) else None


def _phone(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    return contacts.phone(plain(candidate.text)) if _takes_text(spec.shape) else None


def _boolean(candidate: Candidate, spec: FieldSpec, _setting: Setting) -> Any | None:
    text = plain(candidate.text).lower()
    value = text in _TRUE or _YES.fullmatch(text) is not None
    if value or text in _FALSE or _NO.fullmatch(text) is not None:
        return value if "boolean" in spec.shape.types or not spec.shape.types else text
    return None


_READERS: Final[Mapping[Kind, Callable[[Candidate, FieldSpec, Setting], Any | None]]] = {
    Kind.NAME: _name,
    Kind.LONG: _long,
    Kind.CODE: _code,
    Kind.PRICE: _price,
    Kind.CURRENCY: _currency,
    Kind.AVAILABILITY: _availability,
    Kind.RATING: _rating,
    Kind.COUNT: _count,
    Kind.NUMBER: _number,
    Kind.DATE: _date,
    Kind.DURATION: _duration,
    Kind.URL: _url,
    Kind.IMAGE: _url,
    Kind.EMAIL: _email,
    Kind.PHONE: _phone,
    Kind.BOOLEAN: _boolean,
}
