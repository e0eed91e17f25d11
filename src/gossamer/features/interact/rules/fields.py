"""Fields: giving a field its value, whatever kind of field it is, and checking that it has it."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from gossamer.core.interaction import Click, Press, Select, SetValue, Type
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import months, phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, holds_words, name_similarity, words
from gossamer.features.interact.rules.tokens import Day, read_clock, read_day, tokens

_FEWEST_DAYS: Final = 20
_MOST_MONTHS: Final = 240
_DAY: Final = re.compile(r"[1-9]|[12]\d|3[01]")
_PATIENCE: Final = 6
_CLOSE: Final = 0.62
_MOST_NAMED: Final = 8
_DEFAULT_YEAR: Final = 2000
_OFFERED: Final = frozenset({"option", "menuitem", "treeitem", "radio"})
_SUGGESTED: Final = frozenset({"option", "menuitem", "item", "link"})
_NUMBER: Final = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")


async def set_field(run: Run, field: Element, value: str) -> None:
    """Give *field* this *value*. Raises Stuck, with what it takes, when it does not take it."""
    if field.node.options and field.kind in {"select", "listbox"}:
        await _select(run, field, value)
    else:
        pressed = field.kind not in FIELDS and not field.node.editable
        await _SETTING.get(field.kind, _press if pressed else _text)(run, field, value)


async def set_fields(run: Run, values: Iterable[tuple[Element, str]]) -> None:
    """Give fields their values, one after the other; each is looked up on the page as it is by then.

    Raises Stuck where the page has not kept one of them.
    """
    before = await run.see()
    field_values = list(values)
    for field, value in field_values:
        await set_field(run, await run.find(field), value)
    page = await run.settled()
    if page.snapshot.url != before.snapshot.url or page.snapshot.dialog is not None:
        return
    for field, value in field_values:
        now = page.by_ref.get(field.ref)
        if now is not None and not _keeps(before, page, now, value):
            called = page.label(now) or now.name
            what = f"“{called}” as it was set" if now.kind in TOGGLES else f"“{value}” in “{called}”"
            raise Stuck(f"The page did not keep {what}.", left=(value,))


def _keeps(before: Page, page: Page, field: Element, value: str) -> bool:
    """Return whether *field* kept *value*, as far as one sees: pages may write it in another way, or take it up."""
    if field.kind in TOGGLES:
        return field.node.checked is None or field.node.checked is _is_on(value)
    if field.kind == "select":
        option = option_of(field, value)
        return option is None or folded(field.node.value or "") == folded(option)
    if field.kind not in {"textbox", "textarea", "spinner"} or field.node.value is None:
        return True
    was, shown = before.by_ref.get(field.ref), field.node.value
    is_lost = shown == "" or (was is not None and shown == was.node.value != value)
    is_lost = is_lost or (field.kind == "spinner" and _is_other_number(shown, value))
    # A field for tags is empty again when it has taken one.
    taken_up = holds_words(page.elements[0].text, words(value)) and before.appearance != page.appearance
    return not is_lost or not value or taken_up


def _is_other_number(shown: str, value: str) -> bool:
    number = _NUMBER.search(value)
    return number is not None and bool(_NUMBER.fullmatch(shown)) and float(shown) != float(number.group())


def _is_on(value: str) -> bool:
    return folded(value) not in word_list("page", "off")


async def _toggle(run: Run, field: Element, value: str) -> None:
    await run.set_toggle(field, on=_is_on(value))


async def _press(run: Run, field: Element, value: str) -> None:
    if field.node.pressed is None or field.node.pressed is not _is_on(value):
        await run.click(field)


async def _time(run: Run, field: Element, value: str) -> None:
    clock = read_clock(next((t.text for t in tokens(value) if t.kind == "time"), value))
    await run.do(SetValue(field.ref, clock or value))


def _number_for(field: Element, value: str) -> str:
    """Return the number in *value*. Raises Stuck where there is none, or it is beyond the bounds of *field*."""
    match = _NUMBER.search(value)
    if match is None:
        raise Stuck(f'“{field.name}” takes a number; "{value}" is not one.', left=(value,))
    number, bounds = float(match.group()), []
    for name, words_, sign in (("min", "at least", 1), ("max", "at most", -1)):
        bound_text = field.node.attributes.get(name) or field.node.attributes.get(f"aria-value{name}", "")
        if _NUMBER.fullmatch(bound_text):
            bounds.append((sign * number >= sign * float(bound_text), f"{words_} {float(bound_text):g}"))
    if not all(fits for fits, _ in bounds):
        raise Stuck(f"“{field.name}” must be {' and '.join(text for _, text in bounds)}.", left=(value,))
    return match.group()


def option_of(field: Element, value: str) -> str | None:
    """Return the label of the option of *field* that *value* means; None where it has none, or several."""
    scored = [(name_similarity(value, o), holds_words(o, words(value)), o) for o in field.node.options]
    score, holds, option = max(scored, default=(0.0, False, None))
    return option if score >= _CLOSE or holds else None


async def _select(run: Run, field: Element, value: str) -> None:
    option = option_of(field, value)
    if option is None:
        raise Stuck(f'“{field.name}” has no option "{value}".', field.node.options[:_MOST_NAMED], (value,))
    await run.do(Select(field.ref, (option,)))


async def _from_popup(run: Run, field: Element, value: str) -> None:
    """Open the list of *field* and choose *value* there. Raises Stuck with what it offers."""
    before = await run.see()
    if field.node.expanded is not True:
        await run.do(Click(field.ref))
    page = await run.look()
    offered = _find_choices(before, page, field)
    scored = [(name_similarity(value, e.name or e.text), -e.index, e) for e in offered]
    best = max(scored, default=None, key=lambda s: s[:2])
    if best is None or best[0] < _CLOSE:
        await run.do(Press("Escape"))
        named = tuple(e.name or e.text for e in offered)[:_MOST_NAMED]
        raise Stuck(f'“{field.name or page.label(field)}” has no option "{value}".', named, (value,))
    await run.do(Click(best[2].ref))


def _find_choices(before: Page, page: Page, field: Element) -> list[Element]:
    """Return the choices that came up when *field* was used, or those inside it."""
    offered = [e for e in page.elements if e.kind in _OFFERED and e.seen and not e.node.disabled]
    return _innermost(
        page.fresh(before, offered)
        or [e for e in offered if any(a.ref == field.ref for a in e.ancestors())]
        or [e for e in page.fresh(before, page.usable) if e.text]
    )


def _innermost(elements: list[Element]) -> list[Element]:
    return [e for e in elements if not any(o is not e and e.holds(o) for o in elements)]


async def _text(run: Run, field: Element, value: str) -> None:
    day = read_day(value)
    opens_calendar = bool(field.classes & {"datepicker", "calendar", "hasdatepicker"})
    if day is not None and (field.node.readonly or opens_calendar):
        await _from_calendar(run, field, day)
    elif field.node.readonly:
        raise Stuck(f'The field "{field.name}" cannot be typed into.')
    else:
        await type_into(run, field, value)


async def type_into(run: Run, field: Element, value: str) -> None:
    """Type *value*, and take the suggestion that is it where the field offers some."""
    before = await run.see()
    await run.do(Type(field.ref, value, clear=True))
    attributes = field.node.attributes
    if not (attributes.get("aria-autocomplete") or attributes.get("list") or field.node.role == "combobox"):
        return
    page = await run.watch(lambda page: bool(_find_suggestions(before, page)), _PATIENCE)
    offered = _find_suggestions(before, page) if page is not None else []
    exact_matches = [e for e in offered if folded(e.text) == folded(value)]
    for chosen in (exact_matches or [e for e in offered if holds_words(e.text, words(value))])[:1]:
        await run.do(Click(chosen.ref))


def _find_suggestions(before: Page, page: Page) -> list[Element]:
    """Return the elements of *page* that were not there *before* typing."""
    fresh = [e for e in page.fresh(before, page.elements) if not e.is_text and e.text]
    return _innermost([e for e in fresh if e.kind in _SUGGESTED or e.node.tag == "li"])


async def _date(run: Run, field: Element, value: str) -> None:
    day = read_day(next((t.text for t in tokens(value) if t.kind == "date"), value))
    if day is None:
        await run.do(Type(field.ref, value, clear=True))
    elif field.node.attributes.get("type") == "date":
        await run.do(SetValue(field.ref, day.iso(_year_of(field))))
    else:
        await _from_calendar(run, field, day)


def _year_of(field: Element) -> int:
    match = re.search(r"\d{4}", field.node.value or "")
    return int(match.group()) if match else _DEFAULT_YEAR


async def _from_calendar(run: Run, field: Element, day: Day) -> None:
    """Choose *day* in the calendar that is open, or that the field or the button beside it opens; else type it."""
    page = await run.see()
    opening = [e for e in page.usable if e.classes & {"calendar", "datepicker"} and e.kind not in {"date", "textbox"}]
    beside = [e for e in opening if page.common(e, field).depth >= field.depth - 2]
    for opener in (None, field, *beside[:1]):
        if opener is not None:
            await run.do(Click(opener.ref))
        if calendar_of(await run.look()) is not None:
            await choose_day(run, day)
            return
    raise Stuck("The date field opens no calendar that can be read.")


async def _spin(run: Run, field: Element, value: str) -> None:
    number = _number_for(field, value)
    try:
        await run.do(SetValue(field.ref, number))
    except Stuck:
        await run.do(Type(field.ref, number))


async def _slide(run: Run, field: Element, value: str) -> None:
    """Move a slider: as a field of HTML, else with keys, watching the number that it shows."""
    target_number = _number_for(field, value)
    if field.node.tag == "input":
        await run.do(SetValue(field.ref, target_number))
        return
    handle = next((e for e in field.walk() if {"handle", "thumb"} & e.classes and not e.is_text), field).ref
    step = 0.0
    now = _read_slider(await run.look(), field)
    for _ in range(_PATIENCE):
        if now is None or now == float(target_number):
            break
        distance = round((float(target_number) - now) / step) if step else (1 if float(target_number) > now else -1)
        await run.do(Press("ArrowRight" if distance > 0 else "ArrowLeft", handle, times=max(1, abs(distance))))
        before, now = now, _read_slider(await run.look(), field)
        step = step or abs((now or before) - before) or 1.0
    if now != float(target_number):
        raise Stuck(f"The slider could not be moved to {target_number}.")


def _read_slider(page: Page, field: Element) -> float | None:
    """Return the number a slider stands at: its own value, else the number shown next behind it, or before it."""
    now = page.same(field) or field
    if now.node.value and _NUMBER.fullmatch(now.node.value.strip()):
        return float(now.node.value)
    numbers = [e for e in page.texts if _NUMBER.fullmatch(e.text)]
    after = [e for e in numbers if e.index > now.index] or numbers[-1:]
    return float(after[0].text) if after else None


_SETTING: Final[Mapping[str, Callable[[Run, Element, str], Awaitable[None]]]] = MappingProxyType(
    dict.fromkeys(TOGGLES, _toggle)
    | dict.fromkeys(("combobox", "listbox"), _from_popup)
    | {"slider": _slide, "spinner": _spin, "date": _date, "time": _time}
)


@dataclass(frozen=True)
class Calendar:
    """A calendar on the page: the box it is in, the year and month it shows, and its days."""

    box: Element
    year: int
    month: int
    days: tuple[Element, ...]


def calendar_of(page: Page) -> Calendar | None:
    """Return the calendar that the page shows; None when it shows none."""
    days = [e for e in page.elements if not e.is_text and e.seen and _DAY.fullmatch(e.text)]
    days = [e for e in days if not any(e.holds(o) and o.text == e.text for o in days)]
    for box in days[len(days) // 2].ancestors() if len(days) >= _FEWEST_DAYS else ():
        inside = tuple(filter(box.holds, days))
        month, year = _month_of(box)
        if len(inside) >= _FEWEST_DAYS and month and year:
            return Calendar(box, year, month, inside)
    return None


def _month_of(box: Element) -> tuple[int, int]:
    """Return the month and the year that *box* shows, each 0 where it shows none."""
    text = " ".join([*(e.node.value or "" for e in box.walk() if e.kind == "select"), box.text]).casefold()
    shown = (i for i, n in enumerate(months(), 1) if re.search(rf"\b(?:{n}|{n[:3]})\b", text))
    year = re.search(r"\b(19|20)\d\d\b", text)
    return next(shown, 0), int(year.group()) if year else 0


async def choose_day(run: Run, day: Day) -> None:
    """Leaf the open calendar to the month of *day* and choose it. Raises Stuck."""
    shown = calendar_of(await run.see())
    year = day.year or (shown.year if shown is not None else 0)
    for _ in range(_MOST_MONTHS):
        distance = (year - shown.year) * 12 + day.month - shown.month if shown is not None else 0
        if shown is None or distance == 0:
            break
        before = (shown.year, shown.month)
        await run.do(Click(_turn(shown, forward=distance > 0).ref))
        shown = calendar_of(await run.look())
        if shown is None or (shown.year, shown.month) == before:
            raise Stuck("The calendar does not go to that month.")
    # The days of the month itself: from the first 1 to the next.
    days = shown.days if shown is not None else ()
    ones = [n for n, d in enumerate(days) if d.text == "1"]
    month_days = days[ones[0] if ones else 0 : ones[1] if len(ones) > 1 else len(days)]
    target = next((d for d in month_days if d.text == str(day.day) and not d.node.disabled), None)
    if target is None:
        raise Stuck(f"The calendar has no day {day.day} to choose.")
    inner = next((e for e in target.walk() if e.kind in {"link", "button"} and not e.is_text), target)
    await run.do(Click(inner.ref))


def _turn(shown: Calendar, *, forward: bool) -> Element:
    names = phrase_set("page", "next" if forward else "previous")
    control_words = names | {w for name in names for w in words(name)} - {"page", "posts", "show"}
    for e in (e for e in shown.box.walk() if e.kind != "select" and not e.is_text and e.usable):
        if {*words(e.name), *words(e.node.described), e.name.strip(), *e.classes} & control_words:
            return e
    raise Stuck("The calendar has no control to go to another month.")
