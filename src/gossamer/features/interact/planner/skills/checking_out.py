"""Going from a shop's pages to its checkout, and giving that what is said besides."""

from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.accounting.weighing import own_verb
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills import labelled
from gossamer.features.interact.planner.wordsets import word_set

_CARTS: Final = word_set("cart basket bag trolley")
_LEADING: Final = word_set("go proceed continue to the then and now")
_MOST_CLICKS: Final = 2


def checks_out(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it is said to check out what is in the cart, on a page that has a cart or a checkout."""
    del whole, norms
    return not command.question and bool(_said(command)) and _onward(page) is not None


async def check_out(run: Run, command: Command) -> None:
    """Open the checkout, by way of the cart where that leads to it, and enter what is said."""
    run.take(*_said(command))
    for _ in range(_MOST_CLICKS):
        page = await run.look()
        control = _onward(page)
        if control is None:
            break
        await run.do(Click(control.ref), unasked=True)
        if _is_checkout(control):
            await run.look()
            rest = tuple(t for t in command.clause if t not in _said(command))
            await labelled.enter_said(run, command.source, rest)
            return
    raise Stuck("The page has nothing that leads to the checkout.")


def _said(command: Command) -> tuple[Token, ...]:
    """Return the words that say to check out, which stand first; () when none do."""
    clause = command.clause
    start = 0
    while start < len(clause) and clause[start].norm in _LEADING:
        start += 1
    norms = [t.norm for t in clause[start : start + 2]]
    if norms == ["check", "out"]:
        return clause[: start + 2]
    return clause[: start + 1] if norms[:1] in (["checkout"], ["check-out"]) else ()


def _onward(page: PageModel) -> Element | None:
    """Return what leads to the checkout, else what opens the cart."""
    usable = [
        e
        for e in page.actionable
        if e.kind in {"button", "link"} and e.seen and not e.node.disabled and own_verb(e) is None
    ]
    direct = [e for e in usable if _is_checkout(e)]
    carts = [e for e in usable if set(words(e.name)) & _CARTS]
    return next(iter([*direct, *carts]), None)


def _is_checkout(element: Element) -> bool:
    name = words(element.name)
    return "checkout" in name or any(name[i : i + 2] == ("check", "out") for i in range(len(name)))
