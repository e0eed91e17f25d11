"""Arrange: sort a list, or filter it, with the controls that the page has for that."""

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.core.interaction import Click, Press, Select
from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command, Phrase, names_something, wanted_words
from gossamer.features.interact.rules.controls import buttons_in
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.fields import set_field
from gossamer.features.interact.rules.grounding import describe
from gossamer.features.interact.rules.lexicon import phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Carry, Plan, starts
from gossamer.features.interact.rules.query import Condition, conditions_in
from gossamer.features.interact.rules.records import Record, record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import (
    SAME,
    best_match,
    folded,
    has_all,
    has_any,
    has_word,
    holds_words,
    is_same,
    words,
)
from gossamer.features.interact.rules.tokens import Token

_SAVED: Final = frozenset({"textarea", "editor", "password", "upload"})

# Whether the list of a page is as it was asked for; None where the page does not show it.
Agrees: TypeAlias = Callable[[Page], bool | None]
_FILTERING: Final = frozenset({"filter", "choose", "search", "set", "check"})
_GOOD: Final = 0.6
_BETTER: Final = 0.7
_LONG: Final = 60
_ARROWS: Final = re.compile(r"[↑↓▲▼⇅↕]")


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for sorting and filtering."""
    if command.action == "sort":
        return _sort(page, command)
    return _filter(page, command) if command.action in _FILTERING or command.verb == "find" else []


# Sorting


@dataclass(frozen=True)
class _Order:
    """The order that is wanted: the words of its field, and "ascending", "descending" or ""."""

    key: tuple[str, ...]
    direction: str

    def score(self, name: str) -> float:
        """Return how much the name of a control is this order."""
        have = words(name)
        if not have:
            return 0.0
        stated, _ = _direction(name)
        arrow = "ascending" if re.search(r"[↑▲]", name) else "descending" if re.search(r"[↓▼]", name) else stated
        if self.direction and arrow and arrow != self.direction:
            return 0.0
        matched = [best_match(w, (*have, *_implied(name))) for w in self.key]
        field = sum(matched) / len(matched) if matched else 0.5
        return field * (1.0 if arrow == self.direction or not self.direction else 0.75)


def _direction(stated_words: str) -> tuple[str, set[str]]:
    """Return "ascending", "descending" or "", and the words that say it."""
    for direction in ("ascending", "descending"):
        for phrase in phrases("page", direction):
            if holds_words(stated_words, words(phrase)):
                return direction, set(words(phrase))
    return "", set()


def _implied(stated_words: str) -> tuple[str, ...]:
    """Return the field that a direction speaks of: "cheapest first" is the price."""
    named = (pair.split(":") for pair in phrases("reading", "implied_field"))
    return next(((field,) for part, field in named if part in stated_words.casefold()), ())


def _sort(page: Page, command: Command) -> list[Plan]:
    """Return the plans for the control whose name is the wanted order, and for the header of a table's column."""
    direction, by_direction = _direction(command.rest.raw)
    pairs = list(wanted_words(command.content))
    known = {t.start for t, w in pairs if w in by_direction | _sorted_nouns(page)}
    wanted = [(t, w) for t, w in pairs if t.start not in known]
    order = _Order(tuple(w for _, w in wanted) or _implied(command.rest.raw), direction)

    def plan(score: float, name: str, carry: Carry) -> Plan:
        stated_words = {t.start for t, w in wanted if w in order.key or best_match(w, words(name))}
        return Plan(score, frozenset(known | stated_words), carry)

    return [plan(*found) for found in (_by_control(page, order), _by_header(page, order)) if found is not None]


def _sorted_nouns(page: Page) -> set[str]:
    """Return the words for what is sorted: the names of the page's main list, and any noun for its entries."""
    lists = record_lists(page)[:1]
    names = {w for n in (*(n for one in lists for n in one.names), *page.titles) for w in words(n)}
    labels = {w for one in lists for w in one.labels()}
    return (names - labels) | word_list("page", "sorted_nouns")


def _by_control(page: Page, order: _Order) -> tuple[float, str, Carry] | None:
    """Return how to choose an order: an option, a radio button, a link, a button, or an entry of a menu."""
    selects = [f for f in page.fields if f.kind == "select" and f.seen]
    found = [(order.score(option), field, option) for field in selects for option in field.node.options]
    score, field, option = max(found, default=(0.0, None, ""), key=lambda s: s[0])
    if field is not None and score >= _GOOD:

        async def select(run: Run) -> None:
            before = await run.see()
            if folded(field.node.value or "") != folded(option):
                await run.do(Select(field.ref, (option,)))
            await _ordered(run, before, field, order, option)

        return 1.0, option, select
    sorting = word_list("page", "sort_words")
    buttons = [e for e in page.usable if e.kind in {"button", "link", "radio", "tab", "menuitem"} and e.seen]
    buttons = [e for e in buttons if len(e.name) < _LONG and not any(_is_header(a) for a in (e, *e.ancestors()))]
    near = [e for e in buttons if any(w in sorting for n in (*page.section_names(e), e.name) for w in words(n))]
    named = [(order.score(e.name or page.label(e)), e) for e in near or buttons]
    best = max(named, default=(0.0, None), key=lambda s: s[0])
    menus = [f for f in page.fields if f.kind == "combobox" and {*words(page.label(f))} & sorting]
    opener = next(iter([*menus, *(b for b in near if b.node.expanded is False)]), None)
    chosen = best[1] if best[0] >= _BETTER else opener
    if chosen is None:
        return None

    async def use(run: Run) -> None:
        before = await run.see()
        page = await run.click(chosen)
        if chosen is opener:
            fresh = [e for e in page.fresh(before, page.usable) if e.name]
            scored = [(order.score(e.name), -len(e.name), e) for e in fresh]
            top = max(scored, default=None, key=lambda s: s[:2])
            if top is None or top[0] < _GOOD:
                raise Stuck("The list has no such order.", tuple(e.name for e in fresh)[:8])
            chosen_name, used = top[2].name, top[2]
            await run.click(top[2])
        else:
            chosen_name, used = chosen.name, chosen
        await changed(run, before)
        await _ordered(run, before, used, order, chosen_name)

    return 0.9, " ".join(order.key) if chosen is opener else chosen.name, use


async def _ordered(run: Run, before: Page, used: Element, order: _Order, name: str) -> None:
    """Have the list ordered by what was chosen. Raises Stuck where it visibly is not."""

    def agrees(page: Page) -> bool | None:
        return _in_order(page, order.key, order.direction)

    acted = reacted(before, await run.settled())
    await take_effect(run, before, used, f"“{name}” was chosen", agrees, acted=acted)


def _is_header(element: Element) -> bool:
    return element.node.tag == "th" or element.node.role == "columnheader"


def _by_header(page: Page, order: _Order) -> tuple[float, str, Carry] | None:
    """Return how to sort a table by its headers: click until the column is in order."""
    headers = [e for e in page.elements if _is_header(e) and e.seen and e.text]
    scored = [(sum(best_match(w, words(e.text)) for w in order.key) / max(1, len(order.key)), e.text) for e in headers]
    score, text = max(scored, default=(0.0, ""), key=lambda s: s[0])
    name, direction = _ARROWS.sub("", text).strip(), order.direction or "ascending"

    async def carry(run: Run) -> None:
        for _ in range(3):
            page = await run.see()
            if _column_in_order(page, name, direction):
                return
            found = [e for e in page.elements if _is_header(e) and _ARROWS.sub("", e.text).strip() == name]
            if found:
                inner = (e for e in found[0].walk() if e.usable and e.kind in {"button", "link"})
                await run.click(next(inner, found[0]))
        if not _column_in_order(await run.look(), name, direction):
            raise Stuck(f"The table is not sorted by “{name}” after its header was clicked.")

    return (0.95, text, carry) if score >= _GOOD else None


def _column_in_order(page: Page, name: str, direction: str) -> bool:
    """Return whether a column is in order: as its header says, else by its values."""
    stated = (h.node.attributes.get("aria-sort") for h in page.elements if _ARROWS.sub("", h.text).strip() == name)
    stated_words = next((s for s in stated if s in {"ascending", "descending"}), None)
    if stated_words is not None:
        return stated_words == direction
    return _in_order(page, words(name), direction) is True


def _in_order(page: Page, key: tuple[str, ...], direction: str) -> bool | None:
    """Return whether the list is in order by its dates, its numbers or its letters; None where it does not show it."""
    columns = ([f for r in one.records if (f := r.field(key)) is not None] for one in record_lists(page) if key)
    cells = next((c for c in columns if c), None)
    if cells is None or not direction:
        return None
    ways = ([f.moment for f in cells], [f.amount for f in cells], [folded(f.text) for f in cells])
    keys: list[object] = next(list(way) for way in ways if None not in way)
    return keys == sorted(keys, reverse=direction == "descending")  # type: ignore[type-var]


# Filtering


def _filter(page: Page, command: Command) -> list[Plan]:
    steps, explained = filter_steps(page, command)
    if not steps or (command.action != "filter" and not any(in_filters(page, s.element) for s in steps)):
        return []

    async def carry(run: Run) -> None:
        await apply_filters(run, steps)

    known = _sorted_nouns(page) | word_list("page", "filter_nouns")
    nouns = {t.start for t, w in wanted_words(command.content) if w in known}
    return [Plan(0.92, explained | nouns, carry)]


@dataclass(frozen=True)
class FilterStep:
    """A control that filters a list, and its value, "on" for boxes and links; *condition* is the comparison it is."""

    element: Element
    value: str
    condition: Condition | None = None


def filter_steps(page: Page, command: Command, *, strict: bool = False) -> tuple[list[FilterStep], frozenset[int]]:
    """Return the controls that filter the list with the values that the clause has for them, and the words for that.

    With *strict* only those that stand where a list is filtered, as for a question.
    """
    rest = command.rest
    steps: list[FilterStep] = []
    explained: frozenset[int] = frozenset()
    for condition in conditions_in(rest)[0]:
        control = bound_field(page, condition)
        if control is not None:
            steps.append(FilterStep(control, condition.value, condition))
            explained |= {t.start for t in condition.tokens}
            rest = rest.without(condition.tokens)
    # Free text is typed into a field for a filter only where the prompt says "filter".
    typed = command.verb.startswith("filter")
    lists = {"select", "listbox", "combobox", "spinner", "slider"}
    given = assign(page, rest, [f for f in form_fields(page) if f.kind in FIELDS and (typed or f.kind in lists)])
    for value in (v for v in given.values if v.element.kind in FIELDS and (not strict or in_filters(page, v.element))):
        steps.append(FilterStep(value.element, value.text))
        explained |= {t.start for t in value.tokens} | command.says(page.label(value.element))
        rest = rest.without(value.tokens)
    facets = [f for f in _facets(page, rest) if not strict or in_filters(page, f[0]) or _filters(page, f[0])]
    for element, tokens in facets:
        steps.append(FilterStep(element, "on"))
        explained |= tokens | command.says(*page.section_names(element), page.label(element))
    return steps, explained


def in_filters(page: Page, element: Element) -> bool:
    """Return whether a control stands where a list is filtered, so a clause without "filter" may mean it."""
    names = (*page.section_names(element), *(" ".join(a.classes) for a in (element, *element.ancestors())))
    return any(w in word_list("page", "filter_words") for n in names for w in words(n))


def bound_field(page: Page, condition: Condition) -> Element | None:
    """Return the field for the highest or the lowest value that is wanted: "Maximum price"."""
    if condition.op not in {"<", "<=", ">", ">="}:
        return None
    wanted = word_list("page", "upper_bound" if "<" in condition.op else "lower_bound")
    for field in form_fields(page):
        stated_words = (*words(page.label(field)), *words(field.node.attributes.get("placeholder", "")), *field.classes)
        of_kind = field.kind == "date" if condition.is_date else field.kind not in {"select", "date", "time"}
        if field.kind in FIELDS and of_kind and any(w in stated_words for w in wanted):
            return field
    return None


def _facets(page: Page, rest: Phrase) -> list[tuple[Element, AbstractSet[int]]]:
    """Return boxes, options that are pressed, and links of filters that the words name, each with its words."""
    boxes = [f for f in page.fields if f.kind in TOGGLES]
    kinds = {"tab", "option", "button", "link"}
    pool = boxes + [e for e in page.usable if e.kind in kinds and len(e.name) < _LONG and _filters(page, e)]
    left = [t for t in rest.tokens if names_something(t)]
    found: list[tuple[Element, AbstractSet[int]]] = []
    for element in pool:
        if said := _span_of(left, words(re.sub(r"\(?\d+\)?$", "", element.name or page.label(element)))):
            found.append((element, said))
            left = [t for t in left if t.start not in said]
    for token in left:
        # "Automatic" for the one box "Automatic gearbox only".
        near = [e for e in boxes if has_word(words(page.label(e)), token.norm, SAME)]
        found += [(near[0], {token.start})] if len(near) == 1 else []
    return found


def _span_of(tokens: Sequence[Token], name: tuple[str, ...]) -> frozenset[int]:
    """Return where the tokens start that are *name*; the empty set where none are."""
    spans = (tokens[start : start + len(name)] for start in range(len(tokens) if name else 0))
    alike = (span for span in spans if is_same(tuple(w for t in span for w in words(t.text)), name))
    return starts(next(alike, ()))


def _filters(page: Page, element: Element) -> bool:
    """Return whether using *element* filters a list: a tab, an option, one of a row of which one is "All"."""
    near = [*page.section_names(element), *(" ".join(a.classes) for a in (element, *list(element.ancestors())[:4]))]
    filtering = word_list("page", "filter_words") | word_list("page", "filter_rows")
    if element.kind in {"tab", "option"} or any(w in filtering for n in near for w in words(n)):
        return True
    beside = [e for e in (element.parent.inside if element.parent is not None else []) if e.kind == element.kind]
    return len(beside) > 1 and any(words(e.name)[:1] == ("all",) for e in beside)


async def apply_filters(run: Run, steps: Sequence[FilterStep]) -> None:
    """Set controls that filter a list, apply them, and check the list. Raises Stuck."""
    before = await run.see()
    waiting: Element | None = None
    for step in steps:
        page = await run.see()
        now = page.by_ref.get(step.element.ref)
        if now is None:
            raise Stuck(f"{describe(step.element, before)} is gone.")
        if now.kind in FIELDS | TOGGLES:
            await set_field(run, now, step.value)
        else:
            await run.do(Click(now.ref))
        waiting = waiting if reacted(page, await run.settled()) else now

    def agrees(page: Page) -> bool | None:
        told = [_agrees(page, before, step) for step in steps]
        return False if False in told else None if None in told else True

    names = " and ".join(_stated(before, step) for step in steps)
    what = f"{names} {'was' if len(steps) == 1 else 'were'} set"
    await take_effect(run, before, waiting or steps[-1].element, what, agrees, acted=waiting is None)


def _stated(page: Page, step: FilterStep) -> str:
    label = page.label(step.element)
    on = step.value == "on" and step.element.kind not in FIELDS
    return f"“{label or step.element.name}”" if on or not label else f"“{label}” to “{step.value}”"


def _agrees(page: Page, before: Page, step: FilterStep) -> bool | None:
    """Return whether every record of the list is what *step* asks for; None where the records do not show it."""
    records = next((one.records for one in record_lists(page) if not one.apart), ())
    if step.condition is not None:
        told = [step.condition.holds(r) for r in records]
    else:
        label = words(before.label(step.element)) if step.element.kind in FIELDS else ()
        wanted = words(step.value if label else step.element.name or before.label(step.element))
        if records and all(_says(r.text, wanted) for r in records):
            return True
        told = [_field_says(r, label, wanted) for r in records]
    return None if None in told or not told else all(told)


def _field_says(record: Record, label: tuple[str, ...], wanted: tuple[str, ...]) -> bool | None:
    """Return whether a field of *record* that is called *label* says what is *wanted*; None without such a field."""
    fields = [f for f in record.fields if label and f.fits(label) >= _GOOD]
    return any(_says(f.text, wanted) for f in fields) if fields else None


def _says(text: str, wanted: tuple[str, ...]) -> bool:
    have = words(text)
    return bool(wanted) and has_all(have, wanted, SAME)


def shown_list(page: Page) -> tuple[str, ...]:
    """Return the texts of the records of the main list; the text of the page where it has none."""
    lists = [one for one in record_lists(page) if not one.apart]
    return tuple(r.text for r in lists[0].records) if lists else (page.elements[0].text,)


def reacted(was: Page, page: Page) -> bool:
    """Return whether the list, or the address, is another one than it was."""
    return page.snapshot.url != was.snapshot.url or shown_list(page) != shown_list(was)


def apply_button(page: Page, field: Element) -> Element | None:
    """Return the button that applies *field*: in the innermost box around it that has one; None without one."""
    applies = tuple(word_list("page", "applies"))
    for box in field.ancestors():
        named = [e for e in buttons_in(box, applies) if has_any(applies, words(e.name)[:1])]
        named = [e for e in named if page.record(e) in {None, e, page.record(field)} and _is_of(page, e, field)]
        if named:
            after = [e for e in named if e.index > field.index]
            return None if _saves(page, box) else (after or named)[0]
        if box.kind in {"form", "dialog"}:
            return None
    return None


def _is_of(page: Page, button: Element, field: Element) -> bool:
    """Return whether the fields nearest to *button* are those that *field* is one of."""
    fields = [f for f in page.fields if f.kind in FIELDS | TOGGLES]
    nearest = next((box for box in button.ancestors() if any(box.holds(f) for f in fields)), None)
    return nearest is not None and nearest.holds(field)


def _saves(page: Page, box: Element) -> bool:
    """Return whether the fields in *box* are for something that is stored, not for a list that is shown."""
    inside = [f for f in page.fields if box.holds(f)]
    return any(f.kind in _SAVED or (f.node.required and not f.node.value and f.kind in TYPED) for f in inside)


async def take_effect(run: Run, was: Page, used: Element, what: str, agrees: Agrees, *, acted: bool) -> None:
    """Apply what was set by *used*, where it has not *acted* by itself, and check the list. Raises Stuck.

    *was* is the page before. Nothing is applied yet where a later clause sends the form.
    """
    page = await run.see()
    field = page.by_ref.get(used.ref)
    if not acted and not run.sent_later and field is not None and field.kind in FIELDS | TOGGLES:
        button = apply_button(page, field)
        if button is not None:
            await run.click(button)
        elif field.kind in TYPED:
            await run.do(Press("Enter", field.ref))
    await run.watch(lambda page: reacted(was, page) or bool(agrees(page)))
    _check(run, was, await run.see(), what, agrees)


def _check(run: Run, was: Page, page: Page, what: str, agrees: Agrees) -> None:
    """Raise Stuck where the list is not what was asked for; note where that cannot be seen."""
    is_so = agrees(page)
    same = shown_list(page) == shown_list(was)
    if same and is_so is False:
        raise Stuck(f"The list did not change after {what}, and it is not as asked for.")
    if is_so is False:
        run.notices.append(f"The list changed after {what}, but not all of it is as asked for.")
    elif same and is_so is None and page.snapshot.url == was.snapshot.url:
        run.notices.append(f"The list did not change after {what}; the page does not show whether it applies.")
