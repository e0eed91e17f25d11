"""How sure it is that a page says a value of a field: by how plainly it says it."""

from typing import Any

import pytest

from gossamer.core.understanding import Confidence, Evidence, Method
from tests.unit.features.understanding.paper import held

LABELLED = "<main><h1>Anvil 12</h1><dl><dt>Max load</dt><dd>120 kg</dd></dl></main>"
SPOKEN = "<main><h1>Anvil 12</h1><p>Forged since 1965. The designer of the anvil was Ann Lowe from Leeds.</p></main>"
BARE = "<main><h1>Anvil 12</h1><p>Norrvatten · Gothenburg · Full-time</p></main>"
AROUND = "<main><h1>Anvil 12</h1></main><footer><p>Norrvatten AB, Hamngatan 3, 211 22 Malmö</p></footer>"
CARDS = """<main><h1>Anvils</h1><div class=card><h3>Anvil 12</h3><p>Leeds</p><p>£90</p></div>
<div class=card><h3>Anvil 15</h3><p>York</p><p>£120</p></div></main>"""


@pytest.mark.parametrize(
    ("html", "value", "pointer", "confidence"),
    [
        pytest.param(LABELLED, {"maxLoadKg": 120}, "/maxLoadKg", Confidence.HIGH, id="behind its label"),
        pytest.param(SPOKEN, {"designer": "Ann Lowe"}, "/designer", Confidence.MEDIUM, id="in a sentence"),
        pytest.param(BARE, {"location": "Gothenburg"}, "/location", Confidence.LOW, id="by its kind and its place"),
        pytest.param(AROUND, {"company": "Norrvatten AB"}, "/company", Confidence.LOW, id="at the foot of the site"),
        pytest.param(
            CARDS,
            {"anvils": [{"name": "Anvil 12", "price": 90}, {"name": "Anvil 15", "price": 120}]},
            "/anvils/1/price",
            Confidence.HIGH,
            id="where the other entries have theirs",
        ),
    ],
)
async def test_a_value_is_as_sure_as_the_page_says_it_plainly(
    html: str, value: dict[str, Any], pointer: str, confidence: Confidence
) -> None:
    found = await held(html, value)
    assert found.value == value
    assert found.evidence[pointer].confidence is confidence


def test_what_nobody_judged_is_shown_without_confidence() -> None:
    told = {"url": "https://e.example/", "quote": "Leeds", "place": "title", "method": "model"}
    proof = Evidence("https://e.example/", "Leeds", "title", Method.MODEL)
    assert proof.to_json() == told
    sure = Evidence("https://e.example/", "Leeds", "title", Method.MODEL, Confidence.LOW)
    assert sure.to_json() == {**told, "confidence": "low"}
