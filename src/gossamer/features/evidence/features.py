"""The features of a mention: how plainly the page says a value of a field there, as numbers for the scorer."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import log
from typing import Any, Final

from gossamer.features.evidence.assignment import Found, RepeatedEntry, assign_records, slots, slots_of
from gossamer.features.evidence.comparison import type_of
from gossamer.features.evidence.fields import Field, canonical, is_like, overlap, similarity, telling
from gossamer.features.evidence.leaves import Leaf
from gossamer.features.evidence.page_index import Mention, PageIndex

NAMES: Final = (
    *("type", "exactness", "mentions", "order", "taken", "read", "other_figures", "words"),
    *(
        "money",
        "in_title",
        "asks_name",
        "fields",
        "label",
        "author_label",
        "spoken_before",
        "spoken_after",
        "line_above",
        "heading",
    ),
    *("rival_label", "rival_spoken", "labelled", "better_label", "same_label", "zone", "level", "whole"),
    *("edges", "record", "listed", "slot", "company", "block", "around"),
)
_BEFORE: Final = 6
_AFTER: Final = 4
_SHORT: Final = 60
_NEAR: Final = 10
_ROUND: Final = 4
_MONEY: Final = "€$£¥₹%"
_SHARED_FIELDS: Final = 16
# Larger numbers are compared as they are written.
_EXACT: Final = 100_000
_MOST_COMPARED: Final = 200_000

Row = list[float]


@dataclass(frozen=True, slots=True)
class Known:
    """Values read by rules without a model, by pointer and by pattern (`*` for the number of an entry)."""

    values: Mapping[str, Any] = field(default_factory=dict)
    patterns: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Known":
        """Return the values that were read, by pointer."""
        by_pattern: defaultdict[str, set[str]] = defaultdict(set)
        for pointer, value in values.items():
            if value not in (None, "", [], {}):
                by_pattern[_pattern(pointer)].add(comparable(value))
        return cls(values, {pattern: frozenset(texts) for pattern, texts in by_pattern.items()})

    def agreement(self, leaf: Leaf) -> float:
        """Return 1 where the rules read the same, less than 0 where they read something else, 0 where nothing."""
        read = self.patterns.get(leaf.pattern)
        if read is None:
            return 0.0
        if comparable(leaf.value) in read:
            return 1.0
        return -0.5 if "*" in leaf.pattern else -1.0


def comparable(value: Any) -> str:
    """Return a value as others are compared with it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return " ".join(str(value).casefold().split())
    return f"{float(value):.12g}" if abs(value) < _EXACT else str(value).removesuffix(".0")


def _pattern(pointer: str) -> str:
    return "/".join("*" if part.isdigit() else part for part in pointer.split("/"))


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the *values* of an object are mentioned: *near* says of how many from each of *starts* on, by lines.

    *kinds* counts the values that have a line of each kind.
    """

    values: int
    starts: Sequence[int]
    near: Sequence[int]
    kinds: Counter[str]


class Describer:
    """Describes the mentions of the values of one answer on one page."""

    def __init__(self, leaves: Sequence[Leaf], found: Found, page: PageIndex, known: Known) -> None:
        self._found = found
        self._page = page
        self._known = known
        self._objects: defaultdict[str, list[Leaf]] = defaultdict(list)
        lists: defaultdict[str, dict[str, list[Leaf]]] = defaultdict(dict)
        for leaf in leaves:
            self._objects[leaf.holder if leaf.entry != leaf.pointer else leaf.listing].append(leaf)
            if leaf.entry != leaf.pointer and leaf.listing:
                lists[leaf.listing].setdefault(leaf.entry, []).append(leaf)
        self._records: dict[str, RepeatedEntry] = {}
        for entries in lists.values():
            self._records |= assign_records(entries, found, page)
        of_entries = [(leaf, self._records[leaf.entry]) for leaf in leaves if leaf.entry in self._records]
        self._slots = slots(of_entries, found, page)
        self._sizes = Counter(leaf.pattern for leaf, _ in of_entries)
        self._company = {holder: self._places(some) for holder, some in self._objects.items()}
        self._labels = _labels(page)
        self._best: dict[Field, tuple[float, int]] = {}
        self._values = {
            holder: Counter(comparable(leaf.value) for leaf in some) for holder, some in self._objects.items()
        }
        self._fields = {
            holder: tuple(dict.fromkeys(leaf.field for leaf in some))[:_SHARED_FIELDS]
            for holder, some in self._objects.items()
        }
        titles = (line.text for line in page.lines if line.outlined.level == 1 or line.path == "title")
        self._titles = " ".join(titles).casefold()

    def rows(self, leaf: Leaf) -> list[Row]:
        """Return a row of features for each mention of a value."""
        mentions = self._found[leaf.pointer]
        record = self._records.get(leaf.entry)
        return [
            [
                *self._of_value(leaf, mentions, order),
                *self._of_words(leaf, mention),
                *self._of_place(leaf, mention, record),
            ]
            for order, mention in enumerate(mentions)
        ]

    def _of_value(self, leaf: Leaf, mentions: Sequence[Mention], order: int) -> Row:
        mention, holder = mentions[order], self._holder(leaf)
        line = self._page.lines[mention.line]
        kind = type_of(leaf.value, leaf.field)
        text = str(leaf.value)
        beside = line.text[max(0, mention.start - 2) : mention.start] + line.text[mention.end : mention.end + 3]
        has_money = any(sign in _MONEY for sign in beside)
        return [
            float(kind),
            mention.exactness,
            log(1 + len(mentions)),
            log(1 + order),
            float(self._values[holder][comparable(leaf.value)] - 1),
            self._known.agreement(leaf),
            float(sum(map(str.isdigit, line.text)) > sum(map(str.isdigit, text))),
            log(1 + len(text.split())),
            (1.0 if has_money else -1.0) if leaf.field.is_money else (-0.5 if has_money else 0.0),
            float(text.casefold() in self._titles),
            float(leaf.field.is_name),
            log(1 + len(self._objects[holder])),
        ]

    def _of_words(self, leaf: Leaf, mention: Mention) -> Row:
        page, own_field = self._page, leaf.field
        line = page.lines[mention.line]
        claims = [claim for claim in line.outlined.claims if claim.start <= mention.start < claim.end]
        plain_labels = [claim.label for claim in claims if not claim.by_author]
        named = [claim.label for claim in claims if claim.by_author]
        if line.path:
            # A value that is marked up is labelled as plainly as can be.
            plain_labels.append(line.path.rpartition(">")[2])
        label = max((similarity(own_field, plain_label) for plain_label in plain_labels), default=0.0)
        hidden = max((similarity(own_field, author_label) for author_label in named), default=0.0)
        others = [other_field for other_field in self._fields[self._holder(leaf)] if other_field is not own_field]
        rival = max((similarity(other, text) for other in others for text in (*plain_labels, *named)), default=0.0)
        at = page.word_at(mention.line, mention.start)
        words = page.words_of(mention.line)
        size = max(1, self._size(mention))
        before, after = words[max(0, at - _BEFORE) : at], words[at + size : at + size + _AFTER]
        spoken_before, spoken_after = _share(own_field, before), _share(own_field, after)
        around = [*before, *after]
        rival_spoken = max((_share(other, around) for other in others), default=0.0)
        above = page.lines[mention.line - 1].text if 0 < mention.line < page.visible else ""
        best, same = self._best_label(own_field)
        return [
            label,
            hidden,
            spoken_before,
            spoken_after,
            similarity(own_field, above) if above and len(above) <= _SHORT else 0.0,
            max((similarity(own_field, heading) for heading in line.outlined.headings[-2:]), default=0.0),
            rival - max(label, hidden),
            rival_spoken - max(spoken_before, spoken_after),
            float(bool(plain_labels)),
            best - max(label, hidden),
            log(1 + same),
        ]

    def _of_place(self, leaf: Leaf, mention: Mention, record: RepeatedEntry | None) -> Row:
        page = self._page
        line = page.lines[mention.line]
        text = line.text
        claim = next(
            (candidate for candidate in line.outlined.claims if candidate.start <= mention.start < candidate.end), None
        )
        length = min(claim.end - claim.start if claim else len(text), len(text)) or 1
        is_in_record = record is not None and record.has(mention.line, page)
        slot = 0.0
        if record is not None and is_in_record and self._sizes[leaf.pattern] > 1:
            counted = self._slots[leaf.pattern]
            most = max((counted[slot_key] for slot_key in slots_of(mention, record, page)), default=0)
            slot = (most - 1) / (self._sizes[leaf.pattern] - 1)
        block = next((near_block for _, near_block in page.near_blocks(mention.line) if near_block.is_record), None)
        return [
            float(line.zone),
            float(line.outlined.level),
            (mention.end - mention.start) / length,
            _edges(text, mention),
            _agreement(leaf, record, here=is_in_record),
            (2.0 if leaf.entry == leaf.pointer else 1.0) if leaf.listing else 0.0,
            slot,
            self._share_of_company(leaf, mention),
            log(1 + (block.last - block.first)) if block is not None else 0.0,
            self._share_in_headings(leaf.field, line.outlined.headings[-2:]),
        ]

    def _share_in_headings(self, own_field: Field, headings: Sequence[str]) -> float:
        """Return the share of the words of the objects around a field that the headings above have."""
        words = frozenset(canonical(word) for heading in headings for word in heading.lower().split())
        return overlap(own_field.around, words) / max(1, len(own_field.around))

    def _holder(self, leaf: Leaf) -> str:
        return leaf.listing if leaf.entry == leaf.pointer else leaf.holder

    def _size(self, mention: Mention) -> int:
        return self._page.word_at(mention.line, mention.end) - self._page.word_at(mention.line, mention.start)

    def _best_label(self, own_field: Field) -> tuple[float, int]:
        """Return the likeness of the page's best label to a field, and the number of lines with one as good."""
        if own_field not in self._best and len(self._best) * len(self._labels) > _MOST_COMPARED:
            return 0.0, 0
        if own_field not in self._best:
            scores = [(round(similarity(own_field, label), 2), count) for label, count in self._labels.items()]
            best = max((score for score, _ in scores), default=0.0)
            self._best[own_field] = (best, sum(count for score, count in scores if score == best) if best else 0)
        return self._best[own_field]

    def _places(self, some: Sequence[Leaf]) -> _Places:
        changes, kinds = Counter({-_NEAR: 0}), Counter[str]()
        for leaf in some:
            lines, end = sorted({mention.line for mention in self._found[leaf.pointer]}), -_NEAR
            kinds.update({self._kind(line) for line in lines})
            for line in lines:
                changes[max(line - _NEAR, end)] += 1
                end = line + _NEAR + 1
                changes[end] -= 1
        starts = sorted(changes)
        return _Places(len(some), starts, list(accumulate(changes[start] for start in starts)), kinds)

    def _kind(self, line: int) -> str:
        outlined = self._page.lines[line].outlined
        return f"{outlined.kind}|{self._page.lines[line].heading}"

    def _share_of_company(self, leaf: Leaf, mention: Mention) -> float:
        """Return the share of the other values of an object near by, of a list of texts in lines of the same kind."""
        places = self._company[self._holder(leaf)]
        if places.values <= 1:
            return 0.0
        if leaf.entry == leaf.pointer:
            return (places.kinds[self._kind(mention.line)] - 1) / (places.values - 1)
        near = places.near[bisect_right(places.starts, mention.line) - 1]
        return (near - 1) / (places.values - 1)


def _agreement(leaf: Leaf, record: RepeatedEntry | None, *, here: bool) -> float:
    """Return 1 in the record of its entry, -1 outside, -0.5 where the entry has none, 0 for what is of no entry."""
    if not leaf.entry or leaf.entry == leaf.pointer:
        return 0.0
    if here:
        return 1.0
    return -0.5 if record is None else -1.0


def _labels(page: PageIndex) -> Counter[str]:
    labels: Counter[str] = Counter()
    for line in page.lines[: page.visible]:
        labels.update({claim.label for claim in line.outlined.claims if not claim.by_author})
    return labels


def _share(own_field: Field, spoken: Sequence[str]) -> float:
    """Return the share of the words of a field among words of a text."""
    if not spoken or not own_field.words:
        return 0.0
    content_words = telling(tuple(spoken))
    return sum(any(is_like(word, content_word) for content_word in content_words) for word in own_field.words) / len(
        own_field.words
    )


def _edges(text: str, mention: Mention) -> float:
    """Return the number of ends of a mention that are ends of a phrase: of the line, or a sign that parts values."""
    before, after = text[: mention.start].rstrip()[-1:], text[mention.end :].lstrip()[:1]
    return float(not before or not before.isalnum()) + float(not after or not after.isalnum())
