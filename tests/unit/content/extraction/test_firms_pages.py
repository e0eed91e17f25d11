# ruff: noqa: E501, RUF001 - pages in one piece, with the dashes that they have
"""Pages of firms, restaurants and offices: what they are called, where they are, how they are reached, what they count."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT, NUMBER, WHOLE, YES = {"type": "string"}, {"type": "number"}, {"type": "integer"}, {"type": "boolean"}
TEXTS = {"type": "array", "items": TEXT}


def _read(html: str, **fields: Any) -> Any:
    return extract(material(f"<html lang=en>{html}</html>"), {"type": "object", "properties": fields}).value


CONTACT = (
    "<title>Contact - Muller &amp; Sons Joinery</title><body><h1>Get in touch</h1>"
    "<p>Muller &amp; Sons Joinery<br>Unit 4, Quay Road<br>Bristol BS1 6UZ<br>United Kingdom</p>"
    "<p>Call us on <b>0117 496 0123</b> (workshop) or 0117 496 0199 (accounts). Mobile: 07700 900461.</p>"
    "<p>Write to hello@muller.example; invoices to accounts@muller.example</p>"
    "<p>Mon–Fri 8am–5pm, Sat 9am–1pm, closed on Sundays</p><p>Company no. 04421987 · VAT GB 123 4567 89</p>"
    "<p>We have been making windows since 1964.</p></body>"
)


def test_a_contact_page_says_who_and_where_and_how() -> None:
    fields = {
        "company": "Muller & Sons Joinery", "street": "Unit 4, Quay Road", "city": "Bristol", "postalCode": "BS1 6UZ",
        "country": "United Kingdom", "workshopPhone": "0117 496 0123", "accountsPhone": "0117 496 0199",
        "mobile": "07700 900461", "fax": None, "email": "hello@muller.example",
        "invoiceEmail": "accounts@muller.example", "pressEmail": None, "companyNumber": "04421987",
        "vatNumber": "GB 123 4567 89", "openingHours": "Mon–Fri 8am–5pm, Sat 9am–1pm, closed on Sundays",
    }  # fmt: skip
    assert _read(CONTACT, **dict.fromkeys(fields, TEXT), foundedYear=WHOLE) == fields | {"foundedYear": 1964}


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("<p>12 rue des Moulins, 67000 Strasbourg</p>", ("12 rue des Moulins", "67000", "Strasbourg", None)),
        ("<p>Strandgaten 18, 5013 Bergen, Norway</p>", ("Strandgaten 18", "5013", "Bergen", "Norway")),
        ("<p>500 Main Street, Springfield, IL 62701, USA</p>", ("500 Main Street", "62701", "Springfield", "USA")),
        ("<p>Keizersgracht 12<br>1015 CN Amsterdam<br>The Netherlands</p>", ("Keizersgracht 12", "1015 CN", "Amsterdam", "The Netherlands")),
        ("<address>7 Mill Lane<br>Leeds<br>LS1 4AP</address>", ("7 Mill Lane", "LS1 4AP", "Leeds", None)),
        ("<p>Address: Hauptstraße 5, 10115 Berlin</p>", ("Hauptstraße 5", "10115", "Berlin", None)),
    ],
)  # fmt: skip
def test_an_address_has_its_parts(written: str, parts: tuple[str | None, ...]) -> None:
    told = _read(
        f"<title>Contact | Acme</title><h1>Contact</h1>{written}", street=TEXT, postalCode=TEXT, city=TEXT, country=TEXT
    )
    assert tuple(told.values()) == parts


@pytest.mark.parametrize(
    "written",
    [
        "<p>In 2024 we made 12000 Windows, more than ever.</p>",
        "<p>Model 4, 20240 Lite</p>",
        "<p>7 Mill Lane, Leeds LS1 4AP</p><p>9 High Street, York YO1 7HH</p>",
    ],
)
def test_what_is_no_address_or_one_of_several_has_no_city(written: str) -> None:
    told = _read(f"<title>Contact | Acme</title><h1>Contact</h1>{written}", street=TEXT, postalCode=TEXT, city=TEXT)
    assert set(told.values()) == {None}


@pytest.mark.parametrize(
    ("page", "field", "name"),
    [
        ("<title>About us | Brightloom</title><header><a href=/>Brightloom</a></header><h1>About Brightloom</h1><p>Brightloom was founded in 2011.</p>", "name", "Brightloom"),
        ("<title>Our people – Halden Architects</title><h1>Our people</h1><p>Halden Architects is a practice of twelve.</p>", "firm", "Halden Architects"),
        ("<title>La Cigogne — carte</title><h1>La Cigogne</h1><p>12 rue des Moulins, 67000 Strasbourg</p>", "restaurant", "La Cigogne"),
        ("<title>Contact</title><h1>Contact</h1><p>Write to us.</p><footer>© 2026 Acme Ltd. All rights reserved.</footer><header><a href=/><img alt='Acme'></a></header>", "company", "Acme"),
        ("<title>Contact</title><h1>Contact us</h1><p>Write to us at a@b.example.</p>", "company", None),
        ("<title>Room one – Leeds Museums</title><header><a href=/>Leeds Museums</a></header><h1>Room one</h1>", "museumName", "Leeds Museums"),

        ("<title>About us</title><h1>About us</h1><p>We make looms.</p>", "name", None),
    ],
)  # fmt: skip
def test_a_firm_is_called_what_its_page_calls_it_in_several_places(page: str, field: str, name: str | None) -> None:
    assert _read(page, **{field: TEXT}, telephone=TEXT, employees=WHOLE)[field] == name


ABOUT = (
    "<title>About us | Brightloom</title><h1>About Brightloom</h1><p>Today 140 people in four offices build software that"
    " 900 mills in 31 countries rely on.</p><p>In 2024 we reached revenue of $18 million, up from $13 million the year"
    " before.</p><p>Press: press@brightloom.example</p><p><a href='https://www.linkedin.com/company/brightloom'>LinkedIn</a>"
    " <a href='https://www.facebook.com/sharer/sharer.php?u=x'>Share</a></p>"
)


@pytest.mark.parametrize(
    ("field", "shape", "value"),
    [
        ("offices", WHOLE, 4),
        ("countries", WHOLE, 31),
        ("mills", WHOLE, 900),
        ("customers", WHOLE, None),
        ("stores", WHOLE, None),
        ("offices", TEXT, None),
        ("pressEmail", TEXT, "press@brightloom.example"),
        ("salesEmail", TEXT, None),
        ("facebook", TEXT, None),
    ],
)
def test_what_is_counted_is_said_with_its_noun(field: str, shape: Any, value: Any) -> None:
    assert _read(ABOUT, name=TEXT, **{field: shape})[field] == value


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("All plans come with a 14-day trial.", "trialDays", 14),
        ("We offer 30 days of holiday, and a 36-hour week.", "holidayDays", 30),
        ("We offer 30 days of holiday, and a 36-hour week.", "hoursPerWeek", 36),
        ("You have 5+ years of experience with looms.", "yearsOfExperience", 5),
        ("It comes with a 2-year warranty.", "warrantyYears", 2),
        ("The hall has 320 seats.", "seats", 320),
        ("Capacity is 320 seats.", "capacity", 320),
        ("We opened three other offices.", "offices", None),
        ("We grew from 3 to 12 offices.", "offices", None),
        ("In 2024 offices were closed.", "offices", None),
        ("Work 2 days at home.", "holidayDays", None),
        ("Hybrid (2 days at home).", "trialDays", None),
        ("Up to 12 seats are free.", "seats", None),
    ],
)
def test_a_number_in_a_sentence_counts_what_the_field_is_called(line: str, field: str, value: int | None) -> None:
    assert _read(f"<title>Looms</title><h1>Looms</h1><p>{line}</p>", **{field: WHOLE})[field] == value


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("<p>Wifi: yes</p>", True),
        ("<p>Wifi: ✓</p>", True),
        ("<p>Wifi: ✗</p>", False),
        ("<p>Wifi: not included</p>", False),
        ("<table><tr><th>Wifi</th><td>✔</td></tr><tr><th>Parking</th><td>✘</td></tr></table>", True),
        ("<ul><li>✓ Parking</li></ul>", None),
        ("<p>Wifi: –</p>", None),
    ],
)
def test_ticks_and_crosses_say_yes_and_no(said: str, value: bool | None) -> None:
    assert _read(f"<title>Inn</title><h1>Inn</h1>{said}", wifi=YES) == {"wifi": value}


def test_a_dash_among_ticks_says_no() -> None:
    rows = "<tr><th>API access</th><td>–</td><td>✓</td></tr><tr><th>Price</th><td>$0</td><td>$29</td></tr>"
    table = f"<table><tr><th></th><th>Starter</th><th>Team</th></tr>{rows}</table>"
    item = {"type": "object", "properties": {"name": TEXT, "price": NUMBER, "apiAccess": YES}}
    plans = _read(f"<title>Pricing</title><h1>Pricing</h1>{table}", plans={"type": "array", "items": item})["plans"]
    assert [one["apiAccess"] for one in plans] == [False, True]


def test_the_index_of_a_folder_has_no_items() -> None:
    index = "<title>Directory listing for /i/</title><h1>Directory listing for /i/</h1><ul><li><a href=a>a.html</a></li><li><a href=b>b.html</a></li></ul>"
    told = _read(index, name=TEXT, price=NUMBER, description=TEXT)
    assert set(told.values()) == {None}


@pytest.mark.parametrize("line", ["Office: 0113 496 0000", "Offices: +44 113 496 0000"])
def test_a_telephone_number_counts_nothing(line: str) -> None:
    assert _read(f"<title>Looms</title><h1>Looms</h1><p>{line}</p>", offices=WHOLE) == {"offices": None}


@pytest.mark.parametrize("line", ["They sold 12 office chairs."])
def test_what_others_have_is_not_counted(line: str) -> None:
    assert _read(f"<title>Looms</title><h1>Looms</h1><p>{line}</p>", stores=WHOLE, offices=WHOLE) == {
        "stores": None,
        "offices": None,
    }


@pytest.mark.parametrize("whose", ["which was started by", "that was founded by", "which was set up by"])
def test_who_founded_something_that_a_firm_gives_to_did_not_found_the_firm(whose: str) -> None:
    html = f"<title>Corbel</title><h1>About Corbel</h1><p>We give to the charity Tools for Towns, {whose} Grace Nolan, a friend.</p>"
    schema = {"properties": {"founders": {"type": "array", "items": {"type": "string"}}}}
    assert extract(material(html), schema).value["founders"] == []
    own = "<title>Corbel</title><h1>About Corbel</h1><p>Corbel, headquartered in Leeds, was founded by Grace Nolan.</p>"
    assert extract(material(own), schema).value["founders"] == ["Grace Nolan"]
