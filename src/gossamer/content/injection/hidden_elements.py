"""Elements that nobody sees: by their own style, by a rule of the page's style sheets, or by an attribute."""

import re
from collections.abc import Iterator
from typing import Final

import turbohtml

_MOST_STYLES: Final = 400_000
_MOST_RULES: Final = 300
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE: Final = re.compile(r"([^{}@;]{1,300})\{([^{}]{1,2000})\}")
_REASONS: Final = {
    "display: none": re.compile(r"(?:^|[;\s])display\s*:\s*none"),
    "visibility: hidden": re.compile(r"(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)"),
    "no opacity": re.compile(r"(?:^|[;\s])opacity\s*:\s*0?\.?0+\s*(?:;|!|$)"),
    "no size": re.compile(
        r"(?:^|[;\s])(?:font-size|(?:max-)?(?:width|height))\s*:\s*[01](?:px|pt|em|rem|%)?\s*(?:;|!|$)"
    ),
    "off the screen": re.compile(
        r"(?:^|[;\s])(?:left|right|top|bottom|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}(?:px|em|rem|vw|%)"
        r"|translate[XY]?\(\s*-\d{4,}px"
    ),
    "clipped": re.compile(r"(?:^|[;\s])clip(?:-path)?\s*:\s*(?:rect\(\s*[01](?:px)?[ ,]|inset\(\s*(?:50|100)%)"),
    "a transparent colour": re.compile(
        r"(?:^|[;\s])color\s*:\s*(?:transparent|rgba\([^)]*,\s*0?\.?0+\s*\)|#[0-9a-f]{6}00\b)"
    ),
}
_COLOUR: Final = re.compile(r"(?:^|[;\s])color\s*:\s*([^;!]{1,60})")
_BACKGROUND: Final = re.compile(r"(?:^|[;\s])background(?:-color)?\s*:\s*([^;!]{1,60})")
_WHITES: Final = frozenset({"white", "#fff", "#ffffff", "rgb(255,255,255)", "#fefefe"})


class HiddenElements:
    """What of a page nobody sees. Its style sheets are read when they are first needed."""

    def __init__(self, document: turbohtml.Node) -> None:
        self._document = document
        self._by_rule: dict[tuple[int, ...], str] | None = None

    def reason(self, element: turbohtml.Element) -> str:
        """Return the reason for which nobody sees *element*, "" for one that people see."""
        chain = [node for node in (element, *element.ancestors) if isinstance(node, turbohtml.Element)]
        for holder in chain:
            if reason := _own_reason(holder) or self._rules().get(_place(holder), ""):
                return reason
        return _same_colour(chain)

    def _rules(self) -> dict[tuple[int, ...], str]:
        if self._by_rule is None:
            self._by_rule = dict(_of_sheets(self._document))
        return self._by_rule


def _place(element: turbohtml.Element) -> tuple[int, ...]:
    """Return a key for an element: trees give out a new object for it at each look."""
    return (hash(element.css_path()),)


def _own_reason(element: turbohtml.Element) -> str:
    if element.attr("hidden") is not None:
        return "the attribute hidden"
    style = (element.attr("style") or "").lower()
    return _reason_of(style) if style else ""


def _reason_of(style: str) -> str:
    return next((reason for reason, pattern in _REASONS.items() if pattern.search(style)), "")


def _of_sheets(document: turbohtml.Node) -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the elements that a rule hides; selectors that cannot be read hide nothing."""
    sheets = _COMMENT.sub("", "\n".join(style.text for style in document.select("style"))[:_MOST_STYLES])
    hiding = [
        (match[1].strip(), reason) for match in _RULE.finditer(sheets) if (reason := _reason_of(match[2].lower()))
    ]
    for selector, reason in hiding[:_MOST_RULES]:
        try:
            elements = document.select(selector)
        except ValueError:
            continue
        for element in elements:
            yield _place(element), reason


def _same_colour(chain: list[turbohtml.Element]) -> str:
    """Return a reason where text has the colour of what is behind it."""
    styles = [(element.attr("style") or "").lower() for element in chain]
    colour = next((match[1] for style in styles if (match := _COLOUR.search(style))), "")
    if not colour:
        return ""
    behind = next((match[1] for style in styles if (match := _BACKGROUND.search(style))), "white")
    colour, behind = (re.sub(r"\s", "", written) for written in (colour, behind))
    return "the colour of its background" if colour == behind or {colour, behind} <= _WHITES else ""
