"""What the caller wants done with values that the page does not support."""

from typing import Any

from gossamer.core.formats import Acceptance, OnUnsupported
from gossamer.core.understanding import Confidence, Evidence, Method, Status
from gossamer.features.evidence.unsupported import empty_unsupported
from tests.unit.features.evidence.pages import answered

NULL = Acceptance(OnUnsupported.NULL)


def proof(status: Status, confidence: float) -> Evidence:
    return Evidence("https://e.org", "words", "line 1", Method.MODEL, confidence, status)


SURE, ASTRAY, NONE = proof(Status.SUPPORTED, 0.9), proof(Status.ELSEWHERE, 0.3), proof(Status.ABSENT, 0.0)


async def test_by_default_every_value_is_answered_with_its_status() -> None:
    said = {"name": "Blue kettle", "designer": "Quxford"}
    found = await answered("<main><h1>Blue kettle</h1><p>Boils water.</p></main>", said)
    assert found.value == said
    assert {at: one.status for at, one in found.evidence.items()} == {"/name": "supported", "/designer": "absent"}


def test_without_an_option_nothing_is_emptied() -> None:
    value = {"a": 1, "b": 2}
    assert empty_unsupported(value, {"/a": SURE, "/b": NONE}, Acceptance()) == (value, {"/a": SURE, "/b": NONE})


def test_null_empties_what_is_absent_and_keeps_it_in_the_evidence() -> None:
    value, evidence = empty_unsupported({"a": 1, "b": 2, "c": 3}, {"/a": SURE, "/b": ASTRAY, "/c": NONE}, NULL)
    assert value == {"a": 1, "b": 2, "c": None}
    assert evidence["/c"].to_json()["value"] == 3
    assert evidence["/c"].status is Status.ABSENT


def test_entries_that_lose_all_values_go_and_their_evidence_follows_the_list() -> None:
    entries = [{"n": "x", "m": None}, {"n": "y", "m": 1}]
    proofs = {"/l/0/n": NONE, "/l/1/n": SURE, "/l/1/m": NONE}
    value, evidence = empty_unsupported({"l": entries}, proofs, NULL)
    assert value == {"l": [{"n": "y", "m": None}]}
    assert {at: (one.status, one.emptied) for at, one in evidence.items()} == {
        "/l/0/n": ("supported", None),
        "/l/0/m": ("absent", 1),
        "/l/1/n": ("absent", "x"),
    }


def test_texts_of_a_list_leave_no_gap() -> None:
    value, evidence = empty_unsupported(["a", "b", "c"], {"/0": SURE, "/1": NONE, "/2": SURE}, NULL)
    assert (value, evidence["/2"].emptied) == (["a", "c"], "b")


def test_a_least_confidence_empties_what_is_below_by_number_or_by_word() -> None:
    value: dict[str, Any] = {"a": 1, "b": 2, "c": 3}
    proofs = {"/a": SURE, "/b": ASTRAY, "/c": NONE}
    for least, left in (
        (0.1, [1, 2, None]),
        (Confidence.LOW, [1, 2, None]),
        (Confidence.HIGH, [1, None, None]),
        (1.0, [None] * 3),
    ):
        accepted, _ = empty_unsupported(value, proofs, Acceptance(min_confidence=least))
        assert list(accepted.values()) == left


def test_what_nobody_judged_is_kept() -> None:
    unknown = Evidence("https://e.org", "words", "line 1", Method.EXTRACTIVE)
    assert empty_unsupported({"a": 1, "b": 2}, {"/a": unknown}, Acceptance(min_confidence=1.0))[0] == {"a": 1, "b": 2}
