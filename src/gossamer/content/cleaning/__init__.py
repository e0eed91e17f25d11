"""Out of a page goes what is never content; every word a visitor can read stays.

The order matters: what browsers show from elsewhere (frames, shadow trees, streamed parts) is put where it is seen,
then the caller's own choice is made on the page as it was written, then choices, tabs and tables get one shape, on a
copy of the tree. Most pages need none of this. The rest is removed from the page's nodes.
"""

import copy
from dataclasses import dataclass
from functools import cached_property

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import advertising, choices, consent, drawn_tables, frames, noscript, selection, tabs
from gossamer.content.page import removal, scan, structure


@dataclass(frozen=True, slots=True)
class Sweep:
    """What to take out besides what is never content.

    *include_tags* and *exclude_tags* are CSS selectors, tag names, or `*word*` for any class
    or id that holds the word.
    """

    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    block_ads: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """Words that were removed, the reason, and the offset in the cleaned page at which they stood, in bytes."""

    words: str
    reason: str
    offset: int


class Cleaned:
    """A clean page: its *html* as turbohtml writes it, what was *removed*, and *notices* of what could not be done."""

    def __init__(self, html: str, removed: tuple[Removed, ...], notices: tuple[str, ...]) -> None:
        self.html = html
        self.removed = removed
        self.notices = notices

    @cached_property
    def scan(self) -> scan.Scan:
        """Return the nodes of the page."""
        return scan.Scan(self.html)

    @cached_property
    def document(self) -> turbohtml.Document:
        """Return the page as a tree."""
        return turbohtml.parse(self.html, positions=False, allow_declarative_shadow_roots=False, scripting=True)


def clean(document: turbohtml.Document, base: Base, sweep: Sweep, nodes: scan.Scan | None = None) -> Cleaned:
    """Return *document* cleaned; it is left as it is. *nodes* are its own, where they are known.

    The notices are a sentence for each selector that could not be read.
    """
    nodes = nodes or scan.Scan(document.html)
    controls = structure.list_controls(nodes)
    needs = _needs(nodes, controls)
    notices: tuple[str, ...] = ()
    if needs or sweep.include_tags or sweep.exclude_tags:
        document = copy.copy(document)
        notices = _settle(document, base, sweep, needs)
        nodes = scan.Scan(document.html)
        controls = structure.list_controls(nodes)
    page = removal.Removal(nodes)
    if not sweep.include_tags:
        consent.remove(page, controls)
    if sweep.block_ads:
        advertising.remove(page)
    html, removed = page.clean()
    return Cleaned(html, tuple(Removed(words, reason, offset) for offset, reason, words in removed), notices)


def _needs(nodes: scan.Scan, controls: list[tuple[int, str]]) -> frozenset[str]:
    needs = frozenset(structure.find_needs(nodes))
    if "choices" not in needs:
        return needs
    # A choice stands before a control that orders, which few pages have.
    orders = (number for number, label in controls if choices.is_order(label, nodes, number))
    return needs if any(structure.has_choice_before(nodes, number) for number in orders) else needs - {"choices"}


def _settle(document: turbohtml.Document, base: Base, sweep: Sweep, needs: frozenset[str]) -> tuple[str, ...]:
    if "frames" in needs:
        frames.flatten(document, base)
    notices = selection.select(document, include=sweep.include_tags, exclude=sweep.exclude_tags)
    if "noscript" in needs:
        noscript.settle(document)
    if "tabs" in needs:
        tabs.settle(document)
    if "choices" in needs:
        choices.settle(document)
    if "tables" in needs:
        drawn_tables.settle(document)
    return notices
