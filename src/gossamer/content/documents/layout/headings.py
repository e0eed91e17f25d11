"""Headings: a score of the evidence that a paragraph is one, and their levels.

All evidence is relative to the document: its usual size, and the room between its lines. None of it decides
alone: a larger size, a bold face, a section's number and room above speak for a heading; signs of a formula,
the end of a sentence, a small first letter and length speak against it.
"""

from collections.abc import Mapping
from math import log
from statistics import median
from typing import Final

from gossamer.content.documents.layout.paragraphs import SECTION, Paragraph
from gossamer.content.documents.layout.style import Style
from gossamer.content.documents.layout.words import words_share

_MAX: Final = 200
_MAX_LINES: Final = 4
# Sizes beyond count as these, and rooms in heights of the text.
_SMALLEST, _LARGEST = log(0.75), log(2.2)
_MOST_ROOM: Final = 2.0
# So many characters of text after it, or more.
_LED_TO: Final = 60
_SENTENCE: Final = (".", ",", ";")
# The weight of each evidence: a logistic model of papers, reports and slides, with rounded weights.
_WEIGHTS: Final[Mapping[str, float]] = {
    "size": 7,
    "is_bold": 2.5,
    "is_numbered": 2.5,
    "words": 3,
    "signs": -4,
    "room": 0.5,
    "leads_to_text": 1,
    "further_lines": -0.5,
    "hundreds_of_characters": -2,
    "ends_sentence": -1.5,
    "begins_small": -1.5,
    "is_listed": -2,
}
_REQUIRED: Final = 5.6


def heading_level(
    paragraph: Paragraph, before: Paragraph | None, following: Paragraph | None, style: Style
) -> int | None:
    """Return the level of *paragraph* as a heading, None when it is none."""
    text = paragraph.text.strip()
    if not any(map(str.isalnum, text)) or len(text) > _MAX or len(paragraph.rows) > _MAX_LINES:
        return None
    evidence = _evidence(paragraph, before, following, style)
    if sum(weight * evidence[name] for name, weight in _WEIGHTS.items()) < _REQUIRED:
        return None
    number = SECTION.match(text)
    depth = number["number"].rstrip(".").count(".") if number else 0
    return style.level(_font_size(paragraph)) or min(len(style.headings) + 1 + depth, 6)


def _evidence(
    paragraph: Paragraph, before: Paragraph | None, following: Paragraph | None, style: Style
) -> Mapping[str, float]:
    text, rows = paragraph.text.strip(), paragraph.rows
    number = SECTION.match(text)
    words = words_share(text[number.end() :] if number else text)
    room = (rows[0].top - before.rows[-1].bottom) / rows[0].size if before else _MOST_ROOM / 2
    beside = [other for other in (before, following) if other is not None]
    return {
        "size": min(max(log(style.times(_font_size(paragraph)) or 1.0), _SMALLEST), _LARGEST),
        "is_bold": all(row.bold for row in rows),
        "is_numbered": 0.0 if number is None else 0.5 if number["number"].isdigit() else 1.0,
        "words": words,
        # Most of a formula is no words.
        "signs": max(0.0, 1 - 2 * words),
        "room": min(max(room, 0.0), _MOST_ROOM),
        "leads_to_text": min(len(following.text) / _LED_TO, 1.0) if following else 0.5,
        "further_lines": len(rows) - 1,
        "hundreds_of_characters": len(text) / 100,
        "ends_sentence": text.endswith(_SENTENCE),
        "begins_small": text[0].islower(),
        # Among its like it is an entry of a list.
        "is_listed": number is not None and any(other.is_marked for other in beside),
    }


def _font_size(paragraph: Paragraph) -> float:
    return median(row.font_size for row in paragraph.rows)
