"""The part of a text that says most about what was asked for, and its words in it."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from gossamer.core.searches import Terms
from gossamer.core.word_folding import written

_LENGTH: Final = 240
# A sentence that begins so shortly before is begun with.
_SENTENCE: Final = 80
# Of very long texts the beginning is enough to choose from.
_LOOKED_AT: Final = 40_000


def snippet(text: str, pieces: Sequence[Sequence[str]], *, length: int = _LENGTH) -> str:
    """Return about *length* characters of *text*, on one line, with as many of *pieces* (folded words) as can be.

    The beginning of the text where none of them is in it.
    """
    text = text[:_LOOKED_AT]
    sought_parts = {word for piece in pieces for word in piece}
    places = [(begin, end, parts) for begin, end, parts in written(text) if not sought_parts.isdisjoint(parts)]
    start = _best_start(places, length) if places else 0
    return _cut(text, _sentence_start(text, start), length)


def emphasise_terms(text: str, terms: Terms) -> str:
    """Return *text* with the words of *terms* in Markdown's `**`."""
    sought = (*terms.words, *terms.phrases, *terms.in_title, *(term for group in terms.any_of for term in group))
    sought_parts = {part for term in sought for _, _, parts in written(term) for part in parts}
    marked: list[str] = []
    at = 0
    for begin, end in _join_places(
        (begin, end) for begin, end, parts in written(text) if not sought_parts.isdisjoint(parts)
    ):
        marked += [text[at:begin], "**", text[begin:end], "**"]
        at = end
    return "".join((*marked, text[at:]))


def _join_places(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return places with those that have only a blank between them as one."""
    joined: list[tuple[int, int]] = []
    for begin, end in places:
        if joined and begin - joined[-1][1] <= 1:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return joined


def _best_start(places: Sequence[tuple[int, int, Sequence[str]]], length: int) -> int:
    """Return the beginning of the stretch of *length* in which most of the different words stand."""
    ends = [end for _, end, _ in places]
    best, best_value = places[0][0], 0.0
    for number, (begin, _, _) in enumerate(places):
        last = bisect_left(ends, begin + length)
        inside = places[number : last + 1]
        value = len({part for _, end, parts in inside if end <= begin + length for part in parts}) + len(inside) / 100
        if value > best_value:
            best, best_value = begin, value
    return best


def _sentence_start(text: str, at: int) -> int:
    before = text[max(0, at - _SENTENCE) : at]
    ends = [before.rfind(sign) + len(sign) for sign in ("\n", ". ", "! ", "? ", "。") if sign in before]
    if ends:
        return at - len(before) + max(ends)
    if at <= _SENTENCE:
        return 0
    # No sentence begins near: a few words before, whole ones.
    blank = text.find(" ", max(0, at - _SENTENCE // 2), at)
    return at if blank < 0 else blank + 1


def _cut(text: str, start: int, length: int) -> str:
    end = start + length
    if end < len(text):
        blank = text.rfind(" ", start + length // 2, end)
        end = blank if blank > 0 else end
    sought = " ".join(text[start:end].split())
    head = "… " if start > 0 and text[start - 1 : start] not in {"\n", ""} and not sought[:1].isupper() else ""
    return head + sought + (" …" if end < len(text.rstrip()) else "")
