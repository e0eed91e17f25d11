"""Values of sliders and spin buttons, native ones and those of a page's own making."""

import math
from dataclasses import dataclass

from gossamer.browser.actions.keyboard import press
from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.tools.documents import ElementHandle
from gossamer.browser.tools.fields import PICKED, ElementKind, Keyboard, kind_of
from gossamer.core.errors import StepFailed

_KEYS = 1000
_UNTYPED = frozenset({"checkbox", "radio", "file", "button", "submit", "reset", "image"})
_STEPPED = frozenset({"slider", "spinbutton", "scrollbar"})


async def set_value(session: TargetSession, place: ElementHandle, value: str) -> None:
    """Give a field or widget a value. Raises StepFailed when it does not take it."""
    kind = await kind_of(place)
    if kind.type in PICKED:
        await Keyboard(session).set_value(place, kind, value)
    elif kind.role == "spinbutton" and kind.field:
        await _spin(session, place, kind, value)
    elif (kind.field or kind.editing) and kind.type not in _UNTYPED:
        await Keyboard(session).type(place, value, clear=True, submit=False)
    elif kind.role in _STEPPED:
        await _Stepping(session, place, "ArrowRight", "ArrowLeft").to(_number(value))
    else:
        raise StepFailed(f"{kind.name} has no value that could be set.")


async def _spin(session: TargetSession, place: ElementHandle, kind: ElementKind, value: str) -> None:
    """Type into a spin button; one that takes no typing is turned with the arrow keys."""
    try:
        await Keyboard(session).type(place, value, clear=True, submit=False)
    except StepFailed:
        if kind.disabled or kind.readonly:
            raise
    if not same_number(await place.call("held") or "", value):
        await _Stepping(session, place, "ArrowUp", "ArrowDown").to(_number(value))


def _number(value: str) -> float:
    try:
        return float(value)
    except ValueError as error:
        raise StepFailed(f"This takes a number, not {value!r}.") from error


def same_number(value: str, other: str) -> bool:
    """Return whether two texts are the same number."""
    try:
        return math.isclose(float(value), float(other), abs_tol=1e-9)
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class _Felt:
    """Which of the numbers that can be read is the widget's, and what a press of the key that adds adds to it."""

    index: int
    step: float


class _Stepping:
    """Moves a widget with two keys, watching the number that goes with it."""

    def __init__(self, session: TargetSession, place: ElementHandle, more: str, less: str) -> None:
        self._session = session
        self._place = place
        self._more = more
        self._less = less

    async def to(self, value: float) -> None:
        await self._place.call("focusOn")
        readings: list[float] = await self._place.call("readings")
        if len(readings) == 1 and math.isclose(readings[0], value, abs_tol=1e-9):
            return
        felt = await self._feel(readings)
        now = await self._now(felt)
        while not math.isclose(now, value, abs_tol=1e-9):
            distance = value - now
            key = self._more if (distance > 0) == (felt.step > 0) else self._less
            for _ in range(max(1, min(_KEYS, round(abs(distance) / abs(felt.step))))):
                await press(self._session, key)
            after = await self._now(felt)
            # A value that comes no nearer has steps that miss it, or an end before it.
            if abs(value - after) >= abs(distance):
                raise StepFailed(f"This does not go to {value:g}; it stands at {after:g}.")
            now = after

    async def _now(self, felt: _Felt) -> float:
        readings: list[float] = await self._place.call("readings")
        if felt.index >= len(readings):
            raise StepFailed("The control's value is no longer readable; drag it instead.")
        return readings[felt.index]

    async def _feel(self, before: list[float]) -> _Felt:
        """Press a key and see which number follows: there may be several beside it, of other widgets."""
        for key, sign in ((self._more, 1), (self._less, -1)):
            await press(self._session, key)
            after: list[float] = await self._place.call("readings")
            changed = [index for index, (old, new) in enumerate(zip(before, after, strict=False)) if old != new]
            if len(changed) == 1:
                [index] = changed
                return _Felt(index, sign * (after[index] - before[index]))
            before = after
        raise StepFailed("The control has no readable value, or does not react to the keyboard; drag it instead.")
