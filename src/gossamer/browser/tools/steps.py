"""One step on a tab; steps that change the document or the tab are in `tab_navigation`."""

from dataclasses import dataclass

from gossamer.browser.actions.keyboard import NOTHING_TO_PASTE, press, would_paste
from gossamer.browser.tools.documents import Document, DocumentGone, ElementHandle
from gossamer.browser.tools.dragging import drag, drag_by
from gossamer.browser.tools.fields import Keyboard, check, choose, kind_of
from gossamer.browser.tools.pointer import Mouse, TabSpot, bits, reach, through_frames
from gossamer.browser.tools.sliders import set_value
from gossamer.browser.tools.tabs import OpenTab
from gossamer.browser.tools.uploads import SessionUploads
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import (
    Check,
    Clear,
    Click,
    ClickAt,
    DoubleClick,
    Drag,
    DragBy,
    Hover,
    Press,
    ScrollBy,
    ScrollTo,
    Select,
    SelectText,
    SetValue,
    Step,
    Type,
    Upload,
)

# Milliseconds for which a page is watched after a step: most that do nothing at once do nothing at all.
WATCHED = 40
# Suggestions come some time after the last key.
_SUGGESTING = 450
# Menus open a moment after the mouse came to them.
_OPENING = 400
# Editors look a moment after the mouse let go what was selected.
_NOTICING = 150
_TIMES = 500


@dataclass(frozen=True, slots=True)
class Done:
    """A finished step: for how many ms the page is watched afterwards, and the document it was done in."""

    watched: int = WATCHED
    document: Document | None = None


class StepRunner:
    """Does steps on one tab."""

    def __init__(self, tab: OpenTab, uploads: SessionUploads) -> None:
        self._tab = tab
        self._session = tab.page.session
        self._mouse = Mouse(self._session)
        self._keyboard = Keyboard(self._session)
        self._uploads = uploads

    def _place(self, ref: str) -> ElementHandle:
        return self._tab.documents.place(ref)

    async def do(self, step: Step) -> Done:
        """Do it. Raises StepFailed."""
        match step:
            case Click() | ClickAt() | DoubleClick() | Hover():
                return await self._point(step)
            case Type() | Clear() | Press() | Select() | Check() | SetValue() | Upload():
                return await self._fill(step)
            case ScrollBy() | ScrollTo():
                return await self._scroll(step)
            case Drag() | DragBy():
                return await self._drag(step)
            case SelectText(ref, text):
                return await self._select(self._place(ref), text)
        raise StepFailed(f"A page cannot do {step.kind!r}.")

    async def _point(self, step: Click | ClickAt | DoubleClick | Hover) -> Done:
        if isinstance(step, ClickAt):
            return await self._click_at(step)
        place = self._place(step.ref)
        if isinstance(step, Click):
            modifiers = bits(step.modifiers)
            await self._mouse.click(await reach(place), step.button, modifiers=modifiers)
        elif isinstance(step, DoubleClick):
            await self._mouse.click(await reach(place), times=2)
        else:
            await self._mouse.move(await reach(place, enabled=False))
            return Done(_OPENING, place.document)
        return Done(document=place.document)

    async def _click_at(self, step: ClickAt) -> Done:
        if step.ref is None:
            await self._mouse.click(TabSpot(step.x, step.y))
            return Done()
        place = self._place(step.ref)
        await reach(place, (0.5, 0.5))
        box = await place.call("boxNumbers")
        at = await through_frames(place, box[0] + step.x, box[1] + step.y)
        if not isinstance(at, TabSpot):
            raise DocumentGone
        await self._mouse.click(at)
        return Done(document=place.document)

    async def _fill(self, step: Type | Clear | Press | Select | Check | SetValue | Upload) -> Done:
        if isinstance(step, Press):
            return await self._press(step)
        place = self._place(step.ref)
        match step:
            case Type(text=text, clear=clear, submit=submit):
                kind = await self._keyboard.type(place, text, clear=clear, submit=submit)
                return Done(_SUGGESTING if kind.suggests and not submit else WATCHED, place.document)
            case Clear():
                await self._keyboard.clear(place)
            case Select(labels=labels):
                await choose(place, labels)
            case Check(on=on):
                await check(place, self._mouse, on=on)
            case SetValue(value=value):
                await set_value(self._session, place, value)
            case Upload(name=name, content=content):
                await self._uploads.give(place, await kind_of(place), name, content)
        return Done(document=place.document)

    async def _press(self, step: Press) -> Done:
        if would_paste(step.key):
            raise StepFailed(NOTHING_TO_PASTE)
        place = None
        if step.ref is not None:
            place = self._place(step.ref)
            if not await place.call("hasFocus") and not await place.call("focusOn"):
                await self._mouse.click(await reach(place))
        for _ in range(min(step.times, _TIMES)):
            if not await press(self._session, step.key):
                raise StepFailed(f"There is no key named {step.key!r}; names are those of KeyboardEvent.key.")
        return Done(document=place.document if place else None)

    async def _scroll(self, step: ScrollBy | ScrollTo) -> Done:
        if isinstance(step, ScrollTo):
            place = self._place(step.ref)
            handle = await place.document.handle(place.number)
            if handle is None:
                raise StepFailed("The element is not on the page any more; look at the page again.")
            await place.document.session.send("DOM.scrollIntoViewIfNeeded", objectId=handle)
            return Done(document=place.document)
        document = self._place(step.ref).document if step.ref else await self._tab.documents.top()
        number = self._place(step.ref).number if step.ref else None
        moved = await document.call("scrollIt", number, step.direction, step.views, step.to_end)
        if moved is None:
            raise StepFailed("The element is not on the page any more; look at the page again.")
        # Pages that load more when their end comes into view do so a moment later.
        return Done(120 if moved["end"] else WATCHED, document)

    async def _drag(self, step: Drag | DragBy) -> Done:
        source = self._place(step.ref)
        if isinstance(step, DragBy):
            await drag_by(self._session, source, step.dx, step.dy)
        else:
            await drag(self._session, source, self._place(step.to), step.place)
        return Done(document=source.document)

    async def _select(self, place: ElementHandle, text: str | None) -> Done:
        """Select text with the mouse, so that pages hear it as from a person; by itself where that does not do it."""
        await reach(place, (0.5, 0.5), enabled=False)
        document = place.document
        if not await place.call("selectText", text):
            raise StepFailed(f"The element has no text {text!r}.")
        selection = await document.call("selection")
        ends = await document.call("selectionEnds")
        if ends is None:
            return Done(document=document)
        start, end = [await through_frames(place, *edge) for edge in ends]
        if isinstance(start, TabSpot) and isinstance(end, TabSpot):
            # A press on text that is selected would drag it.
            await document.call("deselect")
            await self._mouse.pull(start, end)
            if await document.call("selection") != selection:
                await place.call("selectText", text)
        return Done(_NOTICING, document)
