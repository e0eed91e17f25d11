"""The layout of a PDF page: columns, tables, headings, lists and paragraphs of its runs of text."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from gossamer.content.documents.layout.across_pages import join_pages
from gossamer.content.documents.layout.measured_sizes import are_measured, even_sizes
from gossamer.content.documents.layout.page import blocks
from gossamer.content.documents.layout.rules import Rule, Stroke
from gossamer.content.documents.layout.running_heads import RunningHeads
from gossamer.content.documents.layout.runs import TextRun, TextSpan
from gossamer.content.documents.layout.style import Style
from gossamer.content.documents.layout.words import Spelling
from gossamer.content.documents.model import Block, DocumentPage
from gossamer.content.documents.pdf import bullets
from gossamer.content.markdown import markdown_of

SIZE = 8.0
PROSE = "The weaver throws the shuttle from side to side"


def run(
    text: str,
    left: float,
    top: float,
    *,
    size: float = SIZE,
    bold: bool = False,
    italic: bool = False,
    mono: bool = False,
) -> TextRun:
    """Return a run of letters half as wide as high, with its words."""
    words, x = [], left
    for word in text.split(" "):
        right = x + len(word) * size / 2
        words.append(TextRun((TextSpan(word, bold, italic),), x, top, right, top + size, size))
        x = right + size / 2
    advance = size / 2 if mono else 0.0
    return TextRun(
        (TextSpan(text, bold, italic),), left, top, words[-1].right, top + size, size, tuple(words), advance=advance
    )


def lines(texts: Sequence[str], left: float, top: float, **look: float) -> list[TextRun]:
    return [run(text, left, top + 12 * index, **look) for index, text in enumerate(texts)]  # type: ignore[arg-type]


def markdown(runs: Sequence[TextRun], *, rules: Sequence[Rule] = (), strokes: Sequence[Stroke] = ()) -> str:
    style = Style(SIZE, tuple(sorted({one.size for one in runs if one.size > SIZE}, reverse=True)))
    return markdown_of("".join(block.html for block in blocks(runs, style, rules=rules, strokes=strokes)))


def test_lines_become_paragraphs_and_hyphens_go() -> None:
    text = lines(["The weaver throws the shut-", "tle from side to side all day."], 50, 100)
    assert markdown([*text, run("A new paragraph.", 50, 160)]) == (
        "The weaver throws the shuttle from side to side all day.\n\nA new paragraph."
    )


@pytest.mark.parametrize(
    ("elsewhere", "line", "following", "continued"),
    [
        ("It is a well-known loom", "A well-", "known weaver", "A well-"),
        ("Some photographic plates", "Some photo-", "graphic plates", "Some photo"),
        ("", "Some photo-", "graphic plates", "Some photo"),
        ("A loom is free, no sugar", "This is sugar-", "free cake", "This is sugar-free"[:-4]),
        ("", "It is state-of-", "the-art work", "It is state-of-"),
        ("", "For Anne-", "Marie", "For Anne-"),
        ("", "From 1990-", "2000", "From 1990-"),
        ("", "An e-", "book", "An e-"),
        ("He came and went and sat and ate", "In pre-", "and postwar years", "In pre- "),
        ("", "A soft\u00ad", "ened thread", "A soft"),
        ("", "No hyphen", "here", "No hyphen "),
    ],
)
def test_a_word_goes_on_after_a_line_as_the_document_spells_it(
    elsewhere: str, line: str, following: str, continued: str
) -> None:
    spelling = Spelling()
    spelling.see([f"x {elsewhere}"])
    assert spelling.join_line(line, following) == continued


def test_large_and_bold_lines_are_headings() -> None:
    page = [
        run("Silk", 50, 50, size=20),
        run("How it is made", 50, 90, bold=True),
        *lines([PROSE, PROSE], 50, 110),
    ]
    assert markdown(page).startswith("# Silk\n\n## How it is made\n\n")


def test_a_displayed_formula_is_no_heading() -> None:
    formulas = [
        run("$\\sum_{i=1}^{n}x_{i}^{2}+\\alpha$ (3)", 120, 140, size=20),
        run("\u03bc = \u03b1x + \u03b2y \u2212 \u222bf", 120, 190, size=16, bold=True),
    ]
    assert "#" not in markdown([*lines([PROSE, PROSE], 50, 100), *formulas, *lines([PROSE, PROSE], 50, 220)])


def test_a_numbered_bold_line_in_the_size_of_the_text_is_a_heading() -> None:
    page = [*lines([PROSE, PROSE], 50, 60), run("2.1 Method", 50, 100, bold=True), *lines([PROSE, PROSE], 50, 120)]
    assert "\n\n## 2.1 Method\n\n" in markdown(page)


def test_a_numbered_line_in_the_middle_of_a_column_is_a_heading_without_room_below_it() -> None:
    page = [run("II. METHOD", 150, 100), *lines([PROSE, f"and {PROSE}"], 50, 112), run("Then.", 50, 150)]
    assert markdown(page).startswith("# II. METHOD\n\nThe weaver")


def test_the_size_of_the_font_counts_and_not_the_height_of_the_signs() -> None:
    tall = replace(run("The weaver throws the shuttle once", 50, 100, size=12), font_size=10.0)
    others = [replace(one, font_size=10.0) for one in lines([PROSE] * 4, 50, 130)]
    style = Style.of([tall, *others], Spelling())
    assert "heading" not in {block.kind for block in blocks([tall, *others], style)}


def test_a_number_before_a_line_of_its_own_makes_it_a_heading() -> None:
    page = [run("2.1. Silk of the coast", 50, 70), *lines([PROSE, PROSE], 50, 100)]
    assert markdown(page).startswith("## 2.1. Silk of the coast\n\nThe weaver")


def test_lines_that_end_before_they_have_to_stay_lines() -> None:
    address = ["Ada Weaver", "12 Mill Lane, second floor", "Como", "Italy"]
    assert markdown(lines(address, 50, 100, size=10)) == "Ada Weaver\\\n12 Mill Lane, second floor\\\nComo\\\nItaly"


def test_lines_that_lead_to_a_price_stay_lines() -> None:
    prices = [run("Winding of warps ........ 45.00", 50, 100), run("Repair .................. 8.00", 50, 112)]
    assert markdown(prices) == "Winding of warps ........ 45.00\\\nRepair .................. 8.00"


def test_a_larger_line_between_two_tables_is_a_heading() -> None:
    page = [run("Looms", 50, 124, size=12)]
    for top in (100, 142):
        for n, texts in enumerate((("Article", "Unit", "Price"), ("Silk", "kg", "5.00"))):
            page += [run(text, left, top + 11 * n) for left, text in zip((50, 150, 250), texts, strict=True)]
    assert markdown(page).count("| Article | Unit | Price |\n| --- | --- | --- |\n") == 2
    assert "\n# Looms\n" in markdown(page)


def test_a_line_does_not_pass_the_face_of_its_first_word_on() -> None:
    rest = lines([PROSE, PROSE], 50, 112)
    assert markdown([run(PROSE, 50, 100, bold=True), *rest]) == " ".join([PROSE] * 3)
    assert markdown(
        [run(PROSE, 50, 100), *(run(PROSE, 50, 112 + 12 * n, italic=n == 1) for n in range(3))]
    ) == " ".join([PROSE] * 4)
    assert markdown([run(PROSE, 50, 100 + 12 * n, italic=True) for n in range(2)]) == f"*{PROSE} {PROSE}*"


def test_lines_of_a_typewriter_are_code_with_their_indents() -> None:
    page = [
        *lines([PROSE, PROSE], 50, 60),
        *(run(text, left, top, mono=True) for text, left, top in (("def f(x):", 50, 100), ("return x", 66, 112))),
        *(run(text, 50, top, mono=True) for text, top in (("print(f(1))", 136), ("print(2)", 148))),
    ]
    code = "```\ndef f(x):\n    return x\n\nprint(f(1))\nprint(2)\n```"
    assert markdown(page) == f"{PROSE} {PROSE}\n\n{code}"


def test_latex_of_a_line_stays_a_formula() -> None:
    text = r"A mass of $m_{0}\cdot c$ costs $4 or $5"
    assert markdown([run(text, 50, 100)]) == r"A mass of $m_{0}\cdot c$ costs $4 or $5"


def test_much_small_print_does_not_make_headings_of_the_text() -> None:
    notes = [run(PROSE, 50, 300 + 8 * n, size=6) for n in range(8)]
    text = [run(PROSE, 50, 100 + 12 * n) for n in range(4)]
    assert Style.of([*notes, *text], Spelling()).level(SIZE) is None
    assert Style.of([*notes, run("Silk report", 50, 50, size=20)], Spelling()).level(20) == 1


def test_marks_and_numbers_make_lists() -> None:
    page = [*lines(["• silk", "• wool"], 50, 100), run("Then", 50, 150), *lines(["1. wash", "2. spin"], 50, 180)]
    assert markdown(page) == "- silk\n- wool\n\nThen\n\n1. wash\n2. spin"


def column(side: str, count: int, left: float) -> list[TextRun]:
    """Return a column of prose whose sentences go on over the ends of its lines."""
    first, others = f"The {side} weaver throws the shuttle over", f"and the {side} cloth grows by a thread or"
    return lines([first, *[others] * (count - 1)], left, 100)


def test_columns_of_prose_are_read_one_after_the_other() -> None:
    title = run("A title above both of the columns, as wide as the page itself is", 50, 40, size=10)
    text = markdown([title, *column("upper", 6, 50), *column("lower", 6, 320)])
    assert text.rindex("upper") < text.index("lower")
    assert "|" not in text


@pytest.mark.parametrize("count", [3, 12])
def test_three_columns_of_prose_are_read_one_after_the_other(count: int) -> None:
    text = markdown([*column("upper", count, 50), *column("middle", count, 230), *column("lower", count, 410)])
    assert text.rindex("upper") < text.index("middle") < text.rindex("middle") < text.index("lower")
    assert "|" not in text


def test_columns_of_unequal_width_are_read_one_after_the_other() -> None:
    wide = [
        "The upper weaver throws the shuttle over the warp, and nobody sees how",
        "the upper cloth grows by a thread",
    ]
    text = markdown(
        [*lines([*wide[:1], *[f"{wide[1]} from one hour to the next one"] * 6], 50, 100), *column("lower", 5, 400)]
    )
    assert text.rindex("upper") < text.index("lower")
    assert "|" not in text


def test_a_table_in_a_column_of_prose_stays_a_table() -> None:
    cells = [("Year", "Bolts"), ("1901", "12"), ("1902", "18")]
    table = [run(cell, 50 + 90 * n, 170 + 14 * m) for m, row in enumerate(cells) for n, cell in enumerate(row)]
    text = markdown([*column("upper", 5, 50), *table, *column("lower", 9, 320)])
    assert "| 1902 | 18 |" in text
    assert text.index("1902") < text.index("lower")


def test_cells_of_prose_whose_rows_begin_level_make_a_table() -> None:
    texts = ("The weaver throws the shuttle over", "and the cloth grows by a thread or so")
    page = [
        one
        for index in range(4)
        for left in (50, 320)
        for one in lines([f"{texts[0]} {index}", f"{texts[1]} {left}"], left, 100 + 40 * index)
    ]
    assert markdown(page).count("\n| ") == 4


def test_lines_that_share_no_columns_make_no_table() -> None:
    page = [run("ab", 50 + 9 * n + 300 * half, 100 + 12 * n) for n in range(27) for half in (0, 1)]
    assert markdown(page).count("ab") == 54


@pytest.mark.parametrize("step", [10, 18])
def test_totals_of_an_invoice_are_rows_of_their_own(step: int) -> None:
    places = (50, 250, 330, 410)
    items = [
        ("Winding", "2", "45.00", "90.00"),
        ("Repair", "1", "120.00", "120.00"),
        ("Thread", "12", "8.50", "102.00"),
    ]
    rows = [("Description", "Quantity", "Price", "Amount"), *items, ("Flax", "1", "10.00", "10.00")]
    totals = [("", "", "Subtotal", "322.00"), ("", "", "Tax", "64.40"), ("", "", "Total", "386.40")]
    tops = [*(100 + 18 * n for n in range(5)), *(190 + step * n for n in range(3))]
    page = [
        run(cell, left, top)
        for row, top in zip([*rows, *totals], tops, strict=True)
        for cell, left in zip(row, places, strict=True)
        if cell
    ]
    assert [f"| {name} | {value} |" in markdown(page) for _, _, name, value in totals] == [True] * 3


def test_gaps_make_a_table_without_lines() -> None:
    rows = [("Fibre", "Price", "Stock"), ("Silk", "12.50", "7"), ("Raw wool", "5.00", "120"), ("Flax", "3.10", "80")]
    page = [
        run(cell, left, 100 + 14 * index)
        for index, row in enumerate(rows)
        for cell, left in zip(row, (50, 150, 250), strict=True)
    ]
    assert markdown([run("Prices of this week:", 50, 60), *page]) == (
        "Prices of this week:\n\n| Fibre | Price | Stock |\n| --- | --- | --- |\n| Silk | 12.50 | 7 |\n"
        "| Raw wool | 5.00 | 120 |\n| Flax | 3.10 | 80 |"
    )


def test_axes_of_a_chart_are_no_text_and_years_stay() -> None:
    ticks = [run(str(value), 80 - 4 * len(str(value)), 100 + 20 * n) for n, value in enumerate((300, 200, 100, 0))]
    months = [run(text, 90 + 40 * n, 175) for n, text in enumerate(("Jan", "Feb", "Mar", "Apr"))]
    assert markdown([run("Silk sold in tons", 90, 60), *ticks, *months]) == "Silk sold in tons"
    years = [run(str(2020 + n), 50, 100 + 20 * n) for n in range(4)]
    assert "2023" in markdown(years)
    beside = [run("tons", 150, 100 + 20 * n) for n in range(4)]
    assert "300" in markdown([*ticks, *beside])


def test_texts_side_by_side_whose_lines_are_not_level_are_read_one_after_the_other() -> None:
    address = [run(text, 50, 100 + 12 * n) for n, text in enumerate(("Ada Weaver", "Mill Lane 12", "Como", "Italy"))]
    invoice = [run(text, 300, 103 + 17 * n) for n, text in enumerate(("Invoice 7", "Customer 12", "Due in May"))]
    text = markdown([*address, *invoice])
    assert "|" not in text
    assert text.index("Italy") < text.index("Invoice")
    level = [run(text, 300, 100 + 12 * n) for n, text in enumerate(("Invoice", "7", "May", "2025"))]
    assert "| Ada Weaver | Invoice |" in markdown([*address, *level])


def test_a_table_ends_at_a_rule_under_which_columns_are_others() -> None:
    orders = (("Order 7", "Bill-to-the-buyer"), ("Date May 1", "Ada-Weaver-of-Como"), ("Tax 12", "Lane-12-in-Como"))
    articles = (("Article", "Size", "Qty", "Price"), ("Silk", "L", "1", "5.00"), ("Wool", "M", "2", "3.00"))
    page = [
        run(text, left, top + 12 * n)
        for rows, lefts, top in ((orders, (50, 170), 100), (articles, (50, 170, 230, 300), 150))
        for n, texts in enumerate(rows)
        for left, text in zip(lefts, texts, strict=True)
    ]
    text = markdown(page, rules=[Rule(45, 330, 141)])
    assert "| Order 7 | Bill-to-the-buyer |\n| --- | --- |\n" in text
    assert "| Article | Size | Qty | Price |\n| --- | --- | --- | --- |\n" in text


def test_rows_of_figures_between_two_rules_stay_rows_beside_the_name_of_their_group() -> None:
    page = [run(text, left, 100) for left, text in ((50, "Fibre"), (150, "Kind"), (250, "2025"), (300, "2026"))]
    for group in range(3):
        top = 120 + 40 * group
        page.append(run("Silk", 50, top + 5))
        for n, kind in enumerate(("raw", "spun")):
            page += [run(t, x, top + 12 * n) for x, t in ((150, kind), (250, "12.5"), (300, "7.5"))]
    rules = [Rule(45, 330, 114 + 40 * n) for n in range(4)]
    assert markdown(page, rules=rules).count("12.5 |") == 6


def test_a_head_over_several_columns_does_not_join_them() -> None:
    rows = [("Silk", "12.50", "7.10"), ("Wool", "5.00", "2.20"), ("Flax", "3.10", "8.00")]
    page = [run("Fibre", 50, 100), run("Price-and-stock-of-2025", 150, 100)]
    page += [
        run(cell, left, 114 + 14 * index)
        for index, row in enumerate(rows)
        for cell, left in zip(row, (50, 150, 220), strict=True)
    ]
    assert markdown(page) == (
        "| Fibre | Price-and-stock-of-2025 |  |\n| --- | --- | --- |\n| Silk | 12.50 | 7.10 |\n"
        "| Wool | 5.00 | 2.20 |\n| Flax | 3.10 | 8.00 |"
    )


def test_lines_of_a_cell_are_one_cell() -> None:
    page = [
        *(run(cell, left, 100) for cell, left in (("Fibre", 50), ("Use", 150), ("From", 400))),
        *(run(cell, left, 116) for cell, left in (("Silk", 50), ("shirts, scarves", 150), ("Como", 400))),
        run("and parachutes", 150, 126),
        *(run(cell, left, 142) for cell, left in (("Wool", 50), ("coats and socks", 150), ("Wales", 400))),
    ]
    assert "| Silk | shirts, scarves and parachutes | Como |" in markdown(page)


def test_lines_of_a_cell_that_end_before_they_have_to_stay_lines() -> None:
    page = [
        *(run(cell, left, 100) for cell, left in (("Seller", 50), ("Buyer", 250), ("Total", 450))),
        *(
            run(cell, left, 124)
            for cell, left in (("Ada Weaver and Company", 50), ("Como Trading", 250), ("5.00", 450))
        ),
        *(run(cell, left, 134) for cell, left in (("Mill Lane 12", 50), ("Italy", 250))),
        *(
            run(cell, left, 158)
            for cell, left in (("Flax Sisters", 50), ("The weavers of the lower", 250), ("7.00", 450))
        ),
        run("town", 250, 168),
    ]
    html = "".join(block.html for block in blocks(page, Style(SIZE)))
    assert "<td>Como Trading<br>Italy</td>" in html
    assert "<td>The weavers of the lower town</td>" in html


def test_names_of_rows_stay_a_column_where_most_lines_are_those_of_a_long_cell() -> None:
    page = [run(cell, left, 100) for cell, left in (("Fibre", 50), ("Sold", 110), ("Rules", 160))]
    for number, name in enumerate(("Silk", "Wool", "Flax")):
        top = 116 + 62 * number
        page += [run(name, 50, top), run("Y", 110, top)]
        rules = (
            "permitted where it is wide",
            "or where cloth is sold by",
            "length, in towns",
            "without a market of",
            "their",
        )
        page += [run(rule, 160, top + 10 * line) for line, rule in enumerate(rules)]
    text = markdown(page)
    assert "| Fibre | Sold | Rules |" in text
    assert text.count("| Y | permitted where") == 3


def test_boxes_around_lines_of_text_make_no_table() -> None:
    page = [
        run(text, 51, 100 + 12 * n) for n, text in enumerate((PROSE, f"{PROSE} all", f"{PROSE} all day", PROSE[:-5]))
    ]
    rules = [Rule(50, one.right + 1, y) for one in page for y in (one.top - 1, one.bottom + 1)]
    strokes = [Stroke(x, one.top - 1, one.bottom + 1) for one in page for x in (50, one.right + 1)]
    assert "|" not in markdown(page, rules=rules, strokes=strokes)


def test_drawn_lines_say_where_cells_are() -> None:
    page = [run("Fibres of 2025", 60, 104), *(run(c, x, 124) for c, x in (("Silk", 60), ("12", 160)))]
    page += [run("Wool", 60, 144), run("5", 160, 144)]
    rules = [Rule(50, 250, height) for height in (100, 120, 140, 160)]
    strokes = [Stroke(50, 100, 160), Stroke(150, 120, 160), Stroke(250, 100, 160)]
    block = next(iter(blocks(page, Style(SIZE), rules=rules, strokes=strokes)))
    assert block.kind == "table"
    assert '<th colspan="2">Fibres of 2025</th>' in block.html
    assert "<tr><td>Silk</td><td>12</td></tr><tr><td>Wool</td><td>5</td></tr>" in block.html
    assert block.box == (50, 100, 200, 60)


def test_lines_above_a_ruled_table_are_its_head_when_they_leave_the_first_column_empty() -> None:
    rows = [("Silk", "12", "14"), ("Wool", "5", "6")]
    cells = [
        run(text, 55 + 100 * at, 105 + 20 * row) for row, texts in enumerate(rows) for at, text in enumerate(texts)
    ]
    rules = [Rule(50, 350, height) for height in (100, 120, 140)]
    strokes = [Stroke(x, 100, 140) for x in (50, 150, 250, 350)]
    caption, years = (
        run("Prices of fibres", 50, 40),
        [run("Year ended", 200, 75), run("2025", 155, 88), run("2026", 255, 88)],
    )
    assert markdown([caption, *years, *cells], rules=rules, strokes=strokes) == (
        "Prices of fibres\n\n|  | Year ended |  |\n| --- | --- | --- |\n|  | 2025 | 2026 |\n"
        "| Silk | 12 | 14 |\n| Wool | 5 | 6 |"
    )
    alone = run("Prices of fibres", 160, 88)
    assert markdown([alone, *cells], rules=rules, strokes=strokes).startswith("Prices of fibres\n\n| Silk |")


def test_sizes_that_were_measured_from_a_picture_are_evened() -> None:
    sizes = (9.6, 10.1, 10.4, 10.9, 11.3, 18.0)
    text = [run(PROSE, 50, 100 + 12 * at, size=size) for at, size in enumerate(sizes)]
    assert are_measured(text)
    assert [one.size for one in even_sizes(text)] == [10.4] * 5 + [18.0]
    printed = [run(PROSE, 50, 100 + 12 * at, size=size) for at, size in enumerate((10.0, 10.0, 9.0))]
    assert not are_measured(printed)
    assert not are_measured([])


def test_a_mark_without_a_letter_is_no_heading() -> None:
    assert markdown([run("\u2014", 50, 50, size=20), *lines([PROSE, PROSE], 50, 110)]).startswith("\u2014\n\n")


def test_lines_at_the_edges_that_come_again_are_dropped() -> None:
    heads = RunningHeads()
    pages = [
        [run("Annual report 2025", 50, 20), run(f"Text of page {number}.", 50, 300), run(str(number), 300, 770)]
        for number in range(1, 5)
    ]
    for page in pages:
        heads.see(page, 792)
    assert [[one.text for one in heads.without(page, 792, SIZE)] for page in pages] == [
        [f"Text of page {number}."] for number in range(1, 5)
    ]


TEXT = lines([PROSE] * 6, 50, 100)


def without_heads(pages: Sequence[Sequence[TextRun]]) -> list[list[str]]:
    """Return the lines of each page that are not of TEXT, without heads and feet."""
    heads = RunningHeads()
    for page in pages:
        heads.see(page, 792)
    return [[one.text for one in heads.without(page, 792, SIZE) if one not in TEXT] for page in pages]


@pytest.mark.parametrize("count", [1, 2, 3, 12])
def test_what_differs_from_page_to_page_is_kept(count: int) -> None:
    names = ["Ada Lin", "Bo Carver", "Cy Dyer"]
    pages = [
        [
            run(f"Payslip {number} / 2026", 50, 40),
            run(names[number % 3] if count < 4 else f"{names[number % 3]} {number * 37 % 50}", 50, 60),
            *TEXT,
            run("Days", 50, 700),
            run(str(number * 37 % 50), 300, 700),
            run(f"Net pay: EUR {2100 + 7 * number}", 50, 750),
        ]
        for number in range(1, count + 1)
    ]
    assert without_heads(pages) == [[one.text for one in page if one not in TEXT] for page in pages]


def test_amounts_of_money_are_kept_though_they_come_again() -> None:
    total = run("Amount due 1,250.00", 50, 760)
    assert without_heads([[*TEXT, total]] * 4) == [[total.text]] * 4


@pytest.mark.parametrize("line", ["Question {}: What is {} times 7?", "{}"])
def test_a_page_is_not_left_empty(line: str) -> None:
    pages = [[run(line.format(number, number), 50, 40)] for number in range(1, 5)]
    assert without_heads(pages) == [[one.text for one in page] for page in pages]


@pytest.mark.parametrize(
    "line", ["{}", "- {} -", "A-{}", "Page {} of 12", "Seite {} von 12", "{}/12", "\u7b2c{}\u9875", "Silk today | {}"]
)
def test_numbers_that_count_up_with_the_pages_are_dropped(line: str) -> None:
    pages = [[run(line.format(number), 50, 715), *TEXT] for number in (7, 8, 9)]
    assert without_heads(pages) == [[]] * 3


def test_numbers_that_do_not_count_up_are_kept() -> None:
    pages = [[run(str(number), 50, 715), *TEXT] for number in (7, 31, 12)]
    assert without_heads(pages) == [["7"], ["31"], ["12"]]


def test_roman_numbers_count_up_too() -> None:
    assert without_heads([[run(number, 50, 715), *TEXT] for number in ("viii", "ix", "x")]) == [[]] * 3


def test_what_comes_again_and_may_be_needed_is_kept_once() -> None:
    letterhead = [run("Loom & Sons", 50, 30, bold=True), run("4 Mill Lane, Leeds", 50, 42)]
    foot = [run("Bank of Silk DE89 3704 0044 0532 0130 00", 50, 750), run("Leeds", 50, 762), run("2", 300, 762)]
    pages = [[*letterhead, *TEXT, *foot[:2], run(str(number), 300, 762)] for number in (1, 2, 3)]
    assert without_heads(pages) == [[*(one.text for one in letterhead), *(one.text for one in foot[:2])], [], []]


def test_titles_that_come_again_are_kept() -> None:
    title = run("Certificate", 250, 40, size=16)
    assert without_heads([[title, *TEXT]] * 3) == [[title.text]] * 3


def test_the_head_of_a_table_that_comes_again_is_kept() -> None:
    head = [run(name, left, 60) for name, left in (("Day", 50), ("Text", 150), ("Count", 300))]
    rows = [
        run(text, left, 72 + 12 * at) for at in range(20) for text, left in (("3 May", 50), ("Silk", 150), ("7", 300))
    ]
    pages = [[run("Silk today", 50, 20), *head, *rows]] * 4
    assert [page[:3] for page in without_heads(pages)] == [["Day", "Text", "Count"]] * 4


def test_heads_that_were_dropped_are_reported() -> None:
    heads = RunningHeads()
    pages = [[run("Silk today", 50, 20), *TEXT, run(str(number), 300, 770)] for number in (1, 2)]
    for page in pages:
        heads.see(page, 792)
    assert [heads.without(page, 792, SIZE) for page in pages] == [TEXT, TEXT]
    assert heads.dropped == ("Silk today",)


def test_a_total_under_its_column_is_no_page_number() -> None:
    rows = [one for at in range(6) for one in (run("Silk", 50, 640 + 12 * at), run(str(200 + at), 300, 640 + 12 * at))]
    total = [run("Total", 50, 750), run("615", 300, 750)]
    assert RunningHeads().without([*rows, *total], 792, SIZE) == [*rows, *total]


@pytest.mark.parametrize(
    "head",
    [
        [run("Download date: 28 Dec 2018", 50, 760)],
        [run("Weaving today", 50, 40)],
        [run("Weaving today", 50, 40), run("of the guild of weavers", 50, 50)],
        [run("Weaving today", 50, 40), run("\u2014", 50, 10)],
        [run("NETS 2015", 50, 735), run("Draft", 300, 765)],
    ],
    ids=["foot", "head", "two lines", "beside a speck", "one above the other"],
)
def test_a_head_or_foot_is_known_by_its_page_alone(head: list[TextRun]) -> None:
    left = RunningHeads().without([*head, *TEXT], 792, SIZE)
    assert [one for one in left if any(char.isalnum() for char in one.text)] == TEXT


def test_a_head_with_a_page_number_may_stand_near_its_text() -> None:
    text = lines([PROSE] * 6, 50, 60)
    head = [run("WEAVING TODAY.", 50, 48, size=4), run("400", 500, 48, size=4)]
    assert RunningHeads().without([*head, *text], 792, SIZE) == text
    assert RunningHeads().without([head[0], *text], 792, SIZE) == [head[0], *text]


@pytest.mark.parametrize(
    "needed",
    [
        [run("How silk is woven", 50, 40, size=12)],
        [run("How silk is woven", 50, 40, bold=True)],
        [run("1 It was woven by hand.", 50, 750)],
        [run("Bank of Silk DE89 3704 0044 0532 0130 00", 50, 760)],
        [run("weavers@example.org", 50, 760)],
        [run("Net pay: 2100", 50, 740)],
        [run("Amount due \u20ac 2100", 50, 760)],
        [run("Sum of all points", 50, 740, bold=True)],
        [run("Text that begins the page", 50, 88)],
        [run("A block of", 50, 736), run("three lines such as", 50, 746), run("an address", 50, 756)],
        [run("Far from the edge", 50, 660)],
    ],
    ids=[
        "title",
        "bold title",
        "footnote",
        "account",
        "address",
        "label",
        "money",
        "bold foot",
        "text",
        "block",
        "last line",
    ],
)
def test_what_may_be_needed_is_no_head_or_foot(needed: list[TextRun]) -> None:
    assert RunningHeads().without([*needed, *TEXT], 792, SIZE) == [*needed, *TEXT]


def test_a_page_with_nothing_else_keeps_its_only_line() -> None:
    only = [run("Silk", 50, 40)]
    assert RunningHeads().without(only, 792, SIZE) == only


def test_a_table_of_contents_keeps_its_leaders() -> None:
    page = [
        one
        for index, (name, number) in enumerate((("Raw silk", "3"), ("Spun silk in hanks", "8"), ("Wool", "12")))
        for one in priced(name, number, 100 + 12 * index)
    ]
    assert markdown(page).count("." * 60) == len(page)
    assert "|" not in markdown(page)


def priced(name: str, value: str, top: float) -> list[TextRun]:
    """Return a line that leads by dots from *name* to *value*, which ends where all values do."""
    text = f"{name}{'.' * 60}{value}"
    words = [run(name, 50, top)]
    last = words[0].by_word[-1]
    joined_up = TextRun((TextSpan(last.text + "." * 60 + value),), last.left, top, 300, top + SIZE, SIZE)
    return [TextRun((TextSpan(text),), 50, top, 300, top + SIZE, SIZE, (*words[0].by_word[:-1], joined_up))]


def test_a_short_last_line_belongs_to_its_paragraph_across_columns() -> None:
    wide = [run(f"{PROSE} and back, again and again, all day", 50, 50), run("until the evening.", 50, 60)]
    columns = [*lines([PROSE] * 6, 50, 90), *lines([PROSE] * 6, 270, 90)]
    assert markdown([*wide, *columns]).startswith(f"{PROSE} and back, again and again, all day until the evening.\n\n")


def test_bullets_that_are_drawn_are_marks_of_a_list() -> None:
    text = [run("Silk", 60, 100), run("Wool and more", 60, 112), run("Flax", 60, 124)]
    drawn = list(bullets([(52, 102.5, 3, 3), (52, 114.5, 3, 3), (52, 126.5, 3, 3)], text))
    assert markdown([*drawn, *text]) == "- Silk\n- Wool and more\n- Flax"


@pytest.mark.parametrize(
    "shape", [(52, 106, 3, 3), (20, 102.5, 3, 3), (52, 102.5, 7, 3), (52, 102.5, 1, 1), (90, 102.5, 3, 3)]
)
def test_other_shapes_are_no_bullets(shape: tuple[float, float, float, float]) -> None:
    assert list(bullets([shape], [run("Silk", 60, 100), run("Wool", 100, 100)])) == []


def test_totals_under_rules_of_their_own_are_rows() -> None:
    table = [
        *(run(text, x, 100) for text, x in (("Article", 50), ("Qty", 200), ("Amount", 300))),
        *(run(text, x, 120) for text, x in (("Raw silk", 50), ("20", 200), ("44.00", 300))),
        *(run(text, x, 140) for text, x in (("Wool", 50), ("5", 200), ("34.50", 300))),
        *(run(text, x, 160) for text, x in (("Subtotal", 200), ("78.50", 300))),
        *(run(text, x, 180) for text, x in (("Total", 200), ("94.20", 300))),
    ]
    rules = [Rule(50, 330, 114), Rule(50, 330, 134), Rule(50, 330, 154), Rule(195, 330, 174), Rule(195, 330, 194)]
    assert markdown(table, rules=rules).endswith("|  | Subtotal | 78.50 |\n|  | Total | 94.20 |")


def test_a_head_beside_another_has_a_column_of_its_own() -> None:
    table = [
        *(run(text, x, 100) for text, x in (("Article", 50), ("Qty", 200), ("Unit-price", 232), ("Amount", 300))),
        *(run(text, x, 112) for text, x in (("Raw silk", 50), ("20", 200), ("2.20", 256), ("44.00", 300))),
        *(run(text, x, 124) for text, x in (("Wool", 50), ("5", 200), ("6.90", 256), ("34.50", 300))),
        *(run(text, x, 136) for text, x in (("Grandtotal", 200), ("78.50", 300))),
        *(run(text, x, 148) for text, x in (("Sum-of-all", 200), ("78.50", 300))),
    ]
    assert markdown(table).startswith("| Article | Qty | Unit-price | Amount |")


def page_of(number: int, *found: Block) -> DocumentPage:
    return DocumentPage(number, found)


@pytest.mark.parametrize(
    ("above", "below", "whole"),
    [
        ("<p>It goes on</p>", "<p>over the page.</p>", "<p>It goes on over the page.</p>"),
        ("<p>It is hy-</p>", "<p>phenated.</p>", "<p>It is hyphenated.</p>"),
    ],
)
def test_a_paragraph_belongs_to_the_page_where_it_begins(above: str, below: str, whole: str) -> None:
    pages = [page_of(1, Block("paragraph", above)), page_of(2, Block("paragraph", below), Block("rule", "<hr>"))]
    first, second = join_pages(pages, Spelling())
    assert [block.html for block in first.blocks] == [whole]
    assert [block.html for block in second.blocks] == ["<hr>"]


def test_a_sentence_that_ended_is_not_continued() -> None:
    pages = [page_of(1, Block("paragraph", "<p>It ended.</p>")), page_of(2, Block("paragraph", "<p>a new one</p>"))]
    assert list(join_pages(pages, Spelling())) == pages


def test_a_table_that_goes_on_has_its_head_once() -> None:
    head = "<thead><tr><th>A</th><th>B</th></tr></thead>"
    tables = [f"<table>{head}<tbody><tr><td>{n}</td><td>x</td></tr></tbody></table>" for n in (1, 2, 3)]
    first, *others = join_pages([page_of(n, Block("table", html)) for n, html in enumerate(tables, 1)], Spelling())
    assert markdown_of(first.html) == "| A | B |\n| --- | --- |\n| 1 | x |\n| 2 | x |\n| 3 | x |"
    assert [(page.number, page.blocks) for page in others] == [(2, ()), (3, ())]


def test_what_ends_on_a_page_and_what_begins_there_are_two_things() -> None:
    texts = [("It goes on",), ("over the page.", "And this goes"), ("on too.",)]
    pages = [page_of(n, *(Block("paragraph", f"<p>{one}</p>") for one in page)) for n, page in enumerate(texts, 1)]
    assert [[block.html for block in page.blocks] for page in join_pages(pages, Spelling())] == [
        ["<p>It goes on over the page.</p>"],
        ["<p>And this goes on too.</p>"],
        [],
    ]
