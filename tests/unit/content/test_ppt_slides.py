"""Tables and hidden slides of old PowerPoint files."""

import struct

import pytest

from gossamer.content.documents.model import Block
from gossamer.content.documents.ppt_slides import join_tables, mark_hidden, with_slides


def record(kind: int, body: bytes, *, instance: int = 0, container: bool = False) -> bytes:
    return struct.pack("<HHI", instance << 4 | (0xF if container else 0), kind, len(body)) + body


def cell(left: int, top: int, right: int, text: str) -> bytes:
    place = record(0xF00F, struct.pack("<4i", left, top, right, top + 1))
    box = record(0xF00D, record(0x0FA0, text.encode("utf-16-le")), container=True)
    return record(0xF004, place + box, container=True)


def group(*cells: bytes, prop: int = 0x039F) -> bytes:
    properties = record(0xF122, struct.pack("<HI", prop, 1), instance=1)
    return record(0xF003, record(0xF004, properties, container=True) + b"".join(cells), container=True)


CELLS = (
    cell(0, 0, 20, "Fibres of 2025"),
    cell(0, 1, 10, "Silk"),
    cell(10, 1, 20, "12\r13"),
    cell(0, 2, 10, ""),
    cell(10, 2, 20, "5"),
)
SAID = ["Title", "Fibres of 2025", "Silk", "12", "13", "5", "The end"]
BLOCKS = [Block("paragraph", f"<p>{text}</p>") for text in SAID]


def test_paragraphs_of_the_cells_become_a_table() -> None:
    first, table, last = join_tables(BLOCKS, record(0x03EE, group(*CELLS), container=True))
    assert (first, last) == (BLOCKS[0], BLOCKS[-1])
    assert table.html == (
        '<table><thead><tr><th colspan="2">Fibres of 2025</th></tr></thead><tbody>'
        "<tr><td>Silk</td><td>12<br>13</td></tr><tr><td></td><td>5</td></tr></tbody></table>"
    )


def test_other_groups_and_other_texts_stay_as_they_are() -> None:
    assert join_tables(BLOCKS, group(*CELLS, prop=0x0001)) == BLOCKS
    assert join_tables(BLOCKS[2:], group(*CELLS)) == BLOCKS[2:]


def test_properties_cut_short_do_not_lose_the_tables() -> None:
    damaged = record(0xF004, record(0xF122, bytes(7), instance=2), container=True)
    assert len(join_tables(BLOCKS, record(0xF003, damaged, container=True) + group(*CELLS))) == 3


def deck(*slides: tuple[str, str, bool]) -> bytes:
    """Return a presentation: the title of each slide is in the outline, its text is its own."""
    outline = directory = stream = b""
    for number, (title, text, is_hidden) in enumerate(slides, 1):
        outline += record(0x03F3, struct.pack("<5I", number, 0, 0, 0, 0))
        outline += record(0x0FA0, title.encode("utf-16-le")) if title else b""
        show = record(0x03F9, struct.pack("<2I2B2H", 0, 0, 0, 0, 1 | 4 * is_hidden, 0) + bytes(2))
        box = record(0xF00D, record(0x0FA8, text.encode("latin-1")), container=True)
        directory += struct.pack("<2I", 1 << 20 | number, len(stream))
        stream += record(0x03EE, show + record(0x040C, box, container=True), container=True)
    document = record(0x03E8, record(0x0FF0, outline, container=True), container=True)
    return stream + document + record(0x1772, directory)


@pytest.mark.parametrize("title", ["Looms", ""])
def test_hidden_slides_are_marked(title: str) -> None:
    slides = [("First", "Silk", False), (title, "Wool", True), ("Last", "Flax", False)]
    blocks = [
        Block("heading" if text in {"First", "Looms", "Last"} else "paragraph", f"<p>{text}</p>")
        for slide in slides
        for text in slide[:2]
        if text
    ]
    marked = mark_hidden(blocks, deck(*slides))
    assert [block.html for block in marked] == [
        "<p>First</p>", "<p>Silk</p>", *["<p>Looms</p>"] * bool(title), "<p>(hidden slide)</p>", "<p>Wool</p>",
        "<p>Last</p>", "<p>Flax</p>",
    ]  # fmt: skip
    assert mark_hidden(blocks, deck(*((*slide[:2], False) for slide in slides))) == blocks


def test_a_damaged_file_changes_nothing() -> None:
    assert with_slides(BLOCKS, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) == BLOCKS
    assert join_tables(BLOCKS, group(*CELLS)[:60]) == BLOCKS
