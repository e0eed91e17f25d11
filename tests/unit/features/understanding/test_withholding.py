"""What is said less plainly than was asked for is withheld: it is null, told beside the answer, and put back by it."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gossamer.core.formats import Json
from gossamer.core.understanding import Confidence, Evidence, Extraction, Method, Withheld
from gossamer.features.understanding import sure_enough

WANTED = Json({"type": "object"}, evidence=True)
VALUE: dict[str, Any] = {
    "name": "Anvil 12",
    "maker": {"city": "Leeds", "founded": 1965},
    "colours": ["black", "grey", "blue"],
    "parts": [{"name": "Horn", "size": 4}, {"name": "Heel", "size": 2}, {"name": "Stand", "size": None}],
    "note": None,
}


def proof(confidence: Confidence | None) -> Evidence:
    return Evidence("https://e.example/", "its words", "line 1", Method.MODEL, confidence)


def found(**confidence: Confidence) -> Extraction:
    """An answer of a model of which all is sure but for those pointers, with `__` for a stroke."""
    pointers = (
        *("/name", "/maker/city", "/maker/founded", "/colours/0", "/colours/1", "/colours/2"),
        *("/parts/0/name", "/parts/0/size", "/parts/1/name", "/parts/1/size", "/parts/2/name"),
    )
    unsure = {"/" + name.replace("__", "/"): level for name, level in confidence.items()}
    evidence = {at: proof(unsure.get(at, Confidence.HIGH)) for at in pointers}
    missing = {"/note": "The page does not say.", "/parts/2/size": "Nor that."}
    return Extraction(copy.deepcopy(VALUE), Method.MODEL, evidence, missing, 0.9)


def with_all(left: Any, withheld: Sequence[Withheld]) -> Any:
    """Apply what was withheld as a JSON Patch (RFC 6902) of nothing but additions."""
    made = copy.deepcopy(left)
    for one in withheld:
        assert one.to_json()["op"] == "add"
        *above, last = one.path.split("/")[1:]
        place = made
        for name in above:
            place = place[int(name)] if isinstance(place, list) else place[name]
        if isinstance(place, list):
            assert last == "-"
            place.append(one.value)
        else:
            place[last] = one.value
    return made


def test_what_is_sure_is_answered_as_it_was_found() -> None:
    assert sure_enough(found(), WANTED) == found()


def test_a_value_that_is_not_sure_is_null_and_told_with_what_it_rests_on() -> None:
    left = sure_enough(found(maker__city=Confidence.MEDIUM), WANTED)
    assert left.value == {**VALUE, "maker": {"city": None, "founded": 1965}}
    assert left.withheld == (Withheld("/maker/city", "Leeds", proof(Confidence.MEDIUM)),)
    assert left.missing["/maker/city"] == (
        "The page says it with medium confidence, and high was asked for: see `withheld`."
    )
    assert "/maker/city" not in left.evidence
    assert left.missing["/note"] == "The page does not say."
    assert left.coverage < found().coverage


def test_entries_of_lists_have_no_gaps_and_keep_what_they_rest_on() -> None:
    before = found(colours__0=Confidence.LOW, parts__0__name=Confidence.MEDIUM, parts__1__size=Confidence.LOW)
    left = sure_enough(before, WANTED)
    assert left.value["colours"] == ["grey", "blue"]
    assert left.value["parts"] == [{"name": "Heel", "size": None}, {"name": "Stand", "size": None}]
    assert [(one.path, one.value) for one in left.withheld] == [
        ("/colours/-", "black"),
        ("/parts/-", {"name": "Horn", "size": 4}),
        ("/parts/0/size", 2),
    ]
    assert {"/colours/0", "/colours/1", "/parts/0/name", "/parts/1/name"} <= left.evidence.keys()
    assert not {"/colours/2", "/parts/2/name", "/parts/0/size"} & left.evidence.keys()
    assert left.missing["/parts/1/size"] == "Nor that."
    assert left.missing["/colours"] == (
        "Entries that the page says with less than high confidence were left out: see `withheld`."
    )


def test_an_entry_of_which_nothing_is_sure_is_withheld_as_a_whole() -> None:
    before = Extraction(
        {"sizes": [{"width": 3, "height": None}, {"width": 4, "height": 5}]},
        Method.MODEL,
        {"/sizes/0/width": proof(Confidence.LOW), "/sizes/1/width": proof(Confidence.HIGH)},
    )
    left = sure_enough(before, WANTED)
    assert left.value == {"sizes": [{"width": 4, "height": 5}]}
    assert [(one.path, one.value) for one in left.withheld] == [("/sizes/-", {"width": 3, "height": None})]


def test_the_patch_gives_back_all_that_was_found() -> None:
    levels = {
        "name": Confidence.LOW,
        "colours__1": Confidence.MEDIUM,
        "parts__1__name": Confidence.LOW,
        "parts__2__name": Confidence.MEDIUM,
        "parts__0__size": Confidence.MEDIUM,
    }
    left = sure_enough(found(**levels), WANTED)
    again = with_all(left.value, left.withheld)
    assert {**again, "colours": sorted(again["colours"])} == {**VALUE, "colours": sorted(VALUE["colours"])}


@pytest.mark.parametrize(
    ("least", "method", "is_there"),
    [
        pytest.param(None, Method.MODEL, False, id="a model's answer is to be sure"),
        pytest.param(None, Method.DETERMINISTIC, True, id="what was read without one stays"),
        pytest.param(Confidence.HIGH, Method.DETERMINISTIC, False, id="unless it is asked to be sure, too"),
        pytest.param(Confidence.MEDIUM, Method.MODEL, True, id="as sure as was asked"),
        pytest.param(Confidence.LOW, Method.MODEL, True, id="anything that is supported"),
    ],
)
def test_how_sure_it_has_to_be(least: Confidence | None, method: Method, is_there: bool) -> None:
    unsure = replace(found(name=Confidence.MEDIUM), method=method)
    left = sure_enough(unsure, replace(WANTED, min_confidence=least))
    assert (left.value["name"] is not None) is is_there


def test_without_evidence_nothing_is_withheld() -> None:
    assert sure_enough(found(name=Confidence.LOW), replace(WANTED, evidence=False)).value == VALUE


@pytest.mark.parametrize("value", ["Anvil 12", ["Anvil 12"]])
def test_an_answer_that_is_no_object_is_withheld_as_well(value: Any) -> None:
    at = "/0" if isinstance(value, list) else ""
    left = sure_enough(Extraction(value, Method.MODEL, {at: proof(Confidence.LOW)}), WANTED)
    assert left.value in (None, [])
    assert [(one.path, one.value) for one in left.withheld] == [("/-" if at else "", "Anvil 12")]
