"""What only shows in the finished text.

Code is left to the letter: every substitution works on the prose between fenced blocks and
code spans.
"""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.charset import storable
from gossamer.content.markdown import definitions, pictures

_TICKS: Final = re.compile(r"(?<!\\)`+")
_RUN: Final = re.compile(r"`+")
# What may stand before a fence on its line: quotes, indentation, the marks of list items.
_CONTAINER: Final = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*\Z")
_SUSPECTS: Final = ("\\_", "&#160;", "\xa0", "\u200b", "\ufeff", "\xad", "\u2060", "</strong>", "</em>", " \n", "\t\n", "\n\n\n", "\\.")
_INVISIBLE: Final = ("\u200b", "\ufeff", "\xad", "\u2060")

# An underscore inside a word cannot open or close emphasis.
_WORD: Final = re.compile(r"(?<=[^\W_])\\_(?=[^\W_])")
# "4.9" starts no list: that takes a blank after the point.
_NUMBER: Final = re.compile(r"^([ \t>]*\d+)\\([.)])(?=\S)", re.MULTILINE)
# turbohtml writes HTML where a closing ** would not be read as one; punctuation outside it needs none.
_EMPHASIS: Final = re.compile(r"<(strong|em)>([^<>\n*_]*?[^<>\n*_\s:,.;!?])([:,.;!?]+)</\1>(?=\w)")
_EDGE_SPACE: Final = re.compile(r"[ \t\xa0]*(?:&#160;[ \t\xa0]*)+")
_TRAILING: Final = re.compile(r"[ \t]+(?=\n)")
_BLANK_LINES: Final = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def repair(text: str) -> str:
    """Return *text* with plain spaces, no invisible characters and no trailing blanks outside code."""
    text = definitions.joined(storable(text))
    if pictures.REMOVED in text:
        text = text.replace(f"({pictures.REMOVED}", f"(<{pictures.REMOVED}>")
    if any(suspect in text for suspect in _SUSPECTS):
        text = "".join(_mended(part) if prose else part for part, prose in _parts(text))
    return text.strip("\n").rstrip()


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield *text* in pieces, each with whether it is prose."""
    start = at = 0
    while opening := _TICKS.search(text, at):
        end = _end_of_code(text, opening)
        if end is None:
            at = opening.end()
            continue
        yield text[start : opening.start()], True
        yield text[opening.start() : end], False
        start = at = end
    yield text[start:], True


def _end_of_code(text: str, opening: re.Match[str]) -> int | None:
    ticks = opening.group()
    line = text.rfind("\n", 0, opening.start()) + 1
    if len(ticks) > 2 and _CONTAINER.match(text, line, opening.start()):  # noqa: PLR2004 - a fence has three
        return _end_of_fence(text, ticks, opening.end())
    line_end = text.find("\n", opening.end())
    at = opening.end()
    while closing := _RUN.search(text, at, line_end if line_end >= 0 else len(text)):
        if closing.group() == ticks:
            return closing.end()
        at = closing.end()
    return None


def _end_of_fence(text: str, ticks: str, at: int) -> int:
    while (found := text.find(ticks, at)) >= 0:
        line = text.rfind("\n", 0, found) + 1
        after = text[found + len(ticks) : found + len(ticks) + 1]
        if line >= at - len(ticks) and not text[line:found].strip(" \t>") and after in {"", "\n"}:
            return found + len(ticks)
        at = found + len(ticks)
    return len(text)


def _mended(text: str) -> str:
    if "\\" in text:
        text = _NUMBER.sub(r"\1\2", _WORD.sub("_", text))
    for character in _INVISIBLE:
        text = text.replace(character, "")
    if "</strong>" in text or "</em>" in text:
        text = _EMPHASIS.sub(_emphasised, text)
    if "&#160;" in text:
        text = _EDGE_SPACE.sub(_between, text)
    text = text.replace("\xa0", " ")
    if " \n" in text or "\t\n" in text:
        text = _TRAILING.sub("", text)
    return _BLANK_LINES.sub("\n\n", text) if "\n\n\n" in text else text


def _emphasised(match: re.Match[str]) -> str:
    mark = "**" if match.group(1) == "strong" else "*"
    return f"{mark}{match.group(2)}{mark}{match.group(3)}"


def _between(match: re.Match[str]) -> str:
    """Return a blank between words and nothing at the edge of a line."""
    text = match.string
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    return " " if before not in {"", "\n"} and after not in {"", "\n"} else ""
