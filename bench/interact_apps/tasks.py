"""The tasks: a prompt on an application, and what must be true after it.

`tasks.json` has, for each, one of

    "state"       a JavaScript expression over `app`, the page's data (what is only shown is in `app.ui`),
                  `is(f, ignored)`: the data, without `ui` and the *ignored* keys, are what *f* makes of those at the
                  start, so that anything done besides is an error, and
                  `norm(text)`: the text in lower case without outer punctuation
    "answer"      strings that the answer says as whole words ("a|b": one of them), and under "not" those it does not
    "impossible"  the application has no such thing, or several: nothing may be done, and success may not be told
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

FOLDER = Path(__file__).parent

Split: TypeAlias = Literal["dev", "held"]


@dataclass(frozen=True, slots=True)
class State:
    """The page's data are to become such that *check* is true."""

    check: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Something is to be told, and nothing done; each of *wanted* has its alternatives."""

    wanted: tuple[tuple[str, ...], ...]
    unwanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Impossible:
    """Nothing is to be done."""


Goal: TypeAlias = State | Answer | Impossible


@dataclass(frozen=True, slots=True)
class Task:
    """A prompt on a fresh page of *app*."""

    name: str
    app: str
    split: Split
    prompt: str
    goal: Goal

    @property
    def kind(self) -> str:
        """Return what sort of prompt it is, for the summary."""
        match self.goal:
            case State():
                return "action"
            case Answer():
                return "question"
            case Impossible():
                return "must-not"


def _goal(row: Mapping[str, Any]) -> Goal:
    if "state" in row:
        return State(row["state"])
    if "answer" in row:
        return Answer(tuple(tuple(part.split("|")) for part in row["answer"]), tuple(row.get("not", ())))
    return Impossible()


def all_tasks() -> Iterator[Task]:
    """Yield the tasks in their order."""
    for row in json.loads((FOLDER / "tasks.json").read_text("utf-8")):
        yield Task(row["id"], row["app"], row["split"], row["prompt"], _goal(row))


def page(app: str) -> str:
    """Return the HTML of *app*."""
    return (FOLDER / "pages" / f"{app}.html").read_text("utf-8")
