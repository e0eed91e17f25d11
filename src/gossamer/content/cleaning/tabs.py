"""Tabs: the panel that each opens is given the tab's label, and both the roles that ARIA has for them.

Pages say in different ways which tab opens which panel: by ids, by the order of both, or, where style alone shows
them, by radio buttons whose labels stand beside the panels. After this step they all say it in one way.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from gossamer.content.elements import Element, find_tags, find_with
from gossamer.content.page import editing

# Where the label of a panel is kept.
LABEL: Final = "data-gossamer-tab"
PANEL: Final = "tabpanel"
TAB: Final = "tab"
_TOGGLES: Final = ("tab", "pill")
_LISTS: Final = frozenset({"nav-tabs", "nav-pills"})
_TARGETS: Final = ("aria-controls", "data-bs-target", "data-target", "href")
_PANELS: Final = frozenset({"div", "section", "article", "pre", "figure", "li"})
_MAX_TABS: Final = 2_000
_MAX_LABEL: Final = 80
# How far above its tabs the element lies that holds their panels too.
_REACH: Final = 6
_Pair = tuple[Element, Element]


def settle(page: editing.EditedPage) -> None:
    """Name the panels of every set of two tabs or more of *page*; panels and tabs get their roles."""
    for pairs in (*_of_tabs(page), *_of_radios(page)):
        if _are_numbered([label_of(tab) for tab, _ in pairs]):
            continue
        if len(pairs) < 2 or len({panel.number for _, panel in pairs}) < len(pairs):  # noqa: PLR2004 - one is no choice
            continue
        for tab, panel in pairs:
            page.set_attribute(tab.number, "role", TAB)
            page.set_attribute(panel.number, "role", PANEL)
            page.set_attribute(panel.number, LABEL, label_of(tab))
            page.show_panel(panel.number)


def label_of(tab: Element) -> str:
    """Return the label of *tab* on one line; empty for one that shows only a picture."""
    return " ".join((tab.text.strip() or tab.attr("aria-label") or tab.attr("data-title") or "").split())


def _of_tabs(page: editing.EditedPage) -> Iterator[list[_Pair]]:
    """Yield the tabs of each list with their panels."""
    toggles = (*find_with(page, "data-toggle", *_TOGGLES), *find_with(page, "data-bs-toggle", *_TOGGLES))
    tabs = sorted({*find_with(page, "role", TAB), *toggles}, key=lambda tab: tab.number)[:_MAX_TABS]
    if len(tabs) < 2:  # noqa: PLR2004 - one is no choice
        return
    panels = find_with(page, "role", PANEL)
    named = {element.attr("id"): element for element in find_with(page, "id")}
    labelled = {key: panel for panel in panels for key in (panel.attr("aria-labelledby") or "").split()}
    for group in _groups(tabs):
        if all(_is_label(label_of(tab)) for tab in group):
            by_id = [(tab, panel) for tab in group if (panel := _find_panel(tab, named, labelled)) is not None]
            yield by_id or _in_order(group, panels)


def _groups(tabs: Sequence[Element]) -> Iterator[list[Element]]:
    """Yield the tabs of one list each: those in one tablist, or the nearest list or box of several."""
    groups: dict[Element | None, list[Element]] = {}
    for tab in tabs:
        lists = (e for e in tab.ancestors if e.attr("role") == "tablist" or _LISTS & {*(e.attr("class") or "").split()})
        groups.setdefault(next(lists, tab.parent), []).append(tab)
    yield from groups.values()


def _find_panel(tab: Element, named: dict[str | None, Element], labelled: dict[str, Element]) -> Element | None:
    for name in _TARGETS:
        key = (tab.attr(name) or "").removeprefix("#")
        if key and (panel := named.get(key)) is not None and panel != tab:
            return panel
    return labelled.get(tab.attr("id") or "")


def _in_order(tabs: Sequence[Element], panels: Sequence[Element]) -> list[_Pair]:
    """Return *tabs* with the panels that the nearest element around them has, if they are as many."""
    for above in islice(tabs[0].ancestors, _REACH):
        inside = [panel for panel in panels[:_MAX_TABS] if above.holds(panel) and panel != above]
        if inside:
            outermost_panels = [
                panel for panel in inside if not any(e.attr("role") == PANEL for e in _below(panel, above))
            ]
            return list(zip(tabs, outermost_panels, strict=True)) if len(outermost_panels) == len(tabs) else []
    return []


def _below(element: Element, above: Element) -> Iterator[Element]:
    for around in element.ancestors:
        if around == above:
            return
        yield around


def _of_radios(page: editing.EditedPage) -> Iterator[list[_Pair]]:
    """Yield labels of radio buttons with the boxes that style shows when one is chosen."""
    sets: dict[str, list[Element]] = {}
    for radio in find_tags(page, "input"):
        if (radio.attr("type") or "").lower() == "radio" and (name := radio.attr("name")) and radio.attr("id"):
            sets.setdefault(name, []).append(radio)
    for radios in sets.values():
        labels = _labels_of(radios) if 1 < len(radios) <= _MAX_TABS else []
        if labels and len(labels) == len(radios) and all(_is_label(label_of(label)) for label in labels):
            yield _behind_labels(labels) or _behind_list(labels)


def _labels_of(radios: Sequence[Element]) -> list[Element]:
    """Return the labels of *radios* that stand beside them."""
    ids, above = {radio.attr("id") for radio in radios}, radios[0].parent
    return [label for label in above.find("label") if label.attr("for") in ids] if above is not None else []


def _behind_labels(labels: Sequence[Element]) -> list[_Pair]:
    """Return *labels* with the box that follows each, if one follows each."""
    pairs = [(label, panel) for label in labels if (panel := _following(label)) is not None and _is_panel(panel)]
    return pairs if len(pairs) == len(labels) else []


def _behind_list(labels: Sequence[Element]) -> list[_Pair]:
    """Return *labels* with the boxes of the element that follows their list, if they are as many."""
    holder = labels[0].parent
    if holder is None or any(label.parent != holder for label in labels):
        return []
    following = _following(labels[-1]) or _following(holder)
    panels = [part for part in following.children if part.is_element] if following else []
    if len(panels) != len(labels) or not all(_is_panel(panel) for panel in panels):
        return []
    return list(zip(labels, panels, strict=True))


def _following(element: Element) -> Element | None:
    for sibling in element.following:
        if sibling.is_element:
            return sibling
        if sibling.text.strip():
            return None
    return None


def _is_panel(element: Element) -> bool:
    return element.tag in _PANELS and bool(element.text.strip())


def _are_numbered(labels: Sequence[str]) -> bool:
    """Return whether *labels* differ by their numbers only, as those of slides do: "1", "Item 2"."""
    return len({"".join(filter(str.isalpha, label)) for label in labels}) == 1


def _is_label(text: str) -> bool:
    return 0 < len(text) <= _MAX_LABEL
