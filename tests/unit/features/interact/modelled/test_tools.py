from collections.abc import Mapping
from typing import Any

import pytest

from gossamer.core.interaction import (
    AnswerDialog,
    Check,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    GoTo,
    Press,
    ScrollBy,
    ScrollTo,
    Select,
    Step,
    SwitchTab,
    Type,
    Upload,
    WaitFor,
)
from gossamer.features.interact.modelled.tools import Do, Finish, Read, Unusable, tool_request, tools
from gossamer.ports.models import ToolCall

OFFERED = tools(collecting=False)


def meant(name: str, /, **arguments: Any) -> object:
    return tool_request(ToolCall("c", name, arguments), OFFERED)


@pytest.mark.parametrize(
    ("name", "arguments", "step"),
    [
        ("click", {"ref": "e1"}, Click("e1")),
        ("click", {"ref": "[ref=e1]"}, Click("e1")),
        ("click", {"element_id": 12}, Click("12")),
        ("click", {"ref": "e1", "double": True}, DoubleClick("e1")),
        ("click", {"ref": "e1", "x": 3, "y": 4}, ClickAt(3, 4, "e1")),
        ("type", {"ref": "e1", "text": "a", "submit": "true"}, Type("e1", "a", submit=True)),
        ("fill", {"ref": "e1", "value": 5}, Type("e1", "5")),
        ("select", {"ref": "e1", "label": "M"}, Select("e1", ("M",))),
        ("check", {"ref": "e1", "on": "false"}, Check("e1", on=False)),
        ("press", {"key": "Enter", "times": "2"}, Press("Enter", times=2)),
        ("drag", {"ref": "e1", "to": "e2", "place": "before"}, Drag("e1", "e2", "before")),
        ("drag", {"ref": "e1", "dx": 5, "dy": -5}, DragBy("e1", 5, -5)),
        ("scroll", {}, ScrollBy()),
        ("scroll", {"direction": "to", "ref": "e1"}, ScrollTo("e1")),
        ("wait", {"seconds": 10_000}, WaitFor(seconds=30)),
        ("navigate", {"url": "https://a.example"}, GoTo("https://a.example")),
        ("switch_tab", {"index": "1"}, SwitchTab(1)),
        ("answer_dialog", {"accept": False}, AnswerDialog(accept=False)),
        ("upload", {"ref": "e1", "name": "a.txt", "content": "hi"}, Upload("e1", "a.txt", b"hi")),
    ],
)
def test_a_call_means_a_step(name: str, arguments: Mapping[str, Any], step: Step) -> None:
    assert meant(name, **arguments) == Do(step)


def test_the_end_may_carry_data() -> None:
    assert meant("finish", answer="two", data=[1, 2]) == Finish("two", done=True, data=[1, 2])
    assert meant("finish", answer="no", done=False) == Finish("no", done=False)


def test_reading_needs_nothing() -> None:
    assert meant("read") == Read(None, "")


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("click", {}, "reference"),
        ("click", {"ref": {"a": 1}}, "reference"),
        ("type", {"ref": "e1"}, "text"),
        ("switch_tab", {"index": "first"}, "number"),
        ("teleport", {}, "There is no tool"),
    ],
)
def test_what_cannot_be_read_is_answered_with_a_sentence(name: str, arguments: Mapping[str, Any], words: str) -> None:
    answer = meant(name, **arguments)
    assert isinstance(answer, Unusable)
    assert words in answer.sentence


def test_arguments_that_are_no_object_are_asked_for_again() -> None:
    answer = tool_request(ToolCall("c", "click", None, '{"ref": '), OFFERED)
    assert isinstance(answer, Unusable)
    assert "JSON" in answer.sentence


def test_every_tool_that_is_offered_can_be_read() -> None:
    told = [meant(name) for name in tools(collecting=True)]
    assert not [answer for answer in told if isinstance(answer, Unusable) and "no tool" in answer.sentence][1:]


def test_only_a_collection_has_a_tool_for_keeping() -> None:
    assert set(tools(collecting=True)) - set(OFFERED) == {"keep_page"}
