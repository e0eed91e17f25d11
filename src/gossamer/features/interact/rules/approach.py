"""Approach: the control that leads to what a clause is about: the record it names, or the form that its verb opens.

Using it accounts for the words that name it; the rest of the clause is read again on the page that follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

from gossamer.features.interact.rules.assignment import assign, form_fields
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.elements import FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import kinds_of, phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import Record, record_lists
from gossamer.features.interact.rules.similarity import best_match, folded, word_similarity, words
from gossamer.features.interact.rules.tokens import Token

_ACTIONS: Final = frozenset({"add", "create", "buy", "submit", "act", "fill", "set", "choose"})
_MAKING: Final = ("new", "add", "create")
_SURE: Final = 0.75
_SAME: Final = 0.9
_MOST_OF_TITLE: Final = 0.6
_LONGEST_NAME: Final = 40
_FEWEST: Final = 2
_NAMING_FIELDS: Final = 3
_LONGEST_TITLE: Final = 80


@dataclass(frozen=True)
class Approach:
    """A control to use, and the tokens of the clause that it accounts for."""

    element: Element
    explained: tuple[Token, ...]


def approach(page: Page, command: Command) -> Approach | None:
    """Return what leads nearer to what *command* is about; None where nothing on the page does."""
    if command.action not in _ACTIONS or command.negated or command.object.all:
        return None
    found = _record(page, command)
    given = assign(page, command.rest, form_fields(page))
    if found is None and len(given.explained) * 2 < len(command.content):
        found = _form(page, command)
    return found


def _record(page: Page, command: Command) -> Approach | None:
    """Return what opens the one record that the clause names: by its title, else by its other fields."""
    records = [r for one in record_lists(page)[:3] if not one.apart for r in one.records]
    found = _scored(command, [(r, (r.title,)) for r in records])
    found = found or _scored(command, [(r, tuple(f.text for f in r.fields[:_NAMING_FIELDS])) for r in records])
    best = max(found, default=None, key=lambda f: f[0])
    if best is None or sum(f[0] == best[0] for f in found) > 1:
        return None
    _, record, said = best
    opener = _opener_of(record)
    # "The Data Engineer job": the noun belongs to the name.
    nouns = [t for t in command.rest.tokens if t.kind == "word" and kinds_of(t.norm)[:1] == ("item",)]
    return Approach(opener, (*said, *nouns)) if opener is not None else None


def _scored(
    command: Command, named: Sequence[tuple[Record, tuple[str, ...]]]
) -> list[tuple[float, Record, list[Token]]]:
    """Return the records that the clause names by one of their *names*, with a score and its tokens for that."""
    found = []
    for record, names in named:
        scored = [_named_by(command, words(name)) for name in dict.fromkeys(names) if len(name) <= _LONGEST_TITLE]
        score, said = max(scored, key=lambda s: s[0], default=(0.0, []))
        if score:
            found.append((score, record, said))
    return found


def _named_by(command: Command, title: Sequence[str]) -> tuple[float, list[Token]]:
    """Return how well the clause names what is called *title*, and its tokens for that; 0 where it does not."""
    said = [t for t in command.rest.tokens if t.kind in {"word", "number", "quote"} and _in_title(t, title)]
    if not title or (len(title) == 1 and not any(title[0] in words(t.text) for t in said)) or title[0].isdigit():
        return 0.0, []
    covered = {w for w in title if any(best_match(w, words(t.text)) >= _SAME for t in said)}
    share = len(covered) / len(set(title))
    if share < 1 and (len(covered) < _FEWEST or share < _MOST_OF_TITLE):
        return 0.0, []
    return share + 0.1 * len(covered), said


def _in_title(token: Token, title: Sequence[str]) -> bool:
    return any(best_match(w, tuple(title)) >= _SAME for w in words(token.text))


def _opener_of(record: Record) -> Element | None:
    """Return the control of a record that opens it: one that says so ("Edit"), else the link of its title."""
    names = phrase_set("page", "record_openers")
    inside = [e for e in record.element.walk() if e.kind in {"button", "link", "icon"} and e.seen]
    named = [e for e in inside if folded(e.name) in names]
    menus = [e for e in inside if e.node.attributes.get("aria-haspopup") in {"menu", "true"}]
    return next(iter([*named, *menus]), None) or record.link


def _form(page: Page, command: Command) -> Approach | None:
    """Return the button or the link that opens the form for the verb: "New task", "Apply now", "Job alerts"."""
    verb = tuple(w for w in words(command.verb) if w not in word_list("grammar", "filler")) or words(command.verb)
    said = [t for t in command.content if t.kind == "word"]
    nouns = tuple(w for t in said for w in words(t.text))
    makes = _MAKING if command.action in {"add", "create"} else ()
    rows = {id(e) for one in record_lists(page)[:4] if not one.apart for r in one.records for e in r.element.walk()}
    scored: list[tuple[float, int, Element]] = []
    for element in [e for d in page.dialogs for e in d.walk() if e.usable] or page.usable:
        name = words(element.name)
        if element.kind not in {"button", "link", "tab", "menuitem"} or not name or len(element.name) > _LONGEST_NAME:
            continue
        if not element.seen or id(element) in rows or _sends(page, element) or _leads_here(page, element):
            continue
        acts = best_match(name[0], (*verb, *makes)) >= _SURE
        of_it = sum(best_match(w, nouns) >= _SURE for w in name)
        if any(word_similarity(w, "cart") >= _SURE for w in name):
            continue
        if (acts and (len(name) == 1 or of_it or not makes)) or (element.kind != "button" and of_it == len(name)):
            scored.append((1.5 * acts + of_it / len(name) + 0.1 * of_it, -element.index, element))
    if not scored:
        return None
    chosen = max(scored, key=lambda s: s[:2])[2]
    name = words(chosen.name)
    return Approach(chosen, tuple(t for t in said if any(best_match(w, name) >= _SURE for w in words(t.text))))


def _leads_here(page: Page, element: Element) -> bool:
    """Return whether a link leads to the page that is shown."""
    href = element.node.attributes.get("href")
    return href is not None and urljoin(page.snapshot.url, href) == page.snapshot.url


def _sends(page: Page, element: Element) -> bool:
    """Return whether a button stands in a form with fields to fill in, which it would send."""
    form = next((a for a in element.ancestors() if a.kind in {"form", "dialog"}), None)
    return form is not None and any(form.holds(f) for f in page.fields if f.kind in FIELDS | TOGGLES)
