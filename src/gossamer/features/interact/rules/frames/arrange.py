"""Arrange: sort a list, or filter it, with the controls that the page has for that."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Click, Select
from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command, Phrase, names_something, wanted_words
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.fields import set_field
from gossamer.features.interact.rules.frames.submit import send_button
from gossamer.features.interact.rules.grounding import describe
from gossamer.features.interact.rules.lexicon import phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan
from gossamer.features.interact.rules.query import Condition, conditions_in
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, folded, holds_words, words
from gossamer.features.interact.rules.tokens import Token

_FILTERING: Final = frozenset({"filter", "choose", "search", "set", "check"})
_GOOD: Final = 0.6
_LONG: Final = 60
_SURE: Final = 0.9


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for sorting and filtering."""
    if command.negated:
        return []
    if command.action == "sort":
        return _sort(page, command)
    if command.action in {"read", "filter"} and len(_direction(command.rest.raw)[1]) > 1 and not command.object.ordinal:
        # "Show the tools from most to least expensive".
        return [replace(p, score=p.score - 0.15) for p in _sort(page, command)] + (
            _filter(page, command) if command.action == "filter" else []
        )
    if command.action in _FILTERING or command.verb == "find":
        return _filter(page, command)
    return []


# Sorting


def _direction(said: str) -> tuple[str, set[str]]:
    """Return "ascending", "descending" or "", and the words that say it."""
    for direction in ("ascending", "descending"):
        for phrase in phrases("page", direction):
            if holds_words(said, words(phrase)):
                return direction, set(words(phrase))
    return "", set()


def _sort(page: Page, command: Command) -> list[Plan]:
    said = command.rest.raw
    direction, direction_words = _direction(said)
    wanted = [(t, w) for t, w in wanted_words(command.content) if w not in direction_words]
    wanted = [(t, w) for t, w in wanted if w not in _sort_nouns(page)]
    by_direction = {t.start for t, w in wanted_words(command.content) if w in direction_words}
    nouns = {t.start for t, w in wanted_words(command.content) if w in _sort_nouns(page)}
    key = [w for _, w in wanted] or _implied(said)
    return [
        *_by_option(page, key, direction, wanted, by_direction | nouns),
        *_by_header(page, key, direction, wanted, by_direction | nouns),
    ]


def _sort_nouns(page: Page) -> set[str]:
    """Return the words for what is sorted: the names of the page's main list, and any noun for its entries."""
    lists = record_lists(page)
    names = {w for n in (lists[0].names if lists else ()) for w in words(n)} | {
        w for n in page.titles for w in words(n)
    }
    found = {w for w in names if w not in lists[0].labels()} if lists else names
    return found | word_list("page", "sorted_nouns")


def _implied(said: str) -> list[str]:
    """Return the field that a direction speaks of: "cheapest first" is the price."""
    if re.search(r"cheap|expensive|pric", said):
        return ["price"]
    if re.search(r"new|old|latest|recent|soon", said):
        return ["date"]
    return ["rating"] if re.search(r"rated|best", said) else ["name"] if re.search(r"alphabet|a to z|a-z", said) else []


def _by_option(
    page: Page, key: Sequence[str], direction: str, wanted: Sequence[tuple[Token, str]], known: set[int]
) -> list[Plan]:
    """Return the plan for a list of orders to choose from: an option, a radio button, a link or a button."""
    scored: list[tuple[float, Element, str]] = []
    for field in page.fields:
        if field.kind == "select" and field.seen:
            scored += [(_order_score(option, key, direction), field, option) for option in field.node.options]
    best = max(scored, default=None, key=lambda s: s[0])
    if best is None or best[0] < _GOOD:
        return _by_button(page, key, direction, wanted, known)
    _, field, option = best
    explained = known | {t.start for t, w in wanted if best_match(w, words(option)) or w in key}

    async def carry(run: Run) -> None:
        before = await run.see()
        if folded(field.node.value or "") == folded(option):
            return
        await run.do(Select(field.ref, (option,)))
        await changed(run, before)

    return [Plan(1.0, frozenset(explained), carry, f"sort by {option}")]


def _order_score(name: str, key: Sequence[str], direction: str) -> float:
    """Return how much the name of an order is the field and the direction that are wanted."""
    have = words(name)
    if not have:
        return 0.0
    stated, _ = _direction(name)
    arrow = "ascending" if re.search(r"[↑▲]", name) else "descending" if re.search(r"[↓▼]", name) else stated
    field = sum(best_match(w, (*have, *_implied(name))) for w in key) / len(key) if key else 0.5
    if direction and arrow and arrow != direction:
        return 0.0
    return field * (1.0 if arrow == direction or not direction else 0.75)


def _by_button(
    page: Page, key: Sequence[str], direction: str, wanted: Sequence[tuple[Token, str]], known: set[int]
) -> list[Plan]:
    buttons = [e for e in page.usable if e.kind in {"button", "link", "radio", "tab", "menuitem"} and e.seen]
    buttons = [e for e in buttons if len(e.name) < _LONG and not _is_header_control(e)]
    sorting = word_list("page", "sort_words")
    near = [
        e
        for e in buttons
        if any(w in sorting for n in page.section_names(e) for w in words(n)) or set(words(e.name)) & sorting
    ]
    scored = [(_order_score(e.name or page.label(e), key, direction), e) for e in (near or buttons)]
    best = max(scored, default=None, key=lambda s: s[0])
    combos = [
        f
        for f in page.fields
        if f.kind == "combobox" and set(words(page.label(f) + " " + (f.node.value or ""))) & sorting
    ]
    combos += [b for b in near if b.node.expanded is False]
    if (best is None or best[0] < 0.7) and combos:  # noqa: PLR2004
        return [_by_popup(combos[0], key, direction, known | {t.start for t, _ in wanted})]
    if best is None or best[0] < 0.7:  # noqa: PLR2004
        return []
    element = best[1]
    explained = known | {t.start for t, w in wanted if best_match(w, words(element.name)) or w in key}

    async def carry(run: Run) -> None:
        before = await run.see()
        await run.click(element)
        await changed(run, before)

    return [Plan(0.9, frozenset(explained), carry, f"sort by {element.name}")]


def _by_popup(opener: Element, key: Sequence[str], direction: str, explained: set[int]) -> Plan:
    async def carry(run: Run) -> None:
        before = await run.see()
        page = await run.click(opener)
        seen = {e.ref for e in before.elements if e.seen}
        fresh = [e for e in page.usable if e.ref not in seen and e.name]
        fresh = [e for e in fresh if not any(o is not e and e.holds(o) for o in fresh)]
        scored = [(_order_score(e.name, key, direction), e) for e in fresh]
        best = max(scored, default=None, key=lambda s: s[0])
        if best is None or best[0] < _GOOD:
            raise Stuck("The list has no such order.", tuple(e.name for e in fresh)[:8])
        await run.click(best[1])
        await changed(run, before)

    return Plan(0.9, frozenset(explained), carry, "sort")


def _is_header_control(element: Element) -> bool:
    return any(a.node.tag == "th" or a.node.role == "columnheader" for a in (element, *element.ancestors()))


def _by_header(
    page: Page, key: Sequence[str], direction: str, wanted: Sequence[tuple[Token, str]], known: set[int]
) -> list[Plan]:
    """Return the plan for a table that is sorted by its headers: click until the column is in order."""
    headers = [e for e in page.elements if (e.node.tag == "th" or e.node.role == "columnheader") and e.seen and e.text]
    scored = [(sum(best_match(w, words(e.text)) for w in key) / len(key) if key else 0.0, e) for e in headers]
    best = max(scored, default=None, key=lambda s: s[0])
    if best is None or best[0] < _GOOD:
        return []
    name = best[1].text
    explained = known | {t.start for t, w in wanted if best_match(w, words(name)) or w in key}

    async def carry(run: Run) -> None:
        await _click_header(run, name, direction or "ascending")

    return [Plan(0.95, frozenset(explained), carry, f"sort by {name}")]


async def _click_header(run: Run, name: str, direction: str) -> None:
    label = re.sub(r"[↑↓▲▼⇅↕]", "", name).strip()
    for _ in range(3):
        page = await run.see()
        if _in_order(page, label, direction):
            return
        header = next(
            (
                e
                for e in page.elements
                if e.text
                and re.sub(r"[↑↓▲▼⇅↕]", "", e.text).strip() == label
                and (e.node.tag == "th" or e.node.role == "columnheader")
            ),
            None,
        )
        if header is None:
            break
        target = next((e for e in header.walk() if e.usable and e.kind in {"button", "link"}), header)
        await run.click(target)
    if not _in_order(await run.look(), label, direction):
        raise Stuck(f"The table is not sorted by “{label}” after its header was clicked.")


def _in_order(page: Page, label: str, direction: str) -> bool:
    """Return whether the column is in order: by numbers where it has some, else by dates, else by letters."""
    for one in record_lists(page):
        cells = [f for r in one.records if (f := r.field(words(label))) is not None]
        if not cells:
            continue
        marks = [h for h in page.elements if re.sub(r"[↑↓▲▼⇅↕]", "", h.text).strip() == label]
        stated = next((h.node.attributes.get("aria-sort") for h in marks if h.node.attributes.get("aria-sort")), None)
        if stated in {"ascending", "descending"}:
            return stated == direction
        keys: list[object]
        if all(f.moment for f in cells):
            keys = [f.moment for f in cells]
        elif all(f.amount is not None for f in cells):
            keys = [f.amount for f in cells]
        else:
            keys = [folded(f.text) for f in cells]
        return keys == sorted(keys, reverse=direction == "descending")  # type: ignore[type-var]
    return False


# Filtering


def _filter(page: Page, command: Command) -> list[Plan]:
    """Return the plan for setting the controls that filter the list, each for a part of the clause."""
    rest = command.rest
    found, used = conditions_in(rest)
    nouns = {t.start for t, w in wanted_words(command.content) if w in _sort_nouns(page) or w in _FILTER_WORDS}
    steps: list[tuple[Element, str]] = []
    explained: set[int] = set()
    for condition in found:
        control = bound_field(page, condition)
        if control is not None:
            steps.append((control, condition.date or f"{condition.amount:g}"))
            explained |= {t.start for t in condition.tokens}
    left = Phrase(rest.source, tuple(t for t in rest.tokens if t.start not in explained))
    given = assign(page, left, [f for f in form_fields(page) if f.kind in FIELDS and f.kind != "search"])
    for value in given.values:
        # Free text is typed into a field for a filter only where the prompt says "filter".
        if value.element.kind in {"select", "listbox", "combobox", "spinner", "slider"} or command.verb.startswith(
            "filter"
        ):
            steps.append((value.element, value.text))
            explained |= {t.start for t in value.tokens}
    for element, tokens in _facets(page, left.without([t for v in given.values for t in v.tokens])):
        steps.append((element, "on"))
        around = tuple(w for n in (*page.section_names(element), page.label(element)) for w in words(n))
        explained |= tokens | {t.start for t, w in wanted_words(command.content) if best_match(w, around)}
    del used
    if not steps or (command.action != "filter" and not _is_filter(page, steps)):
        return []

    async def carry(run: Run) -> None:
        await apply_filters(run, steps)

    return [Plan(0.92, frozenset(explained | nouns), carry, "filter")]


_FILTER_WORDS: Final = word_list("page", "filter_nouns")


def _is_filter(page: Page, steps: Sequence[tuple[Element, str]]) -> bool:
    """Return whether the controls stand where a list is filtered, so a clause without "filter" may mean them."""
    filtering = word_list("page", "filter_words")
    names = [n for e, _ in steps for n in (*page.section_names(e), *(" ".join(a.classes) for a in e.ancestors()))]
    return any(w in filtering for n in names for w in words(n))


def bound_field(page: Page, condition: Condition) -> Element | None:
    """Return the field for the highest or the lowest value that is wanted: "Maximum price"."""
    if condition.op not in {"<", "<=", ">", ">="}:
        return None
    wanted = word_list("page", "upper_bound" if "<" in condition.op else "lower_bound")
    for field in form_fields(page):
        said = (*words(page.label(field)), *words(field.node.attributes.get("placeholder", "")), *field.classes)
        of_kind = field.kind == "date" if condition.date else field.kind not in {"select", "date", "time"}
        if field.kind in FIELDS and of_kind and any(w in said for w in wanted):
            return field
    return None


def _facets(page: Page, rest: Phrase) -> list[tuple[Element, set[int]]]:
    """Return boxes, options that are pressed, and links of filters that the words name, each with its words."""
    pool = [f for f in page.fields if f.kind in TOGGLES]
    pool += [
        e
        for e in page.usable
        if e.kind in {"tab", "option", "button", "link"} and e.seen and len(e.name) < _LONG and _filters(page, e)
    ]
    found: list[tuple[Element, set[int]]] = []
    taken: set[int] = set()
    tokens = [t for t in rest.tokens if t.kind in {"word", "quote", "number"}]
    for element in pool:
        name = words(re.sub(r"\(?\d+\)?$", "", element.name or page.label(element)))
        for start in range(len(tokens)):
            said = tuple(w for t in tokens[start : start + len(name)] for w in words(t.text))
            if (
                name
                and len(said) == len(name)
                and all(best_match(a, (b,)) >= _SURE for a, b in zip(said, name, strict=True))
            ):
                span = {t.start for t in tokens[start : start + len(name)]}
                if not span & taken:
                    found.append((element, span))
                    taken |= span
                break
    for token in (t for t in tokens if t.start not in taken and names_something(t)):
        # "Automatic" for the one box "Automatic gearbox only".
        near = [e for e in pool if e.kind in TOGGLES and best_match(token.norm, words(page.label(e))) >= 0.9]  # noqa: PLR2004
        if len(near) == 1:
            found.append((near[0], {token.start}))
    return found


def _filters(page: Page, element: Element) -> bool:
    filtering = word_list("page", "filter_words") | {
        "category",
        "categories",
        "chips",
        "tags",
        "brand",
        "status",
        "tabs",
    }
    around = [
        *page.section_names(element),
        *(" ".join(a.classes) for a in list(element.ancestors())[:4]),
        " ".join(element.classes),
    ]
    if element.kind in {"tab", "option"} or any(w in filtering for n in around for w in words(n)):
        return True
    # A row of buttons of which one is "All": what they show is part of a list.
    beside = [e for e in (element.parent.inside if element.parent is not None else []) if e.kind == element.kind]
    return len(beside) > 1 and any(words(e.name)[:1] == ("all",) for e in beside)


async def apply_filters(run: Run, steps: Sequence[tuple[Element, str]]) -> None:
    """Set controls that filter a list, "on" for boxes and links, and apply them. Raises Stuck."""
    before = await run.see()
    for element, value in steps:
        page = await run.see()
        now = page.by_ref.get(element.ref)
        if now is None:
            raise Stuck(f"{describe(element, before)} is gone.")
        if now.kind in TOGGLES:
            await run.set_toggle(now, on=True)
        elif now.kind in FIELDS:
            await set_field(run, now, value)
        else:
            await run.do(Click(now.ref))
        await run.settled()
    page = await run.see()
    sender = _apply_button(page, page.by_ref.get(steps[-1][0].ref)) if not run.following else None
    if sender is not None:
        await run.click(sender)
    elif page.signature == before.signature:
        await changed(run, before)


def _apply_button(page: Page, field: Element | None) -> Element | None:
    """Return the button that applies the filters; None where they are applied at once."""
    if field is None or field.kind not in FIELDS | TOGGLES:
        return None
    button = send_button(
        page, field, ("apply", "apply filters", "filter", "show", "update", "show results", "go", "search")
    )
    if button is None:
        return None
    said = words(button.name)
    return (
        button
        if said and any(best_match(w, ("apply", "filter", "show", "update", "search", "go")) for w in said[:1])
        else None
    )
