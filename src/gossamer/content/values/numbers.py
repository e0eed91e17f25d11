# ruff: noqa: RUF001 - words of many languages, kept as tables
"""Numbers as people write them: "1.234,56", "1,234.56", "1 234,56", "1'234", "12,5", "1,23,456", "٩٩".

Which of comma and point is the decimal sign is told by the number itself where it can be; "1,234" and "1.234" alone
are read as thousands unless the writer is a machine, whose point is always decimal.
"""

import re
import unicodedata
from decimal import Decimal, InvalidOperation
from typing import Final

from gossamer.content.locales import entry

# A number within words; spaces and apostrophes separate groups of three digits only.
NUMBER: Final = (
    r"\d{1,3}(?:[ \u00a0\u202f\u2009'’]\d{3}(?!\d))+(?:[.,]\d{1,2}(?!\d))?|\d{1,15}(?:[.,]\d{1,12}){0,5}|[.,]\d{1,6}"
)
_FOUND: Final = re.compile(NUMBER)
_BLANKS: Final = re.compile(r"[\s\u00a0\u202f\u2009'’_]")
_MACHINE: Final = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,2})?")
_GROUP: Final = 3
_FRACTIONS: Final = {"½": ".5", "¼": ".25", "¾": ".75", "⅓": ".333", "⅔": ".667", "⅛": ".125"}
_MAX_DIGITS: Final = 40
_MAX_TEXT: Final = 2_000
_SCALES: Final = {
    word: Decimal(10) ** int(power) for power, words in entry("values", "scales").items() for word in words.split()
}
_WORDS: Final = "|".join(sorted((word for word in _SCALES if len(word) > 1), key=len, reverse=True))
SCALE: Final = rf"\s{{0,2}}(?i:{_WORDS})\.?(?!\w)"
# "12K" is twelve thousand, "12 K" a temperature; "5m" are metres, and "$5m" millions.
_SCALED: Final = re.compile(rf"{SCALE}|[kKM](?!\w)")
_SCALED_MONEY: Final = re.compile(r"[mMbB](?![\w²³])")
# An amount in brackets is owed.
_OWED: Final = re.compile(r"\(([^\w()]{0,3}\d[\d.,\s'’\u00a0\u202f]{0,30}[^\w()]{0,3})\)")
# "CK-12", "B12"; "4711-18P", "3 - 5", "12AB34".
_CODED: Final = re.compile(r"[A-Za-z][-_/]?\Z")
_CODED_ON: Final = re.compile(
    r"\s?(?:-|–|—|\bto\b|\bbis\b|\bà\b|\bhasta\b)\s?[$€£¥]?\s?\d|[A-Za-z]{1,6}\d|-[A-Z]{1,4}\d", re.IGNORECASE
)


def plain_digits(text: str) -> str:
    """Return *text* with the digits of every script as 0 to 9."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text.replace("٫", ".").replace("٬", ","))


def number(text: str, *, machine: bool = False) -> Decimal | None:
    """Return the number that *text* is, nothing but it; None otherwise. *machine*: written by a program."""
    text = plain_digits(text.strip())[:_MAX_DIGITS]
    sign = -1 if text[:1] in {"-", "\u2212"} else 1
    bare = text.lstrip("+-\u2212").strip()
    if machine and _MACHINE.fullmatch(bare):
        return _decimal(bare, sign)
    if not _FOUND.fullmatch(bare):
        return None
    return _decimal(_normal(_BLANKS.sub("", bare)), sign)


def first_number(text: str, *, machine: bool = False) -> Decimal | None:
    """Return the first number among the words of *text*."""
    text = _without_fractions(plain_digits(text[:_MAX_TEXT]))
    match = _FOUND.search(text)
    return _apply_sign(text, match, machine=machine) if match is not None else None


def amount(text: str, *, machine: bool = False) -> Decimal | None:
    """Return the one amount that *text* says: "1.2 million", "12K", "(3,400)" is less than nothing.

    None for two of them ("3-5 days") and for what is a code and no amount ("CK-12", "4711-18P").
    """
    text = _without_fractions(plain_digits(text.strip()[:_MAX_TEXT]))
    if (owed := _OWED.fullmatch(text)) is not None:
        inner = amount(owed.group(1))
        return -inner if inner is not None and inner > 0 else inner
    match = _FOUND.search(text)
    if match is None or _CODED.search(text[: match.start()]) or _CODED_ON.match(text, match.end()):
        return None
    value = _apply_sign(text, match, machine=machine)
    return value * scale_at(text, match.end())[0] if value is not None else None


def scale_at(text: str, at: int, *, is_money: bool = False) -> tuple[Decimal, int]:
    """Return by what a number that ends *at* is to be multiplied, and where the word that says so ends.

    *is_money*: it is an amount of money, of which "m" are millions.
    """
    match = _SCALED.match(text, at) or (_SCALED_MONEY.match(text, at) if is_money else None)
    return (_SCALES[match.group().strip(" .").lower()], match.end()) if match is not None else (Decimal(1), at)


def _apply_sign(text: str, match: re.Match[str], *, machine: bool) -> Decimal | None:
    negative = text[max(0, match.start() - 1) : match.start()] in {"-", "\u2212"} and not (
        match.start() > 1 and text[match.start() - 2].isalnum()
    )
    value = number(match.group(), machine=machine)
    return -value if value is not None and negative else value


def _without_fractions(text: str) -> str:
    """Return *text* with signs such as "½" as decimals."""
    for sign, value in _FRACTIONS.items():
        if sign in text:
            text = re.sub(rf"(\d)?\s?{sign}", lambda match, value=value: (match.group(1) or "0") + value, text, count=1)  # type: ignore[misc]
    return text


def written(value: Decimal) -> str:
    """Return *value* as a program writes it, without an exponent."""
    return format(value, "f")


def _normal(digits: str) -> str:
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and point >= 0:
        decimal = "," if comma > point else "."
        return digits.replace("." if decimal == "," else ",", "").replace(",", ".")
    sign = "," if comma >= 0 else "."
    if sign not in digits:
        return digits
    head, _, tail = digits.rpartition(sign)
    if digits.count(sign) > 1 or (len(tail) == _GROUP and head not in {"", "0"} and len(head) <= _GROUP):
        return digits.replace(sign, "")
    return f"{head or '0'}.{tail}"


def _decimal(digits: str, sign: int) -> Decimal | None:
    try:
        value = Decimal(digits)
    except InvalidOperation:
        return None
    return value * sign
