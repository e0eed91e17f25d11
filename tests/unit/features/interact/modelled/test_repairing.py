import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.features.interact.modelled.call_repair import calls_in, repair_arguments, repair_name

KNOWN = frozenset({"click", "type", "go_to", "finish"})
CLICK = (("click", {"ref": "e1"}),)


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "click", "arguments": {"ref": "e1"}}',
        '```json\n{"name": "click", "arguments": {"ref": "e1"}}\n```',
        'I will press it now.\n{"tool": "click", "args": {"ref": "e1"}}\nThen we see.',
        '{"action": "click", "ref": "e1"}',
        '{"action": {"click": {"ref": "e1"}}}',
        '{"click": {"ref": "e1"}}',
        '{"function": {"name": "click", "arguments": "{\\"ref\\": \\"e1\\"}"}}',
        '{"tool_calls": [{"type": "function", "function": {"name": "click", "arguments": {"ref": "e1"}}}]}',
        '<tool_call>{"name": "click", "arguments": {"ref": "e1",}}</tool_call>',
        '[{"name": "click", "parameters": {"ref": "e1"}}]',
        '{"thought": "it is the button", "tool_name": "browser_click", "tool_input": {"ref": "e1"}}',
    ],
)
def test_a_call_written_as_text_is_read(text: str) -> None:
    assert calls_in(text, KNOWN) == CLICK


@pytest.mark.parametrize("text", ["Done.", "", '{"price": 5}', '{"name": "Ann"}', "{[{[", '{"name": "click"', "[1, 2]"])
def test_what_is_no_call_is_none(text: str) -> None:
    assert calls_in(text, KNOWN) == ()


def test_several_calls_keep_their_order() -> None:
    text = '{"name": "type", "arguments": {"ref": "e2", "text": "a"}} and {"name": "click", "arguments": {"ref": "e1"}}'
    assert [name for name, _ in calls_in(text, KNOWN)] == ["type", "click"]


def test_an_answer_alone_is_the_end() -> None:
    assert calls_in('{"answer": "5 euro", "done": true}', KNOWN) == (("finish", {"answer": "5 euro", "done": True}),)
    assert calls_in('{"done": "5 euro"}', KNOWN) == (("finish", {"answer": "5 euro"}),)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("Click", "click"), ("functions.click", "click"), ("goto", "go_to"), ("fill", "type"), ("teleport", "teleport")],
)
def test_a_tool_may_be_called_by_another_usual_name(written: str, meant: str) -> None:
    assert repair_name(written, KNOWN) == meant


@pytest.mark.parametrize(
    "raw",
    [
        '{"ref": "e1"}',
        '{"ref": "e1",}',
        "{'ref': 'e1'}",
        '```json\n{"ref": "e1"}\n```',
        '`{"ref": "e1"}`',
        '{"ref": "e1", /* the button */ } ',
        '{ // the button\n "ref": "e1"}',
        '{ref: "e1"}',
        "{“ref”: “e1”}",
        '{"ref": "e1" // the "button"\n}',
    ],
)
def test_arguments_are_read_with_common_slips(raw: str) -> None:
    assert repair_arguments(raw) == {"ref": "e1"}


def test_arguments_may_be_literals_of_python() -> None:
    assert repair_arguments("{'ref': 3, 'submit': True, 'text': None}") == {"ref": 3, "submit": True, "text": None}


@pytest.mark.parametrize(
    "raw",
    [
        '{"ref":1,"text":"he said "hi", then left"}',
        '{"ref":1,"text":"he said "hi": then left"}',
        '{"ref":1,"options":["he said "hi", then left"]}',
        '{"ref":1,"amount":1,234}',
        '{"ref":1,"amount":,"text":"a"}',
        '{"ref":1,"options":[{"a":1]}',
        '{"ref":1,...}',
        '{"ref":3}{"ref":5}',
        '{"ref":3} or {"ref":5}',
    ],
)
def test_arguments_that_may_be_half_of_what_was_meant_are_none(raw: str) -> None:
    assert repair_arguments(raw) is None
    assert calls_in('{"name":"type","arguments":%s}' % raw, KNOWN) == ()  # noqa: UP031 - the braces are JSON's


@pytest.mark.parametrize(
    "said", ["I see [the button. ", "I see {the button. ", "I see [1 or ", "[the 'link', or] ", "{a b " * 20_000]
)
def test_a_bracket_of_a_sentence_swallows_no_call(said: str) -> None:
    assert calls_in(said + '{"name": "click", "arguments": {"ref": "e1"}}', KNOWN) == CLICK


@pytest.mark.parametrize(
    "text",
    [
        '{"name":"click","arguments":{"ref":3}',
        '{"name":"finish","arguments":{"answer":"5 euro"}',
        '[{"name":"click","arguments":{"ref":3}},{"name":"ty',
        '{"name":"type","text":"he said "hi", then left","arguments":{"answer":"no"}}',
        '{name: type, text: "he said "hi", then left", input: {"answer":"no"}}',
    ],
)
def test_what_is_within_a_call_that_cannot_be_read_is_no_call(text: str) -> None:
    assert calls_in(text, KNOWN) == ()


def test_an_answer_of_which_half_would_be_read_is_none() -> None:
    assert calls_in('{"answer":"The title is "Dune", by Herbert"}', KNOWN) == ()


@pytest.mark.parametrize("raw", ['{"ref": ', "e1", "[1]", "", "__import__('os').getcwd()"])
def test_arguments_that_are_no_object_are_none(raw: str) -> None:
    assert repair_arguments(raw) is None


@given(st.text(alphabet='{}[]":,\\ abc', max_size=400))
def test_no_text_breaks_the_reading(text: str) -> None:
    assert all(name in KNOWN for name, _ in calls_in(text, KNOWN))


def test_a_text_of_brackets_costs_little() -> None:
    assert calls_in("[" * 200_000 + json.dumps({"name": "click"}), KNOWN) == ()
