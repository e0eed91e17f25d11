# ruff: noqa: RUF001 - dashes as pages have them
"""Lists as pages mark them up and lay them out: plans, questions, posts with their accepted answer, events."""

import json
from typing import Any

import pytest

from gossamer.content.extraction import extract
from tests.unit.content.extraction.material import json_ld, material

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
BOOLEAN = {"type": "boolean"}
TEXTS = {"type": "array", "items": TEXT}

COMPARED = """<title>Compare plans | Notely</title><main><h1>Compare plans</h1><table><thead>
<tr><th>Features</th><th>Free</th><th>Pro</th><th>Team</th></tr></thead><tbody>
<tr><td>Price</td><td>$0</td><td>$8/month</td><td>$15/month</td></tr>
<tr><td>Notes</td><td>50</td><td>Unlimited</td><td>Unlimited</td></tr>
<tr><td>Offline access</td><td>✗</td><td>✓</td><td>✓</td></tr>
<tr><td>Shared workspaces</td><td>–</td><td>–</td><td>✓</td></tr></tbody></table></main>"""
LISTED = """<title>Plans - Hostly</title><main><h1>Plans</h1><table>
<thead><tr><th>Plan</th><th>Price</th><th>Features</th></tr></thead>
<tr><td>Basic</td><td>€4.99 / mo</td><td><ul><li>1 site</li><li>10 GB storage</li></ul></td></tr>
<tr><td>Plus</td><td>€9.99 / mo</td><td><ul><li>5 sites</li><li>50 GB storage</li></ul></td></tr></table></main>"""
OFFERED = "<title>Boardly</title><main><h1>Boardly</h1></main>" + json_ld(
    json.dumps(
        {
            "@context": "https://schema.org",
            "@type": "Product",
            "name": "Boardly",
            "offers": [
                {"@type": "Offer", "name": "Free", "price": "0", "priceCurrency": "USD"},
                {"@type": "Offer", "name": "Pro", "price": "12", "priceCurrency": "USD"},
            ],
        }
    )
)
DETAILS = """<title>Help</title><main><h1>Help centre</h1>
<details><summary>How do I cancel?</summary><p>Open settings and press cancel.</p></details>
<details><summary>Shipping to islands</summary><p>We ship to all islands by post.</p></details></main>"""
TERMS = """<title>Bikes</title><main><h1>Frequently asked questions</h1>
<dl><dt>How do I cancel?</dt><dd>Open settings and press cancel.</dd>
<dt>Shipping to islands</dt><dd>We ship to all islands by post.</dd></dl></main>"""
ACCORDION = """<title>FAQ</title><main><h1>Questions and answers</h1><div class="accordion">
<div class="accordion-item"><h2 class="accordion-header"><button aria-expanded="false" aria-controls="a">How do I
cancel?</button></h2><div id="a">Open settings and press cancel.</div></div>
<div class="accordion-item"><h2 class="accordion-header"><button aria-expanded="false" aria-controls="b">Shipping to
islands</button></h2><div id="b">We ship to all islands by post.</div></div></div></main>"""
QUESTION = {
    "@context": "https://schema.org",
    "@type": "QAPage",
    "mainEntity": {
        "@type": "Question",
        "name": "How do I sort a dict?",
        "text": "I have a dict and want it sorted.",
        "author": {"@type": "Person", "name": "kim"},
        "acceptedAnswer": {
            "@type": "Answer",
            "text": "Use sorted(d.items()).",
            "upvoteCount": 42,
            "author": {"@type": "Person", "name": "lee"},
        },
        "suggestedAnswer": [
            {
                "@type": "Answer",
                "text": "Use an OrderedDict.",
                "upvoteCount": 3,
                "author": {"@type": "Person", "name": "max"},
            }
        ],
    },
}
MARKED_THREAD = (
    f"<title>How do I sort a dict?</title>{json_ld(json.dumps(QUESTION))}<main><h1>How do I sort a dict?</h1></main>"
)
ITEMS_THREAD = """<title>How do I sort a dict?</title><main itemscope itemtype="https://schema.org/QAPage">
<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question">
<h1 itemprop="name">How do I sort a dict?</h1><div itemprop="text">I have a dict and want it sorted.</div>
<div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer"><b itemprop="upvoteCount">42</b>
<div itemprop="text">Use sorted(d.items()).</div>
<i itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">lee</i></i></div>
<div itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"><b itemprop="upvoteCount">3</b>
<div itemprop="text">Use an OrderedDict.</div>
<i itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">max</i></i></div>
</div></main>"""


def _post(classes: str, author: str, day: int, text: str, badge: str = "") -> str:
    return (
        f'<article class="{classes}"><div class="post-header"><span class="author">{author}</span>'
        f'<time datetime="2026-03-0{day}">{day} March 2026</time>{badge}</div>'
        f'<div class="post-body"><p>{text}</p></div></article>'
    )


ASKED = "Since the update my printer shows as offline. What can I do?"
TRIED = "Did you try to restart the print spooler?"
SOLVED = "Remove the printer and add it again by its IP address."
POSTS = _post("post", "dora", 1, ASKED) + _post("post", "sam_t", 1, TRIED) + _post("post accepted", "helga", 2, SOLVED)
THREADS = "".join(
    f'<div class="thread"><h3><a href="/t/{at}">{title}</a></h3><p class="excerpt">{text}</p>'
    f"<div><strong>Accepted answer</strong><p>{answer}</p></div></div>"
    for at, (title, text, answer) in enumerate(
        [
            ("How to export data?", "I need my data as CSV.", "Settings, then Export, then CSV."),
            ("Is there dark mode?", "My eyes hurt.", "Yes, under Appearance."),
            ("Can I delete my account?", "I want to leave.", "Write to support."),
        ]
    )
)
CARDS = """<title>What's on</title><main><h1>What's on</h1><div>
<article class="event-card"><a href="/e/1"><h3>Jazz Night</h3></a><p class="event-date">Fri 12 March 2027, 20:00</p>
<p class="event-venue">Blue Hall, Leeds</p></article>
<article class="event-card"><a href="/e/2"><h3>Poetry Slam</h3></a><p class="event-date">Sat 20 March 2027, 19:00</p>
<p class="event-venue">The Attic, York</p></article></div></main>"""
SIGNED = """<title>Meetups</title><main><h1>Upcoming meetups</h1><ul>
<li class="py-4"><time datetime="2027-03-12">Mar 12</time><div><a href="/1">Jazz Night</a>
<div>📍 Blue Hall, Leeds</div></div>
</li><li class="py-4"><time datetime="2027-03-20">Mar 20</time><div><a href="/2">Poetry Slam</a>
<div>📍 The Attic, York</div></div></li></ul></main>"""
MARKED_EVENTS = "<title>Agenda</title><main><h1>Agenda</h1></main>" + json_ld(
    json.dumps(
        [
            {"@type": "MusicEvent", "name": "Jazz Night", "startDate": "2027-03-12", "location": "Blue Hall, Leeds"},
            {
                "@type": "Event",
                "name": "Poetry Slam",
                "startDate": "2027-03-20",
                "location": {"@type": "Place", "name": "The Attic, York"},
            },
        ]
    )
)


def _rows(html: str, called: str, /, **fields: Any) -> list[Any]:
    items = {"type": "object", "properties": fields}
    schema = {"type": "object", "properties": {called: {"type": "array", "items": items}}}
    rows: list[Any] = extract(material(html, "https://own.example/page"), schema).value[called]
    return rows


def test_plans_in_the_columns_of_a_table_have_what_is_ticked_as_features() -> None:
    assert _rows(COMPARED, "plans", name=TEXT, price=NUMBER, features=TEXTS) == [
        {"name": "Free", "price": 0, "features": []},
        {"name": "Pro", "price": 8, "features": ["Offline access"]},
        {"name": "Team", "price": 15, "features": ["Offline access", "Shared workspaces"]},
    ]


def test_rows_with_a_price_in_every_column_are_the_things_themselves() -> None:
    rows = "".join(
        f"<tr><td>{name}</td><td>€{at}</td><td>€{at + 5}</td></tr>" for at, name in [(3, "Day"), (9, "Week")]
    )
    html = f"<h1>Tickets</h1><table><tr><th>Ticket</th><th>Child</th><th>Adult</th></tr>{rows}</table>"
    assert [one["name"] for one in _rows(html, "tickets", name=TEXT, adult=TEXT)] == ["Day", "Week"]


def test_the_list_in_a_cell_is_read_entry_by_entry() -> None:
    assert _rows(LISTED, "plans", name=TEXT, price=TEXT, features=TEXTS) == [
        {"name": "Basic", "price": "€4.99", "features": ["1 site", "10 GB storage"]},
        {"name": "Plus", "price": "€9.99", "features": ["5 sites", "50 GB storage"]},
    ]


def test_plans_that_are_marked_up_as_offers_do_not_hold_the_product_itself() -> None:
    assert _rows(OFFERED, "plans", name=TEXT, price=NUMBER) == [
        {"name": "Free", "price": 0},
        {"name": "Pro", "price": 12},
    ]


@pytest.mark.parametrize("html", [DETAILS, TERMS, ACCORDION], ids=["details", "dl", "accordion"])
def test_what_opens_beside_a_question_is_one_without_a_question_mark(html: str) -> None:
    assert _rows(html, "faqs", question=TEXT, answer=TEXT) == [
        {"question": "How do I cancel?", "answer": "Open settings and press cancel."},
        {"question": "Shipping to islands", "answer": "We ship to all islands by post."},
    ]


@pytest.mark.parametrize("html", [MARKED_THREAD, ITEMS_THREAD], ids=["JSON-LD", "microdata"])
def test_answers_that_are_marked_up_say_which_one_was_accepted(html: str) -> None:
    assert _rows(html, "answers", author=TEXT, text=TEXT, votes=NUMBER, accepted=BOOLEAN) == [
        {"author": "lee", "text": "Use sorted(d.items()).", "votes": 42, "accepted": True},
        {"author": "max", "text": "Use an OrderedDict.", "votes": 3, "accepted": False},
    ]


def test_posts_of_a_marked_up_thread_are_the_question_and_its_answers() -> None:
    found = _rows(MARKED_THREAD, "posts", author=TEXT, accepted=BOOLEAN)
    assert [(one["author"], one["accepted"]) for one in found] == [("kim", None), ("lee", True), ("max", False)]


def test_posts_that_repeat_have_their_author_day_and_words() -> None:
    html = f"<title>Printer offline</title><main><h1>Printer offline</h1><div>{POSTS}</div></main>"
    assert _rows(html, "posts", author=TEXT, date=TEXT, content=TEXT) == [
        {"author": "dora", "date": "2026-03-01", "content": ASKED},
        {"author": "sam_t", "date": "2026-03-01", "content": TRIED},
        {"author": "helga", "date": "2026-03-02", "content": SOLVED},
    ]


@pytest.mark.parametrize("html", [CARDS, MARKED_EVENTS], ids=["cards", "JSON-LD"])
def test_events_have_their_name_day_and_place(html: str) -> None:
    assert _rows(html, "events", name=TEXT, date=TEXT, place=TEXT) == [
        {"name": "Jazz Night", "date": "2027-03-12", "place": "Blue Hall, Leeds"},
        {"name": "Poetry Slam", "date": "2027-03-20", "place": "The Attic, York"},
    ]
