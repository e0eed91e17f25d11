"""Tabs: the panel that each opens is given the tab's label, and both the roles that ARIA has for them.

Pages say in different ways which tab opens which panel: by ids, by the order of both, or, where style alone shows
them, by radio buttons whose labels stand beside the panels. After this step they all say it in one way.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import turbohtml

# Where the label of a panel is kept.
LABEL: Final = "data-gossamer-tab"
PANEL: Final = "tabpanel"
TAB: Final = "tab"
_TABS: Final = '[role="tab"],[data-toggle="tab"],[data-bs-toggle="tab"],[data-toggle="pill"],[data-bs-toggle="pill"]'
_TARGETS: Final = ("aria-controls", "data-bs-target", "data-target", "href")
_RADIO: Final = 'input[type="radio" i]'
_MAX_TABS: Final = 2_000
_MAX_LABEL: Final = 80
# How far above its tabs the element lies that holds their panels too.
_REACH: Final = 5
_Pair = tuple[turbohtml.Element, turbohtml.Element]


def settle(document: turbohtml.Document) -> None:
    """Name the panels of every set of two tabs or more, in place; panels and tabs get their roles."""
    for pairs in (*_of_tabs(document), *_of_radios(document)):
        if _are_numbered([label_of(tab) for tab, _ in pairs]):
            continue
        if len(pairs) < 2 or len({panel for _, panel in pairs}) < len(pairs):  # noqa: PLR2004 - one is no choice
            continue
        for tab, panel in pairs:
            tab.attrs["role"] = TAB
            panel.attrs["role"] = PANEL
            panel.attrs[LABEL] = label_of(tab)


def label_of(tab: turbohtml.Element) -> str:
    """Return what *tab* is called, on one line; empty for one that shows only a picture."""
    return " ".join((tab.text.strip() or tab.attr("aria-label") or tab.attr("data-title") or "").split())


def _of_tabs(document: turbohtml.Document) -> Iterator[list[_Pair]]:
    """Yield the tabs of each list with their panels."""
    tabs = document.select(_TABS)[:_MAX_TABS]
    if len(tabs) < 2:  # noqa: PLR2004 - one is no choice
        return
    named = {key: element for element in document.select("[id]") if (key := element.attr("id"))}
    labelled = {
        key: panel
        for panel in document.select('[role="tabpanel"][aria-labelledby]')
        for key in (panel.attr("aria-labelledby") or "").split()
    }
    for group in _groups(tabs):
        if not all(_is_label(label_of(tab)) for tab in group):
            continue
        by_id = [(tab, panel) for tab in group if (panel := _controlled(tab, named, labelled)) is not None]
        yield by_id or _in_order(group)


def _groups(tabs: Sequence[turbohtml.Element]) -> Iterator[list[turbohtml.Element]]:
    """Yield the tabs of one list each: those in one tablist, or the nearest list or box of several."""
    groups: dict[turbohtml.Node, list[turbohtml.Element]] = {}
    for tab in tabs:
        holder = tab.closest('[role="tablist"],.nav-tabs,.nav-pills') or tab.parent
        if holder is not None:
            groups.setdefault(holder, []).append(tab)
    yield from groups.values()


def _controlled(
    tab: turbohtml.Element, named: dict[str, turbohtml.Element], labelled: dict[str, turbohtml.Element]
) -> turbohtml.Element | None:
    for name in _TARGETS:
        key = (tab.attr(name) or "").removeprefix("#")
        if key and (panel := named.get(key)) is not None and panel != tab:
            return panel
    return labelled.get(tab.attr("id") or "")


def _in_order(tabs: Sequence[turbohtml.Element]) -> list[_Pair]:
    """Return *tabs* with the panels that the nearest element around them has, if they are as many."""
    for level, above in enumerate(tabs[0].ancestors):
        if level > _REACH or not isinstance(above, turbohtml.Element):
            break
        panels = above.select('[role="tabpanel"]')[:_MAX_TABS]
        if panels:
            inside = set(panels)
            own = [panel for panel in panels if inside.isdisjoint(panel.ancestors)]
            return list(zip(tabs, own, strict=True)) if len(own) == len(tabs) else []
    return []


def _of_radios(document: turbohtml.Document) -> Iterator[list[_Pair]]:
    """Yield labels of radio buttons with the boxes that style shows when one is chosen."""
    sets: dict[str, list[turbohtml.Element]] = {}
    for radio in document.select(f"{_RADIO}[name][id]")[:_MAX_TABS]:
        sets.setdefault(radio.attr("name") or "", []).append(radio)
    for radios in sets.values():
        above = radios[0].parent
        if len(radios) < 2 or not isinstance(above, turbohtml.Element):  # noqa: PLR2004 - one is no choice
            continue
        ids = {radio.attr("id") for radio in radios}
        labels = [label for label in above.select("label[for]") if label.attr("for") in ids]
        if len(labels) == len(radios) and all(_is_label(label_of(label)) for label in labels):
            yield _behind_labels(labels) or _behind_list(labels)


def _behind_labels(labels: Sequence[turbohtml.Element]) -> list[_Pair]:
    """Return *labels* with the box that follows each, if one follows each."""
    pairs = [(label, panel) for label in labels if (panel := _following(label)) is not None and _is_panel(panel)]
    return pairs if len(pairs) == len(labels) else []


def _behind_list(labels: Sequence[turbohtml.Element]) -> list[_Pair]:
    """Return *labels* with the boxes of the element that follows their list, if they are as many."""
    holder = labels[0].parent
    if not isinstance(holder, turbohtml.Element) or any(label.parent != holder for label in labels):
        return []
    following = _following(labels[-1]) or _following(holder)
    panels = [part for part in following.children if isinstance(part, turbohtml.Element)] if following else []
    if len(panels) != len(labels) or not all(_is_panel(panel) for panel in panels):
        return []
    return list(zip(labels, panels, strict=True))


def _following(element: turbohtml.Element) -> turbohtml.Element | None:
    for sibling in element.next_siblings:
        if isinstance(sibling, turbohtml.Element):
            return sibling
        if isinstance(sibling, turbohtml.Text) and sibling.data.strip():
            return None
    return None


def _is_panel(element: turbohtml.Element) -> bool:
    return element.tag in {"div", "section", "article", "pre", "figure", "li"} and bool(element.text.strip())


def _are_numbered(labels: Sequence[str]) -> bool:
    """Return whether *labels* differ by their numbers only, as those of slides do: "1", "Item 2"."""
    return len({"".join(filter(str.isalpha, label)) for label in labels}) == 1


def _is_label(text: str) -> bool:
    return 0 < len(text) <= _MAX_LABEL
