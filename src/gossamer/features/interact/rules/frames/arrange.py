"""Arrange: sort a list, or filter it, with the controls that the page has for that."""

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from gossamer.core.interaction import Click, Press, Select
from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command, Phrase, names_something, wanted_words
from gossamer.features.interact.rules.controls import buttons_in
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.fields import set_field
from gossamer.features.interact.rules.grounding import describe
from gossamer.features.interact.rules.lexicon import phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.query import Condition, conditions_in
from gossamer.features.interact.rules.records import RecordField, record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import (
    SAME,
    best_match,
    folded,
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
# A header is clicked once for each direction, and once more where the first click only chose it.
_MOST_CLICKS: Final = 3
_ORDERING: Final = frozenset({"button", "link", "radio", "tab", "menuitem", "option"})
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
        """Return the match of a control's name with this order."""
        have = words(name)
        if not have:
            return 0.0
        stated_direction, _ = _direction(name)
        arrow = (
            "ascending" if re.search(r"[↑▲]", name) else "descending" if re.search(r"[↓▼]", name) else stated_direction
        )
        if self.direction and arrow and arrow != self.direction:
            return 0.0
        matched = [best_match(w, (*have, *_infer_field(name))) for w in self.key]
        field = sum(matched) / len(matched) if matched else 0.5
        return field * (1.0 if arrow == self.direction or not self.direction else 0.75)


def _direction(stated_words: str) -> tuple[str, set[str]]:
    """Return "ascending", "descending" or "", and the words that say it."""
    for direction in ("ascending", "descending"):
        for phrase in phrases("page", direction):
            if holds_words(stated_words, words(phrase)):
                return direction, set(words(phrase))
    return "", set()


def _infer_field(stated_words: str) -> tuple[str, ...]:
    """Return the field that a direction speaks of: "cheapest first" is the price."""
    named = (pair.split(":") for pair in phrases("reading", "implied_field"))
    return next(((field,) for part, field in named if part in stated_words.casefold()), ())


def _sort(page: Page, command: Command) -> list[Plan]:
    """Return the plan for the control whose name is the wanted order, or that opens a menu of orders."""
    direction, by_direction = _direction(command.rest.raw)
    pairs = list(wanted_words(command.content))
    known_starts = {t.start for t, w in pairs if w in by_direction | _collect_nouns(page)}
    key_pairs = [(t, w) for t, w in pairs if t.start not in known_starts]
    order = _Order(tuple(w for _, w in key_pairs) or _infer_field(command.rest.raw), direction)
    best_choice = _best_choice(page, order, page.usable) or _menu_of_orders(page)
    if best_choice is None:
        return []
    explained = known_starts | {
        t.start for t, w in key_pairs if w in order.key or best_match(w, words(best_choice.name))
    }

    async def carry(run: Run) -> None:
        before = await run.see()
        chosen: _Choice | None = best_choice
        if best_choice.is_menu:
            page = await run.click(best_choice.element)
            chosen = _best_choice(page, order, page.fresh(before, page.usable))
        if chosen is None:
            raise Stuck("The list has no such order.")
        await _choose(run, chosen, order)
        acted = has_reacted(before, await run.settled())
        agrees = partial(_is_ordered, order=order, name=chosen.name)
        await take_effect(run, before, chosen.element, f"“{chosen.name}” was chosen", agrees=agrees, acted=acted)

    return [Plan(0.95, frozenset(explained), carry)]


@dataclass(frozen=True)
class _Choice:
    """An order that the page offers, by a control, or by an *option* of a list; or the menu that has the orders."""

    element: Element
    name: str
    option: str = ""
    is_menu: bool = False


def _best_choice(page: Page, order: _Order, pool: Sequence[Element]) -> _Choice | None:
    """Return the best of *pool* for *order*: an option, a button, an entry of a menu, the header of a column."""
    options = [_Choice(e, option, option) for e in pool if e.kind == "select" for option in e.node.options]
    headers = [_Choice(e, _without_arrows(e.text)) for e in page.elements if _is_header(e)]
    scored = [(order.score(choice.name), choice) for choice in (*options, *headers, *_buttons_of_order(page, pool))]
    score, best = max(scored, key=lambda s: s[0], default=(0.0, None))
    return best if score >= _GOOD else None


def _buttons_of_order(page: Page, pool: Sequence[Element]) -> list[_Choice]:
    """Return the buttons of *pool* that may choose an order: those that speak of it, where some do."""
    named = [e for e in pool if e.kind in _ORDERING and e.seen and len(e.name) < _LONG]
    near = [e for e in named if _speaks_of_order(page, e)]
    return [_Choice(e, e.name or page.label(e)) for e in near or named]


def _speaks_of_order(page: Page, element: Element) -> bool:
    names = (*page.section_names(element), element.name)
    return any(w in word_list("page", "sort_words") for n in names for w in words(n))


def _menu_of_orders(page: Page) -> _Choice | None:
    """Return the opener of a list of orders: "Sort by"."""
    sorting = word_list("page", "sort_words")
    menus = (e for e in page.usable if e.kind == "combobox" or e.node.expanded is False)
    return next((_Choice(e, "", is_menu=True) for e in menus if sorting & {*words(page.label(e))}), None)


async def _choose(run: Run, chosen: _Choice, order: _Order) -> None:
    """Use a control until the list is in order; a header may have to be clicked again for the other direction."""
    if chosen.option:
        if folded(chosen.element.node.value or "") != folded(chosen.option):
            await run.do(Select(chosen.element.ref, (chosen.option,)))
        return
    for _ in range(_MOST_CLICKS if _is_header(chosen.element) else 1):
        element = await run.find(chosen.element)
        inner = (e for e in element.walk() if e.usable and e.kind in {"button", "link"})
        page = await run.click(next(inner, element))
        if _is_ordered(page, order, chosen.name) is not False:
            return


def _collect_nouns(page: Page) -> set[str]:
    """Return the words for what is sorted: the names of the page's main list, and any noun for its entries."""
    lists = record_lists(page)[:1]
    names = {w for n in (*(n for record_list in lists for n in record_list.names), *page.titles) for w in words(n)}
    labels = {w for record_list in lists for w in record_list.labels()}
    return (names - labels) | word_list("page", "sorted_nouns")


def _is_header(element: Element) -> bool:
    return (element.node.tag == "th" or element.node.role == "columnheader") and element.seen and bool(element.text)


def _without_arrows(text: str) -> str:
    return _ARROWS.sub("", text).strip()


def _is_ordered(page: Page, order: _Order, name: str) -> bool | None:
    """Return whether the list is in order: as the header *name* says, else by its dates, numbers or letters.

    None where the page does not show it.
    """
    headers = (h for h in page.elements if _is_header(h) and _without_arrows(h.text) == name)
    sort_directions = {h.node.attributes.get("aria-sort") for h in headers} & {"ascending", "descending"}
    if sort_directions:
        return (order.direction or "ascending") in sort_directions
    columns = (
        [f for r in record_list.records if (f := r.field(order.key)) is not None] for record_list in record_lists(page)
    )
    cells = next(filter(None, columns), []) if order.key and order.direction else []
    return _are_in_order(cells, order.direction) if cells else None


def _are_in_order(cells: Sequence[RecordField], direction: str) -> bool:
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

    noun_words = _collect_nouns(page) | word_list("page", "filter_nouns")
    nouns = {t.start for t, w in wanted_words(command.content) if w in noun_words}
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
        control = find_field(page, condition)
        if control is not None:
            steps.append(FilterStep(control, condition.value, condition))
            explained |= {t.start for t in condition.tokens}
            rest = rest.without(condition.tokens)
    # Free text is typed into a field for a filter only where the prompt says "filter".
    typed = command.verb.startswith("filter")
    lists = {"select", "listbox", "combobox", "spinner", "slider"}
    assignment = assign(page, rest, [f for f in form_fields(page) if f.kind in FIELDS and (typed or f.kind in lists)])
    for value in (
        v for v in assignment.values if v.element.kind in FIELDS and (not strict or in_filters(page, v.element))
    ):
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


def find_field(page: Page, condition: Condition) -> Element | None:
    """Return the field for the highest or the lowest value that is wanted: "Maximum price"."""
    if condition.op not in {"<", "<=", ">", ">="}:
        return None
    bound_words = word_list("page", "upper_bound" if "<" in condition.op else "lower_bound")
    for field in form_fields(page):
        stated_words = (*words(page.label(field)), *words(field.node.attributes.get("placeholder", "")), *field.classes)
        of_kind = field.kind == "date" if condition.is_date else field.kind not in {"select", "date", "time"}
        if field.kind in FIELDS and of_kind and any(w in stated_words for w in bound_words):
            return field
    return None


def _facets(page: Page, rest: Phrase) -> list[tuple[Element, AbstractSet[int]]]:
    """Return boxes, options that are pressed, and links of filters that the words name, each with its words."""
    boxes = [f for f in page.fields if f.kind in TOGGLES]
    kinds = {"tab", "option", "button", "link"}
    pool = boxes + [e for e in page.usable if e.kind in kinds and len(e.name) < _LONG and _filters(page, e)]
    unused_tokens = [t for t in rest.tokens if names_something(t)]
    facets: list[tuple[Element, AbstractSet[int]]] = []
    for element in pool:
        if token_starts := _span_of(
            unused_tokens, words(re.sub(r"\(?\d+\)?$", "", element.name or page.label(element)))
        ):
            facets.append((element, token_starts))
            unused_tokens = [t for t in unused_tokens if t.start not in token_starts]
    return [*facets, *_boxes_for(page, boxes, unused_tokens)]


def _boxes_for(
    page: Page, boxes: Sequence[Element], unused_tokens: Sequence[Token]
) -> Iterator[tuple[Element, AbstractSet[int]]]:
    """Yield the only box that a word is of: "automatic" for "Automatic gearbox only"."""
    for token in unused_tokens:
        near = [e for e in boxes if has_word(words(page.label(e)), token.norm, SAME)]
        if len(near) == 1:
            yield near[0], {token.start}


def _span_of(tokens: Sequence[Token], name: tuple[str, ...]) -> frozenset[int]:
    """Return the starts of the tokens that are *name*; the empty set without any."""
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
        waiting = waiting if has_reacted(page, await run.settled()) else now

    names = " and ".join(_describe_filter(before, step) for step in steps)
    what = f"{names} {'was' if len(steps) == 1 else 'were'} set"

    await take_effect(run, before, waiting or steps[-1].element, what, acted=waiting is None)


def _describe_filter(page: Page, step: FilterStep) -> str:
    label = page.label(step.element)
    on = step.value == "on" and step.element.kind not in FIELDS
    return f"“{label or step.element.name}”" if on or not label else f"“{label}” to “{step.value}”"


def read_main_list(page: Page) -> tuple[str, ...]:
    """Return the texts of the records of the main list; the text of the page where it has none."""
    lists = [record_list for record_list in record_lists(page) if not record_list.apart]
    return tuple(r.text for r in lists[0].records) if lists else (page.elements[0].text,)


def has_reacted(was: Page, page: Page) -> bool:
    """Return whether the list, or the address, is another one than it was."""
    return page.snapshot.url != was.snapshot.url or read_main_list(page) != read_main_list(was)


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


async def take_effect(
    run: Run, was: Page, used: Element, what: str, *, agrees: Agrees = lambda _: None, acted: bool
) -> None:
    """Apply what was set by *used*, where it has not *acted* by itself. Raises Stuck where the list is as before.

    *was* is the page before. Nothing is applied yet where a later clause sends the form. A list that *agrees* with what
    was asked for may be as it was.
    """
    if run.sent_later and not acted:
        return
    page = await run.see()
    field = page.by_ref.get(used.ref)
    if not acted and field is not None and field.kind in FIELDS | TOGGLES:
        button = apply_button(page, field)
        if button is not None and set(words(button.name)) <= run.upcoming:
            # "Then show the cars" uses the button itself.
            return
        if button is not None:
            await run.click(button)
        elif field.kind in TYPED:
            await run.do(Press("Enter", field.ref))
    page = await run.watch(lambda page: has_reacted(was, page) or bool(agrees(page))) or await run.see()
    if not has_reacted(was, page) and not agrees(page):
        raise Stuck(f"The list did not change after {what}.")
    if agrees(page) is False:
        run.notices.append(f"The list changed after {what}, but not all of it is as asked for.")
