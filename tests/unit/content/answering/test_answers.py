"""A page answers in its own words, and says nothing about what it does not say."""

import pytest

from gossamer.content.answering import answer
from gossamer.core.understanding import Method
from tests.unit.content.answering.pages import ANSWERED, PAGES, RECIPE, UNANSWERED, page

HELP = """<title>Help</title><h1>Help</h1><h2>Shipping</h2><p>Shipping to Norway took nine days in a storm.</p>
<p>We ship to Sweden and Denmark. We do not ship to Norway.</p><h2>Rooms</h2>
<p>Pets are allowed in the garden. Dogs are not allowed in the rooms.</p><h2>Prices</h2>
<p>There is no student discount. Discounts of students of art are given at other shops.</p>
<p>Gift cards can be bought in every shop. Gift cards can't be refunded.</p>"""
READ = {name: page(html) for name, html in PAGES.items()}


@pytest.mark.parametrize(("name", "question", "words"), ANSWERED, ids=[asked for _, asked, _ in ANSWERED])
def test_a_question_is_answered(name: str, question: str, words: str) -> None:
    told = answer(READ[name], question, quoted=False)
    assert words in told.text
    assert told.method is Method.EXTRACTIVE
    assert told.quotes


@pytest.mark.parametrize(("name", "question"), UNANSWERED, ids=[asked for _, asked in UNANSWERED])
def test_what_a_page_does_not_say_is_not_answered(name: str, question: str) -> None:
    told = answer(READ[name], question, quoted=False)
    assert (told.text, told.quotes) == ("", ())


def test_a_value_is_quoted_with_its_label() -> None:
    plain, quoted = (answer(READ["product"], "What is the capacity?", quoted=quoted) for quoted in (False, True))
    assert plain.text == "1.7 litres"
    assert quoted.text == "Capacity 1.7 litres"
    assert [(quote.quote, quote.place, quote.url) for quote in plain.quotes] == [
        ("Capacity 1.7 litres", "table 1, row 2, Capacity", "https://example.org/page")
    ]


def test_each_item_of_a_list_is_a_quote() -> None:
    told = answer(page(RECIPE), "Which ingredients are in it?", quoted=True)
    assert [quote.quote for quote in told.quotes] == ["4 apples", "200 g flour", "3 eggs", "120 g sugar"]


@pytest.mark.parametrize("question", ["", "?", "what is the", "the of and", "x" * 100_000, "who " * 50_000])
def test_a_question_about_nothing_is_not_answered(question: str) -> None:
    assert answer(READ["article"], question, quoted=True).text == ""


SHOP = page(
    "<title>Anvil</title><main><h1>Anvil 12-15</h1><p class=price><span>Was £119.99</span> <span>£89.50</span></p>"
    "<p>The anvil is a tool for smiths. It weighs 0.95 kg without its block and has two horns.</p></main>"
)
FIRM = page(
    "<title>Contact us</title><main><h1>Contact Acme</h1><h2>Headquarters</h2><p>Phone: +49 761 555 0123<br>"
    "Fax: +49 761 555 0199</p><h2>Support</h2><p>Monday to Friday. Call +49 761 555 0150 or write to us.</p></main>"
)


def test_a_labelled_support_line_answers_before_the_general_one() -> None:
    lines = "<p>Phone: +49 761 555 0123</p><p>Support line: +49 761 555 0150</p>"
    contact = page(f"<title>Contact us - Acme</title><main><h1>Contact Acme</h1>{lines}</main>")
    assert answer(contact, "What is the support phone number?", quoted=False).text == "+49 761 555 0150"


def test_a_weight_is_not_any_short_text_with_a_figure() -> None:
    assert answer(SHOP, "How heavy is it?", quoted=False).text.startswith("It weighs 0.95 kg")
    assert answer(SHOP, "How tall is it?", quoted=False).text == ""


def test_what_it_costs_is_not_what_it_cost() -> None:
    assert answer(SHOP, "How much does it cost?", quoted=False).text == "£89.50"


@pytest.mark.parametrize(
    "price",
    [
        "<p class=price><del>£119.99</del> £89.50</p>",
        "<div><s>£119.99</s> <span>£89.50</span></div>",
        "<p><span style='text-decoration:line-through'>£119.99</span> <b>£89.50</b></p>",
        "<p>£89.50</p>",
    ],
)
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much is the anvil?", "£89.50"),
        ("What does the Anvil 12-15 cost?", "£89.50"),
        ("What is the price?", "£89.50"),
        ("How much is shipping?", ""),
        ("How much does the hammer cost?", ""),
    ],
)
def test_a_price_is_the_one_that_holds_of_the_thing_that_is_asked_about(price: str, question: str, told: str) -> None:
    shop = page(f"<title>Anvil</title><main><h1>Anvil 12-15</h1>{price}<p>A tool for smiths with two horns.</p></main>")
    assert answer(shop, question, quoted=False).text == told


SHEET = """<title>TK-220 Compact Tractor</title><h1>TK-220 Compact Tractor</h1><h2>Engine</h2>
<dl><dt>Type</dt><dd>diesel</dd><dt>Rated power</dt><dd>16.5 kW (22 hp) at 2,800 rpm</dd></dl>
<p>Compared: the TK-260 has 19.4 kW, 28 l and weighs 745 kg.</p><p>Guarantee 3 years. Order no. 5031.220.01</p>"""


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("How heavy is the TK-220?", ("Order", "745")),
        ("What is the engine's power?", ("19.4",)),
    ],
)
def test_neither_a_label_nor_a_code_nor_another_model_answers(question: str, wrong: tuple[str, ...]) -> None:
    told = answer(page(SHEET), question, quoted=False)
    assert told.text != "Rated power"
    assert not any(one in told.text for one in wrong)


def test_what_is_said_of_the_model_that_is_asked_about_answers() -> None:
    assert "745 kg" in answer(page(SHEET), "How heavy is the TK-260?", quoted=False).text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Do you ship to Norway?", "We do not ship to Norway."),
        ("Are dogs allowed in the rooms?", "Dogs are not allowed in the rooms."),
        ("Is there a student discount?", "There is no student discount."),
        ("Can gift cards be refunded?", "Gift cards can't be refunded."),
        ("Do you ship to Sweden?", "We ship to Sweden and Denmark."),
        ("Do you ship to Finland?", ""),
    ],
)
def test_whether_something_is_so_is_answered_by_the_sentence_that_says_or_denies_it(question: str, words: str) -> None:
    told = answer(page(HELP), question, quoted=False)
    assert told.text == words
    assert [quote.quote for quote in told.quotes] == ([words] if words else [])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How much does Enterprise cost?", ""),
        ("How much is the trial?", "All plans have a 14-day free trial."),
        ("How much does admission cost?", "Free for all visitors."),
    ],
)
def test_what_is_free_is_what_is_asked_for(question: str, said: str) -> None:
    html = "<h2>Enterprise</h2><p>Contact us.</p><p>All plans have a 14-day free trial.</p>"
    admission = "<h2>Admission</h2><p>Free for all visitors.</p>"
    plans = page(f"<title>Pricing</title><main><h1>Pricing</h1>{html}{admission}</main>")
    assert answer(plans, question, quoted=False).text == said
