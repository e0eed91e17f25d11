"""Showing only some of a list by its controls: "only the viewers that are inactive", "only boots up to 150 euros".

Each word that says which entries are wanted has to be a choice that the page offers above the list; where one is none,
nothing is narrowed at all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Check, Click, Select, Type
from gossamer.features.interact.planner.accounting.weighing import own_verb
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import NotUnderstood, Run
from gossamer.features.interact.planner.skills import filters
from gossamer.features.interact.planner.skills.forms import Said, bounds, form_of
from gossamer.features.interact.planner.skills.reading.selecting import nouns_of, rows_of
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.wordsets import word_set

_SHOWING: Final = word_set("open find read choose set act search")
_VERBS: Final = word_set("show display list see view filter narrow limit restrict give")
_NARROWING: Final = word_set("filter narrow limit restrict")
_ONLY: Final = word_set("only just solely exclusively")
_BOUNDING: Final = word_set("under below most over above least than up cheaper")
_SMALL: Final = word_set(
    "the a an of in on at by to for and or with me us my our that which who whose whom are is be being have has having "
    "only just show display list filter narrow limit restrict down view see please now all ones one entries results "
    "everything anything items things status role category kind type page exclusively solely so i want do does"
)
_OF_PRICE: Final = word_set(
    "cost costs costing price prices priced euro euros dollar dollars pound pounds € $ £ eur usd gbp"
)
_SENDS: Final = word_set("apply filter show update refine go search")
_KINDS: Final = word_set("button tab link menuitem option checkbox radio switch")
_FEWEST: Final = 2
_LONGEST: Final = 4


@dataclass(frozen=True)
class Narrowing:
    """What is to be set, which words say so, and the words that nothing on the page takes."""

    said: tuple[Said, ...]
    pressed: tuple[Element, ...]
    left: tuple[Token, ...]


def narrows(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether only some of a list are asked for, and the page has a control for a word that says which."""
    if command.question or command.action not in _SHOWING or whole.quotes or not asks_for_some(command):
        return False
    if filters.narrows(command, page, whole, norms):
        # A form with a button of its own takes all that is said at once.
        return False
    found = _narrowing(command, page)
    return bool(found.said or found.pressed) or _search_of(command, page) is not None


def asks_for_some(command: Command) -> bool:
    """Return whether a command asks for a part of what is shown: "show only …", "filter by …"."""
    said = [t.norm for t in command.clause]
    bounded = bool(set(said) & _BOUNDING) and any(t.kind == "number" for t in command.clause)
    some = bool(set(said[:4]) & _ONLY) or bool(set(said[-1:]) & _ONLY) or bounded
    return bool(set(said[:2]) & _VERBS) and (some or bool(set(said[:2]) & _NARROWING))


async def narrow(run: Run, command: Command) -> None:
    """Set the controls that the words name. Raises NotUnderstood before anything is done when a word names none."""
    page = await run.see()
    found = _narrowing(command, page)
    box = _search_of(command, page)
    if box is not None and not found.said and not found.pressed:
        await run.do(Type(box.ref, Phrase(command.source, found.left).raw))
        run.settle(command)
        return
    if found.left:
        pieces = tuple(t.text for t in found.left)
        raise NotUnderstood(f"The page has nothing that shows only what is “{' '.join(pieces)}”.", pieces)
    controls: list[Element] = []
    for said in found.said:
        now = _again(await run.see(), said.element)
        controls.append(now)
        if isinstance(said.value, bool):
            await run.do(Check(now.ref, on=said.value))
        elif now.kind in {"select", "listbox"}:
            await run.do(Select(now.ref, (said.value,)))
        else:
            await set_field(run, now, said.value)
    for element in found.pressed:
        await run.do(Click(_again(await run.see(), element).ref))
    run.settle(command)
    await _apply(run, controls)


async def _apply(run: Run, controls: Sequence[Element]) -> None:
    """Use the button of the form that shows what was set, where it has one."""
    page = await run.see()
    for control in controls[-1:]:
        form = form_of(page, _again(page, control))
        button = next(
            (
                e
                for e in (form.walk() if form else ())
                if e.kind == "button" and set(words(e.name)[:1]) & _SENDS and e.seen
            ),
            None,
        )
        if button is not None:
            await run.do(Click(button.ref))


def _again(page: PageModel, element: Element) -> Element:
    """Return the element on the page as it is now, where it was drawn anew."""
    if element.ref in page.by_ref:
        return page.by_ref[element.ref]
    same = [e for e in page.elements if e.kind == element.kind and _name(e) == _name(element) and e.node.role != "text"]
    return same[0] if len(same) == 1 else element


def _narrowing(command: Command, page: PageModel) -> Narrowing:
    controls = _controls(page)
    nouns = nouns_of(page, rows_of(page))
    left = tuple(command.clause)
    said: list[Said] = []
    for bound in bounds(left, controls, page):
        said.append(bound)
        left = _without(left, bound.words)
        left = tuple(t for t in left if t.norm not in _OF_PRICE)
    telling = [t for t in left if t.kind != "mark" and t.norm not in _SMALL | {"'s", "s"}]
    pressed: list[Element] = []
    used: set[int] = set()
    for element in controls:
        if element.kind in {"select", "listbox"}:
            for option in element.node.options:
                if (taken := _said(telling, option)) and not {t.start for t in taken} & used:
                    said.append(Said(element, option, taken))
                    used |= {t.start for t in taken}
                    break
            continue
        taken = _said(telling, _name(element)) if element.kind not in TYPED else ()
        leads = element.kind == "link" and all(singular(t.norm) in nouns for t in taken)
        if not taken or leads or {t.start for t in taken} & used:
            continue
        used |= {t.start for t in taken}
        if element.kind in {"checkbox", "switch", "radio"}:
            said.append(Said(element, True, taken))  # noqa: FBT003
        else:
            pressed.append(element)
    # A control is named with what it is of, "zone B", and its list with what can be searched there.
    named = {stem(w) for e in (*(s.element for s in said), *pressed) for w in words(page.label(e))}
    named |= {stem(singular(w)) for f in page.fields if is_search(f, page) for w in words(page.label(f))}
    rest = tuple(
        t
        for t in telling
        if t.start not in used and singular(t.norm) not in nouns and stem(singular(t.norm)) not in named
    )
    return Narrowing(tuple(said), tuple(pressed), rest)


def _without(tokens: Sequence[Token], used: Sequence[Token]) -> tuple[Token, ...]:
    starts = {t.start for t in used}
    return tuple(t for t in tokens if t.start not in starts)


def _said(tokens: Sequence[Token], name: str) -> tuple[Token, ...]:
    """Return the words that say a choice's name, all of it; () when they do not."""
    wanted = [
        w for w in words(re.sub(r"\(?\d+\)?\s*$", "", name)) if w not in {"only", "the", "and", "in", "of", "show"}
    ]
    if not wanted or wanted[0] in {"all", "any", "everything"}:
        return ()
    found = [next((t for t in tokens if t.kind in {"word", "number"} and _same(t.norm, w)), None) for w in wanted]
    return tuple(t for t in found if t is not None) if all(found) else ()


def _same(said: str, named: str) -> bool:
    said = owner(said)
    return said == named or stem(said) == stem(named) or singular(said) == singular(named)


def _name(element: Element) -> str:
    return element.name or element.text


def _controls(page: PageModel) -> list[Element]:
    """Return the controls that are of no entry of a list, and of no dialog."""
    rows = [row.element for row in rows_of(page)]
    inside = {id(e) for row in rows for e in row.walk()}
    found: list[Element] = []
    for element in page.elements:
        if element.node.role == "text" or not element.seen or element.node.disabled or id(element) in inside:
            continue
        if (
            element.kind in {"select", "spinner", "slider"}
            or (element.kind == "textbox" and not element.node.readonly)
            or (
                (element.kind in _KINDS or element.node.clickable)
                and element.node.tag != "label"
                and own_verb(element) is None
                and 0 < len(words(_name(element))) <= _LONGEST
                and (element.kind in {"checkbox", "radio", "switch"} or _has_siblings(element))
            )
        ):
            found.append(element)
    return found


def _has_siblings(element: Element) -> bool:
    siblings = element.parent.inside if element.parent is not None else []
    return sum(e.kind == element.kind and e.node.tag == element.node.tag for e in siblings) >= _FEWEST


def _search_of(command: Command, page: PageModel) -> Element | None:
    """Return the field that narrows the list by text, where it is said by what to filter it."""
    if not {t.norm for t in command.clause[:2]} & _NARROWING:
        return None
    found = [
        f
        for f in page.fields
        if f.seen and f.kind in TYPED and (is_search(f, page) or "filter" in words(page.label(f)))
    ]
    return found[0] if len(found) == 1 and _narrowing(command, page).left else None
