"""A model that lies in a fifth of what it says: with evidence none of it passes, and nothing true is lost."""

from typing import Any

import pytest

from gossamer.core.formats import Json
from gossamer.core.understanding import Extraction
from gossamer.features.understanding import Understand
from gossamer.core.json_pointers import leaves
from gossamer.testing.model import lies
from tests.unit.features.understanding.paper import PaperModels, saying, soon, understood

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
SCHEMA = {
    "type": "object",
    "properties": {
        **dict.fromkeys(("title", "maker", "city", "phone", "released", "link", "material"), TEXT),
        **dict.fromkeys(("cost", "weight", "copies"), NUMBER),
        "reviews": {
            "type": "array",
            "items": {"type": "object", "properties": {"author": TEXT, "stars": NUMBER, "said": TEXT}},
        },
    },
}


def truth(number: int) -> dict[str, Any]:
    """What the page of this *number* says."""
    return {
        "title": f"Kettle model {number}",
        "maker": f"Workshop {number * 7} of Tallinn",
        "city": "Tallinn",
        "phone": f"+372 55{number:02} {4000 + number}",
        "released": f"2024-03-{1 + number % 28:02}",
        "link": f"https://shop.example/kettles/{number}",
        "material": "enamelled steel",
        "cost": 39.5 + number,
        "weight": 1.25,
        "copies": 12_000 + number,
        "reviews": [
            {"author": f"Ada {number}", "stars": 4.5, "said": f"It boils quickly, {number} times a day."},
            {"author": f"Bo {number}", "stars": 2, "said": "Too loud for a small kitchen."},
        ],
    }


def page(number: int) -> str:
    told = truth(number)
    day = int(told["released"][-2:])
    reviews = "".join(f"<p>{one['author']} gave {one['stars']} stars. {one['said']}</p>" for one in told["reviews"])
    return f"""<html><body><main><h1>{told["title"]}</h1>
<p>Made of {told["material"]} by {told["maker"]}. Call {told["phone"]}.</p>
<p>It costs {told["cost"]:.2f} EUR, weighs {told["weight"]} kg, and has sold {told["copies"]:,} times.</p>
<p>Released on March {day}, 2024. <a href="{told["link"]}">More of it</a>.</p>{reviews}</main></body></html>"""


@pytest.mark.parametrize("number", range(20))
async def test_no_lie_passes_and_no_truth_is_lost(number: int) -> None:
    told = lies(truth(number), share=0.2, seed=number)
    assert told.places
    wanted = Json(SCHEMA, evidence=True)
    understand = Understand(PaperModels(saying(told.values)), page_tokens=24_000)
    [found] = await understand.of((wanted,), understood(wanted, html=page(number)), deadline=soon())
    assert isinstance(found, Extraction)
    said, true = dict(leaves(told.values)), dict(leaves(truth(number)))
    given = dict(leaves(found.value))
    invented = {said[place] for place in told.places}
    assert invented.isdisjoint(given.values())
    assert set(found.missing) | set(found.evidence) >= set(given)
    kept = {place for place in true if place not in told.places}
    assert {place: given[place] for place in kept} == {place: true[place] for place in kept}
    assert kept <= set(found.evidence)
