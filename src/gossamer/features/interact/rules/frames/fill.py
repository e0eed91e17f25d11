"""Fill: give fields their values: type, choose, tick, untick, clear, set. Nothing is sent."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Check, Clear, Click
from gossamer.features.interact.rules.assignment import Assignment, assign, form_fields, selects_row, takes
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.fields import option_of, set_field
from gossamer.features.interact.rules.grounding import GOOD, Match, Target, ground
from gossamer.features.interact.rules.lexicon import phrases
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.records import labelled_facts
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, holds_words, name_similarity, words
from gossamer.features.interact.rules.targets import last_element, last_record, matches, only_pronouns

_ACTIONS: Final = frozenset({"fill", "set", "choose", "check", "uncheck", "clear", "create", "add", "accept", "drag"})
_TYPING: Final = frozenset({"fill", "set", "add"})
_CHOICES: Final = frozenset({"option", "radio", "checkbox", "switch", "tab", "menuitem", "button", "link", "treeitem"})
_CLOSE: Final = 0.62
_MOST: Final = 60


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for giving fields their values."""
    if command.action not in _ACTIONS or command.negated:
        return []
    found: list[Plan]
    match command.action:
        case "check" | "uncheck":
            found = [*_toggles(run, page, command), *_assigned(page, command), *_switch_buttons(page, command)]
        case "clear":
            found = _cleared(page, command)
        case "choose" if {"nothing", "none"} & set(command.object.norms):
            found = [Plan(0.9, starts(command.clause.tokens), _nothing, "nothing")]
        case "choose":
            found = [*_chosen(page, command), *_assigned(page, command), *_toggles(run, page, command)]
        case "accept":
            found = _toggles(run, page, command)
        case "drag":
            sliders = ground(page, Target(command.object), [f for f in page.fields if f.kind == "slider"])
            found = _one_value(page, command, sliders, command.chunk("to"))
        case _:
            found = [*_assigned(page, command), *_into(run, page, command), *_chosen(page, command)]
    return found


def _assigned(page: Page, command: Command) -> list[Plan]:
    """Return the plan for values that the clause gives to fields by their labels."""
    said = command.rest
    given = assign(page, said, form_fields(page))
    if not given and command.action in {"check", "choose"}:
        # "Check in on 12 April": the verb is a part of the label.
        said = command.clause
        given = assign(page, said, form_fields(page))
    if not given:
        return []
    explained = set(given.explained)
    explained |= {t.start for t in command.content if t.norm in {"form", "details", "everything"}}
    explained |= around(page, given, command)

    async def carry(run: Run) -> None:
        await fill_values(run, said, turn_off=command.action == "uncheck")

    # What is added or created has to be sent as well.
    score = 0.7 if command.action in {"create", "add"} else 0.95
    return [Plan(score, frozenset(explained), carry, "fill in")]


async def fill_values(run: Run, said: Phrase, *, turn_off: bool = False) -> None:
    """Give the form of the page the values that *said* has for it; *turn_off* turns its boxes off."""
    page = await run.see()
    given = assign(page, said, form_fields(page))
    for element, on, _ in given.toggles:
        await run.set_toggle(element, on=on and not turn_off)
    for element in given.choices:
        await run.click((await run.see()).same(element) or element)
    for value in given.values:
        await set_field(run, (await run.see()).same(value.element) or value.element, value.text)


async def _nothing(run: Run) -> None:
    await run.see()


def around(page: Page, given: Assignment, command: Command) -> set[int]:
    """Return where the words start that name the section, or the page, that the fields stand in."""
    texts = [
        t
        for v in given.values
        for t in (*page.section_names(v.element), *v.element.node.options, page.label(v.element))
    ]
    texts += [t for e, _, _ in given.toggles for t in (*page.section_names(e), page.label(e))]
    known = tuple(w for text in (*texts, *page.titles) for w in words(text))
    return {t.start for t, w in wanted_words(command.content) if best_match(w, known)}


def _into(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for "type X into Y", and for "type X" where there is one field, or one was used just now."""
    roles = ("into", "to", "on", "as", "for", "named") if command.action == "fill" else ("to", "as", "into")
    fields = [f for f in form_fields(page) if f.kind in FIELDS]
    places = [c.phrase for c in command.chunks if c.role in roles]
    grounded = [p for p in places if only_pronouns(p) or (p.all and p.plural) or ground(page, Target(p), fields)]
    if len(grounded) > 1:
        return []
    place = next(iter(grounded), next(iter(places), None))
    if command.action == "set":
        return _set_to(page, command)
    if command.action not in _TYPING or not command.object:
        return []
    if place is not None and not only_pronouns(place):
        typed = [f for f in fields if f.kind in TYPED]
        every = place.all and place.plural and not place.content
        found = [Match(f, 0.9, starts(place.tokens)) for f in typed] if every else ground(page, Target(place), fields)
        return _one_value(page, command, found, _up_to(command, place), every=every)
    return _without_place(run, page, command, place)


def _set_to(page: Page, command: Command) -> list[Plan]:
    """Return the plan for "set X to Y"."""
    goal = command.chunk("to", "as", "into", "at")
    if goal is None or (command.object.kinds[:1] == ("item",) and not command.object.content):
        return []
    return _one_value(page, command, ground(page, Target(command.object), form_fields(page)), goal)


def _without_place(run: Run, page: Page, command: Command, place: Phrase | None) -> list[Plan]:
    """Return the plan for "type X" without a field: the one that was used just now, or the only one."""
    value = command.object
    fields = form_fields(page)
    last = last_element(run, page)
    only = [f for f in fields if f.kind in TYPED and not f.node.readonly]
    chosen = last if last is not None and last.kind in TYPED else (only[0] if len(only) == 1 else None)
    types = words(command.verb)[:1] in {("type",), ("enter",), ("write",), ("input",), ("put",)}
    if not command.verb or chosen is None or not (value.quotes or place is not None or (len(only) == 1 and types)):
        return []
    whole = Phrase(command.rest.source, command.rest.tokens)
    return _one_value(page, command, [Match(chosen, 0.8, frozenset())], value if value.quotes or place else whole)


def _up_to(command: Command, place: Phrase) -> Phrase:
    """Return all of the clause before its place: a value may have markers in it."""
    chunk = next(c for c in command.chunks if c.phrase is place)
    first = chunk.marker[0].start
    return Phrase(command.rest.source, tuple(t for t in command.rest.tokens if t.start < first))


def _one_value(
    page: Page, command: Command, found: Sequence[Match], value: Phrase | None, *, every: bool = False
) -> list[Plan]:
    if not found or value is None or not value:
        return []
    element, text = found[0].element, _text_of(page, value)
    if text is None or not takes(page, element, text):
        return []
    explained = found[0].explained | starts(value.tokens)
    if command.action == "set":
        explained |= starts(t for t in command.object.tokens if t.start in found[0].explained)
    # "from 3 to 5": what it was before has to be so.
    was = command.chunk("from") if command.action == "set" else None
    if was is not None and holds_words(element.node.value or "", words(was.literal)):
        explained |= starts(was.tokens)

    async def carry(run: Run) -> None:
        for match in found if every else found[:1]:
            await set_field(run, (await run.see()).same(match.element) or match.element, text)

    score = 1.0 if every else min(found[0].score, 1.0)
    return [Plan(score, frozenset(explained), carry, f"set {page.label(element)}")]


def _text_of(page: Page, value: Phrase) -> str | None:
    """Return the text that a phrase gives: as written, in the letters it asks for, or what the page says of it."""
    for name, change in (("lower", str.lower), ("upper", str.upper)):
        for phrase in phrases("letter_case", name):
            if holds_words(value.raw, words(phrase)) and value.quotes:
                return change(value.quotes[0])
    match = re.fullmatch(
        r"(?:the )?(?:value|text|content)s? (?:of|for|in|from|under|shown for) (.+)", value.raw, re.IGNORECASE
    )
    if match is None or value.quotes:
        return value.value
    wanted = words(match[1])
    facts = [(name_similarity(" ".join(wanted), f.labels[0]), f.text) for f in labelled_facts(page) if f.labels]
    facts += [(name_similarity(" ".join(wanted), page.label(f)), f.node.value) for f in page.fields if f.node.value]
    best = max(facts, default=(0.0, ""))
    return best[1] if best[0] >= _CLOSE else None


def _chosen(page: Page, command: Command) -> list[Plan]:
    """Return plans for choosing options by their names: of one list that is named, or of all that are on the page."""
    place = command.chunk("from", "as", "for", "into", "under", "of") or command.chunk("to")
    means = command.chunk("with")
    if means is not None and means.kinds[:1] and means.kinds[0] in {"slider", "color", "date", "time", "spinner"}:
        found = ground(page, Target(means), form_fields(page))
        return _one_value(page, command, found, command.object)
    if command.object.plural and (series := _series(page, command)):
        return series
    wanted = [item for item in command.object.items() if item.content or item.quotes]
    plans: list[Plan] = []
    if place is not None and command.action == "set":
        fields = ground(page, Target(command.object), form_fields(page))
        plans += _option(page, fields, command.chunk("to", "as", "into"))
    elif place is not None:
        fields = ground(page, Target(place), [f for f in form_fields(page) if f.kind in FIELDS])
        plans += _option(page, fields, command.object)
        reversed_ = ground(page, Target(command.object), [f for f in form_fields(page) if f.kind in FIELDS])
        plans += _option(page, reversed_, command.chunk("as", "to"))
    plans += _in_any_list(page, command)
    if wanted and command.action == "choose":
        plans += _pressed_choices(page, command, wanted)
    return plans


def _series(page: Page, command: Command) -> list[Plan]:
    """Return the plan for a list of values for fields of one kind, in their order: "set the sliders to [1, 2, 3]"."""
    token = next((t for t in command.clause.tokens if t.kind == "list"), None)
    if token is None:
        return []
    values = [v.strip(" \"'") for v in token.text[1:-1].split(",")]
    fields = [f for f in form_fields(page) if f.kind in command.object.kinds]
    if len(fields) != len(values):
        return []

    async def carry(run: Run) -> None:
        for element, value in zip(fields, values, strict=True):
            await set_field(run, (await run.see()).same(element) or element, value)

    return [Plan(0.95, starts(command.clause.tokens), carry, "set each")]


def _option(page: Page, fields: Sequence[Match], value: Phrase | None) -> list[Plan]:
    if not fields or value is None or not value:
        return []
    element = fields[0].element
    if (element.node.options and not _has_option(element, value.literal)) or not takes(page, element, value.literal):
        return []

    async def carry(run: Run) -> None:
        await set_field(run, element, value.literal)

    return [Plan(fields[0].score, fields[0].explained | starts(value.tokens), carry, f"choose {value.literal}")]


def _has_option(element: Element, value: str) -> bool:
    try:
        return bool(option_of(element, value))
    except Stuck:
        return False


def _in_any_list(page: Page, command: Command) -> list[Plan]:
    """Return the plan for an option that one list of the page has: "choose the suite"."""
    found: list[tuple[float, Element, str]] = []
    for element in form_fields(page):
        for option in element.node.options:
            score = name_similarity(command.object.bare.raw, option)
            score = max(score, *(name_similarity(t.text, option) for t in command.object.content), 0.0)
            if score >= _CLOSE:
                found.append((score, element, option))
    best = max(found, default=None, key=lambda s: s[0])
    if best is None or sum(s[0] == best[0] for s in found) > 1:
        return []
    _, element, option = best
    around = (*words(option), *words(page.label(element)), *(w for n in page.section_names(element) for w in words(n)))
    explained = {t.start for t, w in wanted_words(command.content) if best_match(w, around)}

    async def carry(run: Run) -> None:
        await set_field(run, element, option)

    return [Plan(best[0] * 0.9, frozenset(explained), carry, f"choose {option}")]


def _pressed_choices(page: Page, command: Command, wanted: Sequence[Phrase]) -> list[Plan]:
    """Return the plan for choices that are pressed: radio buttons, boxes, options of a list that is open, swatches."""
    pool = [e for e in page.usable if e.kind in _CHOICES or not e.kind]
    found: list[Match] = []
    for item in wanted:
        matched = [m for m in ground(page, Target(item, command.chunks), pool) if m.score >= GOOD]
        if not matched:
            return []
        found.append(matched[0])
    explained = frozenset(s for m in found for s in m.explained)

    async def carry(run: Run) -> None:
        for match in found:
            await press_choice(run, match.element)

    return [Plan(min(m.score for m in found), explained, carry, "choose")]


async def press_choice(run: Run, element: Element) -> None:
    """Tick a box or a radio button, click any other choice."""
    if element.kind in TOGGLES:
        await run.set_toggle(element, on=True)
    else:
        await run.do(Click(element.ref))
    await run.settled()


def _toggles(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for ticking or unticking boxes: those that are named, all of them, or that of a record."""
    on = command.action != "uncheck"
    boxes = [e for e in page.fields if e.kind in TOGGLES and not e.node.disabled]
    if words(command.verb)[:1] not in _TICKING:
        # The box that selects a row is none that turns something on or off.
        boxes = [e for e in boxes if not selects_row(page, e)]
    boxes += [e for e in page.usable if e.kind == "option" and e.node.selected is not None]
    if command.action == "choose":
        boxes = [e for e in boxes if e.kind != "switch"]
    found, explained = _boxes_meant(run, page, command, boxes)
    if not found:
        return []

    async def carry(run: Run) -> None:
        for element in found[:_MOST]:
            now = (await run.see()).same(element) or element
            if now.kind == "option":
                await run.do(Click(now.ref))
            elif now.node.checked is on:
                await run.do(Check(now.ref, on=on))
            else:
                await run.set_toggle(now, on=on)

    return [Plan(0.95, explained, carry, "tick" if on else "untick")]


def _boxes_meant(run: Run, page: Page, command: Command, boxes: list[Element]) -> tuple[list[Element], frozenset[int]]:
    if only_pronouns(command.object) and not command.chunks and not command.object.all:
        record = last_record(run, page)
        inner = [b for b in boxes if record is not None and record.holds(b)] or (boxes if len(boxes) == 1 else [])
        return inner[:1], frozenset()
    if command.object.all and not [t for t in command.object.content if t.norm not in _BOX_WORDS]:
        return boxes, starts(command.object.tokens)
    return _boxes_named(page, command, boxes)


_TICKING: Final = {(w,) for w in ("check", "tick", "uncheck", "untick", "select", "deselect", "unselect", "toggle")} | {
    ("choose",),
    ("pick",),
}
_BOX_WORDS: Final = frozenset({"checkbox", "checkboxes", "boxes", "box", "options", "rows"})


def _boxes_named(page: Page, command: Command, boxes: Sequence[Element]) -> tuple[list[Element], frozenset[int]]:
    found: list[Element] = []
    explained: set[int] = set()
    for item in command.object.items():
        if not item.content and not item.quotes:
            continue
        matched = ground(page, Target(item, command.chunks), boxes)
        if not matched:
            return [], frozenset()
        same = [m for m in matched if len(m.explained) == len(matched[0].explained)]
        found += [m.element for m in same] if command.object.plural else [matched[0].element]
        explained |= matched[0].explained
    return list(dict.fromkeys(found)), frozenset(explained)


def _switch_buttons(page: Page, command: Command) -> list[Plan]:
    """Return the plan for a button that is pressed in to turn something on."""
    on = command.action != "uncheck"
    buttons = [e for e in page.usable if e.node.pressed is not None]
    found = matches(page, command, buttons) if buttons else []
    if not found:
        return []
    element = found[0].element

    async def carry(run: Run) -> None:
        if element.node.pressed is not on:
            await run.do(Click(element.ref))
            await run.settled()

    return [Plan(found[0].score, found[0].explained, carry, f"switch {element.name}")]


def _cleared(page: Page, command: Command) -> list[Plan]:
    fields = [f for f in form_fields(page) if f.kind in TYPED]
    found = matches(page, command, fields)
    controls = [
        e
        for e in page.usable
        if e.kind in {"button", "link"}
        and words(e.name)[:1]
        and best_match(words(e.name)[0], ("clear", "reset", "empty"))
    ]
    named = (
        matches(page, command, controls)
        if command.object.content
        else [Match(c, 0.9, frozenset()) for c in controls[:1]]
    )
    if named and (not found or len(named[0].explained) >= len(found[0].explained)):
        button = named[0].element

        async def press(run: Run) -> None:
            await run.click(button)

        return [Plan(named[0].score, named[0].explained, press, f"click {button.name}")]
    if not found and len(fields) == 1 and not command.object.content:
        found = [Match(fields[0], 0.8, frozenset())]
    if not found:
        return []
    element = found[0].element

    async def carry(run: Run) -> None:
        await run.do(Clear(element.ref))

    return [Plan(found[0].score, found[0].explained, carry, f"clear {page.label(element)}")]
