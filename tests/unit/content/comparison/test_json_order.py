"""What is compared of JSON does not depend on the order in which a server writes members."""

import json
from typing import Any

import pytest

from gossamer.content.comparison import comparable, content_number
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from tests.unit.content.pages import view

SPEC = ScrapeSpec(web_url("https://e.org/"))
KETTLE: dict[str, Any] = {"name": "Kettle", "price": {"amount": 12, "currency": "EUR"}, "tags": ["a", "b"], "stock": 3}
MOVED: dict[str, Any] = {"stock": 3, "tags": ["a", "b"], "price": {"currency": "EUR", "amount": 12}, "name": "Kettle"}


def text_of(value: str, media_type: str = "application/json") -> str:
    return comparable(view(value, media_type), SPEC)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (KETTLE, MOVED),
        ([KETTLE, {"x": 1, "y": 2}], [MOVED, {"y": 2, "x": 1}]),
        ({"data": {"items": [KETTLE]}, "page": 1}, {"page": 1, "data": {"items": [MOVED]}}),
    ],
)
def test_members_that_moved_are_the_same(before: Any, after: Any) -> None:
    first, second = text_of(json.dumps(before)), text_of(json.dumps(after, indent=4))
    assert first == second
    assert content_number(first) == content_number(second)


@pytest.mark.parametrize("media_type", ["application/x-ndjson", "application/jsonl"])
def test_lines_of_json_are_compared_value_by_value(media_type: str) -> None:
    rows = [[KETTLE, {"a": 1, "b": 2}], [MOVED, {"b": 2, "a": 1}]]
    first, second = (text_of("\n".join(map(json.dumps, values)) + "\n", media_type) for values in rows)
    assert first == second
    assert first != text_of(json.dumps(KETTLE), media_type)


def test_a_value_that_changed_is_a_change_wherever_its_member_is() -> None:
    changed = {**MOVED, "stock": 4}
    assert content_number(text_of(json.dumps(KETTLE))) != content_number(text_of(json.dumps(changed)))


def test_entries_that_moved_in_a_list_are_a_change() -> None:
    assert text_of("[1, 2]") != text_of("[2, 1]")
