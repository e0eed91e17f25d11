"""Covers: what lies over a page, and the buttons that get rid of it."""

from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.rules.controls import called
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import phrase_set, phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import ALIKE, has_all, words

_TEXT: Final = 600
_LONG: Final = 60
_FEW_BUTTONS: Final = 5


def covering(page: Page) -> list[Element]:
    """Return the covers of the page: dialogs, and banners by their name or their place, without forms."""
    covers = list(page.dialogs)
    for element in page.elements:
        named = bool(element.classes & word_list("page", "cover"))
        plain = element.seen and not element.is_text and element.kind not in CONTROLS | FIELDS | TOGGLES
        if not plain or len(element.text) >= _TEXT or any(o.holds(element) or o is element for o in covers):
            continue
        buttons = [e for e in element.walk() if e.kind in {"button", "link"}]
        if buttons and (named or _asks_consent(element, buttons)):
            covers.append(element)
    return covers


def _asks_consent(element: Element, buttons: Sequence[Element]) -> bool:
    """Return whether a small box with a text and a few buttons speaks of what a visitor accepts or rejects."""
    answers = [b for b in buttons if b.kind == "button" and len(b.name) < _LONG]
    if not 1 <= len(answers) <= _FEW_BUTTONS or len(buttons) > 2 * _FEW_BUTTONS or len(element.text) < _LONG:
        return False
    consent = bool(set(words(element.text)) & word_list("page", "consent"))
    return consent and any(usual_buttons(answers, action) for action in ("accept", "reject"))


def usual_buttons(buttons: Sequence[Element], action: str) -> list[Element]:
    """Return those of *buttons* that are called as is usual for *action*, the best first."""
    named = called(buttons, phrases("page", action)) or [
        e for p in phrases("page", action) for e in buttons if words(p) and words(e.name)[: len(words(p))] == words(p)
    ]
    minimal = word_list("page", "minimal") if action == "reject" else frozenset[str]()
    return named or [e for e in buttons if minimal & set(words(e.name))]


def button_for(cover: Element, action: str, wanted: Sequence[str] = ()) -> Element | None:
    """Return the button of *cover* for *action*: the one that says what is *wanted*, else the usual one.

    What cannot be closed is rejected, never accepted, unless it has a single button.
    """
    buttons = _buttons_of(cover)
    named = [e for e in buttons if wanted and has_all(words(e.name), wanted, ALIKE)]
    candidates = named or usual_buttons(buttons, action)
    if not candidates and action == "close":
        candidates = list(filter(_is_close_sign, buttons)) or usual_buttons(buttons, "reject")
        candidates = candidates or (buttons if len(buttons) == 1 else [])
    return next(iter(candidates), None)


def _buttons_of(cover: Element) -> list[Element]:
    """Return the innermost buttons and links of *cover*."""
    buttons = [e for e in cover.walk() if e.kind in {"button", "link", "icon"} and e.seen and len(e.name) < _LONG]
    return [e for e in buttons if not any(map(e.holds, buttons))]


def _is_close_sign(button: Element) -> bool:
    return bool(button.classes & {"close", "dismiss"}) or button.name.strip() in phrase_set("page", "close_signs")


async def clear_cover(run: Run) -> bool:
    """Get rid of what covers the page without accepting anything; return whether something was closed."""
    page = await run.see()
    for cover in covering(page):
        if any(cover.holds(f) for f in page.fields):
            continue
        chosen = button_for(cover, "reject") or button_for(cover, "close")
        if chosen is not None:
            await run.click(chosen)
            return True
    return False
