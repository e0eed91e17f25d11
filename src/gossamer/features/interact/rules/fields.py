"""Fields: giving a field its value, whatever kind of field it is, and checking that it has it."""

import re
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Final

from gossamer.core.interaction import Click, Press, Select, SetValue, Type
from gossamer.features.interact.rules.calendars import calendar_of, choose_day
from gossamer.features.interact.rules.covers import clear_cover
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import colors, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, holds_words, name_similarity, words
from gossamer.features.interact.rules.tokens import read_clock, read_day, tokens

_PATIENCE: Final = 6
_CLOSE: Final = 0.62
_MOST_NAMED: Final = 8
_DEFAULT_YEAR: Final = 2000
_OFFERED: Final = frozenset({"option", "menuitem", "treeitem", "radio"})


async def set_field(run: Run, field: Element, value: str) -> None:
    """Give *field* this *value*. Raises Stuck, with what it takes, when it does not take it."""
    require_within(field, value)
    if field.node.options and field.kind in {"select", "listbox"}:
        await _select(run, field, value)
    else:
        pressed = field.kind not in FIELDS and not field.node.editable
        await _SETTING.get(field.kind, _press if pressed else _text)(run, field, value)


def _is_on(value: str) -> bool:
    return folded(value) not in word_list("page", "off")


async def _toggle(run: Run, field: Element, value: str) -> None:
    await run.set_toggle(field, on=_is_on(value))


async def _press(run: Run, field: Element, value: str) -> None:
    if field.node.pressed is None or field.node.pressed is not _is_on(value):
        await run.click(field)


async def _time(run: Run, field: Element, value: str) -> None:
    clock = read_clock(next((t.text for t in tokens(value) if t.kind == "time"), value))
    await run.do(SetValue(field.ref, clock.iso() if clock else value))


def require_within(field: Element, value: str) -> None:
    """Raise Stuck, before anything is done, when a number is beyond the bounds of *field*."""
    found = re.search(r"-?\d+(?:\.\d+)?", value)
    if field.kind not in {"spinner", "slider"} or found is None:
        return
    number, least, most = float(found.group()), _bound(field, "min"), _bound(field, "max")
    if (least is not None and number < least) or (most is not None and number > most):
        low = f"at least {least:g}" if least is not None else ""
        high = f"at most {most:g}" if most is not None else ""
        raise Stuck(f"“{field.name}” must be {' and '.join(p for p in (low, high) if p)}.", left=(value,))


def _bound(field: Element, name: str) -> float | None:
    stated = field.node.attributes.get(name) or field.node.attributes.get(f"aria-value{name}", "")
    return float(stated) if re.fullmatch(r"-?\d{1,15}(?:\.\d{1,15})?", stated) else None


def option_of(field: Element, value: str) -> str | None:
    """Return the label of the option of *field* that *value* means; None where it has none, or several."""
    options = field.node.options
    same = [o for o in options if o.strip() == value.strip()] or [o for o in options if folded(o) == folded(value)]
    if same:
        return same[0]
    scored = sorted(((name_similarity(value, o), holds_words(o, words(value)), o) for o in options), reverse=True)
    if scored and (scored[0][0] >= _CLOSE or scored[0][1]):
        return scored[0][2]
    holding = [o for o in options if holds_words(o, words(value))]
    return holding[0] if len(holding) == 1 else None


async def _select(run: Run, field: Element, value: str) -> None:
    option = option_of(field, value)
    if option is None:
        raise Stuck(f'“{field.name}” has no option "{value}".', field.node.options[:_MOST_NAMED], (value,))
    await run.do(Select(field.ref, (option,)))


async def choose_from_popup(run: Run, field: Element, value: str) -> None:
    """Open the list of *field* and choose *value* there. Raises Stuck with what it offers."""
    before = await run.see()
    if field.node.expanded is not True:
        await run.do(Click(field.ref))
    page = await run.look()
    offered = _offered(before, page, field)
    ranked = sorted(((name_similarity(value, e.name or e.text), -e.index, e) for e in offered), reverse=True, key=_head)
    if not ranked or ranked[0][0] < _CLOSE:
        await run.do(Press("Escape"))
        named = tuple(e.name or e.text for e in offered)[:_MOST_NAMED]
        raise Stuck(f'“{field.name or page.label(field)}” has no option "{value}".', named, (value,))
    await run.do(Click(ranked[0][2].ref))


def _head(scored: tuple[float, int, Element]) -> tuple[float, int]:
    return scored[0], scored[1]


def _offered(before: Page, page: Page, field: Element) -> list[Element]:
    """Return the choices that came up when *field* was used, or those inside it."""
    usable = [e for e in page.elements if not e.is_text and e.kind in _OFFERED and e.seen and not e.node.disabled]
    was_seen = {e.ref for e in before.elements if e.seen}
    fresh = [e for e in usable if e.ref not in was_seen]
    if not fresh:
        now = page.by_ref.get(field.ref)
        fresh = [e for e in usable if now is not None and now.holds(e)]
    if not fresh:
        fresh = [e for e in page.usable if e.ref not in was_seen and e.text]
    return [e for e in fresh if not any(o is not e and e.holds(o) for o in fresh)]


async def _text(run: Run, field: Element, value: str) -> None:
    day = read_day(value)
    opens_calendar = bool(field.classes & {"datepicker", "calendar", "hasdatepicker"})
    if field.node.readonly and day is None:
        raise Stuck(f'The field "{field.name}" cannot be typed into.')
    if day is not None and (field.node.readonly or opens_calendar):
        await _from_calendar(run, field, value)
        return
    await type_into(run, field, value)


async def type_into(run: Run, field: Element, value: str, *, clear: bool = True) -> None:
    """Type *value*, and take the suggestion that is it where the field offers some."""
    before = {e.ref for e in (await run.see()).elements}
    try:
        await run.do(Type(field.ref, value, clear=clear))
    except Stuck:
        # Something that popped up took the keys.
        if not await clear_cover(run):
            raise
        await run.do(Type(field.ref, value, clear=clear))
    if _suggests(field):
        chosen = _best_suggestion(await _suggestions(run, before), value)
        if chosen is not None:
            await run.do(Click(chosen.ref))


def _suggests(field: Element) -> bool:
    attributes = field.node.attributes
    stated = attributes.get("aria-autocomplete") or attributes.get("list") or field.node.role == "combobox"
    return bool(stated or field.classes & {"autocomplete", "typeahead", "complete"})


def _best_suggestion(found: list[Element], value: str) -> Element | None:
    tests: tuple[Callable[[str], bool], ...] = (
        lambda text: folded(text) == folded(value),
        lambda text: re.search(rf"(?<!\w){re.escape(folded(value))}(?!\w)", folded(text)) is not None,
        lambda text: folded(text).startswith(folded(value)),
        lambda text: folded(value) in folded(text),
    )
    return next((e for test in tests for e in found if test(e.text)), None)


async def _suggestions(run: Run, before: set[str]) -> list[Element]:
    """Return what the page offers that was not there *before*; waits for it a little."""
    for _ in range(_PATIENCE):
        page = await run.look()
        fresh = [e for e in page.elements if not e.is_text and e.ref not in before and e.text and e.seen]
        found = [e for e in fresh if e.kind in {"option", "menuitem", "item", "link"} or e.node.tag == "li"]
        if found:
            return [e for e in found if not any(o is not e and e.holds(o) for o in found)]
        await run.wait(0.3)
    return []


async def _date(run: Run, field: Element, value: str) -> None:
    day = read_day(next((t.text for t in tokens(value) if t.kind == "date"), value))
    if day is None:
        await type_into(run, field, value)
    elif field.node.attributes.get("type") == "date":
        await run.do(SetValue(field.ref, day.iso(_year_of(field))))
    else:
        await _from_calendar(run, field, value)


def _year_of(field: Element) -> int:
    found = re.search(r"\d{4}", field.node.value or "")
    return int(found.group()) if found else _DEFAULT_YEAR


async def _from_calendar(run: Run, field: Element, value: str) -> None:
    day = read_day(next((t.text for t in tokens(value) if t.kind == "date"), value))
    if day is None:
        raise Stuck(f'"{value}" is not a date.', left=(value,))
    for opener in (None, field, _calendar_button(await run.see(), field)):
        if opener is not None:
            await run.do(Click(opener.ref))
            await run.look()
        if calendar_of(await run.see()) is not None:
            await choose_day(run, day)
            return
    if field.node.readonly:
        raise Stuck("The date field cannot be typed into, and it opens no calendar.")
    hint = (field.node.attributes.get("placeholder", "") + field.node.described).casefold()
    year = day.year or _year_of(field)
    written = f"{day.month:02d}/{day.day:02d}/{year}"
    if "yyyy-mm-dd" in hint:
        written = day.iso(year)
    elif "dd/mm" in hint:
        written = f"{day.day:02d}/{day.month:02d}/{year}"
    await run.do(Type(field.ref, written))


def _calendar_button(page: Page, field: Element) -> Element | None:
    opening = (e for e in page.usable if e.classes & {"calendar", "datepicker"} and e.kind not in {"date", "textbox"})
    return next((e for e in opening if page.common(e, field).depth >= field.depth - 2), None)


async def _spin(run: Run, field: Element, value: str) -> None:
    number = re.search(r"-?\d+(?:\.\d+)?", value)
    if number is None:
        raise Stuck(f'“{field.name}” takes a number; "{value}" is not one.', left=(value,))
    try:
        await run.do(SetValue(field.ref, number.group()))
    except Stuck:
        await run.do(Type(field.ref, number.group()))


async def _color(run: Run, field: Element, value: str) -> None:
    named = next((t.norm for t in tokens(value) if t.norm in colors()), folded(value))
    code = colors().get(named, value)
    if not re.fullmatch(r"#?[0-9a-fA-F]{3,8}", code):
        raise Stuck(f'"{value}" is not a colour that the rules know.', left=(value,))
    if field.node.attributes.get("type") == "color":
        await run.do(SetValue(field.ref, code))
        return
    await run.do(Type(field.ref, code if (field.node.value or "").startswith("#") else code.removeprefix("#")))
    await run.do(Press("Tab", field.ref))


async def _slide(run: Run, field: Element, value: str) -> None:
    """Move a slider: as a field of HTML, else with keys, watching the number that it shows."""
    found = re.search(r"-?\d+(?:\.\d+)?", value)
    if found is None:
        raise Stuck(f'A slider takes a number; "{value}" is not one.', left=(value,))
    if field.node.tag == "input":
        await run.do(SetValue(field.ref, found.group()))
        return
    handle = next((e for e in field.walk() if {"handle", "thumb"} & e.classes and not e.is_text), field).ref
    wanted, step = float(found.group()), 0.0
    now = _shown_number(await run.look(), field)
    for _ in range(_PATIENCE):
        if now == wanted:
            return
        if now is None:
            break
        distance = round((wanted - now) / step) if step else (1 if wanted > now else -1)
        await run.do(Press("ArrowRight" if distance > 0 else "ArrowLeft", handle, times=max(1, abs(distance))))
        before, now = now, _shown_number(await run.look(), field)
        if not step and now is not None:
            step = abs(now - before) or 1.0
    raise Stuck(f"The slider could not be moved to {found.group()}.")


def _shown_number(page: Page, field: Element) -> float | None:
    """Return the number a slider stands at: its own value, else the number shown next behind it, or before it."""
    now = page.same(field) or field
    if now.node.value and re.fullmatch(r"-?\d+(?:\.\d+)?", now.node.value.strip()):
        return float(now.node.value)
    numbers = [e for e in page.texts if re.fullmatch(r"-?\d+(?:\.\d+)?", e.text)]
    after = [e for e in numbers if e.index > now.index]
    chosen = after[0] if after else (numbers[-1] if numbers else None)
    return float(chosen.text) if chosen else None


_SETTING: Final[Mapping[str, Callable[[Run, Element, str], Awaitable[None]]]] = MappingProxyType(
    dict.fromkeys(TOGGLES, _toggle)
    | dict.fromkeys(("combobox", "listbox"), choose_from_popup)
    | {"slider": _slide, "spinner": _spin, "date": _date, "time": _time, "color": _color}
)
