"""Choices: the sizes, colours and other variants of what a page sells, as one line of words.

Pages draw them as a select, radio buttons, a listbox or a row of buttons, whose words would be lost or run together. A
group of controls is taken for such a choice by where it stands: right before the one control that orders the thing. A
language chooser stands above the thing's title, the order of a listing above many such controls, a form's countries
have none. Quantities, which count up from one, and lists too long to read are no choice either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import Final

from turbohtml import Document, Element, Node, Text

from gossamer.content.locales import pattern
from gossamer.content.page import scan

# What the line of a choice is marked with.
LINE: Final = "data-gossamer-choices"
# What is drawn as a button.
_DRAWN_AS_BUTTONS: Final = '[role="button"],a[class*="btn" i],a[class*="button" i],a[class*="cart" i],a[class*="buy" i]'
_MAX_ORDERS: Final = 300
_GROUPS: Final = 'select,[role="radiogroup"],[role="listbox"]'
_OPTIONS: Final = 'option,[role="radio"],[role="option"]'
_RADIOS: Final = 'input[type="radio" i]'
_BUTTONS: Final = 'button,[role="button"]'
_STEPPER: Final = (
    'input:not([type="hidden" i]):not([type="radio" i]):not([type="checkbox" i]),[role="spinbutton"],textarea'
)
_LEAST, _MOST = 2, 40
# A box with more controls that order, or more characters of text, is not the place of one thing.
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
# Characters that may stand between a choice and the control that orders.
_NEAR: Final = 600
_LEVELS: Final = 12
_WRAPPERS: Final = 3
_NO_BOX: Final = frozenset(
    {"p", "label", "span", "a", "b", "strong", "em", "button", "table", "tbody", "tr", "td", "th", "ul", "ol", "li",
     "dl", "dt", "dd"}
)  # fmt: skip
_TITLES: Final = frozenset({"h2", "h3", "h4", "h5", "h6"})
_UNSEEN: Final = ".visually-hidden,.visuallyhidden,.sr-only,.screen-reader-text"
_NAMING: Final = ("aria-label", "alt", "title", "data-title", "label")
_MEDIA: Final = "img,picture,video,svg,input,button,select,textarea"


@dataclass(frozen=True, slots=True)
class _Choice:
    """The *options* that *holder* has and the *controls* that choose them: the same elements, or a label's inputs."""

    holder: Element
    options: Sequence[Element]
    controls: Sequence[Element]


def settle(document: Document) -> None:
    """Write the choices before the control that orders what the page is about as lines, in place."""
    orders = _orders(document)
    if not orders:
        return
    own: list[tuple[_Choice, dict[str, bool]]] = []
    place: Node | None = None
    is_of_page = False
    for choice, names, order in _offered(document, orders):
        if place in {None, order}:
            place = order
            own.append((choice, names))
        elif not is_of_page:
            # The cards of a listing offer each their own.
            if not _is_of_page(document, own[0][0]):
                return
            is_of_page = True
    for choice, names in own:
        _write(document, choice, names)


def _offered(document: Document, orders: Mapping[Element, str]) -> Iterator[tuple[_Choice, dict[str, bool], Element]]:
    """Yield the choices that stand before a control that orders, with their names and that control."""
    boxes: dict[Node, list[Element]] = {}
    box: Node | None
    for order in orders:
        for box in islice(order.ancestors, _LEVELS):
            boxes.setdefault(box, []).append(order)
    for choice in islice(_choices(document, orders), _MAX_GROUPS):
        names = _names(choice)
        around = (choice.holder, *islice(choice.holder.ancestors, _LEVELS))
        box = next((node for node in around if node in boxes), None)
        if names and isinstance(box, Element) and _is_offered(choice, box, boxes[box], orders):
            yield choice, names, boxes[box][0]


def _is_of_page(document: Document, choice: _Choice) -> bool:
    """Return whether *choice* follows the title of the page, and not that of something the page leads to."""
    title = document.find("h1")
    if not isinstance(title, Element):
        return False
    for node in islice(_after(title, document), _MAX_NODES):
        if node == choice.options[0]:
            return True
        if _leads_on(node):
            return False
    return False


def _leads_on(node: Node) -> bool:
    """Return whether *node* is the title of another thing: a heading that is a link."""
    if not isinstance(node, Element) or node.tag not in _TITLES:
        return False
    return (node.select_one("a") or node.closest("a")) is not None


def _orders(document: Document) -> dict[Element, str]:
    """Return the controls that order something, with what they say."""
    found: dict[Element, str] = {}
    # A document knows its elements by tag as long as nothing is moved.
    by_tag = [document.select("button"), document.select("input")]
    # Finding the others takes a walk over the page, and pages without a field of choices hardly ever have them.
    if document.select("select") or document.select(_RADIOS):
        by_tag.append(document.select(_DRAWN_AS_BUTTONS))
    for control in chain.from_iterable(by_tag):
        words = _said(control)
        names = " ".join(control.attr(name) or "" for name in ("class", "id", "name"))
        if _is_order(words, names):
            found[control] = words
            if len(found) == _MAX_ORDERS:
                break
    return found


def is_order(label: str, nodes: scan.Scan, number: int) -> bool:
    """Return whether the control *number*, called *label*, orders something."""
    names = [nodes.attr(number, name) or "" for name in ("class", "id", "name")]
    return _is_order(_plain(label), " ".join(names))


def _is_order(words: str, names: str) -> bool:
    if not 1 < len(words) < _LONGEST:
        return False
    return (
        pattern("choices", "order").fullmatch(words) is not None
        or pattern("choices", "order_named").search(names.lower()) is not None
    )


def _said(control: Element) -> str:
    return _plain(control.attr("value") if control.tag == "input" else control.text or control.attr("aria-label"))


def _plain(words: str | None) -> str:
    return " ".join((words or "").lower().split())


def _choices(document: Document, orders: Mapping[Element, str]) -> Iterator[_Choice]:
    for group in document.select(_GROUPS):
        above = group.parent
        if not isinstance(above, Element) or above.closest(_GROUPS) is not None:
            continue
        if options := group.select(_OPTIONS):
            yield _Choice(group, options, options)
    yield from _of_radios(document)
    yield from _of_buttons(document, orders)


def _of_radios(document: Document) -> Iterator[_Choice]:
    sets: dict[str, list[Element]] = {}
    for radio in document.select(f"{_RADIOS}[name]"):
        sets.setdefault(radio.attr("name") or "", []).append(radio)
    for radios in sets.values():
        if not _LEAST <= len(radios) <= _MOST:
            continue
        holder = _common(radios)
        if holder is None:
            continue
        labels = {label.attr("for"): label for label in holder.select("label[for]")}
        options = [labels.get(radio.attr("id") or "") or radio.closest("label") or radio for radio in radios]
        yield _Choice(holder, options, radios)


def _of_buttons(document: Document, orders: Mapping[Element, str]) -> Iterator[_Choice]:
    buttons = [button for button in document.select(_BUTTONS)[:_MAX_BUTTONS] if button not in orders]
    holding = Counter(holder for button in buttons for holder in islice(button.ancestors, _WRAPPERS))
    rows: dict[Node, list[Element]] = {}
    for button in buttons:
        # What wraps only one is looked through.
        row = next((holder for holder in islice(button.ancestors, _WRAPPERS) if holding[holder] > 1), None)
        if row is not None:
            rows.setdefault(row, []).append(button)
    for holder, options in islice(rows.items(), _MAX_GROUPS):
        if (
            isinstance(holder, Element)
            and len(options) >= _LEAST
            and holder.select_one(_STEPPER) is None
            and not any(map(_steps, options))
        ):
            yield _Choice(holder, options, options)


def _steps(button: Element) -> bool:
    """Return whether *button* moves through something: an arrow of a slider, or more and less."""
    names = [button.attr(naming) or "" for naming in ("class", *_NAMING)]
    return pattern("choices", "steps").search(" ".join(names).lower()) is not None


def _common(elements: Sequence[Element]) -> Element | None:
    inside = [set(element.ancestors) for element in elements[1:]]
    for ancestor in islice(elements[0].ancestors, _LEVELS):
        if isinstance(ancestor, Element) and all(ancestor in around for around in inside):
            return ancestor
    return None


def _names(choice: _Choice) -> dict[str, bool]:
    """Return what can be chosen, with whether it cannot be had; nothing when that is no list of names."""
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
    # What is read out only, as "Variant sold out or unavailable", may stand in all of them.
    unseen = "".join(element.text for element in option.select(_UNSEEN))
    words = [option.text.replace(unseen, "") if unseen else option.text, unseen]
    for element in (option, *option.select("[aria-label],[alt],[title]")[:1]):
        words += [element.attr(naming) or "" for naming in _NAMING]
    if option.tag == "input":
        words.append(option.attr("value") or "")
    return next((" ".join(found.split()) for found in words if found.strip()), "")


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


def _is_offered(choice: _Choice, box: Element, inside: Sequence[Element], orders: Mapping[Element, str]) -> bool:
    """Return whether *choice* stands right before the one control of *box* that orders, and enough says what it is."""
    said = [orders[order] for order in inside]
    if len(set(said)) < len(said) or len(said) > _MOST_ORDERS or not _is_near(choice.options[-1], box, set(inside)):
        return False
    return _score(choice, box, inside) >= _ENOUGH


def _score(choice: _Choice, box: Element, inside: Sequence[Element]) -> int:
    """Return how much speaks for variants of the thing that is ordered in *box*."""
    option = choice.options[0]
    form = choice.controls[0].closest("form")
    near = [choice.holder, choice.controls[0], *islice(option.ancestors, _WRAPPERS)]
    names = " ".join(
        [
            element.attr(name) or ""
            for element in near
            if isinstance(element, Element)
            for name in ("class", "id", "name")
        ]
    )
    score = sum(
        (
            not option.matches(_BUTTONS) or any(option.attr(state) is not None for state in _STATES),
            not option.text.strip() and option.select_one("svg") is None,
            form is not None and any(order.closest("form") == form for order in inside),
            pattern("choices", "named").search(names.lower()) is not None,
        )
    )
    return score if score >= _ENOUGH or not _is_below_title(choice, box) else score + 1


def _is_below_title(choice: _Choice, box: Element) -> bool:
    """Return whether *box* is the place of one thing, whose title stands before *choice*."""
    title = box.select_one("h1")
    if title is None or len(box.text) > _ONE_THING:
        return False
    return not any(node == title for node in islice(_after(choice.options[-1], box), _MAX_NODES))


def _is_near(last: Element, box: Element, inside: AbstractSet[Node]) -> bool:
    """Return whether one of *inside* follows *last* in *box* with no title and little text between them."""
    passed = 0
    for node in islice(_after(last, box), _MAX_NODES):
        if node in inside:
            return True
        if isinstance(node, Text):
            above = node.parent
            # What can be chosen besides is not between.
            if not (isinstance(above, Element) and above.closest(f"{_OPTIONS},label,button") is not None):
                passed += len(node.data.strip())
        elif _leads_on(node) or (isinstance(node, Element) and node.tag == "h1"):
            return False
        if passed > _NEAR:
            return False
    return False


def _after(last: Element, box: Node) -> Iterator[Node]:
    """Yield the nodes of *box* that begin behind *last*."""
    node: Element = last
    while node != box:
        for sibling in node.next_siblings:
            yield sibling
            if isinstance(sibling, Element):
                yield from sibling.descendants
        if not isinstance(node.parent, Element):
            return
        node = node.parent


def _write(document: Document, choice: _Choice, names: dict[str, bool]) -> None:
    if any(option.parent is None for option in choice.options):
        return
    label, own = _label(document, choice, names)
    if not label and choice.holder.attr("role") is None and choice.options[0].matches(_BUTTONS):
        # Buttons without a label may do anything.
        return
    line = Element("p", {LINE: ""}, [Text(f"{label}: ")] if label else [])
    for number, (name, is_off) in enumerate(names.items()):
        if number:
            line.append(Text(", "))
        line.append(Element("s", None, [Text(name)]) if is_off else Text(name))
    anchor = choice.holder if choice.holder.tag == "select" else choice.options[0]
    while isinstance(anchor.parent, Element) and anchor.parent.tag in _NO_BOX:
        anchor = anchor.parent
    anchor.insert_before(line)
    used = [choice.holder] if choice.holder.tag == "select" else [*choice.options, *choice.controls]
    for part in [*used, *own]:
        _remove(part)


def _remove(part: Element) -> None:
    """Remove *part* and the boxes that it leaves empty."""
    for _ in range(_LEVELS):
        above = part.parent
        part.extract()
        if not isinstance(above, Element) or above.text.strip() or above.select_one(_MEDIA) is not None:
            return
        if above.tag in {"body", "main", "form", "html"}:
            return
        part = above


def _label(document: Document, choice: _Choice, names: dict[str, bool]) -> tuple[str, list[Element]]:
    """Return what is chosen, and the elements that say only this; empty when nothing says so."""
    for words, elements in _labels(document, choice):
        label = _without_chosen(" ".join(words.split()), names)
        if label and len(label) <= _LONGEST_LABEL and any(map(str.isalpha, label)):
            return label, elements
    return "", []


def _labels(document: Document, choice: _Choice) -> Iterator[tuple[str, list[Element]]]:
    holder = choice.holder
    ids = (holder.attr("aria-labelledby") or "").split()
    identity = holder.attr("id")
    named = [element for key in ids for element in _with(document.select("[id]"), "id", key)]
    if identity and holder.tag == "select":
        named += _with(document.select("label[for]"), "for", identity)
    before = _before(choice)
    if named:
        yield " ".join(element.text for element in named), named
    around = holder.closest("label") if holder.tag == "select" else None
    if around is not None:
        yield "".join(node.text for node in around.children if isinstance(node, Text)), [around]
    if (frame := holder.closest("fieldset")) is not None and (legend := frame.select_one("legend")) is not None:
        yield legend.text, [legend]
    if words := holder.attr("aria-label"):
        yield words, [before] if before is not None and _plain(before.text).startswith(words.lower()) else []
    if before is not None:
        yield before.text, [before]


def _with(elements: Iterable[Element], naming: str, value: str) -> list[Element]:
    return [element for element in elements if element.attr(naming) == value]


def _before(choice: _Choice) -> Element | None:
    """Return the short element that stands right before the options of *choice*."""
    node: Element = choice.options[0] if choice.holder.tag != "select" else choice.holder
    for _ in range(_WRAPPERS + 1):
        for sibling in node.previous_siblings:
            if words := sibling.text.strip():
                is_label = isinstance(sibling, Element) and len(words) <= _LONGEST_TOGETHER and not _is_taken(sibling)
                return sibling if is_label and isinstance(sibling, Element) else None
        if not isinstance(node.parent, Element):
            return None
        node = node.parent
    return None


def _is_taken(element: Element) -> bool:
    """Return whether *element* is the title of the thing, or the line of another choice."""
    return element.tag == "h1" or element.attr(LINE) is not None or element.select_one(f"[{LINE}]") is not None


def _without_chosen(label: str, names: dict[str, bool]) -> str:
    """Return *label* without the colon and without the choice that is made: "Colour: Red" is "Colour"."""
    head, _, tail = label.partition(":")
    if not tail.strip() or tail.strip() in names:
        label = head
    return label.strip(" *:-")
