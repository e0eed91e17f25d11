"""Fields: typing, clearing, choosing, checking, and values that cannot be typed."""

import asyncio

import msgspec

from gossamer.browser.actions.keyboard import press, type_text
from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.tools.documents import ElementHandle, report_missing_element
from gossamer.browser.tools.pointer import Mouse, reach
from gossamer.core.errors import StepFailed

# A box of a page's own making may take a moment to show its new state.
_LOOKS = 10
_BETWEEN = 0.05
# Their values have a notation of their own; a picker, not a keyboard, fills them.
PICKED = frozenset({"date", "time", "datetime-local", "month", "week", "color", "range"})


class ElementKind(msgspec.Struct):
    """The kind of an element."""

    tag: str
    type: str = ""
    role: str = ""
    name: str = ""
    field: bool = False
    disabled: bool = False
    editing: bool = False
    multiple: bool = False
    readonly: bool = False
    checked: bool | None = None
    shown: bool | str | None = None
    suggests: bool = False


async def kind_of(place: ElementHandle) -> ElementKind:
    """Return the kind of an element. Raises StepFailed when it is gone."""
    answer = await place.call("kindOf")
    if answer is None:
        raise report_missing_element()
    return msgspec.convert(answer, ElementKind)


class Keyboard:
    """Hands on one tab's fields."""

    def __init__(self, session: TargetSession) -> None:
        self._session = session
        self._mouse = Mouse(session)

    async def type(self, place: ElementHandle, text: str, *, clear: bool, submit: bool) -> ElementKind:
        """Type into a field; return what it is."""
        kind = await self._writable(place)
        if kind.type in PICKED:
            await self.set_value(place, kind, text)
        else:
            await self.enter(place)
            if clear:
                await self._empty_field(place)
            else:
                await place.call("cursorToEnd")
            if text:
                await self._type_into(place, kind, text)
        if submit:
            await press(self._session, "Enter")
        return kind

    async def _type_into(self, place: ElementHandle, kind: ElementKind, text: str) -> None:
        before = await place.call("held")
        await type_text(self._session, text)
        # Another field may have taken over meanwhile, or the document be another one after a line break.
        if kind.field and text.strip() and "\n" not in text and await place.call("held") == before:
            raise StepFailed("The field did not accept the typed text.")

    async def clear(self, place: ElementHandle) -> None:
        """Empty a field."""
        kind = await self._writable(place)
        if kind.type in PICKED:
            if not await place.call("setValue", ""):
                raise StepFailed("The field always has a value; it cannot be emptied.")
            return
        await self.enter(place)
        await self._empty_field(place)

    async def _writable(self, place: ElementHandle) -> ElementKind:
        kind = await kind_of(place)
        if kind.disabled:
            raise StepFailed("The field is disabled.")
        if kind.readonly and kind.type not in PICKED:
            raise StepFailed("The field is read-only.")
        if kind.tag == "select":
            raise StepFailed("This is a list to choose from, not a field to type into.")
        if (
            not kind.field
            and kind.type not in PICKED
            and kind.role not in _WRITTEN
            and not await place.call("hasFocus")
        ):
            raise StepFailed(f"{kind.name} is not a field for text.")
        return kind

    async def enter(self, place: ElementHandle) -> None:
        """Put the cursor into a field: by a click, or by focus where a click does not do it."""
        if await place.call("hasFocus"):
            return
        await self._mouse.click(await reach(place))
        if not await place.call("hasFocus") and not await place.call("focusOn"):
            raise StepFailed("The field does not take the cursor.")

    async def _empty_field(self, place: ElementHandle) -> None:
        if await place.call("selectContent"):
            await press(self._session, "Delete")

    async def set_value(self, place: ElementHandle, kind: ElementKind, value: str) -> None:
        """Give an input a value in the notation of HTML. Raises StepFailed when it does not take it."""
        if kind.disabled or kind.readonly:
            raise StepFailed("The field is disabled or read-only.")
        if not await place.call("setValue", value):
            hint = _NOTATIONS.get(kind.type, "a value within its bounds")
            raise StepFailed(f"The field does not take {value!r}; it takes {hint}.")


_WRITTEN = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_NOTATIONS = {
    "date": "a date as 2026-01-31",
    "time": "a time as 14:05",
    "datetime-local": "a date and time as 2026-01-31T14:05",
    "month": "a month as 2026-01",
    "week": "a week as 2026-W05",
    "color": "a colour as #ff8800",
    "range": "a number between its bounds, in its steps",
}


async def choose(place: ElementHandle, labels: tuple[str, ...]) -> None:
    """Choose options of a select element. Raises StepFailed."""
    kind = await kind_of(place)
    if kind.tag != "select":
        raise StepFailed(f"{kind.name} is not a list of options; click it and choose from what it opens.")
    if kind.disabled:
        raise StepFailed("The list is disabled.")
    if not labels or (len(labels) > 1 and not kind.multiple):
        raise StepFailed("One option can be chosen in this list.")
    answer = await place.call("choose", list(labels))
    if "missing" in answer:
        raise StepFailed(f"The list has no option {answer['missing']!r}; it has: {', '.join(answer['options'])}.")
    if "disabled" in answer:
        raise StepFailed(f"The option {answer['disabled']!r} is disabled.")


async def check(place: ElementHandle, mouse: Mouse, *, on: bool) -> None:
    """See to it that a box is checked or not. Raises StepFailed when it cannot be."""
    kind = await kind_of(place)
    state = _state(kind)
    if state is None and kind.role not in _CHECKED:
        raise StepFailed(f"{kind.name} cannot be checked.")
    if state is on:
        return
    if not on and kind.type == "radio":
        raise StepFailed("A radio button cannot be turned off; choose another one of its group.")
    await mouse.click(await reach(place))
    for _ in range(_LOOKS):
        if _state(await kind_of(place)) is on:
            return
        await asyncio.sleep(_BETWEEN)
    raise StepFailed(f"{kind.name} was clicked, and is still {'not ' if on else ''}checked.")


_CHECKED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


def _state(kind: ElementKind) -> bool | str | None:
    if kind.type in {"checkbox", "radio"}:
        return kind.checked
    return kind.shown if kind.shown is not None else (False if kind.role in _CHECKED else None)
