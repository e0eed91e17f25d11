"""Emphasis that a Markdown reader reads as emphasis.

Whether `**` opens or closes depends on the characters beside it (CommonMark 6.2). turbohtml
writes HTML wherever it cannot be sure: for every emphasised word that is not ASCII, and then
for all others of the document. So emphasis it could be unsure of is marked in the tree by
private characters and written here, when the text around it is known.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, TypeAlias

import turbohtml

from gossamer.content.markdown.survey import Survey

_KINDS: Final = {"strong": 0, "b": 0, "em": 1, "i": 1, "del": 2, "s": 2, "strike": 2}
_FIRST: Final = 0xFDE0
_ALL_MARKS: Final = "".join(map(chr, range(_FIRST, _FIRST + 6)))
_MARKS: Final = re.compile(f"([{chr(_FIRST)}-{chr(_FIRST + 5)}])")
_OPENING_MARKS: Final = tuple(chr(_FIRST + 2 * kind) for kind in range(3))
_MARK_0, _MARK_1, _MARK_2 = _OPENING_MARKS
_CLOSING_MARKS: Final = tuple(chr(_FIRST + 2 * kind + 1) for kind in range(3))
_DELIMITERS: Final = (("**", "__"), ("*", "_"), ("~~",))
_TAGS: Final = ("strong", "em", "del")
_PLAIN: Final = frozenset({"strong", "b", "em", "i"})
_PLAIN_PARENTS: Final = frozenset({"p", "li", "td"})
_LISTS: Final = frozenset({"ul", "ol"})
_BLANKS: Final = frozenset(" \n")
_STOPS: Final = frozenset(".,;:!?")
_APART: Final = _BLANKS | _STOPS | frozenset("()")
_DEEP: Final = 8
_CODE: Final = "pre,code,kbd,samp,tt"
_LITERAL: Final = ",".join(f"{outer} {tag}" for outer in _CODE.split(",") for tag in _KINDS)
# A query of the whole page costs as much as this many looks at single elements.
_MANY: Final = 2_000
_BLOCKS: Final = (
    "p", "div", "ul", "ol", "dl", "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "hr", "section",
    "article", "figure",
)  # fmt: skip
_BLOCKS_INSIDE: Final = ",".join(f"{tag} {block}" for tag in _KINDS for block in _BLOCKS)
# Blanks and hard breaks at an edge stand outside the emphasis.
_HEAD: Final = re.compile(r"(?:\\\n[ \t>]*|[ \t\r\n\xa0])+")
_TAIL: Final = re.compile(r"(?:\\\n[ \t>]*|[ \t\r\n\xa0])+\Z")
# Punctuation that loses nothing when it is not emphasised.
_CLOSING: Final = ".,:;!?)\u2026\u3002\uff0c\uff1a\uff1b\uff01\uff1f\u3001\u201d\u2019\u00bb"
_OPENING: Final = "\u201c\u2018\u00ab\u201e\u00bf\u00a1"


def mark(survey: Survey) -> None:
    """Replace emphasis in the tree by marks; where it holds blocks it is left as it is."""
    if not survey.has(*_KINDS):
        return
    elements = [element for tag in _KINDS for element in survey.each(tag)]
    few = len(elements) <= _MANY
    doubtful = [element for element in elements if not _is_plain(element)] if few else elements
    holders, literal = _seen_singly(doubtful) if few else _seen_at_once(survey.node)
    if holders:
        # These are written by turbohtml as well, and may make it unsure of the plain ones.
        doubtful = elements
    for tag, kind in _KINDS.items():
        for element in reversed([element for element in doubtful if element.tag == tag]):
            if element in literal or not len(element):
                element.unwrap()
            elif element not in holders:
                _replace(element, kind)


_Elements: TypeAlias = set[turbohtml.Node]


def _is_plain(element: turbohtml.Element) -> bool:
    """Return whether turbohtml is sure of it: ASCII words or a link in a paragraph, blanks or stops beside them."""
    parent = element.parent
    if not (isinstance(parent, turbohtml.Element) and parent.tag in _PLAIN_PARENTS and len(element) == 1):
        return False
    before, after = _beside(element.previous_sibling, -1), _beside(element.next_sibling, 0)
    if not (before in _APART and after in _APART and element.tag in _PLAIN):
        return False
    inner = element[0]
    if isinstance(inner, turbohtml.Text):
        words = inner.data
        plain = words.isascii() and words[:1].isalnum() and (words[-1:].isalnum() or _may_end(words[-1:], after))
    else:
        plain = _is_plain_link(inner) and before in _BLANKS and after in _BLANKS
    return plain and parent.closest(_CODE) is None


def _beside(sibling: turbohtml.Node | None, nearest: int) -> str:
    """Return the character of *sibling* that is *nearest*; a blank where the line ends, nothing when it is no text."""
    if isinstance(sibling, turbohtml.Text):
        text = sibling.data
        return text[nearest] if text else ""
    return " " if sibling is None or (isinstance(sibling, turbohtml.Element) and sibling.tag in _LISTS) else ""


def _may_end(last: str, after: str) -> bool:
    return last in _STOPS and after in _BLANKS


def _is_plain_link(node: turbohtml.Node) -> bool:
    return (
        isinstance(node, turbohtml.Element)
        and node.tag == "a"
        and len(node) == 1
        and isinstance(node[0], turbohtml.Text)
    )


def _seen_singly(elements: list[turbohtml.Element]) -> tuple[_Elements, _Elements]:
    """Return the emphasis that holds a block, and that which stands in code; one look an element."""
    holders: _Elements = {e for e in elements if next(e.iter_elements(_BLOCKS), None) is not None}
    return holders, {e for e in elements if e.closest(_CODE) is not None}


def _seen_at_once(node: turbohtml.Node) -> tuple[_Elements, _Elements]:
    """Return the same by queries of the whole: nested deeply, each look would go through all others."""
    holders: _Elements = set()
    for block in node.select(_BLOCKS_INSIDE):
        for ancestor in block.ancestors:
            if ancestor in holders:
                # What is around that one has been seen.
                break
            if isinstance(ancestor, turbohtml.Element) and ancestor.tag in _KINDS:
                holders.add(ancestor)
    return holders, set(node.select(_LITERAL))


def _replace(element: turbohtml.Element, kind: int) -> None:
    parent = element.parent
    lone = element.previous_sibling is None and element.next_sibling is None
    # Bold in bold and nothing else: the outer one says it.
    if not (lone and isinstance(parent, turbohtml.Element) and _KINDS.get(parent.tag) == kind):
        element.insert_before(turbohtml.Text(chr(_FIRST + 2 * kind)))
        element.insert_after(turbohtml.Text(chr(_FIRST + 2 * kind + 1)))
    element.unwrap()


@dataclass(slots=True)
class _Piece:
    """A run of text, or one end of an emphasis.

    *other* is the place of its other end; *nested* says that it stands in one of its own kind.
    """

    text: str = ""
    kind: int = -1
    opens: bool = False
    other: int = -1
    nested: bool = False


def written(text: str) -> str:
    """Return *text* with its marks as Markdown, or as HTML where Markdown cannot say it."""
    if not _has_marks(text):
        return text
    simple = text
    for kind in range(len(_DELIMITERS)):
        simple = _simply_written(simple, kind)
    if not _has_marks(simple):
        return simple
    # Emphasis ends with its block, so a blank line parts what can be looked at alone.
    blocks = zip(text.split("\n\n"), simple.split("\n\n"), strict=True)
    return "\n\n".join([done if done.isascii() or not _has_marks(done) else _weighed(block) for block, done in blocks])


def _simply_written(text: str, kind: int) -> str:
    """Return *text* with that emphasis of a kind written which needs no weighing.

    Each end of it is a letter or digit, or has a blank beside it outside, and no other mark touches it.
    """
    opening = _OPENING_MARKS[kind]
    if opening not in text:
        return text
    closing, delimiter = _CLOSING_MARKS[kind], _DELIMITERS[kind][0]
    before, *rest = text.split(opening)
    result = [before]
    for part in rest:
        inner, found, after = part.partition(closing)
        if found and _is_simple(before[-1:] or opening, inner, after[:1]):
            result += (delimiter, inner, delimiter, after)
        else:
            result += (opening, part)
        # What is beside the next one is the text as it was.
        before = after or closing if found else part
    return "".join(result)


def _is_simple(before: str, inner: str, after: str) -> bool:
    if not inner or not (inner.isascii() or _without_marks(inner)):
        return False
    first, last = inner[0], inner[-1]
    opens = (first.isalnum() and before not in _ALL_MARKS) or (before.isspace() and not first.isspace())
    return opens and (
        (last.isalnum() and (not after or after not in _ALL_MARKS))
        or (not last.isspace() and (not after or after.isspace()))
    )


def _without_marks(text: str) -> bool:
    return not any(mark in text for mark in _ALL_MARKS)


def _has_marks(text: str) -> bool:
    return _MARK_0 in text or _MARK_1 in text or _MARK_2 in text


def _weighed(text: str) -> str:
    """Return one block with its marks as Markdown, each weighed by what is beside it."""
    pieces = _paired(_MARKS.split(text))
    _trim(pieces)
    for place, piece in enumerate(pieces):
        if piece.kind >= 0 and piece.opens and not piece.text:
            _settle(pieces, place)
    return "".join(piece.text for piece in pieces)


def _paired(parts: list[str]) -> list[_Piece]:
    pieces: list[_Piece] = []
    opened: list[int] = []
    for part in parts:
        code = ord(part) - _FIRST if len(part) == 1 else -1
        if not 0 <= code < 2 * len(_TAGS):
            pieces.append(_Piece(part))
            continue
        kind, closes = divmod(code, 2)
        if not closes:
            nested = any(pieces[at].kind == kind for at in opened[-_DEEP:])
            opened.append(len(pieces))
            pieces.append(_Piece(kind=kind, opens=True, nested=nested))
        elif opened and pieces[opened[-1]].kind == kind:
            start = opened.pop()
            pieces[start].other = len(pieces)
            pieces.append(_Piece(kind=kind, other=start))
    for place in opened:
        pieces[place].kind = -1
    return pieces


def _trim(pieces: list[_Piece]) -> None:
    """Move blanks at the edges of emphasis out of it, and drop emphasis of nothing."""
    for place in range(len(pieces) - 1, -1, -1):
        if pieces[place].kind >= 0 and pieces[place].opens:
            _move_head(pieces, place)
    for place, piece in enumerate(pieces):
        if piece.kind >= 0 and not piece.opens:
            _move_tail(pieces, place)
    for place in range(len(pieces) - 1, -1, -1):
        piece = pieces[place]
        if piece.kind >= 0 and piece.opens and _next_shown(pieces, place) >= piece.other:
            pieces[piece.other].kind = piece.kind = -1
            _close_gap(pieces, place, piece.other)


def _next_shown(pieces: list[_Piece], place: int) -> int:
    """Return where the next text or end of emphasis stands."""
    at = place + 1
    while pieces[at].kind < 0 and not pieces[at].text:
        at += 1
    return at


def _close_gap(pieces: list[_Piece], start: int, end: int) -> None:
    """Leave one blank where an emphasis of nothing stood between two."""
    if pieces[start - 1].text[-1:] in {" ", "\n", ""}:
        pieces[end + 1].text = pieces[end + 1].text.removeprefix(" ")


def _move_head(pieces: list[_Piece], place: int) -> None:
    inner = pieces[place + 1]
    found = _HEAD.match(inner.text)
    if found:
        inner.text = inner.text[found.end() :]
        before, blank = pieces[place - 1], _blank(found.group())
        if blank != " " or before.text[-1:] not in {" ", "\n", "\xa0", ""}:
            before.text += blank


def _move_tail(pieces: list[_Piece], place: int) -> None:
    inner = pieces[place - 1]
    found = _TAIL.search(inner.text)
    if found:
        inner.text = inner.text[: found.start()]
        after, blank = pieces[place + 1], _blank(found.group())
        if blank != " " or after.text[:1] not in {" ", "\n", "\xa0"}:
            after.text = blank + after.text


def _blank(edge: str) -> str:
    return edge if "\n" in edge else " "


def _settle(pieces: list[_Piece], place: int) -> None:
    opening, closing = pieces[place], pieces[pieces[place].other]
    # cmark-gfm reads strong in strong as one; only HTML keeps the two apart.
    for delimiter in () if opening.nested and opening.kind == 0 else _choices(pieces, place):
        if _can(pieces, place, delimiter) or _give_way(pieces, place, delimiter):
            opening.text = closing.text = delimiter
            return
    opening.text, closing.text = f"<{_TAGS[opening.kind]}>", f"</{_TAGS[opening.kind]}>"


def _choices(pieces: list[_Piece], place: int) -> tuple[str, ...]:
    """Return the delimiters to try: the second kind first where two runs would touch."""
    choices = _DELIMITERS[pieces[place].kind]
    beside = (_mark_before(pieces, place), _mark_after(pieces, pieces[place].other))
    return choices[::-1] if any(choices[0][0] in text for text in beside) else choices


def _mark_before(pieces: list[_Piece], place: int) -> str:
    at = place - 1
    while at >= 0 and pieces[at].kind < 0 and not pieces[at].text:
        at -= 1
    return pieces[at].text if at >= 0 and pieces[at].kind >= 0 else ""


def _mark_after(pieces: list[_Piece], place: int) -> str:
    at = place + 1
    while at < len(pieces) and pieces[at].kind < 0 and not pieces[at].text:
        at += 1
    return pieces[at].text if at < len(pieces) and pieces[at].kind >= 0 else ""


def _can(pieces: list[_Piece], place: int, delimiter: str) -> bool:
    end = pieces[place].other
    opens = _flanks(_last(pieces, place - 1), _first(pieces, place + 1))
    closes = _flanks(_first(pieces, end + 1), _last(pieces, end - 1))
    if delimiter[0] == "_":
        opens = opens and not _last(pieces, place - 1).isalnum()
        closes = closes and not _first(pieces, end + 1).isalnum()
    return opens and closes


def _flanks(outside: str, inside: str) -> bool:
    if not inside or inside.isspace():
        return False
    return not _is_punctuation(inside) or not outside or outside.isspace() or _is_punctuation(outside)


def _give_way(pieces: list[_Piece], place: int, delimiter: str) -> bool:
    """Move punctuation at an edge out of the emphasis, if that lets its ends be read."""
    end = pieces[place].other
    first, last = place + 1, end - 1
    if pieces[first].kind >= 0 or pieces[last].kind >= 0 or delimiter[0] == "_":
        return False
    before, after = pieces[first].text, pieces[last].text
    if not _flanks(_first(pieces, end + 1), _last(pieces, end - 1)):
        kept = after.rstrip(_CLOSING)
        if not kept or kept[-1:] in {"\\", "]"} or after.endswith(")"):
            return False
        pieces[last].text, moved = kept, after[len(kept) :]
    else:
        moved = ""
    if not _flanks(_last(pieces, place - 1), _first(pieces, place + 1)):
        pieces[first].text = pieces[first].text.lstrip(_OPENING)
        lead = before[: len(before) - len(before.lstrip(_OPENING))]
    else:
        lead = ""
    if pieces[first].text and _can_with(pieces, place, lead, moved):
        _put_outside(pieces, place, lead, moved)
        return True
    pieces[first].text = before
    pieces[last].text = after if last != first else before
    return False


def _can_with(pieces: list[_Piece], place: int, lead: str, moved: str) -> bool:
    end = pieces[place].other
    opens = _flanks(lead[-1:] or _last(pieces, place - 1), _first(pieces, place + 1))
    return opens and _flanks(moved[:1] or _first(pieces, end + 1), _last(pieces, end - 1))


def _put_outside(pieces: list[_Piece], place: int, lead: str, moved: str) -> None:
    # The text beside an end that touches a word is a piece of its own.
    end = pieces[place].other
    if lead:
        pieces[place - 1].text += lead
    if moved:
        pieces[end + 1].text = moved + pieces[end + 1].text


def _last(pieces: list[_Piece], at: int) -> str:
    while at >= 0 and pieces[at].kind < 0 and not pieces[at].text:
        at -= 1
    if at < 0:
        return ""
    return "*" if pieces[at].kind >= 0 else pieces[at].text[-1:]


def _first(pieces: list[_Piece], at: int) -> str:
    while at < len(pieces) and pieces[at].kind < 0 and not pieces[at].text:
        at += 1
    if at >= len(pieces):
        return ""
    return "*" if pieces[at].kind >= 0 else pieces[at].text[:1]


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in {"P", "S"}
