"""What a visitor never sees.

Hidden by its own markup, that is: `hidden`, an inline style, a closed dialog. What a visitor
opens with a click (a tab, an accordion) is content; so is what is hidden until a script has
animated it in, and a body that is blank until a test has run.
"""

import re
from typing import Final

import turbohtml

from gossamer.content.occurrence import has_any

_CANDIDATES: Final = (
    '[hidden],dialog,[popover],[aria-hidden="true"],[style*="display" i],[style*="visibility" i],[style*="-999"]'
)
# Each style that hides has one of these.
_HIDING: Final = ("display", "visibility", "-999")
_STYLE: Final = re.compile(
    r"(?:^|[;\s])display\s*:\s*none|(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)"
    r"|(?:^|[;\s])(?:left|right|top|text-indent)\s*:\s*-999\d+(?:px|em|rem)",
    re.IGNORECASE,
)
_ANIMATED: Final = re.compile(r"animat|wow|aos|fade|invisible|reveal|slider|carousel|swiper", re.IGNORECASE)
_DISCLOSED: Final = re.compile(
    r"accordion|collaps|expand|tab-?pane|tab-?content|tabs?__|panel|toggle|disclosure|faq|spoiler|read-?more|show-?more",
    re.IGNORECASE,
)
_ROOTS: Final = frozenset({"html", "body", "main"})
# Hiding that would take more of the page than this is a guard that a script lifts.
_MOST: Final = 0.6
_SHORT: Final = 400


def remove(document: turbohtml.Document) -> None:
    """Remove hidden elements in place."""
    whole = -1
    for element in document.select(_CANDIDATES):
        if not _is_hidden(element) or _is_opened_by_click(element):
            continue
        size = len(element.text)
        if size > _SHORT:
            whole = len(document.text) if whole < 0 else whole
            if size > whole * _MOST:
                continue
        element.decompose()


def _is_hidden(element: turbohtml.Element) -> bool:
    if element.tag in _ROOTS:
        return False
    hidden, style = element.attr("hidden"), element.attr("style")
    if style is None and hidden is None:
        return _is_closed_dialog(element) or element.attr("popover") is not None or _is_unseen_dialog(element)
    # "until-found" is text that the browser's search opens.
    if hidden is not None and hidden.lower() != "until-found":
        return True
    written = (style or "").lower()
    found = _STYLE.search(written) if has_any(written, _HIDING) else None
    if not found:
        return _is_closed_dialog(element)
    return "visibility" not in found.group() or not _is_animated(element, written)


def _is_closed_dialog(element: turbohtml.Element) -> bool:
    return element.tag == "dialog" and element.attr("open") is None


def _is_unseen_dialog(element: turbohtml.Element) -> bool:
    return element.attr("aria-hidden") == "true" and (
        element.attr("role") == "dialog"
        or element.attr("aria-modal") is not None
        or "modal" in (element.attr("class") or "").lower()
    )


def _is_animated(element: turbohtml.Element, style: str) -> bool:
    return _ANIMATED.search(style) is not None or _ANIMATED.search(element.attr("class") or "") is not None


def _is_opened_by_click(element: turbohtml.Element) -> bool:
    role = element.attr("role")
    if role == "tabpanel" or (role == "region" and element.attr("aria-labelledby")):
        return True
    if element.attr("data-expanded") is not None:
        return True
    named = element.attr("class")
    return bool(named) and _DISCLOSED.search(named or "") is not None and role not in {"dialog", "alertdialog", "menu"}
