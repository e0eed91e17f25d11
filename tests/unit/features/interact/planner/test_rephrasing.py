"""Free sentences become the clauses the parser knows, and what is no such turn stays letter by letter."""

from contextlib import suppress

import pytest

from gossamer.features.interact.planner.language.parsing import TooLong, commands
from gossamer.features.interact.planner.language.rephrasing.rephrasing import rephrased


@pytest.mark.parametrize(
    ("free", "plain"),
    [
        # Wrapped orders.
        ("Could you press Save for me?", "Press Save."),
        ("I'd like you to press Save, please.", "Press Save."),
        ("What I need is the slider moved to 5.", "Set the slider to 5."),
        ("I want white, so find that in the color picker.", "Select white in the color picker."),
        (
            "Before the form gets sent with Submit, I'd like the slider at 5.",
            "I'd like the slider at 5, then click Submit.",
        ),
        ("I want to start typing, so put the cursor in the box.", "Put the cursor in the box."),
        # The thing first, or no verb at all.
        ("Checkbox: the 2nd. Then Submit.", "Select the 2nd checkbox. Then Submit."),
        ("Button to click: “Go”.", "Click the Button “Go”."),
        ("Button ONE, please.", "Click the Button ONE."),
        ("Needs to be selected: a, b.", "Select a, b."),
        ("Name textbox: focus it.", "Focus the Name textbox."),
        ("Section: expand. Then submit.", "Expand the Section. Then submit."),
        ('Search term "x"; click the 2nd hit.', 'Search for "x"; click the 2nd hit.'),
        ("Login please: ada / x1 (that's username / password).", "Log in with username ada and password x1."),
        # Passives and subordinate clauses.
        ("Click the button with “Go” written on it.", "Click the button labelled “Go”."),
        ("The date has to be 12/03/2016 before the form is submitted.", "The date has to be 12/03/2016, then submit."),
        ("Tick Milk, after which Submit is to be clicked.", "Tick Milk, then click Submit."),
        ("Set it to 5, and once both are right send it.", "Set it to 5, and then send it."),
        ("The button I want clicked says ONE.", "Click the button ONE."),
        ('What belongs in the text field is "x".', 'Enter "x" into the text field.'),
        # What "it" and "that" stand for.
        ("Could you take Ann and drop it into the 5th slot?", "Drag Ann into the 5th slot."),
        ("A dialog box is open; answer it with “No”.", "In the dialog box, click “No”."),
        (
            "There's some text below. Could you read it, type the same thing into the text field, and submit?",
            "Type the text below into the text field, and submit.",
        ),
        ("Find out what's listed for Age and fill that into the box.", "enter the value of Age into the box."),
        (
            "Enter my password, which is “x”, and then enter it once more.",
            "Enter the password “x” into both text fields.",
        ),
        # Constraints and states.
        ('Enter an item. Any will do, so long as "a" is how it starts.', 'Enter an item that starts with "a".'),
        ("I don't want any of these picked. Submit.", "Select nothing. Submit."),
        ("Put a check mark in the 2nd checkbox.", "Check the 2nd checkbox."),
        ("Odd or even? Answer that for all the numbers here.", "Mark all the numbers here as Odd or even."),
    ],
)
def test_a_free_sentence_becomes_a_plain_one(free: str, plain: str) -> None:
    assert rephrased(free).casefold() == plain.casefold()


@pytest.mark.parametrize(
    "text",
    [
        "Click Save.",
        'Type "Could you press Save for me?" into the box.',
        "Don't submit the form",
        "Would you mind choosing Milk?",
        "What is the price?",
        "Leave all boxes empty and press submit",
        "Do not click on the button that needs clicking",
        "Note: 5 apples",
        "Type 5 into \ue000",
        "",
    ],
)
def test_what_is_no_turn_of_phrase_stays_letter_by_letter(text: str) -> None:
    assert rephrased(text) == text


def test_values_come_through_as_they_were_written() -> None:
    made = rephrased('Could you type "Ann\u2019s (x: y)" into the box and https://a.example/?q=1. too for me?')
    assert '"Ann\u2019s (x: y)"' in made
    assert "https://a.example/?q=1" in made


def test_an_apostrophe_outside_quotes_is_kept_when_another_word_is_rephrased() -> None:
    assert rephrased("Could you click Ann\u2019s card?") == "Click Ann's card."


def test_a_long_text_is_read_in_no_time_that_grows_out_of_hand() -> None:
    text = "could you find the thing and then it is so that " * 400
    assert rephrased(text)


@pytest.mark.parametrize("text", ["a-" * 900, "enter " + "a/" * 900, "x: " + "a'" * 900 + " is", "Date: " + "1-" * 900])
def test_words_of_many_parts_are_read_in_one_way(text: str) -> None:
    # With two ways to read each part this would end after the sun has.
    assert rephrased(text)


@pytest.mark.parametrize("text", [", you" * 400, "Click OK. " * 500, "selected in goes your in : field to"])
def test_what_is_too_long_to_be_read_is_told_and_nothing_breaks(text: str) -> None:
    with suppress(TooLong):
        assert isinstance(commands(text), tuple)
    if len(text) > 1000:
        with pytest.raises(TooLong, match="shorter sentences"):
            commands(text)
