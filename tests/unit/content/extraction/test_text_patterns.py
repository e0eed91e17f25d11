# ruff: noqa: E501, RUF001 - pages in one piece, with the dashes that they have
"""What pages say in words, without markup: jobs, firms, events, menus, teams; and what they do not say."""

from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import material

TEXT, NUMBER, WHOLE = {"type": "string"}, {"type": "number"}, {"type": "integer"}
TEXTS = {"type": "array", "items": TEXT}


def _read(html: str, title: str = "", /, **fields: Any) -> Any:
    schema = {"type": "object", "title": title, "properties": fields}
    return extract(material(f"<html lang=en>{html}</html>"), schema).value


def _rows(**fields: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": fields}}


JOB: dict[str, Any] = {
    "company": TEXT,
    "location": TEXT,
    "employmentType": TEXT,
    "salaryMin": NUMBER,
    "salaryMax": NUMBER,
    "salaryCurrency": TEXT,
    "datePosted": {"type": "string", "format": "date"},
    "applyBy": {"type": "string", "format": "date", "description": "application deadline"},
    "remote": {"type": "boolean", "description": "whether remote work is possible"},
}
JOB_SAID = ["Foods Ltd", "Leeds, UK", "full-time", 42000, 50000, "GBP", "2026-11-03", "2026-12-12", True]
POST = "<title>Data Analyst – Careers</title><main><h1>Data Analyst</h1>"
JOBS = {
    "dots": POST + "<p>Foods Ltd · Leeds, UK · Full-time · Remote possible</p><p>Posted on 3 November 2026 · Apply by 12 "
    "December 2026</p><p>Salary: £42,000 – £50,000 per year</p></main>",
    "sentences": POST + "<p>Foods Ltd is looking for a Data Analyst to join our team in Leeds, UK. This is a full-time "
    "position. You can work fully remotely.</p><p>We offer a salary of £42,000 – £50,000 per year.</p><p>Please send your "
    "application by 12 December 2026. This job was posted on 3 November 2026.</p></main>",
    "icons": POST + "<p class=employer>Foods Ltd</p><ul><li><i class=pin></i> Leeds, UK</li><li><i class=bag></i> Full-time"
    "</li><li><i class=coin></i> £42,000 – £50,000 per year</li><li><i class=home></i> Remote possible</li><li>Posted 3 "
    "November 2026</li></ul><p>Applications close on 12 December 2026.</p></main>",
    "labels": POST + "<p><b>Employer:</b> Foods Ltd</p><p><b>Where:</b> Leeds, UK</p><p><b>Contract:</b> Full-time</p><p>"
    "<b>Pay:</b> £42,000 – £50,000 per year</p><p><b>Date posted:</b> 3 November 2026</p><p><b>Apply before:</b> 12 December "
    "2026</p><p><b>Workplace:</b> Remote possible</p></main>",
    "tags": "<title>Data Analyst</title><main><h1>Data Analyst at Foods Ltd</h1><div><span>Leeds, UK</span><span>Full-time"
    "</span><span>Remote possible</span><span>£42,000 – £50,000 per year</span></div><p>Posted: 3 November 2026</p><p>"
    "Deadline: 12 December 2026</p></main>",
}  # fmt: skip


def test_the_lists_of_a_job_are_known_by_their_headings() -> None:
    html = POST + (
        "<h2>What you will do</h2><ul><li>Run services in Go</li><li>Mentor two engineers</li></ul>"
        "<h2>What you bring</h2><ul><li>Five years of experience</li><li>Good English</li></ul></main>"
    )
    told = _read(html, "job", responsibilities=TEXTS, requirements=TEXTS, benefits=TEXTS)
    assert told == {
        "responsibilities": ["Run services in Go", "Mentor two engineers"],
        "requirements": ["Five years of experience", "Good English"],
        "benefits": [],
    }


def test_hybrid_work_is_neither_remote_nor_not() -> None:
    assert _read(POST + "<p>Foods Ltd · Leeds, UK · Full-time · Hybrid</p></main>", **JOB)["remote"] is None


FIRM: dict[str, Any] = {
    "companyName": TEXT,
    "foundedYear": WHOLE,
    "founders": TEXTS,
    "ceo": {"type": "string", "description": "name of the chief executive"},
    "cto": TEXT,
    "numberOfEmployees": WHOLE,
    "headquarters": TEXT,
    "phone": TEXT,
    "email": TEXT,
}
ABOUT = "<title>About us | Fellside Bakery</title><main><h1>Our story</h1>"
FIRMS = {
    "sentences": ABOUT + "<p>Founded in 1974 by Joan Armitage and Tom Lowell, Fellside Bakery makes bread. Our CEO, Peter "
    "Lowell, leads a company that employs 1,350 people in Leeds. Sana Qureshi is our CTO.</p><p>We have 900 customers in 31 "
    "countries. Since 2014 we have planted 12,000 trees.</p><p>We are headquartered in Leeds.</p><p>Call us on 0113 496 0123 "
    "or write to info@fellside.example.</p></main>",
    "labels": ABOUT + "<dl><dt>Company</dt><dd>Fellside Bakery</dd><dt>Founded</dt><dd>1974</dd><dt>Founders</dt><dd>Joan "
    "Armitage, Tom Lowell</dd><dt>Chief Executive Officer</dt><dd>Peter Lowell</dd><dt>CTO</dt><dd>Sana Qureshi</dd><dt>"
    "Employees</dt><dd>1,350</dd><dt>Head office</dt><dd>Leeds</dd><dt>Telephone</dt><dd>0113 496 0123</dd><dt>E-mail</dt><dd>"
    "info@fellside.example</dd></dl></main>",
    "figures and cards": ABOUT + "<p>Fellside Bakery, headquartered in Leeds, was founded by Joan Armitage and Tom Lowell.</p>"
    "<div><div><strong>1974</strong><span>Founded</span></div><div><strong>1,350</strong><span>Employees</span></div><div>"
    "<strong>31</strong><span>Countries</span></div></div><h2>Leadership</h2><div><div><h3>Peter Lowell</h3><p>CEO</p></div>"
    "<div><h3>Sana Qureshi</h3><p>CTO</p></div></div><h2>Contact</h2><p>0113 496 0123</p><p>info@fellside.example</p></main>",
}  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "Delta CEO Ed Bastian flew with us. The airline was founded in Atlanta back in 1925.",
        "In 2010 the CEO was Bob Ray. Our former CEO, Ann Lee, left.",
        "Jane Roe, CEO of Foo Works, loves it.",
        "Retailers with 15,000 employees buy from us, say clients who were established in 1901.",
        "In 2019 we acquired Optivane, a maker with 45 employees.",
        "Order 0735211299 was posted on 03/10/2023.",
        "Our CEO is Kim Lo. Our CEO is Ann Lee.",
    ],
)
def test_what_is_said_of_others_is_not_taken_for_the_firm(said: str) -> None:
    told = _read(f"{ABOUT}<p>{said}</p></main>", **FIRM)
    assert {name: one for name, one in told.items() if one} == {"companyName": "Fellside Bakery"}


EVENT: dict[str, Any] = {
    "date": {"type": "string", "format": "date"},
    "startTime": TEXT,
    "venue": TEXT,
    "price": NUMBER,
    "organizer": TEXT,
}


def test_the_day_of_an_article_is_no_start_of_an_event() -> None:
    html = "<title>On poems</title><main><h1>On poems</h1><p>Dec 19, 2025 5:50 am</p><p>Poems are short.</p></main>"
    told = _read(html, "event", startDate=TEXT, startTime=TEXT, venue=TEXT)
    assert set(told.values()) == {None}


COURSES = (
    ("Starters", (("Bruschetta", "Bread, tomato", "6.50"), ("Burrata", "Roasted peppers", "11.00"))),
    ("Pasta", (("Ragù", "Slow-cooked beef", "14.50"),)),
    ("Desserts", (("Tiramisù", "The classic one", "7.00"), ("Panna Cotta", "With berries", "6.00"))),
)
DISHES = {
    "list": ("<ul>{}</ul>", "<li><span>{}</span> <span>{}</span> <span>€{}</span></li>"),
    "cards": ("{}", "<div class=dish><h3>{0}</h3><p>{1}</p><p class=price>€{2}</p></div>"),
    "price in the heading": ("{}", "<div class=dish><h3>{0} <span>€{2}</span></h3><p>{1}</p></div>"),
    "lines": ("{}", "<p><strong>{0}</strong> €{2}<br>{1}</p>"),
}


TEAM = (("Anna Berg", "Head of Sales", "anna@team.example"), ("Luis Ortega", "Engineer", "luis@team.example"))
PEOPLE = {
    "cards": '<div class=card><h3>{0}</h3><p>{1}</p><a href="mailto:{2}">E-mail</a></div>',
    "captions": '<figure class=who><img src=/a.jpg><figcaption><b>{0}</b><br>{1}<br><a href="mailto:{2}">Mail</a></figcaption></figure>',
}


@pytest.mark.parametrize("person", PEOPLE.values(), ids=PEOPLE)
def test_a_team_is_read_with_roles_and_addresses(person: str) -> None:
    people = "".join(person.format(*one) for one in TEAM)
    listed = f"<ul>{people}</ul>" if person.startswith("<li") else people
    html = f"<title>Team</title><main><h1>People</h1><h2>Our team</h2>{listed}</main>"
    told = _read(html, team=_rows(name=TEXT, role=TEXT, email=TEXT))
    assert [tuple(one.values()) for one in told["team"]] == list(TEAM)
