"""The elements of a page that is being edited, for the few places that must be looked at closely."""

from collections.abc import Iterator
from dataclasses import dataclass

from gossamer.content.page import editing


@dataclass(frozen=True, slots=True)
class Element:
    """The element with *number* on *page*; equal to another of the same number."""

    page: editing.EditedPage
    number: int

    @property
    def tag(self) -> str:
        """Return the name of the element; that of a text or comment begins with `#`."""
        return self.page.scan.tag(self.number)

    @property
    def text(self) -> str:
        """Return the text of the element as it is shown by now, blanks as they are written."""
        return self.page.text(self.number)

    @property
    def parent(self) -> "Element | None":
        """Return the element around this one."""
        number = self.page.scan.parent(self.number)
        return Element(self.page, number) if number >= 0 else None

    @property
    def ancestors(self) -> Iterator["Element"]:
        """Yield the elements around this one, the innermost first."""
        around = self.parent
        while around is not None:
            yield around
            around = around.parent

    @property
    def following(self) -> Iterator["Element"]:
        """Yield the nodes beside this one that stand behind it."""
        scan, number = self.page.scan, self.page.scan.last(self.number) + 1
        around = scan.parent(self.number)
        while number < len(scan) and scan.parent(number) == around:
            yield Element(self.page, number)
            number = scan.last(number) + 1

    @property
    def preceding(self) -> Iterator["Element"]:
        """Yield the nodes beside this one that stand before it, the nearest first."""
        scan, number = self.page.scan, self.number - 1
        around = scan.parent(self.number)
        while number > around:
            while scan.parent(number) != around:
                number = scan.parent(number)
            yield Element(self.page, number)
            number -= 1

    @property
    def children(self) -> Iterator["Element"]:
        """Yield the nodes in this one, texts among them."""
        number, last = self.number + 1, self.page.scan.last(self.number)
        while number <= last:
            yield Element(self.page, number)
            number = self.page.scan.last(number) + 1

    @property
    def is_element(self) -> bool:
        """Return whether this is neither a text nor a comment."""
        return not self.tag.startswith("#")

    def attr(self, name: str) -> str | None:
        """Return the value of an attribute, None where there is none."""
        return self.page.scan.attr(self.number, name)

    def names(self, *names: str) -> str:
        """Return the values of the attributes *names*, joined by blanks."""
        return " ".join(self.attr(name) or "" for name in names)

    def holds(self, other: "Element") -> bool:
        """Return whether *other* is in this element, or this element itself."""
        return self.number <= other.number <= self.page.scan.last(self.number)

    def find(self, *tags: str) -> "list[Element]":
        """Return the elements of *tags* in this one, in document order."""
        return [Element(self.page, number) for number in self.page.find_tags(tags, self.number)]

    def closest(self, *tags: str) -> "Element | None":
        """Return the innermost element of *tags* that holds this one, which may be itself."""
        return next((element for element in (self, *self.ancestors) if element.tag in tags), None)


def find_with(page: editing.EditedPage, attribute: str, *values: str) -> list[Element]:
    """Return the elements of *page* whose *attribute* is one of *values*, or is there, in document order."""
    numbers = {number for value in values or (None,) for number in page.find_with(attribute, value)}
    return [Element(page, number) for number in sorted(numbers)]


def find_tags(page: editing.EditedPage, *tags: str) -> list[Element]:
    """Return the elements of *page* with one of *tags*, in document order."""
    return [Element(page, number) for number in page.find_tags(tags, 0)]
