# ruff: noqa: E501, RUF001 - words of many languages and signs that pages use
"""Whether words cut out of a line are a phrase of their own, or a piece of one: "Oku Trio" and "Trio and"."""

import re
from typing import Final

from gossamer.content.text.names import word_set
from gossamer.features.understanding.supporting.said import Found

_CLOSES: Final = re.compile(
    r"\s*(?:\Z|[,;:|·•!?…/–—→<*)\]\"”»’\u3000-\u303f\uff00-\uffef]|\.(?:\s|\Z|\W)|\(|\[|-\s|'s\b)"
)
_BEFORE: Final = re.compile(
    r"(?:\A[^\w\s]{0,2}|[,;:|·•.!?…/–—→>*#№()\[\]\"“„«‘\u3000-\u303f\uff00-\uffef]|\s-|\A\(?\d{1,2}:\d\d(?::\d\d)?\)?)\s*\Z"
)
_NEXT: Final = re.compile(r"\A\s?(&\s|[^\W_]+)")
_LAST: Final = re.compile(r"(?:([.!?]\s|\A)?)([^\W_]+|&)\s\Z")
_OF_MORE: Final = re.compile(r"\s(?:of|de|von|du|della|van)\s(?:the\s)?[A-ZÀ-Þ]")
_TOKEN: Final = re.compile(r"[^\W_]+")
_MANY: Final = 8
_AROUND: Final = 40
_SHORT: Final = 3
# Of English, German, French, Spanish, Italian, Dutch: what no phrase ends with, and hardly one begins with.
SMALL: Final = word_set(
    "a an the of to in on at by for from with and or but as is are was were be been has have had will would can could not "
    "we you he she it they our your his her its their this that these those who which what where when how about into than "
    "under over after before between through during within without against among per via both each some any "
    "der die das den dem des ein eine einer und oder mit von vom zu zum zur im am an auf bei für ist sind wir sie ihr nach "
    "le la les un une du des et ou de d l à au aux en par pour avec sur est sont nous vous "
    "el los las una y o del al por para con es son il lo gli e di da dal nel per het een en van op te voor met"
)
_LEADING: Final = word_set("the a an le la les l el los las il lo gli der die das de het")
_ROLES: Final = word_set("ceo cto cfo coo cmo dr mr mrs ms prof sir chef professor doctor president frau herr by")


def says_something(text: str) -> bool:
    """Return whether there is a word in *text* that is more than a small one."""
    tokens = _TOKEN.findall(text)
    return not tokens or not text.isascii() or any(one.casefold() not in SMALL or one.isupper() for one in tokens)


def is_loose(text: str) -> bool:
    """Return whether *text* begins or ends with a word that leads to, or hangs on, what is not there: "to Scarra"."""
    tokens = _TOKEN.findall(text)
    if not tokens or len(tokens) >= _MANY:
        return False
    first, last = tokens[0].casefold(), tokens[-1].casefold()
    return (first in SMALL and first not in _LEADING and tokens[0].islower()) or (
        last in SMALL and tokens[-1].islower()
    )


def is_clause(found: Found) -> bool:
    """Return whether it is parted from the rest of its line on both sides, by signs or as an element of its own."""
    line, start, end = found.line.text, found.start, found.end
    around = [(one.start, one.end) for one in found.line.outlined.claims]
    around += [(one.start, one.end) for one in found.line.outlined.elements]
    if any(first == start and last - end in {0, 1} for first, last in around):
        return True
    # "<b>Jean Sibelius</b> Luonnotar <i>9'</i>": what stands between two elements is a clause, a piece of one is none.
    is_piece = any(first <= start and end <= last for first, last in around)
    apart = [] if is_piece else around
    begins = _BEFORE.search(line[max(0, start - _AROUND) : start]) or any(start - last in {0, 1} for _, last in apart)
    ends = _CLOSES.match(line, end) or any(first - end in {0, 1} for first, _ in apart)
    return bool(begins and ends)


def is_enumerated(found: Found) -> bool:
    """Return whether small words or signs stand on both sides of it: "credit card" in "By credit card or PayPal"."""
    before = _LAST.search(found.line.text[max(0, found.start - _AROUND) : found.start])
    behind = _NEXT.match(found.line.text[found.end : found.end + _AROUND])
    begins = _BEFORE.search(found.line.text[max(0, found.start - _AROUND) : found.start]) or (
        before and before.group(2).casefold() in SMALL
    )
    ends = _CLOSES.match(found.line.text, found.end) or (behind and behind.group(1).casefold() in SMALL)
    return bool(begins and ends)


def is_phrase(found: Found) -> bool:
    """Return whether it is a clause, a long piece of text, or a name with nothing of it left out."""
    if is_clause(found):
        return True
    line, start, end = found.line.text, found.start, found.end
    tokens = _TOKEN.findall(line[start:end])
    if not any(one.lower() != one.upper() for one in _TOKEN.findall(line)) or len(tokens) >= _MANY:
        return True
    if not tokens or tokens[-1].casefold() in SMALL or (tokens[0].casefold() in SMALL and not tokens[0][0].isupper()):
        return False
    return _is_proper(tokens[0]) and _is_proper(tokens[-1]) and not _is_piece_of_name(line, start, end, tokens)


def _is_proper(token: str) -> bool:
    return any(map(str.isdigit, token)) or not token[0].islower() or any(map(str.isupper, token))


def _is_piece_of_name(line: str, start: int, end: int, tokens: list[str]) -> bool:
    """Return whether one word was cut out of a name of several: "Trio" of "Oku Trio", "Muller" of "Muller & Sons"."""
    if len(tokens) > 1 or not tokens[0][0].isalpha():
        return False
    behind = _NEXT.match(line[end : end + _AROUND])
    if _OF_MORE.match(line[end : end + _AROUND]):
        return True
    if behind is not None and (behind.group(1) == "& " or (behind.group(1)[0].isupper() and behind.group(1).isalpha())):
        return True
    before = _LAST.search(line[max(0, start - _AROUND) : start])
    if before is None or before.group(1) is not None or before.group(2).casefold() in _ROLES:
        return False
    word = before.group(2)
    is_code = word.isupper() and len(word) <= _SHORT
    return word == "&" or (word[0].isupper() and word.isalpha() and not is_code)
