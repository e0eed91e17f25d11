"""Choices: the sizes, colours and other variants of what a page sells, as one line of words.

Pages draw them as a select, radio buttons, a listbox or a row of buttons, whose words would be lost or run together. A
group of controls is taken for such a choice by where it stands: right before the one control that orders the thing. A
language chooser stands above the thing's title, the order of a listing above many such controls, a form's countries
have none. Quantities, which count up from one, and lists too long to read are no choice either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import islice, pairwise
from typing import Final

from gossamer.content.elements import Element, find_tags, find_with
from gossamer.content.locales import pattern
from gossamer.content.page import editing, structure

# The mark of a choice's line.
LINE: Final = "data-gossamer-choices"
_MAX_ORDERS: Final = 300
_HOLDERS: Final = ("radiogroup", "listbox")
_OPTIONS: Final = ("radio", "option")
# Fields to type in, beside a row of buttons, make them steps: more and less. These are no such fields.
_NOT_TYPED: Final = frozenset({"hidden", "radio", "checkbox"})
_LEAST, _MOST = 2, 40
# A box with more controls that order, or more letters of text, is not the place of one thing.
_MOST_ORDERS: Final = 3
_ONE_THING: Final = 5_000
_ENOUGH: Final = 2
_STATES: Final = ("aria-pressed", "aria-checked", "aria-selected", "data-value", "data-option-value", "value")
_MAX_BUTTONS: Final = 1_000
# Beyond these no page of one thing goes, and looking at each must not cost quadratic time.
_MAX_GROUPS: Final = 60
_MAX_NODES: Final = 4_000
_LONGEST: Final = 60
_LONGEST_LABEL: Final = 40
_LONGEST_TOGETHER: Final = _LONGEST + _LONGEST_LABEL
_LEVELS: Final = 12
_WRAPPERS: Final = 3
_NO_BOX: Final = frozenset(
    {"p", "label", "span", "a", "b", "strong", "em", "button", "table", "tbody", "tr", "td", "th", "ul", "ol", "li",
     "dl", "dt", "dd"}
)  # fmt: skip
_TITLES: Final = frozenset({"h2", "h3", "h4", "h5", "h6"})
_UNSEEN: Final = frozenset({"visually-hidden", "visuallyhidden", "sr-only", "screen-reader-text"})
_NAMING: Final = ("aria-label", "alt", "title", "data-title", "label")
_NAMED: Final = ("img", "span", "div", "svg", "abbr")
_MEDIA: Final = ("img", "picture", "video", "svg", "input", "button", "select", "textarea")


@dataclass(frozen=True, slots=True)
class _OptionChoice:
    """The *options* that *holder* has and the *controls* that choose them: the same elements, or a label's inputs."""

    holder: Element
    options: Sequence[Element]
    controls: Sequence[Element]


def settle(page: editing.EditedPage, controls: Sequence[tuple[int, str]]) -> None:
    """Write the choices before the control that orders what *page* is about as lines; *controls* are its buttons."""
    orders = {
        Element(page, number): _plain(label)
        for number, label in controls[: _MAX_ORDERS * 10]
        if not page.is_removed(number) and is_order(page, number, label)
    }
    named_choices: list[tuple[_OptionChoice, dict[str, bool]]] = []
    place: Element | None = None
    is_of_page = False
    for choice, names, order in _find_offered_choices(page, orders):
        if place in {None, order}:
            place = order
            named_choices.append((choice, names))
        elif not is_of_page:
            # The cards of a listing offer each their own.
            if not _is_of_page(named_choices[0][0]):
                return
            is_of_page = True
    for choice, names in named_choices:
        _write(choice, names)


def _find_offered_choices(
    page: editing.EditedPage, orders: Mapping[Element, str]
) -> Iterator[tuple[_OptionChoice, dict[str, bool], Element]]:
    """Yield the choices that stand before a control that orders, with their names and that control."""
    boxes: dict[Element, list[Element]] = {}
    for order in islice(orders, _MAX_ORDERS):
        for box in islice(order.ancestors, _LEVELS):
            boxes.setdefault(box, []).append(order)
    for choice in islice(_choices(page, orders), _MAX_GROUPS):
        around = (choice.holder, *islice(choice.holder.ancestors, _LEVELS))
        place = next((node for node in around if node in boxes), None)
        if place is not None and _is_offered(choice, place, boxes[place], orders) and (names := _names(choice)):
            yield choice, names, boxes[place][0]


def _is_of_page(choice: _OptionChoice) -> bool:
    """Return whether *choice* follows the title of the page, and not that of something the page leads to."""
    option = choice.options[0]
    title = next(iter(find_tags(option.page, "h1")), None)
    if title is None or not title.number < option.number <= title.number + _MAX_NODES:
        return False
    between = (Element(option.page, number) for number in range(title.number + 1, option.number))
    return not any(map(_leads_on, between))


def _leads_on(node: Element) -> bool:
    """Return whether *node* is the title of another thing: a heading that is a link."""
    return node.tag in _TITLES and bool(node.find("a") or node.closest("a"))


def is_order(page: editing.EditedPage, number: int, label: str) -> bool:
    """Return whether the control *number* of *page*, called *label*, orders something."""
    return 1 < len(label) < _LONGEST and (_says_order(label) or page.has_hint(number, "order"))


@lru_cache(maxsize=4_096)
def _says_order(label: str) -> bool:
    # The buttons of one site have the same labels on every page.
    return pattern("choices", "order").fullmatch(_plain(label)) is not None


def _plain(words: str | None) -> str:
    return " ".join((words or "").lower().split())


def _choices(page: editing.EditedPage, orders: Mapping[Element, str]) -> Iterator[_OptionChoice]:
    drawn = find_with(page, "role", *_OPTIONS)
    groups = {*find_tags(page, "select"), *find_with(page, "role", *_HOLDERS)}
    for group in sorted(groups, key=lambda element: element.number):
        if any(other.holds(group) and other != group for other in islice(groups, _MAX_GROUPS)):
            continue
        if options := group.find("option") or [option for option in drawn if group.holds(option)]:
            yield _OptionChoice(group, options, options)
    yield from _of_radios(page)
    yield from _of_buttons({*find_tags(page, "button"), *find_with(page, "role", "button")}, orders)


def _is_button(element: Element) -> bool:
    return element.tag == "button" or element.attr("role") == "button"


def _of_radios(page: editing.EditedPage) -> Iterator[_OptionChoice]:
    sets: dict[str, list[Element]] = {}
    for radio in find_tags(page, "input"):
        if (radio.attr("type") or "").lower() == "radio" and (name := radio.attr("name")):
            sets.setdefault(name, []).append(radio)
    for radios in sets.values():
        holder = _common(radios) if _LEAST <= len(radios) <= _MOST else None
        if holder is not None:
            labels = {label.attr("for"): label for label in holder.find("label")}
            options = [labels.get(radio.attr("id") or "") or radio.closest("label") or radio for radio in radios]
            yield _OptionChoice(holder, options, radios)


def _of_buttons(elements: Collection[Element], orders: Mapping[Element, str]) -> Iterator[_OptionChoice]:
    buttons = sorted((b for b in elements if b not in orders), key=lambda button: button.number)[:_MAX_BUTTONS]
    holding = Counter(holder for button in buttons for holder in islice(button.ancestors, _WRAPPERS))
    rows: dict[Element, list[Element]] = {}
    for button in buttons:
        # Wrappers of a single one are looked through.
        row = next((holder for holder in islice(button.ancestors, _WRAPPERS) if holding[holder] > 1), None)
        if row is not None:
            rows.setdefault(row, []).append(button)
    for holder, options in islice(rows.items(), _MAX_GROUPS):
        if len(options) >= _LEAST and not _is_typed_into(holder) and not any(map(_steps, options)):
            yield _OptionChoice(holder, options, options)


def _is_typed_into(holder: Element) -> bool:
    typed = (field for field in holder.find("input") if (field.attr("type") or "").lower() not in _NOT_TYPED)
    return bool(holder.find("textarea")) or next(typed, None) is not None


def _steps(button: Element) -> bool:
    """Return whether *button* moves through something: an arrow of a slider, or more and less."""
    names = [button.attr(naming) or "" for naming in ("class", *_NAMING)]
    return pattern("choices", "steps").search(" ".join(names).lower()) is not None


def _common(elements: Sequence[Element]) -> Element | None:
    around = islice(elements[0].ancestors, _LEVELS)
    return next((ancestor for ancestor in around if ancestor.holds(elements[-1])), None)


def _names(choice: _OptionChoice) -> dict[str, bool]:
    """Return the names that can be chosen, with whether they cannot be had; nothing when that is no list of names."""
    names: dict[str, bool] = {}
    for option, control in zip(choice.options[: _MOST + 2], choice.controls, strict=False):
        name = _name(option)
        if not names and (option.attr("value") == "" or pattern("choices", "invitation").match(name.lower())):
            continue
        if not name or len(name) > _LONGEST:
            return {}
        names[name] = _is_off(option) or _is_off(control)
    is_list = _LEAST <= len(names) <= _MOST and any(map(str.isalnum, "".join(names)))
    return names if is_list and not _count_up(list(names)) else {}


def _name(option: Element) -> str:
    # Words for screen readers alone, as "Variant sold out or unavailable", may stand in all of them.
    unseen = "".join(
        part.text for part in option.find("span", "div") if _UNSEEN & {*(part.attr("class") or "").split()}
    )
    words = [option.text.replace(unseen, "") if unseen else option.text, unseen, *(_values(option, _NAMING))]
    words += next((_values(part, _NAMING) for part in option.find(*_NAMED) if any(_values(part, _NAMING))), ())
    if option.tag == "input":
        words.append(option.attr("value") or "")
    return next((" ".join(word.split()) for word in words if word.strip()), "")


def _values(element: Element, names: Sequence[str]) -> list[str]:
    return [element.attr(name) or "" for name in names]


def _is_off(element: Element) -> bool:
    if element.attr("disabled") is not None or element.attr("aria-disabled") == "true":
        return True
    names = element.attr("class")
    return bool(names) and pattern("choices", "sold_out").search((names or "").lower()) is not None


def _count_up(names: Sequence[str]) -> bool:
    """Return whether *names* count from none or one, as quantities and slides do: "1", "2"; "Image 1", "Image 2"."""
    numbers = ["".join(filter(str.isdigit, name)) for name in names]
    words = {"".join(filter(str.isalpha, name)) for name in names}
    if len(words) > 1 or not all(numbers) or int(numbers[0][:9]) > 1:
        return False
    return all(int(after[:9]) - int(before[:9]) == 1 for before, after in pairwise(numbers))


def _is_offered(choice: _OptionChoice, box: Element, inside: Sequence[Element], orders: Mapping[Element, str]) -> bool:
    """Return whether *choice* stands right before the one control of *box* that orders, and enough says what it is."""
    offers = [orders[order] for order in inside]
    last = choice.options[-1]
    following = next((order for order in inside if order.number > last.number and not last.holds(order)), None)
    if following is None or len(set(offers)) < len(offers) or len(offers) > _MOST_ORDERS:
        return False
    if not structure.are_near(box.page.scan, last.number, following.number):
        return False
    return _score(choice, box, inside) >= _ENOUGH


def _score(choice: _OptionChoice, box: Element, inside: Sequence[Element]) -> int:
    """Return the score for variants of the thing that is ordered in *box*."""
    option = choice.options[0]
    form = choice.controls[0].closest("form")
    near = [choice.holder, choice.controls[0], *islice(option.ancestors, _WRAPPERS)]
    names = " ".join(element.names("class", "id", "name") for element in near).lower()
    score = sum(
        (
            not _is_button(option) or any(option.attr(state) is not None for state in _STATES),
            not option.text.strip() and not option.find("svg"),
            form is not None and any(form.holds(order) for order in inside),
            pattern("choices", "named").search(names) is not None,
        )
    )
    return score if score >= _ENOUGH or not _is_below_title(choice, box) else score + 1


def _is_below_title(choice: _OptionChoice, box: Element) -> bool:
    """Return whether *box* is the place of one thing, whose title stands before *choice*."""
    title = next(iter(box.find("h1")), None)
    return title is not None and title.number < choice.options[-1].number and len(box.text) <= _ONE_THING


def _write(choice: _OptionChoice, names: dict[str, bool]) -> None:
    page = choice.holder.page
    if any(page.is_removed(option.number) for option in choice.options):
        return
    label, label_elements = _label(choice, names)
    if not label and choice.holder.attr("role") is None and _is_button(choice.options[0]):
        # Buttons without a label may do anything.
        return
    written = ", ".join(
        f"<s>{escape(name, quote=False)}</s>" if is_off else escape(name, quote=False) for name, is_off in names.items()
    )
    anchor = choice.holder if choice.holder.tag == "select" else choice.options[0]
    while anchor.parent is not None and anchor.parent.tag in _NO_BOX:
        anchor = anchor.parent
    page.insert_before(anchor.number, f'<p {LINE}="">{escape(label, quote=False)}{": " if label else ""}{written}</p>')
    used = [choice.holder] if choice.holder.tag == "select" else [*choice.options, *choice.controls]
    for part in [*used, *label_elements]:
        _remove(part)


def _remove(part: Element) -> None:
    """Remove *part* and the boxes that it leaves empty."""
    for _ in range(_LEVELS):
        above = part.parent
        part.page.remove(part.number, "not shown")
        if above is None or above.tag in {"body", "main", "form", "html"} or part.page.is_edited(above.number):
            return
        if above.text.strip() or above.find(*_MEDIA):
            return
        part = above


def _label(choice: _OptionChoice, names: dict[str, bool]) -> tuple[str, list[Element]]:
    """Return the name of the choice, and the elements that say only this; empty when nothing says so."""
    for words, elements in _labels(choice):
        label = _without_chosen(" ".join(words.split()), names)
        if label and len(label) <= _LONGEST_LABEL and any(map(str.isalpha, label)):
            return label, elements
    return "", []


def _labels(choice: _OptionChoice) -> Iterator[tuple[str, list[Element]]]:
    holder, before = choice.holder, _before(choice)
    if labels := _find_referred_labels(holder):
        yield " ".join(element.text for element in labels), labels
    if holder.tag == "select" and (around := holder.closest("label")) is not None:
        yield "".join(node.text for node in around.children if not node.is_element), [around]
    if (frame := holder.closest("fieldset")) is not None and (legends := frame.find("legend")):
        yield legends[0].text, legends[:1]
    if words := holder.attr("aria-label"):
        yield words, [before] if before is not None and _plain(before.text).startswith(words.lower()) else []
    if before is not None:
        yield before.text, [before]


def _find_referred_labels(holder: Element) -> list[Element]:
    """Return the elements that *holder* names as its labels, and those that name it."""
    ids = (holder.attr("aria-labelledby") or "").split()
    labels = [element for element in find_with(holder.page, "id") if element.attr("id") in ids] if ids else []
    if holder.tag == "select" and (identity := holder.attr("id")):
        labels += [label for label in find_tags(holder.page, "label") if label.attr("for") == identity]
    return labels


def _before(choice: _OptionChoice) -> Element | None:
    """Return the short element that stands right before the options of *choice*."""
    node = choice.options[0] if choice.holder.tag != "select" else choice.holder
    for _ in range(_WRAPPERS + 1):
        for sibling in node.preceding:
            if words := sibling.text.strip():
                is_title = sibling.tag == "h1" or bool(sibling.find("a", "h1"))
                is_label = sibling.is_element and len(words) <= _LONGEST_TOGETHER and not is_title
                return sibling if is_label and not sibling.page.is_edited(sibling.number) else None
        if node.parent is None:
            return None
        node = node.parent
    return None


def _without_chosen(label: str, names: dict[str, bool]) -> str:
    """Return *label* without the colon and without the choice that is made: "Colour: Red" is "Colour"."""
    head, _, tail = label.partition(":")
    if not tail.strip() or tail.strip() in names:
        label = head
    return label.strip(" *:-")
