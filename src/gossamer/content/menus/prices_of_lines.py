"""Prices in the lines of a menu: with a currency, or as bare numbers where the page writes none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.locales import words
from gossamer.content.menus.dishes import Amount
from gossamer.content.page_model.model import OutlineLine
from gossamer.content.values import prices

# A price without its currency, as menus print them: at the end of a line, or as a line of its own.
_BARE: Final = re.compile(r"(?:^|(?<=[\s·…/|])|(?<=[^\d]\.))(\d{1,3}(?:[.,]\d{1,2})?)(?=\s*(?:,-)?\s*$|\s*[/|]\s*\d)")
_ENDS: Final = " .·…-–—:|*+/,()\t"  # noqa: RUF001 - as menus have them
_BRACKETS: Final = re.compile(r"\(\s*\)")
_SENTENCE: Final = re.compile(r"[.!?。]\s*\Z")
_UNIT: Final = re.compile(r"\s*(?:/|\bper\b)\s*([^\W\d_]+)")
_MOST_WORDS_OF_NO_SENTENCE: Final = 5
_MOST_AFTER: Final = 24
_MOST_LABEL: Final = 30
_SIZE_WORDS: Final = re.compile(r"\d+(?:[.,/]\d+)?|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A line of the outline: the *words* that are no price and no size, and its *amounts*."""

    words: str
    amounts: tuple[Amount, ...] = ()


def price_lines(lines: Sequence[OutlineLine]) -> list[PricedLine]:
    """Return *lines* with their prices; bare numbers count where the page prints more of them than of others."""
    priced_lines = [_read_line(line.text) for line in lines]
    bare = [_bare(line.text) if not line.part and not line.level else None for line in lines]
    if sum(bool(priced_line.amounts) for priced_line in priced_lines) >= sum(
        priced_line is not None for priced_line in bare
    ):
        return priced_lines
    return [priced_line or other for priced_line, other in zip(bare, priced_lines, strict=True)]


def _read_line(text: str) -> PricedLine:
    amounts = prices.prices(text)
    spans = list(_spans(text, [price.printed for price in amounts]))
    if not spans or _is_told(text, spans):
        return PricedLine(" ".join(text.split()))
    return _split(text, spans, [(float(price.amount), price.currency, price.printed) for price in amounts])


def _is_told(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Return whether the prices stand in a sentence, come on top of one, or are those of a time."""
    (first, _), (_, last) = spans[0], spans[-1]
    after = text[last:]
    return (
        (_SENTENCE.search(text) is not None and len(text.split()) > _MOST_WORDS_OF_NO_SENTENCE)
        or (len(after.strip(_ENDS)) > _MOST_AFTER and bool(text[:first].strip(_ENDS)))
        or text[:first].rstrip().endswith("+")
        or ((unit := _UNIT.match(after)) is not None and not is_size(unit[1]))
    )


def _bare(text: str) -> PricedLine | None:
    matches = list(_BARE.finditer(text))
    if not matches:
        return None
    spans = [match.span(1) for match in matches]
    return _split(text, spans, [(float(match[1].replace(",", ".")), "", "") for match in matches])


def _spans(text: str, printed: Sequence[str]) -> Iterator[tuple[int, int]]:
    start = 0
    for amount in printed:
        at = text.find(amount, start)
        if at < 0:
            return
        start = at + len(amount)
        yield at, start


def _split(text: str, spans: Sequence[tuple[int, int]], amounts: Sequence[tuple[float, str, str]]) -> PricedLine:
    """Return a line whose words before each price are its size, or else the name."""
    names: list[str] = []
    line_amounts: list[Amount] = []
    end = 0
    for (start, stop), (value, currency, printed) in zip(spans, amounts, strict=False):
        before = _clean(text[end:start])
        name, label = _split_size(before)
        names.append(name)
        line_amounts.append(Amount(value, currency, printed, label))
        end = stop
    after = _clean(text[end:])
    if after and not any(names):
        names.append(after)
    elif after and is_size(after) and not line_amounts[-1].label:
        line_amounts[-1] = Amount(line_amounts[-1].value, line_amounts[-1].currency, line_amounts[-1].printed, after)
    elif after:
        names.append(after)
    return PricedLine(" ".join(filter(None, names)), tuple(line_amounts))


def _split_size(text: str) -> tuple[str, str]:
    """Return *text* as a name and the size at its end, either of which may be empty."""
    parts = text.split()
    for at in range(max(0, len(parts) - 3), len(parts)):
        label = " ".join(parts[at:])
        if is_size(label.strip("()")):
            return _clean(" ".join(parts[:at])), label.strip("()")
    return text, ""


def is_size(text: str) -> bool:
    """Return whether *text* says how much of something there is: "0,3 l", "S", "half dozen", "Glass"."""
    size_words = _SIZE_WORDS.findall(text.lower())
    sizes = words("menus", "sizes")
    return (
        0 < len(text) <= _MOST_LABEL
        and any(not word[0].isdigit() for word in size_words)
        and all(word[0].isdigit() or word in sizes for word in size_words)
    )


def _clean(text: str) -> str:
    return _BRACKETS.sub("", " ".join(text.split())).strip(_ENDS.replace("(", "").replace(")", ""))
