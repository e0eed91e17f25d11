"""Numbers that are set with two buttons, one for more and one for fewer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.wordsets import word_set

_MORE: Final = word_set("more increase add increment plus raise one")
_FEWER: Final = word_set("fewer less decrease remove decrement minus lower")
_MOST_CLICKS: Final = 60


@dataclass(frozen=True)
class Stepper:
    """A number on the page: what it counts, what it stands at, and the buttons that change it."""

    nouns: tuple[str, ...]
    value: int
    more: Element
    fewer: Element


def steppers(page: PageModel) -> list[Stepper]:
    """Return the numbers of the page that have a button for more and one for fewer of the same."""
    buttons = [e for e in page.elements if e.kind == "button" and e.seen and e.name]
    found: list[Stepper] = []
    for more in buttons:
        name = words(more.name)
        if not name or name[0] not in _MORE or len(name) < 2:  # noqa: PLR2004
            continue
        fewer = next(
            (b for b in buttons if words(b.name)[:1] and words(b.name)[0] in _FEWER and words(b.name)[1:] == name[1:]),
            None,
        )
        if fewer is None:
            continue
        shown = [e.text for e in page.common(more, fewer).walk() if re.fullmatch(r"\d{1,4}", e.text)]
        if shown:
            found.append(Stepper(name[1:], int(shown[0]), more, fewer))
    return found


def said_of(stepper: Stepper, tokens: Sequence[Token]) -> tuple[int, tuple[Token, ...]] | None:
    """Return the number that is said of what it counts, with the words that say so; None when none is."""
    nouns = [i for i, t in enumerate(tokens) if t.kind == "word" and _counts(t.norm, stepper)]
    numbers = [
        i
        for i, t in enumerate(tokens)
        if t.kind in {"number", "word"}
        and isinstance(t.value, float)
        # "One" counts only right before what it counts: elsewhere it is a pronoun.
        and (t.norm != "one" or i + 1 in nouns)
    ]
    pairs = sorted((abs(n - i), n, i) for n in nouns for i in numbers if abs(n - i) <= _NEAR)
    if not pairs:
        return None
    _, noun, number = pairs[0]
    value = tokens[number].value
    return (int(value), (tokens[noun], tokens[number])) if isinstance(value, float) else None


_NEAR: Final = 4
_PEOPLE: Final = word_set("guest guests person persons people")


def _counts(word: str, stepper: Stepper) -> bool:
    """Return whether a word is what the number counts; who stays somewhere is a guest."""
    return any(stem(word) == stem(n) or {word, n} <= _PEOPLE for n in stepper.nouns)


async def step_to(run: Run, stepper: Stepper, wanted: int) -> None:
    """Click until the number is *wanted*. Raises Stuck when it does not get there."""
    button = stepper.more if wanted > stepper.value else stepper.fewer
    for _ in range(min(abs(wanted - stepper.value), _MOST_CLICKS)):
        await run.do(Click(button.ref))
    now = next((s for s in steppers(await run.look()) if s.nouns == stepper.nouns), None)
    if now is None or now.value != wanted:
        raise Stuck(
            f"The number of {' '.join(stepper.nouns)} cannot be {wanted}; it is {now.value if now else 'gone'}."
        )
    run.evidence.give(str(wanted), " ".join(stepper.nouns))


async def set_said(run: Run, tokens: Sequence[Token]) -> None:
    """Set the numbers of the page that the words say and that nothing was done for: "a room for one person"."""
    for stepper in steppers(await run.see()):
        said = said_of(stepper, tokens)
        if said is not None and said[0] != stepper.value:
            await step_to(run, stepper, said[0])
