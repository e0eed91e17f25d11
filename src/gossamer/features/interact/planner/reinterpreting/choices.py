"""Commands that take some of many things: by meaning, by colour, by class, or the most or least of a list."""

from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.colors import NAMED
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills import (
    choosing,
    marking,
    pointing,
)
from gossamer.features.interact.planner.skills.comparing import extreme_in, measured, take_extreme
from gossamer.features.interact.planner.wordsets import word_set

_LIKE: Final = word_set(
    "similar synonym synonyms meaning mean means synonymous resembling resemble related close equivalent alike"
)


def classifies(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether numbers of rows are to be told apart by what they are: odd, even, positive."""
    del whole
    norms = norms | set(Phrase.of(command.said).norms)
    return len(norms & set(marking.PREDICATES)) > 1 and bool(marking.rows_with_number(page))


def by_meaning(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether words are to be chosen by what they mean."""
    asked = command.question and "like" in norms and "words" in norms
    return (
        bool(asked or norms & _LIKE or any("similar" in c for c in norms))
        and not whole.quotes
        and sum(e.kind in {"checkbox", "radio"} for e in page.elements) > 1
    )


async def choose_similar(run: Run, command: Command) -> None:
    """Choose the words that mean what is said."""
    role = command.role("similar")
    if role is not None:
        await choosing.choose_similar(run, role)
        return
    whole = command.whole()
    at = max(i for i, n in enumerate(whole.norms) if n in _LIKE or n == "like")
    rest = whole.part(at + 1)
    while rest and rest.norms[0] in word_set(
        "to of with as in meaning the words word following something close for : roughly same terms like"
    ):
        rest = rest.part(1)
    await choosing.choose_similar(run, rest)


def colored(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether all things of a colour are meant."""
    del page
    return (
        command.action in {"click", "choose", "find", "mark"}
        and whole.quantity == "all"
        and bool(norms & set(NAMED))
        and not whole.quotes
    )


async def choose_colored(run: Run, command: Command) -> None:
    """Choose all things of the colour; click them where nothing can be chosen."""
    if not await choosing.choose_colored(run, await run.see(), command):
        await pointing.click(run, command)


def takes_extreme(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether the most or least of a list is to be put somewhere: "put the cheapest in the basket"."""
    del norms
    extreme = extreme_in(whole)
    return (
        command.action in {"fill", "add", "act"}
        and command.verb.split()[0] not in {"type", "enter", "write"}
        and extreme is not None
        and not whole.quotes
        and not set(whole.norms) & {"order", "sequence", "sorted", "ascending", "descending"}
        and any(e.kind in {"button", "link"} for _, row in measured(page, extreme) for e in row.walk())
    )


async def take_most_or_least(run: Run, command: Command) -> None:
    """Take the most or least of the list with the control of its own row."""
    extreme = extreme_in(command.whole())
    if extreme is not None:
        verb = "add" if command.action == "fill" else command.verb
        await take_extreme(run, replace(command, verb=verb), extreme)
        run.evidence.give(command.verb)
