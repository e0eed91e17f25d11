"""What exported steps look like, and that nothing of a page gets into them but as a value."""

import ast
import json
from typing import Any

import pytest

from gossamer.core.interaction import (
    AnswerDialog,
    Click,
    CloseTab,
    Drag,
    GoTo,
    Locator,
    Performed,
    Press,
    ScrollBy,
    Step,
    StepResult,
    SwitchTab,
    Type,
    WaitFor,
)
from gossamer.features.sessions.exporting import as_actions, as_playwright
from gossamer.wire.v2 import ScrapeRequest

# Ends a string, a line, a comment, and a program, in one language or the other.
HOSTILE = '\'; """ */ } `${evil()}` \\" \n import os; os.abort() # \u2028 😀 \ud800 </script>'


def did(step: Step, target: Locator | None = None, **result: Any) -> Performed:
    return Performed(step, StepResult("", "", target, **result))


def more(css: str, **target: Any) -> Performed:
    return did(Click("e1"), Locator(css, **target))


def actions(*steps: Performed) -> list[dict[str, Any]]:
    return as_actions(steps)


def script(*steps: Performed) -> str:
    text = as_playwright(steps, "https://example.org/")
    ast.parse(text)
    return text.partition('ends on."""\n')[2]


def test_a_step_that_actions_know_is_that_action() -> None:
    assert actions(
        more("#more"), did(Press("Enter")), did(ScrollBy("down", views=2)), did(WaitFor(seconds=1.5)), did(WaitFor())
    ) == [
        {"type": "click", "selector": "#more"},
        {"type": "press", "key": "Enter"},
        {"type": "scroll", "direction": "down"},
        {"type": "scroll", "direction": "down"},
        {"type": "wait", "milliseconds": 1500},
    ]


def test_what_is_typed_is_written_after_the_field_was_found() -> None:
    found, written, sent = actions(did(Type("e1", "silk", submit=True), Locator("#q")))
    assert (found["type"], written, sent) == (
        "executeJavascript",
        {"type": "write", "text": "silk"},
        {"type": "press", "key": "Enter"},
    )


@pytest.mark.parametrize(
    ("css", "frames", "kind"),
    [
        ("main > div:nth-of-type(2) > a[title='next page']", (), "click"),
        ('button[aria-label="Next month"]', (), "click"),
        ("li:not(.old, .hidden) + li", (), "click"),
        ("my-app my-box > button", (), "executeJavascript"),
        ("#pay", ("iframe",), "executeJavascript"),
    ],
)
def test_a_click_is_one_action_unless_it_is_in_a_frame_or_a_shadow_root(
    css: str, frames: tuple[str, ...], kind: str
) -> None:
    assert [action["type"] for action in actions(more(css, frames=frames))] == [kind]


def test_what_actions_cannot_do_is_told() -> None:
    [told] = actions(did(SwitchTab(1)))
    assert told["script"].startswith("/* Actions have one page")
    [told] = actions(did(Drag("e1", "e2")))
    assert "left out" in told["script"]


def test_steps_that_failed_are_left_out() -> None:
    failed = Performed(Click("e1"), error="The element is covered.")
    assert actions(failed, more("#a")) == [{"type": "click", "selector": "#a"}]
    assert script(failed) == script()


def test_a_dialog_is_answered_by_who_opens_it() -> None:
    answered, clicked = actions(more("#delete"), did(AnswerDialog(text="yes")))
    assert '[[true, "yes"]]' in answered["script"]
    assert clicked == {"type": "click", "selector": "#delete"}
    lines = script(more("#delete"), did(AnswerDialog(text="yes"))).splitlines()
    assert lines[2:4] == [
        '    page.once("dialog", lambda dialog: dialog.accept("yes"))',
        '    page.locator("#delete").click()',
    ]


def test_a_script_says_what_people_call_an_element() -> None:
    assert 'either(page.locator("#more"), page.get_by_role("button", name="More", exact=True)).click()' in script(
        more("#more", role="button", name="More")
    )


def test_a_script_goes_into_frames() -> None:
    text = script(more("#pay", frames=("#a", "#b")))
    assert 'page.frame_locator("#a").frame_locator("#b").locator("#pay").click()' in text


def test_a_script_says_repetition_as_a_loop() -> None:
    text = script(*[more("#more")] * 11)
    assert '    for _ in range(11):\n        page.locator("#more").click()\n        rest(page)\n' in text


def test_a_script_follows_tabs() -> None:
    text = script(did(Click("e1"), Locator("#a"), note="a new tab opened"), did(SwitchTab(0)), did(CloseTab(1)))
    assert (
        '    with page.expect_popup() as opened:\n        page.locator("#a").click()\n    page = opened.value\n' in text
    )
    assert "page = page.context.pages[0]" in text
    assert "page.context.pages[1].close()" in text


def test_nothing_of_a_page_or_a_prompt_becomes_part_of_a_program() -> None:
    target = Locator(HOSTILE, "button", HOSTILE, frames=(HOSTILE,))
    steps = [
        did(Click("e1"), target, note=HOSTILE),
        did(Type("e1", HOSTILE), target),
        did(WaitFor(text=HOSTILE)),
        did(GoTo(HOSTILE)),
        did(Press(HOSTILE), target),
    ]
    tree = ast.parse(as_playwright(steps, HOSTILE).encode("utf-8", "strict"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"os", "evil"}
    for action in as_actions(steps):
        if action["type"] == "executeJavascript":
            assert json.dumps(HOSTILE)[1:20] in action["script"] or "location" in action["script"]
            assert "\u2028" not in action["script"]


def test_exported_actions_are_accepted_by_a_scrape() -> None:
    steps = [more("#more"), did(Type("e1", "silk", submit=True), Locator("#q")), did(SwitchTab(1)), did(ScrollBy("up"))]
    spec = ScrapeRequest.model_validate({"url": "https://example.org", "actions": as_actions(steps)}).spec()
    assert [action.kind for action in spec.actions or ()] == [
        "click",
        "executeJavascript",
        "write",
        "press",
        "executeJavascript",
        "scroll",
    ]
