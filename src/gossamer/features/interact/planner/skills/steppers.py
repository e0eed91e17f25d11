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
    return found + _signed(buttons)


_PLUS: Final = frozenset({"+", "\uff0b"})
_MINUS: Final = frozenset({"-", "\u2212", "\u2013", "\u2014"})
_LONGEST_NOUN: Final = 3


def _signed(buttons: Sequence[Element]) -> list[Stepper]:
    """Return the numbers between a button "+" and one "-", which count what is written before them."""
    found: list[Stepper] = []
    for more in (b for b in buttons if b.name.strip() in _PLUS):
        beside = [b for b in buttons if b.name.strip() in _MINUS and b.parent is more.parent]
        box = more.parent
        if len(beside) != 1 or box is None:
            continue
        inside = [e for e in box.walk() if e.text and not e.inside and not e.actionable]
        numbers = [e for e in inside if re.fullmatch(r"\d{1,4}", e.text)]
        before = [e for e in inside if e.index < beside[0].index and words(e.text) and e not in numbers]
        nouns = words(before[-1].text) if before else ()
        if len(numbers) == 1 and 0 < len(nouns) <= _LONGEST_NOUN:
            found.append(Stepper(nouns, int(numbers[0].text), more, beside[0]))
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
_ALIKE: Final = (
    word_set("guest guests person persons people"),
    word_set("child children kid kids"),
    word_set("infant infants baby babies"),
    word_set("adult adults grown-up grown-ups"),
)


def _counts(word: str, stepper: Stepper) -> bool:
    """Return whether a word is what the number counts; who stays somewhere is a guest."""
    return any(stem(word) == stem(n) or any({word, n} <= group for group in _ALIKE) for n in stepper.nouns)


async def step_to(run: Run, stepper: Stepper, wanted: int) -> None:
    """Click until the number is *wanted*. Raises Stuck when it does not get there."""
    # Another one that was set before may have drawn the page anew.
    now: Stepper | None = next((s for s in steppers(await run.see()) if s.nouns == stepper.nouns), None)
    for _ in range(_MOST_CLICKS):
        if now is None or now.value == wanted:
            break
        before = now.value
        await run.do(Click((now.more if wanted > now.value else now.fewer).ref))
        # Some pages draw the buttons anew at each click.
        now = next((s for s in steppers(await run.look()) if s.nouns == stepper.nouns), None)
        if now is not None and now.value == before:
            break
    if now is None or now.value != wanted:
        raise Stuck(
            f"The number of {' '.join(stepper.nouns)} cannot be {wanted}; it is {now.value if now else 'gone'}."
        )
    run.evidence.give(str(wanted), " ".join(stepper.nouns))


async def set_said(run: Run, tokens: Sequence[Token]) -> None:
    """Set the numbers of the page that the words say and that nothing was done for: "a room for one person"."""
    for stepper in steppers(await run.see()):
        said = said_of(stepper, tokens)
        if said is None:
            continue
        if said[0] != stepper.value:
            await step_to(run, stepper, said[0])
        run.take(*said[1])
