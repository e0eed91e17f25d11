"""Instructions to a model about the form of its answer.

What it wrote before is quoted where that was wrong or is not all; it may be the page's, so it is marked as such.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gossamer.core.untrusted_text import Fence
from gossamer.llm.objects.forms import ValueProblem, pointer
from gossamer.llm.objects.repair import MissingPart
from gossamer.llm.shapes import ANSWER, Rung
from gossamer.ports.models import Message

_LONGEST_REPEATED: Final = 30_000
_MOST_TOLD: Final = 40


def alternating(messages: Sequence[Message]) -> list[Message]:
    """Return *messages* with what the user says in a row in one: some templates take turns only."""
    turns: list[Message] = []
    for message in messages:
        if turns and message.role == turns[-1].role == "user":
            turns[-1] = Message("user", f"{turns[-1].text}\n\n{message.text}")
        else:
            turns.append(message)
    return turns


CONTINUE: Final = Message(
    "user",
    "There was no room for the rest of your answer. Go on exactly where it ended: write only what is missing, and "
    "repeat nothing.",
)


def with_instructions(messages: Sequence[Message], schema: Mapping[str, Any], rung: Rung) -> tuple[Message, ...]:
    """Return *messages* with how to answer behind them."""
    if rung is Rung.TOOL:
        instruction = f"Call the tool `{ANSWER}` once, with the answer as its arguments. {_NULL}"
    else:
        written = json.dumps(schema, ensure_ascii=False)
        instruction = (
            "Answer with one JSON object and nothing else: no words before or after it, no code fences. "
            f"{_NULL} It follows this JSON Schema:\n<schema>{written}</schema>"
        )
    return (*messages, Message("user", instruction))


def ask_for_correction(text: str, problems: Sequence[ValueProblem]) -> tuple[Message, ...]:
    """Return the messages that follow an answer that does not fit."""
    listed = "\n".join(f"- {pointer(problem.path) or '/'}: {problem.sentence}" for problem in problems[:_MOST_TOLD])
    instruction = (
        f"Your answer does not follow the schema. {_fence_items(listed)}\n"
        "Write the whole object again with these places corrected. null is right where the text does not say it."
    )
    return (Message("assistant", text[:_LONGEST_REPEATED]), Message("user", instruction))


def unreadable(text: str) -> tuple[Message, ...]:
    """Return the messages that follow an answer in which there is no object."""
    before = (Message("assistant", text[:_LONGEST_REPEATED]),) if text.strip() else ()
    instruction = (
        "There was no JSON object in your answer. Give the same answer as one JSON object, and nothing besides."
    )
    return (*before, Message("user", instruction))


def missing(places: Mapping[str, MissingPart]) -> Message:
    """Return the message that asks for single places of an object; *places* are where each is, by name."""
    listed = "\n".join(
        f"- {name}: `{place.pointer}`{f', beside {place.beside}' if place.beside else ''}"
        for name, place in places.items()
    )
    return Message(
        "user",
        "Of the object that the task asks for, some places are still missing. Find them in the text. These they are. "
        f"{_fence_items(listed)}",
    )


def _fence_items(listed: str) -> str:
    fence = Fence.new()
    return f"{fence.declaration}\n{fence.around(listed)}"


_NULL: Final = "Take values from the text only; write null for what the text does not say, and invent nothing."
