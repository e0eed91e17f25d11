"""Typed values among words."""

from datetime import timedelta
from decimal import Decimal

import pytest

from gossamer.content.extraction import extract
from gossamer.content.extraction.entities.codes import is_code, is_gtin
from gossamer.content.values import contacts, dates
from gossamer.content.values.availability import availability
from gossamer.content.values.durations import duration, iso_duration
from gossamer.content.values.numbers import first_number, number
from gossamer.content.values.prices import prices
from tests.unit.content.extraction.material import material


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1.234,56", "1234.56"), ("1,234.56", "1234.56"), ("1 234,56", "1234.56"), ("1'234.50", "1234.50"),
        ("12,5", "12.5"), ("1,234", "1234"), ("1.234", "1234"), ("0.750", "0.750"), ("1,23,456", "123456"),
        ("1.234.567", "1234567"), ("٩٩", "99"), ("-7", "-7"), ("1\u202f299", "1299"),
    ],
)  # fmt: skip
def test_a_number_is_read_as_its_writer_meant_it(written: str, meant: str) -> None:
    assert number(written) == Decimal(meant)


@pytest.mark.parametrize("written", ["", "abc", "12 apples", "1.2.3.4.5.6.7.8", "1-2"])
def test_what_is_no_number_is_none(written: str) -> None:
    assert number(written) is None


def test_a_program_means_a_point_as_decimal() -> None:
    assert number("1.234", machine=True) == Decimal("1.234")


def test_a_number_among_words_may_be_a_fraction() -> None:
    assert first_number("about 1½ cups") == Decimal("1.5")


@pytest.mark.parametrize(
    ("written", "country", "amount", "currency"),
    [
        ("from $1,234.56", "us", "1234.56", "USD"), ("C$ 5", "", "5", "CAD"), ("$5", "ca", "5", "CAD"),
        ("$5", "", "5", "$"), ("12,99 €", "de", "12.99", "EUR"), ("49€99", "fr", "49.99", "EUR"),
        ("1 299,00 kr", "se", "1299.00", "SEK"), ("Rs 2,433", "in", "2433", "INR"),
        ("32,00 zł/szt", "pl", "32.00", "PLN"),
        ("EUR 69.95", "", "69.95", "EUR"), ("1.290,- €", "de", "1290", "EUR"), ("30,000원", "kr", "30000", "KRW"),
    ],
)  # fmt: skip
def test_a_price_has_its_currency(written: str, country: str, amount: str, currency: str) -> None:
    [price] = prices(written, country=country)
    assert (price.amount, price.currency) == (Decimal(amount), currency)


def test_a_word_that_ends_like_a_currency_is_none() -> None:
    assert prices("3 RMs and 5 knots") == []


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-03-05T10:00:00+01:00", "2024-03-05"), ("March 5, 2024", "2024-03-05"),
        ("5th of March 2024", "2024-03-05"),
        ("5 mars 2024", "2024-03-05"), ("5. März 2024", "2024-03-05"), ("5 de marzo de 2024", "2024-03-05"),
        ("2024年3月5日", "2024-03-05"), ("5.3.2024", "2024-03-05"), ("25/03/2024", "2024-03-25"),
        ("03/25/2024", "2024-03-25"), ("Tue, 05 Mar 2024 10:00:00 GMT", "2024-03-05"), ("5 марта 2024", "2024-03-05"),
    ],
)  # fmt: skip
def test_a_date_is_read_in_many_forms(written: str, day: str) -> None:
    found = dates.moment(written)
    assert found is not None
    assert dates.iso_date(found) == day


def test_a_date_whose_day_and_month_could_be_exchanged_needs_a_language() -> None:
    read = {language: dates.moment("05/06/2024", language=language) for language in ("", "en", "en-US", "fr")}
    assert {language: str(day) for language, day in read.items()} == {
        "": "None", "en": "None", "en-US": "2024-05-06", "fr": "2024-06-05",
    }  # fmt: skip


@pytest.mark.parametrize("written", ["2024-02-31", "99/99/2024", "yesterday", "", "Chapter 12 of 2024"])
def test_what_is_no_date_is_none(written: str) -> None:
    assert dates.moment(written, language="fr") is None


@pytest.mark.parametrize(
    ("written", "minutes"),
    [
        ("PT1H20M", 80), ("P0DT0H35M", 35), ("1 h 20 min", 80), ("1h20", 80), ("45 minutes", 45), ("1½ Stunden", 90),
        ("1 1/2 hours", 90), ("30-40 minutes", 40), ("2 hrs", 120), ("1:30", 90), ("30分", 30), ("20 minutter", 20),
    ],
)  # fmt: skip
def test_a_duration_is_read_in_many_forms(written: str, minutes: int) -> None:
    assert duration(written) == timedelta(minutes=minutes)


@pytest.mark.parametrize("written", ["PT", "PT-476070H19M32S", "P9999Y", "overnight", "30", ""])
def test_what_is_no_duration_is_none(written: str) -> None:
    assert duration(written) is None


def test_a_duration_is_written_as_iso_has_it() -> None:
    assert iso_duration(timedelta(hours=1, minutes=20)) == "PT1H20M"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("https://schema.org/InStock", "InStock"), ("http://schema.org/SoldOut", "SoldOut"), ("in stock", "InStock"),
        ("Out of stock", "OutOfStock"), ("Auf Lager", "InStock"), ("nicht verfügbar", "OutOfStock"),
        ("Non disponibile", "OutOfStock"), ("disponible", "InStock"), ("Pre-order now", "PreOrder"),
        ("Availability: 0 in stock", "OutOfStock"), ("0 left", "OutOfStock"), ("0 units available", "OutOfStock"),
        ("no longer in stock", "OutOfStock"), ("none left", "OutOfStock"), ("Stock: 0", "OutOfStock"),
        ("0 Stück auf Lager", "OutOfStock"), ("10 in stock", "InStock"), ("0.5 kg available", "InStock"),
        ("1,000 available", "InStock"), ("3 left", "InStock"), ("In stock, ships in 0-2 days", "InStock"),
    ],
)  # fmt: skip
def test_availability_is_said_in_many_words(written: str, name: str) -> None:
    assert availability(written) == name


def test_other_words_say_nothing_of_availability() -> None:
    assert availability("A fine blue kettle") is None


def test_contacts_are_found_among_words() -> None:
    assert contacts.email("Write to a.b@example.org.") == "a.b@example.org"
    assert contacts.phone("Tel. +49 (0) 30 123456 or by fax") == "+49 (0) 30 123456"
    assert contacts.phone("Order 12") is None


def test_a_rating_ends_where_its_scale_says() -> None:
    assert contacts.rating("4,5 von 5 Sternen") == contacts.RatingValue(Decimal("4.5"), Decimal(5))
    assert contacts.rating("9 out of 5") is None


def test_a_trade_number_has_a_right_check_digit() -> None:
    assert is_gtin("9780552173742")
    assert not is_gtin("9780552173743")
    assert not is_gtin("0000000000000")


def test_words_and_prices_are_no_codes() -> None:
    assert [is_code(text) for text in ("AD542B1O1-Q11", "002.937.72", "OPTIPLEX 9010 TOWER", "5,95 EUR", "Kettle")] == [
        True, True, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("hostile", ["1 " * 100_000, "1" * 100_000, "1," * 100_000, "$" * 100_000, "a@" * 100_000])
def test_hostile_words_are_read_in_time(hostile: str) -> None:
    assert number(hostile) is None
    assert len(prices(hostile)) <= 20
    assert dates.moment(hostile) is None
    assert contacts.email(hostile) is None
    assert duration(hostile) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ratedPower_kW", 1.5),
        ("rated_power_kw", 1.5),
        ("ratedPowerW", 1500),
        ("supplyVoltage_V", 400_000),
        ("supplyVoltage_kV", 400),
        ("download_Mbps", 940),
        ("download_Gbps", 0.94),
    ],
)
def test_a_unit_of_two_cases_at_the_end_of_a_name_is_the_unit_that_is_asked_for(name: str, value: float) -> None:
    rows = (("Rated power", "1.5 kW"), ("Supply voltage", "400 kV"), ("Download", "940 Mbit/s"))
    page = "<h1>Drill</h1><table>" + "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in rows) + "</table>"
    schema = {"type": "object", "properties": {name: {"type": "number"}}}
    assert extract(material(page), schema).value == {name: value}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("45€99", ["45.99"]), ("45 €99", ["45.99"]), ("€45 €39", ["45", "39"]), ("€25 €19", ["25", "19"]),
        ("19 € 17 €", ["19", "17"]), ("30 € 21 €", ["30", "21"]), ("12 € 15 Stück", ["12"]),
        ("€39 €13 / kg", ["39", "13"]),
    ],
)  # fmt: skip
def test_cents_behind_the_sign_of_the_euro_are_told_from_another_amount(written: str, meant: list[str]) -> None:
    assert [one.amount for one in prices(written)] == [Decimal(one) for one in meant]


def test_choices_may_be_lists() -> None:
    schema = {"type": "object", "properties": {"size": {"enum": [["S"], ["M"]]}}}
    assert extract(material("<title>Shirt</title><h1>Shirt</h1><p>Size: Medium</p>"), schema).value == {"size": None}
