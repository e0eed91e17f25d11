"""Removal of rejected blocks, and of containers that held nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from gossamer.content.main_content.blocks import Outline, Section


def prune(page: Outline, keep: Sequence[bool]) -> Section:
    """Remove the blocks of *page* that are not to keep and return the deepest section that holds all others.

    An image has no words to be judged by: it stays where some text of the same section stays.
    """
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
    return _holder(page)


def _holder(page: Outline) -> Section:
    holder = page.sections[0]
    for section in page.sections:
        # Inside a table or a list the rows or items need their parent to keep their meaning.
        if section.kept == holder.kept and section.parent is holder and _stands_alone(section):
            holder = section
    return holder


def _stands_alone(section: Section) -> bool:
    return section.node.tag in {"div", "main", "article", "section", "body"}
