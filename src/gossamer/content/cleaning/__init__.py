"""Out of a page goes what is never content; every word a visitor can read stays.

The order matters: what browsers show from elsewhere (frames, shadow trees, streamed parts) is put where it is seen,
then the caller's own choice is made on the page as it was written, then drawn tables become tables, all on a copy of
the tree. Most pages need none of this. Everything else is an edit of the page's nodes.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import advertising, choices, consent, drawn_tables, frames, noscript, selection, tabs
from gossamer.content.page import editing, scan, structure


@dataclass(frozen=True, slots=True)
class Sweep:
    """What to take out besides what is never content.

    *include_tags* and *exclude_tags* are CSS selectors, tag names, or `*word*` for any class
    or id that holds the word.
    """

    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    block_ads: bool = False


class Cleaned:
    """A clean page, and *notices* of what could not be done."""

    def __init__(self, page: editing.EditedPage, notices: tuple[str, ...]) -> None:
        self._page = page
        self.notices = notices
        self.scan = scan.Scan(page.write())

    @property
    def html(self) -> str:
        """Return the page as turbohtml writes it."""
        return self.scan.source.decode("utf-8", "surrogatepass")

    @cached_property
    def document(self) -> turbohtml.Document:
        """Return the page as a tree."""
        return turbohtml.parse(self.html, positions=False, allow_declarative_shadow_roots=False, scripting=True)

    @property
    def removed(self) -> tuple[tuple[int, str, str], ...]:
        """Return each place in the page of which something was removed, in bytes, with the reason and the words."""
        return tuple((place, reason, words) for place, reason, words in self._page.list_removed() if words)


def clean(document: turbohtml.Document, base: Base, sweep: Sweep, nodes: scan.Scan | None = None) -> Cleaned:
    """Return *document* cleaned; it is left as it is. *nodes* are its own, where they are known.

    The notices are a sentence for each selector that could not be read.
    """
    nodes = nodes or scan.Scan(document.html)
    needs = structure.find_needs(nodes)
    notices: tuple[str, ...] = ()
    if sweep.include_tags or sweep.exclude_tags or "frames" in needs or "tables" in needs:
        document = copy.copy(document)
        frames.flatten(document, base)
        notices = selection.select(document, include=sweep.include_tags, exclude=sweep.exclude_tags)
        drawn_tables.settle(document)
        nodes = scan.Scan(document.html)
        needs = structure.find_needs(nodes)
    return Cleaned(_edit(nodes, needs, sweep), notices)


def _edit(nodes: scan.Scan, needs: tuple[str, ...], sweep: Sweep) -> editing.EditedPage:
    page = editing.EditedPage(nodes, keeps_noscript="noscript" in needs)
    controls = structure.list_controls(nodes)
    if "noscript" in needs:
        noscript.settle(page)
    if "tabs" in needs:
        tabs.settle(page)
    if "choices" in needs and _has_choice(page, controls):
        choices.settle(page, controls)
    page.hide()
    if not sweep.include_tags:
        consent.remove(page, controls)
    if sweep.block_ads:
        advertising.remove(page)
    return page


def _has_choice(page: editing.EditedPage, controls: Sequence[tuple[int, str]]) -> bool:
    # A choice stands before a control that orders, which few pages have.
    return any(
        choices.is_order(page, number, label) and structure.has_choice_before(page.scan, number)
        for number, label in controls
    )
