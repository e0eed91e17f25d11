"""Parts of an entry by what they are: how long it takes, an address of mail, a number to call.

Many lists show these without a label. One part of that kind in the one entry that is meant is the answer.
"""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.reading.asking import telling
from gossamer.features.interact.planner.skills.reading.looking import Answer
from gossamer.features.interact.planner.skills.reading.selecting import Row, nouns_of, rows_of
from gossamer.features.interact.planner.skills.reading.unfolding import row_of
from gossamer.features.interact.planner.wordsets import word_set

_TIME: Final = re.compile(
    r"\d{1,3}:\d{2}(?::\d{2})?|\d+(?:[.,]\d+)?\s?(?:s|sec|seconds?|mins?|minutes?|h|hrs?|hours?|nights?|days?|weeks?|"
    r"months?|years?)(?:\s\d{1,2}\s?(?:min|minutes?|m))?",
    re.IGNORECASE,
)
_MAIL: Final = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,100}")
_PHONE: Final = re.compile(r"\+?\d[\d ()/-]{5,20}\d")
_LONGEST: Final = 60


def part_asked(page: PageModel, phrase: Phrase) -> Answer | None:
    """Return the one part of the entry that is meant which is what is asked for; None when that is not one part."""
    kind = _kind(phrase)
    if kind is None:
        return None
    pattern, asking = kind
    nouns = nouns_of(page)
    about = [w for s in telling(phrase) for w in words(s) if w not in asking | _SIGNS and singular(w) not in nouns]
    lines = [r for r in rows_of(page) if r.cells and about and _says_all(r, about)]
    row = lines[0] if len(lines) == 1 else row_of(page, about) if about and not lines else None
    if row is None:
        return None
    found = _parts_of(row.element, pattern, asking)
    above = page.record(row.element.parent) if row.element.parent is not None else None
    if not found and not row.cells and above is not None:
        # The name that is said is a part of the entry itself.
        found = _parts_of(above, pattern, asking)
    return (found[0], (above or row.element).text) if len(found) == 1 else None


def _parts_of(entry: Element, pattern: re.Pattern[str], asking: frozenset[str]) -> list[str]:
    texts = [e.text for e in entry.walk() if e.text and not e.inside and len(e.text) <= _LONGEST]
    return list(dict.fromkeys(t for t in texts if pattern.fullmatch(t.strip()) or _has_label(t, asking, pattern)))


def _says_all(row: Row, about: Sequence[str]) -> bool:
    have = {stem(w) for w in words(row.text)}
    return all(stem(a) in have for a in about)


def takes_time(text: str) -> bool:
    """Return whether a text tells a length of time."""
    return _TIME.search(text) is not None


def asks_how_long(phrase: Phrase) -> bool:
    """Return whether a length of time is asked for."""
    return phrase.norms[:2] == ("how", "long")


def _kind(phrase: Phrase) -> tuple[re.Pattern[str], frozenset[str]] | None:
    norms = set(phrase.norms)
    if asks_how_long(phrase):
        return _TIME, word_set("how long last lasts take takes duration length")
    if phrase.norms[0] == "when" or phrase.norms[:2] in {("what", "time"), ("what", "day"), ("what", "date")}:
        return (_CLOCK if "time" in phrase.norms[:2] else _DAY), _HAPPENING
    if norms & {"email", "e-mail", "mail"} and phrase.norms[0] in _OPEN:
        return _MAIL, word_set("email e-mail mail address")
    if norms & {"phone", "telephone", "mobile"} and phrase.norms[0] in _OPEN:
        return _PHONE, word_set("phone telephone mobile number")
    return None


_SIGNS: Final = frozenset({"s"})
_CLOCK: Final = re.compile(r"\d{1,2}[:.]\d{2}(?:\s?[ap]m)?|\d{1,2}\s?[ap]m", re.IGNORECASE)
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_DAY: Final = re.compile(
    rf"\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|(?:[a-z]{{3,9}},? )?\d{{1,2}} {_MONTH}(?: \d{{4}})?|"
    rf"{_MONTH} \d{{1,2}}(?:, \d{{4}})?",
    re.IGNORECASE,
)
# What happens at a time; the entry says only when.
_HAPPENING: Final = word_set(
    "time day date run runs out expire expires expired end ends start starts begin begins happen happens take takes "
    "place open opens close closes leave leaves arrive arrives due valid until scheduled come comes coming go on at "
    "appointment booking visit meeting reservation lesson session event"
)
_OPEN: Final = word_set("what what's which tell give")


def _has_label(text: str, asking: frozenset[str], pattern: re.Pattern[str]) -> bool:
    """Return whether a text is a label for what is asked, and its value."""
    head, colon, rest = text.partition(":")
    return bool(colon) and bool(set(words(head)) & asking) and pattern.fullmatch(rest.strip()) is not None
