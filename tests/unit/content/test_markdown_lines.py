"""Markdown line by line."""

import time

import pytest

from gossamer.content.text.markdown_lines import plain, read_lines, read_paragraphs, without_marks

TEXT = """# Anvils

Made of **steel**,
not of wood.

## Sizes

| Name | Weight |
| :--- | ---: |
| Small \\| light | 12 kg |

- [ ] [Large](https://a.example/large_(new) "New")
1. Order

> Heavy!

```python
# no heading
weight = a * b
```
# Care
***
Oil it."""


def test_each_line_has_its_kind_and_the_headings_above_it() -> None:
    read = [(line.kind, line.text, line.headings) for line in read_lines(TEXT.splitlines())]
    assert read == [
        ("heading", "Anvils", ()),
        ("text", "Made of steel,", ("Anvils",)),
        ("text", "not of wood.", ("Anvils",)),
        ("heading", "Sizes", ("Anvils",)),
        ("row", "Name Weight", ("Anvils", "Sizes")),
        ("row", "Small light 12 kg", ("Anvils", "Sizes")),
        ("item", "Large", ("Anvils", "Sizes")),
        ("item", "Order", ("Anvils", "Sizes")),
        ("quote", "Heavy!", ("Anvils", "Sizes")),
        ("code", "# no heading", ("Anvils", "Sizes")),
        ("code", "weight = a * b", ("Anvils", "Sizes")),
        ("heading", "Care", ()),
        ("text", "Oil it.", ("Care",)),
    ]


def test_a_line_knows_its_position_in_the_text() -> None:
    assert all(TEXT.splitlines()[line.number] == line.written for line in read_lines(TEXT.splitlines()))


def test_a_row_has_its_cells_and_the_columns_of_its_table() -> None:
    head, row = (line for line in read_lines(TEXT.splitlines()) if line.kind == "row")
    assert (head.cells, head.columns, head.place) == (("Name", "Weight"), (), (0, -1))
    assert (row.cells, row.columns, row.place) == (("Small light", "12 kg"), ("Name", "Weight"), (0, 0))


def test_a_table_without_a_head_has_no_columns() -> None:
    rows = list(read_lines(["| Weight | 12 kg |", "| Height | 40 cm |", "", "| Price | 9 € |"]))
    assert [(row.columns, row.place) for row in rows] == [((), (0, -1)), ((), (0, 0)), ((), (1, -1))]


def test_lines_with_nothing_between_them_are_one_paragraph() -> None:
    runs = [[line.text for line in lines] for lines in read_paragraphs("# A\none\ntwo\n\nthree\n\n---\nfour")]
    assert runs == [["A"], ["one", "two"], ["three"], ["four"]]


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("[![Our logo](/a.png)](https://a.example/) is *new*", "Our logo is new"),
        ("5 * 3 = 15, a*b and snake_case stay", "5 * 3 = 15, a*b and snake_case stay"),
        (r"\*not slanted\* and 1\. no item", "*not slanted* and 1. no item"),
        ("_slanted_, __bold__ and ~~gone~~", "slanted, bold and gone"),
        ("> - [x] done", "done"),
        (r'[u](https://e.org/q "say \"hi\"") and [v](https://e.org/\(a)', "u and v"),
        ("a [link] (with a note)", "a [link] (with a note)"),
        ("299 €* a month, /*.php and __init__(*args)", "299 €* a month, /*.php and init(*args)"),
    ],
)
def test_signs_of_markdown_are_no_words(markdown: str, words: str) -> None:
    assert plain(markdown) == words


@pytest.mark.parametrize(
    "part",
    [
        "[",
        "[\\[",
        "[](",
        "[]((a)",
        "*",
        "_a",
        "\t|",
        "|",
        "- ",
        "|-- ",
        "\\",
        "![[a](b)",
        "\n-- ",
        "[](\\",
        '[]( "\\',
        "[]( '",
        "[]( (",
    ],
)
def test_no_text_takes_more_than_linear_time(part: str) -> None:
    began = time.process_time()
    without_marks(part * 100_000)
    list(read_lines((part * 100_000).splitlines()))
    assert time.process_time() - began < 5
