"""What a page sells is offered in choices: they are read as words, and other controls are not taken for them."""

import pytest

from gossamer.content.page_view import Selection
from tests.unit.content.pages import WHOLE, markdown

_TEXT = "<p>" + "This shirt is woven from long fibres, and it lasts for years of wear. " * 4 + "</p>"


def _product(choice: str, order: str = "<button>Add to cart</button>") -> str:
    return (
        "<header><select aria-label=Language><option>English<option>Deutsch</select></header>"
        f"<main><h1>Shirt</h1><p>$20.00</p><form>{choice}{order}</form>{_TEXT}</main>"
    )


@pytest.mark.parametrize("selection", [WHOLE, Selection()], ids=["whole", "main"])
@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (
            "<label for=s>Size</label><select id=s><option value=''>Pick<option>S<option>M<option disabled>L</select>",
            "Size: S, M, ~~L~~",
        ),
        ("<label>Size: <select><option selected>S<option>M (sold out)</select></label>", "Size: S, M (sold out)"),
        ("<select aria-label=Größe><option>Bitte wählen<option>38<option>39</select>", "Größe: 38, 39"),
        (
            (
                "<fieldset><legend>Size</legend><input type=radio name=s id=a><label for=a>S</label>"
                "<input type=radio name=s id=b disabled><label for=b>M</label></fieldset>"
            ),
            "Size: S, ~~M~~",
        ),
        (
            (
                "<h3>Size</h3><div role=radiogroup><button role=radio aria-checked=true>S</button>"
                "<button role=radio aria-disabled=true>M</button></div>"
            ),
            "Size: S, ~~M~~",
        ),
        (
            (
                "<span id=l>Fabric</span><div role=listbox aria-labelledby=l><div role=option>Wool</div>"
                "<div role=option>Silk</div></div>"
            ),
            "Fabric: Wool, Silk",
        ),
        (
            (
                "<div><p>Colour: Red</p><ul><li><button aria-label=Red style='background:red'></button></li>"
                "<li><button title=Blue class='swatch sold-out'></button></li></ul></div>"
            ),
            "Colour: Red, ~~Blue~~",
        ),
        (
            "<table><tr><th><label for=k>Size</label></th><td><select id=k><option>S<option>M</select></table>",
            "Size: S, M",
        ),
    ],
)
def test_choices_of_what_is_sold_are_a_line_of_words(choice: str, expected: str, selection: Selection) -> None:
    lines = markdown(_product(choice), selection).split("\n")
    assert expected in lines
    assert sum("S" in line and "M" in line for line in lines) <= 1


@pytest.mark.parametrize("order", ["<a class=btn>In den Warenkorb</a>", "<input type=submit value='Sold out'>"])
def test_a_control_that_orders_is_known_in_other_words(order: str) -> None:
    assert "Size: S, M" in markdown(_product("<label>Size<select><option>S<option>M</select></label>", order))


_SORT = "<label>Sort by <select><option>Price<option>Name</select></label>"
_CARD = "<div><h3><a href=/a>Hat {0}</a></h3><p>A hat.</p><button>Add to cart</button></div>"


@pytest.mark.parametrize(
    "html",
    [
        f"<main><h1>Hats</h1>{_SORT}{_CARD.format(1)}{_CARD.format(2)}</main>",
        f"<main><h1>Hats</h1>{_SORT}{_CARD.format(1)}</main>",
        _product("<label>Quantity<select><option>1<option>2<option>3</select></label>"),
        _product("<label>Number</label><button>-</button><input type=number value=1><button>+</button>"),
        _product(
            f"<label>To<select>{''.join(f'<option>Land {chr(65 + n % 26)}{n}' for n in range(99))}</select></label>"
        ),
        _product(
            "<p>Pictures</p><button aria-label='Previous slide'></button><button aria-label='Next slide'></button>"
        ),
        "<main><h1>Join</h1><form><label>Country<select><option>Chad<option>Peru</select></label><button>Join</button></form>",
        _product("") + f"<h2>Reviews</h2>{_SORT}",
    ],
    ids=["order", "order of one", "quantity", "stepper", "countries", "arrows", "form", "reviews"],
)
@pytest.mark.parametrize("selection", [WHOLE, Selection()], ids=["whole", "main"])
def test_other_controls_are_no_choices(html: str, selection: Selection) -> None:
    text = markdown(html, selection)
    assert ": " not in text.replace("https:", "")
    assert not any(word in text for word in ("Name", "Peru", "Land B", "3", "Deutsch"))


def test_controls_side_by_side_do_not_run_together() -> None:
    html = "<p>Size<button>S</button><button>M</button><label>L</label><span>now</span></p>"
    assert markdown(html) == "Size S M L now"
