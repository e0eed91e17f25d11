"""Out of a page goes what is never content; every word a visitor can read stays.

Cleaning works in place, on a tree that the caller gives away. The order matters: what browsers
show from elsewhere (frames, shadow trees, streamed parts) is put where it is seen, then the
caller's own choice is made on the page as it was written, then the rest is swept.
"""

from dataclasses import dataclass

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import (
    advertising,
    choices,
    consent,
    drawn_tables,
    frames,
    hidden,
    noscript,
    selection,
    tabs,
)
from gossamer.content.cleaning.element_names import ElementNames

_NEVER = (
    "script", "style", "template", "link", "meta", "base", "datalist", "rp", "param", "track", "iframe", "frame",
    "noframes", "noembed", "applet",
)  # fmt: skip
_HOLDERS = ("select", "video", "audio", "canvas", "object")
# What browsers that know the holder do not show; the rest of it is shown or leads to what is.
_KEPT_INSIDE = {"video": ("source",), "audio": ("source",), "canvas": (), "object": ("img", "a")}
_ICONS = ".material-icons,.material-icons-outlined,.material-symbols-outlined,.material-symbols-rounded"


@dataclass(frozen=True, slots=True)
class Sweep:
    """What to take out besides what is never content.

    *include_tags* and *exclude_tags* are CSS selectors, tag names, or `*word*` for any class
    or id that holds the word.
    """

    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    block_ads: bool = False


def clean(document: turbohtml.Document, base: Base, sweep: Sweep) -> tuple[str, ...]:
    """Clean *document* in place; return a sentence for each selector that could not be read."""
    frames.flatten(document, base)
    notices = selection.select(document, include=sweep.include_tags, exclude=sweep.exclude_tags)
    noscript.settle(document)
    tabs.settle(document)
    unseen = _found(document, _NEVER)
    choices.settle(document)
    holders = _found(document, _HOLDERS)
    _drop_unseen(unseen)
    _settle_holders(holders)
    named = ElementNames(document)
    if "material-" in named.text:
        document.remove(_ICONS)
    hidden.remove(document)
    if not sweep.include_tags:
        consent.remove(document, named)
    if sweep.block_ads:
        advertising.remove(document, named.text)
    drawn_tables.settle(document)
    return notices


def _found(document: turbohtml.Document, tags: tuple[str, ...]) -> list[turbohtml.Element]:
    # A document knows its elements by tag as long as nothing is moved; one selector with all tags would not ask it.
    return [element for tag in tags for element in document.select(tag)]


def _drop_unseen(elements: list[turbohtml.Element]) -> None:
    for element in elements:
        if element.parent is not None and not _is_seen(element):
            element.decompose()


def _is_seen(element: turbohtml.Element) -> bool:
    """Return whether an element of these tags is content where it stands: a formula, microdata in the body."""
    match element.tag:
        case "script":
            return (element.attr("type") or "").lower().startswith("math/tex")
        case "link" | "meta":
            parent = element.parent
            return not (isinstance(parent, turbohtml.Element) and parent.tag == "head")
        case _:
            return False


def _settle_holders(elements: list[turbohtml.Element]) -> None:
    """Leave of a choice what it shows, and of a player nothing that browsers without one would say."""
    for element in elements:
        if element.tag == "select":
            shown = element.select_one("option[selected]") or element.select_one("option")
            element.set_text(shown.text if shown is not None else "")
            continue
        kept = _KEPT_INSIDE[element.tag]
        for child in list(element.children):
            if not (isinstance(child, turbohtml.Element) and child.tag in kept):
                child.extract()
