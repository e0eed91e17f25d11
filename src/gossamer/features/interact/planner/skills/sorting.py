"""Putting a list in order by what the page has for that: a list of orders, a menu that opens, the head of a column."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click, Select
from gossamer.features.interact.planner.grounding.likeness import folded, related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Ambiguous, Run, Stuck
from gossamer.features.interact.planner.skills.reading.selecting import nouns_of, rows_of
from gossamer.features.interact.planner.wordsets import word_set

_SORTING: Final = word_set("sort sorted order ordered arrange arranged rank")
_SHOWING: Final = word_set("sort open find read set choose act")
_RISING: Final = word_set(
    "ascending rising increasing lowest cheapest smallest oldest earliest shortest least asc a-z alphabetically "
    "alphabetical fewest worst upward"
)
_FALLING: Final = word_set(
    "descending falling decreasing highest dearest priciest largest biggest newest latest longest most desc z-a best "
    "reverse downward top"
)
_OF_PRICE: Final = word_set("cheapest dearest priciest expensive cheap price cost costliest")
_OF_DATE: Final = word_set("newest latest oldest earliest recent date")
_OF_NAME: Final = word_set("alphabetically alphabetical a-z z-a name title")
_SMALL: Final = word_set(
    "the a an by in of on to from with and or order first last sort sorted arrange show list me all them it so that "
    "come comes are is then please put ordered one ones entries results items to low high up down rank according as"
)
_FIRST: Final = re.compile(r"\b(?:first|on top|at the top)\b|\bfrom\b.*\bto\b|\b(?:a|de)scending\b", re.IGNORECASE)
_KINDS: Final = word_set("option menuitem button link radio item")
_FEWEST: Final = 2


def sorts(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a list is to be put in order, and the page has a control for that."""
    if command.question or whole.quotes or command.action not in _SHOWING or not whole:
        return False
    sorting = command.action == "sort" and (command.verb != "order" or bool(norms & (_RISING | _FALLING | {"by"})))
    asked = sorting or (bool(norms & (_RISING | _FALLING)) and bool(_FIRST.search(command.said)))
    return asked and (bool(_lists(page)) or _opener(page) is not None or _head(page, _about(command, page)) is not None)


async def sort(run: Run, command: Command) -> None:
    """Use the control that puts the list in the order that is said. Raises Ambiguous when it is not clear which is."""
    page = await run.see()
    about, falling = _about(command, page), _falls(command)
    nouns = nouns_of(page, rows_of(page))
    order = _SMALL | _RISING | _FALLING | _SORTING | _OF_PRICE | _OF_DATE | _OF_NAME | set(about)
    run.take(*(t for t in command.clause if t.kind != "word" or t.norm in order or singular(t.norm) in nouns))
    lists, opener = _lists(page), _opener(page)
    if lists:
        option = _fitting(lists[0].node.options, about, falling=falling)
        await run.do(Select(lists[0].ref, (option,)))
    elif opener is not None:
        await _by_menu(run, opener, about, falling=falling)
    else:
        await _by_head(run, command, about, falling=falling)


def says_no_order(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether "order" says to buy: neither by what nor which way round is said."""
    del page, whole
    return command.action == "sort" and command.verb == "order" and not norms & (_RISING | _FALLING | {"by", "first"})


def _about(command: Command, page: PageModel) -> tuple[str, ...]:
    """Return what the order is by: the words that name it, or what "cheapest" and "newest" are about."""
    said = [t.norm for t in command.clause if t.kind != "mark"]
    nouns = nouns_of(page, rows_of(page))
    own = [w for w in said if w not in _SMALL | _RISING | _FALLING | _SORTING and singular(w) not in nouns]
    if not own:
        # "Cheapest first" says by what without naming it.
        kinds = (("price", _OF_PRICE), ("date", _OF_DATE), ("name", _OF_NAME))
        own = [name for name, group in kinds if set(said) & group][:1]
    return tuple(dict.fromkeys("price" if w in _OF_PRICE else w for w in own))


def _falls(command: Command) -> bool | None:
    """Return whether the most is to come first; None when it is not said. The word that stands first counts."""
    said = [t.norm for t in command.clause]
    for i, word in enumerate(said):
        if word in {"least", "low", "lowest", "smallest"} or word in _RISING:
            return False
        if word == "best" or word in _FALLING or word == "high" or (word == "z" and said[i + 1 : i + 2] == ["to"]):
            return True
        if word == "a" and said[i + 1 : i + 3] == ["to", "z"]:
            return False
    return None


def _lists(page: PageModel) -> list[Element]:
    """Return the drop-down lists whose options are orders."""
    return [
        f
        for f in page.fields
        if f.kind == "select"
        and f.seen
        and (_SORTING & set(words(page.label(f))) or sum(_direction(o) is not None for o in f.node.options) >= _FEWEST)
    ][:1]


def _opener(page: PageModel) -> Element | None:
    """Return what opens the orders to choose from; None when nothing is called so."""
    found = [
        e
        for e in page.actionable
        if e.seen
        and not e.node.disabled
        and e.kind in {"button", "combobox", "link", ""}
        and _SORTING & set(words(e.name or e.text)[:2])
        and (e.node.expanded is not None or e.node.attributes.get("aria-haspopup") or e.kind in {"button", "combobox"})
        and e.node.attributes.get("type") != "submit"
    ]
    return found[0] if len(found) == 1 else None


def _direction(option: str) -> bool | None:
    """Return whether an option puts the most first; None when it tells no direction."""
    said = words(option.replace("\u2013", "-"))
    for word in said:
        if word in {"low", "lowest", "cheapest", "ascending", "asc", "oldest", "az", "least", "earliest", "smallest"}:
            return False
        if word in {
            "high",
            "highest",
            "descending",
            "desc",
            "newest",
            "latest",
            "za",
            "most",
            "best",
            "largest",
            "top",
        }:
            return True
    return False if "↑" in option else True if "↓" in option else None


def _fitting(options: Sequence[str], about: Sequence[str], *, falling: bool | None) -> str:
    """Return the one option that is by what is said, in the direction that is said."""
    named = (
        [o for o in options if all(any(related(a, w) or w in _kin(a) for w in words(o)) for a in about)]
        if about
        else []
    )
    turned = [
        o for o in (named or ([] if about else list(options))) if falling is None or _direction(o) in {falling, None}
    ]
    exact = [o for o in turned if _direction(o) is falling] if falling is not None else turned
    chosen = exact or turned
    if len(chosen) != 1:
        raise Ambiguous("It is not clear which order is meant.", tuple(options)[:8])
    return chosen[0]


def _kin(about: str) -> frozenset[str]:
    return {"price": _OF_PRICE, "date": _OF_DATE, "name": _OF_NAME}.get(about, frozenset())


async def _by_menu(run: Run, opener: Element, about: Sequence[str], *, falling: bool | None) -> None:
    before = {e.ref for e in (await run.see()).elements if e.seen}
    await run.do(Click(opener.ref), unasked=True, shows=True)
    page = await run.look()
    shown = [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.ref not in before
        and e.seen
        and (e.kind in _KINDS or e.node.tag == "li" or e.node.clickable)
        and words(e.name or e.text)
    ]
    shown = [e for e in shown if not any(o is not e and e.holds(o) for o in shown)]
    if not shown:
        raise Stuck("Nothing to choose an order from came up.")
    names = [e.name or e.text for e in shown]
    option = _fitting(names, about, falling=falling)
    await run.do(Click(shown[names.index(option)].ref))


def _heads(page: PageModel) -> list[Element]:
    return [e for e in page.elements if e.node.role == "columnheader" or e.node.tag == "th"]


def _head(page: PageModel, about: Sequence[str]) -> Element | None:
    """Return what can be clicked in the head of the column that is named."""
    for head in _heads(page):
        if about and head.seen and _heads_column(head, about):
            inner = [e for e in head.walk() if e.node.role != "text" and e.kind in {"button", "link"}]
            inner += [e for e in head.walk() if e.node.role != "text" and e.node.clickable]
            inner += [head] if head.parent is not None and head.parent.node.clickable else []
            return inner[0] if inner else None
    return None


def _heads_column(head: Element, about: Sequence[str]) -> bool:
    """Return whether a column is headed as is said; the "expiry date" stands under "Expires"."""
    own = [a for a in about if a not in _KIND_OF_VALUE] or list(about)
    return all(any(related(a, w) or _begins_alike(a, w) for w in words(head.text)) for a in own)


def _begins_alike(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= _LIKE and one[:_LIKE] == other[:_LIKE]


_LIKE: Final = 5
_KIND_OF_VALUE: Final = word_set("date time number value column")


async def _by_head(run: Run, command: Command, about: Sequence[str], *, falling: bool | None) -> None:
    wanted = bool(falling)
    for _ in range(_FEWEST):
        page = await run.see()
        if (stands := _stands(page, about)) is not None and stands is wanted:
            return
        head = _head(page, about)
        if head is None:
            break
        await run.do(Click(head.ref))
        await run.look()
    if _stands(await run.see(), about) is not wanted:
        raise Stuck(f"The list did not take the order of “{command.said}”.")


def _stands(page: PageModel, about: Sequence[str]) -> bool | None:
    """Return whether a column stands with the most first, False with the least; None when it is in no order."""
    for head in _heads(page):
        if not _heads_column(head, about) or head.parent is None:
            continue
        told = head.node.attributes.get("aria-sort", "")
        if told in {"ascending", "descending"}:
            return told == "descending"
        cells = [dict(row.cells).get(head.text, "") for row in rows_of(page)]
        values = [_value(cell) for cell in cells if any(c.isalnum() for c in cell)]
        if len({str(v) for v in values}) < _FEWEST:
            return None
        if values == sorted(values):
            return False
        if values == sorted(values, reverse=True):
            return True
    return None


def _value(text: str) -> tuple[float, str]:
    number = re.fullmatch(r"\D{0,4}(-?\d[\d,]*(?:\.\d+)?)\s*(\D{0,4})", text.strip())
    if number is None:
        return float("inf"), folded(text)
    return float(number[1].replace(",", "")) * _UNITS.get(folded(number[2]), 1), ""


_UNITS: Final = {"kb": 1e3, "mb": 1e6, "gb": 1e9, "k": 1e3, "m": 1e6}
