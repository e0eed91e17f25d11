"""Which words go into which field, from many wordings of the same wish."""

import pytest

from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.comparing import Extreme, amount, extreme_in
from gossamer.features.interact.planner.skills.values import arithmetic, plain
from tests.unit.features.interact.planner.pages import Sheet, snapshot


def filled(text: str, *labels: str, password: str = "") -> dict[str, str]:
    sheet = Sheet()
    fields = [
        sheet.node("textbox", name, value="", attributes={"type": "password"} if name == password else {})
        for name in labels
    ]
    page = PageModel(snapshot(*fields))
    return {page.label(field): value for field, value in align(Phrase.of(text), page.fields, page)}


@pytest.mark.parametrize(
    "text",
    [
        "crime movies directed by Curry from year 1995",
        "crime movies by director Curry released in 1995",
        "the movies: genre crime, director Curry, year 1995",
        "the form with year 1995, genre crime and director Curry",
        "Curry as the director, crime as the genre and 1995 as the year",
    ],
)
def test_a_film_is_searched_for_in_many_words(text: str) -> None:
    assert filled(text, "Director", "Year", "Genre") == {"Director": "Curry", "Year": "1995", "Genre": "crime"}


@pytest.mark.parametrize(
    "text",
    [
        'the username "ada" and the password "x1"',
        "ada as the username and x1 as the password",
        "ada for the username, x1 for the password",
        "username: ada, password: x1",
        "x1 into the password field and ada into the username field",
    ],
)
def test_a_name_and_its_password_are_told_apart(text: str) -> None:
    assert filled(text, "Username", "Password", password="Password") == {"Username": "ada", "Password": "x1"}


def test_a_town_keeps_its_state() -> None:
    text = "from Cincinnati, OH to LEX on 10/16/2016"
    assert filled(text, "From:", "To:", "Date") == {"From:": "Cincinnati, OH", "To:": "LEX", "Date": "10/16/2016"}


def test_a_label_may_begin_a_sentence() -> None:
    text = "Movie lookup. Genre romance, director Hale, year 2015."
    assert filled(text, "Director", "Year", "Genre") == {"Director": "Hale", "Year": "2015", "Genre": "romance"}


def test_a_dash_between_two_names_parts_nothing() -> None:
    text = "from ABE to Washington DC - Dulles on 12/11/2016"
    found = filled(text, "From:", "To:", "Date")
    assert found == {"From:": "ABE", "To:": "Washington DC - Dulles", "Date": "12/11/2016"}


def test_words_that_name_no_field_go_nowhere() -> None:
    assert filled("the weather in Athens", "Name", "Street") == {}


@pytest.mark.parametrize(
    ("text", "extreme"),
    [
        ("the cheapest ticket", Extreme("price", most=False)),
        ("the ticket with the lowest cost", Extreme("price", most=False)),
        ("the longest duration", Extreme("duration", most=True)),
        ("the highest rating", Extreme("number", most=True)),
        ("the most recent one", Extreme("when", most=True)),
    ],
)
def test_superlatives_say_what_is_compared(text: str, extreme: Extreme) -> None:
    found = extreme_in(Phrase.of(text))
    assert found is not None
    assert (found.measure, found.most) == (extreme.measure, extreme.most)


def test_amounts_are_read_with_their_units() -> None:
    assert amount("Book for $1,255", "price") == 1255
    assert amount("14h 18m", "duration") == 14 * 3600 + 18 * 60
    assert amount("no price", "price") is None


@pytest.mark.parametrize(
    ("text", "result"),
    [("4 + 7 =", "11"), ("3 \u00d7 4 - 2", "10"), ("x + 3 = 10", "7"), ("2x - 4 = 6", "5"), ("7 - -2", "9")],
)
def test_sums_and_equations_are_worked_out(text: str, result: str) -> None:
    found = arithmetic(text)
    assert found is not None
    assert plain(found) == result


def test_there_is_no_sum_in_plain_words() -> None:
    assert arithmetic("nothing to add here") is None
    assert arithmetic("8 / 0") is None
