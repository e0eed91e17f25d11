"""What a page labels is found, however it lays it out, and nothing else is taken for a label."""

import pytest

from gossamer.content.page_model import Fact, facts, look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_view import Selection
from tests.unit.content.pages import WHOLE, view


def material(html: str, selection: Selection = WHOLE) -> PageMaterial:
    return view(html, url="https://example.org/").material(selection)


def said(html: str) -> dict[str, str]:
    return {fact.label: fact.text for fact in facts(material(html))}


LAID_OUT = {
    "rows of a table": "<table><tr><th>Weight</th><td>2 kg<tr><th>Width</th><td>30 cm</table>",
    "plain rows": "<table><tr><td>Weight</td><td>2 kg<tr><td>Width</td><td>30 cm</table>",
    "a table with a head": "<table><thead><tr><th>A<th>B</thead><tr><td>Weight<td>2 kg<tr><td>Width<td>30 cm</table>",
    "four columns": "<table><tr><th>Weight<td>2 kg<th>Width<td>30 cm</table>",
    "a definition list": "<dl><dt>Weight</dt><dd>2 kg</dd><dt>Width</dt><dd>30 cm</dd></dl>",
    "a definition list in boxes": "<dl><div><dt>Weight:<dd>2 kg</div><div><dt>Width:<dd>30 cm</div></dl>",
    "named boxes": "<div><div class='spec-label'>Weight</div><div class='spec-value'>2 kg</div>"
    "<div class='spec-label'>Width</div><div class='spec-value'>30 cm</div></div>",
    "bold with a colon": "<p><b>Weight:</b> 2 kg<br><b>Width</b>: 30 cm</p>",
    "lines": "<ul><li>Weight: 2 kg</li><li>Width: 30 cm</li></ul>",
    "lines of a caption": "<figure><img src=a><figcaption>Weight: 2 kg<br>Width: 30 cm</figcaption></figure>",
    "labels of a form": "<div><label>Weight</label> <i>2 kg</i></div><div><label>Width</label><i>30 cm</i></div>",
    "colons of other scripts": "<p>Weight：2 kg</p><p>Width：30 cm</p>",  # noqa: RUF001
    "three made alike": "<ul><li><span>Weight</span><span>2 kg</span><li><span>Width</span><span>30 cm</span>"
    "<li><span>Depth</span><span>4 cm</span></ul>",
}


@pytest.mark.parametrize("name", LAID_OUT)
def test_labels_and_values_are_found_as(name: str) -> None:
    found = said(LAID_OUT[name])
    assert (found.get("Weight"), found.get("Width")) == ("2 kg", "30 cm")


NO_LABELS = {
    "times": "<p>Open from 12:30 to 18:00</p>",
    "addresses": "<p>https://example.org/a</p>",
    "prose": "<p>She said what everybody had known for a very long time: that it could not go on.</p>",
    "a title and its text": "<div><h3>Kettle</h3><p>Boils water.</p></div>",
    "menus": "<ul><li><a href=/a>Shoes</a><span>(12)</span><li><a href=/b>Hats</a><span>(3)</span>"
    "<li><a href=/c>Coats</a><span>(5)</span></ul>",
    "what nobody sees": "<dl style='display:none'><dt>Weight</dt><dd>2 kg</dd></dl><script>a: b</script>",
}


@pytest.mark.parametrize("name", NO_LABELS)
def test_nothing_is_a_label_in(name: str) -> None:
    assert said(NO_LABELS[name]) == {}


def test_a_fact_says_where_it_stands_and_under_what() -> None:
    page = material(
        "<h2>Dimensions</h2><table><tr><td>x<td>y</table>"
        "<table><caption>Outside</caption><tr><th>Width</th><td>30 cm</td></tr></table>"
        "<h2>More</h2><dl><dt>Made in</dt><dd>Italy</dd></dl><p>Colour: blue</p>"
    )
    assert [fact for fact in facts(page) if fact.label != "x"] == [
        Fact("Width", "30 cm", "table 2, row 1, Width", "Outside", "Width 30 cm"),
        Fact("Made in", "Italy", "definition list 1, Made in", "More", "Made in Italy"),
        Fact("Colour", "blue", '"Colour" under "More"', "More", "Colour: blue"),
    ]


def test_a_term_with_several_definitions_says_each() -> None:
    html = "<dl><dt>Colours</dt><dd>red</dd><dd>blue</dd><dt>Size</dt><dd>S</dd></dl>"
    assert [(fact.label, fact.text) for fact in facts(material(html))] == [
        ("Colours", "red"), ("Colours", "blue"), ("Size", "S"),
    ]  # fmt: skip


def test_spans_keep_values_under_their_headings() -> None:
    html = (
        "<table><tr><th rowspan=2>Size</th><th colspan=2>Body</th></tr><tr><th>Width</th><th>Length</th></tr>"
        "<tr><th>S</th><td>10</td><td>20</td></tr><tr><th>M</th><td>11</td><td>21</td></tr></table>"
    )
    assert said(html)["M Body Length"] == "21"


def test_a_value_beside_the_main_content_comes_after_those_in_it() -> None:
    text = (
        "<p>" + "A kettle is a vessel in which water is boiled, and this one is blue, of steel and made to last. " * 9
    )
    html = f"<aside><p>Delivery: free</p></aside><main><h1>Kettle</h1>{text}<p>Material: steel</p></main>"
    assert [fact.label for fact in facts(material(html, Selection()))] == ["Material", "Delivery"]


def test_an_element_that_is_named_but_not_labelled_is_told_apart() -> None:
    seen = look(material("<h1>Kettle</h1><p class='product-price'>€ 24.50</p><p class=prep-time>5 min</p>"))
    assert [(fact.label, fact.text, fact.place) for fact in seen.named] == [
        ("price", "€ 24.50", 'element "product-price"')
    ]
    assert seen.facts == ()


def test_a_page_is_looked_at_once_and_records_only_when_asked_for() -> None:
    page = material("<ul><li><b>A</b> <i>1</i><li><b>B</b> <i>2</i></ul><p>Weight: 2 kg</p>")
    assert look(page) is look(page)
    assert [fact.label for fact in look(page).facts] == ["Weight"]
    assert "records" not in vars(look(page))
    assert look(page).records
    assert look(material("<p>Weight: 2 kg</p>")) is not look(page)


def test_a_value_beside_a_box_that_is_alone_is_read() -> None:
    assert said("<div><span>Weight:</span> 2 kg</div>") == {"Weight": "2 kg"}
    assert said("<div><div><b>Weight</b>: 2 kg</div></div>") == {"Weight": "2 kg"}


def test_what_is_main_comes_first_in_a_page_of_large_tables_too() -> None:
    rows = "".join(f"<tr><td>{at}</td><td>x</td></tr>" for at in range(3_000))
    html = f"<aside><p>Phone: 555-12-34</p></aside><main><h1>T</h1><p>Weight: 2 kg</p><table>{rows}</table></main>"
    whole = material(html)
    [main] = whole.document.select("main")
    page = PageMaterial(whole.document, main, whole.base, whole.url)
    assert [fact.label for fact in facts(page) if fact.label in {"Phone", "Weight"}] == ["Weight", "Phone"]


@pytest.mark.parametrize("text", ["10 minutes minutes", "1 h 20 min", "45 min"])
def test_how_long_something_takes_is_no_date(text: str) -> None:
    assert look(material(f"<h1>Cake</h1><p class=recipe-time>{text}</p>")).named == ()


@pytest.mark.parametrize("was", ["R$ 49,90", "$49.90", "49,90 €"])
def test_a_price_that_is_struck_out_beside_another_one_is_no_part_of_its_line(was: str) -> None:
    page = material(f"<h1>Mug</h1><p>Price: <s>{was}</s> {was.replace('49', '39')}</p>")
    assert list(look(page).lines())[-1] == f"Price: {was.replace('49', '39')}"
