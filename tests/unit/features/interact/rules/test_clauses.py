"""A prompt is cut into clauses where another thing to do begins, and nowhere else."""

import pytest

from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.segments import MAX_WORDS, TooLong, clauses, normal


def cut(prompt: str) -> list[str]:
    return [" ".join(token.text for token in clause) for clause in clauses(prompt)]


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ('Click "OK", then type tea into the search field', ["Click OK", "type tea into the search field"]),
        ("accept cookies and log in with user ada", ["accept cookies", "log in with user ada"]),
        ("go to the next page until there is none", ["go to the next page until there is none"]),
        ("give me the names and prices", ["give me the names and prices"]),
        ("return name, price and rating as JSON", ["return name , price and rating as JSON"]),
        ("hi, could you open the third job? thanks", ["open the third job ?"]),
        ("1. Open Settings\n2. Press Save", ["Open Settings", "Press Save"]),
        ("Ask Dr. Wen for help", ["Ask Dr . Wen for help"]),
        ("Drag and drop the card onto Done", ["Drag and drop the card onto Done"]),
    ],
)  # fmt: skip
def test_a_prompt_is_cut_where_something_else_is_to_be_done(prompt: str, expected: list[str]) -> None:
    assert cut(prompt) == expected


def test_what_comes_before_is_done_first() -> None:
    assert cut("Add the bowl to the cart after showing more products")[0] == "showing more products"


def test_a_condition_keeps_its_clause_together() -> None:
    prompt = "If there is a cookie banner, close it. Then press Save"
    [first, second] = clauses(prompt)
    [command, *_] = readings(normal(prompt), first)
    assert command.condition is not None
    assert command.verb == "close"
    assert second[0].text == "press"


def test_a_particle_at_the_end_belongs_to_the_verb() -> None:
    prompt = "Turn the radio off"
    commands = readings(prompt, clauses(prompt)[0])
    assert commands[0].action == "uncheck"


def test_a_prompt_that_is_too_long_is_refused_with_the_limit() -> None:
    with pytest.raises(TooLong, match=str(MAX_WORDS)):
        clauses("press save. " * MAX_WORDS)
