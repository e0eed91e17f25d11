"""A model that lies in a fifth of what it says about common pages, mostly in the page's own words: none is answered.

The pages and the lies are by authors who had not seen the checks (`bench/evidence`); at first sight none was answered.
"""

import copy
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from gossamer.core.formats import Json
from gossamer.core.understanding import Extraction
from gossamer.features.understanding import Understand, Understood, sure_enough
from gossamer.core.json_pointers import leaves
from tests.unit.features.understanding.paper import PaperModels, saying, soon, understood

FOLDER: Final = Path(__file__).parents[4] / "bench" / "evidence" / "typical"
NAMES: Final = (
    *("bookshop-item", "swimming-pool", "ferry-line", "apprenticeship", "museum-object", "savings-account"),
    *("walking-route", "food-bank-volunteer", "choir-concert", "bicycle-repair", "museum-railway", "schreinerei"),
    *("planetarium", "scholarship", "ebike", "cheesecake", "beekeeping", "waste"),
    *("station", "audiobook", "dental", "wedding", "release-notes", "chambre-hotes"),
)
CASES: Final = {one["name"]: one for one in json.loads((FOLDER / "truths.json").read_text()) if one["name"] in NAMES}
ROUNDS: Final = 4
LEAST_ANSWERED: Final = 0.68


async def answered(told: Any, wanted: Json, page: Understood) -> Any:
    """Return what is answered of what a model says of a page."""
    [found] = await Understand(PaperModels(saying(told)), page_tokens=24_000).of((wanted,), page, deadline=soon())
    assert isinstance(found, Extraction)
    return sure_enough(found, wanted).value


def page_of(name: str) -> tuple[Json, Understood]:
    wanted = Json(CASES[name]["schema"], evidence=True)
    return wanted, understood(wanted, html=(FOLDER / "pages" / f"{name}.html").read_text())


def place(value: Any, path: str) -> tuple[Any, str]:
    """Return what holds the place at a JSON pointer of *value*, and the name of the place in it."""
    *above, last = path.strip("/").split("/")
    for part in above:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value, last


def put(value: Any, path: str, lie: Any) -> None:
    holder, last = place(value, path)
    holder[int(last) if isinstance(holder, list) else last] = lie


def lies_in_a_fifth(case: Mapping[str, Any], number: int) -> Iterator[Mapping[str, Any]]:
    """Yield lies about a fifth of what is said, each of another field."""
    chosen = random.Random(f"{case['name']} {number}")
    by_path: dict[str, list[Mapping[str, Any]]] = {}
    for lie in case["lies"]:
        by_path.setdefault(lie["path"], []).append(lie)
    many = round(0.2 * sum(leaf is not None for _, leaf in leaves(case["truth"])))
    for path in chosen.sample(sorted(by_path), min(many, len(by_path))):
        yield chosen.choice(by_path[path])


def is_answered(lie: Mapping[str, Any], case: Mapping[str, Any], answer: Any) -> bool:
    """Return whether the answer has the lie: in a list that does not say it, or in an entry of that name."""
    field, *inside = lie["path"].strip("/").split("/")
    if not inside:
        return bool(answer[field] == lie["value"])
    true = place(case["truth"], lie["path"])[0]
    if not isinstance(true, dict):
        return lie["value"] in answer[field] and lie["value"] not in true
    name = next(iter(true))
    if inside[-1] == name:
        return any(one[name] == lie["value"] for one in answer[field]) and all(
            one[name] != lie["value"] for one in case["truth"][field]
        )
    return any(one[name] == true[name] and one[inside[-1]] == lie["value"] for one in answer[field])


@pytest.mark.parametrize("name", NAMES)
async def test_no_lie_is_answered(name: str) -> None:
    case = CASES[name]
    wanted, page = page_of(name)
    for number in range(ROUNDS):
        told = copy.deepcopy(case["truth"])
        lies = list(lies_in_a_fifth(case, number))
        for lie in lies:
            put(told, lie["path"], lie["value"])
        answer = await answered(told, wanted, page)
        assert [lie for lie in lies if is_answered(lie, case, answer)] == []


async def test_most_of_what_an_honest_model_says_is_answered() -> None:
    said = left = 0
    for name, case in CASES.items():
        wanted, page = page_of(name)
        answer = await answered(copy.deepcopy(case["truth"]), wanted, page)
        said += sum(leaf is not None for _, leaf in leaves(case["truth"]))
        left += sum(leaf not in (None, []) for _, leaf in leaves(answer))
    assert left >= LEAST_ANSWERED * said
