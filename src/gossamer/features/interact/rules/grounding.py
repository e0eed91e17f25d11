"""Grounding: which element of the page a phrase means, by one score for all of them.

A word of the phrase is found in an element's own names, or in what surrounds it (its row, its section, its dialog). The
score weighs words found by how well they match and by where, and what of the name the phrase does not say. Elements
whose scores are nearly the same are told apart by place and order, else the phrase is ambiguous.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.text.names import singular
from gossamer.features.interact.rules.commands import ClauseChunk, Command, Phrase, wanted_words
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import Record, record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import (
    ALIKE,
    SYNONYM,
    best_match,
    folded,
    has_all,
    holds_words,
    name_similarity,
    word_similarity,
    words,
)
from gossamer.features.interact.rules.tokens import Token

GOOD: Final = 0.5
SURE: Final = 0.9
MARGIN: Final = 0.06
_CONTEXT_WEIGHT: Final = 0.75
_CLASS_WEIGHT: Final = 0.55
_NEAREST: Final = 5
_SHORT: Final = 160
_ROW_TEXT: Final = 800
_KIND_FITS: Final = 0.12
_KIND_DIFFERS: Final = -0.35
_AROUND: Final = frozenset({"dialog", "page", "form", "table", "section", "text", "item", "menu"})


@dataclass(frozen=True)
class Match:
    """An element, how well it is what was said (0 to about 1.3), and the tokens of the phrase that it accounts for."""

    element: Element
    score: float
    explained: frozenset[int]


@dataclass(frozen=True)
class Target:
    """What a phrase points at: its words that have to be found, and what else is said of the element."""

    phrase: Phrase
    relations: tuple[ClauseChunk, ...] = ()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All its tokens that name something, the relations' too."""
        return (*self.phrase.content, *(t for c in self.relations for t in c.phrase.content))

    @property
    def noun_tokens(self) -> tuple[Token, ...]:
        """The tokens of its noun, which may be a name all the same: "the menu"."""
        return tuple(t for t in self.phrase.tokens if self.phrase.is_noun(t))


def ground(page: Page, target: Target, pool: Iterable[Element] | None = None) -> list[Match]:
    """Return the matches of *target*, best first; [] when nothing is near enough."""
    candidates = list(page.usable if pool is None else pool)
    # "The row of Ada", "the third job": an item is a record of the page's lists.
    items = target.phrase.kinds[:1] == ("item",) and pool is None
    if items:
        candidates = [r.element for record_list in record_lists(page)[:3] for r in record_list.records] + candidates
    ranked = _rank_matches(m for e in candidates if (m := _match(page, target, e)) is not None)
    if target.phrase.ordinal is not None:
        return _nth(page, target, ranked, target.phrase.ordinal, items=items)
    return ranked


def nearest(page: Page, target: Target) -> tuple[str, ...]:
    """Return the names of the elements that come nearest to *target*, to be told."""
    want = [w for _, w in wanted_words(target.tokens)] or list(words(target.phrase.raw))
    scored = [(max(best_match(w, words(e.name or page.label(e))) for w in want), e) for e in page.usable if want]
    best = sorted((s for s in scored if s[0] > 0 and s[1].name), key=lambda s: (-s[0], s[1].index))
    return tuple(dict.fromkeys(describe(e, page) for _, e in best))[:_NEAREST]


def describe(element: Element, page: Page) -> str:
    """Return an element in words, as 'button "Send"', with its row where others have the same name."""
    name = element.name or page.label(element) or " ".join(sorted(element.classes)[:3])
    text = f'{element.kind or "element"} "{name[:60]}"'
    row = page.record(element)
    if row is None or row is element or not any(e.name == element.name and e is not element for e in page.usable):
        return text
    row_text = " ".join(e.text for e in row.walk() if e.text and not e.inside and not e.usable)
    return f"{text} of {row_text[:60]!r}" if row_text else text


def names_of(page: Page, element: Element) -> tuple[str, ...]:
    """Return the names of *element*: its name, label, title, text and the value on a button."""
    node = element.node
    names = [node.name, node.described, *(node.attributes.get(k, "") for k in ("alt", "title", "placeholder"))]
    names.append(node.value or "" if element.kind == "button" else "")
    if element.kind in FIELDS | TOGGLES:
        names.append(page.label(element))
    elif len(element.text) <= _SHORT:
        names.append(element.text)
    return tuple(dict.fromkeys(name for name in names if name.strip()))


def _context_of(page: Page, element: Element) -> tuple[str, ...]:
    """Return the words around *element*: of its row, of the sections and dialogs it stands in, of the page's title."""
    row = page.record(element)
    around = [row.text[:_ROW_TEXT], " ".join(row.classes)] if row is not None else []
    return tuple(w for text in (*around, *page.section_names(element), *page.titles) for w in words(text))


def _match(page: Page, target: Target, element: Element) -> Match | None:
    """Return the match of *element* with *target*; None where it is not near enough, or is excepted."""
    names, kinds = names_of(page, element), target.phrase.kinds
    if _is_whole_name(target, names):
        return Match(element, 1.2 + _kind_bonus(kinds, element), frozenset(t.start for t in target.phrase.tokens))
    target_words = list(wanted_words(target.tokens))
    if not target_words and (by_kind := _by_kind(target, element)) is not None:
        return by_kind
    target_words = target_words or list(wanted_words(target.noun_tokens))
    name_scores = _in_names(names, element, target_words)
    if not target_words or (not any(name_scores.values()) and element.kind not in kinds and kinds[:1] != ("item",)):
        return None
    context = _context_of(page, element) if min(name_scores.values()) < _CONTEXT_WEIGHT else ()
    word_scores = [(t, max(name_scores[w], _CONTEXT_WEIGHT * best_match(w, context))) for t, w in target_words]
    # Less where most of the best name is something else.
    wording = " ".join(w for _, w in target_words)
    precision = max((name_similarity(wording, n) for n in names), default=0.0) if any(name_scores.values()) else 0.25
    score = sum(s for _, s in word_scores) / len(word_scores) * (0.8 + 0.2 * precision) + _kind_bonus(kinds, element)
    if score < GOOD or _is_excluded(target, names):
        return None
    explained = _match_words(page, target, element, target_words)
    return Match(element, score, frozenset(explained | _noun_said(page, target, element, names)))


def _is_whole_name(target: Target, names: Sequence[str]) -> bool:
    """Return whether the phrase, its noun and articles aside, is one of *names*, and says nothing more."""
    phrase, articles = target.phrase, word_list("grammar", "articles")
    full_name = folded(phrase.bare.raw)
    core = words(" ".join(t.text for t in phrase.tokens if t.norm not in articles and not phrase.is_noun(t)))
    called = any(folded(name) == full_name or (core and words(name) == core) for name in names)
    return called and bool(full_name) and not target.relations and phrase.ordinal is None


def _match_words(page: Page, target: Target, element: Element, phrase_words: Sequence[tuple[Token, str]]) -> set[int]:
    """Return the starts of the words that the element accounts for: by its names, its record, or its place."""
    own_words = (*(w for name in names_of(page, element) for w in words(name)), *element.classes)
    row = page.record(element)
    own_words += () if row is None else (*words(row.text[:_ROW_TEXT]), *row.classes)
    around = (*own_words, *(w for name in (*page.section_names(element), *page.titles) for w in words(name)))
    placed = {t.start for c in target.relations for t in c.phrase.tokens}
    scored_words = [(t, best_match(w, around if t.start in placed else own_words)) for t, w in phrase_words]
    missing = {t.start for t, score in scored_words if score < SYNONYM}
    return {t.start for t, _ in scored_words} - missing


def _in_names(names: Sequence[str], element: Element, target_words: Sequence[tuple[Token, str]]) -> dict[str, float]:
    """Return each wanted word with how well it is found in the element's names, or less so in its classes."""
    have = tuple(w for name in names for w in words(name))
    scores: dict[str, float] = {}
    for token, word in target_words:
        by_class = token.kind != "quote" and element.kind != "text"
        scores[word] = best_match(word, have) or (_CLASS_WEIGHT * best_match(word, tuple(element.classes)) * by_class)
    return scores


def _noun_said(page: Page, target: Target, element: Element, names: Sequence[str]) -> set[int]:
    """Return the start of the phrase's noun, when *element* is of that kind, or is near something called so."""
    kinds, noun = target.phrase.kinds, {t.start for t in target.noun_tokens}
    around = [c.phrase for c in target.relations if set(c.phrase.kinds[:1]) & _AROUND]
    related = {t.start for p in around for t in p.tokens if p.is_noun(t)}
    return related | noun if (noun and _is_noun_of(page, target, element, names)) or element.kind in kinds else related


def _is_noun_of(page: Page, target: Target, element: Element, names: Sequence[str]) -> bool:
    """Return whether *element* is what the noun says: a part of a record, no field, or called so."""
    kind = target.phrase.kinds[0]
    if kind == "item":
        record = page.record(element)
        return record is not None and (record is element or len(record.text) > len(element.name) + 1)
    have = (*(w for name in names for w in words(name)), *element.classes)
    return kind not in FIELDS or element.kind in FIELDS or best_match(target.noun_tokens[-1].norm, have) > 0


def _kind_bonus(kinds: tuple[str, ...], element: Element) -> float:
    state = -0.08 if element.node.disabled else 0.0
    if not kinds:
        return state + (0.02 if element.kind in CONTROLS else 0.0)
    if element.kind in kinds:
        return state + _KIND_FITS - 0.02 * min(kinds.index(element.kind), 4)
    differs = (element.kind in FIELDS) != (kinds[0] in FIELDS) or kinds[0] in TOGGLES
    return state + (_KIND_DIFFERS if differs else -0.04)


def _by_kind(target: Target, element: Element) -> Match | None:
    """Return a match for a phrase that says only what kind of thing it is: "the button", "the text box"."""
    kinds = target.phrase.kinds
    alike = element.kind in kinds and (element.kind == kinds[0] or {element.kind, kinds[0]} <= FIELDS)
    is_item = kinds[:1] == ("item",) and (element.kind not in CONTROLS | FIELDS or element.kind == "link")
    if not alike and not is_item:
        return None
    place = kinds.index(element.kind) if element.kind in kinds else 0
    score = 0.75 - 0.05 * place - (0.1 if element.node.disabled else 0)
    return Match(element, score, frozenset(t.start for t in target.noun_tokens))


def _is_excluded(target: Target, names: Sequence[str]) -> bool:
    """Return whether an element that is called *names* is what the phrase excepts."""
    have = tuple(w for name in names for w in words(name))
    excluded_words = (p for c in target.relations if c.role == "except" for p in wanted_words(c.phrase.content))
    return any(best_match(w, have) for _, w in excluded_words)


def _rank_matches(candidates: Iterable[Match]) -> list[Match]:
    best: dict[int, Match] = {}
    for match in candidates:
        earlier_match = best.get(id(match.element))
        best[id(match.element)] = match if earlier_match is None or earlier_match.score < match.score else earlier_match
    ranked = sorted(best.values(), key=lambda m: (-len(m.explained), -round(m.score, 3), m.element.index))
    # A match that holds a better one, or stands in one and says the same, is the same thing.
    return [m for n, m in enumerate(ranked) if not any(_same_thing(m.element, o.element) for o in ranked[:n])]


def _same_thing(element: Element, other: Element) -> bool:
    alike = folded(element.name) == folded(other.name) or not element.usable or element.kind == other.kind == ""
    return alike and (element.holds(other) or other.holds(element))


def _nth(page: Page, target: Target, ranked: list[Match], ordinal: int, *, items: bool) -> list[Match]:
    """Return the match at a position: among the records of the main list, else among what is as good as the best."""
    starts = frozenset(t.start for t in target.phrase.tokens if t.kind == "ordinal")
    at = ordinal - 1 if ordinal > 0 else ordinal
    if items and (rows := _rows_meant(page, target, abs(ordinal))):
        nouns = frozenset(t.start for t in (*target.tokens, *target.noun_tokens))
        return [Match(rows[at].element, 1.0, nouns | starts)]
    best = ranked[0].score if ranked else 0.0
    same = sorted((m for m in ranked if m.score >= best - MARGIN), key=lambda m: m.element.index)
    return [Match(m.element, m.score, m.explained | starts) for m in same[at:][:1]] if abs(ordinal) <= len(same) else []


def _rows_meant(page: Page, target: Target, fewest: int) -> list[Record]:
    """Return the records of the list that is called so, else of the main one, which say what *target* does."""
    row_words = [w for _, w in wanted_words(target.tokens)]
    noun = singular(target.phrase.noun[0]) if target.phrase.noun else ""
    lists = record_lists(page)
    named = [listing for listing in lists if noun and _is_called(listing.names, noun)]
    rows = ([r for r in listing.records if has_all(r.words, row_words, ALIKE)] for listing in (*named[:1], *lists[:1]))
    return next((list_rows for list_rows in rows if len(list_rows) >= fewest), [])


def _is_called(names: Sequence[str], noun: str) -> bool:
    return any(word_similarity(noun, singular(w)) for name in names for w in words(name))


def matches(page: Page, command: Command, pool: Sequence[Element] | None = None) -> list[Match]:
    """Return the matches of the words behind the verb: as one name, or as a noun with its surroundings."""
    targets = [] if any(c.role == "named" for c in command.chunks) else [Target(command.rest)]
    if command.chunks and command.object:
        targets.append(Target(command.object, command.chunks))
    elif command.chunks:
        # "Focus into the textbox": what is meant stands behind the marker.
        targets.append(Target(command.chunks[0].phrase, command.chunks[1:]))
    candidates = [match for target in targets for match in ground(page, target, pool)]
    best: dict[int, Match] = {}
    for match in sorted(candidates, key=lambda m: (-len(m.explained), -m.score, m.element.index)):
        best.setdefault(id(match.element), match)
    return list(best.values())


def choose(page: Page, matches: Sequence[Match], wording: str) -> Match:
    """Return the best of *matches*. Raises Stuck where others are as good and would do something else."""
    best = matches[0]
    least = best.score - MARGIN
    rivals = [m for m in matches[1:] if m.score >= least and len(m.explained) == len(best.explained)]
    rivals = [m for m in rivals if not _same_effect(page, best.element, m.element)]
    in_dialog = [m for m in (best, *rivals) if any(d.holds(m.element) for d in page.dialogs)]
    if rivals and len(in_dialog) == 1:
        return in_dialog[0]
    if rivals:
        named = tuple(describe(m.element, page) for m in (best, *rivals))
        raise Stuck(f"“{wording}” may be any of {len(rivals) + 1} elements. Say which one.", named[:8])
    return best


def _same_effect(page: Page, element: Element, other: Element) -> bool:
    """Return whether two elements do the same: links to one address, or a control and what holds it."""
    href = element.node.attributes.get("href")
    if href and href != "#" and href == other.node.attributes.get("href"):
        return True
    if element.holds(other) or other.holds(element):
        return True
    # An icon or a text beside a control with the same name is the same thing, and so is the title of a record.
    of_record = element.kind in {"link", "heading"} and page.record(element) is page.record(other) is not None
    return element.kind != other.kind and (folded(element.name) == folded(other.name) or of_record)


def last_element(run: Run, page: Page) -> Element | None:
    """Return the element that was used last, where it is still there."""
    return page.by_ref.get(run.last_ref or "")


def last_record(run: Run, page: Page) -> Element | None:
    """Return the record that was acted on last, where it is still there."""
    rows = [e for group in page.groups for e in group]
    entity_rows = [e for text in run.entity for e in rows if holds_words(e.text, words(text))]
    return entity_rows[-1] if entity_rows else None


def only_pronouns(phrase: Phrase) -> bool:
    """Return whether *phrase* is "it", "them", "this one" or nothing."""
    return not phrase.content and not phrase.quotes and (phrase.noun is None or "one" in phrase.norms)
