"""Which entries of the page words speak of: all words that choose have to stand at one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.grounding.finding import Finder
from gossamer.features.interact.planner.grounding.likeness import folded, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.skills.controls import control_for
from gossamer.features.interact.planner.skills.deeds.saying import telling
from gossamer.features.interact.planner.wordsets import word_set

_LEADS: Final = word_set("navigation tree tablist menubar")
_LEADING: Final = word_set("nav navbar navigation breadcrumb breadcrumbs crumbs tabs tabbar")
# What stands in an entry and is none.
_PARTS: Final = word_set("cell button icon image checkbox radio switch")
_LONGEST_ENTRY: Final = 900
_PLAIN: Final = re.compile(r"[^\W\d_]+")


def found_for(page: PageModel, target: Sequence[Token]) -> list[Element]:
    """Return the entries that all telling words of *target* stand at, in reading order; those named so alone if any."""
    told = telling(target)
    if not told:
        return []
    found = _entries(page, told)
    if not found:
        own = _own_nouns(page)
        rest = tuple(t for t in told if t.kind != "word" or singular(owner(t.norm)) not in own)
        told, found = (rest, _entries(page, rest)) if rest and len(rest) < len(told) else (told, found)
    return _named(found, " ".join(t.text for t in target if t in told)) if len(found) > 1 else found


def _own_nouns(page: PageModel) -> frozenset[str]:
    """Return what the page calls what it lists: the words of its title, headings, columns, tabs and navigation."""
    heads = [
        e.text for e in page.elements
        if e.kind in {"heading", "tab"} or e.node.role == "columnheader" or e.node.tag == "th"
        or (e.kind in {"link", "treeitem"} and len(e.text) <= _LONGEST_LEAD and leads_elsewhere(e))
    ]  # fmt: skip
    return frozenset(singular(w) for text in (page.snapshot.title, *heads) for w in words(text))


_LONGEST_LEAD: Final = 30


def found_without_noun(
    page: PageModel, target: Sequence[Token], count: int | None
) -> tuple[tuple[Token, ...], list[Element]] | None:
    """Return the words and entries of "both bulletins from Daily Byte", where none says that it is a bulletin.

    The noun is left out only when it stands nowhere on the page, the other words name somebody, and there are as many
    as is said.
    """
    told = telling(target)
    noun = next((t for t in told if t.kind == "word" and t.text.islower() and not tells(page.root, (t,))), None)
    rest = tuple(t for t in told if t is not noun)
    if noun is None or count is None or not any(t.kind == "quote" or t.text[:1].isupper() for t in rest):
        return None
    found = _entries(page, rest)
    return (rest, found) if len(found) == count else None


def tells(element: Element, told: Sequence[Token]) -> bool:
    """Return whether all the words stand at the element."""
    text = f"{element.text} {element.node.name} {element.node.described}".casefold()
    have: set[str] | None = None
    for token in told:
        said = owner(token.norm)
        if token.kind == "quote" or not _PLAIN.fullmatch(said):
            if not _stands_in(folded(token.text if token.kind == "quote" else said), text):
                return False
            continue
        if have is None:
            have = {stem(w) for w in words(text)}
        if stem(said) not in have:
            return False
    return True


def _stands_in(said: str, text: str) -> bool:
    at = text.find(said)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(said) : at + len(said) + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        at = text.find(said, at + 1)
    return False


def leads_elsewhere(element: Element) -> bool:
    """Return whether it stands among what leads to other views: a folder of the navigation, a tab, a crumb."""
    return any(
        e.node.role in _LEADS or e.node.tag == "nav" or e.kind in {"tab", "treeitem"} or e.classes & _LEADING
        for e in (element, *element.ancestors())
    )


def _entries(page: PageModel, told: Sequence[Token]) -> list[Element]:
    found: list[Element] = []
    for place in _smallest(page.root, told):
        entry = entry_of(page, place)
        if entry is not None and not any(entry is e for e in found):
            found.append(entry)
    labels = {folded(page.label(f)).strip(" :*") for f in page.fields} - {""}
    # What stands beside a field names that, and no entry.
    found = [e for e in found if not any(a.kind == "editor" for a in e.ancestors())]
    apart = [e for e in found if not leads_elsewhere(e) and folded(e.text).strip(" :*") not in labels]
    listed = [e for e in apart if _is_one_of_several(page, e) or not any(i.kind == "heading" for i in e.walk())]
    # The view of an entity that is open already is not another one.
    apart = listed or apart
    return [e for e in apart if not any(o is not e and e.holds(o) for o in apart)]


def _smallest(element: Element, told: Sequence[Token]) -> Iterator[Element]:
    """Yield the elements that hold all the words, and nothing in which does."""
    inner = [c for c in element.inside if c.node.role != "text" and tells(c, told)]
    if inner:
        for child in inner:
            yield from _smallest(child, told)
    elif tells(element, told) and element.kind not in FIELDS | {"heading"} and not _is_choice(element):
        yield element


def _is_choice(element: Element) -> bool:
    """Return whether an element is, or is in, an option to choose, and no entry of a list that is shown as options."""
    option = next((e for e in (element, *element.ancestors()) if e.kind == "option"), None)
    if option is None:
        return False
    listed = next((a for a in option.ancestors() if a.node.role == "listbox"), None)
    parts = sum(i.node.role != "text" and bool(i.text) for i in option.inside)
    return not (parts and option.node.clickable and option.node.tag != "option" and listed is not None)


def entry_of(page: PageModel, place: Element) -> Element | None:
    """Return the row, card or item that a place is in; None when it is in none, as for words of several of them."""
    chain = [e for e in (place, *place.ancestors()) if e.node.tag not in {"body", "html", "main", "form"}]
    chain = [e for e in chain if e.seen and len(e.text) <= _LONGEST_ENTRY and e.kind not in _PARTS]
    if _holds_several(page, place):
        return None
    alike = [e for e in chain if _is_one_of_several(page, e)]
    chosen = next((e for e in chain if _is_card(e)), None)
    for entry in alike:
        if chosen is not None and entry.holds(chosen) and _lists(entry, chosen):
            return chosen
        if entry.kind == "item" or entry.node.clickable or any(i.actionable for i in entry.walk() if i is not entry):
            return entry
    single = [e for e in chain if e.kind in {"item", "treeitem"} or (e.node.clickable and e.kind != "button")]
    if single:
        return single[0]
    boxes = (e for e in chain[:3] if any(i.kind in {"button", "link", "checkbox"} for i in e.walk()))
    return next((e for e in boxes if not _repeats(e)), None)


def _repeats(box: Element) -> bool:
    """Return whether a box has several buttons of one name: it holds several entries, and is none."""
    names = [folded(e.name) for e in box.walk() if e.kind == "button" and e.seen and e.name]
    return len(names) > len(set(names))


def _is_card(element: Element) -> bool:
    """Return whether an element can be dragged, or used and holds controls of its own."""
    if element.node.attributes.get("draggable") == "true" or element.kind == "item":
        return True
    return element.node.clickable and any(i.kind in {"button", "checkbox"} for i in element.walk() if i is not element)


def _lists(entry: Element, card: Element) -> bool:
    """Return whether an entry stands beside others that hold several built as *card*: it is a column of cards."""
    build = _build(card)
    return entry.kind != "item" or any(
        sum(_build(i) == build for i in other.walk()) > 1 for other in (entry.parent.inside if entry.parent else ())
    )


def _build(element: Element) -> tuple[str, str, tuple[str, ...]]:
    node = element.node
    return node.tag, node.role, tuple(node.attributes.get("class", "").split()[:1])


def _is_one_of_several(page: PageModel, element: Element) -> bool:
    return element.parent is not None and page.record(element) is element


def _holds_several(page: PageModel, place: Element) -> bool:
    """Return whether a place is rather a list of entries, and the words stand at several of them."""
    return any(
        place.holds(group[0])
        and (group[0].kind == "item" or group[0].node.clickable)
        and all(any(i.actionable for i in e.walk()) for e in group)
        and group[0].kind not in _PARTS
        for group in page.groups
    )


def _named(found: list[Element], said: str) -> list[Element]:
    """Return those in which something is called so and no more, all when none or several are."""
    exact = [e for e in found if any(folded(i.text) == folded(said) for i in e.walk() if i.text)]
    return exact if len(exact) == 1 else found


def pointed_at(page: PageModel, command: Command, last: Element | None) -> Command | None:
    """Return the command with the entry called by a text of its own that "it" or "the second mail" points at.

    *last* is what was used last. None when it points at no entry, or an entry that has no such text.
    """
    if command.object.quotes or (command.object.ordinal is not None and command.chunks):
        return None
    if command.object.ordinal is not None:
        rows = found_for(page, command.object.tokens) or Finder(page).rows()
        ordinal = command.object.ordinal
        at = ordinal - 1 if ordinal > 0 else ordinal
        entry = rows[at] if rows and -len(rows) <= at < len(rows) else None
    else:
        entry = None if last is None or last.kind == "button" else entry_of(page, last)
    if entry is None or control_for(entry, command.verb) is not None:
        return None
    called = name_of(page, entry)
    return None if called is None else replace(command, object=called)


def name_of(page: PageModel, entry: Element) -> Phrase | None:
    """Return a text of an entry that stands at no other, in quotes; None when it has none."""
    for text in (e.text for e in entry.walk() if e.text and not e.inside and len(e.text) <= _LONGEST_NAME):
        called = Phrase.of(f'"{text}"')
        if len(called.tokens) == 1 and found_for(page, called.tokens) == [entry]:
            return called
    return None


_LONGEST_NAME: Final = 80
