"""What models write is read as what they mean."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.llm.objects.response_json import FoundJson, read

KEYS = frozenset({"name", "price"})
RIGHT = {"name": "Kettle", "price": 39.5}

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(texts, json_values, max_size=5)


@given(objects)
def test_json_is_read_as_it_is(value: dict[str, Any]) -> None:
    assert read(json.dumps(value), keys=KEYS) == FoundJson(value)


@pytest.mark.parametrize(
    "said", ['{"a": "x\\ud83d\\u0000y \\ud83d\\ude00"}', "{'a': 'x\\ud83d\\u0000y \\ud83d\\ude00'}"]
)
def test_what_no_database_takes_is_not_read(said: str) -> None:
    assert read(said, keys=KEYS) == FoundJson({"a": "x\ufffdy 😀"})


@given(objects)
def test_json_with_a_comma_too_many_is_read_as_it_is(value: dict[str, Any]) -> None:
    written = json.dumps({"a": value, "b": 1}, indent=1).replace("\n}", ",\n}")
    assert read(written, keys=KEYS) == FoundJson({"a": value, "b": 1})


@given(st.text(alphabet=st.sampled_from("{}[]\"':,` \n\\/#*<>thinkanu0.-+e"), max_size=200))
def test_any_text_is_read_or_is_not(text: str) -> None:
    found = read(text, keys=KEYS)
    assert found is None or isinstance(found.value, dict | list)
    assert found is None or json.loads(json.dumps(found.value, allow_nan=False)) == found.value


@pytest.mark.parametrize(
    "said",
    [
        '{"name": "Kettle", "price": 39.5}',
        '```json\n{"name": "Kettle", "price": 39.5}\n```',
        '```\n{"name": "Kettle", "price": 39.5}',
        'Sure! {"name": "Kettle", "price": 39.5} I hope {this} helps [1].',
        '<think>{"name": "no", "price": 1}</think>{"name": "Kettle", "price": 39.5}',
        'It is {"name": "no", "price": 1}? No.</think>\n{"name": "Kettle", "price": 39.5}',
        '<Thinking>Hm.</Thinking> {"name": "Kettle", "price": 39.5}',
        'At first {"name": "Kettle", "price": 1}, no: {"name": "Kettle", "price": 39.5}',
        'The schema was {"type": "object", "properties": {}, "required": []}: {"name": "Kettle", "price": 39.5}',
        "{'name': 'Kettle', 'price': 39.5}",
        "{“name”: “Kettle”, “price”: 39.5}",
        "{name: Kettle, price: 39.5}",
        '{"name": "Kettle" "price": 39.5}',
        '{"name": "Kettle",, "price": 39.5,}',
        '{"name": "Kettle", // its name\n "price": /* euros */ 39.5}',
        '{"name": "Kettle", "price": +39.50, ...}',
        '{"name": "Kettle", "price": 39.5}}}',
    ],
)
def test_an_object_is_found_in_what_stands_around_it(said: str) -> None:
    found = read(said, keys=KEYS)
    assert found is not None
    assert (found.value, found.complete) == (RIGHT, True)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ('{"a": NaN, "b": Infinity, "c": -Infinity}', {"a": None, "b": None, "c": None}),
        ("{'a': None, 'b': True, 'c': False, 'd': undefined}", {"a": None, "b": True, "c": False, "d": None}),
        ('{"a": "He said "hi" to me", "b": 1,}', {"a": 'He said "hi" to me', "b": 1}),
        ("{'a': 'it's here', 'b': 'O\\'Neil'}", {"a": "it's here", "b": "O'Neil"}),
        ('{"a": "two\nlines", b: 1}', {"a": "two\nlines", "b": 1}),
        ('{"a": "\\u00e9 \\ud83d\\ude00 \\ud83d", b: 1}', {"a": "é 😀 \ufffd", "b": 1}),
        ('{"a": https://e.org/x?y=1, "b": $12.50}', {"a": "https://e.org/x?y=1", "b": "$12.50"}),
        ("{'a': '', 'b': []}", {"a": "", "b": []}),
        ("{a: 1_000, b: .5, c: 1e3}", {"a": 1000, "b": 0.5, "c": 1000.0}),
    ],
)
def test_values_of_other_languages_are_read(said: str, value: dict[str, Any]) -> None:
    found = read(said, keys=KEYS)
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ('{"name": "Kettle", "price": 39', {"name": "Kettle"}),
        ('{"name": "Ket', {}),
        ('{"name": "Kettle", "pri', {"name": "Kettle"}),
        ('{"name": "Kettle", "tags": ["a", "b', {"name": "Kettle", "tags": ["a"]}),
        ('{"offers": [{"price": 1}, {"price": 2', {"offers": [{"price": 1}]}),
        ('```json\n{"name": "Kettle", "new": tru', {"name": "Kettle"}),
    ],
)
def test_what_was_cut_off_is_read_without_its_last_half(said: str, value: dict[str, Any]) -> None:
    assert read(said, keys=KEYS) == FoundJson(value, complete=False)


@pytest.mark.parametrize("said", ["", "I like turtles.", "```python\nprint()\n```", "[" * 500, "<think>" * 500])
def test_where_there_is_no_object_none_is_found(said: str) -> None:
    assert read(said, keys=KEYS) is None
