"""Removal of rejected blocks, and of containers that held nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from turbohtml import Element

from gossamer.content.locales import words
from gossamer.content.main_content.blocks import Outline, Section

_PAGE_LINKS: Final = words("main_content", "page_links")
_LONGEST: Final = 40


def prune(page: Outline, keep: Sequence[bool]) -> Section:
    """Remove the blocks of *page* that are not to keep and return the deepest section that holds all others.

    An image has no words to be judged by: it stays where some text of the same section stays. Links to the source of
    the page go, too: they may be no more than an icon.
    """
    _remove(page, keep)
    holder = _holder(page)
    for link in holder.node.find_all("a"):
        if _is_about_the_page(link):
            link.extract()
    return holder


def _remove(page: Outline, keep: Sequence[bool]) -> None:
    for block, kept in zip(page.blocks, keep, strict=True):
        if kept:
            block.section.kept += 1
    for section in reversed(page.sections):
        if section.parent is not None:
            section.parent.kept += section.kept
    for section in page.sections:
        if not section.kept and section.parent is not None and section.parent.kept:
            section.node.extract()
    for block, kept in zip(page.blocks, keep, strict=True):
        if not kept and block.section.kept:
            for node in block.nodes:
                node.extract()


def _is_about_the_page(link: Element) -> bool:
    """Return whether *link* leads to the source of the page, or to changing it; its name may be that of its icon."""
    if "edit" in (link.attr("rel") or "").split():
        return True
    name = link.text.strip() or link.attr("title") or link.attr("aria-label") or ""
    return len(name) <= _LONGEST and " ".join(name.casefold().split()) in _PAGE_LINKS


def _holder(page: Outline) -> Section:
    holder = page.sections[0]
    for section in page.sections:
        # Inside a table or a list the rows or items need their parent to keep their meaning.
        if section.kept == holder.kept and section.parent is holder and _stands_alone(section):
            holder = section
    return holder


def _stands_alone(section: Section) -> bool:
    return section.node.tag in {"div", "main", "article", "section", "body"}
