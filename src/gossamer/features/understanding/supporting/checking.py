"""A model's value, leaf by leaf: what the page says of that very field stays and has its evidence, the rest is null."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Final

from gossamer.content.values.availability import availability
from gossamer.content.values.dates import iso_date, moment, only_date
from gossamer.core.understanding import Confidence, Evidence, Method
from gossamer.core.json_pointers import below, is_empty
from gossamer.features.understanding.merging import identity_of
from gossamer.features.understanding.supporting import settling
from gossamer.features.understanding.supporting.asked import ISO_DAY, asked
from gossamer.features.understanding.supporting.belonging import LABELLED, Claimants
from gossamer.features.understanding.supporting.belonging.kinds import Sort, sort_of
from gossamer.features.understanding.supporting.confidence import Witnesses
from gossamer.features.understanding.supporting.contrasting import (
    is_named_first,
    is_named_once,
    is_said_otherwise,
    is_without_rival,
)
from gossamer.features.understanding.supporting.currencies import is_that_of_all_prices
from gossamer.features.understanding.supporting.entries import Home, headed, homes, names_of
from gossamer.features.understanding.supporting.listing import settle
from gossamer.features.understanding.supporting.looking import Seen, places, support
from gossamer.features.understanding.supporting.outcome import ELSEWHERE, ENTRIES, OTHERWISE, UNSUPPORTED, Checked
from gossamer.features.understanding.supporting.place import Place
from gossamer.features.understanding.supporting.said import Found, Said, words
from gossamer.features.understanding.supporting.settling import Leaf

_MOST_TOLD: Final = 80
_MOST_KNOWN: Final = 1_000


def checked(
    value: Any,
    said: Said,
    known: Mapping[str, Any],
    schema: Mapping[str, Any] | None = None,
    sure: Mapping[str, Any] | None = None,
) -> Checked:
    """Return *value* with what *said* does not support as null.

    *known* values, by pointer, need no support; against those that are *sure* no other counts. *schema* describes
    the fields; without one their names alone tell what they ask for.
    """
    found = Checked()
    found.value = _Check(said, known, sure or {}, found).part(value, "", Place(asked(""), schema or {}))
    return found


@dataclass(slots=True)
class _Check:
    said: Said
    known: Mapping[str, Any]
    sure: Mapping[str, Any]
    found: Checked
    parts: dict[Home, Said] = field(default_factory=dict)
    above: list[Leaf] = field(default_factory=list)

    def part(self, value: Any, at: str, place: Place) -> Any:
        match value:
            case dict():
                return self._object(value, at, place)
            case list():
                return self._entries(value, at, place)
            case None | "":
                return value
            case _:
                return self._leaf(value, at, place)

    def _object(self, value: Mapping[str, Any], at: str, place: Place) -> dict[str, Any]:
        """Return its members; leaves first, which those of entries below are held against."""
        ordered = sorted(value, key=lambda key: isinstance(value[key], dict | list))
        told: dict[str, Any] = {}
        before = len(self.above)
        objects = [key for key in value if isinstance(value[key], dict)] if place.home is None else []
        homes_of = headed(objects, self.said) if len(objects) > 1 else {}
        for key in ordered:
            told[key] = self.part(value[key], below(at, key), place.member(key, value).under(homes_of.get(key)))
            if (leaf := self.found.seen.get(below(at, key))) is not None:
                self.above.append(leaf)
        own, outer = self.above[before:], self.above[:before]
        del self.above[before:]
        texts = [
            leaf
            for key in value
            if isinstance(told[key], list)
            for number in range(len(told[key]))
            if (leaf := self.found.seen.get(below(below(at, key), number))) is not None
        ]
        fallen = settling.of_object(own, texts, outer, self.said)
        for pointer in fallen & {leaf.at for leaf in own}:
            self.found.drop(pointer)
        fallen |= self._settle_levels(told, at, [leaf for leaf in own if leaf.at not in fallen], texts)
        for key in value:
            if isinstance(told[key], list):
                self.found.let_go(told[key], below(at, key), fallen)
        return {key: None if below(at, key) in fallen else told[key] for key in value}

    def _settle_levels(
        self, told: Mapping[str, Any], at: str, own: Sequence[Leaf], texts: Sequence[Leaf]
    ) -> AbstractSet[str]:
        """Hold the fields of an object against those of entries in its lists; return what falls of texts in lists."""
        entries = {
            leaf.at: (entry, name)
            for key, value in told.items()
            if isinstance(value, list)
            for number, entry in enumerate(value)
            if isinstance(entry, dict)
            for name in entry
            if (leaf := self.found.seen.get(below(below(below(at, key), number), name))) is not None
        }
        fallen = settling.of_levels(own, texts, [self.found.seen[pointer] for pointer in entries])
        for pointer in fallen & entries.keys():
            entry, name = entries[pointer]
            entry[name] = None
            self.found.drop(pointer)
        return fallen - entries.keys()

    def _entries(self, entries: list[Any], at: str, place: Place) -> list[Any]:
        """Return those of which something is left; a list has no gaps."""
        kept: list[Any] = []
        names = names_of(entries)
        told = homes(entries, names, self.said, lambda found: not found.line.outlined.apart or _is_told(found, place))
        # Where all of them are told in parts that speak of something else, those are what is asked for.
        apart = any(names) and not any(told)
        told = homes(entries, names, self.said, lambda _: True) if apart else told
        for entry, places_of in zip(entries, told, strict=True):
            pointer = below(at, len(kept))
            known = self._same(entry, place)
            left = self._best(
                entry,
                pointer,
                [place.entry(home, known, apart=apart, alone=len(entries) == 1) for home in places_of or (None,)],
            )
            # What is said of a thing that is not on the page is said of nothing.
            if (is_empty(left) and not is_empty(entry)) or _is_nobody(left, entry):
                self.found.forget(pointer)
                self.found.missing[at] = ENTRIES
            else:
                kept.append(left)
        settle(self.found, kept, at, self.said)
        return kept

    def _same(self, entry: Any, place: Place) -> str | None:
        """Return the pointer of the entry of that name, or of that value, in what was read without the model."""
        named = identity_of(entry) if isinstance(entry, dict) else None
        if place.known is None or (isinstance(entry, dict) and named is None):
            return None
        sought = entry[named] if named is not None else entry
        for at in range(_MOST_KNOWN):
            pointer = below(place.known, at)
            known = pointer if named is None else below(pointer, named)
            if known not in self.known:
                return None
            if self.known[known] == sought:
                return pointer
        return None

    def _best(self, entry: Any, at: str, choices: Sequence[Place]) -> Any:
        """Return what is left of *entry* where most of it is told."""
        tried: list[tuple[int, Any, Checked]] = []
        outer = self.found
        for place in choices:
            self.found = Checked()
            left = self.part(entry, at, place)
            tried.append((len(self.found.evidence) + len(self.found.read), left, self.found))
            if not self.found.missing:
                break
        self.found = outer
        _, left, best = max(tried, key=lambda one: one[0])
        self.found.add(best)
        return left

    def _leaf(self, value: Any, at: str, place: Place) -> Any:
        if at in self.sure and place.known == at and not place.many and _differ(value, self.sure[at]):
            self.found.missing[at] = OTHERWISE.format(told=str(self.sure[at])[:_MOST_TOLD])
            return None
        said = self.said if place.home is None else self._within(place.home)
        seen = support(value, said, place.claimants, place.is_here)
        if (
            seen is not None
            and not place.many
            and place.home is None
            and (
                self._is_told_otherwise(value, place, seen)
                or (not place.listed and is_said_otherwise(value, said, place.claimants, seen, place.taken))
            )
        ):
            self.found.missing[at] = ELSEWHERE
            return None
        if seen is not None:
            sure = self._confidence(value, place, said, seen)
            self.found.evidence[at] = Evidence(self.said.url, seen.found.quote, seen.found.place, Method.MODEL, sure)
            self.found.seen[at] = Leaf(at, place.own, value, seen, place.home.card if place.home is not None else None)
            return value
        if (read_at := self._read_at(value, place)) is not None:
            self.found.read[at] = read_at
            if (there := next(iter(places(value, self.said, place.own)), None)) is not None:
                self.found.seen[at] = Leaf(at, place.own, value, Seen(there, LABELLED), is_read=True)
            return value
        is_there = next(iter(places(value, self.said, place.own)), None) is not None
        self.found.missing[at] = ELSEWHERE if is_there else UNSUPPORTED
        return None

    def _confidence(self, value: Any, place: Place, said: Said, seen: Seen) -> Confidence:
        """Return how sure it is of a value that was seen."""
        if sort_of(place.own) is Sort.CURRENCY and isinstance(value, str) and is_that_of_all_prices(value, self.said):
            return Confidence.HIGH
        return Witnesses(
            seen,
            place,
            said,
            is_read=self._read_at(value, place) is not None,
            is_alone=lambda: is_without_rival(value, said, place.claimants, seen),
            is_named_once=lambda: is_named_once(value, said, place.claimants, seen),
            is_named_first=lambda: is_named_first(value, said, place.claimants, seen),
        ).confidence()

    def _read_at(self, value: Any, place: Place) -> str | None:
        """Return the pointer of the same value where the rules read it for this place; None when they did not."""
        at = place.known
        if at is None or at not in self.known:
            return None
        return at if self.known[at] == value or _is_that_day(value, self.known[at]) else None

    def _is_told_otherwise(self, value: Any, place: Place, seen: Seen) -> bool:
        """Return whether the page has a label for the field before, or at all where this stands behind none."""
        if isinstance(value, bool) or seen.found.line.number < 0:
            return False
        first = self.said.first_labelled(place.own, has_figures=any(map(str.isdigit, str(value))))
        if first is None:
            return False
        return seen.weight < LABELLED or first.number < seen.found.line.number

    def _within(self, home: Home) -> Said:
        if home not in self.parts:
            self.parts[home] = self.said.within(home.lines, home.headings)
        return self.parts[home]


def _is_told(found: Found, place: Place) -> bool:
    return Claimants(place.own, told=place.told).may_be_apart(found.line.outlined.apart)


def _is_that_day(value: Any, read: Any) -> bool:
    """Return whether a text names the day that was *read*, in ISO 8601."""
    if not isinstance(value, str) or not isinstance(read, str) or ISO_DAY.fullmatch(read) is None:
        return False
    told = only_date(value)
    day = moment(told) if told is not None else None
    return isinstance(day, date) and iso_date(day) == read[:10]


def _differ(value: Any, sure: Any) -> bool:
    """Return whether one of two values of a field cannot be the other in other words."""
    if isinstance(value, bool) or isinstance(sure, bool):
        return isinstance(value, bool) and isinstance(sure, bool) and value is not sure
    if isinstance(value, int | float) and isinstance(sure, int | float):
        return Decimal(str(value)) != Decimal(str(sure))
    if isinstance(value, str) and isinstance(sure, str):
        if (stock := availability(value)) is not None and stock == availability(sure):
            return False
        one, other = (frozenset(word.text for word in words(text)) for text in (value, sure))
        return bool(one and other) and one.isdisjoint(other)
    return False


def _is_nobody(left: Any, entry: Any) -> bool:
    """Return whether what told *entry* from others was taken from it."""
    if not isinstance(entry, dict) or not isinstance(left, dict):
        return False
    told = identity_of(entry)
    return told is not None and is_empty(left.get(told))
