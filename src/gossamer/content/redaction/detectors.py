"""Detectors of personal data: where in a text which kind of it is, and how sure that is.

A form that is unmistakable, or a check digit in it, makes a finding sure; a number that could be anything needs a word
beside it ("Tel.", "SSN"). Names are found by what stands around them and by given names; a page can name people too.
"""

import ipaddress
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from gossamer.content.locales import entry, words
from gossamer.content.redaction import checks
from gossamer.core.extras import require_extra
from gossamer.core.redactions import PiiKind

_UNMISTAKABLE, _SURE, _TELLING, _LIKELY, _DOUBTFUL, _WEAK = 1.0, 0.95, 0.8, 0.7, 0.5, 0.4
# Characters before a number in which its label may stand.
_BEFORE: Final = 28
_EMAIL: Final = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}(?:@|&#64;|&#x40;|%40|\s?[\[(]at[\])]\s?)(?:[\w-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])"
)
_PHONE: Final = re.compile(r"(?<![\w./=-])\+?\(?\d[\d\s().\u00a0/-]{5,22}\d(?![\w/-])")
_ADDRESS: Final = re.compile(r"(?:https?|ftp)://[^\s<>\"'\])]{1,2000}|(?<=\]\()[^\s)]{1,2000}")
_DIALLED: Final = re.compile(r"tel:(?:\+|%2B)?[\d.%-]{6,24}", re.IGNORECASE)
_CARD: Final = re.compile(r"(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w.]\d)(?!\d)")
_GROUPED: Final = re.compile(r"\d{4}(?:([ -])\d{4}\1\d{4}\1\d{4}|([ -])\d{6}\2\d{4,5})")
_IBAN: Final = re.compile(r"\b[A-Z]{2}\d{2}(?:\s?[A-Z\d]){11,30}")
_IPV4: Final = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]\d)(?!\d)")
_IPV6: Final = re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{1,4}:){2,7}(?::|[0-9A-Fa-f]{1,4})(?:[0-9A-Fa-f:]{0,30})(?![\w:])")
_POSITION: Final = re.compile(r"(?<![\d.])-?\d{1,2}\.\d{4,8},\s?-?\d{1,3}\.\d{4,8}(?![\d.])")
_WORD: Final = r"[A-ZÀ-ÖØ-Þ][\w'’-]{1,24}"  # noqa: RUF001 - as names have it
_NAME: Final = (
    rf"{_WORD}(?:\s(?:(?:van|von|de|der|den|di|da|del|la|le|du|dos|bin|al)\s){{0,2}}{_WORD}|\s[A-Z]\.){{0,3}}"
)
_FULL_NAME: Final = re.compile(
    rf"\b({_WORD})(?:\s[A-Z]\.)?\s(?:(?:van|von|de|der|den|di|da|del|la|le|du|dos)\s){{0,2}}{_WORD}"
)
# Numbers that countries give: the form, the check, and whether the form alone is telling.
_NUMBERS: Final[Sequence[tuple[re.Pattern[str], checks.Check, bool]]] = (
    (re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"), checks.ssn, True),
    (re.compile(r"(?<!\w)[A-CEGHJ-PR-TW-Z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[A-D](?!\w)"), checks.always, True),
    (re.compile(r"(?<!\w)[XYZ\d]\d{7}-?[A-Z](?!\w)"), checks.spanish_id, True),
    (re.compile(r"(?<!\w)[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)"), checks.italian_code, True),
    (
        re.compile(r"(?<!\w)[12]\s?\d{2}\s?[01]\d\s?(?:\d{2}|2[AB])\s?\d{3}\s?\d{3}\s?\d{2}(?!\w)"),
        checks.french_number,
        True,
    ),
    (re.compile(r"(?<!\w)756\.\d{4}\.\d{4}\.\d{2}(?!\w)"), checks.swiss_ahv, True),
    (re.compile(r"(?<![\w.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\w)"), checks.brazilian_cpf, True),
    (re.compile(r"(?<!\w)\d{6}[-+]\d{4}(?!\w)"), checks.swedish_number, True),
    (re.compile(r"(?<!\w)\d{2}\s?\d{3}\s?\d{3}\s?\d{3}(?!\w)"), checks.german_tax, False),
    (re.compile(r"(?<!\w)\d{11}(?!\w)"), checks.polish_pesel, False),
    (re.compile(r"(?<!\w)\d{9}(?!\w)"), checks.dutch_bsn, False),
)


@dataclass(frozen=True, slots=True)
class PiiSpan:
    """Characters *start* to *end* that are personal data of a *kind*; *score* is how sure that is, from 0 to 1."""

    start: int
    end: int
    kind: PiiKind
    score: float


def findings(text: str, kinds: Iterable[PiiKind], regions: Sequence[str], people: Sequence[str]) -> Iterator[PiiSpan]:
    """Yield the personal data in *text*; findings may overlap.

    *regions* are the countries (ISO 3166) whose telephone numbers may stand in it, *people* names that are known.
    """
    pii_kinds = frozenset(kinds)
    addresses = bytearray(len(text))
    for match in _ADDRESS.finditer(text):
        addresses[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    for kind, detect in (
        (PiiKind.EMAIL, _emails),
        (PiiKind.FINANCIAL, _financial),
        (PiiKind.SECRET, _secrets),
        (PiiKind.SECRET, _numbers),
        (PiiKind.LOCATION, _locations),
    ):
        if kind in pii_kinds:
            yield from _apart(detect(text), addresses)
    if PiiKind.PHONE in pii_kinds:
        yield from _apart(_phones(text, regions), addresses)
    if PiiKind.PERSON in pii_kinds:
        yield from _apart(_people(text, people), addresses)


def _apart(pii_spans: Iterator[PiiSpan], addresses: bytearray) -> Iterator[PiiSpan]:
    """Yield the findings outside of *addresses*, a mark for each character, and in them only unmistakable ones."""
    for finding in pii_spans:
        if finding.score == _UNMISTAKABLE or not addresses[finding.start]:
            yield finding


def _emails(text: str) -> Iterator[PiiSpan]:
    # Icons have names such as "logo@2x.png".
    for match in _EMAIL.finditer(text):
        if not match.group().lower().endswith((".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".js", ".css")):
            yield PiiSpan(match.start(), match.end(), PiiKind.EMAIL, _UNMISTAKABLE)


def _phones(text: str, regions: Sequence[str]) -> Iterator[PiiSpan]:
    for match in _DIALLED.finditer(text):
        yield PiiSpan(match.start() + len("tel:"), match.end(), PiiKind.PHONE, _UNMISTAKABLE)
    for match in _PHONE.finditer(text):
        if score := _phone_score(text, match, regions):
            yield PiiSpan(match.start(), match.end(), PiiKind.PHONE, score)


def _phone_score(text: str, match: re.Match[str], regions: Sequence[str]) -> float:
    require_extra("redaction")
    import phonenumbers  # noqa: PLC0415 - its tables take a third of a second to load

    written = match.group()
    is_labelled = _is_labelled(text, match.start(), "phone")
    for region in (None,) if written.startswith("+") else regions:
        try:
            number = phonenumbers.parse(written, region)
        except phonenumbers.NumberParseException:
            continue
        if not phonenumbers.is_valid_number(number):
            continue
        if written.startswith("+") or is_labelled:
            return _SURE
        # Groups of digits, a leading zero or a bracket: dates and amounts have none of these.
        is_grouped = len(re.findall(r"\d+", written)) > 2 or written.startswith(("0", "("))  # noqa: PLR2004
        return _LIKELY if is_grouped and not _is_date(written) else _WEAK
    return _DOUBTFUL if is_labelled and not _is_date(written) else 0.0


def _is_date(written: str) -> bool:
    return (
        re.fullmatch(
            r"(?:19|20)\d\d\W\d{1,2}\W\d{1,2}|\d{1,2}\W\d{1,2}\W(?:19|20)\d\d|(?:19|20)\d\d\W+(?:19|20)\d\d", written
        )
        is not None
    )


def _financial(text: str) -> Iterator[PiiSpan]:
    for match in _IBAN.finditer(text):
        compact = re.sub(r"\s", "", match.group())
        # Text that follows an IBAN may look like a part of it.
        ends = (end for end in range(len(compact), 14, -1) if checks.iban(compact[:end]))
        if (end := next(ends, None)) is not None:
            yield PiiSpan(match.start(), match.start() + _reach(match.group(), end), PiiKind.FINANCIAL, _SURE)
    for match in _CARD.finditer(text):
        if checks.card(re.sub(r"\D", "", match.group())):
            is_sure = _GROUPED.fullmatch(match.group()) is not None or _is_labelled(text, match.start(), "card")
            yield PiiSpan(match.start(), match.end(), PiiKind.FINANCIAL, _SURE if is_sure else _LIKELY)
    for match in _of_label("account").finditer(text):
        digits = re.sub(r"\D", "", match[1])
        is_proved = len(digits) == len("000000000") and checks.aba(digits)
        yield PiiSpan(match.start(1), match.end(1), PiiKind.FINANCIAL, _SURE if is_proved else _LIKELY)


def _reach(written: str, letters: int) -> int:
    """Return after how many characters of *written* so many of its letters and digits have passed."""
    passed = 0
    for at, letter in enumerate(written, 1):
        passed += letter.isalnum()
        if passed == letters:
            return at
    return len(written)


def _secrets(text: str) -> Iterator[PiiSpan]:
    for pattern in _secret_patterns():
        for match in pattern.finditer(text):
            yield PiiSpan(match.start(), match.end(), PiiKind.SECRET, _UNMISTAKABLE)
    for match in _secret_of_label().finditer(text):
        value = match[1].rstrip(".!?:)")
        # "Password: required" is a word about it.
        if any(map(str.isdigit, value)) or not value.isalnum():
            yield PiiSpan(match.start(1), match.end(1), PiiKind.SECRET, _LIKELY)


def _numbers(text: str) -> Iterator[PiiSpan]:
    for pattern, check, is_telling in _NUMBERS:
        for match in pattern.finditer(text):
            if not check(re.sub(r"[\s.+-]", "", match.group())):
                continue
            if _is_labelled(text, match.start(), "number"):
                yield PiiSpan(match.start(), match.end(), PiiKind.SECRET, _SURE)
            else:
                yield PiiSpan(match.start(), match.end(), PiiKind.SECRET, _TELLING if is_telling else _WEAK / 2)


def _locations(text: str) -> Iterator[PiiSpan]:
    for pattern in _street_patterns():
        for match in pattern.finditer(text):
            yield PiiSpan(match.start(), match.end(), PiiKind.LOCATION, _LIKELY)
    for match in _POSITION.finditer(text):
        yield PiiSpan(match.start(), match.end(), PiiKind.LOCATION, _LIKELY)
    for pattern in (_IPV4, _IPV6):
        for match in pattern.finditer(text):
            if _is_public(match.group()) and not text[max(0, match.start() - 9) : match.start()].lower().endswith(
                ("v", "version ", "version: ", "release ")
            ):
                yield PiiSpan(match.start(), match.end(), PiiKind.LOCATION, _LIKELY)


def _is_public(written: str) -> bool:
    try:
        return ipaddress.ip_address(written).is_global
    except ValueError:
        return False


def _people(text: str, people: Sequence[str]) -> Iterator[PiiSpan]:
    for name in people:
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            yield PiiSpan(match.start(), match.end(), PiiKind.PERSON, _SURE)
    for match in _compile_titles().finditer(text):
        yield PiiSpan(match.start(1), match.end(1), PiiKind.PERSON, _LIKELY)
    for match in _compile_named_label().finditer(text):
        if " " in match[1] and match[1].split()[0].lower() not in words("redaction", "no_names"):
            yield PiiSpan(match.start(1), match.end(1), PiiKind.PERSON, _LIKELY)
    given_names = words("redaction", "given_names")
    for match in _FULL_NAME.finditer(text):
        if match[1].lower() in given_names and match.group().split()[-1].lower() not in words("redaction", "no_names"):
            yield PiiSpan(match.start(), match.end(), PiiKind.PERSON, _LIKELY)


def _is_labelled(text: str, at: int, kind: str) -> bool:
    return _label(kind).search(text[max(0, at - _BEFORE) : at]) is not None


@cache
def _label(kind: str) -> re.Pattern[str]:
    """Return the pattern of a label right before a value."""
    listed = "|".join(map(re.escape, entry("redaction", "labels", kind)))
    return re.compile(
        rf"(?<!\w)(?:{listed})\w{{0,6}}(?:\s(?:number|no|nr|nummer|us|at)\b)?[\s.:#*_|(-]{{0,8}}\Z", re.IGNORECASE
    )


@cache
def _of_label(kind: str) -> re.Pattern[str]:
    listed = "|".join(map(re.escape, entry("redaction", "labels", kind)))
    return re.compile(
        rf"(?<!\w)(?:{listed})(?:\snumber|\scode)?[\s.:#*_-]{{1,6}}([\d-]{{6,18}}\d|[A-Z]{{6}}[A-Z\d]{{2,5}})(?!\w)",
        re.IGNORECASE,
    )


@cache
def _secret_of_label() -> re.Pattern[str]:
    listed = "|".join(map(re.escape, entry("redaction", "labels", "secret")))
    return re.compile(
        rf"(?<!\w)(?:{listed})[\"'*]{{0,3}}\s?[:=]\s?[\"'*`]{{0,3}}([^\s\"'*`<>,;|]{{4,200}})", re.IGNORECASE
    )


@cache
def _compile_named_label() -> re.Pattern[str]:
    listed = "|".join(map(re.escape, entry("redaction", "labels", "person")))
    return re.compile(rf"(?<!\w)(?i:{listed})(?:[*_]{{0,3}}\s?:[*_]{{0,3}}\s{{0,2}}|\s)({_NAME})")


@cache
def _compile_titles() -> re.Pattern[str]:
    listed = "|".join(map(re.escape, entry("redaction", "titles")))
    return re.compile(rf"\b(?:{listed})\.?\s({_NAME})")


@cache
def _secret_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, entry("redaction", "secrets").values()))


@cache
def _street_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, entry("redaction", "streets").values()))
