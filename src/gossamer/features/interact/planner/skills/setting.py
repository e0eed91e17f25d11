"""Giving a field its value, whatever kind of field it is, and seeing to it that it has it."""

import re
from collections.abc import Callable
from typing import Final

from gossamer.core.interaction import Check, Clear, Click, Press, Select, SetValue, Type, WaitFor
from gossamer.features.interact.planner.grounding.likeness import folded, likeness
from gossamer.features.interact.planner.language.tokens import Clock, Day, read_clock, read_day, tokens
from gossamer.features.interact.planner.page.colors import NAMED
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import NotUnderstood, Run, Stuck
from gossamer.features.interact.planner.skills.calendars import calendar_of, choose_day
from gossamer.features.interact.planner.skills.popups import choose_from_popup
from gossamer.features.interact.planner.skills.submitting import clear_the_way
from gossamer.features.interact.planner.wordsets import word_set

_PATIENCE: Final = 6
_OFF: Final = word_set("off no false unchecked unselected deselected disabled unticked inactive 0 cleared empty")


async def set_field(run: Run, field: Element, value: str) -> None:
    """Give *field* this value, read in the way of its kind. Raises Stuck when it does not take it."""
    require_within(field, value)
    match field.kind:
        case "select" | "listbox":
            await _select(run, field, value)
        case "checkbox" | "radio" | "switch":
            await run.do(Check(field.ref, on=folded(value) not in _OFF))
        case "slider":
            await slide(run, field, value)
        case "spinner":
            await _spin(run, field, value)
        case "date":
            await _date(run, field, value)
        case "time":
            said = next((t for t in tokens(value) if t.kind == "time"), None)
            clock = read_clock(said.text if said else value)
            await run.do(SetValue(field.ref, clock.iso() if clock else value))
        case "color":
            await _color(run, field, value)
        case "combobox":
            await choose_from_popup(run, field, value)
        case _:
            await _text(run, field, value)
    # Calendars and sliders take a value without showing it in any step.
    run.evidence.give(value)


def require_within(field: Element, value: str) -> None:
    """Raise NotUnderstood, before anything is done, when a field says that it does not take so much or so little."""
    if field.kind not in {"spinner", "slider"}:
        return
    found = re.search(r"-?\d+(?:\.\d+)?", value)
    least, most = (_bound(field, name) for name in ("min", "max"))
    if found is None or (least is None and most is None):
        return
    number = float(found.group())
    if (least is not None and number < least) or (most is not None and number > most):
        takes = f"from {least:g} to {most:g}" if least is not None and most is not None else (
            f"from {least:g} on" if least is not None else f"up to {most:g}"
        )  # fmt: skip
        raise NotUnderstood(f"“{field.name}” takes numbers {takes}, and {found.group()} is none of them.", (value,))


def _bound(field: Element, name: str) -> float | None:
    told = field.node.attributes.get(name) or field.node.attributes.get(f"aria-value{name}", "")
    return float(told) if re.fullmatch(r"-?\d{1,15}(?:\.\d{1,15})?", told) else None


async def _text(run: Run, field: Element, value: str) -> None:
    day = read_day(value)
    if field.node.readonly or (day is not None and _opens_calendar(field)):
        if day is None:
            raise Stuck(f'The field "{field.name}" cannot be typed into.')
        await _from_calendar(run, field, day)
        return
    await type_into(run, field, value)


async def type_into(run: Run, field: Element, value: str, *, clear: bool = True) -> None:
    """Type *value* and take it from a list of suggestions when one of them is it."""
    before = {e.ref for e in (await run.see()).elements}
    try:
        await run.do(Type(field.ref, value, clear=clear))
    except Stuck:
        if not await clear_the_way(run):
            raise
        await run.do(Type(field.ref, value, clear=clear))
    if suggests(field):
        found = await suggestions(run, before)
        chosen = best_suggestion(found, value)
        if chosen is not None:
            await run.do(Click(chosen.ref))
    page = await run.see()
    now = page.by_ref.get(field.ref)
    if now is not None and now.node.value == "" and value and await clear_the_way(run):
        # A dialog that popped up took the keys.
        await run.do(Type(field.ref, value, clear=clear))


def best_suggestion(found: list[Element], value: str) -> Element | None:
    """Return the suggestion that is *value*, else the first that has it as words, as letters, or at all."""
    tests: tuple[Callable[[str], bool], ...] = (
        lambda text: folded(text) == folded(value),
        lambda text: re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None,
        lambda text: re.search(rf"(?<!\w){re.escape(folded(value))}(?!\w)", folded(text)) is not None,
        lambda text: folded(text).startswith(folded(value)),
        lambda text: folded(value) in folded(text),
    )
    for test in tests:
        chosen = next((e for e in found if test(e.text)), None)
        if chosen is not None:
            return chosen
    return None


def suggests(field: Element) -> bool:
    """Return whether the field looks as if it offers suggestions."""
    attributes = field.node.attributes
    return bool(
        attributes.get("aria-autocomplete")
        or attributes.get("list")
        or "autocomplete" in field.classes
        or "typeahead" in field.classes
        or field.node.role == "combobox"
        or "complete" in field.classes
    )


async def suggestions(run: Run, before: set[str]) -> list[Element]:
    """Return what the page offers that was not there *before*; waits for it a little."""
    for _ in range(_PATIENCE):
        page = await run.look()
        found = [
            e
            for e in page.elements
            if e.node.role != "text"
            and e.ref not in before
            and e.text
            and e.seen
            and (e.kind in {"option", "menuitem", "item", "link"} or e.node.tag == "li")
        ]
        found = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
        if found:
            return found
        await run.do(WaitFor(seconds=0.3))
    return []


def _opens_calendar(field: Element) -> bool:
    return field.kind == "date" or bool(field.classes & {"datepicker", "calendar", "hasdatepicker"})


async def _date(run: Run, field: Element, value: str) -> None:
    said = next((t for t in tokens(value) if t.kind == "date"), None)
    day = read_day(said.text if said else value)
    if day is None:
        await type_into(run, field, value)
        return
    if field.node.attributes.get("type") == "date":
        await run.do(SetValue(field.ref, day.iso(_year_of(field))))
        return
    await _from_calendar(run, field, day)


def _year_of(field: Element) -> int:
    found = re.search(r"\d{4}", field.node.value or "")
    return int(found.group()) if found else 2000


async def _from_calendar(run: Run, field: Element, day: Day) -> None:
    if calendar_of(await run.see()) is None:
        await run.do(Click(field.ref))
    if calendar_of(await run.look()) is not None:
        await choose_day(run, day)
        return
    button = _calendar_button(await run.see(), field)
    if button is not None:
        await run.do(Click(button.ref))
        if calendar_of(await run.look()) is not None:
            await choose_day(run, day)
            return
    if field.node.readonly:
        raise Stuck("The date field cannot be typed into, and it opens no calendar.")
    await run.do(Type(field.ref, _written(field, day)))


def _calendar_button(page: PageModel, field: Element) -> Element | None:
    return next(
        (
            e
            for e in page.actionable
            if e.classes & {"calendar", "datepicker"}
            and e.kind in {"button", "image", "icon", "link"}
            and page.common(e, field).depth >= field.depth - 2
        ),
        None,
    )


def _written(field: Element, day: Day) -> str:
    year = day.year or _year_of(field)
    hint = (field.node.attributes.get("placeholder", "") + field.node.described).casefold()
    if "yyyy-mm-dd" in hint:
        return day.iso(year)
    if "dd/mm" in hint:
        return f"{day.day:02d}/{day.month:02d}/{year}"
    return f"{day.month:02d}/{day.day:02d}/{year}"


async def _select(run: Run, field: Element, value: str) -> None:
    labels = [o for o in field.node.options if o.strip() == value.strip()] or [
        o for o in field.node.options if folded(o) == folded(value)
    ]
    if not labels:
        ranked = sorted(((likeness(value, o), -i, o) for i, o in enumerate(field.node.options)), reverse=True)
        labels = [ranked[0][2]] if ranked and ranked[0][0] >= 60 else []  # noqa: PLR2004
    if not labels:
        raise Stuck(f'The list has no option "{value}".', field.node.options[:8])
    await run.do(Select(field.ref, (labels[0],)))


async def _spin(run: Run, field: Element, value: str) -> None:
    number = re.search(r"-?\d+(?:\.\d+)?", value)
    try:
        await run.do(SetValue(field.ref, number.group() if number else value))
    except Stuck:
        await run.do(Type(field.ref, number.group() if number else value))


async def _color(run: Run, field: Element, value: str) -> None:
    said = next((t.norm for t in tokens(value) if t.norm in NAMED), folded(value))
    text = NAMED.get(said, value)
    if not re.fullmatch(r"#?[0-9a-fA-F]{3,8}", text):
        raise Stuck(f'"{value}" is no colour that is known.')
    if field.node.attributes.get("type") == "color":
        await run.do(SetValue(field.ref, text))
        return
    holds = field.node.value or ""
    await run.do(Type(field.ref, text if holds.startswith("#") else text.removeprefix("#")))
    await run.do(Press("Tab", field.ref))


async def slide(run: Run, field: Element, value: str) -> None:
    """Move a slider to the value: as a field of HTML, else with keys, watching the number that it shows."""
    found = re.search(r"-?\d+(?:\.\d+)?", value)
    if found is None:
        raise Stuck(f'A slider takes a number, and "{value}" is none.')
    wanted = float(found.group())
    if field.node.tag == "input":
        await run.do(SetValue(field.ref, found.group()))
        return
    handle = handle_of(field).ref
    now = await _standing(run, field)
    step = 0.0
    for _ in range(_PATIENCE):
        if now == wanted:
            return
        if now is None:
            break
        distance = round((wanted - now) / step) if step else 1
        await run.do(Press("ArrowRight" if distance > 0 else "ArrowLeft", handle, times=max(1, abs(distance))))
        before, now = now, await _standing(run, field)
        if not step and now is not None and before == now:
            # It stands at its end: the step is measured the other way.
            await run.do(Press("ArrowLeft", handle))
            now = await _standing(run, field)
            step = before - now if now is not None else 0.0
        elif not step and now is not None:
            step = now - before
    raise Stuck(f"The slider could not be moved to {found.group()}.")


async def _standing(run: Run, field: Element) -> float | None:
    page = await run.look()
    return shown_value(page, page.by_ref.get(field.ref, field))


def handle_of(field: Element) -> Element:
    """Return the part of a slider that takes keys."""
    return next((e for e in field.walk() if {"handle", "thumb"} & e.classes and e.node.role != "text"), field)


def shown_value(page: PageModel, field: Element) -> float | None:
    """Return the number a slider stands at: its own value, else the number shown next behind it, or before it."""
    if field.node.value and re.fullmatch(r"-?\d+(?:\.\d+)?", field.node.value.strip()):
        return float(field.node.value)
    numbers = [e for e in page.texts if re.fullmatch(r"-?\d+(?:\.\d+)?", e.text)]
    after = [e for e in numbers if e.index > field.index]
    chosen = after[0] if after else (numbers[-1] if numbers else None)
    return float(chosen.text) if chosen else None


async def clear_field(run: Run, field: Element) -> None:
    """Empty a field, or take back a choice."""
    if field.kind in {"checkbox", "switch"}:
        await run.do(Check(field.ref, on=False))
    else:
        await run.do(Clear(field.ref))


def reads_as(value: str) -> Day | Clock | None:
    """Return the date or time that the text is, if it is one."""
    return read_day(value) or (read_clock(value) if re.search(r"[:apAP]", value) else None)
