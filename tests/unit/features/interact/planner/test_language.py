"""What sentences say, whatever their words and their order."""

import pytest

from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.parsing import commands
from gossamer.features.interact.planner.language.scanning import key_of
from gossamer.features.interact.planner.language.tokens import Clock, Day, tokens


def short(command: Command) -> str:
    chunks = "".join(f" {c.role}:{c.phrase.raw}" for c in command.chunks)
    until = f" until:{command.until.raw}" if command.until else ""
    times = f" x{command.times}" if command.times else ""
    return " ".join(
        f"{'not ' if command.negated else ''}{command.action} {command.object.raw}{chunks}{until}{times}".split()
    )


def said(text: str) -> list[str]:
    return [short(command) for command in commands(text)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('Click on the "Save" button', ['click the "Save" button']),
        ("Could you please tap Save?", ["click Save"]),
        ("I would like you to press the Save button, thanks.", ["click the Save button"]),
        ('There is a button that reads "Save". Tap it.', ['find a button named:"Save"', "click it"]),
        ("Type hello into the box and press Enter", ["fill hello into:the box", "press Enter"]),
        ("In the search box, enter hello.", ["fill hello in:the search box"]),
        ("The name field should contain Bob; then submit it.", ["fill Bob into:The name field", "submit it"]),
        ("Bob belongs in the name field.", ["fill Bob in:the name field"]),
        ("Set the slider to 5", ["set the slider to:5"]),
        ("Select a, b and c, then submit", ["choose a, b and c", "submit"]),
        ("Press submit after typing Bob in the box", ["fill Bob in:the box", "click submit"]),
        ("Before pressing Save, tick the second box", ["choose the second box", "click Save"]),
        ("Once Milk is checked, hit submit.", ["choose Milk", "click submit"]),
        ("Hit submit, but only after you have entered Bob in the box", ["fill Bob in:the box", "click submit"]),
        ("Submit the form with the date set to 10/11/2011.", ["set the date to:10/11/2011", "submit the form"]),
        (
            "With the slider at 5 and the second box ticked, submit",
            ["set the slider to:5", "choose the second box", "submit"],
        ),
        ("Close the dialog by clicking the x", ["close the dialog"]),
        ("Keep clicking Load more until it is gone", ["click Load more until:it is gone"]),
        ("Press Add three times", ["click Add x3"]),
        ("Press the down arrow key twice", ["press down x2"]),
        ("Don't submit the form", ["not submit the form"]),
        ("Just click Submit without selecting anything.", ["click Submit"]),
        ("Leave all boxes empty and press submit", ["not choose Leave all boxes empty", "click submit"]),
        ("Find and click the link Terms", ["click the link Terms"]),
        ("Click the tab Home and then the Save button", ["click the tab Home", "click the Save button"]),
        ("Use the textbox to enter Bob", ["fill Bob using:the textbox"]),
        ("Move Ann so that she is in the 3rd position", ["fill Ann in:the 3rd position"]),
        ("Reorder the list so that Ann is in the 3rd position", ["fill Ann in:the 3rd position"]),
        ("Would you mind choosing Milk and submitting the form?", ["choose Milk", "submit the form"]),
        ("Drag and drop the card onto Done", ["drag the card to:Done"]),
        ("Log me in as ada with password x1", ["login as:ada with:password x1"]),
    ],
)
def test_a_sentence_becomes_commands(text: str, meant: list[str]) -> None:
    assert said(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        'Type "hello" in the box and press send',
        'Please type "hello" in the box, and then press send.',
        'First type "hello" in the box; next, press send!',
        'I want you to type "hello" in the box. Afterwards, press send.',
        'type "hello" in the box, after that press send',
        'Press send after typing "hello" in the box',
    ],
)
def test_politeness_and_order_of_words_change_nothing(text: str) -> None:
    assert said(text) == ['fill "hello" in:the box', "click send"]


def test_quoted_text_is_never_taken_for_grammar() -> None:
    assert said('Click "Save and then close"') == ['click "Save and then close"']
    assert said("Type “press submit, then wait” into the box") == ["fill “press submit, then wait” into:the box"]


@pytest.mark.parametrize("text", ["What is the price?", "How many items are there?", "Is the shop open?"])
def test_questions_are_read_from_the_page(text: str) -> None:
    [command] = commands(text)
    assert command.question
    assert command.action in {"read", "count"}


@pytest.mark.parametrize("text", ["", "   ", "!?", "..."])
def test_nothing_said_is_nothing_to_do(text: str) -> None:
    assert commands(text) == ()


def test_numbers_dates_and_times_are_understood() -> None:
    found = {t.text: t.value for t in tokens("the 3rd of 1,200 on March 5, 2016 or 2016-03-05 at 8:04 PM")}
    assert found["3rd"] == 3
    assert found["1,200"] == 1200
    assert found["March 5, 2016"] == found["2016-03-05"] == Day(2016, 3, 5)
    assert found["8:04 PM"] == Clock(20, 4)


def test_a_last_name_is_no_ordinal() -> None:
    assert [t.kind for t in tokens("last name")] == ["word", "word"]
    assert [t.kind for t in tokens("last item")] == ["ordinal", "word"]


def test_an_apostrophe_is_no_quote() -> None:
    assert [t.kind for t in tokens("Anna's mail isn't 'done'")] == ["word", "word", "word", "quote"]


def test_keys_are_named_as_browsers_name_them() -> None:
    [command] = commands("Press ctrl+a")
    assert key_of(command.object) == "Control+a"


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("Turn the dark mode off", "uncheck the dark mode"),
        ("Switch Bluetooth on, please", "choose Bluetooth"),
        ("Turn off the radio", "uncheck the radio"),
    ],
)
def test_a_verb_may_stand_on_both_sides_of_what_it_is_done_to(text: str, understood: str) -> None:
    assert said(text) == [understood]


def test_the_second_book_books_nothing() -> None:
    assert said("Add the second book to the cart") == ["add the second book to:the cart"]


def test_a_quoted_joining_word_is_kept() -> None:
    [command] = commands('Enter an item that starts with "Sw" and ends with "and"')
    assert [chunk.phrase.literal for chunk in command.chunks] == ["Sw", "and"]
