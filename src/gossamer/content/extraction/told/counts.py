# ruff: noqa: E501 - words kept as tables
"""Numbers in sentences, told by the noun that they count: "four offices", "a 14-day trial", "revenue of $18 million".

Only a field that is called by that very noun takes it: "900 mills use it" are no customers. What is said of a part
("three other offices", "we grew from 3 to 12") says nothing of the whole.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.text.names import singular, word_set, words_of

_WORDS: Final = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()  # noqa: SIM905 - as they are counted
)
_VALUE: Final = {word: str(at) for at, word in enumerate(_WORDS, 1)} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "a hundred": "100",
}  # fmt: skip
_NUMBER: Final = re.compile(
    rf"(?<![\w.,/$€£-])(\d{{1,3}}(?:[,.’' ]\d{{3}})+|\d{{1,7}}|(?i:{'|'.join(_VALUE)}))(\+?)(?![.,]\d)(?=[-\s]?[^\W\d_]|\W|\Z)"  # noqa: RUF001
)
# A telephone number counts nothing.
_DIALLED: Final = re.compile(r"(?:\+|(?<![\d.,])\(?0)\d[\d\s()/.-]{6,22}\d")
_UNIT: Final = re.compile(r"[\s-]{0,2}([^\W\d_]{1,14}(?:/[\w ]{1,8})?)")
# Behind these, and behind another number, something else is said.
_ENDS: Final = re.compile(r"[.,;:!?()\d]")
_TOKEN: Final = re.compile(r"[^\W\d_]+")
_LAST_WORD: Final = re.compile(r"([^\W\d_]+)[\s:=]{0,2}\Z")
_UNSAID: Final = word_set("number count total num amount per in how many current no nr")
# What counts a part, or something else of the same name.
_PARTIAL: Final = word_set(
    "other more new additional further last next remaining closed first extra others different of or to and percent years ago"
)
_BEFORE_A_PART: Final = word_set(
    "to bis than under below opened opening opens open closed closing added adding another other plus next sold launched planned hiring hired new nearest "
    "of first last past every each within after version chapter page step room unit suite floor"
)
_YEAR_BEFORE: Final = word_set("in since by until during from im seit")
_BETWEEN: Final = word_set("of a per the free paid in full risk relevant professional work working annual")
_EMPLOYED: Final = (
    re.compile(
        r"\b(?:practice|studio|firm|company|crew|team|staff|workforce) of (?:about |around |over |some )?([a-z]{3,9}|\d{1,6})(?=[.,;!]| people| and\b|\Z)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:\A|\b(?:[Tt]oday|[Nn]ow|[Cc]urrently|[Ww]e are|[Aa]re now),? )(?:about |around |over |some |nearly )?(\d{1,3}(?:[,.]\d{3})?|\d{1,6}) people (?:in|work|build|make|across|strong|worldwide|at|on|who)\b"
    ),
)
_SIZES: Final = frozenset({("size",), ("team", "size"), ("firm", "size"), ("practice", "size"), ("staff",)})
_STAFF: Final = ("staff",)
_HOLDING: Final = word_set("with having own owns mit")
_CALORIES: Final = re.compile(r"(?<![\w.,])(\d{2,4}) ?(?:kcal|calories)\b", re.IGNORECASE)
_EARNED: Final = word_set("revenue turnover profit funding budget valuation income capital sales")
_AMOUNT: Final = r"((?:[£€$¥]|(?:USD|EUR|GBP|CHF|NOK|SEK|DKK) ?)\s?\d[\d.,]{0,12}(?:\s?(?:million|billion|thousand|bn|mn|m|k))?|\d[\d.,]{0,12}(?:\s?(?:million|billion|bn|mn))?\s?(?:€|EUR|USD|GBP|CHF|NOK|SEK|DKK))(?!\w)"
# "Countries" may be asked for by name, and by number.
_COUNTABLE: Final = frozenset({Kind.TEXT, Kind.NAME, Kind.LIST, Kind.ADDRESS})
_ONE: Final = frozenset({"1", "one"})
# Words for several without an ending of their own.
_SEVERAL: Final = word_set("staff people crew personnel children men women")
_MOST_TOKENS: Final = 5
_A_YEAR: Final = range(1500, 2101)
_PAIR: Final = 2
# Of a line; what has more is a table without its lines.
_MOST_NUMBERS: Final = 24
_MOST_BEFORE: Final = 80
_MOST_QUOTED: Final = 40


def counted(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the one number that the page's sentences say of the noun, or of the nouns, that the field is called by."""
    words = tuple(word for word in words_of(name) if word not in _UNSAID)
    if concept is not None and concept.name == "calories":
        yield from lines.agreed(lines.found(lines.read(reading), _CALORIES))
    elif (concept is not None and concept.name == "employees") or words in _SIZES:
        yield from lines.agreed(_of_people(reading))
        if words == _STAFF:
            yield from lines.agreed(_nouns(reading, words, is_firm=True))
    elif (
        (concept is None or concept.kind in _COUNTABLE or concept.name == "pages")
        and words
        and reading.mentions([" ".join(words)])
    ):
        yield from lines.agreed(_nouns(reading, words))
        if _EARNED.intersection(words) and len(words) == 1:
            yield from lines.agreed(_earned(reading, words[0]))


def _of_people(reading: Reading) -> Iterator[Candidate]:
    for line in lines.read(reading):
        for one in lines.of_itself(lines.found([line], *_EMPLOYED), line, reading):
            figure = _VALUE.get(one.text.lower(), one.text)
            if figure[0].isdigit():
                yield Candidate(figure, one.place, quote=one.quote)


def _nouns(reading: Reading, words: Sequence[str], *, is_firm: bool = False) -> Iterator[Candidate]:
    for said in lines.read(reading):
        line = _DIALLED.sub(lambda found: " " * len(found.group()), said)
        for match in islice(_NUMBER.finditer(line), _MOST_NUMBERS):
            before = _LAST_WORD.search(line[: match.start()])
            led = before.group(1).lower() if before is not None else ""
            behind = _ENDS.split(line[match.end() : match.end() + _MOST_BEFORE], maxsplit=1)[0]
            after = [token.lower() for token in _TOKEN.findall(behind)[:_MOST_TOKENS]]
            if _is_part(match.group(1), led):
                continue
            is_one = match.group(1).lower() in _ONE or line[match.end() : match.end() + 1] == "-"
            is_counted = _counts(after, words) and (is_one or _is_many(after))
            if is_counted or _is_said_of(line[: match.start()], words):
                figure = _VALUE.get(match.group(1).lower(), match.group(1))
                figure += "" if is_counted else _unit(line, match.end(1))
                quote = line[match.start() : _end_of_quote(line, match.end())].strip()
                found = Candidate(figure, "line of the page", quote=quote)
                # "Retailers with 900 stores buy from us."
                yield from lines.of_itself([found], line, reading) if is_firm or led in _HOLDING else [found]


def _end_of_quote(line: str, end: int) -> int:
    """Return where a quote ends that goes on behind *end*: with a word, and not within one."""
    stop = end + _MOST_QUOTED
    blank = line.rfind(" ", end, stop + 1) if stop < len(line) else -1
    return blank if blank > end else stop


def _unit(line: str, at: int) -> str:
    """Return the word behind a number that follows its label, which may be its unit: " hp", " weeks"."""
    behind = _UNIT.match(line, at)
    return f" {behind.group(1)}" if behind is not None else ""


def _is_part(figure: str, led: str) -> bool:
    is_year = figure.isdigit() and int(figure) in _A_YEAR and led in _YEAR_BEFORE
    return is_year or led in _BEFORE_A_PART


def _is_many(after: Sequence[str]) -> bool:
    """Return whether several are counted: of "12 office chairs" the chairs are."""
    return any(token != singular(token) or token in _SEVERAL for token in after[:2])


def _counts(after: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether what follows a number is what is counted: "offices", "small offices", "days of holiday"."""
    told = [singular(token) for token in after]
    if not told:
        return False
    if len(words) == 1:
        is_second = len(told) > 1 and told[1] == words[0] and after[0] not in _PARTIAL
        return told[0] == words[0] or is_second
    if len(words) != _PAIR or told[0] not in words:
        return False
    other = words[1] if told[0] == words[0] else words[0]
    # "Holiday days", "days of holiday", "a 36-hour week".
    at = next((at for at, token in enumerate(told[1:], 1) if token == other), 0)
    return at > 0 and all(token in _BETWEEN for token in after[1:at])


def _is_said_of(before: str, words: Sequence[str]) -> bool:
    """Return whether a number is said of the noun before it: "Capacity is 320", "a population of 12,000"."""
    before = before[-_MOST_BEFORE:]
    led = re.search(r"(?:\s(?:is|of|was|for)|:)\s?(?:(?:about|around|over|up to|some) )?\Z", before)
    said = words_of(f"{before[: led.start()]} ")[-len(words) :] if led is not None else ()
    return tuple(said) == tuple(words)


def _earned(reading: Reading, word: str) -> Iterator[Candidate]:
    said = re.compile(
        rf"\b{re.escape(word)}s?\b(?: \w{{2,12}}){{0,2}}? (?:of|is|was|reached|hit|at|to)\s(?:about |over |around |nearly )?{_AMOUNT}",
        re.IGNORECASE,
    )
    for line in lines.read(reading):
        yield from lines.of_itself(lines.found([line], said), line, reading)
