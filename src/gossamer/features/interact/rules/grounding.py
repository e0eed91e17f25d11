"""Grounding: which element of the page a phrase means, by one score for all of them.

A word of the phrase is found in an element's own names, or in what surrounds it (its row, its section, its dialog). The
score weighs words found by how well they match and by where, and what of the name the phrase does not say. Elements
whose scores are nearly the same are told apart by place and order, else the phrase is ambiguous.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.commands import Chunk, Phrase, wanted_words
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.similarity import best_match, folded, name_similarity, word_similarity, words
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


@dataclass(frozen=True)
class Match:
    """An element, how well it is what was said (0 to about 1.3), and the tokens of the phrase that it accounts for."""

    element: Element
    score: float
    explained: frozenset[int]


@dataclass(frozen=True)
class Target:
    """What a phrase points at: its words that have to be found, the kinds of element, and which of several."""

    phrase: Phrase
    relations: tuple[Chunk, ...] = ()
    kinds: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """It in words."""
        parts = [self.phrase.raw]
        for chunk in self.relations:
            parts += [" ".join(t.text for t in chunk.marker), chunk.phrase.raw]
        return " ".join(p for p in parts if p)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All its tokens that name something, the relations' too."""
        related = (t for c in self.relations for t in c.phrase.content)
        return (*self.phrase.content, *related)

    @property
    def noun_tokens(self) -> tuple[Token, ...]:
        """The tokens of its noun, which may be a name all the same: "the menu"."""
        return tuple(t for t in self.phrase.tokens if self.phrase.is_noun(t))


def ground(page: Page, target: Target, pool: Iterable[Element] | None = None) -> list[Match]:
    """Return what *target* may mean, best first; [] when nothing is near enough."""
    candidates = list(page.usable if pool is None else pool)
    kinds = target.kinds or target.phrase.kinds
    # "The row of Ada", "the third job": an item is a record of the page's lists.
    records = kinds[:1] == ("item",) and pool is None
    if records:
        candidates = [r.element for found in record_lists(page)[:3] for r in found.records] + candidates
    scored = [m for e in candidates if (m := _match(page, target, kinds, e)) is not None]
    ranked = _ranked(scored)
    ordinal = target.phrase.ordinal
    if ordinal is not None:
        return _nth(page, target, ranked, ordinal, kinds if records else ())
    return _placed(ranked, target.phrase)


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
    if row is None or row is element or sum(e.name == element.name for e in page.usable) < 2:  # noqa: PLR2004
        return text
    own = " ".join(e.text for e in row.walk() if e.text and not e.inside and not e.usable)
    return f"{text} of {own[:60]!r}" if own else text


def names_of(page: Page, element: Element) -> tuple[str, ...]:
    """Return what *element* is called: its name, label, title, text and the value on a button."""
    node = element.node
    found = [node.name, node.described, *(node.attributes.get(k, "") for k in ("alt", "title", "placeholder"))]
    if element.kind == "button" and node.value:
        found.append(node.value)
    if element.kind in FIELDS or element.kind in TOGGLES:
        found.append(page.label(element))
    elif len(element.text) <= _SHORT:
        found.append(element.text)
    return tuple(dict.fromkeys(name for name in found if name.strip()))


def context_of(page: Page, element: Element) -> tuple[str, ...]:
    """Return the words around *element*: of its row, of the sections and dialogs it stands in, of the page's title."""
    row = page.record(element)
    around = [row.text[:_ROW_TEXT], " ".join(row.classes)] if row is not None else []
    around += [*page.section_names(element), *page.titles]
    return tuple(w for text in around for w in words(text))


def _match(page: Page, target: Target, kinds: tuple[str, ...], element: Element) -> Match | None:
    whole = folded(target.phrase.bare.raw)
    names = names_of(page, element)
    articles = lexicon.word_list("grammar", "articles")
    core = words(
        " ".join(t.text for t in target.phrase.tokens if t.norm not in articles and not target.phrase.is_noun(t))
    )
    called = any(folded(name) == whole or (core and words(name) == core) for name in names)
    if whole and called and not target.relations and target.phrase.ordinal is None:
        return Match(element, 1.2 + _kind_bonus(kinds, element), frozenset(t.start for t in target.phrase.tokens))
    wanted = list(wanted_words(target.tokens))
    if not wanted and (by_kind := _by_kind(target, kinds, element)) is not None:
        return by_kind
    wanted = wanted or list(wanted_words(target.noun_tokens))
    if not wanted:
        return None
    in_name = _in_names(names, element, wanted)
    context: tuple[str, ...] | None = None
    total, explained = 0.0, set[int]()
    own = 0.0
    for token, word in wanted:
        found = in_name.get(word, 0.0)
        own += found
        if found < _CONTEXT_WEIGHT:
            context = context_of(page, element) if context is None else context
            found = max(found, _CONTEXT_WEIGHT * best_match(word, context))
        if found > 0:
            explained.add(token.start)
        total += found
    if own == 0 and not (kinds and element.kind in kinds) and kinds[:1] != ("item",):
        return None
    score = total / len(wanted) * _precision(names, wanted, in_name) + _kind_bonus(kinds, element)
    if score < GOOD or _excluded(page, target, element):
        return None
    return Match(element, score, frozenset(explained | _noun_said(page, target, kinds, element)))


def _noun_said(page: Page, target: Target, kinds: tuple[str, ...], element: Element) -> set[int]:
    """Return where the noun of the phrase starts, when *element* is of that kind, or is near something called so."""
    around = [c.phrase for c in target.relations if c.phrase.kinds[:1] and c.phrase.kinds[0] in _AROUND]
    related = {t.start for p in around for t in p.tokens if p.is_noun(t)}
    return related | _own_noun_said(page, target, kinds, element)


_AROUND: Final = frozenset({"dialog", "page", "form", "table", "section", "text", "item", "menu"})


def _own_noun_said(page: Page, target: Target, kinds: tuple[str, ...], element: Element) -> set[int]:
    said = {t.start for t in target.phrase.tokens if target.phrase.is_noun(t)}
    record = page.record(element) if kinds[:1] == ("item",) else None
    if not said or element.kind in kinds or (record is not None and len(record.text) > len(element.name) + 1):
        return said
    if record is element or kinds[:1] == ("item",):
        return said if record is element else set()
    plain = not {element.kind, kinds[0]} & FIELDS or element.kind in FIELDS
    have = (*(w for name in names_of(page, element) for w in words(name)), *element.classes)
    noun = target.phrase.noun[0] if target.phrase.noun else ""
    return said if (plain and kinds[0] != "item") or best_match(noun, have) else set()


def _in_names(names: Sequence[str], element: Element, wanted: Sequence[tuple[Token, str]]) -> dict[str, float]:
    have = tuple(w for name in names for w in words(name))
    classes = tuple(element.classes)
    found: dict[str, float] = {}
    for token, word in wanted:
        score = best_match(word, have)
        if token.kind != "quote" and score == 0 and element.kind != "text":
            score = _CLASS_WEIGHT * best_match(word, classes)
        found[word] = score
    return found


def _precision(names: Sequence[str], wanted: Sequence[tuple[Token, str]], in_name: dict[str, float]) -> float:
    """Return 1 where the best name says no more than the phrase, less where most of it is something else."""
    said = tuple(w for _, w in wanted)
    if not names or not any(in_name.values()):
        return 0.85
    best = max((name_similarity(" ".join(said), name) for name in names), default=0.0)
    return 0.8 + 0.2 * best


def _kind_bonus(kinds: tuple[str, ...], element: Element) -> float:
    state = -0.08 if element.node.disabled else 0.0
    if not kinds:
        return state + (0.02 if element.kind in CONTROLS else 0.0)
    if element.kind in kinds:
        return state + _KIND_FITS - 0.02 * min(kinds.index(element.kind), 4)
    is_field, asked_field = element.kind in FIELDS, kinds[0] in FIELDS
    return state + (_KIND_DIFFERS if is_field != asked_field or kinds[0] in TOGGLES else -0.04)


def _by_kind(target: Target, kinds: tuple[str, ...], element: Element) -> Match | None:
    """Return a match for a phrase that says only what kind of thing it is: "the button", "the text box"."""
    alike = element.kind in kinds and (element.kind == kinds[0] or {element.kind, kinds[0]} <= FIELDS)
    if not kinds or not (alike or kinds[0] == "item"):
        return None
    if kinds[0] == "item" and element.kind in CONTROLS | FIELDS and element.kind != "link":
        return None
    place = kinds.index(element.kind) if element.kind in kinds else 0
    score = 0.75 - 0.05 * place - (0.1 if element.node.disabled else 0)
    return Match(element, score, frozenset(t.start for t in target.noun_tokens))


def _excluded(page: Page, target: Target, element: Element) -> bool:
    """Return whether *element* is what the phrase excepts."""
    for chunk in target.relations:
        if chunk.role == "except":
            have = tuple(w for name in names_of(page, element) for w in words(name))
            if any(best_match(w, have) for _, w in wanted_words(chunk.phrase.content)):
                return True
    return False


def _ranked(found: Iterable[Match]) -> list[Match]:
    best: dict[int, Match] = {}
    for match in found:
        kept = best.get(id(match.element))
        if kept is None or kept.score < match.score:
            best[id(match.element)] = match
    ranked = sorted(best.values(), key=lambda m: (-len(m.explained), -round(m.score, 3), m.element.index))
    # What holds a better match, or stands in one and says the same, is the same thing.
    return [m for n, m in enumerate(ranked) if not any(_same_thing(m, o) for o in ranked[:n])]


def _same_thing(match: Match, better: Match) -> bool:
    one, other = match.element, better.element
    return (one.holds(other) or other.holds(one)) and (
        folded(one.name) == folded(other.name) or not one.usable or one.kind == other.kind == ""
    )


def _nth(page: Page, target: Target, ranked: list[Match], ordinal: int, kinds: tuple[str, ...]) -> list[Match]:
    """Return the match at a position: among the records of the main list, else among what is as good as the best."""
    said = {t.start for t in target.phrase.tokens if t.kind == "ordinal"}
    own = (*target.phrase.content, *(t for c in target.relations for t in c.phrase.content))
    wanted = [w for _, w in wanted_words(own)]
    if kinds[:1] == ("item",):
        noun = target.phrase.noun[0] if target.phrase.noun else ""
        lists = record_lists(page)
        named = [one for one in lists if _is_called(one.names, noun)]
        for one in (*named[:1], *lists[:1]):
            rows = [r for r in one.records if all(best_match(w, r.words) for w in wanted)]
            if -len(rows) <= ordinal <= len(rows) and rows:
                row = rows[ordinal - 1 if ordinal > 0 else ordinal]
                nouns = frozenset(t.start for t in (*target.tokens, *target.noun_tokens))
                return [Match(row.element, 1.0, nouns | said)]
    best = ranked[0].score if ranked else 0.0
    same = sorted((m for m in ranked if m.score >= best - MARGIN), key=lambda m: m.element.index)
    if same and -len(same) <= ordinal <= len(same):
        match = same[ordinal - 1 if ordinal > 0 else ordinal]
        return [Match(match.element, match.score, match.explained | said)]
    return []


def _is_called(names: Sequence[str], noun: str) -> bool:
    singulars = tuple(lexicon.singular(w) for name in names for w in words(name))
    return bool(noun) and any(word_similarity(lexicon.singular(noun), w) for w in singulars)


_PLACES: Final[dict[str, Callable[[Match], float]]] = {
    "top": lambda m: m.element.node.box.center[1],
    "upper": lambda m: m.element.node.box.center[1],
    "bottom": lambda m: -m.element.node.box.center[1],
    "lower": lambda m: -m.element.node.box.center[1],
    "left": lambda m: m.element.node.box.center[0],
    "right": lambda m: -m.element.node.box.center[0],
}


def _placed(ranked: list[Match], phrase: Phrase) -> list[Match]:
    place = next((t.norm for t in phrase.tokens if t.kind == "word" and t.norm in _PLACES), None)
    if place is None or not ranked:
        return ranked
    same = [m for m in ranked if m.score >= ranked[0].score - 2 * MARGIN]
    return sorted(same, key=_PLACES[place])
