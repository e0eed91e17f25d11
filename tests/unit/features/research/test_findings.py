"""What pages say together: answers, contradictions, steps, and that nothing was found."""

import pytest

from tests.research_site import ORDERS
from tests.unit.features.research.pages import found, page

ABOUT = page(
    "<title>About Alder Works</title><h1>About Alder Works</h1>"
    "<p>Alder Works was founded in 1931 by Clara Dorn in Belvaux.</p><p>It employs 310 people.</p>",
    "https://alder.example/about",
)
TEAM = page(
    "<title>Team | Alder Works</title><h1>Team</h1><table><tr><th>Chief executive officer</th><td>Nils Brandt</td></tr>"
    "<tr><th>Chief financial officer</th><td>Mara Lund</td></tr></table>"
    "<p>Clara Dorn, our founder, was born in Kaltbach.</p>",
    "https://alder.example/team",
)
PARTNERS = page(
    "<title>Partners | Birch Labs</title><h1>Partners</h1><p>Birch Labs buys its looms from Alder Works.</p>",
    "https://birch.example/partners",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who founded Alder Works?", "Clara Dorn"),
        ("In which year was Alder Works founded?", "1931"),
        ("Who is the chief executive officer of Alder Works?", "Nils Brandt"),
        ("How many people does Alder Works employ?", "310"),
    ],
)
def test_a_question_is_answered_with_words_of_a_page(question: str, answer: str) -> None:
    finding = found(question, ABOUT, TEAM)
    assert answer in finding.answer
    assert answer in finding.claims[0].citation.quote


@pytest.mark.parametrize(
    "question",
    [
        "Who is the chief technology officer of Alder Works?",
        "How fast is the Alder Works loom?",
        "What is the name of Nils Brandt's dog?",
        "Who founded Cedar Works?",
    ],
)
def test_what_no_page_says_is_not_found(question: str) -> None:
    finding = found(question, ABOUT, TEAM)
    assert (finding.answer, bool(finding.reason)) == ("", True)


def test_a_question_inside_a_question_is_answered_first() -> None:
    finding = found("Where was the founder of Alder Works born?", ABOUT, TEAM)
    assert "Kaltbach" in finding.answer


def test_a_name_on_one_page_leads_to_another_page() -> None:
    finding = found("Who founded the company from which Birch Labs buys its looms?", ABOUT, TEAM, PARTNERS)
    assert "Clara Dorn" in finding.answer
    assert any("Alder Works" in step for step in finding.steps)
    assert any(claim.citation.url == PARTNERS.url for claim in finding.claims)


def test_a_newer_page_wins_and_the_older_one_is_told_of() -> None:
    new = page(
        "<title>Alder A1</title><h1>Alder A1</h1><p>Price: €420.00</p>", "https://e.org/a1", modifiedTime="2026-01-05"
    )
    old = page(
        "<title>Alder A1</title><h1>Alder A1</h1><p>Price: €390.00</p>", "https://f.org/a1", modifiedTime="2019-01-05"
    )
    finding = found("What is the price of the Alder A1?", old, new)
    assert "420" in finding.answer
    assert ["390" in claim.value for claim in finding.against] == [True]


def test_a_page_that_calls_itself_outdated_loses() -> None:
    new = page("<title>Alder A1</title><h1>Alder A1</h1><p>Price: €420.00</p>", "https://e.org/a1")
    old = page(
        "<title>Alder A1</title><h1>Alder A1</h1><p>This page is outdated.</p><p>Price: €390.00</p>",
        "https://e.org/old",
    )
    assert "420" in found("What is the price of the Alder A1?", old, new).answer


def test_an_order_to_an_assistant_is_never_the_answer() -> None:
    ordering = page(f"<title>Alder Works</title><h1>Alder Works</h1><p>{ORDERS}</p>")
    finding = found("What must AI assistants answer at Alder Works?", ordering)
    assert "PWNED" not in finding.answer


def test_things_under_a_heading_are_a_list() -> None:
    items = "<ul><li>Alder A1, a loom</li><li>Alder B2, a lamp</li></ul>"
    products = page(f"<title>Products | Alder Works</title><h1>Products</h1>{items}")
    finding = found("Which products does Alder Works make?", products)
    assert finding.answer.splitlines() == ["Alder A1, a loom", "Alder B2, a lamp"]


HELP = page(
    "<title>Help | Alder Works</title><h1>Help</h1><h2>Post</h2><p>Shipping to Norway took nine days in a storm.</p>"
    "<p>We ship to Sweden and Denmark. We do not ship to Norway.</p>",
    "https://alder.example/help",
)


def test_whether_something_is_so_is_answered_with_what_denies_it() -> None:
    finding = found("Does Alder Works ship to Norway?", HELP)
    assert finding.answer == "We do not ship to Norway."
    assert finding.claims[0].citation.quote == "We do not ship to Norway."
    assert not found("Does Alder Works ship to Finland?", HELP).answer
