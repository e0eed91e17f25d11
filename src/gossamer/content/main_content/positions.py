"""Where a section stands, seen from the page's prose, from most of its text and from its title."""

from __future__ import annotations

from typing import Final

from gossamer.content.main_content.blocks import Outline, Section

# Levels from the mark up to the common ancestor, from there down to the section, and the side it is on.
POSITION_NAMES: Final = (
    "core_up", "core_down", "core_side", "bulk_up", "bulk_down", "bulk_side", "title_up", "title_down", "title_side",
)  # fmt: skip
Place = tuple[int, ...]


def positions(page: Outline, title: int) -> dict[Section, Place]:
    """Return for each section its place; the depth of the common ancestor stands for the levels down from it.

    A section below one that holds no mark has that one's place: only along the paths to the marks there is work.
    """
    marks = [*_holders(page), page.blocks[title].section if title >= 0 else page.sections[0]]
    chains = [_chain(mark) for mark in marks]
    paths = set().union(*chains)
    places: dict[Section, Place] = {}
    for section in page.sections:
        if section.parent is None or section in paths or section.parent in paths:
            place: Place = ()
            for mark, chain in zip(marks, chains, strict=True):
                place += _place(section, mark, chain)
            places[section] = place
        else:
            places[section] = places[section.parent]
    return places


def _holders(page: Outline) -> tuple[Section, Section]:
    """Return the deepest sections that hold half of the page's prose and half of all its text."""
    core = bulk = top = page.sections[0]
    least_prose, least_text = top.prose / 2, top.text / 2
    for section in page.sections:
        if section.text >= least_text and section.depth > bulk.depth:
            bulk = section
        if section.prose >= least_prose and section.depth > core.depth:
            core = section
    return core, bulk


def _chain(section: Section) -> dict[Section, int]:
    chain: dict[Section, int] = {}
    node: Section | None = section
    while node is not None:
        chain[node] = len(chain)
        node = node.parent
    return chain


def _place(section: Section, mark: Section, chain: dict[Section, int]) -> tuple[int, int, int]:
    node = section
    while node not in chain and node.parent is not None:
        node = node.parent
    up = chain[node]
    if not up:
        return 0, node.depth, 0
    return up, node.depth, -1 if section.last < mark.first else 1 if section.first > mark.last else 0
