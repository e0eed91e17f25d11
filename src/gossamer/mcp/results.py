"""What a tool returns: the API's answer in the wanted size, and how to read on."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Final, TypeVar

from gossamer.core.json_pointers import below, resolve_pointer
from gossamer.mcp.catalogue import READ_ON, McpTool
from gossamer.mcp.cursors import Cursor
from gossamer.mcp.requests import BadArguments
from gossamer.mcp.sizes import Cut, fit, measure_json

_ItemT = TypeVar("_ItemT")
DEFAULT_CHARACTERS: Final = 20_000
_LEAST: Final = 500
_MOST: Final = 400_000
_MOST_HEADINGS: Final = 200
# Of an outline, as many as there is room for; beside a text that was cut as many as leave it a place.
_HEADINGS: Final = (_MOST_HEADINGS, 100, 40, 20, 8, 0)
_FEW_HEADINGS: Final = (40, 8, 0)
_SHARE_OF_TEXT: Final = 0.5
_ROUNDS: Final = 8
# Characters that the name of a list and its brackets take.
_AROUND: Final = 10
# Characters that it takes to say how many members were left out.
_ABOUT_MEMBERS: Final = 80
# The least size of a piece, so that reading on comes to an end.
_PIECE: Final = 100
# Metadata of a page that a model needs, and the members of an answer that have pages.
# fmt: off
_LEAN: Final = (
    "title", "description", "url", "sourceURL", "statusCode", "error", "scrapeId", "coverage", "coverageReasons",
    "tokens", "totalTokens", "numPages", "totalPages", "pageVerdict", "publishedTime", "modifiedTime", "cachedAt",
    "jsonCoverage",
)
# fmt: on
_HAVE_PAGES: Final = frozenset({"data", "web", "news"})
_LONG: Final = 1_500
_HEADING: Final = re.compile(r"^(#{1,6}) +(\S.*?) *#* *$|^(```|~~~)", re.MULTILINE)
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
# So few headings say too little of a text with more than the most.
_FEW: Final = 20


@dataclass(frozen=True, slots=True)
class Size:
    """How much of a result is wanted."""

    characters: int = DEFAULT_CHARACTERS
    outline: bool = False

    @classmethod
    def of(cls, arguments: Mapping[str, Any]) -> "Size":
        """Read it from the arguments of a tool. Raises BadArguments."""
        characters = arguments.get("maxCharacters") or DEFAULT_CHARACTERS
        if not isinstance(characters, int) or not _LEAST <= characters <= _MOST:
            raise BadArguments(f"`maxCharacters` is a number from {_LEAST} to {_MOST}.")
        view = arguments.get("view") or "text"
        if view not in {"text", "outline"}:
            raise BadArguments("`view` is `text` or `outline`.")
        return cls(characters, view == "outline")


@dataclass(frozen=True, slots=True)
class ResultOrigin:
    """Where a result came from, to read it again."""

    tool: McpTool
    arguments: Mapping[str, Any]
    stored: bool = False


@dataclass(frozen=True, slots=True)
class ResultHeading:
    """A heading: its level from 1, its text without links, and the offset of its line in characters."""

    level: int
    text: str
    offset: int


def result_of(value: Any, size: Size, origin: ResultOrigin) -> dict[str, Any]:
    """Return *value*, the result of a tool, in the wanted size, as an object."""
    full_result: dict[str, Any] = dict(value) if isinstance(value, Mapping) else {"data": value}
    # A text of which nothing is kept is cut at its beginning: its cursor then reads it from there.
    texts = _long_texts(full_result, "") if size.outline else []
    shortened = _without(full_result, {cut.pointer for cut in texts}, "") if texts else full_result
    fitted = fit(shortened, size.characters)
    # Short texts are not cut, however many there are.
    if not fitted.cuts and not texts and measure_json(full_result) <= size.characters:
        return full_result
    for headings in _HEADINGS if size.outline else _FEW_HEADINGS:
        room, least = size.characters, 0 if size.outline or not headings else size.characters * _SHARE_OF_TEXT
        for _ in range(_ROUNDS):
            cuts = [_show_result(cut, full_result, origin, most=headings) for cut in (*texts, *fitted.cuts)]
            result = {**fitted.value, "cut": cuts}
            excess = measure_json(result) - size.characters
            if excess <= 0:
                return result
            # Some values cannot get smaller, so more room is given up than the excess.
            room -= excess + size.characters // 20
            if room < least:
                break
            fitted = fit(shortened, room)
        fitted = fit(shortened, size.characters)
    # Nothing of what was cut has a place beside how to read it, and of the other fields as many as there is room for.
    unread = [replace(cut, kept=0) for cut in (*texts, *fitted.cuts)]
    cuts = [_show_result(cut, full_result, origin, most=0) for cut in unread]
    result = {"cut": _whole_items(cuts, size.characters - _AROUND - _ABOUT_MEMBERS)}
    whole_ones = {n: v for n, v in fitted.value.items() if not any(_is_at(below("", n), cut) for cut in unread)}
    fitted_ones = _members(whole_ones, result, size.characters - _ABOUT_MEMBERS)
    total, shown = _count_members(whole_ones), _count_members(fitted_ones) - _count_members(result)
    left_out = [{"what": "", "unit": "members", "total": total, "shown": shown}] if shown < total else []
    return {**fitted_ones, "cut": [*result["cut"], *left_out]}


def _count_members(value: Any) -> int:
    """Return the number of members of *value* and the objects in it."""
    return sum(1 + _count_members(each) for each in value.values()) if isinstance(value, Mapping) else 0


def _is_at(pointer: str, cut: Cut) -> bool:
    return f"{cut.pointer}/".startswith(f"{pointer}/")


def _members(value: Mapping[str, Any], into: dict[str, Any], room: int) -> dict[str, Any]:
    """Return *into* with as many members of *value*, and of the objects in it, as *room* has a place for."""
    for name, each in value.items():
        spare = room - measure_json({**into, name: {}})
        small = _members(each, {}, spare) if isinstance(each, Mapping) else each
        if measure_json({**into, name: small}) <= room:
            into = {**into, name: small}
    return into


def brief(value: Mapping[str, Any], tool: McpTool) -> dict[str, Any]:
    """Return the members of *value* that *tool* describes, without what is empty or repeats an earlier text.

    Whatever else the API answers, such as addresses with a token that drives a session, is not for a model.
    """
    members: dict[str, Any] = {}
    for name in tool.answer:
        each = value.get(name)
        if each is not None and each not in ("", [], {}) and not _repeats(each, members.values()):
            members[name] = each
    return members


def with_lean_metadata(value: Any) -> Any:
    """Return *value* with no more of the metadata of its pages than a model needs."""
    if isinstance(value, list):
        return [with_lean_metadata(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    metadata = value.get("metadata")
    if isinstance(metadata, Mapping) and "sourceURL" in metadata:
        return {**value, "metadata": {name: metadata[name] for name in _LEAN if name in metadata}}
    return {name: with_lean_metadata(each) if name in _HAVE_PAGES else each for name, each in value.items()}


def _repeats(value: Any, earlier: Iterable[Any]) -> bool:
    """Return whether *value* is a text that was given before, as it is or as data."""
    return isinstance(value, str) and any(
        value in (each, json.dumps(each, ensure_ascii=False)) for each in earlier if isinstance(each, str | list | dict)
    )


def slice_of(value: Any, cursor: Cursor, size: Size) -> dict[str, Any]:
    """Return the part of *value* at *cursor*, from its offset on, and the cursor to go on with. Raises BadArguments.

    A text comes as `text`, a list as `items`; `total` is the length of the whole, and `next` is missing at its end.
    """
    value_at = resolve_pointer(value, cursor.pointer)
    match value_at:
        case str() | list():
            kind = "text" if isinstance(value_at, str) else "items"
        case _:
            raise BadArguments("Nothing is there any more to read on. Make the first request again.")
    about = {
        "from": cursor.offset,
        "to": len(value_at),
        "total": len(value_at),
        "next": _move_cursor(cursor, len(value_at)),
    }
    piece = fit({kind: value_at[cursor.offset :]}, max(_PIECE, size.characters - measure_json(about))).value
    end = cursor.offset + len(piece[kind])
    going_on = {"next": _move_cursor(cursor, end)} if end < len(value_at) else {}
    return {**piece, "from": cursor.offset, "to": end, "total": len(value_at), **going_on}


def headings_of(value: Any, cursor: Cursor, size: Size) -> dict[str, Any]:
    """Return the outline of the text that *cursor* points to, as far as it has room. Raises BadArguments."""
    value_at = resolve_pointer(value, cursor.pointer)
    if not isinstance(value_at, str):
        raise BadArguments("Only a text has an outline.")
    lines = [_heading_line(heading) for heading in outline(value_at)]
    return {"outline": _whole_items(lines, size.characters - 5 * _AROUND), "total": len(value_at)}


def _whole_items(items: Sequence[_ItemT], room: int) -> list[_ItemT]:
    """Return as many of *items* as *room* has a place for: a cursor that is cut short leads nowhere."""
    ends = accumulate(measure_json(item) + 1 for item in items)
    return [item for item, end in zip(items, ends, strict=True) if end < room]


def _long_texts(value: Any, pointer: str) -> list[Cut]:
    match value:
        case str() if len(value) > _LONG:
            return [Cut(pointer, len(value), 0, is_text=True)]
        case Mapping():
            return [cut for name, each in value.items() for cut in _long_texts(each, below(pointer, name))]
        case list():
            return [cut for index, each in enumerate(value) for cut in _long_texts(each, below(pointer, index))]
        case _:
            return []


def _without(value: Any, pointers: set[str], pointer: str) -> Any:
    match value:
        case Mapping():
            inside = {name: below(pointer, name) for name in value}
            return {n: _without(value[n], pointers, p) for n, p in inside.items() if p not in pointers}
        case list():
            return [_without(each, pointers, below(pointer, index)) for index, each in enumerate(value)]
        case _:
            return value


def _show_result(cut: Cut, full_result: Mapping[str, Any], origin: ResultOrigin, *, most: int) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "what": cut.pointer,
        "unit": "characters" if cut.is_text else "items",
        "total": cut.total,
        "shown": cut.kept,
    }
    cursor = _cursor(cut, full_result, origin)
    if cursor is not None:
        shown["cursor"] = cursor.encoded()
        shown["readWith"] = READ_ON
    if cut.is_text and cut.pointer.endswith("/markdown"):
        headings = outline(resolve_pointer(full_result, cut.pointer))[:most]
        if headings:
            shown["outline"] = [_heading_line(heading) for heading in headings]
    return shown


def _cursor(cut: Cut, full_result: Mapping[str, Any], origin: ResultOrigin) -> Cursor | None:
    """Return a cursor for reading on: in the stored page of the text, else in the tool's own answer, if it may be."""
    parent, _, name = cut.pointer.rpartition("/")
    page = resolve_pointer(full_result, parent) if parent else full_result
    scrape_id = resolve_pointer(page, "/metadata/scrapeId") if cut.is_text else None
    if isinstance(scrape_id, str):
        return Cursor("firecrawl_scrape", {"id": scrape_id}, f"/{name}", cut.kept, stored=True)
    if origin.stored or origin.tool.read_only:
        return Cursor(origin.tool.name, origin.arguments, cut.pointer, cut.kept, stored=origin.stored)
    return None


def _move_cursor(cursor: Cursor, offset: int) -> str:
    return Cursor(cursor.tool, cursor.arguments, cursor.pointer, offset, stored=cursor.stored).encoded()


def _heading_line(heading: ResultHeading) -> dict[str, Any]:
    return {"level": heading.level, "heading": heading.text, "offset": heading.offset}


def outline(markdown: str) -> tuple[ResultHeading, ...]:
    """Return the headings outside of code blocks, in their order; of very many the highest levels."""
    headings: list[ResultHeading] = []
    fence = ""
    for match in _HEADING.finditer(markdown):
        marks, text, opened = match.groups()
        if opened:
            fence = "" if fence == opened else fence or opened
        elif not fence:
            headings.append(ResultHeading(len(marks), _LINK.sub(r"\1", text)[:200], match.start()))
    return _highest(headings)


def _highest(headings: list[ResultHeading]) -> tuple[ResultHeading, ...]:
    for deepest in range(5, 0, -1):
        fewer = [heading for heading in headings if heading.level <= deepest]
        if len(headings) <= _MOST_HEADINGS or len(fewer) < _FEW:
            break
        headings = fewer
    return tuple(headings[:_MOST_HEADINGS])
