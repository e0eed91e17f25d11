"""The scope of one thing that the page marks up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gossamer.content.extraction import paths
from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.scopes.model import FieldScope, Rows
from gossamer.content.extraction.vocabulary import Concept, find
from gossamer.content.locales import entry
from gossamer.content.structured import Item, Value, walk
from gossamer.content.text.names import phrase, word_set, words_of

# Properties of a thing that are things themselves, by the name of the field that asks for them.
_PARTS: Final[Mapping[str, str]] = entry("extraction", "marked", "parts")
_THREADS: Final = word_set("question discussionforumposting")
_POSTS: Final = word_set("post message")
_ANSWERS: Final = word_set("answer reply response")


class ItemScope(FieldScope):
    """A thing that the page marks up, and nothing else of the page."""

    def __init__(self, item: Item, within: Sequence[Item] = ()) -> None:
        self._items = [item, *within]

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the values along the concept's paths, then those of a property of that name."""
        for item in self._items:
            yield from paths.by_name(item, name)
            if concept is not None:
                yield from paths.candidates(item, concept)
                yield from _last_steps(item, concept)

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the values of the concept, or of the property of that name."""
        return listed(self._items, name, concept)

    def part(self, name: str) -> FieldScope | None:
        """Return the thing at the property of that name."""
        things = inside(self._items, name)
        return ItemScope(things[0]) if things else None

    def rows(self, name: str, fields: Sequence[str]) -> list[Rows]:  # noqa: ARG002 - things of any fields
        """Return the things at the property of that name."""
        things = inside(self._items, name)
        return [Rows([ItemScope(listed_item(item)) for item in things], is_marked=True)] if things else []


def inside(items: Sequence[Item], name: str) -> list[Item]:
    """Return the things that *items* have at the property that a field *name* asks for."""
    spoken = phrase(name)
    for item in items:
        for key in item.properties:
            if phrase(key) == spoken and (inner_items := paths.inner(item, key)):
                return inner_items
        path = _PARTS.get(spoken)
        if path and (inner_items := paths.inner(item, path)):
            return inner_items
        concept = find(name)
        for step in concept.paths if concept is not None else ():
            if inner_items := paths.inner(item, step):
                return inner_items
    return []


def posts(items: Sequence[Item], name: str) -> list[Item]:
    """Return the posts of people in the threads among *items*, where a list *name* asks for it, in their order.

    Of "posts" that is the question with its answers, of "answers" those alone. What is an answer says whether it was
    accepted.
    """
    called = words_of(name)[-1:]
    posts_found: list[Item] = []
    if called and called[0] in _POSTS | _ANSWERS:
        for thread in (item for item in walk(items) if item.is_a(_THREADS)):
            posts_found += [thread] if called[0] in _POSTS else []
            for key in ("acceptedAnswer", "suggestedAnswer", "comment"):
                answers = [item for item in thread.get(key) if isinstance(item, Item)]
                says: dict[str, list[Value]] = {}
                if key != "comment":
                    says["accepted"] = [key == "acceptedAnswer"]
                posts_found += [replace(answer, properties={**answer.properties, **says}) for answer in answers]
    return posts_found


def listed_item(item: Item) -> Item:
    """Return the item that an entry of a list is for."""
    held = next((value for value in item.get("item") if isinstance(value, Item)), None)
    return held if held is not None and item.is_a({"listitem"}) else item


def listed(items: Sequence[Item], name: str, concept: Concept | None) -> list[Candidate]:
    """Return the values that the first of *items* that has any lists under that name."""
    for item in items:
        if concept is not None and (candidates := paths.listed(item, concept)):
            return candidates
        if candidates := list(paths.by_name(item, name)):
            return candidates
    return []


def _last_steps(item: Item, concept: Concept) -> Iterator[Candidate]:
    """Yield the values of *item* where it is itself the holder that a path leads to: an offer's price."""
    for path in concept.paths:
        if "." in path and not path.endswith((".name", ".text", ".url", ".value")):
            yield from paths.along(item, path.rpartition(".")[2], concept.kind)
