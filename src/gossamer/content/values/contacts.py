"""E-mail addresses, telephone numbers and ratings among words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from gossamer.content.values.numbers import number, plain_digits

EMAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])")
PHONE: Final = re.compile(r"(?<![\w./-])\+?\(?\d[\d\s().\u00a0/-]{5,22}\d(?![\w/-])")
# "0113 496 0200 (24 hours)".
_UNCLOSED: Final = re.compile(r"\s?\([^()]*\Z")
_YEARS: Final = re.compile(r"(?:19|20)\d\d\s?[-/]\s?(?:19|20)\d\d")
_RATING: Final = re.compile(
    r"(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:/|out\sof|of|von|sur|de|su|van|av|z|из|iz)\s?(\d{1,3})\b", re.IGNORECASE
)
# "4.5 stars", "★ 4.6".
_STARS: Final = re.compile(
    r"(?<![\w.,])(\d(?:[.,]\d{1,2})?)\s?(?:stars?\b|sterne\b|étoiles\b|estrellas\b|stelle\b|[★⭐])|[★⭐]{1,5}\s?(\d[.,]\d{1,2})(?![\w.,])",
    re.IGNORECASE,
)
_FEWEST: Final = 7
_MOST: Final = 15
_MOST_STARS: Final = 40


@dataclass(frozen=True, slots=True)
class RatingValue:
    """*value* on a scale that ends at *best*; None when the scale is not said."""

    value: Decimal
    best: Decimal | None = None


def email(text: str) -> str | None:
    """Return the first e-mail address of *text* or of a mailto: address."""
    return next(emails(text), None)


def emails(text: str) -> Iterator[str]:
    """Yield the e-mail addresses of *text* or of a mailto: address."""
    return (match.group().strip(".") for match in EMAIL.finditer(text[:5_000].removeprefix("mailto:")))


def phone(text: str) -> str | None:
    """Return the first telephone number of *text*, as it is written."""
    return next(phones(text), None)


def phones(text: str) -> Iterator[str]:
    """Yield the telephone numbers of *text*, as they are written."""
    for match in PHONE.finditer(plain_digits(text[:2_000]).removeprefix("tel:")):
        if _FEWEST <= sum(sign.isdigit() for sign in match.group()) <= _MOST and not _YEARS.fullmatch(match.group()):
            yield _UNCLOSED.sub("", match.group()).strip()


def rating(text: str) -> RatingValue | None:
    """Return the rating that *text* gives: "4.5", "4,5/5", "4.5 out of 5 stars"."""
    text = plain_digits(text.strip()[:200])
    if match := _RATING.search(text):
        value, best = number(match.group(1)), number(match.group(2))
        return RatingValue(value, best) if value is not None and best and value <= best else None
    if match := _STARS.search(text):
        value = number(match.group(1) or match.group(2))
        return RatingValue(value) if value is not None else None
    value = number(text, machine=True)
    return RatingValue(value) if value is not None else None


def find_rating(text: str) -> str | None:
    """Return the words of *text* that say a rating with its scale, or in stars: "4.5 out of 5", "4.5 stars"."""
    written = _RATING.search(text[:200]) or _STARS.search(text[:200])
    return written.group() if written is not None and rating(written.group()) is not None else None


def only_rated(text: str) -> str | None:
    """Return *text* when it says a rating and hardly anything else."""
    return text if len(text) <= _MOST_STARS and find_rating(text) is not None else None
