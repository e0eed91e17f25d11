"""Steps that are written as a list become sentences; numbers that are no marks of a list stay."""

import pytest

from gossamer.features.interact.planner.language.listing import unlisted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. Choose: x, y. 2. Press Submit.", "Choose: x, y.\nPress Submit."),
        ("Steps: 1) open x 2) close y", "Steps:\nopen x.\nclose y."),
        ("Step 1: open x. Step 2: close y", "open x.\nclose y."),
        ("- open x\n- close y!", "open x.\nclose y!"),
        ('1. Click "2. More" 2. Stop', 'Click "2. More".\nStop.'),
        ("Enter the date 1/2/2026\n1. open x\n2. close y", "Enter the date 1/2/2026.\nopen x.\nclose y."),
    ],
)
def test_the_marks_of_a_list_fall_away(text: str, said: str) -> None:
    assert unlisted(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Name: Ida Noon\nStart date: 3 March", 'Set the name to "Ida Noon".\nSet the start date to 3 March.'),
        (
            "Please fill in:\nName: Ida\nE-mail: i@x.org\nThen send it.",
            'Set the name to "Ida".\nSet the e-mail to i@x.org.\nThen send it.',
        ),
        ("- Name: Ida\n- Remarks: Nuts, no milk", 'Set the name to "Ida".\nSet the remarks to "Nuts, no milk".'),
    ],
)
def test_lines_of_labels_and_values_say_what_is_to_be_set(text: str, said: str) -> None:
    assert unlisted(text) == said


@pytest.mark.parametrize(
    "text", ["Name: Ida", "Go on:\nopen x", "First: open x\nThen: close y", "Read this\nName: Ida\nTown: Ulm"]
)
def test_other_lines_with_colons_stay_as_they_are(text: str) -> None:
    assert unlisted(text) == text


@pytest.mark.parametrize(
    "text",
    ["Set it to 1. Then click 2.", "Type 1. 2. 3.", "Pick item 1. Pick item 2. Done", "1. Only", "Open x - then y", ""],
)
def test_what_is_no_list_stays_as_it_is(text: str) -> None:
    assert unlisted(text) == text
