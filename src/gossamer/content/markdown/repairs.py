"""What only shows in the finished text.

Code is left to the letter: every substitution works on the prose between fenced blocks and
code spans. A character is looked for with `str.find`: on text beyond Latin-1, `re` takes ten
times as long to find the same.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gossamer.content.charset import storable
from gossamer.content.markdown import definitions, emphasis, pictures, tables
from gossamer.content.occurrence import has, has_any, may_precede

# What may stand before a fence on its line: quotes, indentation, the marks of list items.
_CONTAINER: Final = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*\Z")
_ITEM: Final = re.compile(r"([ \t>]*)([-*+]|\d{1,9}[.)])[ \t]*")
_ESCAPED: Final = frozenset("_.)\\")
_LINE_END: Final = frozenset("\n")
_INVISIBLE: Final = ("\u200b", "\ufeff", "\xad", "\u2060")

# An underscore inside a word, or before its subscript in braces, cannot open emphasis, and the others are escaped.
_WORD: Final = re.compile(r"\\_(?<=[^\W_]\\_)(?=[^\W_]|\{)")
# A backslash escapes punctuation only.
_BACKSLASH: Final = re.compile(r"\\\\(?=[^\W_])")
# "4.9" starts no list: that takes a blank after the point.
_NUMBER: Final = re.compile(r"\\(?<=\d\\)(?=[.)]\S)")
_EDGE: Final = re.compile(r"&#160;(?:[ \t\xa0]|&#160;)*(\d{1,9}(?=[.)](?:\s|\Z)))?")
# What would begin a list, a heading or a quotation once nothing stands before it.
_MARK: Final = re.compile(r"(?:[-+*]|#{1,6})(?:\s|\Z)|>")
# Marks of quotes and items that stand before a text on its line, in characters.
_DEEP: Final = 60
_BLANK_LINES: Final = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def repair(text: str) -> str:
    """Return *text* with plain spaces, no invisible characters and no trailing blanks outside code."""
    text = emphasis.written(tables.aligned(definitions.joined(storable(text))))
    if pictures.REMOVED in text:
        text = text.replace(f"({pictures.REMOVED}", f"(<{pictures.REMOVED}>")
    blank_ends = has(text, " \n")
    if blank_ends:
        text = _without_empty_items(text)
    flaws = _Flaws.of(text, blank_ends=blank_ends)
    if flaws.any:
        text = "".join([_mended(part, flaws) if prose else part for part, prose in _parts(text)])
    return text.strip("\n").rstrip()


@dataclass(frozen=True, slots=True)
class _Flaws:
    """What the whole text has, were it prose: looked for once, not in each of its parts."""

    escapes: bool
    invisible: tuple[str, ...]
    entities: bool
    hard_blanks: bool
    trailing: bool
    gaps: bool

    @classmethod
    def of(cls, text: str, *, blank_ends: bool) -> "_Flaws":
        """Return those of *text*; *blank_ends* says that some of its lines end with a space."""
        invisible = () if text.isascii() else tuple(character for character in _INVISIBLE if character in text)
        entities = may_precede(text, "&", "#") and has(text, "&#160;")
        trailing = (
            blank_ends
            # What goes may leave a blank at the end of a line.
            or bool(invisible)
            or entities
            or may_precede(text, "\t", _LINE_END)
            or may_precede(text, "\xa0", _LINE_END)
        )
        return cls(
            escapes=may_precede(text, "\\", _ESCAPED),
            invisible=invisible,
            entities=entities,
            hard_blanks="\xa0" in text,
            trailing=trailing,
            gaps=trailing or has(text, "\n\n\n"),
        )

    @property
    def any(self) -> bool:
        """Return whether there may be anything to mend."""
        return self.escapes or self.hard_blanks or self.gaps


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield *text* in pieces, each with whether it is prose."""
    start = at = 0
    while (opening := text.find("`", at)) >= 0:
        at = _end_of_ticks(text, opening)
        if text[opening - 1 : opening] == "\\":
            continue
        end = _end_of_code(text, opening, at)
        if end is None:
            continue
        yield text[start:opening], True
        yield text[opening:end], False
        start = at = end
    yield text[start:], True


def _end_of_ticks(text: str, start: int) -> int:
    """Return where the run of backticks that begins at *start* ends."""
    end = start + 1
    while text[end : end + 1] == "`":
        end += 1
    return end


def _end_of_code(text: str, opening: int, inside: int) -> int | None:
    """Return where the code ends whose backticks begin at *opening* and end at *inside*; None when it is none."""
    ticks = text[opening:inside]
    if len(ticks) == 1:
        closing = text.find("`", inside)
        if closing > 0 and text[closing + 1 : closing + 2] != "`" and "\n" not in text[inside:closing]:
            return closing + 1
    line = text.rfind("\n", 0, opening) + 1
    if len(ticks) > 2 and _CONTAINER.match(text, line, opening):  # noqa: PLR2004 - a fence has three
        return _end_of_fence(text, ticks, inside)
    line_end = text.find("\n", inside)
    limit = line_end if line_end >= 0 else len(text)
    at = inside
    while (run := text.find("`", at, limit)) >= 0:
        at = min(_end_of_ticks(text, run), limit)
        if text[run:at] == ticks:
            return at
    return None


def _end_of_fence(text: str, ticks: str, at: int) -> int:
    while (found := text.find(ticks, at)) >= 0:
        line = text.rfind("\n", 0, found) + 1
        after = text[found + len(ticks) : found + len(ticks) + 1]
        if line >= at - len(ticks) and not text[line:found].strip(" \t>") and after in {"", "\n"}:
            return found + len(ticks)
        at = found + len(ticks)
    return len(text)


def _mended(text: str, flaws: _Flaws) -> str:
    if flaws.escapes:
        text = _BACKSLASH.sub(r"\\", _NUMBER.sub(_digits_escape, _WORD.sub("_", text)))
    for character in flaws.invisible:
        text = text.replace(character, "")
    if flaws.entities:
        text = _EDGE.sub(_between, text)
    if flaws.hard_blanks:
        text = text.replace("\xa0", " ")
    if flaws.trailing and has_any(text, (" \n", "\t\n")):
        *lines, last = text.split("\n")
        text = "\n".join([*(line.rstrip(" \t") for line in lines), last])
    return _BLANK_LINES.sub("\n\n", text) if flaws.gaps and has(text, "\n\n\n") else text


def _digits_escape(match: re.Match[str]) -> str:
    """Return nothing where only digits precede on the line, the escape itself elsewhere."""
    text = match.string
    line = text.rfind("\n", 0, match.start()) + 1
    return "" if text[line : match.start()].strip(" \t>").isdigit() else "\\"


def _between(match: re.Match[str]) -> str:
    """Return a blank between words, and nothing at the edge of a line but what keeps it text."""
    text, number = match.string, match.group(1) or ""
    line = text.rfind("\n", 0, match.start()) + 1
    if match.start() - line <= _DEEP and _CONTAINER.fullmatch(text, line, match.start()):
        if number:
            return f"{number}\\"
        return "\\" if _MARK.match(text, match.end()) else ""
    return f" {number}" if number or text[match.end() : match.end() + 1] not in {"", "\n"} else ""


def _without_empty_items(text: str) -> str:
    """Begin the text of an item beside its mark.

    An item whose first line is empty ends there (CommonMark 5.2), and what follows it would
    stand outside the list.
    """
    lines = text.split("\n")
    kept: list[str] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        item = _ITEM.fullmatch(line) if line[-1:] == " " else None
        following = _next_text(lines, index + 1) if item else None
        if item is not None and following is not None:
            prefix, mark = item.groups()
            indent = prefix + " " * (len(mark) + 1)
            if (
                following > index + 1
                and lines[following].startswith(indent)
                and lines[following][len(indent) : len(indent) + 1] != " "
            ):
                kept.append(f"{prefix}{mark} {lines[following][len(indent) :]}")
                index = following + 1
                continue
        kept.append(line)
        index += 1
    return "\n".join(kept)


def _next_text(lines: list[str], start: int) -> int | None:
    for index in range(start, min(start + 4, len(lines))):
        if lines[index].strip(" \t>"):
            return index
    return None
