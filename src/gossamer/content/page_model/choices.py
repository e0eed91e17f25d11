"""Choices: what a page offers to choose from, in fields of forms and rows of buttons, as lists under their labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from turbohtml import Element, Node, Text

from gossamer.content.extraction.candidates import few_words
from gossamer.content.page_model.model import Fact, Record, RecordList
from gossamer.content.text.names import phrase

_MOST_GROUPS: Final = 100
_MOST_CHOICES: Final = 60
_LEAST_CHOICES: Final = 2
_MOST_LABELS: Final = 2_000
_MOST_TEXT: Final = 60
_HIGHEST: Final = 3
_MOST_BEFORE: Final = 4
_MOST_PARTS: Final = 30
_GROUPS: Final = "fieldset, [role=radiogroup], [role=group], [role=listbox]"


def read_choices(document: Node) -> tuple[RecordList, ...]:
    """Return the choices that *document* offers, one list for each field or row of buttons."""
    choice_groups = (*_selects(document), *_inputs(document), *_buttons(document))
    return tuple(
        _list(number, *choice_group)
        for number, choice_group in enumerate(choice_groups, 1)
        if len(choice_group[1]) >= _LEAST_CHOICES
    )


def _list(number: int, field: Element, texts: Sequence[str]) -> RecordList:
    place = f"choice {number}"
    label = _label(field)
    facts = (Fact("text", text, f"{place}, item {at}", label, text) for at, text in enumerate(texts, 1))
    records = tuple(Record({"text": fact}, fact.text, place=fact.place) for fact in facts)
    marks = frozenset(phrase(name) for attribute in ("name", "id") if (name := field.attr(attribute)))
    return RecordList(place, label, records, is_headed=True, label=_read_spoken_label(field), marks=marks)


def _selects(document: Node) -> Iterator[tuple[Element, list[str]]]:
    for select in document.select("select")[:_MOST_GROUPS]:
        # An option that asks for a choice is none.
        options = (element for element in select.select("option")[: _MOST_CHOICES + 1] if element.attr("value") != "")
        texts = [text for option in options if (text := few_words(option, _MOST_TEXT))]
        if len(texts) <= _MOST_CHOICES:
            yield select, texts


def _inputs(document: Node) -> Iterator[tuple[Element, list[str]]]:
    labels = {label.attr("for") or "": label for label in document.select("label[for]")[:_MOST_LABELS]}
    groups: dict[str, list[Element]] = {}
    for element in document.select("input[type=radio], input[type=checkbox]")[: _MOST_GROUPS * 10]:
        groups.setdefault(element.attr("name") or "", []).append(element)
    for name, fields in groups.items():
        if name and len(fields) <= _MOST_CHOICES:
            yield fields[0], [text for field in fields if (text := _text_of(field, labels))]


def _text_of(field: Element, labels: Mapping[str, Element]) -> str:
    """Return the text beside a button or box of a form."""
    around = field.closest("label") or labels.get(field.attr("id") or "-")
    text = few_words(around, _MOST_TEXT) if around is not None else ""
    return text or _read_spoken_label(field) or (field.attr("value") or "")[:_MOST_TEXT]


def _buttons(document: Node) -> Iterator[tuple[Element, list[str]]]:
    rows: dict[int, tuple[Element, list[Element]]] = {}
    for button in document.select("button")[: _MOST_GROUPS * 5]:
        parent = button.parent
        if isinstance(parent, Element):
            rows.setdefault(id(parent), (button, []))[1].append(button)
    for first, buttons in islice(rows.values(), _MOST_GROUPS):
        if len(buttons) <= _MOST_CHOICES:
            yield first, [text for element in buttons if (text := few_words(element, _MOST_TEXT))]


def _read_spoken_label(element: Element) -> str:
    return " ".join((element.attr("aria-label") or "").split())[:_MOST_TEXT]


def _label(field: Element) -> str:
    """Return the text above the choices of *field*, or of those that begin with it: a label, a legend, a short text."""
    group = field.closest(_GROUPS)
    if group is not None:
        legend = group.select_one("legend")
        if text := few_words(legend, _MOST_TEXT) if legend is not None else _read_spoken_label(group):
            return text.rstrip(":： ")  # noqa: RUF001 - of another script
    start: Element = field.closest("label") or field if field.tag == "input" else field
    for _ in range(_HIGHEST):
        before = next(filter(None, map(_describe_node, islice(start.previous_siblings, _MOST_BEFORE))), "")
        if before:
            return before.rstrip(":： ") if len(before) <= _MOST_TEXT else ""  # noqa: RUF001 - of another script
        if not isinstance(start.parent, Element):
            return ""
        start = start.parent
    return ""


def _describe_node(node: Node) -> str:
    """Return the text of *node*; of a long one, its beginning."""
    texts = (
        [node]
        if isinstance(node, Text)
        else (descendant for descendant in node.descendants if isinstance(descendant, Text))
    )
    return " ".join(" ".join(text_node.data for text_node in islice(texts, _MOST_PARTS)).split())[: _MOST_TEXT + 1]
