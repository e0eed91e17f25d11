"""Rendered text: the part of a page that a program has made from one written document.

Generators of documentation, wikis and static sites render a text into a container of its own. They give each heading a
link to itself, or name the container by what it holds (`markdown-body`, `rst-content`). What its author wrote there is
content in whatever dress it comes: call-outs, tabs, side notes, signatures and short lines, which on other pages are
what a reader does not come for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Final

from turbohtml import Element, Node

from gossamer.content.locales import words
from gossamer.content.main_content.blocks import Block, Outline, Section, common
from gossamer.content.main_content.vocabulary import BITS, element_bits, name_bits


def _bits(*names: str) -> int:
    return sum(BITS[name] for name in names)


_TITLES: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "dt")
_FEWEST: Final = 2
# The share of the content that a page is expected to have.
_BULK: Final = 0.5
_LIKELY: Final = 0.9
_UNLIKELY: Final = 0.1
_LINKED: Final = 0.5
_CONTAINERS: Final = frozenset(words("main_content", "rendered_text"))
# What generators and other programs add to the author's words: always, where it is mostly links, and where it is short.
_ADDED: Final = _bits("t_nav", "crumb", "pager", "comment", "ad", "t_form", "footer", "t_footer", "t_inner_footer")
_ADDED_LINKS: Final = _bits("related", "toc")
_ADDED_LINES: Final = _bits("tools", "t_button", "social", "signup")
_LINE: Final = 60
# Posts and opinions have titles that link to themselves as well, but are many texts.
_OF_MANY: Final = _bits("reply", "user", "comment", "review")


def with_rendered_text(page: Outline, chances: Sequence[float]) -> Sequence[float]:
    """Return *chances* with those of the author's words in rendered text raised, where the page has one."""
    titles = _titles(page)
    container = _container(page, chances, titles)
    if container is None:
        return chances
    raised = list(chances)
    numbers = range(container.first, container.last + 1)
    linked = [page.blocks[number].nodes[0] in titles for number in numbers if page.blocks[number].level]
    # Among headings that link to themselves, one that does not may announce what is not of the text.
    are_marked = sum(linked) >= max(_FEWEST, len(linked) / 2)
    added: dict[Section, int] = {container: 0}
    is_foreign = False
    for number in numbers:
        block = page.blocks[number]
        if block.level:
            is_foreign = are_marked and bool(block.kind) and block.nodes[0] not in titles
        if is_foreign:
            raised[number] = min(raised[number], _UNLIKELY)
        elif not _is_added(block, block.own | _names(block.section, added)):
            raised[number] = max(raised[number], _LIKELY)
    return raised


def _is_added(block: Block, names: int) -> bool:
    """Return whether *names*, those of *block* and around it, say that the author did not write it."""
    if names & _ADDED_LINKS and block.linked > _LINKED * block.text:
        return True
    return bool(names & _ADDED or (names & _ADDED_LINES and block.text <= _LINE))


def _names(section: Section, known: dict[Section, int]) -> int:
    """Return what the names of *section* and of those around it say, up to the container."""
    if section not in known:
        known[section] = _own_names(section) | (_names(section.parent, known) if section.parent is not None else 0)
    return known[section]


def _own_names(section: Section) -> int:
    """Return what *section* is called, but for its id: in a rendered text that is the words of its title."""
    identity = section.node.attr("id")
    if not identity:
        return section.own
    return section.own & ~name_bits(identity) | element_bits(section.node.tag, section.node.attr("class"))


def _container(page: Outline, chances: Sequence[float], titles: Mapping[Node, Section]) -> Section | None:
    """Return the section that holds a rendered text and most of the expected content; None without one."""
    found = _named(page) or _around_titles(page, titles)
    if found is None:
        return None
    expected = [chance * block.text for chance, block in zip(chances, page.blocks, strict=True)]
    return found if sum(expected[found.first : found.last + 1]) >= _BULK * sum(expected) else None


def _named(page: Outline) -> Section | None:
    """Return the largest section whose name says that it holds rendered text."""
    named = (one for one in page.sections if (names := one.node.attr("class")) and _is_named(names))
    return max(named, key=lambda one: one.text, default=None)


@lru_cache(maxsize=16384)
def _is_named(names: str) -> bool:
    return not _CONTAINERS.isdisjoint(names.lower().split())


def _around_titles(page: Outline, titles: Mapping[Node, Section]) -> Section | None:
    """Return the smallest section around what links to itself; None when that is little."""
    if len(titles) < _FEWEST:
        return None
    container = reduce(common, titles.values())
    headings = [block.nodes[0] for block in page.blocks[container.first : container.last + 1] if block.level]
    others = sum(heading not in titles for heading in headings)
    added: dict[Section, int] = {container: 0}
    of_many = sum(bool(_names(section, added) & _OF_MANY) for section in titles.values())
    return container if others <= len(titles) and 2 * of_many < len(titles) else None


def _titles(page: Outline) -> Mapping[Node, Section]:
    """Return the headings and the terms that link to their own place on this page, with their sections."""
    root = page.sections[0].node
    found = [(one, address) for one in root.iter_elements(_TITLES) if (address := _own_link(one)) is not None]
    # A post of a thread links to itself on a page of its own.
    own = next(iter(Counter(address for _, address in found).most_common(1)), ("", 0))[0]
    sections: dict[Node, Section] = {section.node: section for section in page.sections}
    return {title: _section_around(title, sections) or page.sections[0] for title, address in found if address == own}


def _section_around(title: Element, sections: Mapping[Node, Section]) -> Section | None:
    around = title.parent
    while around is not None and around not in sections:
        around = around.parent
    return None if around is None else sections[around]


def _own_link(title: Element) -> str | None:
    """Return the address of the page in a title's link to its own place, inside or beside it; None without one."""
    links = [*title.iter_elements(("a",)), *_links_beside(title)]
    leading = [link for link in links if "#" in (link.attr("href") or "")]
    if not leading:
        return None
    named = [title, title.parent, *title.iter_elements(("a", "span")), *leading]
    names = {one.attr("id") or one.attr("name") for one in named if isinstance(one, Element)}
    for link in leading:
        address, _, name = (link.attr("href") or "").partition("#")
        if name in names:
            return address
    return None


def _links_beside(title: Element) -> Iterator[Element]:
    for beside in (title.previous_sibling, title.next_sibling):
        if isinstance(beside, Element) and beside.tag == "a":
            yield beside
