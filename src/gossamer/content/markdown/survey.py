"""Which elements a tree has, by tag: one walk, so that each step touches only what concerns it."""

from collections.abc import Iterator

import turbohtml


class Survey:
    """The elements below a node by tag, in document order, as they were when it was made.

    Steps move and remove elements; one that has left the tree is no longer given.
    """

    __slots__ = ("_by_tag", "node")

    def __init__(self, node: turbohtml.Node) -> None:
        self.node = node
        self._by_tag: dict[str, list[turbohtml.Element]] = {}
        by_tag = self._by_tag
        for element in node.iter_elements():
            tag = element.tag
            if tag in by_tag:
                by_tag[tag].append(element)
            else:
                by_tag[tag] = [element]

    def has(self, *tags: str) -> bool:
        """Return whether there was any element of *tags*."""
        return any(tag in self._by_tag for tag in tags)

    def each(self, *tags: str) -> Iterator[turbohtml.Element]:
        """Yield the elements of *tags* that still have a parent, one tag after the other."""
        for tag in tags:
            for element in self._by_tag.get(tag, ()):
                if element.parent is not None:
                    yield element

    def add(self, element: turbohtml.Element) -> None:
        """Take note of an element that a step has made."""
        self._by_tag.setdefault(element.tag, []).append(element)

    def drop(self, *tags: str) -> None:
        """Remove every element of *tags* with what is in it."""
        for element in self.each(*tags):
            element.decompose()
