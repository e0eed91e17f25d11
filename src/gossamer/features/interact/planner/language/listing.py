"""Steps that are written as a list, put into plain sentences.

"1. Choose x 2. Press Submit" and lines that begin with a dash are how test steps are written. The marks say in
which order things are done, and nothing of the page; a number that stays in a sentence would be looked for there.
"""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.features.interact.planner.language.tokens import tokens

_MARK: Final = re.compile(
    r"(?<!\S)(?:(?:step|#)[ ]?(\d{1,2})[.):\u2013-]?|\(?(\d{1,2})[.)])(?=\s)[ \t]*", re.IGNORECASE
)
_BULLET: Final = re.compile(r"^[ \t]*[-*\u2022\u2013\u2014][ \t]+", re.MULTILINE)
_ENDS: Final = ".!?;:,"
_LEADS: Final = (":", "\n", ".", ";")


def unlisted(text: str) -> str:
    """Return *text* without the marks of a list of steps, each step a sentence; as it is when it is no list."""
    marks = list(_marks(text))
    if len(marks) > 1:
        return _sentences(text, marks)
    if (lines := _values(text)) is not None:
        return lines
    bullets = [(m.start(), m.end()) for m in _BULLET.finditer(text)]
    return _sentences(text, bullets) if len(bullets) > 1 else text


_VALUE: Final = re.compile(r"[ \t]*(?:[-*\u2022][ \t]+)?([A-Za-z][\w /'-]{1,40}?)[ \t]*:[ \t]+(\S.*)")
# What stands before a colon and is no label of a form.
_NO_LABELS: Final = frozenset(
    [
        "first",
        "second",
        "third",
        "then",
        "next",
        "finally",
        "last",
        "also",
        "note",
        "please",
        "step",
        "task",
        "goal",
        "question",
        "answer",
        "instruction",
        "instructions",
        "important",
        "hint",
        "warning",
        "afterwards",
    ]
)


def _values(text: str) -> str | None:
    """Return lines as "Start date: 3 March" as what is to be set, the others as they are; None for fewer than two."""
    lines = [(line, _VALUE.fullmatch(line.rstrip())) for line in text.splitlines()]
    found = [m for _, m in lines if m is not None and m[1].split()[0].casefold() not in _NO_LABELS]
    if len(found) < _FEWEST or (lines[0][1] is None and not _LEAD.fullmatch(lines[0][0].strip())):
        return None
    lines = [(line, m) for line, m in lines if not _LEAD.fullmatch(line.strip())]
    return "\n".join(_setting(m[1], m[2]) if m is not None and m in found else line for line, m in lines)


def _setting(label: str, value: str) -> str:
    """Return "Set the start date to 3 March." of a line; what is not one date, number or quotation is a quotation."""
    plain = value.rstrip(".") if value.count(".") == 1 or " " not in value else value
    one = tokens(plain)
    said = plain if len(one) == 1 and one[0].kind != "word" else f'"{plain.replace(chr(34), chr(39))}"'
    return f"Set the {label[:1].lower()}{label[1:]} to {said}."


_FEWEST: Final = 2
_LEAD: Final = re.compile(
    r"(?:please )?(?:fill (?:in|out)|complete|enter|set|use|with)(?: (?:in|out|the|this|these|following|form|fields?|"
    r"values?|details?|data)){0,5}[ ]?:?|",
    re.IGNORECASE,
)


def _marks(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the numbers 1, 2, 3, … of a list begin and end; the first stands where a list may begin."""
    literal = [(t.start, t.end) for t in tokens(text) if t.kind in {"quote", "list"}]
    number = 1
    for match in _MARK.finditer(text):
        if int(match[1] or match[2]) != number or any(a <= match.start() < b for a, b in literal):
            continue
        before = text[: match.start()].rstrip(" \t")
        if number == 1 and before and not before.endswith(_LEADS):
            return
        yield match.start(), match.end()
        number += 1


def _sentences(text: str, marks: list[tuple[int, int]]) -> str:
    """Return the steps one after the other; what leads to the list ("Steps:") stays a sentence of its own."""
    ends = [start for start, _ in marks[1:]] + [len(text)]
    steps = [text[: marks[0][0]], *(text[mark[1] : end] for mark, end in zip(marks, ends, strict=True))]
    kept = [step.strip() for step in steps if step.strip(" \t\n" + _ENDS)]
    return "\n".join(step if step.endswith(tuple(_ENDS)) else step + "." for step in kept)
