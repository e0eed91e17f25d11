"""Claims: whether what a model says at its end is supported by what it did, or by the page.

A model may say that it is done without having done anything. A prompt that asks for an act needs a step; a question
needs none, and where it is not clear what a prompt is, an answer without a step has to come from the page.
"""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from gossamer.core.interaction import Hover, Performed, ScrollBy, ScrollTo, Snapshot, WaitFor
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.segments import TooLong, clauses, normal
from gossamer.features.interact.rules.similarity import words

Wish: TypeAlias = Literal["act", "look", "answer", "unknown"]
_LOOKING: Final = (WaitFor, ScrollBy, ScrollTo, Hover)
_MOTIONS: Final = frozenset({"scroll", "wait", "hover"})
# What only leads to an answer: with an answer from the page it may have been needless.
_WAYS: Final = frozenset({"open", "go", "search", "filter", "sort", "load", "accept", "reject", "close"}) | _MOTIONS
_ANSWERS: Final = frozenset({"read", "count"})
_MOST_NEW_WORDS: Final = 0.5


def is_supported(answer: str, prompt: str, steps: Iterable[Performed], snapshot: Snapshot) -> bool:
    """Return whether *answer*, said to be all that *prompt* asks for, is supported by *steps* or by the page."""
    done = [performed.step for performed in steps if performed.result is not None]
    wish, moves = _wish(prompt)
    if any(moves or not isinstance(step, _LOOKING) for step in done) or wish == "answer":
        return True
    return wish != "act" and _is_from(answer, snapshot)


def _wish(prompt: str) -> tuple[Wish, bool]:
    """Return what *prompt* asks for, and whether scrolling or waiting is a part of it."""
    try:
        pieces = clauses(prompt)
    except TooLong:
        return "unknown", True
    found: set[Wish] = set()
    moves = False
    for piece in pieces:
        commands = readings(normal(prompt), piece)
        actions = {command.action for command in commands}
        asks = piece[-1].norm == "?" or piece[0].norm in word_list("reading", "question")
        moves = moves or bool(actions & _MOTIONS)
        if asks or (actions & _ANSWERS and commands[0].verb):
            found.add("answer")
        elif actions & _ANSWERS or commands[0].condition is not None or commands[0].negated:
            found.add("unknown")
        else:
            found.add("look" if actions & _WAYS else "act")
            # "Find the cheapest flight" wants it to be told.
            found |= {"answer"} if "search" in actions else set()
    if "act" in found:
        return "act", moves
    if "look" in found:
        return "look" if "answer" in found else "act", moves
    return "answer" if found == {"answer"} else "unknown", moves


def _is_from(answer: str, snapshot: Snapshot) -> bool:
    """Return whether at least half of the words of *answer* are on the page."""
    said, shown = words(answer), set(words(snapshot.root.text)) | set(words(snapshot.title))
    return bool(said) and sum(w not in shown for w in said) <= _MOST_NEW_WORDS * len(said)
