"""Covers: what lies over a page, and the buttons that get rid of it."""

from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import folded, words

_TEXT: Final = 600


def covering(page: Page) -> list[Element]:
    """Return what lies over the page: dialogs and banners, without forms that are the page's own content."""
    found = list(page.dialogs)
    looks = word_list("page", "cover")
    for element in page.elements:
        is_banner = bool(element.classes & looks) and element.seen and not element.is_text
        is_banner = is_banner and element.kind not in FIELDS | TOGGLES and len(element.text) < _TEXT
        inner = [e for e in element.walk() if e.kind in {"button", "link"}] if is_banner else []
        if (
            inner
            and element.kind not in {"button", "link"}
            and not any(o.holds(element) or o is element for o in found)
        ):
            found.append(element)
    return found


def usual_buttons(buttons: Sequence[Element], action: str) -> list[Element]:
    """Return those of *buttons* that are called as is usual for *action*, the best first."""
    exact = [e for p in phrases("page", action) for e in buttons if folded(e.name) == folded(p)]
    begun = [
        e for p in phrases("page", action) for e in buttons if words(e.name)[: len(words(p))] == words(p) and words(p)
    ]
    return exact or begun


async def clear_cover(run: Run) -> bool:
    """Get rid of what covers the page without accepting anything; return whether something was closed."""
    page = await run.see()
    for cover in covering(page):
        if any(cover.holds(f) for f in page.fields):
            continue
        buttons = [e for e in cover.walk() if e.kind in {"button", "link", "icon"} and e.seen and e.name]
        least = [e for e in buttons if set(words(e.name)) & word_list("page", "minimal")]
        single = buttons if len(buttons) == 1 else []
        ways = [*usual_buttons(buttons, "reject"), *least, *usual_buttons(buttons, "close"), *single]
        chosen = next(iter(ways), None)
        if chosen is not None:
            await run.click(chosen)
            return True
    return False
