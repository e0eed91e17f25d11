"""Elements of a page as sources of values: their text, their names, and the parts of the page they belong to."""

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Final

import turbohtml

from gossamer.content.extraction.candidates import few_words
from gossamer.content.extraction.reading import Reading
from gossamer.content.locales import pattern, selector
from gossamer.content.page_model.others import HEADINGS, MOST_HEADING, leads_elsewhere

_ASIDE: Final = pattern("extraction", "product", "aside")
_ASIDE_TAGS: Final = frozenset({"footer", "nav", "aside"})
_COMMENTS: Final = selector("extraction", "article", "selectors", "comments")
_MOST_AROUND: Final = 9
_MOST_FOLLOWING: Final = 120
_MOST_PRECEDING: Final = 30
MOST_ELEMENTS: Final = 40


def texts(reading: Reading, selected: str, longest: int) -> Iterator[tuple[turbohtml.Element, str]]:
    """Yield the first elements of the page that *selected* finds, each with its text: empty if it is over *longest*."""
    for element in reading.page.document.select(selected)[:MOST_ELEMENTS]:
        yield element, few_words(element, longest)


def names(element: turbohtml.Element) -> str:
    """Return the class and the id of *element* in lower case."""
    return f"{element.attr('class') or ''} {element.attr('id') or ''}".lower()[:200]


def place(element: turbohtml.Element) -> str:
    """Return the tag of *element* with its id or its first class, for people."""
    name = element.attr("id") or (element.attr("class") or "").partition(" ")[0]
    return f"{element.tag} {name}".strip()


def around(element: turbohtml.Element, most: int = _MOST_AROUND) -> Iterator[turbohtml.Element]:
    """Yield *element* and at most so many elements around it, from the inside."""
    node: turbohtml.Node | None = element
    for _ in range(most + 1):
        if not isinstance(node, turbohtml.Element):
            return
        yield node
        node = node.parent


def is_aside(element: turbohtml.Element) -> bool:
    """Return whether *element* stands in a part of the page beside its content, such as one for related products."""
    return any(
        outer_element.tag in _ASIDE_TAGS or _ASIDE.search(names(outer_element))
        for outer_element in around(element, _MOST_AROUND - 1)
    )


def after_heading(reading: Reading) -> list[turbohtml.Element]:
    """Return the elements that soon follow the page's heading, up to a heading of other things."""
    if reading.heading is None:
        return []
    nodes = islice(reading.heading.following, _MOST_FOLLOWING)
    elements = (node for node in nodes if isinstance(node, turbohtml.Element))
    own_elements = takewhile(
        lambda following_element: (
            following_element.tag not in HEADINGS or not leads_elsewhere(few_words(following_element, MOST_HEADING))
        ),
        elements,
    )
    return [own_element for own_element in own_elements if not is_comment(own_element, reading)]


def before_heading(reading: Reading) -> list[turbohtml.Element]:
    """Return the elements just before the page's heading, the nearest first, without those of its navigation."""
    if reading.heading is None:
        return []
    nodes = islice(reading.heading.preceding, _MOST_PRECEDING)
    return [node for node in nodes if isinstance(node, turbohtml.Element) and node.closest("nav, head") is None]


def is_comment(element: turbohtml.Element, reading: Reading) -> bool:
    """Return whether *element* stands in a comment or a review; a holder of the whole page is none."""
    holder = element.closest(_COMMENTS)
    return holder is not None and (reading.heading is None or reading.heading.closest(_COMMENTS) != holder)
