"""Compares a value with a page by its type: where the page may mention it, and how exactly."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import chain, islice
from typing import Any, Final

from gossamer.content import locales
from gossamer.content.text.names import words_of
from gossamer.content.values import dates, durations, prices
from gossamer.content.values.availability import availability
from gossamer.features.evidence.fields import Field, Type, is_like
from gossamer.features.evidence.page_index import Line, Mention, PageIndex, bare_address, words_of_text

_MOST: Final = 40
_ISO_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?")
_CLOCK: Final = re.compile(r"([01]?\d|2[0-3])[:.h]([0-5]\d)(?::00)?")
_EMAIL: Final = re.compile(r"\S{1,64}@\S{1,190}\.\w{2,24}")
_URL: Final = re.compile(r"https?://\S+|/\S*|www\.\S+")
_PHONE: Final = re.compile(r"\+?[\d\s()./-]{6,40}")
_ISO_DURATION: Final = re.compile(r"P(?=.)(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?")
_FIGURES: Final = re.compile(r"\d")
_PHONE_FIGURES: Final = 7
_CODE: Final = re.compile(r"[A-Z]{3}")
_SIGN: Final = re.compile(r"[€£$¥₹₽₩₺₪฿]|\b[A-Za-z]{1,3}\$|\bkr\b|\bzł\b|\bKč\b|\bFr\b")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_NUMERIC_DATE: Final = re.compile(r"\s{0,2}[./-]\s{0,2}(\d{1,2})(?:\s{0,2}[./-]\s{0,2}(\d{4}|\d{2}))?(?!\d)")
_ASIAN_DATE: Final = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]")
# The figures of a number before and after a part of it, one number as a whole, and its sign.
_LAST_FIGURES: Final = re.compile(r"(?:(?<![\d.,'\u2019])[\d.,'\u2019]+)?\Z")
_FIRST_FIGURES: Final = re.compile(r"\A[\d.,'\u2019]*")
_ONE_NUMBER: Final = re.compile(r"\d{1,3}(?:[.,'\u2019]\d{3})+(?:[.,]\d+)?|\d+\.\d+|\d+,\d{1,3}")
_NEGATIVE: Final = re.compile(r"\s*[-\u2212\u2013]\s?\d")
# A hyphen that begins a line is the sign of an item of a list.
_MINUS: Final = re.compile(r"(?:\A|[\s(€$£¥])[\u2212\u2013]\s?\Z|[\s(€$£¥]-\Z")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20|21)\d{2}(?!\d)")
_WORD: Final = re.compile(r"[^\W\d_]+")
_TO: Final = r"\s?(?:-|\u2013|to|until)\s?"
_NEAR: Final = 26
_PARTS: Final = re.compile(r"[,;·|/()\n]|\s[-–—]\s")  # noqa: RUF001 - signs that pages use
_FEWEST_PARTS: Final = 2
_MOST_PARTS: Final = 8
_MOST_IN_WORDS: Final = 30
# A time as it was asked for, with and without a leading zero.
_OWN_SPELLINGS: Final = 2
# Words between a word that denies and a word of the field.
_DENIED_AFTER: Final = 3
_DENIED_BEFORE: Final = 4
_APART: Final = 6
_CENTURY: Final = 100
_NOON: Final = 12


def type_of(value: Any, field: Field) -> Type:
    """Return the type as which *value* of *field* is compared."""
    if isinstance(value, bool):
        return Type.BOOLEAN
    if isinstance(value, int | float):
        return Type.NUMBER
    text = str(value).strip()
    for pattern, kind in ((_ISO_DAY, Type.DATE), (_CLOCK, Type.TIME), (_EMAIL, Type.EMAIL), (_URL, Type.URL)):
        if pattern.fullmatch(text):
            return kind
    if _PHONE.fullmatch(text) and len(_figures(text)) >= _PHONE_FIGURES:
        return Type.PHONE
    is_code = _CODE.fullmatch(text) is not None and text in prices.CODES
    return Type.CURRENCY if is_code and field.expects in {Type.CURRENCY, Type.TEXT} else Type.TEXT


def mentions(value: Any, field: Field, page: PageIndex, *, most: int = _MOST) -> list[Mention]:
    """Return the places where *page* may mention *value*, in at most so many places, each once."""
    best: dict[tuple[int, int], Mention] = {}
    for candidate in islice(_find_mentions(value, field, page), _MOST * 2):
        mention = best.get((candidate.line, candidate.start))
        if mention is None or mention.exactness < candidate.exactness:
            best[candidate.line, candidate.start] = candidate
    return list(best.values())[:most]


def _find_mentions(value: Any, field: Field, page: PageIndex) -> Iterator[Mention]:
    kind = type_of(value, field)
    if kind is Type.BOOLEAN:
        return _statements(field, page, wanted=bool(value))
    if kind is Type.NUMBER:
        return _numbers(value, field, page)
    return _READERS[kind](str(value), page)


def _text(text: str, page: PageIndex) -> Iterator[Mention]:
    is_negative = _NEGATIVE.match(text) is not None
    return (
        mention
        for mention in page.phrase(words_of_text(text))
        if not _is_of_other_number(page.lines[mention.line].text, mention, is_negative=is_negative)
    )


def _is_of_other_number(line: str, mention: Mention, *, is_negative: bool) -> bool:
    """Return whether a mention begins or ends within a number of *line*, or one of the two has another sign."""
    before, mention_text, after = line[: mention.start], line[mention.start : mention.end], line[mention.end :]
    began, goes_on = _LAST_FIGURES.findall(before)[0], _FIRST_FIGURES.findall(after)[0]
    first, last = _FIRST_FIGURES.findall(mention_text)[0], _LAST_FIGURES.findall(mention_text)[0]
    head = f"{began}{first}" if first != mention_text else f"{began}{mention_text}{goes_on}"
    tail = f"{last}{goes_on}" if last != mention_text else head
    is_cut_before = bool(began) and mention_text[:1].isdigit() and _is_number(head)
    is_cut_after = bool(goes_on.strip(".,")) and mention_text[-1:].isdigit() and _is_number(tail)
    is_signed = mention_text[:1].isdigit() and not f"{mention_text}{after}".removeprefix(first).startswith("%")
    return is_cut_before or is_cut_after or (is_signed and is_negative != (_MINUS.search(before) is not None))


def _is_number(text: str) -> bool:
    return _ONE_NUMBER.fullmatch(text.strip(".,")) is not None


def _words(text: str, page: PageIndex) -> Iterator[Mention]:
    """Yield places of a text as it is; else of other spellings; else those where its parts stand together."""
    is_verbatim = False
    for mention in _text(text, page):
        is_verbatim = True
        yield mention
    if is_verbatim:
        return
    spelled = _CAMEL.sub(" ", text)
    if spelled != text:
        yield from (replace(spelled_mention, exactness=0.9) for spelled_mention in _text(spelled, page))
    if (stock := availability(text)) is not None:
        yield from _stock(stock, page)
    yield from _find_country(text, page)
    if _ISO_DURATION.fullmatch(text) and (length := durations.duration(text)) is not None:
        yield from _lengths(length.total_seconds(), page)
    yield from _together(text, page)


def _stock(name: str, page: PageIndex) -> Iterator[Mention]:
    return (
        Mention(line.number, 0, len(line.text), exactness=0.8)
        for line in page.scan()
        if len(line.text) <= _NEAR * 2 and availability(line.text) == name
    )


def _find_country(text: str, page: PageIndex) -> Iterator[Mention]:
    for code, names in locales.entry("evidence", "countries").items():
        if text.casefold() in {code, *names}:
            for name in names:
                yield from (replace(mention, exactness=0.8) for mention in _text(name, page))


def _together(text: str, page: PageIndex) -> Iterator[Mention]:
    """Yield places where all parts of a text ("Lake Street 4, 8001 Zurich") stand in a few lines beside each other."""
    parts = [words for part in _PARTS.split(text)[: _MOST_PARTS + 1] if (words := words_of_text(part))]
    if not _FEWEST_PARTS <= len(parts) <= _MOST_PARTS:
        return
    places = [list(islice(page.phrase(part), _MOST)) for part in parts]
    if not all(places):
        return
    for first in places[0]:
        near = [[mention for mention in some if abs(mention.line - first.line) <= _APART] for some in places[1:]]
        if all(near):
            lines = [first.line, *(min(some, key=lambda mention: abs(mention.line - first.line)).line for some in near)]
            yield replace(first, last=max(lines) if max(lines) > first.line else -1, exactness=0.7)


def _numbers(value: float, field: Field, page: PageIndex) -> Iterator[Mention]:
    yield from page.numbers.get(float(value), ())
    if float(value).is_integer() and 0 < value <= _MOST_IN_WORDS:
        for word in _number_words().get(str(int(value)), ()):
            yield from (replace(mention, exactness=0.7) for mention in islice(page.phrase([word]), _MOST))
    seconds = locales.entry("evidence", "seconds").get(field.unit)
    if seconds is None and field.concept is not None and field.concept.kind == "duration":
        seconds = 60
    if seconds is not None:
        yield from _lengths(value * seconds, page)


@cache
def _number_words() -> dict[str, list[str]]:
    return {value: words.split() for value, words in locales.entry("evidence", "numbers").items()}


def _lengths(seconds: float, page: PageIndex) -> Iterator[Mention]:
    """Yield lines that are hardly more than a length of time of so many seconds."""
    for line in page.scan():
        for start, end in _stretches(line):
            length = durations.duration(line.text[start:end])
            if length is not None and length.total_seconds() == seconds:
                yield Mention(line.number, start, end, exactness=0.8)


def _stretches(line: Line) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a line that a label names, or all of it where it is short, if it has figures."""
    spans = {(claim.start, claim.end) for claim in line.outlined.claims}
    if len(line.text) <= _NEAR * 2:
        spans.add((0, len(line.text)))
    return (
        span for span in sorted(spans) if span[1] - span[0] <= _NEAR * 2 and _FIGURES.search(line.text[slice(*span)])
    )


def _days(text: str, page: PageIndex) -> Iterator[Mention]:
    match = _ISO_DAY.fullmatch(text.strip())
    if match is None:
        return
    try:
        sought = date(*map(int, match.groups()))
    except ValueError:
        return
    for mention in page.numbers.get(float(sought.day), ()):
        line = page.lines[mention.line].text
        exactness = _is_day(line, mention, sought)
        if exactness:
            yield replace(mention, exactness=exactness)
    for mention in page.numbers.get(float(sought.year), ()):
        line = page.lines[mention.line].text[mention.start :]
        if (named := _ASIAN_DATE.match(line)) and tuple(map(int, named.groups())) == sought.timetuple()[:3]:
            yield replace(mention, end=mention.start + named.end(), exactness=1.0)
        elif line.startswith((sought.isoformat(), sought.strftime("%Y/%m/%d"), sought.strftime("%Y.%m.%d"))):
            yield replace(mention, end=mention.start + 10, exactness=1.0)


def _is_day(line: str, day: Mention, sought: date) -> float:
    """Return the certainty that the number *day* is the day of the month of a date: 1 with its year, less without."""
    after, before = line[day.end : day.end + _NEAR], line[max(0, day.start - _NEAR) : day.start]
    if (numeric := _NUMERIC_DATE.match(after)) and int(numeric.group(1)) == sought.month:
        return _with_year(numeric.group(2) or "", sought)
    first = re.search(r"(?<!\d)(\d{1,2})\s{0,2}/\s{0,2}\Z", before)
    behind = re.match(r"/(\d{4}|\d{2})(?!\d)", after)
    if first and behind and int(first.group(1)) == sought.month:
        return 0.8 if _with_year(behind.group(1), sought) else 0.0
    months = _months()
    names = [*_WORD.findall(after)[:5], *_WORD.findall(before)[-1:]]
    numbers = [months[name] for word in names if (name := word.lower()) in months]
    if sought.month not in numbers[:1] and sought.month not in numbers[-1:]:
        return 0.0
    year = _YEAR.search(line[day.end : day.end + _NEAR * 2])
    return _with_year(year.group() if year else "", sought)


def _with_year(written: str, sought: date) -> float:
    if not written:
        return 0.7
    year = int(written)
    return 1.0 if year in {sought.year, sought.year % _CENTURY} else 0.0


@cache
def _months() -> dict[str, int]:
    named = ((name, dates.moment(f"1 {name} 2000")) for name in dates.month_names())
    return {name: moment.month for name, moment in named if moment is not None}


def _clock(text: str, page: PageIndex) -> Iterator[Mention]:
    match = _CLOCK.fullmatch(text.strip())
    hour, minute = (int(match.group(1)), match.group(2)) if match else (0, "00")
    twelve, half = (hour % _NOON or _NOON), ("pm" if hour >= _NOON else "am")
    letters = half[0]
    spoken = [f"{hour} {minute}", f"{hour:02} {minute}", f"{hour}h{minute}", f"{hour} h {minute}"]
    spoken += [f"{twelve} {minute} {half}", f"{twelve} {minute}{half}", f"{twelve} {minute} {letters} m"]
    if minute == "00":
        spoken += [
            f"{twelve} {half}",
            f"{twelve}{half}",
            f"{twelve} {letters} m",
            f"{hour} uhr",
            f"{hour}h",
            f"{hour} h",
        ]
    for nth, words in enumerate(dict.fromkeys(spoken)):
        yield from (
            replace(phrase_mention, exactness=1.0 if nth < _OWN_SPELLINGS else 0.9)
            for phrase_mention in page.phrase(words.split())
        )
    if minute == "00":
        # "6 to 8 pm" begins at six.
        until = re.compile(rf"{_TO}\d[\d:.]{{0,4}}\s?{half}\b", re.IGNORECASE)
        for mention in page.numbers.get(float(twelve), ()):
            if until.match(page.lines[mention.line].text, mention.end):
                yield replace(mention, exactness=0.8)


def _figures(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _phones(text: str, page: PageIndex) -> Iterator[Mention]:
    sought = _figures(text)
    local = sought[-_PHONE_FIGURES - 2 :]
    for line in page.scan():
        if (figures := _figures(line.text)) and local in figures:
            ends = [at for at, sign in enumerate(line.text) if sign.isdigit()]
            first = figures.find(local)
            exact = sought in figures
            yield Mention(line.number, ends[first], ends[first + len(local) - 1] + 1, exactness=1.0 if exact else 0.8)


def _currencies(code: str, page: PageIndex) -> Iterator[Mention]:
    for line in page.scan():
        match = next(
            (sign_match for sign_match in _SIGN.finditer(line.text) if prices.may_be(sign_match.group(), code)), None
        )
        is_currency = match is not None and prices.currency(match.group()) == code
        if match is not None:
            yield Mention(line.number, match.start(), match.end(), exactness=0.9 if is_currency else 0.8)
        else:
            for sign in _SIGN.finditer(line.text):
                if prices.currency(sign.group()) == code:
                    yield Mention(line.number, sign.start(), sign.end(), exactness=0.9)
                    break


def _addresses(url: str, page: PageIndex) -> Iterator[Mention]:
    """Yield the words of links to *url*, and where it is written; what is linked without words is behind the lines."""
    bare = bare_address(url)
    if (linked := page.link_lines.get(bare)) is not None:
        for claim in page.lines[linked].outlined.claims:
            yield from islice(page.phrase(words_of_text(claim.label)), 6)
    yield from _text(bare, page)
    if (linked := page.link_lines.get(bare)) is not None:
        yield Mention(linked, 0, len(page.lines[linked].text))


def _statements(field: Field, page: PageIndex, *, wanted: bool) -> Iterator[Mention]:
    """Yield the lines that speak of a yes-or-no field, and say of it what is *wanted*."""
    words = list(words_of(field.name))
    telling = [word for word in words if word not in locales.words("evidence", "generic")] or words
    for line in page.scan():
        claims = line.outlined.claims
        labelled = next((statement for statement in claims if _covers(telling, words_of_text(statement.label))), None)
        if labelled is not None and labelled.end - labelled.start <= _NEAR * 2:
            answer = line.text[labelled.start : labelled.end]
            page_answer = _answer(answer)
            if page_answer is None:
                page_answer = not _is_denied(words_of_text(answer))
            if page_answer is wanted:
                yield Mention(line.number, labelled.start, labelled.end)
            continue
        spoken = page.words_of(line.number)
        if line.text.strip(" :?") in page.labels:
            continue
        if _covers(telling, spoken) and (not _is_denied(spoken, telling)) is wanted:
            yield Mention(line.number, 0, len(line.text), exactness=0.8)


def _covers(telling: list[str], spoken: list[str]) -> bool:
    return bool(spoken) and all(any(is_like(word, spoken_word) for spoken_word in spoken) for word in telling)


def _answer(text: str) -> bool | None:
    """Return the meaning of an answer to a label: yes, no, or neither."""
    bare = text.strip().lower()
    first = (words_of_text(bare) or [bare[:1]])[0]
    for subject, page_answer in (("yes", True), ("no", False)):
        words = locales.words("evidence", subject)
        if bare in words or first in words or (bare[:1] in words and not bare[:1].isalnum()):
            return page_answer
    return None


def _is_denied(spoken: list[str], telling: list[str] | None = None) -> bool:
    """Return whether a word that denies stands in a line, near the words of the field where these are known."""
    negations = locales.words("evidence", "negations")
    denied = [at for at, word in enumerate(spoken) if word in negations]
    if telling is None or not denied:
        return bool(denied)
    places = [at for at, word in enumerate(spoken) if any(is_like(word, telling_word) for telling_word in telling)]
    return any(-_DENIED_AFTER <= at - place <= _DENIED_BEFORE for at in places for place in denied)


_READERS: Final[Mapping[Type, Callable[[str, PageIndex], Iterator[Mention]]]] = {
    Type.TEXT: _words,
    Type.EMAIL: _text,
    Type.DATE: lambda text, page: chain(_days(text, page), _text(text, page)),
    Type.TIME: _clock,
    Type.URL: _addresses,
    Type.PHONE: lambda text, page: chain(_text(text, page), _phones(text, page)),
    Type.CURRENCY: lambda text, page: chain(_text(text, page), _currencies(text, page)),
}
