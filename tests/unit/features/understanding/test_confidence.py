"""How sure it is that a page says a value of a field: by how many witnesses there are."""

from typing import Any

import pytest

from gossamer.core.understanding import Confidence, Evidence, Method
from tests.unit.features.understanding.paper import held

HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW
READ = "<main><h1>Anvil 12</h1><dl><dt>Max load</dt><dd>120 kg</dd></dl></main>"
SPOKEN = "<main><h1>Anvil 12</h1><p>Forged since 1965. The designer of the anvil was {}.</p></main>"
RIVALS = """<main><h1>Anvil 12</h1><p>The founder of the works was Ann Lowe from Leeds.</p>
<p>Its founder is told to have been her uncle Bo Lind by some.</p></main>"""
BARE = "<main><h1>Anvil 12</h1><p>Norrvatten · Gothenburg · Full-time</p></main>"
AROUND = "<main><h1>Anvil 12</h1></main><footer><p>Norrvatten AB, Hamngatan 3, 211 22 Malmö</p></footer>"
CARDS = """<main><h1>Anvils</h1><div class=card><h3>Anvil 12</h3><p>Leeds</p><p>£90</p></div>
<div class=card><h3>Anvil 15</h3><p>York</p><p>£120</p></div>
<div class=card><h3>Anvil 18</h3><p>Hull</p><p>£150</p></div></main>"""
BADGES = CARDS.replace("<h3>Anvil 15", "<p>Our best one</p><h3>Anvil 15")
FORGED = {"anvils": [{"name": f"Anvil {at}", "forge": one} for at, one in ((12, "Leeds"), (15, "York"), (18, "Hull"))]}
TITLES = [{"title": "Parquet on a boat"}, {"title": "Ships without tears"}]
TALKS = """<main><h1>Tidal</h1><h2>Talks</h2><article><p>First</p><h3>Keynote: What buoys know</h3><p>Ada</p></article>
<article><h3>Parquet on a boat</h3><p>Bo Lind</p></article>
<article><h3>Ships without tears</h3><p>Cy Marsh</p></article></main>"""
HIRED = [{"name": "Ada", "price": 35}, {"name": "Bo", "price": 45}, {"name": "Cy", "price": 60}]
HIRES = """<main><h1>Boats</h1>
<div><h3>Ada</h3><p>For six, from the quay below the mill and back before the sun is down (35 € per hour).</p>
<p>With the fuel, a rod for each of you, and a basket of bread and cheese to take with you (185 € per day).</p></div>
<div><h3>Bo</h3><p>For eight, from the quay below the mill and back before the sun is down (45 € per hour).</p></div>
<div><h3>Cy</h3><p>For ten, and with a cabin to sleep in for two, and a stove (60 € per hour).</p></div></main>"""
JOINED = [{"name": "Ann Lowe", "joinedYear": 2016}, {"name": "Bo Lind", "joinedYear": 2018}]
BIOS = """<main><h1>People</h1>
<h3>Ann Lowe</h3><p>Ann joined in 2009 after six years in Rotterdam and opened the other works in 2016.</p>
<h3>Bo Lind</h3><p>Bo joined in 2018. His eighty new anvils were all of them finished in the last spring.</p></main>"""
SINCE = [{"name": "Ann Lowe", "memberSince": 1999}, {"name": "Bo Lind", "memberSince": 2011}]
MEMBERS = """<main><h1>People</h1><h3>Ann Lowe</h3><p>Ann: member since 1996, and on the water with us since 1999.</p>
<h3>Bo Lind</h3><p>Bo: member since 2011, who runs the bar and the galley, and will be there.</p></main>"""
TRAMS = """<main><h1>Council approves tram line</h1><p>The line will be 7.4 km long. It will cost £218 million.</p>
<h2>Line 1</h2><p>The existing Line 1 is 11.2 km long, cost £164 million and carries many every day.</p></main>"""
PROSE = """<main><h1>Anvils</h1>
<h3>Anvil 12</h3><p>With a weight of 40 kg it is our lightest one, and can be had at once.</p>
<h3>Anvil 15</h3><p>{} it is what the smiths of Leeds and of York like best.</p></main>"""
LIST = "<main><h1>Anvil 12</h1><h2>Extras</h2><ul><li>Horn</li><li>Stand</li><li>Strap</li></ul></main>"
SENTENCE = "<main><h1>Anvil 12</h1><p>Take a horn, a stand or a strap with it as your extras, if you like.</p></main>"
CALLED = "<main><h1>Anvil 12</h1><p>Extras: Horn, Stand, Strap</p></main>"

TITLED = "<main><h1>How anvils ring - The Forge</h1><p>They do it when they are struck.</p></main>"
FEES = "<main><h1>Anvil 12</h1><p>A fee of 9 euros is taken for your card.</p></main>"
DELIVERY = "<main><h1>Anvil 12</h1><p>The fee for delivery is 9 euros.</p></main>"
SIGNS = "<main><h1>Anvils</h1><p>Anvil 12, £90</p></main><footer>Post and packing £9</footer>"
TRACKS = "<main><h1>Ringing</h1><h2>Chapters</h2><p>00:00 Welcome</p><p>04:20 Steel</p><p>09:45 Fire</p></main>"
FOOT = "<main><h1>Anvils</h1><p>We make them.</p></main><footer><p>Phone: 0113 496 0200</p></footer>"
ASIDE = "<main><h1>Anvils</h1><p>We make them.</p></main><aside><p>Captain: Ann Lowe</p></aside>"

SCORER = "<main><h1>Anvils CC</h1><ul><li>Top scorer 2025: Ann Lowe</li><li>Members: 60</li></ul></main>"
FLATS = """<main><h1>Flats</h1><div class=flat><h3>Alder</h3><p>45 m², 2 people, ground floor with terrace</p></div>
<div class=flat><h3>Birch</h3><p>62 m², 4 people, first floor with balcony</p></div>
<div class=flat><h3>Cedar</h3><p>70 m², 5 people, second floor with balcony</p></div></main>"""
FLOORS = {
    "flats": [
        {"name": "Alder", "floor": "ground floor"},
        {"name": "Birch", "floor": "first floor"},
        {"name": "Cedar", "floor": "second floor"},
    ]
}
BALCONY = {"flats": [FLOORS["flats"][0], {"name": "Birch", "floor": "balcony"}, FLOORS["flats"][2]]}

CONS = """<main><h1>Anvil 12</h1><ul><li>Heavy</li><li>Loud</li></ul><ul><li>Cheap</li><li>Lasting</li></ul></main>"""
DIED = "<main><h1>Anvils</h1><p>Our co-founder Ann Lowe died in 2019.</p></main>"
FRIENDS = """<main><h1>Anvils</h1><p>No time? Ask at Bellows, phone 0113 496 0299.</p></main>
<footer><p>Anvils Ltd, 0113 496 0200</p></footer>"""
RACES = """<main><h1>Tarnsby marathon</h1><p>In the wind 1,337 runners reached the finish.</p><h2>Half marathon</h2>
<p>Men: Ben Lowe - Women: Ann Lind - {} finishers</p></main>"""
ORGANISED = "<main><h1>Anvil 12</h1><p>every spring, organised by Anvils United, free for all</p></main>"
REGATTA = """<main><h1>Tarnsby regatta</h1><p>{} waited for the wind until noon.</p>
<h2>Notices</h2><p>Trophy: 21 September. Race officer: Bo Lind.</p></main>"""
HALL = "<main><h1>Forge open day</h1><p>Venue: Forge 2, Weir Lane 9, Leeds</p></main>"
ADVERTISED = """<meta name=description content="The Anvil Smith 600 with a horn, in four colours.">
<main><h1>Anvil Smith 600</h1><p>For all who forge.</p></main>"""
PARTIES = """<main><h1>Bowling</h1><h2>Parties</h2><div>
<div class=card><h3>Strike</h3><p>Two games</p><p>Hot dog or nuggets</p></div>
<div class=card><h3>Spare</h3><p>Pizza and drinks</p><p>One game</p></div>
<div class=card><h3>Turkey</h3><p>Pasta and salad</p><p>One game</p></div></div></main>"""
PROGRAMME = "<main><h1>Spring at the shop</h1><p>We read books about anvils.</p></main>"
EUROS = "<main><h1>Forge open day</h1><p>Come by bus. A guided tour costs 4 Euro.</p></main>"
PITCHES = [
    {"type": "Small tent pitch", "size_m2": 30, "low_season_price": 14},
    {"type": "Family tent pitch", "size_m2": 65, "low_season_price": 22},
    {"type": "Motorhome pitch", "size_m2": 90, "low_season_price": 27},
    {"type": "Riverside pod", "size_m2": 12, "low_season_price": 48},
]


def anvils(field: str, *values: int) -> dict[str, Any]:
    return {"anvils": [{"name": f"Anvil {12 + 3 * at}", field: value} for at, value in enumerate(values)]}


@pytest.mark.parametrize(
    ("html", "value", "pointer", "confidence"),
    [
        pytest.param(READ, {"maxLoadKg": 120}, "/maxLoadKg", HIGH, id="read by the rules as well"),
        pytest.param(SPOKEN.format("Ann Lowe"), {"designer": "Ann Lowe"}, "/designer", HIGH, id="only name"),
        pytest.param(RIVALS, {"founder": "Ann Lowe"}, "/founder", MEDIUM, id="one of two that are spoken of"),
        pytest.param(BARE, {"location": "Gothenburg"}, "/location", LOW, id="by its kind and its place"),
        pytest.param(AROUND, {"company": "Norrvatten AB"}, "/company", LOW, id="at the foot of the site"),
        pytest.param(CARDS, anvils("price", 90, 120, 150), "/anvils/1/price", HIGH, id="where others have theirs"),
        pytest.param(
            PROSE.format("Weighing 90 kg"), anvils("weightKg", 40, 90), "/anvils/0/weightKg", MEDIUM, id="in sentences"
        ),
        pytest.param(
            PROSE.format("With its weight of 90 kg"),
            anvils("weightKg", 40, 90),
            "/anvils/0/weightKg",
            HIGH,
            id="between the same words in sentences",
        ),
        pytest.param(
            BIOS, {"people": JOINED}, "/people/0/joinedYear", MEDIUM, id="behind the same small word, not the same verb"
        ),
        pytest.param(
            MEMBERS, {"people": SINCE}, "/people/0/memberSince", MEDIUM, id="one of two between the same words"
        ),
        pytest.param(
            TRAMS, {"cost": 164_000_000}, "/cost", MEDIUM, id="so many millions, and others that cost as well"
        ),
        pytest.param(BADGES, FORGED, "/anvils/1/forge", HIGH, id="as far below the name as the others, under a badge"),
        pytest.param(TALKS, {"talks": [{"title": "Keynote"}, *TITLES]}, "/talks/0/title", MEDIUM, id="half a heading"),
        pytest.param(
            HIRES, {"boats": [{"name": "Ada", "price": 185}, *HIRED[1:]]}, "/boats/0/price", MEDIUM, id="by a sign"
        ),
        pytest.param(LIST, {"extras": ["Horn", "Stand"]}, "/extras/1", HIGH, id="one line beside another"),
        pytest.param(SENTENCE, {"extras": ["horn", "strap"]}, "/extras/1", MEDIUM, id="one of a sentence"),
        pytest.param(CALLED, {"extras": ["Horn", "Strap"]}, "/extras/0", HIGH, id="several behind one label"),
        pytest.param(TITLED, {"title": "How anvils ring"}, "/title", HIGH, id="the title before the name of the site"),
        pytest.param(FEES, {"deliveryFee": 9}, "/deliveryFee", MEDIUM, id="a fee, but whose is not said"),
        pytest.param(DELIVERY, {"deliveryFee": 9}, "/deliveryFee", HIGH, id="the fee that is asked for"),
        pytest.param(SIGNS, {"currency": "GBP"}, "/currency", HIGH, id="the currency of all prices"),
        pytest.param(TRACKS, {"chapters": ["Welcome", "Fire", "Steel"]}, "/chapters/1", HIGH, id="behind times"),
        pytest.param(FOOT, {"phone": "0113 496 0200"}, "/phone", HIGH, id="at the foot, and read by the rules as well"),
        pytest.param(SCORER, {"scorer": "Ann Lowe"}, "/scorer", MEDIUM, id="a label that says more than the field"),
        pytest.param(FLATS, FLOORS, "/flats/0/floor", HIGH, id="at the beginning of a part of a line"),
        pytest.param(FLATS, BALCONY, "/flats/1/floor", MEDIUM, id="within a part of a line that others begin"),
        pytest.param(
            CONS, {"cons": ["Heavy", "Loud", "Cheap"]}, "/cons/2", MEDIUM, id="the first line of another list"
        ),
        pytest.param(CONS, {"cons": ["Heavy", "Loud", "Cheap"]}, "/cons/1", HIGH, id="a line of the list itself"),
        pytest.param(DIED, {"founded": 2019}, "/founded", MEDIUM, id="a founder, and not when it was founded"),
        pytest.param(
            FRIENDS, {"phone": "0113 496 0299"}, "/phone", MEDIUM, id="one of two numbers, the other at the foot"
        ),
        pytest.param(RACES.format(864), {"finishers": 864}, "/finishers", MEDIUM, id="read as another's is"),
        pytest.param(
            ORGANISED, {"organizer": "Anvils United"}, "/organizer", HIGH, id="who organises is told by what was done"
        ),
        pytest.param(
            REGATTA.format("The fleet"),
            {"raceOfficer": "Bo Lind"},
            "/raceOfficer",
            HIGH,
            id="labelled, and nobody else",
        ),
        pytest.param(
            REGATTA.format("Race officer Ann Lowe"),
            {"raceOfficer": "Bo Lind"},
            "/raceOfficer",
            MEDIUM,
            id="labelled, but somebody above is called so",
        ),
        pytest.param(HALL, {"venue": "Forge 2"}, "/venue", HIGH, id="first behind its label"),
        pytest.param(HALL, {"venue": "Weir Lane 9"}, "/venue", MEDIUM, id="second behind its label"),
        pytest.param(PROGRAMME, {"pageTitle": "Spring at the shop"}, "/pageTitle", HIGH, id="the title of the page"),
        pytest.param(
            PROGRAMME,
            {"exhibitionTitle": "Spring at the shop"},
            "/exhibitionTitle",
            LOW,
            id="no title of an exhibition",
        ),
        pytest.param(ADVERTISED, {"colour": "Anvil Smith"}, "/colour", MEDIUM, id="in the description of the page"),
        pytest.param(EUROS, {"currency": "EUR"}, "/currency", HIGH, id="a currency in words"),
        pytest.param(EUROS, {"parking": "Euro"}, "/parking", LOW, id="a currency for what asks for none"),
        pytest.param(ASIDE, {"captain": "Ann Lowe"}, "/captain", LOW, id="in an aside, though rules read it"),
    ],
)
async def test_a_value_is_as_sure_as_there_are_witnesses(
    html: str, value: dict[str, Any], pointer: str, confidence: Confidence
) -> None:
    found = await held(html, value)
    assert found.value == value
    assert found.evidence[pointer].confidence is confidence


async def test_a_label_says_nothing_of_the_sentences_behind_its_own() -> None:
    page = """<main><h1>Anvils</h1><h2>At a glance</h2><p>Colours: Chalk, Ink and Fern. The larger Anvil 9 Max also
    comes in Rosehip, has a 5,060 g horn, weighs 221 kg and costs £849.</p></main>"""
    truth = {"colours": ["Chalk", "Ink", "Fern"]}
    assert (await held(page, truth)).value == truth
    found = await held(page, {"colours": ["Glacier Blue", "Rosehip", "Most read"]})
    assert found.value == {"colours": ["Rosehip"]}
    assert found.evidence["/colours/0"].confidence is MEDIUM


@pytest.mark.parametrize(("food", "sure"), [("Two games", HIGH), ("Two", MEDIUM)])
async def test_a_word_of_a_line_is_not_as_sure_as_lines_where_others_have_theirs(food: str, sure: Confidence) -> None:
    told = {"Strike": food, "Spare": "Pizza and drinks", "Turkey": "Pasta and salad"}
    found = await held(PARTIES, {"parties": [{"name": name, "food": one} for name, one in told.items()]})
    assert found.evidence["/parties/0/food"].confidence is sure


async def test_a_word_in_an_element_of_its_own_is_as_sure_as_others_there() -> None:
    woods = {"Strike": "Oak", "Spare": "Mahogany of Brazil", "Turkey": "Larch of the Alps"}
    cards = "".join(
        f"<div class=card><h3>{name}</h3><p><b>{wood}</b> seat and back</p></div>" for name, wood in woods.items()
    )
    told = {"stools": [{"name": name, "wood": wood} for name, wood in woods.items()]}
    found = await held(f"<main><h1>Stools</h1><h2>Ours</h2><div>{cards}</div></main>", told)
    assert found.evidence["/stools/0/wood"].confidence is HIGH


async def test_the_heading_of_a_list_is_no_name_of_an_entry() -> None:
    cards = "".join(
        f"<section><h3>{one['type']}</h3><p>Size: {one['size_m2']} m²</p>"
        f"<p>Low season: £{one['low_season_price']}</p></section>"
        for one in PITCHES
    )
    page = f"<main><h1>Camp by the river</h1><h2>Pitches and prices</h2><div>{cards}</div></main>"
    assert (await held(page, {"pitch_types": PITCHES})).evidence["/pitch_types/0/type"].confidence is HIGH
    lied = await held(page, {"pitch_types": [PITCHES[0] | {"type": "Pitches"}, *PITCHES[1:]]})
    assert [proof.confidence for proof in lied.evidence.values() if proof.quote == "Pitches and prices"] == [MEDIUM]


def test_what_nobody_judged_is_shown_without_confidence() -> None:
    told = {"url": "https://e.example/", "quote": "Leeds", "place": "title", "method": "model"}
    proof = Evidence("https://e.example/", "Leeds", "title", Method.MODEL)
    assert proof.to_json() == told
    sure = Evidence("https://e.example/", "Leeds", "title", Method.MODEL, Confidence.LOW)
    assert sure.to_json() == {**told, "confidence": "low"}
