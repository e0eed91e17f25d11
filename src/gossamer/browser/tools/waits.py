"""Waits: until a page is at rest, and until it shows something or no longer shows it."""

import asyncio

from gossamer.browser.page import Page
from gossamer.browser.page_settling import settle
from gossamer.browser.tools.documents import Document, DocumentGone, TabDocuments
from gossamer.browser.tools.tabs import OpenTab
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import WaitFor

_LONGEST = 8.0
_LOOK_EVERY = 0.08
_SEEN_WITHIN = 30.0
_FRAMES = 20


async def rest(page: Page, deadline: Deadline, *, watched: int) -> None:
    """Wait until a page has come to rest: a navigation that began, requests, changes of the document."""
    if page.loading:
        await page.until(lambda: page.interactive and not page.loading, min(deadline.remaining(), _LONGEST * 2))
    if page.documents == 0:
        # An empty tab that nobody has led anywhere tells of no document that was parsed.
        return
    await settle(page, deadline, watched=watched, longest=_LONGEST)


async def wait_for(tab: OpenTab, step: WaitFor, deadline: Deadline) -> None:
    """Wait as the step says. Raises StepFailed when a text does not come, or go, in time."""
    if step.text is None:
        await (tab.page.rest(step.seconds) if step.seconds else rest(tab.page, deadline, watched=350))
        return
    clock = asyncio.get_running_loop().time
    seconds = min(step.seconds or _SEEN_WITHIN, max(0.0, deadline.remaining() - 0.5))
    end = clock() + seconds
    while await _shows(tab.documents, step.text) is step.gone:
        if clock() >= end:
            did = "was still there" if step.gone else "did not appear"
            raise StepFailed(f"The text {step.text!r} {did} after {seconds:g} seconds.")
        await tab.page.rest(_LOOK_EVERY)


async def _shows(documents: TabDocuments, text: str) -> bool:
    try:
        top = await documents.top()
        if await top.call("showsText", text):
            return True
        return await _in_frames(documents, top, text, 3)
    except DocumentGone:
        return False


async def _in_frames(documents: TabDocuments, document: Document, text: str, depth: int) -> bool:
    for element in (await document.call("frameNumbers"))[:_FRAMES]:
        try:
            inner = await documents.inner(document, element)
            if inner is not None and (
                await inner.call("showsText", text) or (depth and await _in_frames(documents, inner, text, depth - 1))
            ):
                return True
        except DocumentGone:
            continue
    return False
