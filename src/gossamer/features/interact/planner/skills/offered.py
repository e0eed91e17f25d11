"""Choices that a wish names one after the other, here or in another step of the form: "watercolour in the evening".

Each word that names something has to be a word of a choice, or of what the choices stand under. A word that several
choices have alike, and nothing tells apart, is asked back; a word that none has means something else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Check
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, ambiguous
from gossamer.features.interact.planner.skills.panels import Panels, switches
from gossamer.features.interact.planner.skills.picking import naming
from gossamer.features.interact.planner.skills.stages import step_names
from gossamer.features.interact.planner.wordsets import word_set

_ACTIONS: Final = word_set("choose find add set act open book")
_VERBS: Final = word_set(
    "choose select pick tick check add want like need take have book accept agree include mark go prefer get enable"
)
_REFUSING: Final = word_set("not no without never don't except but or either if unless nor instead remove only")
_SMALL: Final = word_set("the a an and or of in on at by to for with my your i me please as it is")
_GENERAL: Final = word_set("option choice box checkbox item one extra form menu section step too also")
_FEWEST: Final = 2


@dataclass(frozen=True)
class _Offer:
    """A box or button to choose with, the words of its name, and those of what it stands under."""

    control: Element
    name: frozenset[str]
    around: frozenset[str]


async def choose_offered(run: Run, command: Command) -> bool:
    """Choose all that is named where the page, or a step of its form, offers it; False when no place offers all.

    Raises Ambiguous when several choices of one place are meant alike.
    """
    if not _may_name(command):
        return False
    page = await run.see()
    said = list(dict.fromkeys(w for w in naming(command) if w not in _SMALL))
    if not said or page.dialogs:
        return False
    here = _chosen(page, said, command)
    if here is not None and len(here) >= _FEWEST:
        await _take(run, command, here)
        return True
    if here is not None or not step_names(page) or not switches(page):
        return False
    async for panel in Panels(run, folded_too=False):
        if (there := _chosen(panel, said, command)) is not None:
            await _take(run, command, there)
            return True
    return False


def _may_name(command: Command) -> bool:
    whole = command.whole()
    return (
        not command.question
        and not command.negated
        and command.action in _ACTIONS
        and (command.verb in _VERBS or (command.stated and not command.verb))
        and command.until is None
        and command.times is None
        and not whole.quotes
        and whole.ordinal is None
        and whole.quantity != "all"
        and not {t.norm for t in command.clause} & _REFUSING
        and not any(t.kind in {"number", "date", "time", "address"} for t in command.clause)
    )


async def _take(run: Run, command: Command, controls: Sequence[Element]) -> None:
    for control in controls:
        now = (await run.see()).by_ref.get(control.ref, control)
        if now.node.checked is not True:
            await run.do(Check(now.ref))
    if not controls or not run.performed:
        run.tell("It is so already.")
    run.settle(command)


def _chosen(page: PageModel, said: Sequence[str], command: Command) -> list[Element] | None:
    """Return what all the words choose; None when some word chooses nothing. Raises Ambiguous."""
    offers = list(_offers(page))
    left = [stem(w) for w in said]
    chosen: list[_Offer] = []
    while left:
        best = max((len(o.name & set(left)) for o in offers), default=0)
        if not best:
            break
        alike = [o for o in offers if len(o.name & set(left)) == best]
        first = alike[0].name & set(left)
        same = [o for o in alike if o.name & set(left) == first]
        whole = [o for o in same if o.name <= set(left)]
        if len(same) > 1 and len(whole) != 1:
            if all(_stands(w, same, page) for w in left):
                raise ambiguous(page, command.said, [o.control for o in same])
            return None
        taken = whole[0] if len(whole) == 1 else same[0]
        chosen.append(taken)
        left = [w for w in left if w not in taken.name]
        offers = [o for o in offers if not _excludes(taken, o)]
    return [o.control for o in chosen] if chosen and all(_stands(w, chosen, page) for w in left) else None


def _stands(word: str, chosen: Iterable[_Offer], page: PageModel) -> bool:
    """Return whether a word is one of a choice, of what it stands under, or names choices in general."""
    heads = {stem(singular(w)) for e in page.elements if e.kind == "heading" and e.seen for w in words(e.text)}
    return singular(word) in _GENERAL or word in heads or any(word in o.name | o.around for o in chosen)


def _excludes(taken: _Offer, other: _Offer) -> bool:
    """Return whether one of them can be chosen, and not both."""
    if taken.control is other.control:
        return True
    name = taken.control.node.attributes.get("name", "")
    return taken.control.kind == other.control.kind == "radio" and name == other.control.node.attributes.get("name", "")


def _offers(page: PageModel) -> Iterable[_Offer]:
    for element in page.elements:
        if element.kind not in {"radio", "checkbox", "switch"} or not element.seen or element.node.disabled:
            continue
        name = [w for w in words(element.name.partition("(")[0]) if w not in _SMALL]
        if name:
            yield _Offer(element, frozenset(map(stem, name)), _under(page, element))


def _under(page: PageModel, element: Element) -> frozenset[str]:
    """Return the words of the legend or heading that a choice stands under."""
    named = [a.node.name for a in element.ancestors() if a.node.role in {"group", "radiogroup"}]
    heads = [e.text for e in page.elements if e.kind == "heading" and e.index < element.index and e.seen]
    return frozenset(stem(singular(w)) for text in (*named, *heads[-1:]) for w in words(text))
