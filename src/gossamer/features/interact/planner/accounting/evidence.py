"""What a step has shown of the page: the words that stand at what was used, and the values it was given.

A word of the prompt counts as understood when it names what was used (its name, its label, its row, the section it
stands in), is a value that was given, or says which of several it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from gossamer.core.interaction import (
    AnswerDialog,
    Check,
    Clear,
    Drag,
    GoTo,
    Select,
    SelectText,
    SetValue,
    Step,
    Type,
    Upload,
    WaitFor,
)
from gossamer.features.interact.planner.grounding.appearance import is_colored
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.tokens import Token, read_day, tokens
from gossamer.features.interact.planner.page.colors import NAMED
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.wordsets import word_set

_LONG: Final = 160
_ASKING: Final = word_set("cookie cookies consent gdpr banner dialog modal popup")
_ROW: Final = 600
_HEADING: Final = 80
_ON: Final = word_set("on checked ticked selected enabled marked")
_OFF: Final = word_set("off unchecked unticked deselected disabled cleared")
_EMPTIED: Final = word_set("empty blank cleared")


@dataclass
class Evidence:
    """Words, values, places in an order, and kinds of element that steps have shown so far."""

    words: set[str] = field(default_factory=set)
    values: list[str] = field(default_factory=list)
    places: set[int] = field(default_factory=set)
    in_rows: bool = False

    def see(self, page: PageModel, step: Step) -> None:
        """Add what *step* shows, on the page as it was before."""
        for ref in (getattr(step, "ref", None), getattr(step, "to", None)):
            element = page.by_ref.get(ref) if ref else None
            if element is not None:
                self._use(page, element)
        self.give(*_values(step))
        if isinstance(step, AnswerDialog) and page.snapshot.dialog is not None:
            self.words |= {"dialog", "alert", "confirm", "question", "prompt", *words(page.snapshot.dialog.message)}
            self.words |= {"ok", "yes", "accept"} if step.accept else {"cancel", "no", "dismiss"}
        if isinstance(step, Check):
            self.words |= _ON if step.on else _OFF
        if isinstance(step, Clear):
            self.words |= _EMPTIED

    def copy(self) -> "Evidence":
        """Return the same, to be gone on with apart."""
        return Evidence(set(self.words), list(self.values), set(self.places), self.in_rows)

    def give(self, *texts: str) -> None:
        """Add values that were given, or read from the page."""
        for text in texts:
            self.values.append(text.casefold())
            self.words |= set(words(text))

    def place(self, ordinal: int) -> None:
        """Add that something was taken because it is the nth."""
        self.places.add(ordinal)

    def _use(self, page: PageModel, element: Element) -> None:
        for text in _told_of(page, element):
            self.words |= set(words(text))
        self.words |= element.classes
        self.words |= {c for c in NAMED if is_colored(element, c)}
        for text in (
            page.snapshot.title,
            *(e.text for e in page.elements if e.kind == "heading" and e.node.level == 1),
        ):
            self.words |= set(words(text))
        row = page.record(element)
        self.in_rows = self.in_rows or row is not None or element.kind == "item"
        for group in _orders(page, element, row):
            at = next((i for i, e in enumerate(group) if e is element or e is row), None)
            if at is not None:
                self.places |= {at + 1, at - len(group)}

    def has(self, token: Token) -> bool:
        """Return whether a word of the prompt is accounted for by what was used and given."""
        if token.kind == "quote":
            return all(self.has_word(w) for w in words(token.text)) or any(
                token.text.strip().casefold() in v for v in self.values
            )
        if token.kind == "ordinal" and isinstance(token.value, float):
            return int(token.value) in self.places or self.has_word(token.norm)
        if token.kind == "date":
            day = read_day(token.text)
            return any(
                (other := read_day(v)) is not None
                and day is not None
                and (other.month, other.day) == (day.month, day.day)
                for v in self.values
            ) or all(self.has_word(w) for w in words(token.text))
        if token.kind == "number" or (token.kind == "word" and isinstance(token.value, float)):
            return self._has_number(token) or self.has_word(token.norm)
        if token.kind in {"list", "address", "time"} and any(
            token.norm in v or v in token.norm for v in self.values if v
        ):
            return True
        return all(self.has_word(w) for w in words(token.norm.removesuffix("'s"))) or any(
            token.norm in v.split() for v in self.values
        )

    def has_word(self, word: str) -> bool:
        """Return whether the word, a form of it or one that means the same was shown."""
        return word in self.words or any(related(word, w) or _begins(word, w) for w in self.words)

    def _has_number(self, token: Token) -> bool:
        wanted = token.value
        return any(
            isinstance(t.value, float) and t.kind != "ordinal" and t.value == wanted
            for v in self.values
            for t in tokens(v)
        )


_SHORTEST_STEM: Final = 5


def _begins(one: str, other: str) -> bool:
    """Return whether one word is the other with an ending: "electric", "electrical"."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_STEM and long.startswith(short)


def _values(step: Step) -> tuple[str, ...]:  # noqa: PLR0911
    match step:
        case Type():
            return (step.text,)
        case SetValue():
            return (step.value,)
        case Select():
            return step.labels
        case Upload():
            return (step.name, step.content.decode(errors="replace"))
        case AnswerDialog() | SelectText() | WaitFor():
            return (step.text,) if step.text else ()
        case GoTo():
            return (step.url,)
        case Drag():
            return (step.place,)
        case _:
            return ()


def _told_of(page: PageModel, element: Element) -> Iterator[str]:
    """Yield what is read at an element: its names, its row, and the names of what it stands in."""
    node = element.node
    yield from (node.name, node.described)
    yield from (node.attributes.get(k, "") for k in ("title", "alt", "placeholder", "href"))
    if element.kind in FIELDS:
        yield page.label(element)
        yield element.node.value or ""
    elif len(element.text) <= _LONG:
        yield element.text
    row = page.record(element)
    if row is element and element.parent is not None:
        # Several buttons side by side are alike; what they stand in is the row.
        row = page.record(element.parent) or row
    if row is not None and len(row.text) <= _ROW:
        yield " ".join(row.classes)
        yield from (e.text for e in row.walk() if not e.inside and not _in_list(e, row))
        yield from (e.node.name for e in row.walk() if e.kind not in {"option", "select"})
    for above in element.ancestors():
        if above.node.tag in {"body", "html"}:
            break
        if len(above.node.name) <= _HEADING:
            yield above.node.name
        yield from (e.text for e in above.inside if e.kind == "heading" or e.node.tag == "legend")
        if above.kind == "dialog" or above.classes & _ASKING:
            yield from (e.text for e in above.walk() if not e.inside and not e.actionable and not _in_list(e, above))


def _in_list(text: Element, row: Element) -> bool:
    """Return whether a text is one of the options of a list: what could be chosen was not."""
    return any(a.kind in {"option", "select", "listbox"} for a in text.ancestors() if row.holds(a))


def _orders(page: PageModel, element: Element, row: Element | None) -> Iterator[list[Element]]:
    """Yield the series in which the element, or its row, has a place."""
    for one in filter(None, (element, row)):
        yield from (group for group in page.groups if one in group)
    yield [e for e in page.elements if e.kind == element.kind and e.node.role != "text" and e.seen]
    if element.kind in FIELDS:
        yield page.fields
    if element.node.expanded is not None:
        yield [e for e in page.elements if e.node.expanded is not None]
