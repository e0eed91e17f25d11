"""Elements that a description may mean, best first.

A description is a phrase ("the 2nd delete button") and what else was said to tell it from others ("in the row of
Anna"). The whole phrase is tried as a name first, because names may be anything; then its noun, ordinal and colour
are understood. Equal candidates stay in reading order, so the same page gives the same choice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gossamer.features.interact.planner.grounding.appearance import SIZES, at_place, is_colored, sized
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, related, stem, words
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.language.commands import Chunk
from gossamer.features.interact.planner.language.lexicon import FIELD_KINDS, PRONOUNS
from gossamer.features.interact.planner.language.phrases import Phrase, joined, owner
from gossamer.features.interact.planner.page.colors import color_words
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.wordsets import word_set

GOOD: Final = 50.0


EXACT: Final = 90.0


_NEAR_BEST: Final = 15


_NEAREST: Final = 5


_PLACES: Final = word_set("top bottom left right upper lower leftmost rightmost middle")


_FIXED: Final = frozenset(
    {
        "page",
        "website",
        "site",
        "screen",
        "form",
        "window",
        "list",
        "menu",
        "dropdown",
        "browser",
        "web page",
        "webpage",
        "box",
        "options",
        "choices",
        "table",
    }
)


_NAMING: Final = frozenset({"named", "containing", "starts", "ends"})


@dataclass(frozen=True)
class Description:
    """What somebody said to point at something."""

    phrase: Phrase
    relations: tuple[Chunk, ...] = ()
    kinds: tuple[str, ...] = ()

    @cached_property
    def said(self) -> str:
        """It in words."""
        return " ".join([self.phrase.raw, *(f"{c.word} {c.phrase.raw}" for c in self.relations)]).strip()


class Finder:
    """Looks things up in one snapshot; *used* are the elements that an earlier step acted on, newest last."""

    def __init__(self, page: PageModel, used: Sequence[str] = ()) -> None:
        self.page = page
        self.used = used

    def named(self, text: str, pool: Iterable[Element] | None = None, *, quoted: bool = False) -> list[Match]:
        """Return elements by how much they are called *text*, the best first."""
        found = []
        for element in self.page.elements if pool is None else pool:
            if element.node.role == "text" and element.parent is not None:
                continue
            score = self._called(element, text, quoted=quoted)
            if score >= GOOD:
                found.append(Match(element, score + _bonus(element)))
        return _ranked(found)

    def _called(self, element: Element, text: str, *, quoted: bool) -> float:
        node = element.node
        names = {
            node.name,
            node.described,
            node.attributes.get("alt", ""),
            node.attributes.get("title", ""),
            node.attributes.get("placeholder", ""),
        }
        if element.kind == "button" and node.value:
            names.add(node.value)
        if element.kind in FIELDS:
            names.add(self.page.label(element))
        elif len(element.text) <= _SHORT:
            names.add(element.text)
        best = max(likeness(text, name) for name in names)
        if best < GOOD and not quoted and element.kind != "text" and node.role != "text":
            best = max(best, _by_class(element, text))
        return best

    def find(self, described: Description, *, pool: Sequence[Element] | None = None) -> list[Match]:
        """Return what *described* may mean, best first; [] when nothing is near enough."""
        of = next((c for c in described.relations if c.role == "of" and c.phrase.kinds), None)
        if (
            of is not None
            and described.phrase.ordinal is not None
            and not described.phrase.kinds
            and not described.phrase.name
        ):
            # "The 2nd of the text boxes".
            rest = tuple(c for c in described.relations if c is not of)
            words_ = (*described.phrase.tokens, *of.phrase.tokens)
            described = Description(Phrase(of.phrase.source, words_), rest, of.phrase.kinds)
        exact = self._whole(described, pool)
        if exact:
            return exact
        phrase = described.phrase
        inside, kinds = self.pool_of(described, pool), described.kinds or phrase.kinds
        naming = [c for c in described.relations if c.role in _NAMING]
        if kinds and not phrase.name and not naming:
            # "The tab with the customer reviews": what it is with is what it is called.
            with_ = [c for c in described.relations if c.role in {"with", "for", "of"} and not c.phrase.ordinal]
            called = [m for c in with_ for m in self._by_name(c.phrase.bare.literal, kinds, inside, quoted=False)]
            called = [m for m in called if m.element.kind in kinds]
            if called:
                return called
        found = self._called_so(phrase, naming, kinds, inside)
        found = self._placed(found, phrase, described.relations)
        if found and phrase.ordinal is not None:
            return _nth(found, phrase.ordinal, named=bool(phrase.name or naming))
        return found

    def nearest(self, described: Description) -> tuple[str, ...]:
        """Return the names of what is most like it, for somebody to choose from."""
        text = described.phrase.name.literal or described.said
        ranked = sorted(
            (
                (max(likeness(text, e.name), 10.0 if e.kind in described.phrase.kinds else 0.0), e)
                for e in self.page.actionable
                if e.name or e.kind
            ),
            key=lambda pair: (-pair[0], pair[1].index),
        )
        return tuple(dict.fromkeys(describe(e, self.page) for _, e in ranked))[:_NEAREST]

    def _whole(self, described: Description, pool: Sequence[Element] | None) -> list[Match]:
        phrase = described.phrase
        if not phrase or (phrase.quotes and len(phrase.tokens) > 1):
            return []
        texts = [phrase.bare.raw.strip("\"'“”") if not phrase.quotes else phrase.quotes[0]]
        if described.relations and all(c.role not in _NAMING for c in described.relations):
            whole = phrase
            for chunk in described.relations:
                whole = joined(whole, chunk.phrase)
            texts.insert(0, whole.bare.raw)
        elif described.relations:
            return []
        for i, text in enumerate(texts):
            if i and any(c.phrase.name or not c.phrase.kinds for c in described.relations):
                break
            found = [
                m for m in self.named(text, pool, quoted=bool(phrase.quotes)) if m.score >= EXACT and m.element.seen
            ]
            # A noun alone ("the button") may be a name too, but rarely is what is meant by it.
            if found and not (
                phrase.head
                and not phrase.name
                and not phrase.quotes
                and not any(m.score >= 97 and m.element.actionable for m in found)  # noqa: PLR2004
            ):
                return found
        return []

    def pool_of(self, described: Description, pool: Sequence[Element] | None) -> Sequence[Element]:
        """Return the elements in the container that is said, all when none is."""
        elements = self.page.elements if pool is None else pool
        for chunk in described.relations:
            if (
                chunk.role in {"in", "on", "from", "within", "into", "at"}
                and (box := self.container(chunk.phrase)) is not None
            ):
                held = [e for e in elements if box.holds(e)]
                elements = held or elements
        return elements

    def container(self, phrase: Phrase) -> Element | None:  # noqa: PLR0911
        """Return the dialog, section, table, list, row or form that the phrase means, when it means one."""
        if not phrase.kinds:
            return None
        kind = phrase.kinds[0]
        if kind == "dialog" and self.page.dialogs:
            return self.page.dialogs[-1]
        if kind in word_set("dialog section table list item form select menu"):
            held = [e for e in self.page.elements if e.kind == kind and e.inside]
            if phrase.name:
                named = [e for e in held if likeness(phrase.name.literal, e.node.name) >= GOOD]
                if named:
                    return named[0]
                return None
            if phrase.ordinal and 0 < phrase.ordinal <= len(held):
                return held[phrase.ordinal - 1]
            return held[0] if len(held) == 1 else None
        return None

    def _called_so(  # noqa: C901
        self, phrase: Phrase, naming: list[Chunk], kinds: tuple[str, ...], pool: Sequence[Element]
    ) -> list[Match]:
        name = phrase.name
        colors = () if phrase.quotes else color_words(phrase.norms)
        sizes = [SIZES[w] for w in phrase.norms if w in SIZES and not phrase.quotes]
        if naming and naming[0].role in {"named", "containing"}:
            # "the button labelled Cancel", "the item containing x": the name stands behind it.
            text, quoted = naming[0].phrase.literal, bool(naming[0].phrase.quotes)
        else:
            text, quoted = name.literal, bool(name.quotes)
        residual = _without(name, {*colors, *SIZES, *_PLACES}) if not quoted else name
        if not quoted and not naming and (colors or sizes) and not residual.tokens:
            text = ""
        if text:
            found = self._by_name(text, kinds, pool, quoted=quoted)
            if not found and not quoted and residual.tokens and (colors or sizes):
                found = self._by_name(residual.literal, kinds, pool, quoted=False)
                found = [m for m in found if all(is_colored(m.element, c) for c in colors)]
            if not found and not quoted and kinds and all(w in _VAGUE for w in name.words()):
                found = self.of_kind(kinds, pool)
        elif kinds or colors:
            found = (
                self.of_kind(kinds, pool)
                if kinds
                else [Match(e, 60) for e in pool if e.actionable or e.kind == "shape"]
            )
            if not found and kinds:
                found = [
                    Match(e, 50)
                    for e in pool
                    if any(set(words(k)) <= e.classes for k in (kinds[0], *((phrase.head[0],) if phrase.head else ())))
                ]
            if colors:
                found = [m for m in found if all(is_colored(m.element, c) for c in colors)]
            if sizes and found:
                found = sized(found, sizes[0])
        else:
            found = []
        for chunk in naming:
            found = (
                [
                    m
                    for m in (found or ([] if chunk.role == "named" else [Match(e, 60) for e in pool if e.actionable]))
                    if _fits(chunk, m.element)
                ]
                if chunk.role in {"starts", "ends"}
                else found
            )
        return found

    def _by_name(self, text: str, kinds: tuple[str, ...], pool: Sequence[Element], *, quoted: bool) -> list[Match]:
        found = self.named(text, pool, quoted=quoted)
        if kinds and kinds[0] in {"item", "treeitem"} and (not found or found[0].score < EXACT):
            rows = [
                Match(r, 60.0) for r in self.rows(pool) if _mentions(r, owner(text)) or set(words(text)) <= r.classes
            ]
            found = _ranked([*found, *rows])
        if not kinds:
            return found
        ranked = []
        for match in found:
            if match.element.kind in kinds:
                ranked.append(Match(match.element, match.score + 12 - 2 * kinds.index(match.element.kind)))
            elif (match.element.kind in FIELD_KINDS and kinds[0] in {"button", "link", "checkbox", "radio", "tab"}) or (
                kinds[0] in FIELD_KINDS and match.element.kind not in FIELDS
            ):
                continue
            elif kinds[0] in {"checkbox", "radio"}:
                held = [e for e in match.element.walk() if e.kind in kinds]
                ranked.append(Match(held[0], match.score + 8) if held else Match(match.element, match.score - 15))
            else:
                ranked.append(
                    Match(
                        match.element, match.score - (8 if match.element.actionable or not match.element.kind else 15)
                    )
                )
        return [m for m in _ranked(ranked) if m.score >= GOOD]

    def of_kind(self, kinds: tuple[str, ...], pool: Sequence[Element]) -> list[Match]:
        """Return all of these kinds, of the first kind of which there are some."""
        if kinds[0] == "item":
            return [Match(row, 60) for row in self.rows(pool)]
        if kinds[0] == "dialog":
            return [Match(d, 70) for d in self.page.dialogs]
        if kinds[0] == "section":
            return [Match(e, 70) for e in self.expandable(pool)] or [Match(e, 60) for e in pool if e.kind == "heading"]
        fields = set(map(id, self.page.fields))
        for kind in kinds:
            found = [
                Match(e, 70)
                for e in pool
                if e.kind == kind and e.node.role != "text" and (kind not in FIELDS or id(e) in fields)
            ]
            if kind == "textbox":
                more = [
                    Match(e, 70)
                    for e in pool
                    if e.kind in {"search", "combobox", "password", "spinner", "date", "time"}
                    and id(e) in fields
                    and not e.node.readonly
                ]
                # Fields of other types are boxes to type into as well; they keep their place on the page.
                found = sorted([*found, *more], key=lambda m: m.element.index)
            if found:
                return found
        return []

    def expandable(self, pool: Sequence[Element] | None = None) -> list[Element]:
        """Return what opens and closes something else."""
        return [
            e
            for e in (self.page.elements if pool is None else pool)
            if e.node.expanded is not None and e.kind not in {"select", "combobox", "textbox"}
        ]

    def rows(self, pool: Sequence[Element] | None = None) -> list[Element]:
        """Return the items of the page's main list: the largest group of alike elements with text in them."""
        allowed = None if pool is None else {id(e) for e in pool}
        best: list[Element] = []
        weight = 0.0
        for group in self.page.groups:
            held = [
                e
                for e in group
                if (e.text or e.actionable)
                and e.kind not in {"option", "radio", "checkbox", "cell", "tab", "heading"}
                and (allowed is None or id(e) in allowed)
                and e.seen
            ]
            if len(held) < 2 or any(e.kind == "button" and not e.inside for e in held):  # noqa: PLR2004
                continue
            paging = sum(1 for e in held if folded(e.text).isdigit() or e.text in {"<", ">", "«", "»"})
            if paging * 2 > len(held):
                continue
            size = sum(min(len(e.text), 400) for e in held) + 8 * len(held)
            if size > weight:
                best, weight = held, size
        return best

    def _placed(self, found: list[Match], phrase: Phrase, relations: tuple[Chunk, ...]) -> list[Match]:
        places = [w for w in phrase.norms if w in _PLACES] if not phrase.quotes else []
        if places and len(found) > 1:
            found = at_place(found, places[0])
        for chunk in relations:
            if chunk.role in _NAMING or not chunk.phrase or not found or set(chunk.phrase.norms) <= PRONOUNS:
                continue
            if chunk.role == "except":
                gone = {id(m.element) for item in chunk.phrase.items() for m in self.find(Description(item))[:1]}
                found = [m for m in found if id(m.element) not in gone]
                continue
            if (box := self.container(chunk.phrase)) is not None:
                found = [m for m in found if box.holds(m.element) or m.element is box] or found
                continue
            if folded(chunk.phrase.bare.raw) in _FIXED or (chunk.phrase.head and not chunk.phrase.name):
                continue
            if phrase.kinds[:1] == ("item",):
                anchors = self.anchors(chunk.phrase)
                holding = [m for m in found if any(m.element.holds(a) or m.element is a for a in anchors)]
                if holding:
                    found = holding
                    continue
            found = self._beside(found, chunk)
        return found

    def _beside(self, found: list[Match], chunk: Chunk) -> list[Match]:
        anchors = self.anchors(chunk.phrase)
        if not anchors:
            # Where it is said to stand tells nothing when it is called exactly so.
            if found and found[0].score >= EXACT:
                return found
            return [] if chunk.role in word_set("in of by from beside under above right left for") else found
        # What only holds both is not what stands beside it.
        found = [
            m for m in found if m.score >= found[0].score - _NEAR_BEST and not any(m.element.holds(a) for a in anchors)
        ] or found
        depth: dict[int, tuple[float, ...]] = {}
        for match in found:
            depth[id(match)] = max(self._closeness(match.element, anchor, chunk.role) for anchor in anchors)
        best = max(depth.values())
        return [m for m in found if depth[id(m)][:2] == best[:2]] if best[0] >= 0 else []

    def anchors(self, phrase: Phrase) -> list[Element]:
        """Return what stands for the phrase on the page: the elements that are called so, or whose text has it."""
        text = phrase.name.literal or phrase.literal
        named = [m for m in self.named(text) if m.score >= GOOD + 10]
        if named:
            best = max(m.score for m in named)
            return [m.element for m in named if m.score >= best - 8]
        mentioning = [e for e in self.page.texts if _mentions(e, text)]
        if mentioning:
            return mentioning
        names = [
            t.text
            for t in phrase.tokens
            if t.kind == "quote" or t.text[:1] in {"@", "#"} or (t.text[:1].isupper() and t.kind == "word")
        ]
        return [e for name in names[:1] for e in self.page.texts if _mentions(e, name)]

    def _closeness(self, element: Element, anchor: Element, role: str) -> tuple[float, ...]:
        one, other = element.node.box, anchor.node.box
        if role == "under" and one.y < other.y + other.height / 2:
            return -1, 0, 0
        if role == "above" and one.y > other.y:
            return -1, 0, 0
        if role == "right" and one.x < other.x + other.width / 2:
            return -1, 0, 0
        if role == "left" and one.x > other.x:
            return -1, 0, 0
        if element is anchor:
            return 0, 0, 0
        common = self.page.common(element, anchor)
        (x1, y1), (x2, y2) = one.center, other.center
        distance = abs(x1 - x2) + 3 * abs(y1 - y2)
        return 1 + common.depth, -distance


_VAGUE: Final = word_set(
    "file folder search empty blank main only single entire whole first text submit html input provided"
)


_SHORT: Final = 160


def describe(element: Element, page: PageModel) -> str:
    """Return an element in words, as 'button "Send"'."""
    name = element.name or page.label(element) or " ".join(sorted(element.classes)[:3])
    return f'{element.kind or "element"} "{name[:60]}"'


def told_apart(element: Element, page: PageModel) -> str:
    """Return an element in words, with the row it stands in where others of the page are called the same."""
    row = page.record(element)
    if row is None or row is element or sum(e.name == element.name for e in page.actionable) < 2:  # noqa: PLR2004
        return describe(element, page)
    texts = [
        e.text for e in row.walk() if e.text and not e.inside and not any(a.actionable for a in (e, *e.ancestors()))
    ]
    return f"{describe(element, page)} of {' '.join(texts)[:60]!r}" if texts else describe(element, page)


def _bonus(element: Element) -> float:
    if element.node.disabled:
        return -6
    if element.kind in word_set("button link checkbox radio tab menuitem option switch"):
        return 5
    return 4 if element.actionable else (0.5 if not element.inside else 0)


def _by_class(element: Element, text: str) -> float:
    wanted = words(text)
    if not wanted or not element.classes or (element.text and len(element.text) > _SHORT):
        return 0
    hits = sum(1 for w in wanted if any(w == c or stem(w) == stem(c) for c in element.classes))
    if hits == len(wanted):
        return 58 if element.actionable or not element.text else 0
    alike = sum(1 for w in wanted if any(related(w, c) for c in element.classes))
    return 51 if alike == len(wanted) and (element.actionable or not element.text) else 0


def _without(phrase: Phrase, norms: set[str]) -> Phrase:
    return Phrase(phrase.source, tuple(t for t in phrase.tokens if t.norm not in norms))


def _mentions(element: Element, text: str) -> bool:
    return bool(text) and (f" {' '.join(words(text))} " in f" {' '.join(words(element.text))} ")


def _fits(chunk: Chunk, element: Element) -> bool:
    wanted, name = folded(chunk.phrase.literal), folded(element.name)
    return name.startswith(wanted) if chunk.role == "starts" else name.endswith(wanted)


def _nth(found: list[Match], ordinal: int, *, named: bool) -> list[Match]:
    best = found[0].score if found else 0
    same = sorted((m for m in found if not named or m.score >= best - 10), key=lambda m: m.element.index)
    same = [
        m for m in same if not any(o is not m and m.element.holds(o.element) and o.element.actionable for o in same)
    ] or same
    if 0 < ordinal <= len(same):
        return [same[ordinal - 1]]
    return [same[ordinal]] if ordinal < 0 and -ordinal <= len(same) else []


def _ranked(found: list[Match]) -> list[Match]:
    best: dict[int, Match] = {}
    for match in found:
        kept = best.get(id(match.element))
        if kept is None or kept.score < match.score:
            best[id(match.element)] = match
    return sorted(best.values(), key=lambda m: (-round(m.score, 3), m.element.index))
