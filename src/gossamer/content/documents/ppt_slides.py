"""Tables and hidden slides of old PowerPoint files, which anydoc does not tell. Runs in the confined child only.

A table is a group of shapes that has table properties, and its cells are shapes with places (MS-PPT and MS-ODRAW:
`OfficeArtSpgrContainer`, `OfficeArtChildAnchor`). The paragraphs of its cells, one after the other, are made one table.
Slides have their titles in an outline or in their own record, which the last directory leads to; they are found again
by what they say.
"""

import io
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Final

import olefile

from gossamer.content.documents import markup
from gossamer.content.documents.model import Block

_STREAM: Final = "PowerPoint Document"
_DAMAGED: Final = (OSError, ValueError, LookupError, struct.error)
_HEADER: Final = struct.Struct("<HHI")
_ANCHOR: Final = struct.Struct("<4i")
_CONTAINER: Final = 0xF
_GROUP: Final = 0xF003
_SHAPE: Final = 0xF004
_PLACE: Final = 0xF00F
_TEXT_BOX: Final = 0xF00D
_PROPERTIES: Final = 0xF122
_WIDE_TEXT: Final = 0x0FA0
_NARROW_TEXT: Final = 0x0FA8
_IS_TABLE: Final = 0x039F
_SLIDE: Final = 0x03EE
_OUTLINED_SLIDE: Final = 0x03F3
_DIRECTORY: Final = 0x1772
_SHOW: Final = 0x03F9
_FLAGS: Final = 10
_IS_HIDDEN: Final = 4
_MARK: Final = Block("paragraph", "<p>(hidden slide)</p>")
_MAX_DEPTH: Final = 24
_MAX_CELLS: Final = 10_000
_LEAST_CELLS: Final = 4


@dataclass(frozen=True, slots=True)
class _Record:
    kind: int
    instance: int
    is_container: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _SlideCell:
    left: int
    top: int
    right: int
    paragraphs: list[str]


def with_slides(blocks: Sequence[Block], body: bytes) -> list[Block]:
    """Return *blocks* with the paragraphs of each table made one block, and with hidden slides marked."""
    read_blocks = list(blocks)
    with suppress(*_DAMAGED), olefile.OleFileIO(io.BytesIO(body)) as file:
        stream = file.openstream(_STREAM).read()
        for read in (join_tables, mark_hidden):
            with suppress(*_DAMAGED):
                read_blocks = read(read_blocks, stream)
    return read_blocks


def mark_hidden(blocks: Sequence[Block], stream: bytes) -> list[Block]:
    """Return *blocks* with a mark in each slide that *stream* hides: after its title, or before its text."""
    slides = list(_slides(stream))
    if not any(is_hidden for _, is_hidden in slides):
        return list(blocks)
    plain_texts = [f"{_plain(markup.plain(block.html, ' '))} " for block in blocks]
    marks, end = set[int](), 0
    for texts, is_hidden in slides:
        starts = tuple(f"{text} " for text in map(_plain, texts) if text)
        rest = range(end, len(plain_texts) if starts else end)
        place = next((at for at in rest if plain_texts[at].startswith(starts)), None)
        if place is not None:
            end = place + 1
            if is_hidden:
                marks.add(place + (blocks[place].kind == "heading"))
    marked = [[_MARK, block] if at in marks else [block] for at, block in enumerate(blocks)]
    return [*chain.from_iterable(marked), *([_MARK] if len(blocks) in marks else [])]


def join_tables(blocks: Sequence[Block], stream: bytes) -> list[Block]:
    """Return *blocks* with those of each table in *stream*, the records of a presentation, made one."""
    replaced_blocks = list(blocks)
    for cells in _tables(stream):
        replaced_blocks = _replace_cells(replaced_blocks, cells)
    return replaced_blocks


def _replace_cells(blocks: list[Block], cells: Sequence[_SlideCell]) -> list[Block]:
    filled = [text for cell in cells for text in cell.paragraphs]
    texts = [_plain(markup.plain(block.html, " ")) if block.kind == "paragraph" else "" for block in blocks]
    for start in range(len(texts) - len(filled) + 1):
        if filled and texts[start : start + len(filled)] == filled:
            return [*blocks[:start], _table(cells), *blocks[start + len(filled) :]]
    return blocks


def _table(cells: Sequence[_SlideCell]) -> Block:
    rows: dict[int, list[markup.Cell]] = {}
    lefts = {cell.left for cell in cells}
    for cell in sorted(cells, key=lambda cell: (cell.top, cell.left)):
        columns = sum(cell.left <= left < cell.right for left in lefts)
        rows.setdefault(cell.top, []).append(markup.Cell("<br>".join(map(markup.text, cell.paragraphs)), columns))
    return Block("table", markup.table([*rows.values()], headers=1))


def _tables(stream: bytes) -> Iterator[list[_SlideCell]]:
    for group in _walk(stream, _Record(0, 0, is_container=True, start=0, end=len(stream))):
        if group.kind == _GROUP:
            shapes = [item for item in _records(stream, group.start, group.end) if item.kind == _SHAPE]
            cells = [cell for shape in shapes if (cell := _cell(stream, shape)) is not None]
            if _LEAST_CELLS <= len(cells) <= _MAX_CELLS and _has_table_properties(stream, shapes[0]):
                yield cells


def _walk(stream: bytes, container: _Record, depth: int = 0) -> Iterator[_Record]:
    """Yield all records in *container*, each before those in it."""
    if container.is_container and depth < _MAX_DEPTH:
        for record in _records(stream, container.start, container.end):
            yield record
            yield from _walk(stream, record, depth + 1)


def _records(stream: bytes, start: int, end: int) -> Iterator[_Record]:
    while start + _HEADER.size <= end:
        version, kind, length = _HEADER.unpack_from(stream, start)
        start += _HEADER.size
        yield _Record(kind, version >> 4, version & _CONTAINER == _CONTAINER, start, min(start + length, end))
        start += length


def _has_table_properties(stream: bytes, shape: _Record) -> bool:
    return any(
        number & 0x3FFF == _IS_TABLE
        for record in _records(stream, shape.start, shape.end)
        if record.kind == _PROPERTIES
        for number, _ in struct.iter_unpack("<HI", _entries(stream, record))
    )


def _entries(stream: bytes, properties: _Record) -> bytes:
    """Return the whole entries of a table of properties, each of six bytes."""
    count = min(properties.instance, (properties.end - properties.start) // 6)
    return stream[properties.start : properties.start + 6 * count]


def _cell(stream: bytes, shape: _Record) -> _SlideCell | None:
    """Return the cell of a shape; None for one without a place, or without a text box: it is a line."""
    parts = {record.kind: record for record in _records(stream, shape.start, shape.end)}
    if not {_PLACE, _TEXT_BOX} <= parts.keys() or parts[_PLACE].end - parts[_PLACE].start < _ANCHOR.size:
        return None
    left, top, right, _ = _ANCHOR.unpack_from(stream, parts[_PLACE].start)
    text = "".join(_decode(stream, inner) for inner in _walk(stream, parts[_TEXT_BOX]))
    return _SlideCell(left, top, right, [plain for part in text.split("\r") if (plain := _plain(part))])


def _slides(stream: bytes) -> Iterator[tuple[list[str], bool]]:
    """Yield the texts of each slide, and whether it is hidden."""
    places: dict[int, int] = {}
    outline: dict[int, list[str]] = {}
    slides: dict[int, list[str]] = {}
    hidden: set[int] = set()
    for top in _records(stream, 0, len(stream)):
        place, texts = top.start - _HEADER.size, list[str]()
        if top.kind == _SLIDE:
            slides[place] = texts
        elif top.kind == _DIRECTORY:
            # Runs of places, each after its first number and their count.
            end = top.end - (top.end - top.start) % 4
            words = (word for (word,) in struct.iter_unpack("<I", memoryview(stream)[top.start : end]))
            for run in words:
                places |= zip(range(run & 0xFFFFF, (run & 0xFFFFF) + (run >> 20)), words, strict=False)
        for record in _walk(stream, top):
            if record.kind == _OUTLINED_SLIDE:
                texts = outline[struct.unpack_from("<I", stream, record.start)[0]] = []
            elif record.kind == _SHOW and stream[record.start + _FLAGS] & _IS_HIDDEN:
                hidden.add(place)
            texts += filter(None, _decode(stream, record).split("\r"))
    for number, titles in outline.items():
        if (place := places.get(number, -1)) in slides:
            yield [*titles, *slides.pop(place)], place in hidden


def _decode(stream: bytes, record: _Record) -> str:
    codec = {_WIDE_TEXT: "utf-16-le", _NARROW_TEXT: "latin-1"}.get(record.kind)
    return stream[record.start : record.end].decode(codec, "replace") if codec else ""


def _plain(text: str) -> str:
    return " ".join(text.replace("\x0b", " ").split())
