"""The form for a monitor, and differences side by side."""

import pytest
from pydantic import ValidationError

from gossamer.content.comparison import compare
from gossamer.dashboard.forms import Form
from gossamer.dashboard.pages.monitors.drafts import SCHEDULES, WHAT, Draft, sentence
from gossamer.dashboard.pages.monitors.views import DiffRow, diff_rows
from gossamer.wire import v2

BEFORE = "# Shop\n\nPrice: 120 EUR\n\n- One entry of the list\n"
AFTER = "# Shop\n\nPrice: 95 EUR\n\n- One entry of the list\n- Another entry that is new\n"


def rows(before: str = BEFORE, after: str = AFTER) -> list[DiffRow]:
    return list(diff_rows({"json": compare(before, after).parsed}))


def marked(row: DiffRow) -> tuple[list[str], list[str]]:
    return ([one.text for one in row.left if one.marked], [one.text for one in row.right if one.marked])


def test_lines_that_changed_stand_beside_each_other_with_their_words_marked() -> None:
    changed = [row for row in rows() if row.kind == "changed"]
    assert marked(changed[0]) == (["120"], ["95"])
    assert (changed[0].left_number, changed[0].right_number) == (3, 3)


def test_a_line_that_came_has_nothing_beside_it() -> None:
    came = rows()[-1]
    assert (came.left, "".join(one.text for one in came.right)) == ((), "- Another entry that is new")


def test_extracted_fields_are_no_lines() -> None:
    assert list(diff_rows({"json": {"price": {"previous": 1, "current": 2}}})) == []
    assert list(diff_rows(None)) == []


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("schedule", [value for value, _ in SCHEDULES])
def test_every_choice_of_the_form_is_a_request(what: str, schedule: str) -> None:
    draft = Draft(urls="https://e.org/a\nhttps://e.org/b", what=what, part="#news", schedule=schedule)
    made = v2.MonitorRequest.model_validate(draft.body()).spec()
    assert made.name == "e.org"
    assert len(made.targets) == 1


def test_the_form_says_who_is_told() -> None:
    form = Form({"urls": ("e.org",), "emails": ("a@e.org, b@e.org",), "services": ("json://e.org/x",), "what": ("?",)})
    draft = Draft.of(form)
    assert draft.what == "page"
    spec = v2.MonitorRequest.model_validate(draft.body()).spec()
    assert spec.notification.email is not None
    assert spec.notification.email.recipients == ("a@e.org", "b@e.org")
    assert spec.notification.services == ("json://e.org/x",)


@pytest.mark.parametrize(("words", "cron"), [("every 10 minutes", "*/10 * * * *"), ("0 9 * * 1-5", "0 9 * * 1-5")])
def test_a_schedule_is_typed_in_words_or_as_cron(words: str, cron: str) -> None:
    spec = v2.MonitorRequest.model_validate(Draft(urls="e.org", words=words).body()).spec()
    assert spec.schedule.cron == cron


def test_what_is_wrong_is_one_sentence() -> None:
    with pytest.raises(ValidationError) as failure:
        v2.MonitorRequest.model_validate(Draft(urls="e.org", words="now and then").body())
    assert sentence(failure.value).startswith("`schedule.text` is not understood.")
    with pytest.raises(ValidationError) as failure:
        v2.MonitorRequest.model_validate(Draft(name="x").body())
    assert sentence(failure.value) == "targets.urls: List should have at least 1 item after validation, not 0."
