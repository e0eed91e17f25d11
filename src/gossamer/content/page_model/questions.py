"""Questions with their answers as pages show them: under headings, in boxes that open, as terms with definitions.

A question stands alone, is made to stand out, and ends with a question mark; its answer is what follows up to the next
question or heading. What opens, or is a term, needs no question mark where another one made like it has one. One alone
is a figure of speech more often than a question, so there have to be several that are made alike, unless the page
itself pairs it with its answer.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.model import Fact, Record, RecordList

NAMES: Final = frozenset({"faq", "question"})
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# A button is read only where it opens something.
_PAIRED: Final = frozenset({"summary", "dt", "button"})
_STANDING_OUT: Final = frozenset({*_HEADINGS, *_PAIRED, "legend", "b", "strong"})
_CALLED: Final = frozenset({"question", "questions", "faq", "q", "accordion", "toggle"})
_ENDS: Final = ("?", "？", "؟")  # noqa: RUF001
_ASKS: Final = re.compile(r"\A(?:Q|F|P|Question|Frage|Pregunta|Domanda) ?\d{0,3} ?[.:)] +", re.IGNORECASE)
_ANSWERS: Final = re.compile(r"\A(?:A|R|Answer|Antwort|Réponse|Respuesta|Risposta) ?\d{0,3} ?[.:)] +", re.IGNORECASE)
_SHORTEST: Final = 6
_LONGEST: Final = 250
_MOST_LINES: Final = 30
_MOST_ANSWER: Final = 4_000
_MOST: Final = 500
_UP: Final = 5
_FEWEST: Final = 2


@dataclass(slots=True)
class _Found:
    text: str
    quote: str
    box: LayoutBox
    made: str
    is_paired: bool
    asks: bool
    answer: list[str] = field(default_factory=list)


def read_questions(layout: Layout) -> RecordList | None:
    """Return the questions that the page answers, each with its answer; None when it has none."""
    questions = [question for question in _find_questions(layout) if question.answer]
    alike = Counter(question.made for question in questions if question.asks)
    several = [question for question in questions if alike[question.made] >= (1 if question.is_paired else _FEWEST)][
        :_MOST
    ]
    if not several:
        return None
    records = tuple(_record(question, number) for number, question in enumerate(several, 1))
    return RecordList("questions and answers", layout.heading(several[0].box), records, NAMES)


def _find_questions(layout: Layout) -> Iterator[_Found]:
    """Yield the questions of the page, in its order, each with the lines that follow it."""
    last: _Found | None = None
    for _, box, line in layout.all_lines():
        around = _around(layout, box, line)
        question = _question(layout, around, line)
        if question is not None or _HEADINGS & {outer_box.tag for outer_box in around}:
            if last is not None:
                yield last
            last = question
        elif last is not None and not box.around and len(last.answer) < _MOST_LINES:
            last.answer.append(line)
    if last is not None:
        yield last


def _around(layout: Layout, box: LayoutBox, line: str) -> Sequence[LayoutBox]:
    """Return the boxes that say *line* and nothing else, from the innermost."""
    return list(takewhile(lambda around: layout.short(around, _LONGEST) == line, box.upward(_UP)))


def _question(layout: Layout, around: Sequence[LayoutBox], line: str) -> _Found | None:
    asks = _ASKS.match(line)
    if not around or around[0].around or not _SHORTEST <= len(line) <= _LONGEST:
        return None
    tags = {box.tag for box in _inside(around)}
    is_paired = bool(tags & _PAIRED)
    if not is_paired and not line.endswith(_ENDS):
        return None
    if any(box.tag == "a" and not (box.element.attr("href") or "#").startswith("#") for box in _inside(around)):
        # It leads to where it is answered.
        return None
    names = frozenset().union(*(layout.names(box) for box in around))
    if asks is None and not tags & _STANDING_OUT and not names & _CALLED:
        return None
    outer = around[-1]
    kind = " ".join([outer.tag, *sorted(layout.names(outer))])
    text = line[asks.end() :] if asks is not None else line
    return _Found(text, line, outer, kind, is_paired, line.endswith(_ENDS))


def _inside(around: Sequence[LayoutBox]) -> Iterator[LayoutBox]:
    """Yield *around* and the first boxes in the innermost, which may be what makes it bold."""
    yield from around
    inner = around[0].boxes[:1]
    while inner:
        yield inner[0]
        inner = inner[0].boxes[:1]


def _record(question: _Found, number: int) -> Record:
    answer = _ANSWERS.sub("", " ".join(question.answer))[:_MOST_ANSWER]
    place = f"question {number}"
    cells = {
        "question": Fact("question", question.text, place, quote=question.quote),
        "answer": Fact("answer", answer, f"answer to {place}", quote=answer),
    }
    return Record(cells, f"{question.quote} {answer}", place=place)
