"""Tabs: every panel below its label in bold, because on paper all of them are open."""

from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.cleaning.tabs import LABEL
from gossamer.content.markdown.survey import Survey

_TABS: Final = '[role="tab"]'
_TITLES: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "strong", "b", "p", "summary", "caption", "figcaption", "dt")
_ROWS: Final = frozenset({"ul", "ol", "li", "div", "nav", "span"})
_ENDS: Final = " :.-"
_NEAR: Final = 6


def settle(survey: Survey) -> None:
    """Write the label of each panel, once, in place of the row of tabs."""
    panels = [panel for panel in survey.node.select(f"[{LABEL}]") if panel.text.strip() or panel.select_one("img")]
    if not panels:
        return
    labels = {_plain(panel.attr(LABEL) or "") for panel in panels}
    for tab in survey.node.select(_TABS):
        if _plain(tab.text) in labels:
            _remove(tab)
    for panel in panels:
        label = " ".join((panel.attr(LABEL) or "").split())
        if label and not _says(panel, _plain(label)):
            strong = turbohtml.Element("strong", None, [turbohtml.Text(label)])
            survey.add(strong)
            line = turbohtml.Element("p", None, [strong])
            # Between the items of a list there is nowhere to write.
            if panel.tag == "li":
                panel.insert(0, line)
            else:
                panel.insert_before(line)


def _remove(tab: turbohtml.Element) -> None:
    """Remove *tab*, and the item or row that it leaves empty."""
    for _ in range(_NEAR):
        above = tab.parent
        tab.decompose()
        if not isinstance(above, turbohtml.Element) or above.parent is None or above.text.strip():
            return
        if above.tag not in _ROWS or above.select_one("img") is not None:
            return
        tab = above


def _says(panel: turbohtml.Element, label: str) -> bool:
    """Return whether *panel* begins with its label, or has it right above it."""
    for sibling in islice(panel.previous_siblings, _NEAR):
        if sibling.text.strip():
            if isinstance(sibling, turbohtml.Element) and _plain(sibling.text) == label:
                return True
            break
    if not _plain(panel.text[: len(label) * 2 + _NEAR]).startswith(label):
        return False
    return any(_plain(title.text) == label for title in islice(panel.iter_elements(_TITLES), _NEAR))


def _plain(text: str) -> str:
    return " ".join(text.split()).strip(_ENDS).lower()
