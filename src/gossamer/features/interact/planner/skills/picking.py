"""Choices that a sentence names with what they are of: "teal as my accent colour", "the text size large".

A choice is an option of a list, a radio button, or one of several buttons side by side under a label. All words that
name something have to be words of the choice, its label, or the heading above: a word that is none of these means
something else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Check, Click, Select
from gossamer.features.interact.planner.accounting.weighing import own_verb
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.panels import named_words
from gossamer.features.interact.planner.skills.reading.selecting import nouns_of
from gossamer.features.interact.planner.wordsets import word_set

_ACTIONS: Final = word_set("fill set choose go open find format act submit")
_SMALL: Final = word_set("the a an of in on at by to for and or your my our is px")
_LONGEST_CHOICE: Final = 4
_FEWEST: Final = 2


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen: the *control*, what it is called, and what it is a choice *of*."""

    control: Element
    name: str
    of: str
    around: str = ""


def picks(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a command names one choice of the page, with all its words."""
    del norms
    if command.question or command.action not in _ACTIONS or whole.quotes or not whole:
        return False
    return picked(page, command) is not None


async def pick(run: Run, command: Command) -> None:
    """Choose what is named."""
    page = await run.see()
    choice = picked(page, command)
    if choice is None:
        return
    control = choice.control
    if control.kind in {"select", "listbox"}:
        await run.do(Select(control.ref, (choice.name,)))
    elif control.kind == "switch" or (control.kind in {"radio", "checkbox"} and control.node.tag == "input"):
        await run.do(Check(control.ref))
    elif control.node.checked is not True and control.node.pressed is not True:
        await run.do(Click(control.ref))
    run.settle(command)


def offered(page: PageModel, tokens: Sequence[Token]) -> tuple[Element, tuple[Token, ...]] | None:
    """Return the one card or radio button whose title stands in *tokens*, with these words; None if none does."""
    best: list[tuple[int, Element, tuple[Token, ...]]] = []
    for card in _cards(page):
        title = _title(card)
        for i in range(len(tokens) - len(title) + 1):
            part = tuple(tokens[i : i + len(title)])
            if title and all(t.norm == w for t, w in zip(part, title, strict=True)):
                best.append((len(title), card, part))
    longest = max((b[0] for b in best), default=0)
    found = {b[1].ref: b for b in best if b[0] == longest}
    return next(((card, part) for _, card, part in found.values()), None) if len(found) == 1 else None


def _cards(page: PageModel) -> list[Element]:
    return [e for e in page.elements if e.kind == "radio" and e.name and e.seen and not e.node.disabled]


def _title(card: Element) -> tuple[str, ...]:
    """Return what a card is called: its name, or the text it begins with where it tells more."""
    first = next((e for e in card.walk() if e is not card and e.text and not e.inside), None)
    return words(first.text) if first is not None else words(card.name.partition("(")[0])


_TAKING: Final = word_set("take choose select pick want need use book get have")


def picked(page: PageModel, command: Command) -> Choice | None:
    """Return the one choice that all naming words of a command speak of; None when none or several are."""
    said = naming(command)
    if not said or not named_words(command):
        return None
    if command.verb in _TAKING and (card := offered(page, command.clause)) is not None:
        rest = [w for w in said if w not in _title(card[0])]
        if all(w in words(card[0].name) or singular(w) in _CARDS for w in rest):
            return Choice(card[0], card[0].name, "")
    if command.verb in _WISHING and (box := _box(page, said)) is not None:
        return Choice(box, box.name, "")
    found = [c for c in choices(page) if _is_named(c, said)]
    if not found:
        # "Show 50 users per page": what the list is of names no choice.
        nouns = nouns_of(page)
        rest = [w for w in said if singular(w) not in nouns]
        found = [c for c in choices(page) if rest != said and len(rest) > 1 and _is_named(c, rest)]
    if _refers(command) and not found:
        found = [c for c in choices(page) if c.control.kind == "select" and _says_only(said, c.name)]
    return found[0] if len(found) == 1 else None


def naming(command: Command) -> list[str]:
    """Return all words of a command but its verb and those that carry its grammar."""
    verb = set(command.verb.split())
    told = [t for t in command.clause if t.kind in {"word", "number"}]
    return [w for t in told for w in words(t.text) if w not in _GRAMMAR | verb]


_GRAMMAR: Final = word_set(
    "the a an of in on at by to for and or as with into be is should i i'd id i'll we me my our your it its them that "
    "please like want would prefer rather have has make set change switch choose select pick use go turn enter now "
    "instead option sent shown one"
)


_WISHING: Final = word_set("want need like")


def _box(page: PageModel, said: Sequence[str]) -> Element | None:
    """Return the one box or switch whose name is what is wanted."""
    found = [
        e
        for e in page.elements
        if e.kind in {"checkbox", "switch"}
        and e.seen
        and not e.node.disabled
        and {w for w in words(e.name) if w not in _SMALL} == {w for w in said if w not in _SMALL}
    ]
    return found[0] if len(found) == 1 else None


_CARDS: Final = word_set("room option plan card seat offer rate package")


def _refers(command: Command) -> bool:
    """Return whether it speaks of what was spoken of before: "have it sent on Friday"."""
    return command.object.norms[:1] in {("it",), ("them",), ("that",)} and command.verb not in {"submit", "click"}


def _says_only(said: Sequence[str], name: str) -> bool:
    return [w for w in said if w not in _SMALL] == [w for w in words(name) if w not in _SMALL]


def _is_named(choice: Choice, said: Sequence[str]) -> bool:
    name = [w for w in words(choice.name.partition("(")[0]) if w not in _SMALL]
    label = [w for w in words(choice.of) if w not in _SMALL]
    around = words(choice.around)
    return (
        bool(name)
        and bool(label)
        and all(any(related(s, n) for s in said) for n in name)
        and any(related(s, w) for s in said for w in label)
        and all(any(related(s, w) for w in (*name, *label, *around)) for s in said)
    )


def choices(page: PageModel) -> Iterator[Choice]:
    """Yield what can be chosen on the page, each with what it is a choice of."""
    for field in page.fields:
        if field.kind in {"select", "listbox"} and field.seen and not field.node.disabled:
            yield from (
                Choice(field, option, page.label(field), _heading(page, field)) for option in field.node.options
            )
    for group in _groups(page):
        of = _label_of(group)
        if of:
            yield from (Choice(e, e.name, of, _heading(page, e)) for e in group)


def _groups(page: PageModel) -> list[list[Element]]:
    """Return buttons to choose from that stand side by side: radio buttons, and buttons without a verb."""
    found: dict[tuple[int, str], list[Element]] = {}
    for element in page.elements:
        if element.kind == "radio" and element.name and element.node.attributes.get("name"):
            found.setdefault((0, element.node.attributes["name"]), []).append(element)
        elif _is_choice(element):
            box = element.parent
            if box is not None and sum(e.actionable for e in box.inside) < _FEWEST and box.parent is not None:
                box = box.parent
            found.setdefault((box.index if box else 0, element.kind), []).append(element)
    return [g for g in found.values() if len(g) >= _FEWEST]


def _is_choice(element: Element) -> bool:
    return (
        element.node.role != "text"
        and element.seen
        and not element.node.disabled
        and (element.kind == "radio" or (element.kind == "button" and own_verb(element) is None))
        and 0 < len(words(element.name)) <= _LONGEST_CHOICE
        and element.node.attributes.get("type") != "submit"
        and element.node.expanded is None
        and not any(a.kind in {"cell", "dialog"} or a.node.tag == "nav" for a in element.ancestors())
    )


def _label_of(group: Sequence[Element]) -> str:
    """Return what stands right before the first of several choices and is of no other control."""
    first = group[0]
    inside = {id(e) for choice in group for e in choice.walk()}
    box: Element = first
    for above in list(first.ancestors())[:4]:
        if above.node.role in {"radiogroup", "group"} and above.node.name:
            return above.node.name
        before = [
            e
            for e in above.walk()
            if e.index < first.index and e.text and not e.inside and id(e) not in inside and not e.holds(first)
        ]
        if before:
            last = before[-1]
            own = not any(a.actionable for a in (last, *last.ancestors()))
            return last.text if own and len(words(last.text)) <= _LONGEST_LABEL else ""
        box = above
    del box
    return ""


_LONGEST_LABEL: Final = 6


def _heading(page: PageModel, element: Element) -> str:
    """Return the heading that a control stands under."""
    before = [e for e in page.elements if e.kind == "heading" and e.index < element.index and e.text]
    return before[-1].text if before else ""
