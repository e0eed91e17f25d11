"""Locators: how an element is found again in a later visit."""

import msgspec

from gossamer.browser.tools.documents import Document, DocumentGone, Documents
from gossamer.core.interaction import Locator


class _Found(msgspec.Struct):
    css: str
    role: str = ""
    name: str = ""


async def locate(documents: Documents, ref: str) -> Locator | None:
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


async def _find_element(document: Document, number: int) -> _Found | None:
    return msgspec.convert(await document.call("locator", number), _Found | None)
