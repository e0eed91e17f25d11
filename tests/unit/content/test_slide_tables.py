"""Tables of old PowerPoint files: groups of shapes with table properties."""

import struct

from gossamer.content.documents.model import Block
from gossamer.content.documents.slide_tables import join_tables, with_tables


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


def test_a_damaged_file_changes_nothing() -> None:
    assert with_tables(BLOCKS, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)) == BLOCKS
    assert join_tables(BLOCKS, group(*CELLS)[:60]) == BLOCKS
