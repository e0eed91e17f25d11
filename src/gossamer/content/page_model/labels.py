"""Labels: texts that can be one, and lines such as "Label: value".

A label is short and has a letter; what ends like a sentence, is a number or opens an address is none. Every pattern
here is anchored and looks at texts of bounded length.
"""

import re
from collections.abc import Set as AbstractSet
from typing import Final

from gossamer.content.locales import pattern, words

MOST_LABEL: Final = 80
MOST_VALUE: Final = 1_000
_MOST_WORDS: Final = 8
_MOST_WORDS_OF_LINE: Final = 6
_COLON: Final = re.compile(r"\s*[:：]\s*")  # noqa: RUF001
_EDGES: Final = " \t\u00a0:：*•·-–—|►▸✓"  # noqa: RUF001
# "Item# 59370", "Art.-Nr. 12-345": a number without a colon.
_NUMBERED: Final = pattern("page_model", "labels", "numbered")
_SENTENCE_END: Final = (".", "!", "?", "。", "！", "？", ",", ";", "、")  # noqa: RUF001
_LETTER: Final = re.compile(r"[^\W\d_]")
_LABELLING: Final = words("page_model", "labels", "labelling")
# Names of a label that may also head a part of the page.
_HEADING: Final = frozenset({"title", "heading", "head", "header", "caption"})
_VALUING: Final = words("page_model", "labels", "valuing")
_PAIRING: Final = words("page_model", "labels", "pairing")


def label(text: str) -> str:
    """Return *text* as a label, without its colon; empty when it cannot be one."""
    stripped = text.strip(_EDGES)
    if not 0 < len(stripped) <= MOST_LABEL or not _LETTER.search(stripped):
        return ""
    if stripped.endswith(_SENTENCE_END) and not stripped.endswith("No."):
        stripped = stripped.rstrip("?") if stripped.endswith("?") and stripped.count(" ") < _MOST_WORDS else ""
    return stripped if stripped.count(" ") < _MOST_WORDS and "://" not in stripped else ""


def split(line: str) -> tuple[str, str] | None:
    """Return label and value of a line "Label: value", or None."""
    numbered = _NUMBERED.match(line[:MOST_LABEL])
    if numbered is not None:
        return numbered.group(1).rstrip(" .:"), numbered.group(2)
    # Looked for in the beginning only, so a line without one costs nothing.
    match = _COLON.search(line[: MOST_LABEL + 4])
    if match is None or match.start() == 0 or match.end() >= len(line) or len(line) > MOST_VALUE:
        return None
    named, value = label(line[: match.start()]), line[match.end() :].strip()
    if not named or not value or named.count(" ") >= _MOST_WORDS_OF_LINE:
        return None
    # "12:30", "https://": without a blank behind it a colon between digits or before slashes labels nothing.
    tight = match.group() in {":", "："}  # noqa: RUF001
    if tight and (value.startswith(("/", "\\")) or (line[match.start() - 1].isdigit() and value[0].isdigit())):
        return None
    return named, value


# "VAT ID: DE1425. Managing director: Dr. Weil.": behind a full stop a short label begins another pair.
_NEXT: Final = re.compile(r"(?<=[\w)])\.\s(?=[^\W\d_][^:.!?]{1,40}:\s)")
# "Prep time: 15 minutes | Cook time: 35 minutes", "Freehold · EPC rating: C".
_PARTED: Final = re.compile(r"\s[|·•‧/]\s|\s{0,3}[|·•]\s{0,3}(?=[^\W\d_][^:|·•]{1,40}:\s)")
_COUNTED: Final = re.compile(r"(\d{1,3}(?:[.,]\d{3})?)\s([^\W\d_]{3,20}(?:\s[^\W\d_]{3,20})?)")
_SERVED: Final = pattern("page_model", "labels", "served")
# "MIT. Last updated on 7 May 2026.": a value of a word or two ends where a sentence begins.
_FIRST: Final = re.compile(r"([^\s.:!?]+(?:\s[^\s.:!?]+){0,2})\.\s(?=[A-ZÄÖÜÉ][^\W\d_]{2,})")
_SHORTEST_LAST: Final = 3
_ABBREVIATED: Final = words("page_model", "labels", "abbreviated")


def sentences(line: str) -> list[str]:
    """Return the parts of *line* that begin with labels of their own; all of it, when it has but one."""
    if ":" not in line and "：" not in line:  # noqa: RUF001
        parted = _PARTED.split(line)
        # "412 pages · ISBN 978-1-4028-9462-6"
        return parted if any(_NUMBERED.match(part[:MOST_LABEL]) is not None for part in parted) else [line]
    parted = _PARTED.split(line)
    labelled = [split(part) is not None for part in parted]
    # A value may be a list of such parts itself: "Genres: Drama · Crime".
    if len(parted) > 1 and (sum(labelled) > 1 or not labelled[0]):
        return [sentence for part in parted for sentence in sentences(part)]
    if line.count(":") <= 1:
        return _last(line)
    parts = _NEXT.split(line)
    return [part.rstrip(".") for part in parts] if len(parts) > 1 else parts


def _last(line: str) -> list[str]:
    """Return the sentence of *line* that has its only label, "EPC rating: C.", if one stands before it; else all."""
    before, *rest = _NEXT.split(line)
    last = before.rpartition(" ")[2].lower()
    is_end = len(rest) == 1 and len(last) >= _SHORTEST_LAST and last not in _ABBREVIATED
    return [before, rest[0].rstrip(".")] if is_end else [line]


def read_counts(line: str) -> list[tuple[str, str]]:
    """Return the counts of a line as label and figure: "3 bedrooms · 1 bathroom", "Serves 4".

    One thing that is counted alone is said of anything: "4 bedrooms".
    """
    parts = _PARTED.split(line) if len(line) <= MOST_VALUE else []
    counts = [(match.group(2), match.group(1)) for part in parts if (match := _COUNTED.fullmatch(part.strip()))]
    served = [match.groups() for part in parts if (match := _SERVED.fullmatch(part.strip()))]
    return [*(counts if len(counts) > 1 else []), *((named, figure) for named, figure in served)]


def brief(value: str) -> str:
    """Return *value* without the sentences that follow it, where it is itself no sentence but a word or two."""
    first = _FIRST.match(value)
    if first is None:
        return value
    last = first.group(1).rpartition(" ")[2]
    is_short = len(last) == 1 or last.lower() in _ABBREVIATED
    return value if is_short else first.group(1)


def labels_something(names: AbstractSet[str]) -> bool:
    """Return whether an element of these names says that it is a label."""
    return not names.isdisjoint(_LABELLING)


def is_described(names: AbstractSet[str], beside: AbstractSet[str]) -> bool:
    """Return whether these are the name of a thing and what is said of it, and no label with its value."""
    return "name" in names and not beside.isdisjoint({"desc", "description"})


def heads_something(names: AbstractSet[str]) -> bool:
    """Return whether an element of these names is a label where there are labels, else a heading."""
    return not names.isdisjoint(_HEADING)


def holds_value(names: AbstractSet[str]) -> bool:
    """Return whether an element of these names says that it is a value."""
    return not names.isdisjoint(_VALUING)


def holds_pairs(names: AbstractSet[str]) -> bool:
    """Return whether an element of these names says that it is, or is one of, labels and values."""
    return not names.isdisjoint(_PAIRING)
