"""A step from start to the page's rest, and its result: another document, another tab, a dialog."""

from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.failures import PageCrashed
from gossamer.browser.navigation import arrival
from gossamer.browser.options import BrowserOptions
from gossamer.browser.page import ScriptFailed
from gossamer.browser.tools.documents import Document, DocumentGone, TabDocuments
from gossamer.browser.tools.steps import WATCHED, Done, StepRunner
from gossamer.browser.tools.tab_navigation import go_to, reload, through_history
from gossamer.browser.tools.tabs import DialogOpened, OpenTab, Tabs
from gossamer.browser.tools.uploads import SessionUploads
from gossamer.browser.tools.waits import rest, wait_for
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError, StepFailed, TimedOut
from gossamer.core.interaction import (
    AnswerDialog,
    Back,
    CloseTab,
    Dialog,
    Drag,
    Forward,
    GoTo,
    Locator,
    Reload,
    Step,
    StepResult,
    SwitchTab,
    WaitFor,
)

# Milliseconds for which a document opened by its address is watched: scripts fill it.
_FILLING = 350
_COMMIT = 5.0
_LED_AWAY = 0.5
# Longest wait for a frame to come to rest, in milliseconds.
_FRAME_LIMIT = 3000
_QUESTION = {"alert": "An alert says", "confirm": "A confirm dialog asks", "prompt": "A prompt asks"}


class _FoundElement(msgspec.Struct):
    css: str
    role: str = ""
    name: str = ""


async def locate(documents: TabDocuments, ref: str) -> Locator | None:
    """Return a locator that finds the element of a reference again; None when it is not there any more.

    Raises StepFailed when its document is gone.
    """
    place = documents.place(ref)
    try:
        element = await _find_element(place.document, place.number)
        frames = [
            await _find_element(document.parent, document.element)
            for document in place.document.chain()
            if document.parent is not None
        ]
    except DocumentGone:
        return None
    if element is None:
        return None
    return Locator(element.css, element.role, element.name, tuple(frame.css for frame in reversed(frames) if frame))


async def _find_element(document: Document, number: int) -> _FoundElement | None:
    return msgspec.convert(await document.call("locator", number), _FoundElement | None)


def described(dialog: Dialog) -> str:
    """Return the question of a dialog, as a sentence for notes."""
    asks = _QUESTION.get(dialog.kind, "A dialog asks whether the page may be left")
    return f"{asks}: {dialog.message}"


def unanswered(dialog: Dialog) -> StepFailed:
    """Return the error for what cannot be done while a dialog is open."""
    return StepFailed(f"{described(dialog)!r} is not answered yet; answer it first.")


@dataclass(slots=True)
class _Course:
    """A step under way: how the tab was before, and what was noted since."""

    tab: OpenTab
    url: str
    documents: int
    downloads: int
    opened: int
    target: Locator | None = None
    onto: Locator | None = None
    notes: list[str] = field(default_factory=list)


class Performer:
    """Does steps on the tabs of a session."""

    def __init__(self, tabs: Tabs, uploads: SessionUploads, options: BrowserOptions) -> None:
        self._tabs = tabs
        self._uploads = uploads
        self._options = options

    async def perform(self, step: Step, deadline: Deadline) -> StepResult:
        """Do a step and wait for what it set off. Raises StepFailed."""
        tab = self._tabs.active
        page = tab.page
        course = _Course(tab, page.url, page.documents, page.downloads, self._tabs.opened)
        try:
            await self._wait_for_rest(tab, await self._begin_step(course, step, deadline), deadline)
        except DialogOpened as question:
            course.notes.append(described(question.dialog))
        except (BrowserGone, PageCrashed):
            if not self._tabs.drop(tab):
                raise
        return await self._result(course)

    async def _begin_step(self, course: _Course, step: Step, deadline: Deadline) -> Done:
        tab = course.tab
        match step:
            case AnswerDialog(accept, text):
                if tab.dialog is None:
                    raise StepFailed("There is no dialog to answer.")
                await tab.answer(accept=accept, text=text)
                return Done()
            case SwitchTab(index):
                await self._switch(index)
                return Done(0)
            case CloseTab(index):
                await self._close(tab, index)
                return Done(0)
        if tab.dialog is not None:
            raise unanswered(tab.dialog)
        if ref := getattr(step, "ref", None):
            course.target = await tab.unless_asked(locate(tab.documents, ref))
        if isinstance(step, Drag):
            course.onto = await tab.unless_asked(locate(tab.documents, step.to))
        return await tab.unless_asked(self._try_step(tab, step, deadline))

    async def _switch(self, index: int) -> None:
        if not await self._tabs.switch(index):
            raise StepFailed(f"There is no tab {index}; there are {len(self._tabs)}, counted from 0.")

    async def _close(self, tab: OpenTab, index: int | None) -> None:
        tab_index = list(self._tabs).index(tab) if index is None else index
        if not await self._tabs.shut(tab_index):
            raise StepFailed("The last tab stays open." if len(self._tabs) == 1 else f"There is no tab {tab_index}.")
        await self._switch(list(self._tabs).index(self._tabs.active))

    async def _try_step(self, tab: OpenTab, step: Step, deadline: Deadline) -> Done:
        documents = tab.page.documents
        try:
            return await self._do(tab, step, deadline)
        except (DocumentGone, CommandRefused, ScriptFailed) as error:
            # A step that leads away loses the document it began in; that is success.
            if await tab.page.until(lambda: tab.page.documents > documents or tab.page.loading, _LED_AWAY):
                return Done()
            raise StepFailed("The page or the frame went away while the step was done.") from error

    async def _do(self, tab: OpenTab, step: Step, deadline: Deadline) -> Done:
        match step:
            case GoTo() | Back() | Forward() | Reload():
                await self._leave(tab, step, deadline)
                return Done(_FILLING)
            case WaitFor():
                await wait_for(tab, step, deadline)
                return Done(0)
        return await StepRunner(tab, self._uploads).do(step)

    async def _leave(self, tab: OpenTab, step: GoTo | Back | Forward | Reload, deadline: Deadline) -> None:
        tab.leaving = True
        try:
            match step:
                case GoTo(url):
                    await go_to(tab, url, self._options, deadline)
                case Back():
                    await through_history(tab, -1)
                case Forward():
                    await through_history(tab, 1)
                case Reload():
                    await reload(tab)
        finally:
            tab.leaving = False

    async def _wait_for_rest(self, tab: OpenTab, done: Done, deadline: Deadline) -> None:
        """Wait for the page to come to rest, and for that of a tab which became the active one."""
        if self._tabs.active is tab:
            await tab.unless_asked(self._settle_tab(tab, done, deadline))
        now = self._tabs.active
        if now is not tab:
            await now.unless_asked(self._await_arrival(now, deadline))

    async def _settle_tab(self, tab: OpenTab, done: Done, deadline: Deadline) -> None:
        await rest(tab.page, deadline, watched=done.watched)
        if done.document is not None and done.document.parent is not None:
            with suppress(DocumentGone):
                await done.document.settle(0, _FRAME_LIMIT)

    async def _await_arrival(self, tab: OpenTab, deadline: Deadline) -> None:
        await tab.page.until(lambda: tab.page.documents > 0, _COMMIT)
        await rest(tab.page, deadline, watched=WATCHED)

    async def _result(self, course: _Course) -> StepResult:
        tab, now = course.tab, self._tabs.active
        if tab not in self._tabs:
            course.notes.append("The tab was closed.")
        if self._tabs.opened > course.opened:
            course.notes.append("A new tab opened and is the active one.")
        if now is tab and tab.page.downloads > course.downloads:
            course.notes.append("The page began a download, which is not kept.")
        navigated = now is not tab or tab.page.documents > course.documents
        if navigated:
            await self._check_arrival(now)
        return StepResult(
            before=course.url,
            after=now.page.url,
            target=course.target,
            onto=course.onto,
            navigated=navigated,
            note=" ".join(course.notes),
        )

    async def _check_arrival(self, tab: OpenTab) -> None:
        """Raise StepFailed when what a step led to is no page of a site: refused by policy, or not reachable."""
        try:
            await arrival(tab.page, self._options.egress)
        except TimedOut:
            raise
        except ServiceError as error:
            raise StepFailed(str(error)) from error
